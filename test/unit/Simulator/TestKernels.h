//===- TestKernels.h - Small decoupled programs by hand ---------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the compiler would write, for tests that do without it.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_TEST_UNIT_SIMULATOR_TESTKERNELS_H
#define EMBER_TEST_UNIT_SIMULATOR_TESTKERNELS_H

#include "ember/Simulator/CoreProgram.h"
#include "ember/Simulator/SharedBuffer.h"
#include "ember/Target/AccessProgram.h"
#include "llvm/ADT/ArrayRef.h"
#include <memory>
#include <string>

namespace ember::sim::test {

/// An embedding bag: for each bag b, for each p in [ptrs[b], ptrs[b + 1]), for
/// each e, pushes {b, e, vals[idxs[p], e]} with event 0. Configuration words:
/// number of bags, length of a row, ptrs, idxs, vals (f32).
target::AccessProgram embeddingBag();

/// Pushes event 0 with its number as often as its only configuration word says.
target::AccessProgram counter();

/// For each i < n pushes {i, vals[idxs[i]]} in runs of up to 4, with the header
/// {n} and event 0. Configuration words: n, idxs, vals (i64).
target::AccessProgram runs();

/// LLVM IR of declarations for all of the run-time's functions.
extern const char *const runtimeDeclarations;

/// LLVM IR of `@bag(program, programBytes, ptrs, idxs, vals, out, bags,
/// lookups, rows, length)`, which runs `embeddingBag` and adds each element to
/// `out[b, e]`; `ptrs` has bags + 1 elements. Fields are checked.
extern const char *const embeddingBagKernel;

/// LLVM IR of `@kernel` with the parameters of `@bag`: the same as plain loops.
extern const char *const baselineKernel;

/// LLVM IR of `i64 @kernel(program, programBytes, n, stop)`, which runs
/// `counter` n times and returns the sum of what it read. It returns early,
/// without a release, at token number `stop`.
extern const char *const counterKernel;

/// LLVM IR of `i64 @kernel(program, programBytes, n, idxs, vals, size)`, which
/// runs `runs` and returns the sum of 1000 * n for each run, of i and of the
/// values, of which there are `size`. Fields are checked.
extern const char *const runsKernel;

/// Compiles LLVM IR, with the declarations before it.
llvm::Expected<std::unique_ptr<CoreProgram>>
compile(const std::string &ir, const MachineDescription &machine,
        bool timed = false, const std::string &entry = "kernel");

/// A buffer with these contents.
template <typename T>
std::shared_ptr<const SharedBuffer> makeBuffer(llvm::ArrayRef<T> values) {
  return llvm::cantFail(SharedBuffer::create(
      values.size() * sizeof(T), [&](llvm::MutableArrayRef<uint8_t> bytes) {
        llvm::copy(
            llvm::ArrayRef(reinterpret_cast<const uint8_t *>(values.data()),
                           bytes.size()),
            bytes.begin());
        return llvm::Error::success();
      }));
}

/// The serialised form of a program, which must be valid.
std::shared_ptr<const SharedBuffer>
makeBuffer(const target::AccessProgram &program);

} // namespace ember::sim::test

#endif // EMBER_TEST_UNIT_SIMULATOR_TESTKERNELS_H

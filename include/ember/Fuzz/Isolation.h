//===- Isolation.h - Work in processes that may die -------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs work in forked processes with a time limit, so that a crash or a hang
/// is a result like others. The processes share what the parent has loaded.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_FUZZ_ISOLATION_H
#define EMBER_FUZZ_ISOLATION_H

#include "ember/Support/LLVM.h"
#include "llvm/Support/Error.h"
#include <string>

namespace ember::fuzz {

/// What became of one piece of work.
struct WorkResult {
  enum class Kind { Done, Crashed, TimedOut };
  Kind kind = Kind::Done;
  /// What the work returned; of a crash, how the process ended and the end of
  /// what it wrote to its standard error.
  std::string text;
};

struct IsolationOptions {
  /// Of the processor, for one piece of work. One that waits has ten times as
  /// long, so that a busy host makes no hangs.
  unsigned seconds = 60;
  unsigned batch = 16; ///< Pieces that one process does, at most.
  unsigned jobs = 1;   ///< Processes at a time; at least 1.
};

/// Calls `work` in child processes for 0, 1, … below `count`, and `consume`
/// here for each in order, until it returns false. An error if no process can
/// be made. The calling process must have a single thread.
llvm::Error
forEachIsolated(uint64_t count, const IsolationOptions &options,
                llvm::function_ref<std::string(uint64_t)> work,
                llvm::function_ref<bool(uint64_t, const WorkResult &)> consume);

} // namespace ember::fuzz

#endif // EMBER_FUZZ_ISOLATION_H

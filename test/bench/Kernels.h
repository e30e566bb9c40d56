//===- Kernels.h - What the benchmarks compile and run ----------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef EMBER_TEST_BENCH_KERNELS_H
#define EMBER_TEST_BENCH_KERNELS_H

#include "ember/Simulator/CoreProgram.h"
#include "ember/Simulator/Engine.h"
#include "ember/Simulator/MachineDescription.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include <memory>
#include <string>

namespace ember::bench {

/// How a kernel is compiled.
enum class Build {
  Decoupled, ///< For times.
  Checked,   ///< Decoupled and guarded, for values.
  Original,  ///< As it was, for times.
};

/// A context with the dialects that kernels and pipelines use.
mlir::MLIRContext &getContext();

/// A module of `count` embedding bags, `@bag0` the first.
std::string getEmbeddingBags(int64_t count);

/// Parses `text`; its mistakes end the benchmark.
mlir::OwningOpRef<mlir::ModuleOp> parse(const std::string &text);

/// Lowers `module` to the `llvm` dialect.
void lower(mlir::ModuleOp module, Build build);

/// Compiles an embedding bag to native code.
std::unique_ptr<sim::CoreProgram>
compile(Build build, const sim::MachineDescription &machine);

/// `bags` bags of 32 rows of 32 floats, out of a table of 65536 rows.
sim::RunInput makeInput(int64_t bags);

} // namespace ember::bench

#endif // EMBER_TEST_BENCH_KERNELS_H

//===- Ladder.h - The opt levels of a workload, compared --------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs a workload at one opt level after the other.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_BENCH_LADDER_H
#define EMBER_BENCH_LADDER_H

#include "ember/Bench/Workload.h"
#include "ember/Driver/Report.h"
#include "ember/Simulator/MachineDescription.h"

namespace mlir {
class MLIRContext;
} // namespace mlir

namespace ember::bench {

struct LadderOptions {
  Sizes sizes;
  sim::MachineDescription machine;
  /// The opt levels, ascending; those that there are when it is empty.
  std::vector<unsigned> levels;
  /// Further options of `--ember-pipeline`.
  std::string pipeline;
  /// Compares what each level computes with what the original loops compute.
  bool check = true;
  /// Also times the original loops.
  bool baseline = false;
};

/// A workload at one opt level.
struct Rung {
  unsigned level = 0;
  driver::Report report;
  /// How many times faster it is than level 0.
  double speedup = 1;
};

struct Ladder {
  Workload workload;
  Sizes sizes;
  bool checked = false;
  std::vector<Rung> rungs;
};

/// What an opt level adds to the one before: `decoupled`, `+ vectorised`, ….
std::string getStageName(unsigned level);

/// Parses opt levels that commas separate; the result is ascending, each level
/// in it once. Errors: no number, or a level that there is not.
llvm::Expected<std::vector<unsigned>> parseLevels(llvm::StringRef text);

/// Runs a workload at each level. Level 0 is timed also when it is not asked
/// for, because speed-ups are over it.
///
/// Errors: those of `driver::simulate`; a level at which the kernel is not
/// decoupled, whose cycles would say nothing. `context` has what kernels need.
llvm::Expected<Ladder> runLadder(mlir::MLIRContext &context,
                                 const Workload &workload,
                                 const LadderOptions &options);

} // namespace ember::bench

#endif // EMBER_BENCH_LADDER_H

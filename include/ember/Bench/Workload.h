//===- Workload.h - What ember-bench measures -------------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The embedding bags that are measured, named as the published ones: `RM1`,
/// `RM2` and `RM3` tell the length of a row, `L0`, `L1` and `L2` how often rows
/// are used again. Their sizes are Ember's own assumption; docs/ember-bench.md
/// says on what it rests.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_BENCH_WORKLOAD_H
#define EMBER_BENCH_WORKLOAD_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>
#include <vector>

namespace ember::bench {

/// Lookups of one bag.
constexpr int64_t lookupsPerBag = 80;

/// What all workloads of a run have in common.
struct Sizes {
  int64_t lookups = 40960; ///< Of all bags, a positive multiple of a bag's.
  int64_t rows = 1000000;  ///< Of the table, at least 1.

  /// Errors: a size out of range.
  llvm::Error check() const;
};

/// How the indices of the rows are distributed.
struct Locality {
  llvm::StringLiteral name;
  llvm::StringLiteral generator; ///< Of arguments, such as `uniform`.
  llvm::StringLiteral options;   ///< Of the generator, each after a comma.
  llvm::StringLiteral description;
};

/// An embedding bag: the rows of a table of f32 that belong to a bag are added
/// up, for all bags.
struct Workload {
  llvm::StringLiteral model;
  int64_t width; ///< Elements of a row.
  Locality locality;

  /// Its model and its locality: `RM1_L0`.
  std::string getName() const;

  /// The arguments of the kernel, as `ember-sim` takes them.
  std::vector<std::string> getArguments(const Sizes &sizes) const;
};

/// All workloads: `RM1_L0`, `RM1_L1`, … `RM3_L2`.
std::vector<Workload> getWorkloads();

/// Parses names that commas separate, in their order. Errors: a name that is
/// not one of a workload, or twice the same.
llvm::Expected<std::vector<Workload>> parseWorkloads(llvm::StringRef names);

/// The kernel that all workloads run, as MLIR.
llvm::StringRef getEmbeddingBag();

} // namespace ember::bench

#endif // EMBER_BENCH_WORKLOAD_H

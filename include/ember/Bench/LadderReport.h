//===- LadderReport.h - Ladders for people and programs ---------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef EMBER_BENCH_LADDERREPORT_H
#define EMBER_BENCH_LADDERREPORT_H

#include "ember/Bench/Ladder.h"
#include "llvm/Support/raw_ostream.h"

namespace ember::bench {

/// Writes what all tables have in common: the sizes, and that they are assumed.
void writeHeading(const LadderOptions &options, llvm::raw_ostream &os);

/// Writes the table of one workload: a row per level.
void writeTable(const Ladder &ladder, llvm::raw_ostream &os);

/// Writes the speed-ups of several workloads side by side, and their geometric
/// mean: a row per level. All ladders have the same levels.
void writeSummary(llvm::ArrayRef<Ladder> ladders, llvm::raw_ostream &os);

/// Writes a JSON list with an object for each level of each workload. Equal
/// ladders give equal bytes.
void writeJSON(llvm::ArrayRef<Ladder> ladders, llvm::raw_ostream &os);

} // namespace ember::bench

#endif // EMBER_BENCH_LADDERREPORT_H

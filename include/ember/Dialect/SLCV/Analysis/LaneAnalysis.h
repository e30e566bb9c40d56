//===- LaneAnalysis.h - Whether a loop can run by lanes ---------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What an innermost loop of a nest is over lanes: the shapes of its values,
/// its reductions, and why it stays scalar if it does. Rewrites nothing.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_DIALECT_SLCV_ANALYSIS_LANEANALYSIS_H
#define EMBER_DIALECT_SLCV_ANALYSIS_LANEANALYSIS_H

#include "ember/Dialect/SLCV/Analysis/LaneDependences.h"
#include "ember/Dialect/SLCV/Analysis/Reductions.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace ember::slcv {

/// What a loop is over lanes.
struct LoopLanes {
  /// Why it stays scalar; empty if it can run by lanes, under `conditions`.
  std::string reason;
  LaneConditions conditions;

  /// From iteration to iteration, so from lane to lane.
  int64_t step = 0;
  LaneShapes shapes;
  /// The reduction of each iteration value; none for one that is unchanged.
  SmallVector<std::optional<Reduction>> reductions;
  /// The bits of the widest element that its vectors hold.
  unsigned widestBits = 1;
};

/// Looks at an innermost loop of the access unit.
LoopLanes analyzeLanes(slc::ForOp loop);

/// Looks only at the streams of an innermost loop of the access unit: whether
/// its code can be run by lanes one after the other.
LoopLanes analyzeStreams(slc::ForOp loop);

/// Looks at a loop without loops inside, in a callback.
LoopLanes analyzeLanes(mlir::scf::ForOp loop);

/// The only callback of a loop of the access unit, or null.
slc::CallbackOp getOnlyCallback(slc::ForOp loop);

} // namespace ember::slcv

#endif // EMBER_DIALECT_SLCV_ANALYSIS_LANEANALYSIS_H

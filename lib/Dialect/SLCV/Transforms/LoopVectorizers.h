//===- LoopVectorizers.h - Rewrites loops to run by lanes -------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_EMBER_DIALECT_SLCV_TRANSFORMS_LOOPVECTORIZERS_H
#define LIB_EMBER_DIALECT_SLCV_TRANSFORMS_LOOPVECTORIZERS_H

#include "CodeVectorizer.h"

namespace ember::slcv {

/// Replaces a loop of the access unit by one over vectors of iterations.
void vectorize(slc::ForOp loop, const LoopLanes &lanes,
               const LaneOptions &options);

/// Replaces a loop of the access unit by one over vectors of iterations whose
/// callback runs its code for one lane after the other.
void vectorizeInOrder(slc::ForOp loop, const LoopLanes &lanes, int64_t vlen);

/// Replaces a loop of the execute unit by one over vectors whose lanes are all
/// iterations, and code for a last vector with those that are left.
void vectorize(mlir::scf::ForOp loop, const LoopLanes &lanes,
               const LaneOptions &options);

} // namespace ember::slcv

#endif // LIB_EMBER_DIALECT_SLCV_TRANSFORMS_LOOPVECTORIZERS_H

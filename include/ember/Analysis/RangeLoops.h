//===- RangeLoops.h - Loops that do something in a range only ---*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds loops that walk more than they need: whose iterations do something
/// only if the induction variable lies between values that do not change while
/// the loop runs, and tells how to compute these before the loop. Rewrites
/// nothing: `--ember-recognize-range-loops` does.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_ANALYSIS_RANGELOOPS_H
#define EMBER_ANALYSIS_RANGELOOPS_H

#include "ember/Analysis/EffectConditions.h"

namespace ember {

/// A comparison of a loop's induction variable.
struct RangeBound {
  enum class Kind { AtLeast, Above, Below, AtMost, Equal };

  Condition condition; ///< What is true in the range.
  Kind kind;
  Value variable; ///< The induction variable, cast.
  Value value;    ///< What it is compared with.
  bool isUnsigned;
};

/// A loop that does nothing outside a range.
struct RangeLoop {
  mlir::scf::ForOp loop;
  SmallVector<RangeBound, 2> bounds;
  /// Ops of the loop that compute the bounds' values, operands first.
  SetVector<Operation *> slice;
  /// The loops, outermost first, that run at least once when the slice is
  /// computed.
  SetVector<Operation *> enclosing;
  /// Pairs of a memref that the slice reads and one that the loop writes of
  /// which a check before the nest must tell that they are disjoint.
  SetVector<std::pair<Value, Value>> overlapChecks;
};

/// The range of `loop`, or nothing. If iterations that do nothing could be
/// told, but not skipped, `refusal` says why not. What only a check before
/// `nest`, which is the loop or around it, can tell to be disjoint is taken to
/// overlap without `allowOverlapChecks`.
std::optional<RangeLoop> findRange(mlir::scf::ForOp loop, mlir::scf::ForOp nest,
                                   bool allowOverlapChecks,
                                   std::string &refusal);

} // namespace ember

#endif // EMBER_ANALYSIS_RANGELOOPS_H

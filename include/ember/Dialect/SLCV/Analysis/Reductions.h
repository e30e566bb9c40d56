//===- Reductions.h - Values that iterations combine ------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Iteration values that each iteration combines with an element of its own.
/// Rewrites nothing.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_DIALECT_SLCV_ANALYSIS_REDUCTIONS_H
#define EMBER_DIALECT_SLCV_ANALYSIS_REDUCTIONS_H

#include "ember/Support/LLVM.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace ember::slcv {

/// How an iteration value is combined with the elements of the lanes.
struct Reduction {
  Operation *combiner; ///< The op of the loop's code.
  Value element;       ///< Its other operand.
  mlir::vector::CombiningKind kind;

  /// Whether the elements may be combined in any order: sums and products of
  /// floats only with permission.
  bool isReorderable(bool reassociateFP) const;

  /// What combining with changes nothing, as a constant of a scalar type.
  TypedAttr getNeutral(Builder &builder, Type type) const;
};

/// The reduction of an iteration value, whose value for the next iteration is
/// `computed` in `body`, if it is one: nothing else may use either of them.
std::optional<Reduction> matchReduction(BlockArgument argument, Value computed,
                                        Block *body);

} // namespace ember::slcv

#endif // EMBER_DIALECT_SLCV_ANALYSIS_REDUCTIONS_H

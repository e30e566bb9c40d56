//===- FloatExtrema.h - Minima and maxima of floats -------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Minima and maxima of floats, all with -0.0 < +0.0, as integer arithmetic of
/// small floats, and for wider ones as `arith.minimumf` and `maximumf`, which
/// LLVM lowers without a choice.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_LIB_TRANSFORMS_FLOATEXTREMA_H
#define EMBER_LIB_TRANSFORMS_FLOATEXTREMA_H

#include "ember/Support/LLVM.h"

namespace ember {

/// The four ops: `minimumf`, `minnumf`, `maximumf`, `maxnumf`.
struct Extremum {
  bool isMax;
  /// A NaN is left out where there is a number, as by `minnumf`; otherwise it
  /// is the result.
  bool skipsNaN;
};

/// The extremum of floats, or lane by lane of vectors.
Value createExtremum(ImplicitLocOpBuilder &builder, Extremum kind, Value lhs,
                     Value rhs);

/// The extremum of the lanes of `vector`, and of `acc` unless it is null.
Value createExtremumReduction(ImplicitLocOpBuilder &builder, Extremum kind,
                              Value vector, Value acc);

} // namespace ember

#endif // EMBER_LIB_TRANSFORMS_FLOATEXTREMA_H

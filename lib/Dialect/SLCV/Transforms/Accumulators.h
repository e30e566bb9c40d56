//===- Accumulators.h - Accumulators that are vectors -----------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_EMBER_DIALECT_SLCV_TRANSFORMS_ACCUMULATORS_H
#define LIB_EMBER_DIALECT_SLCV_TRANSFORMS_ACCUMULATORS_H

#include "CodeVectorizer.h"

namespace ember::slcv {

/// The first value of a vector accumulator, a constant in front of the nest.
Value buildInitialVector(slc::AccessLoop loop, const Reduction &reduction,
                         int64_t vlen);

/// Completes a vector accumulator: result `number` of `loop`, which begins with
/// a vector of neutral elements, has taken the place of one that began with the
/// scalar `init`. The vector goes through all loops around that only hand it
/// on; behind the last of them it is finished to a scalar.
void finishAccumulator(slc::AccessLoop loop, unsigned number,
                       const Reduction &reduction, Value init,
                       bool reassociateFP);

} // namespace ember::slcv

#endif // LIB_EMBER_DIALECT_SLCV_TRANSFORMS_ACCUMULATORS_H

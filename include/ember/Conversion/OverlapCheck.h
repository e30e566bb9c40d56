//===- OverlapCheck.h - Run-time checks of memrefs for overlap --*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Code that tells at run time whether memrefs are disjoint, and chooses
/// between two versions of loops.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_CONVERSION_OVERLAPCHECK_H
#define EMBER_CONVERSION_OVERLAPCHECK_H

#include "ember/Support/LLVM.h"

namespace ember {

/// Two memrefs with strided layouts, one read and one written.
using MemRefPair = std::pair<Value, Value>;

/// An i1 that is true when the byte ranges of a pair intersect, for any of the
/// pairs. A range goes from the lowest to behind the highest byte of any
/// element, over all strides, negative ones included; it is empty when the
/// memref has no elements.
Value buildOverlapCheck(OpBuilder &builder, Location loc,
                        ArrayRef<MemRefPair> pairs);

/// Rebinds the memrefs of the pairs to results of `memref.distinct_objects`, so
/// that each pair is seen to be disjoint, and gives old -> new.
IRMapping rebindDistinct(OpBuilder &builder, Location loc,
                         ArrayRef<MemRefPair> pairs);

/// Replaces `original` by what `build` gives, results by results. Where
/// `condition`, an i1 that stands before, holds at run time, the original runs
/// all the same, behind an `slc.fallback`; null if that never is.
void replaceUnless(Value condition, Operation *original,
                   function_ref<SmallVector<Value>(OpBuilder &)> build);

} // namespace ember

#endif // EMBER_CONVERSION_OVERLAPCHECK_H

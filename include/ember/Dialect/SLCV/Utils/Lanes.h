//===- Lanes.h - Code over the lanes of a vector ----------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Builders of vector code that never touches memory for a false lane, and
/// never takes a strided row for a contiguous one.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_DIALECT_SLCV_UTILS_LANES_H
#define EMBER_DIALECT_SLCV_UTILS_LANES_H

#include "ember/Support/LLVM.h"

namespace ember::slcv {

/// Whether lanes touch consecutive elements, as a vector has them.
enum class Contiguity {
  No,
  AtUnitStride, ///< If the memref's inner stride, which is dynamic, is 1.
  Yes,
};

/// That of lanes that differ by `laneStrides` in their indices of a memref of
/// this type.
Contiguity getContiguity(MemRefType type, ArrayRef<int64_t> laneStrides);

/// A vector whose lane `l` is `base + l * laneStride`; `base` is an integer or
/// index, or anything when `laneStride` is 0.
Value buildLanes(OpBuilder &builder, Location loc, Value base,
                 int64_t laneStride, int64_t lanes);

/// The mask of a vector of a loop with this step: the lanes that are
/// iterations. `left` is how far the first of them is from the upper bound, as
/// an unsigned number.
Value buildMask(OpBuilder &builder, Location loc, VectorType type, Value left,
                int64_t step);

/// Loads an element for each lane that the mask holds; false lanes are zero.
/// The index of lane `l` in dimension `d` is `indices[d] + l * laneStrides[d]`
/// where `indices[d]` is a scalar, and its element `l` where it is a vector.
/// Where only a dynamic stride decides whether that is one vector in memory,
/// the code looks at it.
Value buildMaskedLoad(OpBuilder &builder, Location loc, Value memref,
                      ValueRange indices, ArrayRef<int64_t> laneStrides,
                      Value mask);

/// Stores the lanes that the mask holds, in order, likewise.
void buildMaskedStore(OpBuilder &builder, Location loc, Value value,
                      Value memref, ValueRange indices,
                      ArrayRef<int64_t> laneStrides, Value mask);

} // namespace ember::slcv

#endif // EMBER_DIALECT_SLCV_UTILS_LANES_H

//===- LaneShapes.h - How values depend on the lane -------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// When several iterations of a loop run at once, one in each lane, a value of
/// its body is the same in all of them, grows from lane to lane, or is another
/// in each. Rewrites nothing.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_DIALECT_SLCV_ANALYSIS_LANESHAPES_H
#define EMBER_DIALECT_SLCV_ANALYSIS_LANESHAPES_H

#include "ember/Dialect/SLC/IR/SLC.h"

namespace ember::slcv {

/// How a value depends on the lane.
struct LaneShape {
  enum Kind {
    Uniform, ///< It does not.
    Affine,  ///< An index: that of the first lane plus `stride` for each lane.
    Lanes,   ///< Each lane has its own.
  };
  Kind kind = Uniform;
  int64_t stride = 0;

  static LaneShape affine(int64_t stride) { return {Affine, stride}; }
  static LaneShape lanes() { return {Lanes, 0}; }
};

/// The shapes of the values of a loop's body. What has none is uniform.
class LaneShapes {
public:
  LaneShape lookup(Value value) const { return shapes.lookup(value); }
  void set(Value value, LaneShape shape) { shapes[value] = shape; }

  bool isUniform(Value value) const {
    return lookup(value).kind == LaneShape::Uniform;
  }
  bool isLanes(Value value) const {
    return lookup(value).kind == LaneShape::Lanes;
  }
  bool areUniform(ValueRange values) const {
    return llvm::all_of(values, [&](Value v) { return isUniform(v); });
  }

  /// The shape of an integer operation of type `type` on these operands.
  LaneShape getArithmeticShape(slc::AluKind kind, ValueRange operands,
                               Type type) const;

  /// What the indices of an access grow by from lane to lane, 0 for one that
  /// each lane has its own of.
  SmallVector<int64_t> getStrides(ValueRange indices) const {
    return llvm::map_to_vector(indices,
                               [&](Value v) { return lookup(v).stride; });
  }

private:
  DenseMap<Value, LaneShape> shapes;
};

} // namespace ember::slcv

#endif // EMBER_DIALECT_SLCV_ANALYSIS_LANESHAPES_H

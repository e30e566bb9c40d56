//===- LaneShapes.cpp - How values depend on the lane ---------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Dialect/SLCV/Analysis/LaneShapes.h"
#include "mlir/IR/Matchers.h"

using namespace ember;
using namespace ember::slcv;

/// Beyond this, products of strides could wrap, and lanes meet.
static constexpr int64_t maxStride = int64_t(1) << 31;

LaneShape LaneShapes::getArithmeticShape(slc::AluKind kind, ValueRange operands,
                                         Type type) const {
  if (areUniform(operands))
    return {};
  LaneShape lhs = lookup(operands.front()), rhs = lookup(operands.back());
  if (!type.isIndex() || slc::isCast(kind) || operands.size() != 2 ||
      lhs.kind == LaneShape::Lanes || rhs.kind == LaneShape::Lanes)
    return LaneShape::lanes();
  std::optional<int64_t> stride;
  // Factors are small, so that the product does not wrap.
  auto scale = [&](LaneShape shape, Value by) {
    llvm::APInt factor;
    if (mlir::matchPattern(by, mlir::m_ConstantInt(&factor)) &&
        factor.abs().ule(maxStride))
      stride = shape.stride * factor.getSExtValue();
  };
  switch (kind) {
  case slc::AluKind::addi:
    stride = lhs.stride + rhs.stride;
    break;
  case slc::AluKind::subi:
    stride = lhs.stride - rhs.stride;
    break;
  case slc::AluKind::muli:
    if (rhs.kind == LaneShape::Uniform)
      scale(lhs, operands.back());
    else if (lhs.kind == LaneShape::Uniform)
      scale(rhs, operands.front());
    break;
  default:
    break;
  }
  if (!stride || std::abs(*stride) > maxStride)
    return LaneShape::lanes();
  return LaneShape::affine(*stride);
}

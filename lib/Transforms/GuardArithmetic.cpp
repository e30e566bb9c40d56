//===- GuardArithmetic.cpp - Guards of divisions and steps ------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Guards.h"
#include "mlir/Dialect/Index/IR/IndexOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace ember;
namespace arith = mlir::arith;
namespace scf = mlir::scf;
using arith::CmpIPredicate;

/// A constant of `type`, an integer or index or a vector of them.
static Value createConstant(GuardBuilder &builder, Type type,
                            function_ref<APInt(unsigned width)> value) {
  Type element = mlir::getElementTypeOrSelf(type);
  unsigned width = element.isIndex() ? IndexType::kInternalStorageBitWidth
                                     : element.getIntOrFloatBitWidth();
  TypedAttr attribute = builder.getIntegerAttr(element, value(width));
  if (auto vector = dyn_cast<VectorType>(type))
    attribute = mlir::DenseElementsAttr::get(vector, attribute);
  return arith::ConstantOp::create(builder, attribute);
}

static void guardDivision(GuardBuilder &builder, Value lhs, Value rhs,
                          bool isSigned) {
  Type type = rhs.getType();
  if (!type.isIntOrIndex() && !isa<VectorType>(type))
    return;
  Value zero = createConstant(builder, type, APInt::getZero);
  builder.faultIf(builder.any(builder.compare(CmpIPredicate::eq, rhs, zero)),
                  "division by zero");
  if (!isSigned)
    return;
  Value smallest = createConstant(builder, type, APInt::getSignedMinValue);
  Value minusOne = createConstant(
      builder, type, [](unsigned width) { return APInt::getAllOnes(width); });
  Value overflows =
      builder.both(builder.compare(CmpIPredicate::eq, rhs, minusOne),
                   builder.compare(CmpIPredicate::eq, lhs, smallest));
  builder.faultIf(builder.any(overflows), "signed division overflow");
}

static void guardStep(GuardBuilder &builder, Value step, bool isUnsigned) {
  Value zero = createConstant(builder, step.getType(), APInt::getZero);
  builder.faultIf(
      builder.compare(isUnsigned ? CmpIPredicate::eq : CmpIPredicate::sle, step,
                      zero),
      "step must be positive");
}

void ember::guardArithmetic(Operation *op, target::RuntimeCalls &calls) {
  GuardBuilder builder(op, calls);
  TypeSwitch<Operation *>(op)
      .Case<arith::DivUIOp, arith::RemUIOp, arith::CeilDivUIOp,
            mlir::index::DivUOp, mlir::index::RemUOp, mlir::index::CeilDivUOp>(
          [&](auto op) {
            guardDivision(builder, op.getLhs(), op.getRhs(),
                          /*isSigned=*/false);
          })
      .Case<arith::DivSIOp, arith::RemSIOp, arith::CeilDivSIOp,
            arith::FloorDivSIOp, mlir::index::DivSOp, mlir::index::RemSOp,
            mlir::index::CeilDivSOp, mlir::index::FloorDivSOp>([&](auto op) {
        guardDivision(builder, op.getLhs(), op.getRhs(), /*isSigned=*/true);
      })
      .Case([&](scf::ForOp op) {
        guardStep(builder, op.getStep(), op.getUnsignedCmp());
      })
      .Case([&](scf::ParallelOp op) {
        for (Value step : op.getStep())
          guardStep(builder, step, /*isUnsigned=*/false);
      });
}

//===- GuardArithmetic.cpp - Guards of divisions and loops ------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Guards.h"
#include "mlir/Dialect/Index/IR/IndexOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

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

/// A loop without an iteration takes no step.
static void guardStep(GuardBuilder &builder, Value hasIterations, Value step,
                      bool isUnsigned) {
  Value zero = createConstant(builder, step.getType(), APInt::getZero);
  Value isBad = builder.compare(
      isUnsigned ? CmpIPredicate::eq : CmpIPredicate::sle, step, zero);
  builder.faultIf(builder.both(hasIterations, isBad), "step must be positive");
}

static void guardStep(GuardBuilder &builder, scf::ForOp loop) {
  const bool isUnsigned = loop.getUnsignedCmp();
  Value hasIterations =
      builder.compare(isUnsigned ? CmpIPredicate::ult : CmpIPredicate::slt,
                      loop.getLowerBound(), loop.getUpperBound());
  guardStep(builder, hasIterations, loop.getStep(), isUnsigned);
}

/// The loop is one inside another.
static void guardSteps(GuardBuilder &builder, scf::ParallelOp loop) {
  Value hasIterations;
  for (auto [lower, upper, step] : llvm::zip_equal(
           loop.getLowerBound(), loop.getUpperBound(), loop.getStep())) {
    Value isReached = builder.compare(CmpIPredicate::slt, lower, upper);
    hasIterations =
        hasIterations ? builder.both(hasIterations, isReached) : isReached;
    guardStep(builder, hasIterations, step, /*isUnsigned=*/false);
  }
}

/// A loop whose induction variable passes the largest number would go on with
/// what it wraps to, while the access unit counts iterations. That of narrower
/// types stays as it is.
static void guardInduction(GuardBuilder &builder, scf::ForOp loop) {
  Value lower = loop.getLowerBound(), upper = loop.getUpperBound();
  Value step = loop.getStep();
  Type type = step.getType();
  if (loop.getUnsignedCmp() || !(type.isIndex() || type.isInteger(64)) ||
      mlir::matchPattern(step, mlir::m_One()))
    return;
  Value one = createConstant(builder, type,
                             [](unsigned width) { return APInt(width, 1); });
  Value largest = createConstant(builder, type, APInt::getSignedMaxValue);
  // The last value is below the upper bound, which hardly ever is this large.
  Value room = builder.createOrFold<arith::SubIOp>(largest, step);
  Value mayOverflow = builder.both(
      builder.compare(CmpIPredicate::slt, lower, upper),
      builder.compare(CmpIPredicate::sgt,
                      builder.createOrFold<arith::SubIOp>(upper, one), room));
  builder.when(mayOverflow, [&] {
    Value distance = builder.createOrFold<arith::SubIOp>(
        builder.createOrFold<arith::SubIOp>(upper, lower), one);
    Value others = builder.createOrFold<arith::DivUIOp>(distance, step);
    Value last = builder.createOrFold<arith::AddIOp>(
        lower, builder.createOrFold<arith::MulIOp>(others, step));
    builder.faultIf(builder.compare(CmpIPredicate::sgt, last, room),
                    "induction variable overflows");
  });
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
        guardStep(builder, op);
        guardInduction(builder, op);
      })
      .Case([&](scf::ParallelOp op) { guardSteps(builder, op); });
}

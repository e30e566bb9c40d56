//===- ProgramElements.cpp - Computation of random programs ---------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the execute unit computes. Nothing here is poison, so that all builds
/// compute the same: shifts are by less than the width, floats are bounded
/// before they become integers, and no bits of a NaN are looked at.
///
//===----------------------------------------------------------------------===//

#include "ProgramBuilder.h"

#include "mlir/Dialect/Math/IR/Math.h"

namespace ember::fuzz {

namespace arith = mlir::arith;
namespace math = mlir::math;

Type ProgramBuilder::pickElementType() {
  return dice.chance(70) ? elementTypes.front()
                         : dice.pick(ArrayRef<Type>(elementTypes));
}

Value ProgramBuilder::constantElement(Type type) {
  if (isa<FloatType>(type))
    return arith::ConstantOp::create(
        builder,
        builder.getFloatAttr(
            type, dice.pick<double>({0.0, -0.0, -0.0, 1.0, 0.5, -2.0, 3.0})));
  return arith::ConstantOp::create(
      builder, builder.getIntegerAttr(type, dice.pick<int64_t>({0, 1, -1, 3})));
}

/// A value of this type, loaded or converted if there is none.
Value ProgramBuilder::pickElement(Scope &scope, Type type) {
  SmallVector<Value> fitting, others;
  for (Value value : scope.elements)
    (value.getType() == type ? fitting : others).push_back(value);
  if (!fitting.empty() && dice.chance(85))
    return dice.chance(60) ? fitting.back()
                           : dice.pick(ArrayRef<Value>(fitting));
  if (!others.empty() && dice.chance(40))
    return convertElement(dice.pick(ArrayRef<Value>(others)), type);
  if (dice.chance(15))
    return constantElement(type);
  Array model;
  model.type = getElementTypeOf(type);
  Value value = load(pickPlace(scope, model, /*wantsWritten=*/false));
  scope.elements.push_back(value);
  return value;
}

Value ProgramBuilder::combineFloats(Value a, Value b) {
  switch (dice.between(0, 10)) {
  case 0:
  case 1:
  case 2:
    return arith::AddFOp::create(builder, a, b);
  case 3:
    return arith::SubFOp::create(builder, a, b);
  case 4:
  case 5:
    return arith::MulFOp::create(builder, a, b);
  case 6:
    return arith::DivFOp::create(builder, a, b);
  case 7:
    return arith::MaximumFOp::create(builder, a, b);
  case 8:
    return arith::MinimumFOp::create(builder, a, b);
  case 9:
    return arith::MaxNumFOp::create(builder, a, b);
  default:
    return arith::MinNumFOp::create(builder, a, b);
  }
}

Value ProgramBuilder::combineIntegers(Value a, Value b) {
  Type type = a.getType();
  const unsigned width = type.getIntOrFloatBitWidth();
  switch (dice.between(0, 13)) {
  case 0:
  case 1:
  case 2:
    return arith::AddIOp::create(builder, a, b);
  case 3:
    return arith::SubIOp::create(builder, a, b);
  case 4:
    return arith::MulIOp::create(builder, a, b);
  case 5:
    return arith::XOrIOp::create(builder, a, b);
  case 6:
    return arith::OrIOp::create(builder, a, b);
  case 7:
    return arith::MaxSIOp::create(builder, a, b);
  case 8:
    return arith::MinUIOp::create(builder, a, b);
  case 9: {
    Value amount = arith::ConstantOp::create(
        builder, builder.getIntegerAttr(type, dice.between(0, width - 1)));
    return dice.chance(50)
               ? arith::ShRSIOp::create(builder, a, amount).getResult()
               : arith::ShLIOp::create(builder, a, amount).getResult();
  }
  case 10:
  case 11: {
    // An odd number is not zero; other divisors may be, which is a fault.
    Value one =
        arith::ConstantOp::create(builder, builder.getIntegerAttr(type, 1));
    Value divisor =
        dice.chance(97) ? arith::OrIOp::create(builder, b, one).getResult() : b;
    switch (dice.between(0, 3)) {
    case 0:
      return arith::DivUIOp::create(builder, a, divisor);
    case 1:
      return arith::RemUIOp::create(builder, a, divisor);
    case 2:
      // The least number divided by -1 is a fault, too.
      return arith::DivSIOp::create(builder, a, divisor);
    default:
      return arith::RemSIOp::create(builder, a, divisor);
    }
  }
  default:
    return arith::AndIOp::create(builder, a, b);
  }
}

Value ProgramBuilder::combineElements(Value a, Value b, Scope &scope) {
  if (dice.chance(8)) {
    Value condition = compareElements(scope);
    return arith::SelectOp::create(builder, condition, a, b);
  }
  if (isa<FloatType>(a.getType()) && dice.chance(6))
    return math::FmaOp::create(builder, a, b, pickElement(scope, a.getType()));
  return isa<FloatType>(a.getType()) ? combineFloats(a, b)
                                     : combineIntegers(a, b);
}

/// A function of one element.
Value ProgramBuilder::mapElement(Value a) {
  if (!isa<FloatType>(a.getType()))
    return dice.chance(50) ? math::AbsIOp::create(builder, a).getResult()
                           : math::CtPopOp::create(builder, a).getResult();
  switch (dice.between(0, 9)) {
  case 0:
    return math::AbsFOp::create(builder, a);
  case 1:
    return math::SqrtOp::create(builder, a);
  case 2:
    return math::ExpOp::create(builder, a);
  case 3:
    return math::TanhOp::create(builder, a);
  case 4:
    return math::FloorOp::create(builder, a);
  case 5:
    return math::LogOp::create(builder, a);
  case 6:
    return math::CeilOp::create(builder, a);
  case 7:
    return math::RsqrtOp::create(builder, a);
  default:
    return arith::NegFOp::create(builder, a);
  }
}

Value ProgramBuilder::convertElement(Value a, Type type) {
  Type from = a.getType();
  if (from == type)
    return a;
  const bool isSigned = dice.chance(60);
  if (isa<FloatType>(from) && isa<FloatType>(type)) {
    if (from.getIntOrFloatBitWidth() == type.getIntOrFloatBitWidth()) {
      Value wide = arith::ExtFOp::create(builder, builder.getF32Type(), a);
      return arith::TruncFOp::create(builder, type, wide);
    }
    if (from.getIntOrFloatBitWidth() < type.getIntOrFloatBitWidth())
      return arith::ExtFOp::create(builder, type, a);
    return arith::TruncFOp::create(builder, type, a);
  }
  if (isa<FloatType>(type))
    return isSigned ? arith::SIToFPOp::create(builder, type, a).getResult()
                    : arith::UIToFPOp::create(builder, type, a).getResult();
  if (isa<FloatType>(from)) {
    auto constant = [&](double number) {
      return arith::ConstantOp::create(builder,
                                       builder.getFloatAttr(from, number));
    };
    // NaN is not less than the bound.
    Value isSmall = arith::CmpFOp::create(
        builder, arith::CmpFPredicate::OLT,
        math::AbsFOp::create(builder, a).getResult(), constant(100));
    Value bounded = arith::SelectOp::create(builder, isSmall, a, constant(0));
    return arith::FPToSIOp::create(builder, type, bounded);
  }
  if (from.getIntOrFloatBitWidth() > type.getIntOrFloatBitWidth())
    return arith::TruncIOp::create(builder, type, a);
  return isSigned ? arith::ExtSIOp::create(builder, type, a).getResult()
                  : arith::ExtUIOp::create(builder, type, a).getResult();
}

/// A condition that the execute unit computes.
Value ProgramBuilder::compareElements(Scope &scope) {
  Type type = pickElementType();
  Value a = pickElement(scope, type), b = pickElement(scope, type);
  if (isa<FloatType>(type))
    return arith::CmpFOp::create(
        builder, static_cast<arith::CmpFPredicate>(dice.between(1, 14)), a, b);
  return arith::CmpIOp::create(
      builder, static_cast<arith::CmpIPredicate>(dice.between(0, 9)), a, b);
}

void ProgramBuilder::addComputation(Scope &scope) {
  Type type = pickElementType();
  Value a = pickElement(scope, type);
  Value result;
  if (dice.chance(15)) {
    result = mapElement(a);
  } else if (dice.chance(12)) {
    result = convertElement(a, pickElementType());
  } else if (dice.chance(6) && !scope.integers.empty()) {
    // An index as a number, such as a position.
    Value index = pickIndex(scope).value;
    Value integer =
        arith::IndexCastOp::create(builder, builder.getI32Type(), index);
    result = convertElement(integer, type);
  } else {
    result = combineElements(a, pickElement(scope, type), scope);
  }
  scope.elements.push_back(result);
}

} // namespace ember::fuzz

//===- FloatExtrema.cpp - Minima and maxima of floats -----------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FloatExtrema.h"
#include "SmallFloats.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"
#include <limits>

using namespace ember;
namespace arith = mlir::arith;
namespace vector = mlir::vector;

static Value select(ImplicitLocOpBuilder &b, Value condition, Value ifTrue,
                    Value ifFalse) {
  return arith::SelectOp::create(b, condition, ifTrue, ifFalse);
}

//===----------------------------------------------------------------------===//
// Small floats
//===----------------------------------------------------------------------===//

/// Exchanges the bits of small floats with numbers that are ordered as they
/// are: below zero, greater bits are smaller floats.
static Value flipNegative(ImplicitLocOpBuilder &b, Value bits) {
  Type type = bits.getType();
  Value sign = arith::ShRSIOp::create(b, bits, createBits(b, type, 15));
  Value mask = arith::AndIOp::create(b, sign, createBits(b, type, 0x7fff));
  return arith::XOrIOp::create(b, bits, mask);
}

/// Numbers that are ordered as `floats` are. NaN is at the end of them where it
/// wins, or loses against every number; the ends are themselves NaN.
static Value toOrder(ImplicitLocOpBuilder &b, Extremum kind, Value floats) {
  bool isBFloat16 = mlir::getElementTypeOrSelf(floats.getType()).isBF16();
  Value bits = toBits(b, floats);
  Type type = bits.getType();
  Value absolute = arith::AndIOp::create(b, bits, createBits(b, type, 0x7fff));
  Value infinity = createBits(b, type, isBFloat16 ? 0x7f80 : 0x7c00);
  Value isNaN =
      arith::CmpIOp::create(b, arith::CmpIPredicate::sgt, absolute, infinity);
  bool isGreatest = kind.isMax != kind.skipsNaN;
  Value end = createBits(b, type,
                         isGreatest ? std::numeric_limits<int16_t>::max()
                                    : std::numeric_limits<int16_t>::min());
  return select(b, isNaN, end, flipNegative(b, bits));
}

static Value fromOrder(ImplicitLocOpBuilder &b, Value number, Type type) {
  return fromBits(b, flipNegative(b, number), type);
}

static Value pick(ImplicitLocOpBuilder &b, Extremum kind, Value lhs,
                  Value rhs) {
  if (kind.isMax)
    return arith::MaxSIOp::create(b, lhs, rhs);
  return arith::MinSIOp::create(b, lhs, rhs);
}

//===----------------------------------------------------------------------===//
// f32 and f64
//===----------------------------------------------------------------------===//

static Value isNaN(ImplicitLocOpBuilder &b, Value value) {
  return arith::CmpFOp::create(b, arith::CmpFPredicate::UNO, value, value);
}

/// `minimumf` or `maximumf`.
static Value pickFloat(ImplicitLocOpBuilder &b, Extremum kind, Value lhs,
                       Value rhs) {
  if (kind.isMax)
    return arith::MaximumFOp::create(b, lhs, rhs);
  return arith::MinimumFOp::create(b, lhs, rhs);
}

static Value reduceFloats(ImplicitLocOpBuilder &b, Extremum kind, Value lanes) {
  auto reduction = kind.isMax ? vector::CombiningKind::MAXIMUMF
                              : vector::CombiningKind::MINIMUMF;
  if (!kind.skipsNaN)
    return vector::ReductionOp::create(b, reduction, lanes);

  Type type = lanes.getType();
  Type element = mlir::getElementTypeOrSelf(type);
  double infinity = std::numeric_limits<double>::infinity();
  Value neutral = createConstant(b, type, kind.isMax ? -infinity : infinity);
  Value missing = isNaN(b, lanes);
  Value result = vector::ReductionOp::create(
      b, reduction, select(b, missing, neutral, lanes));
  Value allMissing =
      vector::ReductionOp::create(b, vector::CombiningKind::AND, missing);
  Value nan =
      createConstant(b, element, std::numeric_limits<double>::quiet_NaN());
  return select(b, allMissing, nan, result);
}

//===----------------------------------------------------------------------===//
// Any floats
//===----------------------------------------------------------------------===//

Value ember::createExtremum(ImplicitLocOpBuilder &b, Extremum kind, Value lhs,
                            Value rhs) {
  if (isSmallFloat(lhs.getType()))
    return fromOrder(
        b, pick(b, kind, toOrder(b, kind, lhs), toOrder(b, kind, rhs)),
        lhs.getType());
  if (!kind.skipsNaN)
    return pickFloat(b, kind, lhs, rhs);
  return pickFloat(b, kind, select(b, isNaN(b, lhs), rhs, lhs),
                   select(b, isNaN(b, rhs), lhs, rhs));
}

Value ember::createExtremumReduction(ImplicitLocOpBuilder &b, Extremum kind,
                                     Value lanes, Value acc) {
  Type element = mlir::getElementTypeOrSelf(lanes.getType());
  if (!isSmallFloat(element)) {
    Value result = reduceFloats(b, kind, lanes);
    return acc ? createExtremum(b, kind, result, acc) : result;
  }
  Value result = vector::ReductionOp::create(
      b,
      kind.isMax ? vector::CombiningKind::MAXSI : vector::CombiningKind::MINSI,
      toOrder(b, kind, lanes));
  if (acc)
    result = pick(b, kind, result, toOrder(b, kind, acc));
  return fromOrder(b, result, element);
}

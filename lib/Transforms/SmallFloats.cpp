//===- SmallFloats.cpp - Arithmetic for f16 and bf16 ------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SmallFloats.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/TypeUtilities.h"

using namespace ember;
namespace arith = mlir::arith;
namespace math = mlir::math;

//===----------------------------------------------------------------------===//
// Types and constants
//===----------------------------------------------------------------------===//

Type ember::withElementType(Type shaped, Type element) {
  if (auto vector = dyn_cast<VectorType>(shaped))
    return vector.clone(element);
  return element;
}

static Value createConstant(ImplicitLocOpBuilder &b, Type type,
                            TypedAttr value) {
  if (auto vector = dyn_cast<VectorType>(type))
    value = mlir::SplatElementsAttr::get(vector, Attribute(value));
  return arith::ConstantOp::create(b, value);
}

Value ember::createConstant(ImplicitLocOpBuilder &b, Type type, double value) {
  return ::createConstant(
      b, type, b.getFloatAttr(mlir::getElementTypeOrSelf(type), value));
}

Value ember::createBits(ImplicitLocOpBuilder &b, Type type, int64_t bits) {
  return ::createConstant(
      b, type, b.getIntegerAttr(mlir::getElementTypeOrSelf(type), bits));
}

bool ember::isSmallFloat(Type type) {
  if (auto vector = dyn_cast<VectorType>(type))
    type = vector.getElementType();
  return isa<mlir::Float16Type, mlir::BFloat16Type>(type);
}

static bool isBFloat16(Type type) {
  return isa<mlir::BFloat16Type>(mlir::getElementTypeOrSelf(type));
}

//===----------------------------------------------------------------------===//
// Bits
//===----------------------------------------------------------------------===//

namespace {

/// Integers of one type with operators, which create ops. A number on the right
/// stands for itself in all lanes.
class Bits {
public:
  Bits(ImplicitLocOpBuilder &builder, Value value)
      : builder(&builder), value(value) {}

  operator Value() const { return value; }

  Bits operator+(Bits rhs) const { return make<arith::AddIOp>(rhs); }
  Bits operator-(Bits rhs) const { return make<arith::SubIOp>(rhs); }
  Bits operator&(Bits rhs) const { return make<arith::AndIOp>(rhs); }
  Bits operator|(Bits rhs) const { return make<arith::OrIOp>(rhs); }
  Bits operator+(int64_t rhs) const { return *this + number(rhs); }
  Bits operator-(int64_t rhs) const { return *this - number(rhs); }
  Bits operator&(int64_t rhs) const { return *this & number(rhs); }
  Bits operator|(int64_t rhs) const { return *this | number(rhs); }
  Bits operator<<(int64_t rhs) const {
    return make<arith::ShLIOp>(number(rhs));
  }
  /// Zeros come in from the left.
  Bits operator>>(int64_t rhs) const {
    return make<arith::ShRUIOp>(number(rhs));
  }

  /// The smaller of two signed numbers.
  Bits min(int64_t rhs) const { return make<arith::MinSIOp>(number(rhs)); }

  Value compare(arith::CmpIPredicate predicate, int64_t rhs) const {
    return arith::CmpIOp::create(*builder, predicate, value, number(rhs));
  }

  /// These bits where `condition` holds, elsewhere `other`.
  Bits where(Value condition, Bits other) const {
    return {*builder,
            arith::SelectOp::create(*builder, condition, value, other)};
  }

  Bits number(int64_t bits) const {
    return {*builder, createBits(*builder, value.getType(), bits)};
  }

  Bits truncate(unsigned width) const {
    return {*builder, arith::TruncIOp::create(*builder, ofWidth(width), value)};
  }
  Bits zeroExtend(unsigned width) const {
    return {*builder, arith::ExtUIOp::create(*builder, ofWidth(width), value)};
  }

  /// The floats with these bits.
  Value as(FloatType type) const {
    return arith::BitcastOp::create(
        *builder, withElementType(value.getType(), type), value);
  }

private:
  template <typename Op> Bits make(Value rhs) const {
    return {*builder, Op::create(*builder, value, rhs)};
  }
  Type ofWidth(unsigned width) const {
    return withElementType(value.getType(), builder->getIntegerType(width));
  }

  ImplicitLocOpBuilder *builder;
  Value value;
};

} // namespace

static Bits bitsOf(ImplicitLocOpBuilder &b, Value floats) {
  Type type = floats.getType();
  unsigned width = mlir::getElementTypeOrSelf(type).getIntOrFloatBitWidth();
  return {b, arith::BitcastOp::create(
                 b, withElementType(type, b.getIntegerType(width)), floats)};
}

Value ember::toBits(ImplicitLocOpBuilder &b, Value floats) {
  return bitsOf(b, floats);
}

Value ember::fromBits(ImplicitLocOpBuilder &b, Value bits, Type type) {
  return arith::BitcastOp::create(b, type, bits);
}

static Value compare(ImplicitLocOpBuilder &b, arith::CmpFPredicate predicate,
                     Value lhs, Value rhs) {
  return arith::CmpFOp::create(b, predicate, lhs, rhs);
}

static Value isNaN(ImplicitLocOpBuilder &b, Value value) {
  return compare(b, arith::CmpFPredicate::UNO, value, value);
}

//===----------------------------------------------------------------------===//
// The layouts of f32 and f16
//===----------------------------------------------------------------------===//

/// Bits of the mantissa that f32 has and f16 has not.
static constexpr int64_t shift16 = 23 - 10;
/// What an exponent of f32 is larger by.
static constexpr int64_t rebias16 = int64_t{127 - 15} << 23;
/// The smallest normal f16, 2^-14, as f32.
static constexpr int64_t normal16 = int64_t{127 - 14} << 23;
/// 2^16, the first power of two that is not an f16, as f32.
static constexpr int64_t infinite16 = int64_t{127 + 16} << 23;
/// 0.5 as f32: its last bit is worth as much as that of a denormal f16.
static constexpr int64_t half32 = int64_t{127 - 1} << 23;

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

static Value extendF16(ImplicitLocOpBuilder &b, Bits bits) {
  FloatType f32 = b.getF32Type();
  Bits sign = (bits & 0x8000) << 16;
  Bits absolute = bits & 0x7fff;
  Bits scaled = absolute << shift16;
  Bits normal = scaled + rebias16;
  Bits special = normal + rebias16;
  // A denormal m * 2^-24 is the mantissa of 2^-14 + m * 2^-24, and the
  // difference of these two normal numbers is exact.
  Value mantissa = (scaled + normal16).as(f32);
  Value difference = arith::SubFOp::create(
      b, mantissa, createConstant(b, mantissa.getType(), 0x1p-14));
  Bits denormal = bitsOf(b, difference);
  Value isDenormal = absolute.compare(arith::CmpIPredicate::slt, 0x400);
  Value isSpecial = absolute.compare(arith::CmpIPredicate::sge, 0x7c00);
  Bits finite = denormal.where(isDenormal, normal);
  return (special.where(isSpecial, finite) | sign).as(f32);
}

Value ember::extendSmallFloat(ImplicitLocOpBuilder &b, Value value) {
  Bits bits = bitsOf(b, value).zeroExtend(32);
  if (isBFloat16(value.getType()))
    return (bits << 16).as(b.getF32Type());
  return extendF16(b, bits);
}

/// The 16 bits of f32 rounded to bf16, in 32. A carry out of the mantissa
/// leads to the next exponent, and in the end to infinity.
static Bits roundF32ToBF16(ImplicitLocOpBuilder &b, Value value) {
  Bits bits = bitsOf(b, value);
  Bits odd = (bits >> 16) & 1;
  Bits rounded = (bits + odd + 0x7fff) >> 16;
  Bits quiet = (bits >> 16) | 0x40;
  return quiet.where(isNaN(b, value), rounded);
}

/// The 16 bits of f32 rounded to f16, in 32.
static Bits roundF32ToF16(ImplicitLocOpBuilder &b, Value value) {
  Bits bits = bitsOf(b, value);
  Bits sign = (bits >> 16) & 0x8000;
  Bits absolute = bits & 0x7fffffff;
  Bits clamped = absolute.min(infinite16);
  Bits odd = (clamped >> shift16) & 1;
  Bits normal =
      (clamped + odd + ((int64_t{1} << (shift16 - 1)) - 1 - rebias16)) >>
      shift16;
  // The sum with 0.5 rounds where a denormal f16 has its last bit.
  Value sum = arith::AddFOp::create(b, absolute.as(b.getF32Type()),
                                    createConstant(b, value.getType(), 0.5));
  Bits denormal = bitsOf(b, sum) - half32;
  Value isDenormal = absolute.compare(arith::CmpIPredicate::slt, normal16);
  Bits finite = denormal.where(isDenormal, normal);
  return bits.number(0x7e00).where(isNaN(b, value), finite) | sign;
}

/// Rounds f64 to f32 such that rounding the result to a small float is as good
/// as rounding `value`: what f32 does not hold is rounded towards zero, and
/// then the last bit of the mantissa set ("round to odd").
static Value roundF64ToOddF32(ImplicitLocOpBuilder &b, Value value) {
  Type f64 = value.getType();
  Type f32 = withElementType(f64, b.getF32Type());
  Value nearest = arith::TruncFOp::create(b, f32, value);
  Value back = arith::ExtFOp::create(b, f64, nearest);
  Bits isInexact{b, compare(b, arith::CmpFPredicate::ONE, back, value)};
  Bits isLarger{b, compare(b, arith::CmpFPredicate::OGT,
                           math::AbsFOp::create(b, back),
                           math::AbsFOp::create(b, value))};
  Bits bits = bitsOf(b, nearest) - isLarger.zeroExtend(32);
  return (bits | isInexact.zeroExtend(32)).as(b.getF32Type());
}

Value ember::roundToSmallFloat(ImplicitLocOpBuilder &b, Value value,
                               Type type) {
  if (mlir::getElementTypeOrSelf(value.getType()).isF64())
    value = roundF64ToOddF32(b, value);
  Bits bits =
      isBFloat16(type) ? roundF32ToBF16(b, value) : roundF32ToF16(b, value);
  return fromBits(b, bits.truncate(16), type);
}

/// Rounds integers of 64 bits to odd multiples of 2^11 if f64 does not hold
/// them: what is left has 53 bits.
static Bits roundToOddF64(Bits bits, bool isSigned) {
  constexpr int64_t exact = int64_t{1} << 53;
  constexpr int64_t dropped = (int64_t{1} << 11) - 1;
  Bits offset = isSigned ? bits + exact : bits;
  Value isExact =
      offset.compare(arith::CmpIPredicate::ule, isSigned ? 2 * exact : exact);
  Bits sticky = ((bits & dropped) + dropped) & (dropped + 1);
  return bits.where(isExact, (bits & ~dropped) | sticky);
}

Value ember::roundToSmallFloat(ImplicitLocOpBuilder &b, Value integers,
                               bool isSigned, Type type) {
  Type integer = integers.getType();
  unsigned width = mlir::getElementTypeOrSelf(integer).getIntOrFloatBitWidth();
  assert(width <= 64 && "wider than f64 can stand in for");
  if (width > 53) {
    Type i64 = withElementType(integer, b.getI64Type());
    if (width < 64)
      integers = isSigned ? Value(arith::ExtSIOp::create(b, i64, integers))
                          : Value(arith::ExtUIOp::create(b, i64, integers));
    integers = roundToOddF64({b, integers}, isSigned);
  }
  FloatType element = width <= 24 ? FloatType(b.getF32Type()) : b.getF64Type();
  Type wide = withElementType(integer, element);
  Value value = isSigned ? Value(arith::SIToFPOp::create(b, wide, integers))
                         : Value(arith::UIToFPOp::create(b, wide, integers));
  return roundToSmallFloat(b, value, type);
}

//===----------------------------------------------------------------------===//
// Fused multiply-add
//===----------------------------------------------------------------------===//

/// Adds f64, rounded to odd. The error of the rounded sum is computed exactly,
/// by Knuth's algorithm.
static Value addToOdd(ImplicitLocOpBuilder &b, Value lhs, Value rhs) {
  auto add = [&](Value lhs, Value rhs) -> Value {
    return arith::AddFOp::create(b, lhs, rhs);
  };
  auto subtract = [&](Value lhs, Value rhs) -> Value {
    return arith::SubFOp::create(b, lhs, rhs);
  };
  Value sum = add(lhs, rhs);
  Value right = subtract(sum, lhs);
  Value error = add(subtract(lhs, subtract(sum, right)), subtract(rhs, right));

  Value zero = createConstant(b, sum.getType(), 0);
  auto isNegative = [&](Value value) {
    return compare(b, arith::CmpFPredicate::OLT, value, zero);
  };
  Bits isInexact{b, compare(b, arith::CmpFPredicate::ONE, error, zero)};
  Bits isOpposite{b,
                  arith::XOrIOp::create(b, isNegative(sum), isNegative(error))};
  Bits isLarger = isInexact & isOpposite;
  Bits bits = bitsOf(b, sum) - isLarger.zeroExtend(64);
  return (bits | isInexact.zeroExtend(64)).as(b.getF64Type());
}

Value ember::createSmallFMA(ImplicitLocOpBuilder &b, Value lhs, Value rhs,
                            Value acc) {
  // The product of two mantissas of up to 11 bits is exact in f64, and its
  // exponent in range.
  auto widen = [&](Value value) -> Value {
    return arith::ExtFOp::create(
        b, withElementType(value.getType(), b.getF64Type()),
        extendSmallFloat(b, value));
  };
  Value product = arith::MulFOp::create(b, widen(lhs), widen(rhs));
  return roundToSmallFloat(b, addToOdd(b, product, widen(acc)), acc.getType());
}

//===- ProgramIntegers.cpp - Index arithmetic of random programs ----------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramBuilder.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"

namespace ember::fuzz {

namespace arith = mlir::arith;

/// Numbers stay in this range, so that arrays stay small.
static constexpr int64_t largest = 400;

static bool isInRange(int64_t low, int64_t high) {
  return -largest <= low && low <= high && high <= largest;
}

Integer ProgramBuilder::constantIndex(int64_t number) {
  return {arith::ConstantIndexOp::create(builder, number), number, number};
}

/// A number that is known before the run, as a constant or an argument.
Integer ProgramBuilder::hostInteger(int64_t number, bool allowOtherTypes) {
  if (dice.chance(50))
    return constantIndex(number);
  Type type = builder.getIndexType();
  if (allowOtherTypes && dice.chance(40))
    type = builder.getIntegerType(dice.pick<unsigned>({64, 32, 16}));
  Value value = arrays.addScalar(type, std::to_string(number));
  return castToIndex({value, number, number});
}

Integer ProgramBuilder::castUnlessIndex(const Integer &integer) {
  return integer.value.getType().isIndex() ? integer : castToIndex(integer);
}

/// Casts to `index`, in one step or by way of a wider integer.
Integer ProgramBuilder::castToIndex(const Integer &integer) {
  Value value = integer.value;
  const bool isUnsigned =
      integer.isUnsigned || (integer.low >= 0 && dice.chance(30));
  if (value.getType().isIndex())
    return integer;
  if (value.getType().getIntOrFloatBitWidth() < 64 && dice.chance(30)) {
    Type wide = builder.getI64Type();
    value = isUnsigned
                ? arith::ExtUIOp::create(builder, wide, value).getResult()
                : arith::ExtSIOp::create(builder, wide, value).getResult();
  }
  Type index = builder.getIndexType();
  value = isUnsigned
              ? arith::IndexCastUIOp::create(builder, index, value).getResult()
              : arith::IndexCastOp::create(builder, index, value).getResult();
  return {value, integer.low, integer.high};
}

/// A random operation of two indices, or nothing if its result may be large.
std::optional<Integer> ProgramBuilder::combine(const Integer &a,
                                               const Integer &b) {
  auto make = [&](auto op, int64_t low,
                  int64_t high) -> std::optional<Integer> {
    if (!isInRange(low, high))
      return std::nullopt;
    return Integer{decltype(op)::create(builder, a.value, b.value).getResult(),
                   low, high};
  };
  switch (dice.between(0, 11)) {
  case 0:
  case 1:
    return make(arith::AddIOp(), a.low + b.low, a.high + b.high);
  case 2:
    return make(arith::SubIOp(), a.low - b.high, a.high - b.low);
  case 3: {
    auto [low, high] = std::minmax(
        {a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high});
    return make(arith::MulIOp(), low, high);
  }
  case 4:
    return make(arith::MinSIOp(), std::min(a.low, b.low),
                std::min(a.high, b.high));
  case 5:
    return make(arith::MaxSIOp(), std::max(a.low, b.low),
                std::max(a.high, b.high));
  case 6:
    if (a.low < 0 || b.low < 0)
      return std::nullopt;
    return make(arith::MinUIOp(), std::min(a.low, b.low),
                std::min(a.high, b.high));
  case 7: // A divisor that may be zero is a fault, in both programs.
    if (a.low < 0 || b.low < 0 || b.high < 1 || (b.low == 0 && dice.chance(90)))
      return std::nullopt;
    return make(arith::RemUIOp(), 0, std::min(a.high, b.high - 1));
  case 8:
    if (b.low < 0 || b.high < 1 || (b.low == 0 && dice.chance(90)))
      return std::nullopt;
    return make(arith::DivSIOp(), std::min<int64_t>(a.low, 0),
                std::max<int64_t>(a.high, 0));
  case 9:
    if (b.low < 0 || b.high < 1 || (b.low == 0 && dice.chance(90)))
      return std::nullopt;
    return make(arith::FloorDivSIOp(), std::min<int64_t>(a.low, 0),
                std::max<int64_t>(a.high, 0));
  case 10:
    if (a.low < 0 || b.low < 0)
      return std::nullopt;
    return make(arith::AndIOp(), 0, std::min(a.high, b.high));
  default: {
    auto predicate = static_cast<arith::CmpIPredicate>(dice.between(0, 9));
    Value condition =
        arith::CmpIOp::create(builder, predicate, a.value, b.value);
    Value value = arith::SelectOp::create(builder, condition, b.value, a.value);
    return Integer{value, std::min(a.low, b.low), std::max(a.high, b.high)};
  }
  }
}

/// An index of the scope, the innermost ones preferred.
Integer ProgramBuilder::pickIndex(const Scope &scope) {
  if (scope.integers.empty() || dice.chance(6))
    return constantIndex(dice.between(0, 3));
  const size_t count = scope.integers.size();
  size_t position = dice.between(0, count - 1);
  if (dice.chance(50))
    position = std::max<size_t>(position, dice.between(0, count - 1));
  return castUnlessIndex(scope.integers[position]);
}

/// An index of `[0, size)`: the given one if it is, else made to fit.
Integer ProgramBuilder::limit(const Integer &index, int64_t size) {
  if (index.low >= 0 && index.high < size)
    return index;
  const Integer bound = hostInteger(size, /*allowOtherTypes=*/false);
  // Negative indices count from the end.
  if (index.low < 0 && index.low >= -size && index.high < size) {
    Value zero = constantIndex(0).value;
    Value isNegative = arith::CmpIOp::create(builder, arith::CmpIPredicate::slt,
                                             index.value, zero);
    Value wrapped = arith::AddIOp::create(builder, index.value, bound.value);
    return {arith::SelectOp::create(builder, isNegative, wrapped, index.value),
            0, size - 1};
  }
  if (dice.chance(50))
    return {arith::RemUIOp::create(builder, index.value, bound.value), 0,
            size - 1};
  Value last = constantIndex(size - 1).value;
  Value value = arith::MinSIOp::create(builder, index.value, last);
  if (index.low < 0)
    value = arith::MaxSIOp::create(builder, value, constantIndex(0).value);
  return {value, 0, size - 1};
}

/// A condition that the access unit can compute, if it can compute all
/// integers of the scope.
Value ProgramBuilder::compareIntegers(const Scope &scope) {
  Integer a = pickIndex(scope);
  Integer b = dice.chance(50)
                  ? pickIndex(scope)
                  : constantIndex(dice.between(
                        a.low, std::max(a.low, std::min(a.high, largest))));
  auto predicate = static_cast<arith::CmpIPredicate>(dice.between(0, 9));
  return arith::CmpIOp::create(builder, predicate, a.value, b.value);
}

/// A condition on an index, and the index as it is where that holds: not the
/// one that stands for nothing, or one that an array has, or a divisor.
std::pair<Value, Integer> ProgramBuilder::compareToNarrow(const Scope &scope) {
  const Integer index = pickIndex(scope);
  auto compare = [&](arith::CmpIPredicate predicate, int64_t bound) -> Value {
    return arith::CmpIOp::create(builder, predicate, index.value,
                                 constantIndex(bound).value);
  };
  if (index.low < 0 && index.high >= 0 && dice.chance(60))
    return {compare(arith::CmpIPredicate::sge, 0),
            {index.value, 0, index.high}};
  if (index.low == 0 && index.high >= 1 && dice.chance(50))
    return {compare(dice.chance(50) ? arith::CmpIPredicate::ne
                                    : arith::CmpIPredicate::sgt,
                    0),
            {index.value, 1, index.high}};
  const int64_t bound = dice.between(1, std::max<int64_t>(index.high, 1));
  return {compare(arith::CmpIPredicate::ult, bound),
          {index.value, 0, bound - 1}};
}

void ProgramBuilder::addArithmetic(Scope &scope) {
  Integer a = pickIndex(scope);
  Integer b =
      dice.chance(50) ? pickIndex(scope) : constantIndex(dice.between(0, 7));
  if (std::optional<Integer> result = combine(a, b))
    scope.integers.push_back(*result);
}

void ProgramBuilder::addAssert(Scope &scope) {
  Integer index = pickIndex(scope);
  Integer bound = hostInteger(index.high + (dice.chance(2) ? 0 : 1));
  Value condition = arith::CmpIOp::create(builder, arith::CmpIPredicate::slt,
                                          index.value, bound.value);
  mlir::cf::AssertOp::create(builder, condition, "index is too large");
}

/// Loads an integer that may be an index or a bound.
void ProgramBuilder::addIntegerLoad(Scope &scope) {
  Array model;
  model.type = dice.pick({ElementType::Index, ElementType::Index,
                          ElementType::I64, ElementType::I32, ElementType::I32,
                          ElementType::I16, ElementType::I8});
  model.purpose = Purpose::Indices;
  model.isUnsigned = model.type != ElementType::Index && dice.chance(25);
  model.high = dice.pick<int64_t>({0, 1, 3, 7, 15, 40, 100});
  if (model.isUnsigned && model.type == ElementType::I8)
    model.high = 200;
  if (!model.isUnsigned && dice.chance(10))
    model.low = dice.between(-4, 0);
  Place place = pickPlace(scope, model, /*wantsWritten=*/false);
  const Array &array = arrays[place.array];
  Integer loaded{load(place), array.low, array.high, array.isUnsigned};
  if (dice.chance(70))
    loaded = castUnlessIndex(loaded);
  scope.integers.push_back(loaded);
}

} // namespace ember::fuzz

//===- ProgramRows.cpp - Rows that several loops read ---------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Loops side by side in one loop that read the same rows, as a softmax and a
/// normalisation do: first a maximum, a sum or a product with another row, then
/// what is computed of it and of the row once more.
///
//===----------------------------------------------------------------------===//

#include "ProgramBuilder.h"

namespace ember::fuzz {

namespace arith = mlir::arith;
namespace scf = mlir::scf;

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

/// An index of the scope in front of the last one; takes from the elements
/// that the array may still have.
Integer ProgramBuilder::pickLeadingIndex(const Scope &scope,
                                         int64_t &elementsLeft) {
  Integer index = pickIndex(scope);
  index = limit(index, std::clamp<int64_t>(index.high + 1, 1, elementsLeft));
  elementsLeft /= index.high + 1;
  return index;
}

/// An argument like the model with at least these sizes that is only read.
unsigned ProgramBuilder::pickRowArray(const Array &model,
                                      ArrayRef<int64_t> sizes) {
  for (unsigned i = 0; i < arrays.size(); ++i) {
    const Array &array = arrays[i];
    if (array.isArgument && !array.isWritten && array.type == model.type &&
        array.purpose == model.purpose && array.low >= model.low &&
        array.high <= model.high && dice.chance(40) && arrays.reach(i, sizes))
      return i;
  }
  return arrays.addArgument(model, sizes);
}

ProgramBuilder::Row ProgramBuilder::pickRow(Scope &scope, const Range &range) {
  Row row;
  if (range.low < 0 || dice.chance(8))
    row.offset = dice.between(0, 3) - std::min<int64_t>(range.low, 0);
  // Where the row is not read it may have ended, or there may be none.
  int64_t end = range.high + 1;
  std::optional<Integer> narrowed;
  if (dice.chance(12)) {
    std::tie(row.condition, narrowed) = compareToNarrow(scope);
  } else if (dice.chance(7)) {
    end = std::min(end, range.low + dice.between(0, 9));
    row.condition = hostInteger(end, /*allowOtherTypes=*/false).value;
  } else if (dice.chance(7)) {
    row.condition = compareIntegers(scope);
  }
  const int64_t length = std::max<int64_t>(end + row.offset, 1);
  int64_t elementsLeft = std::max<int64_t>(largestArray / length, 1);

  Array model;
  model.type = getElementTypeOf(pickElementType());
  SmallVector<int64_t> sizes;
  for (size_t i = 0, e = dice.weighted({20, 70, 10}); i < e; ++i) {
    Integer index;
    if (i == 0 && narrowed && narrowed->high < elementsLeft) {
      index = *narrowed;
      elementsLeft /= index.high + 1;
    } else {
      index = pickLeadingIndex(scope, elementsLeft);
    }
    row.leading.push_back(index.value);
    sizes.push_back(index.high + 1);
  }
  // Front ends leave loads in a loop that give the same in each iteration.
  row.isElement = !row.leading.empty() && dice.chance(15);
  if (row.isElement) {
    row.array = pickRowArray(model, sizes);
    return row;
  }
  sizes.push_back(length);
  if (dice.chance(20)) {
    // The last index is loaded, from a row of indices.
    Array indices;
    indices.purpose = Purpose::Indices;
    indices.type = dice.pick({ElementType::Index, ElementType::I32});
    indices.high = std::min<int64_t>(dice.pick<int64_t>({1, 7, 40}),
                                     std::max<int64_t>(elementsLeft - 1, 0));
    row.indices = Place{pickRowArray(indices, length), {}};
    sizes.back() = indices.high + 1;
  }
  row.array = pickRowArray(model, sizes);
  return row;
}

/// Loads in an iteration. Each call writes the same ops.
Value ProgramBuilder::loadFromRow(const Row &row, Value variable) {
  if (row.isElement)
    return load({row.array, row.leading});
  Value last = variable;
  if (row.offset != 0)
    last =
        arith::AddIOp::create(builder, last, constantIndex(row.offset).value);
  if (row.indices) {
    Place place = *row.indices;
    place.indices.push_back(last);
    last = load(place);
    if (!last.getType().isIndex())
      last = arith::IndexCastOp::create(builder, builder.getIndexType(), last);
  }
  Place place{row.array, row.leading};
  place.indices.push_back(last);
  return load(place);
}

/// The element of an iteration, or zero where the row is not read.
Value ProgramBuilder::readRow(const Row &row, Value variable) {
  if (!row.condition)
    return loadFromRow(row, variable);
  Value condition = row.condition;
  if (condition.getType().isIndex())
    condition = arith::CmpIOp::create(builder, arith::CmpIPredicate::slt,
                                      variable, condition);
  Type type =
      cast<MemRefType>(arrays[row.array].value.getType()).getElementType();
  auto op = scf::IfOp::create(builder, TypeRange(type), condition,
                              /*addThenBlock=*/true, /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(op.thenBlock());
  scf::YieldOp::create(builder, loadFromRow(row, variable));
  builder.setInsertionPointToStart(op.elseBlock());
  Value zero = arith::ConstantOp::create(builder, builder.getZeroAttr(type));
  scf::YieldOp::create(builder, zero);
  return op.getResult(0);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// A sum, a maximum or a product of rows, for what comes after the loop.
void ProgramBuilder::addRowReduction(Scope &scope, const Range &range,
                                     ArrayRef<Row> rows) {
  Type type = cast<MemRefType>(arrays[rows.front().array].value.getType())
                  .getElementType();
  Value initial =
      dice.chance(60) ? constantElement(type) : pickElement(scope, type);
  auto loop = scf::ForOp::create(builder, range.lower, range.upper, range.step,
                                 initial);
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(loop.getBody());
    Scope inner = enterLoop(scope, range, loop.getInductionVar());
    SmallVector<Value> factors;
    for (const Row &row : rows)
      factors.push_back(readRow(row, loop.getInductionVar()));
    llvm::append_range(inner.elements, factors);
    Value term = factors.front();
    for (Value factor : ArrayRef(factors).drop_front()) {
      factor = convertElement(factor, type);
      if (dice.chance(30))
        term = combineElements(term, factor, inner);
      else if (isa<FloatType>(type))
        term = arith::MulFOp::create(builder, term, factor);
      else
        term = arith::MulIOp::create(builder, term, factor);
    }
    inner.elements.push_back(term);
    if (dice.chance(20))
      addComputation(inner);
    if (dice.chance(20))
      term = pickElement(inner, type);
    Value carried = loop.getRegionIterArg(0);
    Value next;
    if (dice.chance(40))
      next = combineElements(carried, term, inner);
    else if (isa<FloatType>(type))
      next =
          dice.chance(70)
              ? arith::AddFOp::create(builder, carried, term).getResult()
              : arith::MaximumFOp::create(builder, carried, term).getResult();
    else
      next = arith::AddIOp::create(builder, carried, term);
    if (dice.chance(12)) {
      inner.elements.push_back(next);
      addStore(inner);
    }
    scf::YieldOp::create(builder, next);
  }
  scope.elements.push_back(loop.getResult(0));
}

/// Rows that are added to others, or become others.
void ProgramBuilder::addRowUpdate(Scope &scope, const Range &range,
                                  ArrayRef<Row> rows) {
  auto loop = scf::ForOp::create(builder, range.lower, range.upper, range.step);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  Scope inner = enterLoop(scope, range, loop.getInductionVar());
  for (const Row &row : rows)
    inner.elements.push_back(readRow(row, loop.getInductionVar()));
  Value element = inner.elements.back();
  // With what the loops before have computed.
  if (!scope.elements.empty() && dice.chance(75)) {
    Value factor = convertElement(scope.elements.back(), element.getType());
    inner.elements.push_back(combineElements(element, factor, inner));
  }
  if (dice.chance(25))
    addComputation(inner);
  dice.chance(60) ? addUpdate(inner) : addStore(inner);
}

/// A part of the range, in bounds wherever the range is.
Range ProgramBuilder::narrow(const Range &range) {
  Range result = range;
  if (range.high < range.low)
    return result;
  if (dice.chance(50))
    result.lower = constantIndex(dice.between(range.low, range.high)).value;
  else
    result.step = constantIndex(dice.between(1, 3)).value;
  return result;
}

void ProgramBuilder::addRowLoops(Scope &scope) {
  const int64_t maxTrips = mostTrips / scope.trips / 2;
  if (scope.depth == 0 || maxTrips < 2)
    return;
  if (dice.chance(50))
    addIntegerLoad(scope);
  const Range range = pickRange(scope, maxTrips);
  scope.ranges.push_back(range);
  SmallVector<Row> rows;
  for (int64_t i = 0, e = dice.weighted({0, 60, 30, 10}); i < e; ++i)
    rows.push_back(pickRow(scope, range));

  // Sometimes all of it happens under a condition.
  std::optional<OpBuilder::InsertionGuard> guard;
  Scope inner = scope;
  if (dice.chance(8)) {
    auto op = scf::IfOp::create(builder, compareIntegers(scope),
                                /*withElseRegion=*/false);
    guard.emplace(builder);
    builder.setInsertionPointToStart(op.thenBlock());
  }
  for (int64_t i = 0, e = dice.chance(70) ? 2 : 3; i < e; ++i) {
    --fuel;
    if (i > 0)
      addStatements(inner, dice.pick({0, 0, 1, 1, 2}));
    // Other bounds, and fewer rows, make loops that are almost alike.
    const Range own = i > 0 && dice.chance(12) ? narrow(range) : range;
    ArrayRef<Row> read = rows;
    if (rows.size() > 1 && dice.chance(35))
      read = read.drop_back(dice.between(1, rows.size() - 1));
    const bool isLast = i + 1 == e;
    dice.chance(isLast ? 25 : 75) ? addRowReduction(inner, own, read)
                                  : addRowUpdate(inner, own, read);
  }
  if (!guard)
    scope = inner;
  else if (inner.elements.size() > scope.elements.size() && dice.chance(80))
    addStore(inner);
}

} // namespace ember::fuzz

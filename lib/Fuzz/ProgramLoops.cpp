//===- ProgramLoops.cpp - Loops and conditions of random programs ---------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramBuilder.h"

namespace ember::fuzz {

namespace arith = mlir::arith;
namespace memref = mlir::memref;
namespace scf = mlir::scf;

/// Loops around a place, at most.
static constexpr unsigned deepest = 5;

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

/// Bounds that are known before the nest.
Range ProgramBuilder::hostRange(int64_t maxTrips) {
  int64_t low = dice.chance(70) ? 0 : dice.between(-2, 5);
  int64_t step = dice.chance(75) ? 1 : dice.between(2, 4);
  int64_t trips = dice.chance(55)
                      ? dice.between(0, 9)
                      : dice.pick<int64_t>({1, 3, 7, 8, 15, 16, 17, 31, 32, 33,
                                            40, 63, 64, 65, 70, 100, 130});
  if (maxTrips >= 500 && dice.chance(5)) {
    // More than a run, and sometimes more than the queues, hold.
    trips = dice.pick<int64_t>({500, 1030, 2100});
    step = 1;
  }
  trips = std::min(trips, maxTrips);
  // The upper bound need not be a multiple of steps away.
  int64_t end =
      low + trips * step - (trips > 0 ? dice.between(0, step - 1) : 0);
  Range range;
  range.lower = hostInteger(low).value;
  range.upper = hostInteger(end).value;
  range.step = hostInteger(dice.chance(99) ? step : 0, false).value;
  // The size of an array, when there is one with just that.
  if (low == 0)
    for (unsigned i = 0; i < arrays.size(); ++i)
      if (arrays[i].isArgument && arrays[i].isFree() &&
          arrays[i].sizes.size() > 0 && dice.chance(30)) {
        Array &array = arrays[i];
        const unsigned dim = dice.between(0, array.sizes.size() - 1);
        if (array.sizes[dim] > maxTrips)
          continue;
        array.isFixed = true;
        end = array.sizes[dim];
        range.upper = memref::DimOp::create(builder, array.value, dim);
        break;
      }
  range.low = low;
  range.high = end - 1;
  range.trips = llvm::divideCeil(std::max<int64_t>(end - low, 0), step);
  return range;
}

/// Bounds that are loaded: of a segment of a CSR array, of two arrays, or a
/// count.
Range ProgramBuilder::segmentRange(Scope &scope, int64_t maxTrips) {
  Integer position = pickIndex(scope);
  position = limit(position, std::max<int64_t>(position.high + 1, 1));
  Array model;
  model.purpose = Purpose::Offsets;
  model.type =
      dice.pick({ElementType::Index, ElementType::I64, ElementType::I32,
                 ElementType::I32, ElementType::I16, ElementType::I8});
  model.high = std::min<int64_t>(dice.pick<int64_t>({4, 12, 30, 70}), maxTrips);
  Integer lower, upper;
  switch (dice.between(0, 4)) {
  default: {
    lower = loadFrom(scope, position, model);
    Integer one = constantIndex(1);
    Integer next{arith::AddIOp::create(builder, position.value, one.value),
                 position.low + 1, position.high + 1};
    upper = loadFrom(scope, next, model);
    break;
  }
  case 3:
    lower = loadFrom(scope, position, model);
    upper = loadFrom(scope, position, model);
    break;
  case 4:
    lower = constantIndex(dice.chance(80) ? 0 : 1);
    model.purpose = Purpose::Indices;
    upper = loadFrom(scope, position, model);
    break;
  }
  Range range;
  range.lower = lower.value;
  range.upper = upper.value;
  range.step = constantIndex(dice.chance(85) ? 1 : dice.between(2, 3)).value;
  range.low = lower.low;
  range.high = upper.high - 1;
  range.trips = std::max<int64_t>(upper.high - lower.low, 0);
  return range;
}

/// Bounds that are computed from indices of the scope.
Range ProgramBuilder::derivedRange(Scope &scope, int64_t maxTrips) {
  Integer a = pickIndex(scope);
  Integer b =
      dice.chance(30) ? pickIndex(scope) : hostInteger(dice.between(0, 12));
  switch (dice.between(0, 3)) {
  case 0: // Triangles.
    std::swap(a, b);
    break;
  case 1: { // Tiles.
    Integer tile = constantIndex(dice.between(1, 8));
    Value end = arith::AddIOp::create(builder, a.value, tile.value);
    b = {arith::MinSIOp::create(builder, end, b.value),
         std::min(a.low + tile.low, b.low),
         std::min(a.high + tile.high, b.high)};
    break;
  }
  case 2: { // A condition that empties the loop.
    Value condition = compareIntegers(scope);
    b = {arith::SelectOp::create(builder, condition, b.value, a.value),
         std::min(a.low, b.low), std::max(a.high, b.high)};
    break;
  }
  default:
    break;
  }
  Range range;
  range.lower = a.value;
  range.upper = b.value;
  range.step = constantIndex(dice.chance(85) ? 1 : 3).value;
  range.low = a.low;
  range.high = b.high - 1;
  range.trips = std::max<int64_t>(b.high - a.low, 0);
  if (range.trips > maxTrips)
    return hostRange(maxTrips);
  return range;
}

Range ProgramBuilder::pickRange(Scope &scope, int64_t maxTrips) {
  if (!scope.ranges.empty() && dice.chance(30)) {
    Range range = dice.pick(ArrayRef<Range>(scope.ranges));
    if (range.trips <= maxTrips)
      return range;
  }
  const bool hasIndices = !scope.integers.empty();
  switch (dice.weighted({45, hasIndices ? 45u : 8u, hasIndices ? 14u : 0u})) {
  case 0:
    return hostRange(maxTrips);
  case 1:
    return segmentRange(scope, maxTrips);
  default:
    return derivedRange(scope, maxTrips);
  }
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

Scope ProgramBuilder::enterLoop(const Scope &scope, const Range &range,
                                Value variable) {
  Scope inner = scope;
  inner.ranges.clear();
  ++inner.depth;
  inner.trips *= std::max<int64_t>(range.trips, 1);
  // Of a loop that never runs any range is true.
  inner.integers.push_back(
      {variable, range.low, std::max(range.low, range.high)});
  return inner;
}

void ProgramBuilder::addLoopBody(Scope &scope) {
  addStatements(scope, dice.between(1, 3));
  if (scope.depth < 3 && dice.chance(25))
    addRowLoops(scope);
  else if (scope.depth < 3 && dice.chance(55))
    addLoop(scope);
  if (dice.chance(80)) {
    addElementLoad(scope);
    if (dice.chance(50))
      addComputation(scope);
    dice.chance(60) ? addUpdate(scope) : addStore(scope);
  }
}

/// A loop over values of another type than index, or compared unsigned.
void ProgramBuilder::addNarrowLoop(Scope &scope, int64_t maxTrips) {
  Type type = builder.getIntegerType(dice.pick<unsigned>({32, 64}));
  const int64_t low = dice.between(0, 3);
  const int64_t trips = std::min<int64_t>(dice.between(0, 20), maxTrips);
  auto constant = [&](int64_t number) -> Value {
    return arith::ConstantOp::create(builder,
                                     builder.getIntegerAttr(type, number));
  };
  Range range;
  range.low = low;
  range.high = low + trips - 1;
  range.trips = trips;
  Value upper =
      dice.chance(50)
          ? constant(low + trips)
          : Value(arrays.addScalar(type, std::to_string(low + trips)));
  auto loop = scf::ForOp::create(builder, constant(low), upper, constant(1));
  loop.setUnsignedCmp(dice.chance(50));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  Scope inner = enterLoop(scope, range, loop.getInductionVar());
  inner.integers.back() = castToIndex(inner.integers.back());
  addLoopBody(inner);
}

/// A loop that carries values.
void ProgramBuilder::addReductionLoop(Scope &scope, const Range &range) {
  SmallVector<Value> initial;
  BitVector isReorderable;
  for (unsigned i = 0, e = dice.chance(75) ? 1 : 2; i < e; ++i) {
    Type type = pickElementType();
    // Sums of whole numbers may be done in any order.
    isReorderable.push_back(isa<FloatType>(type) && dice.chance(15) &&
                            type.getIntOrFloatBitWidth() >= 32);
    if (isReorderable[i])
      initial.push_back(arith::ConstantOp::create(
          builder, builder.getFloatAttr(type, dice.between(0, 3))));
    else
      initial.push_back(dice.chance(50) ? constantElement(type)
                                        : pickElement(scope, type));
  }
  auto loop = scf::ForOp::create(builder, range.lower, range.upper, range.step,
                                 initial);
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(loop.getBody());
    Scope inner = enterLoop(scope, range, loop.getInductionVar());
    if (dice.chance(60))
      addStatements(inner, dice.between(1, 3));
    if (inner.depth < 3 && dice.chance(25))
      addLoop(inner);
    SmallVector<Value> next;
    for (auto [number, carried] : llvm::enumerate(loop.getRegionIterArgs())) {
      Type type = carried.getType();
      Array model;
      model.type = getElementTypeOf(type);
      if (isReorderable[number])
        model.purpose = Purpose::Whole;
      Value element = dice.chance(70) || isReorderable[number]
                          ? load(pickPlace(inner, model, false))
                          : pickElement(inner, type);
      if (isReorderable[number])
        next.push_back(arith::AddFOp::create(builder, carried, element,
                                             arith::FastMathFlags::reassoc));
      else if (dice.chance(60))
        next.push_back(
            isa<FloatType>(type)
                ? arith::AddFOp::create(builder, carried, element).getResult()
                : arith::AddIOp::create(builder, carried, element).getResult());
      else if (dice.chance(85))
        next.push_back(combineElements(carried, element, inner));
      else
        next.push_back(element);
      inner.elements.push_back(next.back());
    }
    if (dice.chance(20))
      addStore(inner);
    scf::YieldOp::create(builder, next);
  }
  llvm::append_range(scope.elements, loop.getResults());
  if (dice.chance(85)) {
    Value result = loop.getResult(0);
    Array model;
    model.type = getElementTypeOf(result.getType());
    store(result, pickPlace(scope, model, /*wantsWritten=*/true));
  }
}

/// A loop that carries a position, and writes there.
void ProgramBuilder::addCursorLoop(Scope &scope, const Range &range) {
  auto loop = scf::ForOp::create(builder, range.lower, range.upper, range.step,
                                 ValueRange{constantIndex(0).value});
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(loop.getBody());
    Scope inner = enterLoop(scope, range, loop.getInductionVar());
    addElementLoad(inner);
    Value cursor = loop.getRegionIterArg(0);
    Value next = arith::AddIOp::create(builder, cursor, constantIndex(1).value);
    if (dice.chance(50)) {
      Value moves =
          dice.chance(50) ? compareElements(inner) : compareIntegers(inner);
      next = arith::SelectOp::create(builder, moves, next, cursor);
    }
    inner.integers.push_back({cursor, 0, range.trips});
    addStore(inner);
    addStatements(inner, dice.between(0, 2));
    scf::YieldOp::create(builder, next);
  }
  scope.integers.push_back({loop.getResult(0), 0, range.trips});
}

/// A loop that is no `scf.for`.
void ProgramBuilder::addOtherLoop(Scope &scope, int64_t maxTrips) {
  Range range = hostRange(maxTrips);
  range.trips = std::max<int64_t>(range.high - range.low + 1, 0);
  const unsigned kind = dice.between(0, 2);
  if (kind < 2) {
    OpBuilder::InsertionGuard guard(builder);
    Value variable;
    if (kind == 0) {
      auto loop = scf::ParallelOp::create(builder, range.lower, range.upper,
                                          constantIndex(1).value);
      builder.setInsertionPointToStart(loop.getBody());
      variable = loop.getInductionVars()[0];
    } else {
      auto loop = scf::ForallOp::create(
          builder, OpFoldResult(range.lower), OpFoldResult(range.upper),
          OpFoldResult(builder.getIndexAttr(1)), ValueRange(), std::nullopt);
      builder.setInsertionPointToStart(loop.getBody());
      variable = loop.getInductionVar(0);
    }
    Scope inner = enterLoop(scope, range, variable);
    addLoopBody(inner);
    return;
  }
  Type index = builder.getIndexType();
  Location loc = builder.getLoc();
  auto loop =
      scf::WhileOp::create(builder, TypeRange(index), ValueRange(range.lower));
  OpBuilder::InsertionGuard guard(builder);
  Block *before = builder.createBlock(&loop.getBefore(), {}, index, loc);
  Value goesOn = arith::CmpIOp::create(builder, arith::CmpIPredicate::slt,
                                       before->getArgument(0), range.upper);
  scf::ConditionOp::create(builder, goesOn, before->getArguments());
  Block *after = builder.createBlock(&loop.getAfter(), {}, index, loc);
  Scope inner = enterLoop(scope, range, after->getArgument(0));
  addLoopBody(inner);
  Value next = arith::AddIOp::create(builder, after->getArgument(0),
                                     constantIndex(dice.between(1, 2)).value);
  scf::YieldOp::create(builder, next);
}

void ProgramBuilder::addLoop(Scope &scope) {
  const int64_t maxTrips = mostTrips / scope.trips;
  if (scope.depth >= deepest || maxTrips < 2)
    return;
  if (dice.chance(3))
    return addNarrowLoop(scope, maxTrips);
  if (dice.chance(3))
    return addOtherLoop(scope, maxTrips);
  Range range = pickRange(
      scope, scope.depth == 0 ? std::min<int64_t>(maxTrips, 40) : maxTrips);
  scope.ranges.push_back(range);
  if (dice.chance(25))
    return addReductionLoop(scope, range);
  if (dice.chance(5))
    return addCursorLoop(scope, range);
  auto loop = scf::ForOp::create(builder, range.lower, range.upper, range.step);
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(loop.getBody());
    Scope inner = enterLoop(scope, range, loop.getInductionVar());
    addLoopBody(inner);
  }
  if (dice.chance(3))
    outline(loop, /*again=*/dice.chance(25));
}

//===----------------------------------------------------------------------===//
// Conditions and statements
//===----------------------------------------------------------------------===//

/// Code that needs an index to be what the condition around says.
void ProgramBuilder::addNarrowed(Scope &scope, const Integer &index) {
  for (Integer &each : scope.integers)
    if (each.value == index.value)
      each = index;
  scope.integers.push_back(index);
  if (index.low > 0 && dice.chance(70)) {
    const Integer dividend = pickIndex(scope);
    if (dividend.low >= 0)
      scope.integers.push_back(
          dice.chance(50) ? Integer{arith::RemUIOp::create(
                                        builder, dividend.value, index.value),
                                    0, std::min(dividend.high, index.high - 1)}
                          : Integer{arith::DivSIOp::create(
                                        builder, dividend.value, index.value),
                                    0, dividend.high});
  }
  if (dice.chance(25))
    addLoop(scope);
  else
    addElementLoad(scope);
}

void ProgramBuilder::addIf(Scope &scope) {
  std::optional<Integer> narrowed;
  Value condition;
  switch (dice.weighted({35, 30, 35})) {
  case 0:
    condition = compareIntegers(scope);
    break;
  case 1:
    condition = compareElements(scope);
    break;
  default:
    std::tie(condition, narrowed) = compareToNarrow(scope);
    break;
  }
  SmallVector<Type> results;
  if (dice.chance(35))
    results.push_back(pickElementType());
  const bool hasElse = !results.empty() || dice.chance(30);
  auto op = scf::IfOp::create(builder, results, condition,
                              /*addThenBlock=*/true, /*addElseBlock=*/hasElse);
  for (Region &region : op->getRegions()) {
    if (region.empty())
      continue;
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(&region.front());
    Scope inner = scope;
    inner.ranges.clear();
    if (narrowed && region.getRegionNumber() == 0)
      addNarrowed(inner, *narrowed);
    if (dice.chance(80) || results.empty())
      addStatements(inner, dice.between(1, 2));
    SmallVector<Value> yields;
    for (Type type : results)
      yields.push_back(pickElement(inner, type));
    builder.setInsertionPointToEnd(&region.front());
    scf::YieldOp::create(builder, yields);
  }
  llvm::append_range(scope.elements, op.getResults());
}

void ProgramBuilder::addStatement(Scope &scope) {
  const unsigned inLoop = scope.depth > 0 ? 1 : 0;
  switch (dice.weighted({12 * inLoop, 14 * inLoop + 2, 22 * inLoop + 3, 18,
                         5 + 8 * inLoop, 8 * inLoop, 14, 7, 2, 4, 2, 3})) {
  case 0:
    return addArithmetic(scope);
  case 1:
    return addIntegerLoad(scope);
  case 2:
    return addElementLoad(scope);
  case 3:
    return addComputation(scope);
  case 4:
    return addStore(scope);
  case 5:
    return addUpdate(scope);
  case 6:
    return addLoop(scope);
  case 7:
    return addIf(scope);
  case 8:
    return addAssert(scope);
  case 9:
    return addView(scope);
  case 10:
    return addAllocation(scope);
  default:
    return addWhole(scope);
  }
}

void ProgramBuilder::addStatements(Scope &scope, unsigned count) {
  for (unsigned i = 0; i < count && fuel > 0; ++i) {
    --fuel;
    addStatement(scope);
  }
}

} // namespace ember::fuzz

//===- ProgramMemory.cpp - Loads and stores of random programs ------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramBuilder.h"

namespace ember::fuzz {

namespace arith = mlir::arith;
namespace memref = mlir::memref;

/// Indices of some array: different ones, the innermost last.
SmallVector<Integer> ProgramBuilder::pickIndices(const Scope &scope,
                                                 unsigned rank) {
  SmallVector<Integer> indices;
  for (unsigned i = 0; i < rank; ++i) {
    Integer index = pickIndex(scope);
    // The innermost induction variable walks along the rows, mostly.
    if (i + 1 == rank && !scope.ranges.empty() && dice.chance(60))
      for (const Integer &each : llvm::reverse(scope.integers))
        if (auto argument = dyn_cast<BlockArgument>(each.value);
            argument && argument.getOwner() == builder.getInsertionBlock()) {
          index = castUnlessIndex(each);
          break;
        }
    indices.push_back(limit(index, std::max<int64_t>(index.high + 1, 1)));
  }
  // Rows of moderate length.
  for (unsigned i = 0; i < rank; ++i) {
    int64_t elements = 1;
    for (const Integer &index : indices)
      elements *= index.high + 1;
    if (elements > largestArray)
      indices[i] = limit(indices[i], dice.between(1, 9));
  }
  return indices;
}

/// Finds an array that is like the model and can be accessed at random indices
/// of the scope, or makes one.
ProgramBuilder::Place
ProgramBuilder::pickPlace(Scope &scope, const Array &model, bool wantsWritten) {
  const unsigned rank = model.isFree() ? dice.weighted({4, 36, 52, 8})
                                       : dice.weighted({0, 85, 15});
  SmallVector<Integer> picked = pickIndices(scope, rank);
  Place place;
  Shape sizes;
  for (const Integer &index : picked) {
    place.indices.push_back(index.value);
    sizes.push_back(index.high + 1);
  }
  // Reads of what is written elsewhere are rare: they stay on the core.
  const bool anyRole = dice.chance(10);
  SmallVector<unsigned> candidates;
  for (unsigned i = 0; i < arrays.size(); ++i) {
    const Array &array = arrays[i];
    const bool isVisible =
        array.isArgument || llvm::is_contained(scope.views, i);
    if (isVisible && array.type == model.type &&
        array.purpose == model.purpose &&
        array.isUnsigned == model.isUnsigned && array.sizes.size() == rank &&
        (anyRole || array.isWritten == wantsWritten))
      candidates.push_back(i);
  }
  if (!candidates.empty() && dice.chance(65)) {
    const unsigned number = dice.pick(ArrayRef<unsigned>(candidates));
    if (arrays.reach(number, sizes)) {
      place.array = number;
      return place;
    }
    // A small array is accessed where it is.
    if (!llvm::is_contained(arrays[number].sizes, 0)) {
      for (unsigned i = 0; i < rank; ++i)
        place.indices[i] = limit(picked[i], arrays[number].sizes[i]).value;
      place.array = number;
      return place;
    }
  }
  place.array = arrays.addArgument(model, sizes);
  arrays[place.array].isWritten = wantsWritten;
  return place;
}

Value ProgramBuilder::load(const Place &place) {
  return memref::LoadOp::create(builder, arrays[place.array].value,
                                place.indices);
}

void ProgramBuilder::markWritten(unsigned array) {
  arrays[array].isWritten = true;
  if (arrays[array].base)
    arrays[*arrays[array].base].isWritten = true;
}

void ProgramBuilder::store(Value value, const Place &place) {
  markWritten(place.array);
  memref::StoreOp::create(builder, value, arrays[place.array].value,
                          place.indices);
}

/// Loads a bound or an index at a position, which is not negative, from an
/// array like the model.
Integer ProgramBuilder::loadFrom(Scope &scope, const Integer &position,
                                 const Array &model) {
  for (unsigned i = 0; i < arrays.size(); ++i) {
    Array &array = arrays[i];
    if (array.isArgument && array.purpose == model.purpose &&
        array.type == model.type && array.isUnsigned == model.isUnsigned &&
        array.high <= model.high && dice.chance(50) &&
        arrays.reach(i, {position.high + 1}))
      return castUnlessIndex({load({i, {position.value}}), array.low,
                              array.high, array.isUnsigned});
  }
  const unsigned number = arrays.addArgument(model, {position.high + 1});
  return castUnlessIndex({load({number, {position.value}}), model.low,
                          model.high, model.isUnsigned});
}

void ProgramBuilder::addElementLoad(Scope &scope) {
  Array model;
  model.type = getElementTypeOf(pickElementType());
  scope.elements.push_back(
      load(pickPlace(scope, model, /*wantsWritten=*/dice.chance(15))));
}

void ProgramBuilder::addStore(Scope &scope) {
  // Rarely, an index that a later load uses.
  if (dice.chance(3) && !scope.integers.empty()) {
    Array model;
    model.type = ElementType::Index;
    model.purpose = Purpose::Indices;
    Integer value = limit(pickIndex(scope), dice.pick<int64_t>({2, 8, 20}));
    model.high = value.high;
    Place place = pickPlace(scope, model, /*wantsWritten=*/true);
    if (arrays[place.array].low <= value.low &&
        value.high <= arrays[place.array].high) {
      store(value.value, place);
      return;
    }
  }
  Type type = pickElementType();
  Value value = pickElement(scope, type);
  Array model;
  model.type = getElementTypeOf(type);
  store(value, pickPlace(scope, model, /*wantsWritten=*/true));
}

/// `out[…] = out[…] op value`, at indices that may be met more than once.
void ProgramBuilder::addUpdate(Scope &scope) {
  Type type = pickElementType();
  Value value = pickElement(scope, type);
  Array model;
  model.type = getElementTypeOf(type);
  Place place = pickPlace(scope, model, /*wantsWritten=*/true);
  Value old = load(place);
  Value sum;
  if (dice.chance(40))
    sum = combineElements(old, value, scope);
  else if (isa<FloatType>(type))
    sum = arith::AddFOp::create(builder, old, value);
  else
    sum = arith::AddIOp::create(builder, old, value);
  store(sum, place);
}

/// A row or a part of an argument as a memref of its own.
void ProgramBuilder::addView(Scope &scope) {
  SmallVector<unsigned> candidates;
  for (unsigned i = 0; i < arrays.size(); ++i)
    if (arrays[i].isArgument && arrays[i].isFree() &&
        arrays[i].sizes.size() == 2 && !llvm::is_contained(arrays[i].sizes, 0))
      candidates.push_back(i);
  if (candidates.empty())
    return;
  const unsigned number = dice.pick(ArrayRef<unsigned>(candidates));
  Array &base = arrays[number];
  base.isFixed = true;
  Array view = base;
  view.isArgument = false;
  view.base = number;
  const int64_t rows = base.sizes[0], columns = base.sizes[1];
  SmallVector<OpFoldResult> offsets, sizes, strides(2, builder.getIndexAttr(1));
  const int64_t first = dice.between(0, columns - 1);
  const int64_t step = dice.chance(25) ? 2 : 1;
  const int64_t count = (columns - first + step - 1) / step;
  offsets.resize(2);
  if (count > 1 && dice.chance(60)) {
    // A row; the result has one dimension. Upstream's canonicalizer cannot tell
    // which one is dropped if both have size 1.
    offsets = {limit(pickIndex(scope), rows).value,
               OpFoldResult(builder.getIndexAttr(first))};
    sizes = {builder.getIndexAttr(1), hostInteger(count, false).value};
    view.sizes = {count};
  } else {
    const int64_t firstRow = dice.between(0, rows - 1);
    offsets = {hostInteger(firstRow, false).value,
               OpFoldResult(builder.getIndexAttr(first))};
    sizes = {hostInteger(rows - firstRow, false).value,
             builder.getIndexAttr(count)};
    view.sizes = {rows - firstRow, count};
  }
  strides[1] = builder.getIndexAttr(step);
  auto type = cast<MemRefType>(base.value.getType());
  if (view.sizes.size() == 1) {
    auto reduced = memref::SubViewOp::inferRankReducedResultType(
        {ShapedType::kDynamic}, type, offsets, sizes, strides);
    view.value = memref::SubViewOp::create(builder, cast<MemRefType>(reduced),
                                           base.value, offsets, sizes, strides);
  } else {
    view.value =
        memref::SubViewOp::create(builder, base.value, offsets, sizes, strides);
  }
  scope.views.push_back(arrays.addLocal(view));
}

void ProgramBuilder::addAllocation(Scope &scope) {
  Array array;
  Type type = pickElementType();
  array.type = getElementTypeOf(type);
  array.isFixed = true;
  array.isWritten = true;
  array.sizes = {dice.between(1, 6), dice.between(1, 20)};
  auto memrefType =
      MemRefType::get({ShapedType::kDynamic, array.sizes[1]}, type);
  array.value = memref::AllocOp::create(
      builder, memrefType,
      ValueRange{hostInteger(array.sizes[0], false).value});
  scope.views.push_back(arrays.addLocal(array));
}

} // namespace ember::fuzz

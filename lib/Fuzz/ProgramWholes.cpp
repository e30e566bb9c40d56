//===- ProgramWholes.cpp - Ops on whole arrays ----------------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Ops that access whole arrays and become loops before Ember sees them:
/// `memref.copy` and `linalg`. Arrays that meet in one have sizes that fit.
///
//===----------------------------------------------------------------------===//

#include "ProgramBuilder.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace ember::fuzz {

namespace arith = mlir::arith;
namespace linalg = mlir::linalg;
namespace memref = mlir::memref;

/// An array of just these sizes, which it keeps.
unsigned ProgramBuilder::pickWhole(const Scope &scope, Type type,
                                   ArrayRef<int64_t> sizes, bool wantsWritten) {
  for (unsigned i = 0; i < arrays.size(); ++i) {
    Array &array = arrays[i];
    const bool isVisible =
        array.isArgument || llvm::is_contained(scope.views, i);
    if (isVisible && array.isFree() && array.type == getElementTypeOf(type) &&
        ArrayRef(array.sizes) == sizes && array.isWritten == wantsWritten &&
        dice.chance(60)) {
      array.isFixed = true;
      return i;
    }
  }
  Array model;
  model.type = getElementTypeOf(type);
  model.isFixed = true;
  model.isWritten = wantsWritten;
  return arrays.addArgument(model, sizes);
}

/// Sizes of an array that there is, or others.
Shape ProgramBuilder::pickSizes(const Scope &scope, Type type, unsigned rank) {
  SmallVector<unsigned> candidates;
  for (unsigned i = 0; i < arrays.size(); ++i)
    if ((arrays[i].isArgument || llvm::is_contained(scope.views, i)) &&
        arrays[i].isFree() && arrays[i].sizes.size() == rank &&
        arrays[i].type == getElementTypeOf(type))
      candidates.push_back(i);
  if (!candidates.empty() && dice.chance(70)) {
    const Array &array = arrays[dice.pick(ArrayRef<unsigned>(candidates))];
    if (scope.trips * llvm::product_of(array.sizes) <= mostTrips)
      return array.sizes;
  }
  Shape sizes;
  int64_t left = std::min<int64_t>(mostTrips / scope.trips, 200);
  for (unsigned i = 0; i < rank; ++i) {
    sizes.push_back(std::min<int64_t>(dice.between(0, 17), left));
    left /= std::max<int64_t>(sizes.back(), 1);
  }
  return sizes;
}

void ProgramBuilder::addCopy(Scope &scope) {
  Type type = pickElementType();
  Shape sizes = pickSizes(scope, type, dice.chance(50) ? 1 : 2);
  const unsigned source =
      pickWhole(scope, type, sizes, /*wantsWritten=*/dice.chance(15));
  const unsigned target = pickWhole(scope, type, sizes, /*wantsWritten=*/true);
  if (source == target)
    return;
  markWritten(target);
  if (dice.chance(70))
    memref::CopyOp::create(builder, arrays[source].value, arrays[target].value);
  else
    linalg::CopyOp::create(builder, arrays[source].value, arrays[target].value);
}

void ProgramBuilder::addFill(Scope &scope) {
  Type type = pickElementType();
  const unsigned target =
      pickWhole(scope, type, pickSizes(scope, type, dice.between(1, 2)),
                /*wantsWritten=*/true);
  markWritten(target);
  Value value =
      dice.chance(60) ? constantElement(type) : pickElement(scope, type);
  linalg::FillOp::create(builder, value, arrays[target].value);
}

/// Element by element, or a product of a matrix and a vector, or other sums
/// over rows or columns.
void ProgramBuilder::addGeneric(Scope &scope) {
  using mlir::AffineExpr;
  using mlir::AffineMap;
  using mlir::utils::IteratorType;
  Type type = pickElementType();
  Shape sizes = pickSizes(scope, type, 2);
  SmallVector<AffineExpr> dims;
  for (unsigned i = 0; i < 2; ++i)
    dims.push_back(builder.getAffineDimExpr(i));
  auto map = [&](ArrayRef<AffineExpr> results) {
    return AffineMap::get(2, 0, results, builder.getContext());
  };
  const std::array<AffineMap, 4> operandMaps = {
      map(dims), map({dims[1], dims[0]}), map(dims[0]), map(dims[1])};
  auto sizesOf = [&](AffineMap operand) {
    Shape result;
    for (AffineExpr each : operand.getResults())
      result.push_back(sizes[cast<mlir::AffineDimExpr>(each).getPosition()]);
    return result;
  };

  SmallVector<AffineMap> maps;
  SmallVector<Value> inputs;
  for (int64_t i = 0, e = dice.between(1, 2); i < e; ++i) {
    // The matrix gives the sizes, the other operand may be a vector.
    maps.push_back(i == 0 ? operandMaps[0] : operandMaps[dice.between(0, 3)]);
    inputs.push_back(
        arrays[pickWhole(scope, type, sizesOf(maps.back()), false)].value);
  }
  const unsigned outputKind = dice.weighted({40, 10, 35, 15});
  maps.push_back(operandMaps[outputKind]);
  SmallVector<IteratorType> iterators(2, IteratorType::parallel);
  if (outputKind >= 2)
    iterators[outputKind == 2 ? 1 : 0] = IteratorType::reduction;
  const unsigned target =
      pickWhole(scope, type, sizesOf(maps.back()), /*wantsWritten=*/true);
  markWritten(target);
  linalg::GenericOp::create(
      builder, inputs, arrays[target].value, maps, iterators,
      [&](OpBuilder &nested, Location loc, ValueRange arguments) {
        OpBuilder::InsertionGuard guard(builder);
        builder.setInsertionPoint(nested.getInsertionBlock(),
                                  nested.getInsertionPoint());
        Value result = arguments.front();
        // Its own elements are all that it may access.
        Scope none;
        for (Value argument : arguments)
          none.elements.push_back(argument);
        for (Value argument : arguments.drop_front())
          result = combineElements(result, argument, none);
        linalg::YieldOp::create(builder, result);
      });
}

void ProgramBuilder::addWhole(Scope &scope) {
  switch (dice.weighted({40, 20, 40})) {
  case 0:
    return addCopy(scope);
  case 1:
    return addFill(scope);
  default:
    return addGeneric(scope);
  }
}

} // namespace ember::fuzz

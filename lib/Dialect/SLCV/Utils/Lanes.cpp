//===- Lanes.cpp - Code over the lanes of a vector ------------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Dialect/SLCV/Utils/Lanes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace ember;
namespace arith = mlir::arith;
namespace memref = mlir::memref;
namespace scf = mlir::scf;
namespace vector = mlir::vector;

/// Whether a vector in memory has each element where an array of them has it:
/// an i1 is a byte of an array, but a bit of a vector.
static bool isPackedLikeMemory(Type element) {
  if (element.isIndex())
    return true;
  unsigned width = element.getIntOrFloatBitWidth();
  return width >= 8 && llvm::isPowerOf2_32(width);
}

slcv::Contiguity slcv::getContiguity(MemRefType type,
                                     ArrayRef<int64_t> laneStrides) {
  SmallVector<int64_t> strides;
  int64_t offset;
  if (!isPackedLikeMemory(type.getElementType()) || laneStrides.empty() ||
      laneStrides.back() != 1 ||
      llvm::any_of(laneStrides.drop_back(),
                   [](int64_t stride) { return stride != 0; }) ||
      failed(type.getStridesAndOffset(strides, offset)))
    return Contiguity::No;
  if (ShapedType::isDynamic(strides.back()))
    return Contiguity::AtUnitStride;
  return strides.back() == 1 ? Contiguity::Yes : Contiguity::No;
}

namespace {
/// Chooses at run time between an access of one vector and one of each lane, by
/// the inner stride of a memref.
class StrideChoice {
public:
  StrideChoice(OpBuilder &builder, Location loc, Value memref, TypeRange types)
      : builder(builder), loc(loc),
        metadata(
            memref::ExtractStridedMetadataOp::create(builder, loc, memref)) {
    Value one = arith::ConstantIndexOp::create(builder, loc, 1);
    Value isUnit = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                         metadata.getStrides().back(), one);
    choice = scf::IfOp::create(builder, loc, types, isUnit,
                               /*withElseRegion=*/true);
  }

  /// Builds both accesses, each of which may give a value.
  ValueRange build(function_ref<Value(Value unitStride)> buildWide,
                   function_ref<Value()> buildLaneByLane) {
    OpBuilder::InsertionGuard guard(builder);
    auto yield = [&](Value value) {
      if (value)
        scf::YieldOp::create(builder, loc, value);
    };
    builder.setInsertionPointToStart(choice.thenBlock());
    yield(buildWide(buildUnitStride()));
    builder.setInsertionPointToStart(choice.elseBlock());
    yield(buildLaneByLane());
    return choice.getResults();
  }

private:
  /// The same memref, of a type that says that its inner stride is 1. Not a
  /// `memref.cast`: vector accesses would fold it away.
  Value buildUnitStride() {
    Value memref = metadata.getSource();
    auto type = cast<MemRefType>(memref.getType());
    auto [strides, offset] = type.getStridesAndOffset();
    strides.back() = 1;
    auto unit = MemRefType::get(
        type.getShape(), type.getElementType(),
        StridedLayoutAttr::get(type.getContext(), offset, strides),
        type.getMemorySpace());
    SmallVector<OpFoldResult> constified = metadata.getConstifiedMixedStrides();
    constified.back() = builder.getIndexAttr(1);
    return memref::ReinterpretCastOp::create(
        builder, loc, unit, memref, metadata.getConstifiedMixedOffset(),
        metadata.getConstifiedMixedSizes(), constified);
  }

  OpBuilder &builder;
  Location loc;
  memref::ExtractStridedMetadataOp metadata;
  scf::IfOp choice;
};
} // namespace

Value slcv::buildLanes(OpBuilder &builder, Location loc, Value base,
                       int64_t laneStride, int64_t lanes) {
  auto type = VectorType::get({lanes}, base.getType());
  Value all = vector::BroadcastOp::create(builder, loc, type, base);
  if (laneStride == 0)
    return all;
  SmallVector<mlir::Attribute> steps;
  for (int64_t lane = 0; lane < lanes; ++lane)
    steps.push_back(builder.getIntegerAttr(base.getType(), lane * laneStride));
  Value offsets = arith::ConstantOp::create(
      builder, loc, mlir::DenseElementsAttr::get(type, steps));
  return arith::AddIOp::create(builder, loc, all, offsets);
}

Value slcv::buildMask(OpBuilder &builder, Location loc, VectorType type,
                      Value left, int64_t step) {
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  if (step != 1)
    left = arith::CeilDivUIOp::create(builder, loc, left, constant(step));
  // The mask takes it as a signed number.
  left = arith::MinUIOp::create(builder, loc, left,
                                constant(type.getNumElements()));
  return vector::CreateMaskOp::create(builder, loc, type, left);
}

/// The indices over all lanes, as vectors.
static SmallVector<Value> buildIndexLanes(OpBuilder &builder, Location loc,
                                          ValueRange indices,
                                          ArrayRef<int64_t> laneStrides,
                                          int64_t lanes) {
  SmallVector<Value> all;
  for (auto [index, stride] : llvm::zip_equal(indices, laneStrides))
    all.push_back(isa<VectorType>(index.getType())
                      ? index
                      : slcv::buildLanes(builder, loc, index, stride, lanes));
  return all;
}

/// Runs `body` for one lane after the other, those that the mask holds, with
/// the lane's indices; `init` is what it carries, or null.
static Value
buildForEachLane(OpBuilder &builder, Location loc, Value mask,
                 ValueRange indexLanes, Value init,
                 llvm::function_ref<Value(OpBuilder &, Value lane,
                                          ValueRange indices, Value carried)>
                     body) {
  int64_t lanes = cast<VectorType>(mask.getType()).getNumElements();
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value count = arith::ConstantIndexOp::create(builder, loc, lanes);
  auto each = scf::ForOp::create(
      builder, loc, zero, count, one, init ? ValueRange(init) : ValueRange(),
      [&](OpBuilder &b, Location l, Value lane, ValueRange carried) {
        Value active = vector::ExtractOp::create(b, l, mask, lane);
        auto guard = scf::IfOp::create(b, l, carried.getTypes(), active,
                                       /*withElseRegion=*/init != nullptr);
        b.setInsertionPointToStart(guard.thenBlock());
        SmallVector<Value> indices =
            llvm::map_to_vector(indexLanes, [&](Value index) -> Value {
              return vector::ExtractOp::create(b, l, index, lane);
            });
        Value next = body(b, lane, indices, init ? carried.front() : Value());
        if (init) {
          scf::YieldOp::create(b, l, next);
          b.setInsertionPointToStart(guard.elseBlock());
          scf::YieldOp::create(b, l, carried);
        }
        b.setInsertionPointAfter(guard);
        scf::YieldOp::create(b, l, guard.getResults());
      });
  return init ? each.getResult(0) : Value();
}

/// The same for an access whose indices may be vectors, one for each lane.
static slcv::Contiguity getAccessContiguity(MemRefType type, ValueRange indices,
                                            ArrayRef<int64_t> laneStrides) {
  bool areScalars = llvm::none_of(
      indices.getTypes(), [](Type index) { return isa<VectorType>(index); });
  return areScalars ? slcv::getContiguity(type, laneStrides)
                    : slcv::Contiguity::No;
}

Value slcv::buildMaskedLoad(OpBuilder &builder, Location loc, Value memref,
                            ValueRange indices, ArrayRef<int64_t> laneStrides,
                            Value mask) {
  auto memrefType = cast<MemRefType>(memref.getType());
  VectorType type =
      cast<VectorType>(mask.getType()).clone(memrefType.getElementType());
  Value zero =
      arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
  auto buildWide = [&](Value contiguous) -> Value {
    return vector::MaskedLoadOp::create(builder, loc, type, contiguous, indices,
                                        mask, zero);
  };
  auto buildLaneByLane = [&] {
    return buildForEachLane(
        builder, loc, mask,
        buildIndexLanes(builder, loc, indices, laneStrides,
                        type.getNumElements()),
        zero,
        [&](OpBuilder &b, Value lane, ValueRange laneIndices,
            Value carried) -> Value {
          Value element = memref::LoadOp::create(b, loc, memref, laneIndices);
          return vector::InsertOp::create(b, loc, element, carried, lane);
        });
  };
  switch (getAccessContiguity(memrefType, indices, laneStrides)) {
  case Contiguity::Yes:
    return buildWide(memref);
  case Contiguity::No:
    return buildLaneByLane();
  case Contiguity::AtUnitStride:
    break;
  }
  return StrideChoice(builder, loc, memref, type)
      .build(buildWide, buildLaneByLane)
      .front();
}

void slcv::buildMaskedStore(OpBuilder &builder, Location loc, Value value,
                            Value memref, ValueRange indices,
                            ArrayRef<int64_t> laneStrides, Value mask) {
  auto buildWide = [&](Value contiguous) {
    vector::MaskedStoreOp::create(builder, loc, contiguous, indices, mask,
                                  value);
    return Value();
  };
  auto buildLaneByLane = [&] {
    return buildForEachLane(
        builder, loc, mask,
        buildIndexLanes(builder, loc, indices, laneStrides,
                        cast<VectorType>(value.getType()).getNumElements()),
        /*init=*/Value(),
        [&](OpBuilder &b, Value lane, ValueRange laneIndices, Value) {
          Value element = vector::ExtractOp::create(b, loc, value, lane);
          memref::StoreOp::create(b, loc, element, memref, laneIndices);
          return Value();
        });
  };
  switch (getAccessContiguity(cast<MemRefType>(memref.getType()), indices,
                              laneStrides)) {
  case Contiguity::Yes:
    buildWide(memref);
    return;
  case Contiguity::No:
    buildLaneByLane();
    return;
  case Contiguity::AtUnitStride:
    break;
  }
  StrideChoice(builder, loc, memref, TypeRange())
      .build(buildWide, buildLaneByLane);
}

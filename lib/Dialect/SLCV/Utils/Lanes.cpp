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

bool slcv::isContiguous(MemRefType type, ArrayRef<int64_t> laneStrides) {
  SmallVector<int64_t> strides;
  int64_t offset;
  return isPackedLikeMemory(type.getElementType()) && !laneStrides.empty() &&
         laneStrides.back() == 1 &&
         llvm::all_of(laneStrides.drop_back(),
                      [](int64_t stride) { return stride == 0; }) &&
         succeeded(type.getStridesAndOffset(strides, offset)) &&
         strides.back() == 1;
}

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

Value slcv::buildMaskedLoad(OpBuilder &builder, Location loc, Value memref,
                            ValueRange indices, ArrayRef<int64_t> laneStrides,
                            Value mask) {
  auto memrefType = cast<MemRefType>(memref.getType());
  VectorType type =
      cast<VectorType>(mask.getType()).clone(memrefType.getElementType());
  Value zero =
      arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
  bool areScalars = llvm::none_of(
      indices.getTypes(), [](Type index) { return isa<VectorType>(index); });
  if (areScalars && isContiguous(memrefType, laneStrides))
    return vector::MaskedLoadOp::create(builder, loc, type, memref, indices,
                                        mask, zero);
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
}

void slcv::buildMaskedStore(OpBuilder &builder, Location loc, Value value,
                            Value memref, ValueRange indices,
                            ArrayRef<int64_t> laneStrides, Value mask) {
  bool areScalars = llvm::none_of(
      indices.getTypes(), [](Type index) { return isa<VectorType>(index); });
  if (areScalars &&
      isContiguous(cast<MemRefType>(memref.getType()), laneStrides)) {
    vector::MaskedStoreOp::create(builder, loc, memref, indices, mask, value);
    return;
  }
  buildForEachLane(
      builder, loc, mask,
      buildIndexLanes(builder, loc, indices, laneStrides,
                      cast<VectorType>(value.getType()).getNumElements()),
      /*init=*/Value(),
      [&](OpBuilder &b, Value lane, ValueRange laneIndices, Value) {
        Value element = vector::ExtractOp::create(b, loc, value, lane);
        memref::StoreOp::create(b, loc, element, memref, laneIndices);
        return Value();
      });
}

//===- GuardVector.cpp - Guards of vector accesses --------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A vector access is guarded for exactly the elements that it touches: lanes
/// that are masked off, and those that a transfer leaves to its padding, may
/// lie anywhere.
///
//===----------------------------------------------------------------------===//

#include "Guards.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace ember;
namespace arith = mlir::arith;
namespace vector = mlir::vector;
using arith::CmpIPredicate;

/// `mask` reduced by or to its dimension `kept`.
static Value projectMask(GuardBuilder &builder, Value mask, int64_t kept) {
  auto type = cast<VectorType>(mask.getType());
  if (type.getRank() == 1)
    return mask;
  SmallVector<bool> reduced(type.getRank(), true);
  reduced[kept] = false;
  auto projected =
      VectorType::get(type.getDimSize(kept), type.getElementType());
  Value none = arith::ConstantOp::create(
      builder, mlir::DenseElementsAttr::get(projected, false));
  return vector::MultiDimReductionOp::create(builder, mask, none, reduced,
                                             vector::CombiningKind::OR);
}

static Value flatten(GuardBuilder &builder, Value value) {
  auto type = cast<VectorType>(value.getType());
  if (type.getRank() == 1)
    return value;
  return vector::ShapeCastOp::create(
      builder, VectorType::get(type.getNumElements(), type.getElementType()),
      value);
}

/// Faults unless all of `lanes` elements from `index` on are in dimension
/// `dim`; names the first that is not.
static void checkRun(GuardBuilder &builder, int64_t dim, Value index,
                     Value lanes, Value size) {
  Value beyond = builder.compare(CmpIPredicate::uge, index, size);
  Value room = builder.createOrFold<arith::SubIOp>(size, index);
  Value shortOf = builder.compare(CmpIPredicate::ult, room, lanes);
  builder.faultIndexIf(builder.either(beyond, shortOf), dim,
                       builder.createOrFold<arith::MaxUIOp>(index, size), size);
}

/// Faults unless each of `indices`, a one-dimensional vector, is in dimension
/// `dim`, where `mask` is set; names the first that is not. `allowed`, if
/// given, excepts indices.
static void checkLanes(GuardBuilder &builder, int64_t dim, Value indices,
                       Value mask, Value size, Value allowed = {}) {
  auto type = cast<VectorType>(indices.getType());
  Value sizes = vector::BroadcastOp::create(builder, type, size);
  Value beyond = builder.compare(CmpIPredicate::uge, indices, sizes);
  Value faults = builder.both(beyond, mask);
  if (allowed) {
    Value always = arith::ConstantOp::create(
        builder, mlir::DenseElementsAttr::get(
                     cast<VectorType>(allowed.getType()), true));
    faults = builder.both(faults,
                          builder.createOrFold<arith::XOrIOp>(allowed, always));
  }
  builder.when(builder.any(faults), [&] {
    // The first lane that faults.
    Value numbers = vector::StepOp::create(builder, type);
    Value none = vector::BroadcastOp::create(
        builder, type, builder.index(type.getNumElements()));
    Value candidates = arith::SelectOp::create(builder, faults, numbers, none);
    Value lane = vector::ReductionOp::create(
        builder, vector::CombiningKind::MINUI, candidates);
    Value index =
        vector::ExtractOp::create(builder, indices, OpFoldResult(lane));
    builder.faultIndex(dim, index, size);
  });
}

/// The indices of consecutive elements from `index` on.
static Value getRun(GuardBuilder &builder, Value index, int64_t lanes) {
  auto type = VectorType::get(lanes, builder.getIndexType());
  return builder.createOrFold<arith::AddIOp>(
      vector::BroadcastOp::create(builder, type, index),
      vector::StepOp::create(builder, type));
}

/// A single element along dimension `dim`, if any lane is active.
static void checkElement(GuardBuilder &builder, int64_t dim, Value index,
                         Value mask, Value size) {
  Value beyond = builder.compare(CmpIPredicate::uge, index, size);
  if (mask)
    beyond = builder.both(builder.any(mask), beyond);
  builder.faultIndexIf(beyond, dim, index, size);
}

/// A box of elements whose dimensions are the last ones of the memref.
static void guardContiguous(GuardBuilder &builder, Value base,
                            ValueRange indices, VectorType type, Value mask) {
  auto memref = cast<MemRefType>(base.getType());
  // The elements of a memref of vectors are accessed as one.
  int64_t vectorRank =
      isa<VectorType>(memref.getElementType()) ? 0 : type.getRank();
  int64_t outer = memref.getRank() - vectorRank;
  for (auto [dim, index] : llvm::enumerate(indices)) {
    Value size = builder.dim(base, dim);
    if (static_cast<int64_t>(dim) < outer) {
      checkElement(builder, dim, index, mask, size);
      continue;
    }
    int64_t lanes = type.getDimSize(dim - outer);
    if (mask)
      checkLanes(builder, dim, getRun(builder, index, lanes),
                 projectMask(builder, mask, dim - outer), size);
    else
      checkRun(builder, dim, index, builder.index(lanes), size);
  }
}

/// As many consecutive elements as lanes are active.
static void guardPacked(GuardBuilder &builder, Value base, ValueRange indices,
                        Value mask) {
  auto type = cast<VectorType>(mask.getType());
  auto counts = VectorType::get(type.getShape(), builder.getI64Type());
  Value ones = arith::ExtUIOp::create(builder, counts, mask);
  Value count = arith::IndexCastOp::create(
      builder, builder.getIndexType(),
      vector::ReductionOp::create(builder, vector::CombiningKind::ADD, ones));
  for (auto [dim, index] : llvm::enumerate(indices.drop_back()))
    checkElement(builder, dim, index, mask, builder.dim(base, dim));
  int64_t last = indices.size() - 1;
  // Without an active lane, the run of no elements starts at the memref's.
  Value any = builder.any(mask);
  Value start = builder.createOrFold<arith::SelectOp>(any, indices.back(),
                                                      builder.index(0));
  Value size = builder.dim(base, last);
  Value beyond =
      builder.both(any, builder.compare(CmpIPredicate::uge, start, size));
  Value shortOf =
      builder.compare(CmpIPredicate::ult,
                      builder.createOrFold<arith::SubIOp>(size, start), count);
  builder.faultIndexIf(builder.either(beyond, shortOf), last,
                       builder.createOrFold<arith::MaxUIOp>(start, size), size);
}

/// Elements at `offsets`, the last one plus each of `lanes`. In a contiguous
/// memref of several dimensions they may be beyond their row, as long as they
/// are in the memref: upstream's vectoriser gathers with linear indices.
static void guardIndexed(GuardBuilder &builder, Value base, ValueRange offsets,
                         Value lanes, Value mask) {
  auto memref = dyn_cast<MemRefType>(base.getType());
  if (!memref)
    return;
  mask = flatten(builder, mask);
  lanes = flatten(builder, lanes);
  auto type = VectorType::get(cast<VectorType>(lanes.getType()).getShape(),
                              builder.getIndexType());
  if (lanes.getType() != type)
    lanes = arith::IndexCastOp::create(builder, type, lanes);
  auto getIndices = [&](Value start) {
    return builder.createOrFold<arith::AddIOp>(
        vector::BroadcastOp::create(builder, type, start), lanes);
  };

  for (auto [dim, offset] : llvm::enumerate(offsets.drop_back()))
    checkElement(builder, dim, offset, mask, builder.dim(base, dim));
  int64_t last = offsets.size() - 1;
  Value allowed;
  if (last > 0 && memref.getLayout().isIdentity()) {
    Value start = builder.index(0);
    Value total = builder.index(1);
    for (auto [dim, offset] : llvm::enumerate(offsets)) {
      Value size = builder.dim(base, dim);
      total = builder.createOrFold<arith::MulIOp>(total, size);
      start = builder.createOrFold<arith::AddIOp>(
          builder.createOrFold<arith::MulIOp>(start, size), offset);
    }
    allowed =
        builder.compare(CmpIPredicate::ult, getIndices(start),
                        vector::BroadcastOp::create(builder, type, total));
  }
  checkLanes(builder, last, getIndices(offsets.back()), mask,
             builder.dim(base, last), allowed);
}

static void guardTransfer(GuardBuilder &builder,
                          mlir::VectorTransferOpInterface op) {
  Value base = op.getBase();
  if (!isa<MemRefType>(base.getType()))
    return;
  Value mask = op.getMask();
  if (auto masked = dyn_cast<vector::MaskableOpInterface>(op.getOperation());
      masked && masked.isMasked())
    mask = masked.getMaskingOp().getMask();

  // A mask has the vector's dimensions in the order of the memref's.
  int64_t maskDim = 0;
  for (auto [dim, index] : llvm::enumerate(op.getIndices())) {
    Value size = builder.dim(base, dim);
    std::optional<unsigned> position =
        op.getPermutationMap().getResultPosition(builder.getAffineDimExpr(dim));
    if (!position) {
      checkElement(builder, dim, index, mask, size);
      continue;
    }
    int64_t lanes = op.getVectorType().getDimSize(*position);
    Value projected = mask ? projectMask(builder, mask, maskDim++) : Value();
    if (!op.isDimInBounds(*position)) {
      // Only the upper side is left to the padding.
      Value below =
          builder.compare(CmpIPredicate::slt, index, builder.index(0));
      if (mask)
        below = builder.both(builder.any(mask), below);
      builder.faultIndexIf(below, dim, index, size);
    } else if (mask) {
      checkLanes(builder, dim, getRun(builder, index, lanes), projected, size);
    } else {
      checkRun(builder, dim, index, builder.index(lanes), size);
    }
  }
}

/// Dynamic positions in a vector.
static void guardPosition(GuardBuilder &builder, VectorType type,
                          ArrayRef<OpFoldResult> positions) {
  for (auto [dim, position] : llvm::enumerate(positions))
    if (auto value = dyn_cast<Value>(position))
      builder.checkIndex(dim, value, builder.index(type.getDimSize(dim)));
}

void ember::guardVector(Operation *op, target::RuntimeCalls &calls) {
  // Guards of an op in a `vector.mask` stand before that.
  Operation *place =
      isa<vector::MaskOp>(op->getParentOp()) ? op->getParentOp() : op;
  GuardBuilder builder(op, calls, place);
  TypeSwitch<Operation *>(op)
      .Case([&](vector::LoadOp op) {
        guardContiguous(builder, op.getBase(), op.getIndices(),
                        op.getVectorType(), {});
      })
      .Case([&](vector::StoreOp op) {
        guardContiguous(builder, op.getBase(), op.getIndices(),
                        op.getVectorType(), {});
      })
      .Case<vector::MaskedLoadOp, vector::MaskedStoreOp>([&](auto op) {
        guardContiguous(builder, op.getBase(), op.getIndices(),
                        op.getVectorType(), op.getMask());
      })
      .Case<vector::ExpandLoadOp, vector::CompressStoreOp>([&](auto op) {
        guardPacked(builder, op.getBase(), op.getIndices(), op.getMask());
      })
      .Case<vector::GatherOp, vector::ScatterOp>([&](auto op) {
        guardIndexed(builder, op.getBase(), op.getOffsets(), op.getIndices(),
                     op.getMask());
      })
      .Case<vector::TransferReadOp, vector::TransferWriteOp>([&](auto op) {
        guardTransfer(builder,
                      cast<mlir::VectorTransferOpInterface>(op.getOperation()));
      })
      .Case([&](vector::ExtractOp op) {
        guardPosition(builder, op.getSourceVectorType(), op.getMixedPosition());
      })
      .Case([&](vector::InsertOp op) {
        guardPosition(builder, op.getDestVectorType(), op.getMixedPosition());
      });
}

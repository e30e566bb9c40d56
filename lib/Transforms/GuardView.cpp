//===- GuardView.cpp - Guards of views --------------------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A view must not reach beyond what it is a view of. It is checked where it
/// is made; its accesses are checked against its sizes.
///
//===----------------------------------------------------------------------===//

#include "Guards.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"

using namespace ember;
namespace arith = mlir::arith;
namespace memref = mlir::memref;
using arith::CmpIPredicate;

/// Faults if a size is negative, and returns whether there are elements.
static Value checkSizes(GuardBuilder &builder, ArrayRef<Value> sizes) {
  Value zero = builder.index(0);
  Value occupied = arith::ConstantIntOp::create(builder, 1, 1);
  for (auto [dim, size] : llvm::enumerate(sizes)) {
    builder.faultIf(builder.compare(CmpIPredicate::slt, size, zero),
                    "size of dimension " + Twine(dim) + " is negative");
    occupied =
        builder.both(occupied, builder.compare(CmpIPredicate::sgt, size, zero));
  }
  return occupied;
}

static SmallVector<Value> getValues(GuardBuilder &builder,
                                    ArrayRef<OpFoldResult> values) {
  return llvm::map_to_vector(
      values, [&](OpFoldResult value) { return builder.index(value); });
}

/// Keeps a wide number of elements or bytes within what run-time and compiler
/// can count further with; no allocation is as large as the limits.
static Value clamp(GuardBuilder &builder, Value wide) {
  Value limit = builder.widen(builder.index(int64_t(1) << 62));
  Value negated = builder.widen(builder.index(-(int64_t(1) << 62)));
  return builder.createOrFold<arith::MaxSIOp>(
      builder.createOrFold<arith::MinSIOp>(wide, limit), negated);
}

/// The distance from the first to the last of `size` elements, widened.
static Value getSpan(GuardBuilder &builder, Value size, Value stride) {
  Value steps = builder.createOrFold<arith::SubIOp>(size, builder.index(1));
  return builder.createOrFold<arith::MulIOp>(builder.widen(steps),
                                             builder.widen(stride));
}

/// The product of `scale` and sizes that are not negative, widened; what is too
/// large stays too large.
static Value getProduct(GuardBuilder &builder, ArrayRef<Value> sizes,
                        Value scale) {
  Value product = builder.widen(scale);
  for (Value size : sizes)
    product = clamp(builder, builder.createOrFold<arith::MulIOp>(
                                 product, builder.widen(size)));
  return product;
}

static void guardSubView(GuardBuilder &builder, memref::SubViewOp op) {
  SmallVector<Value> offsets = getValues(builder, op.getMixedOffsets());
  SmallVector<Value> sizes = getValues(builder, op.getMixedSizes());
  SmallVector<Value> strides = getValues(builder, op.getMixedStrides());
  Value occupied = checkSizes(builder, sizes);
  for (auto [dim, offset] : llvm::enumerate(offsets)) {
    Value size = builder.dim(op.getSource(), dim);
    Value beyond = builder.compare(CmpIPredicate::uge, offset, size);
    builder.faultIndexIf(builder.both(occupied, beyond), dim, offset, size);
    Value last = builder.createOrFold<arith::AddIOp>(
        builder.widen(offset), getSpan(builder, sizes[dim], strides[dim]));
    beyond = builder.compare(CmpIPredicate::uge, last, builder.widen(size));
    builder.faultIndexIf(builder.both(occupied, beyond), dim,
                         builder.narrow(last), size);
  }
}

/// Faults unless the elements of a view with these sizes and strides, from
/// element `offset` of the base pointer of `memref` on, are in one allocation.
static void checkElements(GuardBuilder &builder, Operation *op, Value memref,
                          Type elementType, Value offset, ArrayRef<Value> sizes,
                          ArrayRef<Value> strides) {
  Value occupied = checkSizes(builder, sizes);
  Value zero = builder.widen(builder.index(0));
  Value low = builder.widen(offset);
  Value high = low;
  for (auto [size, stride] : llvm::zip_equal(sizes, strides)) {
    Value span = getSpan(builder, size, stride);
    low = clamp(builder,
                builder.createOrFold<arith::AddIOp>(
                    low, builder.createOrFold<arith::MinSIOp>(span, zero)));
    high = clamp(builder,
                 builder.createOrFold<arith::AddIOp>(
                     high, builder.createOrFold<arith::MaxSIOp>(span, zero)));
  }
  uint64_t bytes = mlir::DataLayout::closest(op).getTypeSize(elementType);
  Value scale = builder.widen(builder.index(bytes));
  auto toBytes = [&](Value elements) {
    Value wide = builder.createOrFold<arith::MulIOp>(elements, scale);
    return builder.narrow(clamp(builder, wide));
  };
  low = toBytes(low);
  high = toBytes(builder.createOrFold<arith::AddIOp>(
      high, builder.widen(builder.index(1))));
  // An empty range is never checked.
  high = builder.createOrFold<arith::SelectOp>(occupied, high, low);
  builder.checkRange(memref, low, high);
}

static void guardReinterpretCast(GuardBuilder &builder,
                                 memref::ReinterpretCastOp op) {
  checkElements(builder, op, op.getSource(), op.getType().getElementType(),
                builder.index(op.getMixedOffsets().front()),
                getValues(builder, op.getMixedSizes()),
                getValues(builder, op.getMixedStrides()));
}

static void guardByteView(GuardBuilder &builder, memref::ViewOp op) {
  MemRefType type = op.getType();
  uint64_t bytes =
      mlir::DataLayout::closest(op).getTypeSize(type.getElementType());
  Value zero = builder.index(0);
  Value shift = op.getByteShift();
  builder.faultIf(builder.compare(CmpIPredicate::slt, shift, zero),
                  "byte shift is negative");
  SmallVector<Value> sizes;
  ValueRange dynamicSizes = op.getSizes();
  ValueRange::iterator dynamic = dynamicSizes.begin();
  for (int64_t size : type.getShape())
    sizes.push_back(ShapedType::isDynamic(size) ? *dynamic++
                                                : builder.index(size));
  Value occupied = checkSizes(builder, sizes);
  Value total = getProduct(builder, sizes, builder.index(bytes));
  Value last = builder.createOrFold<arith::SubIOp>(
      builder.createOrFold<arith::AddIOp>(total, builder.widen(shift)),
      builder.widen(builder.index(1)));
  Value available = builder.dim(op.getSource(), 0);
  Value beyond =
      builder.compare(CmpIPredicate::uge, last, builder.widen(available));
  builder.faultIndexIf(builder.both(occupied, beyond), 0, builder.narrow(last),
                       available);
}

/// The elements are those of the source, which is contiguous; sizes that the
/// type fixes are read from the shape all the same.
static void guardReshape(GuardBuilder &builder, memref::ReshapeOp op) {
  auto sourceType = dyn_cast<MemRefType>(op.getSource().getType());
  auto shapeType = cast<MemRefType>(op.getShape().getType());
  auto type = dyn_cast<MemRefType>(op.getType());
  if (!sourceType || shapeType.isDynamicDim(0))
    return;
  SmallVector<Value> sizes, sourceSizes;
  for (int64_t dim = 0; dim < shapeType.getDimSize(0); ++dim) {
    Value size =
        memref::LoadOp::create(builder, op.getShape(), builder.index(dim));
    if (!size.getType().isIndex())
      size = builder.createOrFold<arith::IndexCastOp>(builder.getIndexType(),
                                                      size);
    if (type && !type.isDynamicDim(dim))
      builder.faultIf(builder.compare(CmpIPredicate::ne, size,
                                      builder.index(type.getDimSize(dim))),
                      "size of dimension " + Twine(dim) + " is not " +
                          Twine(type.getDimSize(dim)));
    sizes.push_back(size);
  }
  for (int64_t dim = 0; dim < sourceType.getRank(); ++dim)
    sourceSizes.push_back(builder.dim(op.getSource(), dim));
  checkSizes(builder, sizes);
  Value one = builder.index(1);
  builder.faultIf(builder.compare(CmpIPredicate::ne,
                                  getProduct(builder, sizes, one),
                                  getProduct(builder, sourceSizes, one)),
                  "shape does not fit the elements of the source");
}

static void guardExpandShape(GuardBuilder &builder, memref::ExpandShapeOp op) {
  SmallVector<Value> sizes =
      getValues(builder, getMixedValues(op.getStaticOutputShape(),
                                        op.getOutputShape(), builder));
  checkSizes(builder, sizes);
  for (auto [dim, group] : llvm::enumerate(op.getReassociationIndices())) {
    SmallVector<Value> expanded;
    for (int64_t position : group)
      expanded.push_back(sizes[position]);
    Value product = getProduct(builder, expanded, builder.index(1));
    Value size = builder.widen(builder.dim(op.getSrc(), dim));
    builder.faultIf(builder.compare(CmpIPredicate::ne, product, size),
                    "output shape does not fit dimension " + Twine(dim) +
                        " of the source");
  }
}

/// Collapsed dimensions must be contiguous; the types leave it open where
/// strides are dynamic.
static void guardCollapseShape(GuardBuilder &builder,
                               memref::CollapseShapeOp op) {
  MemRefType type = op.getSrcType();
  auto [staticStrides, offset] = type.getStridesAndOffset();
  if (!llvm::is_contained(staticStrides, ShapedType::kDynamic))
    return;
  auto metadata =
      memref::ExtractStridedMetadataOp::create(builder, op.getSrc());
  auto getStride = [&, &staticStrides = staticStrides](int64_t dim) {
    return ShapedType::isDynamic(staticStrides[dim])
               ? metadata.getStrides()[dim]
               : builder.index(staticStrides[dim]);
  };
  Value one = builder.index(1);
  for (const mlir::ReassociationIndices &group : op.getReassociationIndices())
    for (auto [outer, inner] : llvm::zip(group, ArrayRef(group).drop_front())) {
      Value matters = builder.compare(CmpIPredicate::sgt,
                                      builder.dim(op.getSrc(), outer), one);
      Value expected = builder.createOrFold<arith::MulIOp>(
          builder.dim(op.getSrc(), inner), getStride(inner));
      Value differs =
          builder.compare(CmpIPredicate::ne, getStride(outer), expected);
      builder.faultIf(builder.both(matters, differs),
                      "dimensions " + Twine(outer) + " and " + Twine(inner) +
                          " are not contiguous");
    }
}

static void guardCast(GuardBuilder &builder, memref::CastOp op) {
  auto type = dyn_cast<MemRefType>(op.getType());
  if (!type)
    return;
  Value source = op.getSource();
  if (isa<mlir::UnrankedMemRefType>(source.getType())) {
    Value rank = memref::RankOp::create(builder, source);
    builder.faultIf(
        builder.compare(CmpIPredicate::ne, rank, builder.index(type.getRank())),
        "source is not of rank " + Twine(type.getRank()));
    // Of the right rank, but anything else: its numbers are in the descriptor.
    SmallVector<int64_t> dynamic(type.getRank(), ShapedType::kDynamic);
    auto layout = StridedLayoutAttr::get(builder.getContext(),
                                         ShapedType::kDynamic, dynamic);
    source =
        memref::CastOp::create(builder,
                               MemRefType::get(dynamic, type.getElementType(),
                                               layout, type.getMemorySpace()),
                               source);
  }
  auto sourceType = cast<MemRefType>(source.getType());
  for (auto [dim, size] : llvm::enumerate(type.getShape()))
    if (!ShapedType::isDynamic(size))
      builder.faultIf(builder.compare(CmpIPredicate::ne,
                                      builder.dim(source, dim),
                                      builder.index(size)),
                      "size of dimension " + Twine(dim) +
                          " of the source is not " + Twine(size));

  SmallVector<int64_t> strides, sourceStrides;
  int64_t offset, sourceOffset;
  if (failed(type.getStridesAndOffset(strides, offset)) ||
      failed(sourceType.getStridesAndOffset(sourceStrides, sourceOffset)) ||
      (strides == sourceStrides && offset == sourceOffset))
    return;
  auto metadata = memref::ExtractStridedMetadataOp::create(builder, source);
  if (!ShapedType::isDynamic(offset))
    builder.faultIf(builder.compare(CmpIPredicate::ne, metadata.getOffset(),
                                    builder.index(offset)),
                    "offset of the source is not " + Twine(offset));
  for (auto [dim, stride] : llvm::enumerate(strides)) {
    if (ShapedType::isDynamic(stride) || stride == sourceStrides[dim])
      continue;
    Value matters = builder.compare(CmpIPredicate::sgt,
                                    builder.dim(source, dim), builder.index(1));
    Value differs = builder.compare(
        CmpIPredicate::ne, metadata.getStrides()[dim], builder.index(stride));
    builder.faultIf(builder.both(matters, differs),
                    "stride of dimension " + Twine(dim) +
                        " of the source is not " + Twine(stride));
  }
}

void ember::guardView(Operation *op, target::RuntimeCalls &calls) {
  GuardBuilder builder(op, calls);
  TypeSwitch<Operation *>(op)
      .Case([&](memref::SubViewOp op) { guardSubView(builder, op); })
      .Case([&](memref::ReinterpretCastOp op) {
        guardReinterpretCast(builder, op);
      })
      .Case([&](memref::ViewOp op) { guardByteView(builder, op); })
      .Case([&](memref::ReshapeOp op) { guardReshape(builder, op); })
      .Case([&](memref::ExpandShapeOp op) { guardExpandShape(builder, op); })
      .Case(
          [&](memref::CollapseShapeOp op) { guardCollapseShape(builder, op); })
      .Case([&](memref::CastOp op) { guardCast(builder, op); });
}

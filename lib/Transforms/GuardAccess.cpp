//===- GuardAccess.cpp - Guards of accesses and allocations -----*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Guards.h"
#include "ember/Dialect/DLC/IR/DLC.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"

using namespace ember;
namespace arith = mlir::arith;
namespace memref = mlir::memref;
using arith::CmpIPredicate;

static void guardElement(GuardBuilder &builder, Value memref,
                         ValueRange indices) {
  for (auto [dim, index] : llvm::enumerate(indices))
    builder.checkIndex(dim, index, builder.dim(memref, dim));
}

static void guardCopy(GuardBuilder &builder, memref::CopyOp op) {
  auto type = dyn_cast<MemRefType>(op.getSource().getType());
  if (!type || !isa<MemRefType>(op.getTarget().getType()))
    return;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    builder.faultIf(
        builder.compare(CmpIPredicate::ne, builder.dim(op.getSource(), dim),
                        builder.dim(op.getTarget(), dim)),
        "source and target differ in the size of dimension " + Twine(dim));
}

/// Whether the data layout knows the size of an element.
static bool isSized(Type element) {
  if (auto vector = dyn_cast<VectorType>(element))
    return vector.getRank() > 0 && isSized(vector.getElementType());
  return element.isIntOrIndexOrFloat() || isa<mlir::ComplexType>(element);
}

bool ember::isAllocationOfUnknownSize(Operation *op) {
  return isa<memref::AllocOp, memref::AllocaOp, memref::ReallocOp>(op) &&
         !cast<MemRefType>(op->getResult(0).getType()).hasStaticShape() &&
         !isSized(
             cast<MemRefType>(op->getResult(0).getType()).getElementType());
}

/// An allocation's sizes must not be negative, and the number of its bytes
/// must be one that can be written down.
static void guardAllocation(GuardBuilder &builder, Operation *op,
                            MemRefType type, ValueRange sizes) {
  if (!isSized(type.getElementType()))
    return;
  int64_t bytes =
      mlir::DataLayout::closest(op).getTypeSize(type.getElementType());
  if (type.hasStaticShape()) {
    bool overflows = llvm::any_of(type.getShape(), [&](int64_t size) {
      return llvm::MulOverflow(bytes, size, bytes);
    });
    // An array without elements has none of any size.
    if (overflows && !llvm::is_contained(type.getShape(), 0))
      builder.faultIf(arith::ConstantIntOp::create(builder, 1, 1),
                      "size in bytes overflows");
    return;
  }
  Value total = builder.index(bytes);
  Value wraps = arith::ConstantIntOp::create(builder, 0, 1);
  Value zero = builder.index(0);
  ValueRange::iterator size = sizes.begin();
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    Value extent;
    if (type.isDynamicDim(dim)) {
      extent = *size++;
      builder.faultIf(builder.compare(CmpIPredicate::slt, extent, zero),
                      "size of dimension " + Twine(dim) + " is negative");
    } else {
      extent = builder.index(type.getDimSize(dim));
    }
    auto product = arith::MulUIExtendedOp::create(builder, total, extent);
    total = product.getLow();
    wraps = builder.either(
        wraps, builder.compare(CmpIPredicate::ne, product.getHigh(), zero));
  }
  wraps =
      builder.either(wraps, builder.compare(CmpIPredicate::slt, total, zero));
  builder.faultIf(wraps, "size in bytes overflows");
}

void ember::guardAccess(Operation *op, target::RuntimeCalls &calls) {
  GuardBuilder builder(op, calls);
  TypeSwitch<Operation *>(op)
      .Case<memref::LoadOp, memref::StoreOp, memref::AtomicRMWOp,
            memref::GenericAtomicRMWOp>([&](auto op) {
        guardElement(builder, op.getMemref(), op.getIndices());
      })
      .Case([&](memref::DimOp op) {
        auto type = dyn_cast<MemRefType>(op.getSource().getType());
        Value rank =
            type ? builder.index(type.getRank())
                 : Value(memref::RankOp::create(builder, op.getSource()));
        builder.faultIf(
            builder.compare(CmpIPredicate::uge, op.getIndex(), rank),
            "dimension is not one of the memref");
      })
      .Case([&](dlc::PopOp op) {
        builder.checkField(op.getField(), op.getPosition());
      })
      .Case([&](memref::CopyOp op) { guardCopy(builder, op); })
      .Case<memref::AllocOp, memref::AllocaOp>([&](auto op) {
        guardAllocation(builder, op, op.getType(), op.getDynamicSizes());
      })
      .Case([&](memref::ReallocOp op) {
        Value size = op.getDynamicResultSize();
        guardAllocation(builder, op, op.getType(),
                        size ? ValueRange(size) : ValueRange());
      });
}

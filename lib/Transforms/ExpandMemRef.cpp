//===- ExpandMemRef.cpp - MemRef ops without a lowering ---------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

namespace ember {
#define GEN_PASS_DEF_EMBEREXPANDMEMREF
#include "ember/Transforms/Passes.h.inc"
} // namespace ember

using namespace ember;
namespace LLVM = mlir::LLVM;
namespace arith = mlir::arith;
namespace memref = mlir::memref;
namespace scf = mlir::scf;

static void expandCopy(memref::CopyOp op) {
  auto type = dyn_cast<MemRefType>(op.getSource().getType());
  if (!type || !isa<MemRefType>(op.getTarget().getType()))
    return;
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  SmallVector<Value> lower(type.getRank(), zero), upper,
      steps(type.getRank(), one);
  for (auto [dim, size] : llvm::enumerate(type.getShape()))
    upper.push_back(
        ShapedType::isDynamic(size)
            ? Value(memref::DimOp::create(builder, loc, op.getSource(), dim))
            : arith::ConstantIndexOp::create(builder, loc, size));
  scf::buildLoopNest(
      builder, loc, lower, upper, steps,
      [&](OpBuilder &builder, Location loc, ValueRange indices) {
        Value element =
            memref::LoadOp::create(builder, loc, op.getSource(), indices);
        memref::StoreOp::create(builder, loc, element, op.getTarget(), indices);
      });
  op.erase();
}

/// Makes an atomic update a load, what `build` computes of it, and a store: a
/// core is alone with its memory. Its result is the old element.
static void
expandUpdate(Operation *op, Value memref, ValueRange indices,
             llvm::function_ref<Value(OpBuilder &, Value old)> build) {
  OpBuilder builder(op);
  Value old = memref::LoadOp::create(builder, op->getLoc(), memref, indices);
  memref::StoreOp::create(builder, op->getLoc(), build(builder, old), memref,
                          indices);
  op->replaceAllUsesWith(ValueRange(old));
  op->erase();
}

static void expandUpdate(memref::GenericAtomicRMWOp op) {
  expandUpdate(
      op, op.getMemref(), op.getIndices(), [&](OpBuilder &builder, Value old) {
        IRMapping mapping;
        Block &body = op.getRegion().front();
        mapping.map(body.getArgument(0), old);
        for (Operation &each : body.without_terminator())
          builder.clone(each, mapping);
        return mapping.lookupOrDefault(body.getTerminator()->getOperand(0));
      });
}

/// Products are no atomic updates of LLVM.
static void expandProduct(memref::AtomicRMWOp op) {
  expandUpdate(op, op.getMemref(), op.getIndices(),
               [&](OpBuilder &builder, Value old) {
                 return arith::getReductionOp(op.getKind(), builder,
                                              op.getLoc(), old, op.getValue());
               });
}

/// Frees the stack that `scope`, an iteration of a loop, allocated.
static void freeStack(Block *scope) {
  OpBuilder builder = OpBuilder::atBlockBegin(scope);
  Location loc = scope->getParentOp()->getLoc();
  Value stack = LLVM::StackSaveOp::create(
      builder, loc, LLVM::LLVMPointerType::get(builder.getContext()));
  builder.setInsertionPoint(scope->getTerminator());
  LLVM::StackRestoreOp::create(builder, loc, stack);
}

/// A size, stride or offset of a view: what its type says must stand in the op
/// as a constant.
static OpFoldResult fixedOr(int64_t fixed, Value value) {
  if (ShapedType::isDynamic(fixed))
    return value;
  return Builder(value.getContext()).getIndexAttr(fixed);
}

/// Upstream's expansion cannot compute the strides of a dimension that is split
/// into several of dynamic size.
static void expandExpandShape(memref::ExpandShapeOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  auto metadata =
      memref::ExtractStridedMetadataOp::create(builder, loc, op.getSrc());
  SmallVector<OpFoldResult> sizes = op.getMixedOutputShape();
  SmallVector<Value> computed(sizes.size());
  for (auto [group, sourceStride] :
       llvm::zip_equal(op.getReassociationIndices(), metadata.getStrides())) {
    Value stride = sourceStride;
    for (int64_t dim : llvm::reverse(group)) {
      computed[dim] = stride;
      Value size = getValueOrCreateConstantIndexOp(builder, loc, sizes[dim]);
      stride = arith::MulIOp::create(builder, loc, stride, size);
    }
  }
  auto [staticStrides, staticOffset] = op.getResultType().getStridesAndOffset();
  SmallVector<OpFoldResult> strides;
  for (auto [fixed, value] : llvm::zip_equal(staticStrides, computed))
    strides.push_back(fixedOr(fixed, value));
  op.replaceAllUsesWith(memref::ReinterpretCastOp::create(
                            builder, loc, op.getResultType(), op.getSrc(),
                            fixedOr(staticOffset, metadata.getOffset()), sizes,
                            strides)
                            .getResult());
  op.erase();
}

/// The dimensions of the source that the result of a subview has, in order. Of
/// several dimensions of size 1 any may be the one that is kept: no access
/// depends on its stride.
static SmallVector<unsigned> getKeptDims(memref::SubViewOp op) {
  ArrayRef<int64_t> wanted = op.getType().getShape();
  SmallVector<unsigned> kept;
  for (auto [dim, size] : llvm::enumerate(op.getStaticSizes()))
    if (kept.size() < wanted.size() && size == wanted[kept.size()])
      kept.push_back(dim);
  return kept;
}

/// Upstream's expansion crashes where it cannot tell from the strides of the
/// source which of several dimensions of size 1 is dropped.
static void expandRankReducingSubView(memref::SubViewOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  SmallVector<unsigned> kept = getKeptDims(op);
  if (kept.size() != static_cast<size_t>(op.getType().getRank()))
    return;
  auto metadata =
      memref::ExtractStridedMetadataOp::create(builder, loc, op.getSource());
  auto toValue = [&](OpFoldResult number) {
    return getValueOrCreateConstantIndexOp(builder, loc, number);
  };
  Value offset = metadata.getOffset();
  SmallVector<Value> computed;
  for (auto [start, step, stride] : llvm::zip_equal(
           op.getMixedOffsets(), op.getMixedStrides(), metadata.getStrides())) {
    Value distance =
        arith::MulIOp::create(builder, loc, toValue(start), stride);
    offset = arith::AddIOp::create(builder, loc, offset, distance);
    computed.push_back(
        arith::MulIOp::create(builder, loc, toValue(step), stride));
  }
  auto [staticStrides, staticOffset] = op.getType().getStridesAndOffset();
  SmallVector<OpFoldResult> sizes, strides;
  for (auto [dim, fixed] : llvm::zip_equal(kept, staticStrides)) {
    sizes.push_back(op.getMixedSizes()[dim]);
    strides.push_back(fixedOr(fixed, computed[dim]));
  }
  op.replaceAllUsesWith(memref::ReinterpretCastOp::create(
                            builder, loc, op.getType(), op.getSource(),
                            fixedOr(staticOffset, offset), sizes, strides)
                            .getResult());
  op.erase();
}

namespace {

class ExpandMemRef : public impl::EmberExpandMemRefBase<ExpandMemRef> {
public:
  void runOnOperation() override {
    SetVector<Block *> scopes;
    getOperation()->walk([&](Operation *op) {
      if (auto copy = dyn_cast<memref::CopyOp>(op)) {
        expandCopy(copy);
      } else if (auto expand = dyn_cast<memref::ExpandShapeOp>(op)) {
        expandExpandShape(expand);
      } else if (auto view = dyn_cast<memref::SubViewOp>(op);
                 view &&
                 view.getSourceType().getRank() > view.getType().getRank()) {
        expandRankReducingSubView(view);
      } else if (auto distinct = dyn_cast<memref::DistinctObjectsOp>(op)) {
        distinct.replaceAllUsesWith(distinct.getOperands());
        distinct.erase();
      } else if (auto update = dyn_cast<memref::GenericAtomicRMWOp>(op)) {
        expandUpdate(update);
      } else if (auto product = dyn_cast<memref::AtomicRMWOp>(op);
                 product && (product.getKind() == arith::AtomicRMWKind::mulf ||
                             product.getKind() == arith::AtomicRMWKind::muli)) {
        expandProduct(product);
      } else if (isa<memref::AllocaOp>(op)) {
        Operation *scope =
            op->getParentWithTrait<mlir::OpTrait::AutomaticAllocationScope>();
        if (isa_and_nonnull<mlir::LoopLikeOpInterface>(scope))
          scopes.insert(
              scope->getRegion(0).findAncestorBlockInRegion(*op->getBlock()));
      }
    });
    llvm::for_each(scopes, freeStack);
  }
};

} // namespace

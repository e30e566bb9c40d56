//===- StackScopes.cpp - The stack of an iteration of a nest --------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Other callbacks of the iteration, those of inner loops too, may use what one
// of them allocates. So the first one that allocates saves the stack, and the
// last one of the iteration restores it, whoever uses what.
//
//===----------------------------------------------------------------------===//

#include "StackScopes.h"
#include "ember/Dialect/SLCV/IR/SLCV.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace ember;
namespace LLVM = mlir::LLVM;
namespace memref = mlir::memref;

/// Whether an op is a callback that leaves something on the stack.
static bool allocatesStack(Operation &op) {
  if (!isa<slc::CallbackOp, slcv::CallbackOp>(op))
    return false;
  WalkResult walk = op.walk([&](memref::AllocaOp alloca) {
    Operation *scope =
        alloca->getParentWithTrait<mlir::OpTrait::AutomaticAllocationScope>();
    return scope && op.isProperAncestor(scope) ? WalkResult::advance()
                                               : WalkResult::interrupt();
  });
  return walk.wasInterrupted();
}

/// Lets a callback also give `value`, which it computes.
static Value addResult(slc::CallbackOp callback, Value value) {
  OpBuilder builder(callback);
  SmallVector<Type> types(callback.getResultTypes());
  types.push_back(value.getType());
  auto wide = slc::CallbackOp::create(builder, callback.getLoc(), types);
  wide->setDiscardableAttrs(callback->getDiscardableAttrDictionary());
  wide.getRegion().takeBody(callback.getRegion());
  Operation *yield = wide.getBody()->getTerminator();
  yield->insertOperands(yield->getNumOperands(), value);
  callback->replaceAllUsesWith(wide.getResults().drop_back());
  callback->erase();
  return wide.getResults().back();
}

static void freeStackOfIteration(slc::AccessLoop loop) {
  Block *body = loop.getLoopBody();
  auto first = llvm::find_if(*body, allocatesStack);
  if (first == body->end())
    return;
  // The last op that is no stream ends the iteration.
  Operation *last = body->getTerminator()->getPrevNode();
  while (!isa<slc::CallbackOp, slcv::CallbackOp, slc::AccessLoop>(last))
    last = last->getPrevNode();
  Location loc = first->getLoc();
  OpBuilder builder = OpBuilder::atBlockTerminator(body);
  if (isa<slc::AccessLoop>(last))
    last = slc::CallbackOp::create(builder, loc);

  builder.setInsertionPointToStart(&first->getRegion(0).front());
  Value stack = LLVM::StackSaveOp::create(
      builder, loc, LLVM::LLVMPointerType::get(builder.getContext()));
  if (last != &*first)
    stack = addResult(cast<slc::CallbackOp>(*first), stack);
  builder.setInsertionPoint(last->getRegion(0).front().getTerminator());
  LLVM::StackRestoreOp::create(builder, loc, stack);
}

void ember::freeStackInCallbacks(slc::AccessLoop nest) {
  nest->walk(freeStackOfIteration);
}

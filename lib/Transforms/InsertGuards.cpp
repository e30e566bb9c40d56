//===- InsertGuards.cpp - Guards what could leave memory or trap -*- C++ -*-==//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Guards.h"
#include "ember/Dialect/DLC/IR/DLC.h"
#include "ember/Transforms/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace ember {
#define GEN_PASS_DEF_EMBERINSERTGUARDS
#include "ember/Transforms/Passes.h.inc"
} // namespace ember

using namespace ember;

/// Collects the ops of `region` in program order, without those that the
/// access unit runs: it guards itself.
static void collect(Region &region, SmallVectorImpl<Operation *> &ops) {
  region.walk<mlir::WalkOrder::PreOrder>([&](Operation *op) {
    ops.push_back(op);
    auto decoupled = dyn_cast<dlc::DecoupledOp>(op);
    if (!decoupled)
      return WalkResult::advance();
    collect(decoupled.getExecute(), ops);
    return WalkResult::skip();
  });
}

/// Ops that access memory in a way that the guards do not look into.
static bool isTooAbstract(Operation *op) {
  auto isScalable = [](Type type) {
    auto vector = dyn_cast<VectorType>(type);
    return vector && vector.isScalable();
  };
  if (isa_and_nonnull<mlir::vector::VectorDialect>(op->getDialect()) &&
      (llvm::any_of(op->getOperandTypes(), isScalable) ||
       llvm::any_of(op->getResultTypes(), isScalable)))
    return true;
  return isa<mlir::linalg::LinalgOp, mlir::affine::AffineReadOpInterface,
             mlir::affine::AffineWriteOpInterface>(op);
}

namespace {

class InsertGuards : public impl::EmberInsertGuardsBase<InsertGuards> {
public:
  void runOnOperation() override {
    FailureOr<target::RuntimeCalls> calls =
        target::RuntimeCalls::create(getOperation());
    if (failed(calls))
      return signalPassFailure();

    // The guards themselves need none.
    SmallVector<Operation *> ops;
    collect(getOperation().getBodyRegion(), ops);
    for (Operation *op : ops) {
      if (isTooAbstract(op)) {
        op->emitOpError("has no guards, expects it to be lowered before");
        return signalPassFailure();
      }
      if (isAllocationOfUnknownSize(op)) {
        op->emitOpError("has no guards, expects its elements to be numbers or "
                        "vectors of numbers, or its sizes to be static");
        return signalPassFailure();
      }
      guardAccess(op, *calls);
      guardArithmetic(op, *calls);
      guardVector(op, *calls);
      guardView(op, *calls);
    }
  }
};

} // namespace

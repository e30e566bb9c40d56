//===- InsertGuards.cpp - Guards what could leave memory or trap -*- C++ -*-==//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Guards.h"
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

/// Ops that access memory in a way that the guards do not look into.
static bool isTooAbstract(Operation *op) {
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
    getOperation().getBodyRegion().walk<mlir::WalkOrder::PreOrder>(
        [&](Operation *op) { ops.push_back(op); });
    for (Operation *op : ops) {
      if (isTooAbstract(op)) {
        op->emitOpError("has no guards, expects it to be lowered before");
        return signalPassFailure();
      }
      guardArithmetic(op, *calls);
      guardAccess(op, *calls);
      guardView(op, *calls);
    }
  }
};

} // namespace

//===- VerifyDecoupling.cpp - Proves decoupled nests legal ----------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Analysis/MemRefAliasing.h"
#include "ember/Dialect/DLC/IR/DLC.h"
#include "ember/Dialect/SLC/IR/SLC.h"
#include "ember/Dialect/SLC/Transforms/Passes.h"
#include "ember/Dialect/SLCV/IR/SLCV.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace ember::slc {
#define GEN_PASS_DEF_VERIFYDECOUPLING
#include "ember/Dialect/SLC/Transforms/Passes.h.inc"
} // namespace ember::slc

using namespace ember;
using namespace ember::slc;

namespace {

struct VerifyDecouplingPass
    : slc::impl::VerifyDecouplingBase<VerifyDecouplingPass> {
  void runOnOperation() override {
    WalkResult walk =
        getOperation()->walk<mlir::WalkOrder::PreOrder>([](Operation *op) {
          if (!isa<AccessLoop, dlc::DecoupledOp>(op))
            return WalkResult::advance();
          return failed(verifyNest(op)) ? WalkResult::interrupt()
                                        : WalkResult::skip();
        });
    if (walk.wasInterrupted())
      signalPassFailure();
    markAllAnalysesPreserved();
  }

private:
  /// The memref that an op of the access unit loads from, if it is a load.
  static Value getMemRefRead(Operation *op) {
    auto effects = dyn_cast<mlir::MemoryEffectOpInterface>(op);
    if (!effects || !op->hasTrait<AccessSide>() || op->getNumRegions() > 0)
      return {};
    for (Value operand : op->getOperands())
      if (isa<mlir::BaseMemRefType>(operand.getType()) &&
          effects.getEffectOnValue<mlir::MemoryEffects::Read>(operand))
        return operand;
    return {};
  }

  static LogicalResult verifyNest(Operation *nest) {
    WrittenMemory written(nest);
    std::optional<ReadMemory> read;
    DenseSet<Value> proven; // Memrefs that loads may read.
    WalkResult walk = nest->walk([&](Operation *op) {
      LogicalResult result = success();
      if (Value memref = getMemRefRead(op)) {
        if (proven.insert(memref).second)
          result = report(op, written.getConflict(memref),
                          "reads memory that its nest may write");
      } else if (auto store = dyn_cast<StoreStrOp>(op)) {
        if (!read)
          read.emplace(nest);
        result = report(op, written.getConflict(store.getMemref(), op),
                        "writes memory that its nest may also write elsewhere");
        if (succeeded(result))
          result = report(op, read->getConflict(store.getMemref(), op),
                          "writes memory that its nest may read");
      }
      return failed(result) ? WalkResult::interrupt() : WalkResult::advance();
    });
    return failure(walk.wasInterrupted());
  }

  static LogicalResult report(Operation *op,
                              const AccessedMemory::Conflict &conflict,
                              StringRef what) {
    if (!conflict.definite && conflict.undecided.empty())
      return success();
    InFlightDiagnostic diag = op->emitOpError() << what;
    if (conflict.definite) {
      diag.attachNote(conflict.definite->op->getLoc())
          << "accessed here by '" << conflict.definite->op->getName() << "'";
      return diag;
    }
    diag.attachNote(conflict.undecided.front().getLoc())
        << "nothing says that it is disjoint from this memref; "
           "memref.distinct_objects or llvm.noalias can";
    return diag;
  }
};

} // namespace

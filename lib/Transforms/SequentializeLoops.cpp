//===- SequentializeLoops.cpp - Parallel loops to scf.for -------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Support/Remarks.h"
#include "ember/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Transforms.h"

namespace ember {
#define GEN_PASS_DEF_EMBERSEQUENTIALIZELOOPS
#include "ember/Transforms/Passes.h.inc"
} // namespace ember

using namespace ember;
namespace scf = mlir::scf;

/// Replaces `loop` by a nest of `scf.for`, its reductions by iteration values.
static void sequentialize(IRRewriter &rewriter, scf::ParallelOp loop) {
  rewriter.setInsertionPoint(loop);
  Location loc = loop.getLoc();
  scf::LoopNest nest = scf::buildLoopNest(
      rewriter, loc, loop.getLowerBound(), loop.getUpperBound(), loop.getStep(),
      loop.getInitVals(),
      [](OpBuilder &, Location, ValueRange, ValueRange carried) {
        return scf::ValueVector(carried.begin(), carried.end());
      });
  scf::ForOp inner = nest.loops.back();
  SmallVector<Value> ivs = llvm::map_to_vector(
      nest.loops, [](scf::ForOp nested) { return nested.getInductionVar(); });
  Operation *yield = inner.getBody()->getTerminator();
  auto reduce = cast<scf::ReduceOp>(loop.getBody()->getTerminator());
  rewriter.inlineBlockBefore(loop.getBody(), yield, ivs);
  SmallVector<Value> yielded;
  for (auto [region, carried, value] :
       llvm::zip_equal(reduce.getReductions(), inner.getRegionIterArgs(),
                       reduce.getOperands())) {
    Operation *result = region.front().getTerminator();
    rewriter.inlineBlockBefore(&region.front(), reduce, {carried, value});
    yielded.push_back(result->getOperand(0));
    rewriter.eraseOp(result);
  }
  rewriter.modifyOpInPlace(yield, [&] { yield->setOperands(yielded); });
  rewriter.eraseOp(reduce);
  nest.loops.front()->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  rewriter.replaceOp(loop, nest.results);
}

namespace {

class SequentializeLoops
    : public impl::EmberSequentializeLoopsBase<SequentializeLoops> {
public:
  void runOnOperation() override {
    SmallVector<scf::ForallOp> foralls;
    SmallVector<scf::ParallelOp> parallels;
    getOperation()->walk([&](Operation *op) {
      if (auto forall = dyn_cast<scf::ForallOp>(op))
        foralls.push_back(forall);
      else if (auto parallel = dyn_cast<scf::ParallelOp>(op))
        parallels.push_back(parallel);
    });
    IRRewriter rewriter(&getContext());
    for (scf::ForallOp forall : foralls) {
      if (forall.getNumResults() > 0) {
        remarkMissed(forall, "sequentialise", "LoopNotSequentialised",
                     "it works on tensors; bufferization, which "
                     "--ember-lower-to-scf does, comes first");
        continue;
      }
      rewriter.setInsertionPoint(forall);
      if (failed(scf::forallToForLoop(rewriter, forall)))
        return signalPassFailure();
    }
    for (scf::ParallelOp parallel : parallels)
      sequentialize(rewriter, parallel);
  }
};

} // namespace

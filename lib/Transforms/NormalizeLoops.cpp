//===- NormalizeLoops.cpp - Loops over integers to index --------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Support/Location.h"
#include "ember/Support/Remarks.h"
#include "ember/Transforms/Passes.h"
#include "mlir/Analysis/DataFlow/IntegerRangeAnalysis.h"
#include "mlir/Analysis/DataFlow/Utils.h"
#include "mlir/Analysis/DataFlowFramework.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace ember {
#define GEN_PASS_DEF_EMBERNORMALIZELOOPS
#include "ember/Transforms/Passes.h.inc"
} // namespace ember

using namespace ember;
namespace arith = mlir::arith;
namespace dataflow = mlir::dataflow;
namespace scf = mlir::scf;

static constexpr unsigned indexBits = 64;

/// The number of bits of an integer or of an `index`.
static unsigned getWidth(Type type) {
  return type.isIndex() ? indexBits : type.getIntOrFloatBitWidth();
}

/// A value of at most 64 bits, extended to `index`.
static Value extend(OpBuilder &builder, Location loc, Value value,
                    bool isUnsigned) {
  if (value.getType().isIndex())
    return value;
  if (isUnsigned)
    return arith::IndexCastUIOp::create(builder, loc, builder.getIndexType(),
                                        value);
  return arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                    value);
}

/// Whether `op`, a cast of a narrow induction variable, keeps its number.
static bool keepsNumber(Operation *op, bool isUnsigned) {
  if (isUnsigned)
    return isa<arith::IndexCastUIOp, arith::ExtUIOp>(op);
  return isa<arith::IndexCastOp, arith::ExtSIOp>(op);
}

/// Lets the uses of `old`, a narrow induction variable, use `iv` instead, of
/// which it has the lower bits.
static void replaceInductionVariable(IRRewriter &rewriter, Value old, Value iv,
                                     bool isUnsigned) {
  for (Operation *user : llvm::make_early_inc_range(old.getUsers())) {
    if (!keepsNumber(user, isUnsigned))
      continue;
    Type type = user->getResult(0).getType();
    rewriter.setInsertionPoint(user);
    Value number =
        type.isIndex()
            ? iv
            : arith::IndexCastOp::create(rewriter, user->getLoc(), type, iv);
    rewriter.replaceOp(user, number);
  }
  if (old.use_empty())
    return;
  rewriter.setInsertionPointToStart(iv.getParentBlock());
  Value narrow =
      arith::IndexCastOp::create(rewriter, iv.getLoc(), old.getType(), iv);
  rewriter.replaceAllUsesWith(old, narrow);
}

/// Replaces `loop` by one over `index` that compares signed.
static void normalize(IRRewriter &rewriter, scf::ForOp loop) {
  const bool isUnsigned = loop.getUnsignedCmp();
  Location loc = loop.getLoc();
  rewriter.setInsertionPoint(loop);
  auto extended = [&](Value value) {
    return extend(rewriter, loc, value, isUnsigned);
  };
  Value lower = extended(loop.getLowerBound());
  Value upper = extended(loop.getUpperBound());
  Value step = extended(loop.getStep());
  auto normal =
      scf::ForOp::create(rewriter, loc, lower, upper, step, loop.getInitArgs());
  normal->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  if (loop.getInitArgs().empty())
    rewriter.eraseOp(normal.getBody()->getTerminator());

  // The body keeps its own variable until its uses are known.
  Value iv = normal.getInductionVar();
  Value old = loop.getInductionVar();
  if (old.getType().isIndex())
    rewriter.replaceAllUsesWith(old, iv);
  else
    replaceInductionVariable(rewriter, old, iv, isUnsigned);
  SmallVector<Value> arguments = {iv};
  llvm::append_range(arguments, normal.getRegionIterArgs());
  // The old variable has no uses any more, of whatever type its stand-in is.
  loop.getInductionVar().setType(iv.getType());
  rewriter.inlineBlockBefore(loop.getBody(), normal.getBody(),
                             normal.getBody()->end(), arguments);
  rewriter.replaceOp(loop, normal.getResults());
}

/// Why an unsigned loop over 64 bits may run another number of times, or with
/// another induction variable, if it compares signed, or nothing.
static std::string getReason(scf::ForOp loop, mlir::DataFlowSolver &solver) {
  auto getRange = [&](Value value) {
    auto *lattice =
        solver.lookupState<dataflow::IntegerValueRangeLattice>(value);
    // Of code that never runs, nothing is known.
    if (!lattice || lattice->getValue().isUninitialized())
      return mlir::ConstantIntRanges::maxRange(indexBits);
    return lattice->getValue().getValue();
  };
  for (auto [bound, name] : {std::pair(loop.getLowerBound(), "lower"),
                             std::pair(loop.getUpperBound(), "upper")})
    if (getRange(bound).smin().isNegative())
      return std::string("its ") + name +
             " bound may be more than a signed number holds: " +
             describeValue(bound) + "; one extended from fewer bits is not";
  mlir::ConstantIntRanges step = getRange(loop.getStep());
  if (!step.smin().isStrictlyPositive())
    return "its step may be 0 or more than a signed number holds: " +
           describeValue(loop.getStep());
  // The last value compared is less than the upper bound plus the step.
  bool overflows;
  (void)getRange(loop.getUpperBound())
      .smax()
      .sadd_ov(step.smax() - 1, overflows);
  return overflows ? "its last step may leave the signed numbers" : "";
}

static void remarkNotNormalised(scf::ForOp loop, const std::string &reason) {
  remarkMissed(loop, "normalise", "LoopNotNormalised", reason);
}

namespace {

class NormalizeLoops : public impl::EmberNormalizeLoopsBase<NormalizeLoops> {
public:
  void runOnOperation() override {
    SmallVector<scf::ForOp> exact, wide;
    getOperation()->walk([&](scf::ForOp loop) {
      Type type = loop.getInductionVar().getType();
      if (getWidth(type) > indexBits)
        return remarkNotNormalised(loop,
                                   "its induction variable has more than 64 "
                                   "bits");
      if (loop.getUnsignedCmp() && getWidth(type) == indexBits)
        wide.push_back(loop);
      else if (!type.isIndex())
        exact.push_back(loop);
    });
    if (exact.empty() && wide.empty())
      return markAllAnalysesPreserved();
    if (!wide.empty()) {
      mlir::DataFlowSolver solver;
      dataflow::loadBaselineAnalyses(solver);
      solver.load<dataflow::IntegerRangeAnalysis>();
      if (failed(solver.initializeAndRun(getOperation())))
        return signalPassFailure();
      for (scf::ForOp loop : wide)
        if (std::string reason = getReason(loop, solver); reason.empty())
          exact.push_back(loop);
        else
          remarkNotNormalised(loop, reason);
    }
    IRRewriter rewriter(&getContext());
    for (scf::ForOp loop : exact)
      normalize(rewriter, loop);
  }
};

} // namespace

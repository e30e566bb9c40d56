//===- RecognizeRangeLoops.cpp - Walk ranges only ---------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Analysis/RangeLoops.h"
#include "ember/Conversion/OverlapCheck.h"
#include "ember/Dialect/SLC/IR/SLC.h"
#include "ember/Dialect/SLC/Utils/StreamBuilder.h"
#include "ember/Support/Remarks.h"
#include "ember/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

namespace ember {
#define GEN_PASS_DEF_EMBERRECOGNIZERANGELOOPS
#include "ember/Transforms/Passes.h.inc"
} // namespace ember

using namespace ember;
namespace arith = mlir::arith;
namespace remark = mlir::remark;
namespace scf = mlir::scf;

using Predicate = arith::CmpIPredicate;

namespace {

/// Narrows one loop to its range.
class RangeNarrower {
public:
  explicit RangeNarrower(const RangeLoop &range)
      : range(range), loop(range.loop), builder(loop.getLoc(), loop) {}

  void narrow();

private:
  using Bounds = std::pair<Value, Value>;

  Value select(Value condition, Value a, Value b) {
    return arith::SelectOp::create(builder, condition, a, b);
  }
  Value compare(Predicate predicate, Value a, Value b) {
    return arith::CmpIOp::create(builder, predicate, a, b);
  }

  Value extend(Value value, bool isUnsigned);
  Bounds intersect(Bounds bounds, const RangeBound &bound);
  Bounds computeBounds();
  Value computeReached();

  const RangeLoop &range;
  scf::ForOp loop;
  ImplicitLocOpBuilder builder;
};

Value RangeNarrower::extend(Value value, bool isUnsigned) {
  if (value.getType().isIndex())
    return value;
  if (isUnsigned)
    return arith::IndexCastUIOp::create(builder, builder.getIndexType(), value);
  return arith::IndexCastOp::create(builder, builder.getIndexType(), value);
}

/// What of the range between `bounds` a bound leaves. Nothing wraps around: a
/// value is incremented only if it is less than the upper bound.
RangeNarrower::Bounds RangeNarrower::intersect(Bounds bounds,
                                               const RangeBound &bound) {
  using Kind = RangeBound::Kind;
  Value lower = bounds.first, upper = bounds.second;
  Value value = extend(bound.value, bound.isUnsigned);
  if (bound.isUnsigned) {
    // No induction variable is as large as those that look negative.
    Value zero = arith::ConstantIndexOp::create(builder, 0);
    value = select(compare(Predicate::slt, value, zero), upper, value);
  }
  auto getNext = [&] {
    Value one = arith::ConstantIndexOp::create(builder, 1);
    return select(compare(Predicate::sge, value, upper), upper,
                  Value(arith::AddIOp::create(builder, value, one)));
  };
  auto raise = [&](Value to) {
    return arith::MaxSIOp::create(builder, lower, to);
  };
  auto cut = [&](Value to) {
    return arith::MinSIOp::create(builder, upper, to);
  };
  switch (bound.kind) {
  case Kind::AtLeast:
    return {raise(value), upper};
  case Kind::Above:
    return {raise(getNext()), upper};
  case Kind::Below:
    return {lower, cut(value)};
  case Kind::AtMost:
    return {lower, getNext()};
  case Kind::Equal:
    return {raise(value), getNext()};
  }
  llvm_unreachable("unknown kind");
}

/// The range, from copies of what computes it in the loop.
RangeNarrower::Bounds RangeNarrower::computeBounds() {
  IRMapping copies;
  for (Operation *op : range.slice)
    builder.clone(*op, copies);
  Bounds bounds{loop.getLowerBound(), loop.getUpperBound()};
  for (RangeBound bound : range.bounds) {
    bound.value = copies.lookupOrDefault(bound.value);
    bounds = intersect(bounds, bound);
  }
  return bounds;
}

/// Whether the loop, as it is, reaches what computes the range; null if that is
/// known, or if it does no harm to compute it anyway.
Value RangeNarrower::computeReached() {
  if (llvm::all_of(range.slice, [](Operation *op) {
        return mlir::isMemoryEffectFree(op) && slc::isSpeculatable(op);
      }))
    return Value();
  Value reached;
  for (Operation *op : range.enclosing) {
    auto enclosing = cast<scf::ForOp>(op);
    Value runs = builder.createOrFold<arith::CmpIOp>(
        enclosing.getUnsignedCmp() ? Predicate::ult : Predicate::slt,
        enclosing.getLowerBound(), enclosing.getUpperBound());
    if (mlir::matchPattern(runs, mlir::m_One()))
      continue;
    reached =
        reached ? Value(arith::AndIOp::create(builder, reached, runs)) : runs;
  }
  return reached;
}

void RangeNarrower::narrow() {
  Bounds bounds;
  if (Value reached = computeReached()) {
    Type index = builder.getIndexType();
    auto choice = scf::IfOp::create(builder, TypeRange{index, index}, reached,
                                    /*withElseRegion=*/true);
    builder.setInsertionPointToStart(choice.thenBlock());
    auto [lower, upper] = computeBounds();
    scf::YieldOp::create(builder, ValueRange{lower, upper});
    builder.setInsertionPointToStart(choice.elseBlock());
    scf::YieldOp::create(
        builder, ValueRange{loop.getUpperBound(), loop.getUpperBound()});
    bounds = {choice.getResult(0), choice.getResult(1)};
  } else {
    bounds = computeBounds();
  }
  loop.setLowerBound(bounds.first);
  loop.setUpperBound(bounds.second);
  builder.setInsertionPointToStart(loop.getBody());
  for (RangeBound bound : range.bounds)
    bound.condition.value.replaceAllUsesWith(arith::ConstantOp::create(
        builder, builder.getBoolAttr(bound.condition.holds)));
}

class RecognizeRangeLoops
    : public impl::EmberRecognizeRangeLoopsBase<RecognizeRangeLoops> {
public:
  using EmberRecognizeRangeLoopsBase::EmberRecognizeRangeLoopsBase;

  void runOnOperation() override {
    SmallVector<scf::ForOp> nests;
    for (Region &region : getOperation()->getRegions())
      slc::walkMainVersion(region, [&](Operation *op) {
        auto nest = dyn_cast<scf::ForOp>(op);
        if (nest)
          nests.push_back(nest);
        return !nest;
      });
    bool changed = false;
    for (scf::ForOp nest : nests)
      changed |= visit(nest);
    if (!changed)
      return markAllAnalysesPreserved();
    // Conditions are constants now.
    mlir::OpPassManager cleanUp(getOperation()->getName().getStringRef());
    cleanUp.addPass(mlir::createCanonicalizerPass());
    cleanUp.addPass(mlir::createCSEPass());
    if (failed(runPipeline(cleanUp, getOperation())))
      signalPassFailure();
  }

private:
  /// Narrows the loops of a nest, in a version of its own if only a check at
  /// run time can tell that nothing writes what ranges are computed from.
  /// Returns whether there were any.
  bool visit(scf::ForOp nest) {
    bool changed = false;
    SmallVector<scf::ForOp> ifDisjoint;
    SetVector<MemRefPair> checks;
    nest->walk([&](scf::ForOp loop) {
      std::optional<RangeLoop> range =
          find(loop, nest, aliasChecks != AliasChecks::Refuse);
      if (!range)
        return;
      changed = true;
      if (range->overlapChecks.empty()) {
        narrow(*range, /*numChecks=*/0);
        return;
      }
      checks.insert_range(range->overlapChecks);
      ifDisjoint.push_back(loop);
    });
    if (!ifDisjoint.empty())
      narrowIfDisjoint(nest, ifDisjoint, checks.getArrayRef());
    return changed;
  }

  void narrowIfDisjoint(scf::ForOp nest, ArrayRef<scf::ForOp> loops,
                        ArrayRef<MemRefPair> checks) {
    OpBuilder builder(nest);
    Value overlap;
    if (aliasChecks == AliasChecks::Runtime)
      overlap = buildOverlapCheck(builder, nest.getLoc(), checks);
    IRMapping copies;
    scf::ForOp copy;
    replaceUnless(overlap, nest, [&](OpBuilder &inside) {
      copies = rebindDistinct(inside, nest.getLoc(), checks);
      copy = cast<scf::ForOp>(inside.clone(*nest, copies));
      return SmallVector<Value>(copy.getResults());
    });
    for (scf::ForOp loop : loops)
      if (std::optional<RangeLoop> range =
              find(cast<scf::ForOp>(copies.lookup(loop.getOperation())), copy,
                   /*allowOverlapChecks=*/false))
        narrow(*range, checks.size());
  }

  /// Finds the range of a loop, or says why what could be one is none.
  static std::optional<RangeLoop> find(scf::ForOp loop, scf::ForOp nest,
                                       bool allowOverlapChecks) {
    std::string refusal;
    std::optional<RangeLoop> range =
        findRange(loop, nest, allowOverlapChecks, refusal);
    if (!refusal.empty())
      remarkMissed(loop, "range-loop", "RangeNotUsed",
                   std::string(range ? "more" : "all") +
                       " iterations of this loop run each time it is reached, "
                       "though they do something in a range only: " +
                       refusal);
    return range;
  }

  static void narrow(const RangeLoop &range, size_t numChecks) {
    scf::ForOp loop = range.loop;
    RangeNarrower(range).narrow();
    remark::passed(loop.getLoc(),
                   remark::RemarkOpts::name("RangeUsed").category("range-loop"))
        << remark::metric("Bounds", range.bounds.size())
        << remark::metric("OverlapChecks", numChecks);
  }
};

} // namespace

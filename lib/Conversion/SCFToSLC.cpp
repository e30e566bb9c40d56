//===- SCFToSLC.cpp - Decouples loop nests --------------------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Carries out the plans of the decoupling analysis.
//
//===----------------------------------------------------------------------===//

#include "ember/Analysis/Decoupling.h"
#include "ember/Conversion/OverlapCheck.h"
#include "ember/Conversion/Passes.h"
#include "ember/Dialect/SLC/IR/SLC.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Remarks.h"

namespace ember {
#define GEN_PASS_DEF_CONVERTSCFTOSLC
#include "ember/Conversion/Passes.h.inc"
} // namespace ember

using namespace ember;
namespace memref = mlir::memref;
namespace remark = mlir::remark;
namespace scf = mlir::scf;

namespace {

/// Builds the `slc` nest of a plan.
class NestBuilder {
public:
  NestBuilder(const NestPlan &plan, OpBuilder &builder,
              const IRMapping &rebound)
      : plan(plan), builder(builder), values(rebound) {}

  slc::ForOp build() {
    scf::ForOp root = plan.root;
    return buildLoop(root, getValues(root.getInitArgs()));
  }

private:
  /// A value as the access unit sees it: a stream, or one from before the nest.
  Value getAccessValue(Value value) {
    if (Value stream = streams.lookupOrNull(value))
      return stream;
    return values.lookupOrDefault(value);
  }
  SmallVector<Value> getAccessValues(ValueRange range) {
    return llvm::map_to_vector(range,
                               [&](Value v) { return getAccessValue(v); });
  }

  SmallVector<Value> getValues(ValueRange range) {
    return llvm::map_to_vector(
        range, [&](Value v) { return values.lookupOrDefault(v); });
  }

  slc::ForOp buildLoop(scf::ForOp loop, ValueRange inits);
  void buildStream(Operation *op);
  /// Builds the callback of the execute-side ops of `segment`, if there are
  /// any, and gives `wanted` as values of the execute unit.
  SmallVector<Value> buildCallback(ArrayRef<Operation *> segment,
                                   ValueRange wanted);

  const NestPlan &plan;
  OpBuilder &builder;
  IRMapping streams; ///< Original value -> stream.
  IRMapping values;  ///< Original value -> value of the execute unit.
};

slc::ForOp NestBuilder::buildLoop(scf::ForOp loop, ValueRange inits) {
  auto nest = slc::ForOp::create(builder, loop.getLoc(),
                                 getAccessValue(loop.getLowerBound()),
                                 getAccessValue(loop.getUpperBound()),
                                 getAccessValue(loop.getStep()), inits);
  nest->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(nest.getBody());
  streams.map(loop.getInductionVar(), nest.getInductionVar());
  values.map(loop.getRegionIterArgs(), nest.getRegionIterArgs());

  SmallVector<Operation *> segment;
  for (Operation &op : loop.getBody()->without_terminator()) {
    if (plan.loops.contains(&op)) {
      auto child = cast<scf::ForOp>(op);
      SmallVector<Value> childInits =
          buildCallback(segment, child.getInitArgs());
      segment.clear();
      slc::ForOp built = buildLoop(child, childInits);
      values.map(child.getResults(), built.getResults());
      continue;
    }
    if (plan.isStream(&op))
      buildStream(&op);
    segment.push_back(&op);
  }
  Operation *yield = loop.getBody()->getTerminator();
  SmallVector<Value> yielded = buildCallback(segment, yield->getOperands());
  if (!yielded.empty())
    slc::YieldOp::create(builder, yield->getLoc(), yielded);
  return nest;
}

void NestBuilder::buildStream(Operation *op) {
  Location loc = op->getLoc();
  if (auto load = dyn_cast<memref::LoadOp>(op)) {
    auto stream = slc::MemStrOp::create(
        builder, loc, values.lookupOrDefault(load.getMemRef()),
        getAccessValues(load.getIndices()), /*predicate=*/Value(),
        /*hint=*/slc::HintAttr());
    streams.map(load.getResult(), stream.getResult());
    return;
  }
  mlir::arith::CmpIPredicateAttr predicate;
  if (auto compare = dyn_cast<mlir::arith::CmpIOp>(op))
    predicate = compare.getPredicateAttr();
  auto stream = slc::AluStrOp::create(
      builder, loc, slc::StreamType::get(op->getResult(0).getType()),
      slc::AluKindAttr::get(builder.getContext(), *slc::getAluKind(op)),
      predicate, getAccessValues(op->getOperands()));
  streams.map(op->getResult(0), stream.getResult());
}

SmallVector<Value> NestBuilder::buildCallback(ArrayRef<Operation *> segment,
                                              ValueRange wanted) {
  llvm::SmallPtrSet<Operation *, 16> inSegment(segment.begin(), segment.end());
  SmallVector<Operation *> code = llvm::filter_to_vector(
      segment, [&](Operation *op) { return !plan.isStream(op); });

  // The streams that the code here reads, and the values that it gives.
  SetVector<Value> read, given;
  for (Operation *op : code)
    op->walk([&](Operation *nested) {
      for (Value operand : nested->getOperands())
        if (streams.contains(operand))
          read.insert(operand);
    });
  for (Value value : wanted)
    if (streams.contains(value))
      given.insert(value);
  read.insert_range(given);
  auto isUsedLater = [&](Value value) {
    Block *block = value.getParentBlock();
    return llvm::any_of(value.getUsers(), [&](Operation *user) {
      return !inSegment.contains(block->findAncestorOpInBlock(*user));
    });
  };
  for (Operation *op : code)
    for (Value result : op->getResults())
      if (isUsedLater(result))
        given.insert(result);
  if (!code.empty() || !given.empty()) {
    Location loc =
        code.empty() ? given.front().getLoc() : code.front()->getLoc();
    auto callback = slc::CallbackOp::create(
        builder, loc, ValueRange(given.getArrayRef()).getTypes());
    OpBuilder inside = OpBuilder::atBlockBegin(callback.getBody());

    // A stream is read where the original has its value: at the place of its
    // load for one of this segment, at the start for an older one.
    auto readStream = [&](Value value) {
      values.map(value,
                 slc::ToValOp::create(inside, value.getLoc(), value.getType(),
                                      streams.lookup(value))
                     .getResult());
    };
    for (Value value : read)
      if (!inSegment.contains(value.getDefiningOp()))
        readStream(value);
    for (Operation *op : segment) {
      if (!plan.isStream(op))
        inside.clone(*op, values);
      else if (read.contains(op->getResult(0)))
        readStream(op->getResult(0));
    }
    if (!given.empty())
      slc::YieldOp::create(inside, loc, getValues(given.getArrayRef()));
    for (auto [value, result] : llvm::zip_equal(given, callback.getResults()))
      values.map(value, result);
  }
  SmallVector<Value> result = getValues(wanted);
  // A stream's element is a value of this callback only; others read it again.
  for (Value value : read)
    values.erase(value);
  return result;
}

struct ConvertSCFToSLCPass : impl::ConvertSCFToSLCBase<ConvertSCFToSLCPass> {
  using ConvertSCFToSLCBase::ConvertSCFToSLCBase;

  void runOnOperation() override {
    DecouplingAnalysis analysis(getOperation(),
                                aliasChecks != AliasChecks::Refuse);
    for (const Refusal &refusal : analysis.getRefusedNests())
      remark::missed(
          refusal.op->getLoc(),
          remark::RemarkOpts::name("NestNotDecoupled").category("decouple"))
          << remark::reason("{0}", refusal.reason);
    bool isDeclaration = llvm::all_of(getOperation()->getRegions(),
                                      [](Region &r) { return r.empty(); });
    if (!isDeclaration && analysis.getPlans().empty() &&
        analysis.getRefusedNests().empty())
      remark::missed(
          getOperation()->getLoc(),
          remark::RemarkOpts::name("NothingDecoupled").category("decouple"))
          << remark::reason("there is no 'scf.for' to decouple");
    for (const NestPlan &plan : analysis.getPlans())
      emitRemarks(plan);
    // Plans name results of earlier nests, which must not be replaced yet.
    for (const NestPlan &plan : llvm::reverse(analysis.getPlans()))
      decouple(plan);
  }

private:
  static void emitRemarks(const NestPlan &plan) {
    remark::passed(
        plan.root->getLoc(),
        remark::RemarkOpts::name("NestDecoupled").category("decouple"))
        << remark::metric("Loops", plan.loops.size())
        << remark::metric("Loads", plan.loads.size())
        << remark::metric("OverlapChecks", plan.overlapChecks.size());
    for (const Refusal &refusal : plan.refusals)
      remark::missed(refusal.op->getLoc(),
                     remark::RemarkOpts::name(isa<scf::ForOp>(refusal.op)
                                                  ? "LoopNotOffloaded"
                                                  : "LoadNotOffloaded")
                         .category("decouple"))
          << remark::reason("{0}", refusal.reason);
  }

  /// Replaces the nest of a plan, behind a check where one is needed.
  void decouple(const NestPlan &plan) {
    scf::ForOp root = plan.root;
    OpBuilder builder(root);
    for (Operation *op : plan.invariants)
      op->moveBefore(root);
    if (plan.overlapChecks.empty() || aliasChecks == AliasChecks::AssumeNone) {
      IRMapping rebound;
      if (!plan.overlapChecks.empty())
        rebound = rebindDistinct(builder, root.getLoc(),
                                 plan.overlapChecks.getArrayRef());
      slc::ForOp nest = NestBuilder(plan, builder, rebound).build();
      root->replaceAllUsesWith(nest.getResults());
      root->erase();
      return;
    }
    Value overlap = buildOverlapCheck(builder, root.getLoc(),
                                      plan.overlapChecks.getArrayRef());
    auto choice = scf::IfOp::create(builder, root.getLoc(),
                                    root.getResultTypes(), overlap,
                                    /*withElseRegion=*/true);
    auto yield = [&](ValueRange results) {
      if (!results.empty())
        scf::YieldOp::create(builder, root.getLoc(), results);
    };
    builder.setInsertionPointToStart(choice.elseBlock());
    IRMapping rebound = rebindDistinct(builder, root.getLoc(),
                                       plan.overlapChecks.getArrayRef());
    yield(NestBuilder(plan, builder, rebound).build().getResults());

    root->replaceAllUsesWith(choice.getResults());
    builder.setInsertionPointToStart(choice.thenBlock());
    slc::FallbackOp::create(builder, root.getLoc());
    root->moveAfter(&choice.thenBlock()->front());
    builder.setInsertionPointAfter(root);
    yield(root.getResults());
  }
};

} // namespace

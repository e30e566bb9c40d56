//===- NestBuilder.cpp - Builds the decoupled nest of a plan --------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Goes through the original nest in program order. Loops, loads and arithmetic
// of the plan are built where they stand; other code is collected and becomes a
// callback at the next loop or at the end of the body. Converted `scf.if`s are
// gone through as if they were not there, under a predicate.
//
//===----------------------------------------------------------------------===//

#include "NestBuilder.h"
#include "Segment.h"
#include "ember/Dialect/SLC/Utils/StreamBuilder.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace ember;
namespace arith = mlir::arith;
namespace memref = mlir::memref;
namespace scf = mlir::scf;

namespace {

class NestBuilder {
public:
  NestBuilder(const NestPlan &plan, OpBuilder &builder,
              const IRMapping &rebound)
      : plan(plan), builder(builder), arithmetic(builder), values(rebound) {}

  slc::ForOp build() {
    scf::ForOp root = plan.root;
    return buildLoop(root, /*predicate=*/Value(),
                     getValues(root.getInitArgs()));
  }

private:
  /// A branch of a converted `scf.if` that is being gone through.
  struct Branch {
    scf::IfOp choice;
    unsigned number; ///< 0 for "then", 1 for "else".
    Value predicate; ///< Whether it is taken, if that was computed already.
  };
  /// What is known of the body of a loop that is being gone through.
  struct Body {
    Group segment; ///< The code since the last loop.
    SmallVector<Branch> branches = {};
  };

  /// A value as the access unit sees it: a stream, or one from before the nest.
  Value getAccessValue(Value value) const {
    if (Value stream = streams.lookupOrNull(value))
      return stream;
    return values.lookupOrDefault(value);
  }
  SmallVector<Value> getAccessValues(ValueRange range) const {
    return llvm::map_to_vector(range,
                               [&](Value v) { return getAccessValue(v); });
  }
  SmallVector<Value> getValues(ValueRange range) const {
    return llvm::map_to_vector(
        range, [&](Value v) { return values.lookupOrDefault(v); });
  }

  slc::ForOp buildLoop(scf::ForOp loop, Value predicate, ValueRange inits);
  void buildBlock(Block &block, Body &body);
  void buildChoice(scf::IfOp choice, Body &body);
  void buildStream(Operation *op, Body &body);
  Value getPredicate(Body &body);

  Group &getGroup(Body &body);
  SmallVector<Value> flush(Body &body, ValueRange wanted);

  const NestPlan &plan;
  OpBuilder &builder;
  slc::StreamBuilder arithmetic;
  IRMapping streams; ///< Original value -> stream.
  IRMapping values;  ///< Original value -> value of the execute unit.
};

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Builds a loop that runs only where `predicate`, if there is one, holds.
slc::ForOp NestBuilder::buildLoop(scf::ForOp loop, Value predicate,
                                  ValueRange inits) {
  Location loc = loop.getLoc();
  Value lower = getAccessValue(loop.getLowerBound());
  Value upper = getAccessValue(loop.getUpperBound());
  if (predicate)
    upper = arithmetic.build(loc, slc::AluKind::select, builder.getIndexType(),
                             {predicate, upper, lower});
  auto nest = slc::ForOp::create(builder, loc, lower, upper,
                                 getAccessValue(loop.getStep()), inits);
  nest->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  if (loop == plan.root)
    arithmetic.setNest(nest);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(nest.getBody());
  streams.map(loop.getInductionVar(), nest.getInductionVar());
  values.map(loop.getRegionIterArgs(), nest.getRegionIterArgs());

  Body body{Group(loop.getBody())};
  buildBlock(*loop.getBody(), body);
  Operation *yield = loop.getBody()->getTerminator();
  SmallVector<Value> yielded = flush(body, yield->getOperands());
  if (!yielded.empty())
    slc::YieldOp::create(builder, yield->getLoc(), yielded);
  return nest;
}

void NestBuilder::buildBlock(Block &block, Body &body) {
  for (Operation &op : block.without_terminator()) {
    if (plan.loops.contains(&op)) {
      auto loop = cast<scf::ForOp>(op);
      SmallVector<Value> inits = flush(body, loop.getInitArgs());
      slc::ForOp built = buildLoop(loop, getPredicate(body), inits);
      values.map(loop.getResults(), built.getResults());
    } else if (plan.ifs.contains(&op)) {
      buildChoice(cast<scf::IfOp>(op), body);
    } else {
      if (plan.isStream(&op))
        buildStream(&op, body);
      getGroup(body).parts.emplace_back(&op);
    }
  }
}

//===----------------------------------------------------------------------===//
// Code of the execute unit
//===----------------------------------------------------------------------===//

/// The part of a segment for `choice`, which is the last one of its group.
static Group::Part &getChoice(Group &group, scf::IfOp choice) {
  if (group.parts.empty() || group.parts.back().op != choice)
    group.parts.emplace_back(choice);
  return group.parts.back();
}

/// Where the segment goes on.
Group &NestBuilder::getGroup(Body &body) {
  Group *group = &body.segment;
  for (Branch &branch : body.branches) {
    std::unique_ptr<Group> &inner =
        getChoice(*group, branch.choice).branches[branch.number];
    if (!inner)
      inner = std::make_unique<Group>(
          &branch.choice->getRegion(branch.number).front());
    group = inner.get();
  }
  return *group;
}

/// Ends the segment: builds its callback, and gives `wanted` as values of the
/// execute unit.
SmallVector<Value> NestBuilder::flush(Body &body, ValueRange wanted) {
  SmallVector<Value> result =
      SegmentBuilder(plan, body.segment, streams, values)
          .build(builder, wanted);
  body.segment.parts.clear();
  return result;
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

/// Goes through both branches, then selects the results that the access unit
/// needs.
void NestBuilder::buildChoice(scf::IfOp choice, Body &body) {
  for (unsigned number : {0, 1}) {
    Region &region = choice->getRegion(number);
    if (region.empty())
      continue;
    body.branches.push_back({choice, number, Value()});
    buildBlock(region.front(), body);
    body.branches.pop_back();
  }
  for (OpResult result : choice.getResults()) {
    if (!plan.selects.contains(result))
      continue;
    unsigned number = result.getResultNumber();
    streams.map(result,
                arithmetic.build(
                    choice.getLoc(), slc::AluKind::select, result.getType(),
                    getAccessValues({choice.getCondition(),
                                     choice.thenYield().getOperand(number),
                                     choice.elseYield().getOperand(number)})));
  }
  getChoice(getGroup(body), choice).givesResults = true;
}

/// Whether the code that is being gone through is reached in the iteration of
/// its loop; null where it always is.
Value NestBuilder::getPredicate(Body &body) {
  Value outer;
  for (Branch &branch : body.branches) {
    if (!branch.predicate) {
      Location loc = branch.choice.getLoc();
      Type type = builder.getI1Type();
      Value condition = getAccessValue(branch.choice.getCondition());
      if (branch.number == 1)
        condition = arithmetic.build(
            loc, slc::AluKind::xori, type,
            {condition, arithmetic.buildConstant(loc, type, 1)});
      branch.predicate = arithmetic.buildConjunction(loc, outer, condition);
    }
    outer = branch.predicate;
  }
  return outer;
}

//===----------------------------------------------------------------------===//
// Streams
//===----------------------------------------------------------------------===//

void NestBuilder::buildStream(Operation *op, Body &body) {
  Location loc = op->getLoc();
  if (auto load = dyn_cast<memref::LoadOp>(op)) {
    auto stream = slc::MemStrOp::create(
        builder, loc, values.lookupOrDefault(load.getMemRef()),
        getAccessValues(load.getIndices()), getPredicate(body),
        /*hint=*/slc::HintAttr());
    streams.map(load.getResult(), stream.getResult());
    return;
  }
  arith::CmpIPredicateAttr comparison;
  if (auto compare = dyn_cast<arith::CmpIOp>(op))
    comparison = compare.getPredicateAttr();
  slc::AluKind kind = *slc::getAluKind(op);
  Type type = op->getResult(0).getType();
  SmallVector<Value> inputs = getAccessValues(op->getOperands());
  if (slc::canTrap(kind) && slc::mayTrapAsDivisor(inputs[1]))
    inputs[1] = arithmetic.buildSafeDivisor(loc, getPredicate(body), inputs[1]);
  streams.map(op->getResult(0),
              arithmetic.build(loc, kind, type, inputs, comparison));
}

} // namespace

slc::ForOp ember::buildNest(const NestPlan &plan, OpBuilder &builder,
                            const IRMapping &rebound) {
  return NestBuilder(plan, builder, rebound).build();
}

//===- Segment.cpp - Code of the execute unit between two loops -----------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Segment.h"
#include "ember/Dialect/SLC/IR/SLC.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

using namespace ember;
namespace scf = mlir::scf;

SegmentBuilder::SegmentBuilder(const NestPlan &plan, const Group &segment,
                               const IRMapping &streams, IRMapping &values)
    : plan(plan), segment(segment), streams(streams), values(values) {}

SmallVector<Value> SegmentBuilder::build(OpBuilder &builder,
                                         ValueRange wanted) {
  collectOps(segment);
  for (Value value : wanted)
    if (streams.contains(value)) {
      use(value);
      give(value);
    }
  collectUses(segment);
  collectConditions(segment);

  SetVector<Value> results;
  collectGiven(&segment, results);
  if (hasCode(&segment) || !results.empty()) {
    Location loc = firstCode ? firstCode->getLoc()
                             : results.getArrayRef().front().getLoc();
    auto callback = slc::CallbackOp::create(
        builder, loc, ValueRange(results.getArrayRef()).getTypes());
    OpBuilder inside = OpBuilder::atBlockBegin(callback.getBody());
    buildGroup(inside, &segment);
    if (!results.empty())
      slc::YieldOp::create(inside, loc, lookup(results.getArrayRef()));
    values.map(results.getArrayRef(), callback.getResults());
  }
  SmallVector<Value> result = lookup(wanted);
  // A stream's element is a value of this callback only; others read it again.
  for (Value value : read)
    values.erase(value);
  return result;
}

//===----------------------------------------------------------------------===//
// A look at the segment
//===----------------------------------------------------------------------===//

void SegmentBuilder::collectOps(const Group &group) {
  blocks.insert(group.block);
  for (const Group::Part &part : group.parts) {
    if (!part.isChoice() || part.givesResults)
      ops.insert(part.op);
    for (const std::unique_ptr<Group> &branch : part.branches)
      if (branch)
        collectOps(*branch);
  }
}

/// Whether an op is part of this segment, at any depth. No op of an earlier one
/// can use what is computed here, so an `scf.if` that ends here counts as a
/// whole.
bool SegmentBuilder::isInSegment(Operation *op) const {
  for (; op; op = op->getParentOp())
    if (ops.contains(op))
      return true;
  return false;
}

/// Notes that code of the segment reads the stream of `value`, if it is one.
void SegmentBuilder::use(Value value) {
  if (!streams.contains(value) || !read.insert(value))
    return;
  // A stream is read where the original has its value: at the place of its
  // load for one of this segment, at the start for an older one.
  if (Operation *op = value.getDefiningOp(); op && ops.contains(op))
    return;
  readAtStart[getGroupOf(value)].push_back(value);
}

void SegmentBuilder::give(Value value) {
  given[getGroupOf(value)].insert(value);
}

/// The block of the group that a value belongs to; what is from before the
/// segment's loop belongs to its body.
Block *SegmentBuilder::getGroupOf(Value value) const {
  Block *block = value.getParentBlock();
  return blocks.contains(block) ? block : segment.block;
}

void SegmentBuilder::giveIfUsedLater(Value value) {
  if (llvm::any_of(value.getUsers(),
                   [&](Operation *user) { return !isInSegment(user); }))
    give(value);
}

void SegmentBuilder::collectUses(const Group &group) {
  for (const Group::Part &part : group.parts) {
    if (part.isChoice()) {
      for (const std::unique_ptr<Group> &branch : part.branches)
        if (branch)
          collectUses(*branch);
      for (OpResult result : getResults(part)) {
        auto choice = cast<scf::IfOp>(part.op);
        use(choice.thenYield().getOperand(result.getResultNumber()));
        use(choice.elseYield().getOperand(result.getResultNumber()));
        giveIfUsedLater(result);
        if (!firstCode)
          firstCode = part.op;
      }
      continue;
    }
    if (plan.isStream(part.op))
      continue;
    if (!firstCode)
      firstCode = part.op;
    part.op->walk([&](Operation *nested) {
      for (Value operand : nested->getOperands())
        use(operand);
    });
    for (Value result : part.op->getResults())
      giveIfUsedLater(result);
  }
}

void SegmentBuilder::collectConditions(const Group &group) {
  for (const Group::Part &part : group.parts) {
    if (!isNeeded(part))
      continue;
    use(cast<scf::IfOp>(part.op).getCondition());
    for (const std::unique_ptr<Group> &branch : part.branches)
      if (branch)
        collectConditions(*branch);
  }
}

/// The results of a converted `scf.if` that the execute unit computes.
SmallVector<OpResult>
SegmentBuilder::getResults(const Group::Part &choice) const {
  SmallVector<OpResult> results;
  if (choice.givesResults)
    for (OpResult result : choice.op->getResults())
      if (!plan.selects.contains(result) && !result.use_empty())
        results.push_back(result);
  return results;
}

/// Adds the values that a group, which may be missing, gives to others.
void SegmentBuilder::collectGiven(const Group *group,
                                  SetVector<Value> &results) const {
  if (!group)
    return;
  if (auto found = given.find(group->block); found != given.end())
    results.insert_range(found->second);
  for (const Group::Part &part : group->parts)
    for (const std::unique_ptr<Group> &branch : part.branches)
      collectGiven(branch.get(), results);
}

/// Whether a part is a converted `scf.if` of which the execute unit sees
/// anything.
bool SegmentBuilder::isNeeded(const Group::Part &part) const {
  if (!part.isChoice())
    return false;
  SetVector<Value> results;
  for (const std::unique_ptr<Group> &branch : part.branches)
    collectGiven(branch.get(), results);
  return !results.empty() || !getResults(part).empty() ||
         hasCode(part.branches[0].get()) || hasCode(part.branches[1].get());
}

/// Whether there is something to do for the execute unit in a group, which may
/// be missing.
bool SegmentBuilder::hasCode(const Group *group) const {
  return group && llvm::any_of(group->parts, [&](const Group::Part &part) {
           return part.isChoice() ? isNeeded(part) : !plan.isStream(part.op);
         });
}

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

SmallVector<Value> SegmentBuilder::lookup(ValueRange range) const {
  return llvm::map_to_vector(
      range, [&](Value v) { return values.lookupOrDefault(v); });
}

void SegmentBuilder::readStream(OpBuilder &builder, Value original) {
  values.map(original,
             slc::ToValOp::create(builder, original.getLoc(),
                                  original.getType(), streams.lookup(original))
                 .getResult());
}

void SegmentBuilder::buildGroup(OpBuilder &builder, const Group *group) {
  if (!group)
    return;
  for (Value value : readAtStart.lookup(group->block))
    readStream(builder, value);
  for (const Group::Part &part : group->parts) {
    if (part.isChoice())
      buildChoice(builder, part);
    else if (!plan.isStream(part.op))
      builder.clone(*part.op, values);
    for (Value result : part.op->getResults())
      if (ops.contains(part.op) && read.contains(result))
        readStream(builder, result);
  }
}

void SegmentBuilder::buildChoice(OpBuilder &builder, const Group::Part &part) {
  if (!isNeeded(part))
    return;
  auto original = cast<scf::IfOp>(part.op);
  Location loc = original.getLoc();
  SetVector<Value> givenBy[2];
  SmallVector<Value> outs;
  for (unsigned i : {0, 1}) {
    collectGiven(part.branches[i].get(), givenBy[i]);
    llvm::append_range(outs, givenBy[i]);
  }
  SmallVector<OpResult> results = getResults(part);
  llvm::append_range(outs, results);

  bool needsElse = !outs.empty() || hasCode(part.branches[1].get());
  auto choice = scf::IfOp::create(
      builder, loc, ValueRange(outs).getTypes(),
      values.lookupOrDefault(original.getCondition()), needsElse);
  choice->setDiscardableAttrs(original->getDiscardableAttrDictionary());
  for (unsigned i : {0, 1}) {
    Region &region = choice->getRegion(i);
    if (region.empty())
      continue;
    OpBuilder inside = OpBuilder::atBlockBegin(&region.front());
    buildGroup(inside, part.branches[i].get());
    if (outs.empty())
      continue;
    // What the other branch gives, nobody reads after this one.
    SmallVector<Value> yielded;
    for (unsigned giver : {0, 1})
      for (Value value : givenBy[giver])
        yielded.push_back(giver == i ? values.lookupOrDefault(value)
                                     : mlir::ub::PoisonOp::create(
                                           inside, loc, value.getType()));
    scf::YieldOp yield = i == 0 ? original.thenYield() : original.elseYield();
    for (OpResult result : results)
      yielded.push_back(
          values.lookupOrDefault(yield.getOperand(result.getResultNumber())));
    scf::YieldOp::create(inside, loc, yielded);
  }
  values.map(outs, choice.getResults());
}

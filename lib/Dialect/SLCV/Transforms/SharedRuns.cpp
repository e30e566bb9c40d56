//===- SharedRuns.cpp - Which loops read the same runs --------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedRuns.h"
#include "Runs.h"
#include "ember/Support/Location.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/OperationSupport.h"

using namespace ember;
using namespace ember::slcv;

/// Whether two loops have the same iterations, in the same vectors.
static bool haveSameIterations(slc::AccessLoop a, slc::AccessLoop b) {
  return a->getName() == b->getName() && a.getNumLanes() == b.getNumLanes() &&
         a.getLowerBound() == b.getLowerBound() &&
         a.getUpperBound() == b.getUpperBound() && a.getStep() == b.getStep();
}

/// The streams of the body of `follower` that those of `leader` are equal to,
/// iteration by iteration: memory that streams read does not change in a nest.
static IRMapping matchStreams(slc::AccessLoop leader,
                              slc::AccessLoop follower) {
  IRMapping mapping;
  mapping.map(follower.getLoopBody()->getArguments().take_front(
                  follower.getNumStreamArgs()),
              leader.getLoopBody()->getArguments().take_front(
                  leader.getNumStreamArgs()));
  auto isSame = [&](Value original, Value stream) {
    return success(mapping.lookupOrDefault(stream) == original);
  };
  for (Operation &op : *follower.getLoopBody()) {
    if (!givesStream(&op))
      continue;
    for (Operation &original : *leader.getLoopBody())
      if (mlir::OperationEquivalence::isEquivalentTo(
              &original, &op, isSame, /*markEquivalent=*/nullptr,
              mlir::OperationEquivalence::IgnoreLocations)) {
        mapping.map(op.getResults(), original.getResults());
        break;
      }
  }
  return mapping;
}

/// Whether a load is among the streams that two loops have in common.
static bool hasLoad(const IRMapping &same) {
  return llvm::any_of(same.getValueMap(), [](auto entry) {
    return isa_and_nonnull<slc::MemStrOp, slcv::MemStrOp>(
        entry.first.getDefiningOp());
  });
}

/// Why `follower` cannot read the runs of `leader`; empty if it can, and then
/// the callbacks before it are filled in.
static std::string matchRuns(const Leader &leader, Follower &follower) {
  if (!isInnermost(follower.loop))
    return "it is no innermost loop";
  if (!getRun(follower.loop))
    return "it takes no runs";
  if (!getRun(leader.loop))
    return "the other one takes no runs";
  if (!mlir::matchPattern(follower.loop.getStep(), mlir::m_Constant()))
    return "its step is not constant";
  auto stores = follower.loop.getLoopBody()->getOps<slc::StoreStrOp>();
  if (!stores.empty())
    return "the access unit stores in it, at " +
           describeLocation((*stores.begin()).getLoc());
  slc::AccessLoop last =
      leader.followers.empty() ? leader.loop : leader.followers.back().loop;
  for (Operation *op = last->getNextNode(); op != follower.loop;
       op = op->getNextNode()) {
    if (isa<slc::AccessLoop>(op))
      return "another loop is in between, at " + describeLocation(op->getLoc());
    if (auto code = dyn_cast<slc::CallbackOp>(op))
      follower.before.push_back(code);
  }
  return "";
}

SharedRuns::SharedRuns(slc::AccessLoop parent) {
  for (Operation &op : *parent.getLoopBody())
    if (auto loop = dyn_cast<slc::AccessLoop>(op))
      if (!addFollower(loop))
        leaders.push_back({loop, {}});
  llvm::erase_if(leaders,
                 [](const Leader &leader) { return leader.followers.empty(); });
}

bool SharedRuns::addFollower(slc::AccessLoop loop) {
  std::optional<UnsharedLoop> refusal;
  for (Leader &leader : llvm::reverse(leaders)) {
    if (!haveSameIterations(leader.loop, loop))
      continue;
    Follower follower{loop, {}, matchStreams(leader.loop, loop)};
    if (!hasLoad(follower.streams))
      continue;
    std::string reason = matchRuns(leader, follower);
    if (reason.empty()) {
      leader.followers.push_back(std::move(follower));
      return true;
    }
    if (!refusal)
      refusal = {loop, leader.loop, std::move(reason)};
  }
  if (refusal)
    unshared.push_back(std::move(*refusal));
  return false;
}

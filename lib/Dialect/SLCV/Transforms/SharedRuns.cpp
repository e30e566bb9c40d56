//===- SharedRuns.cpp - Which loops read the same runs --------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedRuns.h"
#include "Runs.h"
#include "ember/Dialect/DLC/IR/DLC.h"
#include "ember/Support/Location.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/OperationSupport.h"

using namespace ember;
using namespace ember::slcv;

/// Whether two loops have the same iterations, in the same vectors.
static bool haveSameIterations(slc::AccessLoop a, slc::AccessLoop b) {
  return a->getName() == b->getName() && a.getNumLanes() == b.getNumLanes() &&
         a.getLowerBound() == b.getLowerBound() &&
         a.getUpperBound() == b.getUpperBound() && a.getStep() == b.getStep();
}

static bool isLoad(Operation *op) {
  return isa_and_nonnull<slc::MemStrOp, slcv::MemStrOp>(op);
}

Leader::Leader(slc::AccessLoop loop) : loop(loop) {
  slcv::CallbackOp run = getRun(loop);
  for (Operation &op : *loop.getLoopBody()) {
    // What stands behind the run is not there yet when it is read.
    if (&op == run)
      break;
    if (givesStream(&op))
      streams.push_back(&op);
  }
  if (!run)
    return;
  chunk = run.getChunk();
  header = getStreamsRead<slc::ToValOp>(run);
  elements = getStreamsRead<BufStrOp>(run);
}

/// Finds the streams of a loop that are equal to those of the leader or of its
/// followers, iteration by iteration: memory that streams read does not change
/// in a nest. Gives the ops of those that are not, and whether some load is.
static std::pair<SmallVector<Operation *>, bool>
matchStreams(Leader &leader, slc::AccessLoop loop) {
  IRMapping &representatives = leader.representatives;
  representatives.map(
      loop.getLoopBody()->getArguments().take_front(loop.getNumStreamArgs()),
      leader.loop.getLoopBody()->getArguments().take_front(
          loop.getNumStreamArgs()));
  auto isSame = [&](Value a, Value b) {
    return success(representatives.lookupOrDefault(a) ==
                   representatives.lookupOrDefault(b));
  };
  SmallVector<Operation *> others;
  bool hasLoad = false;
  for (Operation &op : *loop.getLoopBody()) {
    if (!givesStream(&op))
      continue;
    auto same = llvm::find_if(leader.streams, [&](Operation *stream) {
      return mlir::OperationEquivalence::isEquivalentTo(
          stream, &op, isSame, /*markEquivalent=*/nullptr,
          mlir::OperationEquivalence::IgnoreLocations);
    });
    bool isKnown = same != leader.streams.end();
    representatives.map(op.getResults(),
                        isKnown ? (*same)->getResults() : op.getResults());
    hasLoad |= isKnown && isLoad(&op);
    if (!isKnown)
      others.push_back(&op);
  }
  return {others, hasLoad};
}

/// Bytes that a record of a run takes, at the level that takes more: for its
/// header, which has a condition besides these streams, and for each iteration.
static std::pair<int64_t, int64_t> getRunBytes(const SetVector<Value> &header,
                                               const SetVector<Value> &elements,
                                               MLIRContext *context) {
  auto getTypes = [](const SetVector<Value> &streams) {
    return llvm::map_to_vector(streams, [](Value stream) {
      return slc::getElementTypeOrSelf(stream.getType());
    });
  };
  SmallVector<Type> headerTypes = getTypes(header);
  headerTypes.push_back(mlir::IntegerType::get(context, 1));
  SmallVector<Type> elementTypes = getTypes(elements);
  int64_t headerBytes = 0, elementBytes = 1;
  for (bool aligned : {false, true}) {
    auto record = dlc::RecordAttr::getRunLayout(
        context, headerTypes, elementTypes, /*chunk=*/1, aligned);
    dlc::RecordAttr element = record.getElement();
    headerBytes = std::max(headerBytes, record.getRunOffset());
    elementBytes = std::max<int64_t>(
        elementBytes, llvm::alignTo(element.getSize(), element.getAlign()));
  }
  return {headerBytes, elementBytes};
}

/// Makes `loop` follow `leader`, or says why it cannot; empty if they have
/// nothing in common, too.
std::string SharedRuns::follow(Leader &leader, slc::AccessLoop loop) {
  if (!haveSameIterations(leader.loop, loop))
    return "";
  auto [others, hasLoad] = matchStreams(leader, loop);
  if (!hasLoad)
    return "";
  slcv::CallbackOp run = getRun(loop);
  if (!isInnermost(loop))
    return "it is no innermost loop";
  if (!run)
    return "it takes no runs";
  if (!getRun(leader.loop))
    return "the other one takes no runs";
  if (!mlir::getConstantIntValue(loop.getStep()))
    return "its step is not constant";
  auto stores = loop.getLoopBody()->getOps<slc::StoreStrOp>();
  if (!stores.empty())
    return "the access unit stores in it, at " +
           describeLocation((*stores.begin()).getLoc());

  SetVector<Value> header = leader.header, elements = leader.elements;
  int64_t added = 0, shared = 0;
  for (Value stream : getStreamsRead<BufStrOp>(run)) {
    bool isNew =
        elements.insert(leader.representatives.lookupOrDefault(stream));
    if (isLoad(stream.getDefiningOp()))
      (isNew ? added : shared) += getElementBytes(stream);
  }
  if (added > shared)
    return "most of what it loads is something else";

  Follower follower{loop, {}};
  Operation *last =
      leader.followers.empty() ? leader.loop : leader.followers.back().loop;
  for (Operation *op = last->getNextNode(); op != loop; op = op->getNextNode())
    if (auto code = dyn_cast<slc::CallbackOp>(op)) {
      follower.before.push_back(code);
      header.insert_range(getStreamsRead<slc::ToValOp>(code));
    }
  header.insert_range(getStreamsRead<slc::ToValOp>(run));

  // A record takes no more of the queue than it did, or a quarter of it.
  MLIRContext *context = loop->getContext();
  auto [oldHeader, oldElement] =
      getRunBytes(leader.header, leader.elements, context);
  auto [newHeader, newElement] = getRunBytes(header, elements, context);
  auto before = llvm::SaturatingMultiplyAdd<uint64_t>(leader.chunk, oldElement,
                                                      oldHeader);
  int64_t allowed = std::max<int64_t>(
      queueBytes / 4, std::min<uint64_t>(before, dlc::RecordAttr::maxSize));
  int64_t chunk = std::min(leader.chunk, (allowed - newHeader) / newElement);
  if (chunk < leader.chunk - leader.chunk / 2)
    return "the run would become much shorter";

  leader.chunk = chunk;
  leader.header = std::move(header);
  leader.elements = std::move(elements);
  llvm::append_range(leader.streams, others);
  leader.followers.push_back(std::move(follower));
  return "";
}

SharedRuns::SharedRuns(slc::AccessLoop parent, int64_t queueBytes)
    : queueBytes(queueBytes) {
  for (Operation &op : *parent.getLoopBody())
    if (auto loop = dyn_cast<slc::AccessLoop>(op))
      if (!addFollower(loop))
        leaders.emplace_back(loop);
  llvm::erase_if(leaders,
                 [](const Leader &leader) { return leader.followers.empty(); });
}

/// Makes a loop follow the last leader, if it can.
bool SharedRuns::addFollower(slc::AccessLoop loop) {
  if (leaders.empty())
    return false;
  Leader &last = leaders.back();
  size_t numFollowers = last.followers.size();
  std::string reason = follow(last, loop);
  if (last.followers.size() > numFollowers)
    return true;
  if (!reason.empty()) {
    unshared.push_back({loop, last.loop, std::move(reason)});
    return false;
  }
  for (Leader &leader : llvm::drop_begin(llvm::reverse(leaders)))
    if (haveSameIterations(leader.loop, loop) &&
        matchStreams(leader, loop).second) {
      unshared.push_back({loop, leader.loop,
                          "another loop is in between, at " +
                              describeLocation(last.loop.getLoc())});
      break;
    }
  return false;
}

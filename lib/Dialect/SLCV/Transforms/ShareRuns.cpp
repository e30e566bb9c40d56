//===- ShareRuns.cpp - Reads what sibling loops share once ----------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the loop fits in one run, the callback of that run goes on with what is
// behind the loop, callbacks and loops that follow it, while the run is in the
// queue. What it did there already is left out at its own place, by both units.
//
//===----------------------------------------------------------------------===//

#include "Runs.h"
#include "SharedRuns.h"
#include "ember/Dialect/DLC/IR/DLC.h"
#include "ember/Dialect/SLC/Utils/StreamBuilder.h"
#include "ember/Dialect/SLCV/Transforms/Passes.h"
#include "ember/Support/Location.h"
#include "ember/Support/Remarks.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/Remarks.h"

namespace ember::slcv {
#define GEN_PASS_DEF_SHARERUNS
#include "ember/Dialect/SLCV/Transforms/Passes.h.inc"
} // namespace ember::slcv

using namespace ember;
using namespace ember::slcv;
namespace arith = mlir::arith;
namespace remark = mlir::remark;
namespace scf = mlir::scf;

namespace {

/// Rewrites a leader and its followers.
class RunSharer {
public:
  RunSharer(Leader &leader, slc::AccessLoop nest)
      : leader(leader), nest(nest) {}

  void share() {
    gatherStreams();
    buildIsOneRun();
    extendRun();
    for (Follower &follower : leader.followers) {
      for (slc::CallbackOp code : follower.before)
        leaveOut(code);
      leaveOut(follower.loop);
    }
  }

private:
  void gatherStreams();
  void buildIsOneRun();
  void extendRun();
  void cloneFollowers(OpBuilder &builder, IRMapping &mapping);
  SmallVector<Value> findResults() const;
  void leaveOut(slc::CallbackOp code);
  void leaveOut(slc::AccessLoop loop);

  /// `isOneRun` as code of the core.
  Value readIsOneRun(OpBuilder &builder) {
    if (!isa<slc::StreamType>(isOneRun.getType()))
      return isOneRun;
    return slc::ToValOp::create(builder, isOneRun.getLoc(), builder.getI1Type(),
                                isOneRun);
  }

  Value buildPoison(Type type) {
    OpBuilder host(nest);
    return mlir::ub::PoisonOp::create(host, nest.getLoc(), type);
  }

  Leader &leader;
  slc::AccessLoop nest;
  /// Streams of the followers -> those of the leader's body.
  IRMapping streamsOfLeader;
  /// Whether all iterations of the leader are in one run, which it has: a host
  /// value or a stream.
  Value isOneRun;
  /// Results of what follows, that something else reads -> the results of the
  /// leader that they are equal to if it had one run.
  llvm::MapVector<Value, Value> computed;
};

/// Makes the leader's body have all streams that the followers read, and puts
/// the streams between the loops in front of them.
void RunSharer::gatherStreams() {
  Operation *end = leader.followers.back().loop;
  for (Operation *op = leader.loop->getNextNode(); op != end;) {
    Operation *next = op->getNextNode();
    if (givesStream(op))
      op->moveBefore(leader.loop);
    op = next;
  }
  slcv::CallbackOp run = getRun(leader.loop);
  OpBuilder builder(run);
  for (Follower &follower : leader.followers) {
    Block *body = follower.loop.getLoopBody();
    unsigned numStreams = follower.loop.getNumStreamArgs();
    streamsOfLeader.map(
        body->getArguments().take_front(numStreams),
        leader.loop.getLoopBody()->getArguments().take_front(numStreams));
    for (Operation &op : *body) {
      if (!givesStream(&op))
        continue;
      Value stream = op.getResult(0);
      Value same = leader.representatives.lookup(stream);
      if (same == stream)
        builder.clone(op, streamsOfLeader);
      else
        streamsOfLeader.map(stream, streamsOfLeader.lookupOrDefault(same));
    }
  }
  run.setChunk(leader.chunk);
}

void RunSharer::buildIsOneRun() {
  slc::AccessLoop loop = leader.loop;
  Location loc = loop.getLoc();
  OpBuilder builder(loop);
  slc::StreamBuilder streams(builder);
  streams.setNest(nest);
  Type index = builder.getIndexType(), i1 = builder.getI1Type();
  auto compare = [&](arith::CmpIPredicate predicate, Value a, Value b) {
    return streams.build(
        loc, slc::AluKind::cmpi, i1, {a, b},
        arith::CmpIPredicateAttr::get(builder.getContext(), predicate));
  };
  Value lower = loop.getLowerBound(), upper = loop.getUpperBound();
  // At most 2^64 - 1: then a loop with any iterations always fits.
  Value most = streams.buildConstant(
      loc, index,
      llvm::SaturatingMultiply<uint64_t>(
          llvm::SaturatingMultiply<uint64_t>(
              *mlir::getConstantIntValue(loop.getStep()), loop.getNumLanes()),
          leader.chunk));
  Value hasAny = compare(arith::CmpIPredicate::slt, lower, upper);
  // Exact as an unsigned number if there are any.
  Value length = streams.build(loc, slc::AluKind::subi, index, {upper, lower});
  Value fits = compare(arith::CmpIPredicate::ule, length, most);
  isOneRun = streams.build(loc, slc::AluKind::andi, i1, {hasAny, fits});
}

/// Those values of what follows that something else reads.
SmallVector<Value> RunSharer::findResults() const {
  SmallPtrSet<Operation *, 8> following;
  for (const Follower &follower : leader.followers) {
    following.insert(follower.before.begin(), follower.before.end());
    following.insert(follower.loop);
  }
  auto isRead = [&](Value result) {
    return llvm::any_of(result.getUsers(), [&](Operation *user) {
      return !following.contains(
          leader.loop->getBlock()->findAncestorOpInBlock(*user));
    });
  };
  SmallVector<Value> results;
  for (const Follower &follower : leader.followers) {
    for (slc::CallbackOp code : follower.before)
      llvm::copy_if(code.getResults(), std::back_inserter(results), isRead);
    llvm::copy_if(follower.loop->getResults(), std::back_inserter(results),
                  isRead);
  }
  return results;
}

/// Makes the callback of the leader's run go on with what follows.
void RunSharer::extendRun() {
  SmallVector<Value> results = findResults();
  slcv::CallbackOp run = getRun(leader.loop);
  Operation *yield = run.getBody()->getTerminator();
  OpBuilder builder(yield);
  Location loc = leader.loop.getLoc();
  auto choice = scf::IfOp::create(builder, loc, ValueRange(results).getTypes(),
                                  readIsOneRun(builder),
                                  /*withElseRegion=*/!results.empty());
  IRMapping mapping;
  for (auto [result, yielded] :
       llvm::zip_equal(leader.loop->getResults(), leader.loop.getYielded())) {
    auto computedByRun = dyn_cast<OpResult>(yielded);
    mapping.map(result, computedByRun && computedByRun.getOwner() == run
                            ? yield->getOperand(computedByRun.getResultNumber())
                            : yielded);
  }
  builder.setInsertionPointToStart(choice.thenBlock());
  cloneFollowers(builder, mapping);
  if (results.empty())
    return;
  scf::YieldOp::create(builder, loc,
                       llvm::map_to_vector(results, [&](Value value) {
                         return mapping.lookup(value);
                       }));
  builder.setInsertionPointToEnd(choice.elseBlock());
  scf::YieldOp::create(builder, loc,
                       llvm::map_to_vector(results, [&](Value value) {
                         return buildPoison(value.getType());
                       }));
  for (auto [value, result] : llvm::zip_equal(results, choice.getResults())) {
    leader.loop = addIterArg(leader.loop, buildPoison(value.getType()));
    run = addResult(run, result);
    yieldLast(leader.loop, run.getResults().back());
  }
  for (auto [value, result] : llvm::zip_equal(
           results, leader.loop->getResults().take_back(results.size())))
    computed[value] = result;
}

/// Clones the code of what follows; `mapping` has the results of the leader.
void RunSharer::cloneFollowers(OpBuilder &builder, IRMapping &mapping) {
  auto lookup = [&](ValueRange range) {
    return llvm::map_to_vector(
        range, [&](Value value) { return mapping.lookupOrDefault(value); });
  };
  auto cloneBody = [&](Operation *callback) {
    Block &body = callback->getRegion(0).front();
    for (Operation &op : body.without_terminator())
      builder.clone(op, mapping);
    mapping.map(callback->getResults(),
                lookup(body.getTerminator()->getOperands()));
  };
  for (auto [stream, original] : streamsOfLeader.getValueMap())
    mapping.map(stream, original);
  for (const Follower &follower : leader.followers) {
    for (slc::CallbackOp code : follower.before)
      cloneBody(code);
    slc::AccessLoop loop = follower.loop;
    slcv::CallbackOp run = getRun(loop);
    mapping.map(run.getRunLength(), getRun(leader.loop).getRunLength());
    mapping.map(loop.getRegionIterArgs(), lookup(loop.getInitArgs()));
    cloneBody(run);
    mapping.map(loop->getResults(), lookup(loop.getYielded()));
  }
}

/// Makes a callback do nothing if the leader's run did it.
void RunSharer::leaveOut(slc::CallbackOp code) {
  Location loc = code.getLoc();
  Operation *yield = code.getBody()->getTerminator();
  OpBuilder builder = OpBuilder::atBlockBegin(code.getBody());
  Value isDone = readIsOneRun(builder);
  auto choice = scf::IfOp::create(builder, loc, code.getResultTypes(), isDone,
                                  /*withElseRegion=*/true);
  Block *otherwise = choice.elseBlock();
  otherwise->getOperations().splice(
      otherwise->begin(), code.getBody()->getOperations(),
      std::next(choice->getIterator()), yield->getIterator());
  if (code->getNumResults() == 0)
    return;
  builder.setInsertionPointToEnd(otherwise);
  scf::YieldOp::create(builder, loc, yield->getOperands());
  builder.setInsertionPointToEnd(choice.thenBlock());
  scf::YieldOp::create(
      builder, loc, llvm::map_to_vector(code.getResults(), [&](Value result) {
        Value known = computed.lookup(result);
        return known ? known : buildPoison(result.getType());
      }));
  yield->setOperands(choice.getResults());
}

/// Makes a loop not run if the leader's run did what it does.
void RunSharer::leaveOut(slc::AccessLoop loop) {
  Location loc = loop.getLoc();
  OpBuilder builder(loop);
  slc::StreamBuilder streams(builder);
  streams.setNest(nest);
  loop.getUpperBoundMutable().assign(
      streams.build(loc, slc::AluKind::select, builder.getIndexType(),
                    {isOneRun, loop.getLowerBound(), loop.getUpperBound()}));

  // A loop that does not run has the initial values as results.
  SmallVector<OpResult> results;
  llvm::copy_if(loop->getResults(), std::back_inserter(results),
                [&](Value result) { return computed.contains(result); });
  if (results.empty())
    return;
  auto types = llvm::map_to_vector(
      results, [](OpResult result) { return result.getType(); });
  auto choose = slc::CallbackOp::create(builder, loc, types);
  builder.setInsertionPointToStart(choose.getBody());
  Value isDone = readIsOneRun(builder);
  SmallVector<Value> chosen;
  for (auto [result, choice] : llvm::zip_equal(results, choose.getResults())) {
    OpOperand &init = loop.getInitsMutable()[result.getResultNumber()];
    chosen.push_back(arith::SelectOp::create(
        builder, loc, isDone, computed.lookup(result), init.get()));
    init.assign(choice);
  }
  slc::YieldOp::create(builder, loc, chosen);
}

struct ShareRunsPass : slcv::impl::ShareRunsBase<ShareRunsPass> {
  using ShareRunsBase::ShareRunsBase;

  void runOnOperation() override {
    if (queueBytes < 1) {
      getOperation()->emitError("slcv-share-runs expects queue-bytes to be "
                                "positive, but got ")
          << queueBytes.getValue();
      return signalPassFailure();
    }
    for (slc::AccessLoop nest : dlc::getNests(getOperation())) {
      SmallVector<slc::AccessLoop> parents;
      nest->walk([&](slc::AccessLoop loop) {
        if (!isInnermost(loop))
          parents.push_back(loop);
      });
      for (slc::AccessLoop parent : parents)
        share(SharedRuns(parent, queueBytes), nest);
    }
  }

  void share(SharedRuns shared, slc::AccessLoop nest) {
    for (UnsharedLoop &refusal : shared.unshared)
      remarkMissed(refusal.loop, "share", "NotShared",
                   "it loads again what the loop at " +
                       describeLocation(refusal.sibling.getLoc()) +
                       " loads: " + refusal.reason);
    for (Leader &leader : shared.leaders) {
      for (Follower &follower : leader.followers)
        remark::passed(follower.loop.getLoc(),
                       remark::RemarkOpts::name("Shared").category("share"))
            << remark::reason("it reads the runs of the loop at {0}",
                              describeLocation(leader.loop.getLoc()));
      RunSharer(leader, nest).share();
    }
  }
};

} // namespace

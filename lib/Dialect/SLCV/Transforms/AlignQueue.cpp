//===- AlignQueue.cpp - Takes induction variables out of the queue --------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runs.h"
#include "ember/Dialect/DLC/IR/DLC.h"
#include "ember/Dialect/SLCV/IR/SLCV.h"
#include "ember/Dialect/SLCV/Transforms/Passes.h"
#include "ember/Support/Remarks.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Remarks.h"

namespace ember::slcv {
#define GEN_PASS_DEF_ALIGNQUEUE
#include "ember/Dialect/SLCV/Transforms/Passes.h.inc"
} // namespace ember::slcv

using namespace ember;
using namespace ember::slcv;
namespace arith = mlir::arith;
namespace remark = mlir::remark;

namespace {

/// Aligns one nest.
class NestAligner {
public:
  explicit NestAligner(slc::AccessLoop nest) { collect(nest); }

  /// Gives the nest that replaces it: its loops carry more.
  slc::AccessLoop run() {
    for (size_t i = 0; i < loops.size(); ++i) {
      if (isInnermost(loops[i]))
        alignInnermost(i);
      else
        alignOuter(i);
    }
    return loops.front();
  }

private:
  /// The loops of the nest, outer ones first, each with the position of the one
  /// around it.
  void collect(slc::AccessLoop loop, std::optional<size_t> parent = {}) {
    size_t position = loops.size();
    loops.push_back(loop);
    parents.push_back(parent);
    for (Operation &op : *loop.getLoopBody())
      if (auto child = dyn_cast<slc::AccessLoop>(op))
        collect(child, position);
  }

  bool isHost(Value value) const {
    return !isa<slc::StreamType>(value.getType());
  }

  /// The reads of a stream by the core.
  SmallVector<Operation *> getReads(Value stream) const {
    SmallVector<Operation *> reads;
    for (Operation *user : stream.getUsers())
      if (isa<slc::ToValOp, slcv::BufStrOp>(user))
        reads.push_back(user);
    return reads;
  }

  /// Says that the core goes on reading what a loop counts, and why.
  static void remarkNotAligned(slc::AccessLoop loop, StringRef reason) {
    remarkMissed(loop, "align", "NotAligned",
                 "what it counts stays in the queue: " + reason.str());
  }

  void alignOuter(size_t position);
  void alignInnermost(size_t position);
  Value carryThroughNest(size_t position);

  SmallVector<slc::AccessLoop> loops;
  SmallVector<std::optional<size_t>> parents;

  /// What innermost loops in the same loop, between the same bounds, count.
  struct Counter {
    Value all;           ///< How far the bounds are apart.
    size_t loop = 0;     ///< The last of the loops so far,
    unsigned result = 0; ///< and which of its results the counter is.
  };
  llvm::DenseMap<std::tuple<size_t, Value, Value>, Counter> counters;
};

void NestAligner::alignOuter(size_t position) {
  slc::AccessLoop loop = loops[position];
  if (getReads(loop.getInductionStream()).empty())
    return;
  if (!isHost(loop.getLowerBound()))
    return remarkNotAligned(loop, "its lower bound is a stream");
  bool isAroundInnermost = llvm::any_of(*loop.getLoopBody(), [](Operation &op) {
    auto child = dyn_cast<slc::AccessLoop>(op);
    return child && isInnermost(child);
  });
  Operation *last = loop.getLoopBody()->getTerminator()->getPrevNode();
  if (isAroundInnermost && !isa_and_nonnull<slc::CallbackOp>(last))
    return remarkNotAligned(loop,
                            "an event for each of its iterations would cost "
                            "more than sending it with each run");
  loops[position] = loop = addIterArg(loop, loop.getLowerBound());
  Value counter = getLastIterArg(loop);
  for (Operation *read : getReads(loop.getInductionStream())) {
    read->getResult(0).replaceAllUsesWith(counter);
    read->erase();
  }
  Operation *yield = loop.getLoopBody()->getTerminator();
  OpBuilder builder(yield);
  auto count =
      slc::CallbackOp::create(builder, loop.getLoc(), builder.getIndexType());
  builder.setInsertionPointToStart(count.getBody());
  Value next =
      arith::AddIOp::create(builder, loop.getLoc(), counter, loop.getStep());
  slc::YieldOp::create(builder, loop.getLoc(), next);
  yieldLast(loop, count.getResult(0));
}

/// Adds an iteration value to an innermost loop whose bounds do not change in
/// the nest: how far they are apart, which is given back, so that no event is
/// needed where a row begins. It goes through all loops around; the loop has to
/// set it back at its end. Sibling loops with the same bounds have one.
Value NestAligner::carryThroughNest(size_t position) {
  slc::AccessLoop loop = loops[position];
  size_t parent = parents[position].value_or(position);
  Value lower = loop.getLowerBound(), upper = loop.getUpperBound();
  auto [counter, isNew] =
      counters.try_emplace({parent, lower, upper}, Counter());
  Counter &known = counter->second;
  if (!isNew) {
    Value before = loops[known.loop]->getResult(known.result);
    loops[position] = loop = addIterArg(loop, before);
    Operation *yield = loop->getBlock()->getTerminator();
    Value behind = loop->getResults().back();
    yield->replaceUsesOfWith(before, behind);
  } else {
    OpBuilder builder(loops.front());
    known.all =
        arith::SubIOp::create(builder, loop.getLoc(), upper, lower).getResult();
    SmallVector<size_t> path{position};
    while (std::optional<size_t> around = parents[path.back()])
      path.push_back(*around);
    Value carried = known.all;
    for (size_t at : llvm::reverse(path)) {
      loops[at] = addIterArg(loops[at], carried);
      carried = getLastIterArg(loops[at]);
    }
    for (size_t i = 1; i < path.size(); ++i)
      yieldLast(loops[path[i]], loops[path[i - 1]]->getResults().back());
  }
  known.loop = position;
  known.result = loops[position]->getNumResults() - 1;
  return known.all;
}

void NestAligner::alignInnermost(size_t position) {
  slc::AccessLoop loop = loops[position];
  Location loc = loop.getLoc();
  auto wide = dyn_cast<slcv::ForOp>(loop.getOperation());
  SmallVector<Operation *> reads = getReads(loop.getInductionStream());
  SmallVector<Operation *> maskReads;
  if (wide)
    maskReads = getReads(wide.getMask());
  if (reads.empty() && maskReads.empty())
    return;
  if (!getRun(loop))
    return remarkNotAligned(loop, "it takes no runs");
  std::optional<int64_t> step = mlir::getConstantIntValue(loop.getStep());
  if (!step)
    return remarkNotAligned(loop, "its step is not constant");

  int64_t stride, runStride;
  if (llvm::MulOverflow<int64_t>(*step, loop.getNumLanes(), stride) ||
      llvm::MulOverflow<int64_t>(stride, getRun(loop).getChunk(), runStride))
    return remarkNotAligned(loop, "a run is longer than an index can count");

  // What is left of the loop is counted, not what was done: that never passes
  // the largest index.
  Value upper = loop.getUpperBound();
  Value all;
  if (isHost(loop.getLowerBound()) && isHost(upper)) {
    all = carryThroughNest(position);
  } else {
    // The bounds come with an event at the beginning of the loop.
    OpBuilder builder(loop);
    bool needsUpper = !reads.empty() && !isHost(upper);
    SmallVector<Type> types(needsUpper ? 2 : 1, builder.getIndexType());
    auto begin = slc::CallbackOp::create(builder, loc, types);
    builder.setInsertionPointToStart(begin.getBody());
    auto read = [&](Value bound) -> Value {
      return isHost(bound) ? bound
                           : slc::ToValOp::create(builder, loc,
                                                  builder.getIndexType(), bound)
                                 .getResult();
    };
    Value first = read(loop.getLowerBound()), end = read(upper);
    SmallVector<Value> yielded{arith::SubIOp::create(builder, loc, end, first)};
    if (needsUpper) {
      yielded.push_back(end);
      upper = begin.getResult(1);
    }
    slc::YieldOp::create(builder, loc, yielded);
    loops[position] = addIterArg(loop, begin.getResult(0));
  }
  loop = loops[position];
  slcv::CallbackOp run = getRun(loop);
  Value left = getLastIterArg(loop);

  OpBuilder builder(&run.getBody()->front());
  if (!reads.empty()) {
    Value first = arith::SubIOp::create(builder, loc, upper, left);
    for (Operation *read : reads) {
      OpBuilder inside(read);
      Value offset =
          buildOffset(inside, loc, cast<BufStrOp>(read).getPosition(), stride);
      Value iteration = arith::AddIOp::create(inside, loc, first, offset);
      read->getResult(0).replaceAllUsesWith(iteration);
      read->erase();
    }
  }
  computeMasks(maskReads, left, *step);

  // The callback counts on.
  builder.setInsertionPoint(run.getBody()->getTerminator());
  Value done = buildOffset(builder, loc, run.getRunLength(), stride);
  Value rest = arith::SubIOp::create(builder, loc, left, done);
  if (all) {
    Value isEnd = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::uge,
                                        done, left);
    rest = arith::SelectOp::create(builder, loc, isEnd, all, rest);
  }
  yieldLast(loop, addResult(run, rest).getResults().back());
}

/// Bytes of the fields that the callbacks of a nest read.
int64_t getFieldBytes(slc::AccessLoop nest) {
  int64_t bytes = 0;
  nest->walk([&](Operation *code) {
    if (isa<slc::CallbackOp, slcv::CallbackOp>(code))
      bytes += getElementBytes(
          getStreamsRead<slc::ToValOp, BufStrOp>(code).getArrayRef());
  });
  return bytes;
}

struct AlignQueuePass : slcv::impl::AlignQueueBase<AlignQueuePass> {
  void runOnOperation() override {
    for (slc::AccessLoop nest : dlc::getNests(getOperation())) {
      Location loc = nest.getLoc();
      int64_t bytesBefore = getFieldBytes(nest);
      slc::AccessLoop aligned = NestAligner(nest).run();
      remark::passed(loc, remark::RemarkOpts::name("Aligned").category("align"))
          << remark::metric("BytesBefore", bytesBefore)
          << remark::metric("BytesAfter", getFieldBytes(aligned));
    }
  }
};

} // namespace

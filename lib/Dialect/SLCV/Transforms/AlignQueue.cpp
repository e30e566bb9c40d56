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

  void run() {
    for (size_t i = 0; i < loops.size(); ++i) {
      if (isInnermost(loops[i]))
        alignInnermost(i);
      else
        alignOuter(i);
    }
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

  SmallVector<slc::AccessLoop> loops;
  SmallVector<std::optional<size_t>> parents;
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

  Value lower = loop.getLowerBound(), upper = loop.getUpperBound();
  bool isInvariant = isHost(lower) && isHost(upper);
  if (isInvariant) {
    // Through all loops, so that no event is needed where a row begins.
    SmallVector<size_t> path{position};
    while (std::optional<size_t> parent = parents[path.back()])
      path.push_back(*parent);
    Value carried = lower;
    for (size_t at : llvm::reverse(path)) {
      loops[at] = addIterArg(loops[at], carried);
      carried = getLastIterArg(loops[at]);
    }
    for (size_t i = 1; i < path.size(); ++i)
      yieldLast(loops[path[i]], loops[path[i - 1]]->getResults().back());
  } else {
    // The bounds come with an event at the beginning of the loop.
    OpBuilder builder(loop);
    SmallVector<Type> types(2, builder.getIndexType());
    auto begin = slc::CallbackOp::create(builder, loc, types);
    builder.setInsertionPointToStart(begin.getBody());
    SmallVector<Value> bounds;
    for (Value bound : {lower, upper})
      bounds.push_back(isHost(bound)
                           ? bound
                           : slc::ToValOp::create(builder, loc,
                                                  builder.getIndexType(), bound)
                                 .getResult());
    slc::YieldOp::create(builder, loc, bounds);
    loops[position] = addIterArg(loop, begin.getResult(0));
    upper = begin.getResult(1);
  }
  loop = loops[position];
  slcv::CallbackOp run = getRun(loop);
  Value first = getLastIterArg(loop);
  int64_t stride = *step * loop.getNumLanes();

  for (Operation *read : reads) {
    OpBuilder builder(read);
    read->getResult(0).replaceAllUsesWith(buildIteration(
        builder, loc, first, cast<BufStrOp>(read).getPosition(), stride));
    read->erase();
  }
  computeMasks(maskReads, first, upper, *step);

  // The callback counts on.
  OpBuilder builder(run.getBody()->getTerminator());
  Value behind =
      buildIteration(builder, loc, first, run.getRunLength(), stride);
  if (isInvariant) {
    Value isEnd = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::sge,
                                        behind, upper);
    behind = arith::SelectOp::create(builder, loc, isEnd, lower, behind);
  }
  yieldLast(loop, addResult(run, behind).getResults().back());
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
      // The nest is replaced by loops that carry more: remember its place.
      Block *block = nest->getBlock();
      Operation *before = nest->getPrevNode();
      Location loc = nest.getLoc();
      int64_t bytesBefore = getFieldBytes(nest);
      NestAligner(nest).run();
      Operation *after = before ? before->getNextNode() : &block->front();
      remark::passed(loc, remark::RemarkOpts::name("Aligned").category("align"))
          << remark::metric("BytesBefore", bytesBefore)
          << remark::metric("BytesAfter",
                            getFieldBytes(cast<slc::AccessLoop>(after)));
    }
  }
};

} // namespace

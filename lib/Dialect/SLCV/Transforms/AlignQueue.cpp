//===- AlignQueue.cpp - Takes induction variables out of the queue --------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Dialect/DLC/IR/DLC.h"
#include "ember/Dialect/SLCV/IR/SLCV.h"
#include "ember/Dialect/SLCV/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Remarks.h"

namespace ember::slcv {
#define GEN_PASS_DEF_ALIGNQUEUE
#include "ember/Dialect/SLCV/Transforms/Passes.h.inc"
} // namespace ember::slcv

using namespace ember;
using namespace ember::slcv;
namespace arith = mlir::arith;
namespace remark = mlir::remark;
namespace scf = mlir::scf;
namespace vector = mlir::vector;

namespace {

/// A loop like `loop` in its place, with one more iteration value that is
/// handed on unchanged; `loop` is erased.
slc::AccessLoop addIterArg(slc::AccessLoop loop, Value init) {
  OpBuilder builder(loop);
  OperationState state(loop.getLoc(), loop->getName());
  state.addOperands(loop->getOperands());
  state.addOperands(init);
  state.addTypes(loop->getResultTypes());
  state.addTypes(init.getType());
  state.addAttributes(loop->getAttrs());
  state.addRegion();
  Operation *wider = builder.create(state);
  wider->getRegion(0).takeBody(loop->getRegion(0));
  Block &body = wider->getRegion(0).front();
  Value argument = body.addArgument(init.getType(), init.getLoc());
  Operation *yield = body.getTerminator();
  yield->insertOperands(yield->getNumOperands(), argument);
  loop->replaceAllUsesWith(wider->getResults().drop_back());
  loop->erase();
  return cast<slc::AccessLoop>(wider);
}

Value getLastIterArg(slc::AccessLoop loop) {
  return loop.getLoopBody()->getArguments().back();
}

void yieldLast(slc::AccessLoop loop, Value value) {
  Operation *yield = loop.getLoopBody()->getTerminator();
  yield->setOperand(yield->getNumOperands() - 1, value);
}

bool isInnermost(slc::AccessLoop loop) {
  return llvm::none_of(*loop.getLoopBody(),
                       [](Operation &op) { return isa<slc::AccessLoop>(op); });
}

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

  Value buildConstant(OpBuilder &builder, int64_t value) {
    // Not of the nest that this began with: it may have been replaced.
    return arith::ConstantIndexOp::create(builder, loops.front().getLoc(),
                                          value);
  }

  void alignOuter(size_t position);
  void alignInnermost(size_t position);

  SmallVector<slc::AccessLoop> loops;
  SmallVector<std::optional<size_t>> parents;
};

void NestAligner::alignOuter(size_t position) {
  slc::AccessLoop loop = loops[position];
  if (getReads(loop.getInductionStream()).empty() ||
      !isHost(loop.getLowerBound()))
    return;
  bool isAroundInnermost = llvm::any_of(*loop.getLoopBody(), [](Operation &op) {
    auto child = dyn_cast<slc::AccessLoop>(op);
    return child && isInnermost(child);
  });
  Operation *last = loop.getLoopBody()->getTerminator()->getPrevNode();
  if (isAroundInnermost && !isa_and_nonnull<slc::CallbackOp>(last))
    return;
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

/// Computes the masks of a run from its first iteration instead of reading
/// them.
static void computeMasks(Value first, Value upper, int64_t step,
                         ArrayRef<Operation *> maskReads) {
  for (Operation *read : maskReads) {
    Location loc = read->getLoc();
    OpBuilder builder(read);
    auto constant = [&](int64_t value) -> Value {
      return arith::ConstantIndexOp::create(builder, loc, value);
    };
    auto type = cast<VectorType>(read->getResult(0).getType());
    int64_t lanes = type.getNumElements();
    Value k = cast<BufStrOp>(read).getPosition();
    Value offset =
        arith::MulIOp::create(builder, loc, k, constant(lanes * step));
    Value iteration = arith::AddIOp::create(builder, loc, first, offset);
    Value left = arith::SubIOp::create(builder, loc, upper, iteration);
    for (Operation *user : llvm::make_early_inc_range(read->getUsers())) {
      auto all = dyn_cast<vector::ReductionOp>(user);
      if (!all || all.getKind() != vector::CombiningKind::AND || all.getAcc())
        continue;
      // The last lane is an iteration.
      Value isFull =
          arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::sgt, left,
                                constant((lanes - 1) * step));
      all.getResult().replaceAllUsesWith(isFull);
      all.erase();
    }
    if (!read->use_empty()) {
      if (step != 1)
        left = arith::CeilDivSIOp::create(builder, loc, left, constant(step));
      Value mask = vector::CreateMaskOp::create(builder, loc, type, left);
      read->getResult(0).replaceAllUsesWith(mask);
    }
    read->erase();
  }
}

void NestAligner::alignInnermost(size_t position) {
  slc::AccessLoop loop = loops[position];
  Location loc = loop.getLoc();
  auto runs = llvm::to_vector(loop.getLoopBody()->getOps<slcv::CallbackOp>());
  llvm::APInt constant;
  if (runs.size() != 1 ||
      !mlir::matchPattern(loop.getStep(), mlir::m_ConstantInt(&constant)))
    return;
  auto wide = dyn_cast<slcv::ForOp>(loop.getOperation());
  SmallVector<Operation *> reads = getReads(loop.getInductionStream());
  SmallVector<Operation *> maskReads;
  if (wide)
    maskReads = getReads(wide.getMask());
  if (reads.empty() && maskReads.empty())
    return;

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
  slcv::CallbackOp run =
      *loop.getLoopBody()->getOps<slcv::CallbackOp>().begin();
  Value first = getLastIterArg(loop);
  int64_t step = constant.getSExtValue();
  int64_t stride = step * loop.getNumLanes();

  // Element k of the run began at `first + k * stride`.
  auto buildIteration = [&](OpBuilder &builder, Value k) -> Value {
    Value offset =
        arith::MulIOp::create(builder, loc, k, buildConstant(builder, stride));
    return arith::AddIOp::create(builder, loc, first, offset);
  };
  for (Operation *read : reads) {
    OpBuilder builder(read);
    read->getResult(0).replaceAllUsesWith(
        buildIteration(builder, cast<BufStrOp>(read).getPosition()));
    read->erase();
  }
  computeMasks(first, upper, step, maskReads);

  // The callback counts on.
  OpBuilder builder(run.getBody()->getTerminator());
  Value behind = buildIteration(builder, run.getRunLength());
  if (isInvariant) {
    Value isEnd = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::sge,
                                        behind, upper);
    behind = arith::SelectOp::create(builder, loc, isEnd, lower, behind);
  }
  builder.setInsertionPoint(run);
  SmallVector<Type> types(run.getResultTypes());
  types.push_back(builder.getIndexType());
  auto counting =
      slcv::CallbackOp::create(builder, run.getLoc(), run.getChunk(), types);
  counting.getRegion().takeBody(run.getRegion());
  Operation *yield = counting.getBody()->getTerminator();
  yield->insertOperands(yield->getNumOperands(), behind);
  run->replaceAllUsesWith(counting.getResults().drop_back());
  run->erase();
  yieldLast(loop, counting.getResults().back());
}

/// Bytes of the fields that the callbacks of a nest read.
int64_t getFieldBytes(slc::AccessLoop nest) {
  int64_t bytes = 0;
  nest->walk([&](Operation *code) {
    if (!isa<slc::CallbackOp, slcv::CallbackOp>(code))
      return;
    SetVector<Value> streams;
    code->walk([&](Operation *op) {
      if (isa<slc::ToValOp, slcv::BufStrOp>(op))
        streams.insert(op->getOperand(0));
    });
    for (Value stream : streams)
      bytes += dlc::RecordAttr::getByteSize(
          slc::getElementTypeOrSelf(stream.getType()));
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

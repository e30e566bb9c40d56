//===- Bufferize.cpp - Gives the core runs of iterations ------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runs.h"
#include "ember/Dialect/SLCV/IR/SLCV.h"
#include "ember/Dialect/SLCV/Transforms/Passes.h"
#include "ember/Support/Remarks.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Remarks.h"

namespace ember::slcv {
#define GEN_PASS_DEF_BUFFERIZE
#include "ember/Dialect/SLCV/Transforms/Passes.h.inc"
} // namespace ember::slcv

using namespace ember;
using namespace ember::slcv;
namespace arith = mlir::arith;
namespace remark = mlir::remark;
namespace scf = mlir::scf;
namespace vector = mlir::vector;

namespace {

/// Longer runs save no more tokens worth speaking of, and delay the core.
constexpr int64_t maxChunk = 64;

/// Why the callback of an innermost loop cannot take runs; empty if it can.
std::string getReason(slc::AccessLoop loop, slc::CallbackOp &callback) {
  for (Operation &op : loop.getLoopBody()->without_terminator()) {
    if (isa<slcv::CallbackOp>(op))
      return "its callback takes runs already";
    auto code = dyn_cast<slc::CallbackOp>(op);
    if (code && callback)
      return "it has more than one callback";
    if (code)
      callback = code;
  }
  if (!callback)
    return "it has no callback";
  // Inside the loop over the run, an iteration value is one of that loop.
  for (auto [argument, yielded] :
       llvm::zip_equal(loop.getRegionIterArgs(), loop.getYielded()))
    if (yielded != argument && yielded.getDefiningOp() != callback)
      return "it carries a value that its callback does not compute";
  return "";
}

/// Splits the loop over a run into the vectors whose lanes are all iterations,
/// which need no mask, and the rest: only the last vector of a loop can have
/// lanes that are none.
void splitMaskedRun(scf::ForOp each, slcv::ForOp wide) {
  SmallVector<BufStrOp> reads;
  each.walk([&](BufStrOp read) {
    if (read.getStream() == wide.getMask())
      reads.push_back(read);
  });
  if (reads.empty())
    return;
  Location loc = each.getLoc();
  OpBuilder builder(each);
  Value length = each.getUpperBound();
  Value last = arith::SubIOp::create(builder, loc, length, each.getStep());
  auto type = cast<VectorType>(reads.front().getType());
  Value mask = BufStrOp::create(builder, loc, type, wide.getMask(), last);
  Value isFull = vector::ReductionOp::create(builder, loc,
                                             vector::CombiningKind::AND, mask);
  Value numFull = arith::SelectOp::create(builder, loc, isFull, length, last);
  Value all = arith::ConstantOp::create(
      builder, loc, mlir::DenseElementsAttr::get(type, true));
  IRMapping mapping;
  auto full = cast<scf::ForOp>(builder.clone(*each, mapping));
  full.setUpperBound(numFull);
  for (BufStrOp read : reads) {
    Operation *clone = mapping.lookup(read.getOperation());
    clone->replaceAllUsesWith(ValueRange(all));
    clone->erase();
  }
  each.setLowerBound(numFull);
  each.getInitArgsMutable().assign(full.getResults());
}

/// Moves the body of `callback` into a loop over the iterations of a run.
void bufferize(slc::AccessLoop loop, slc::CallbackOp callback, int64_t chunk) {
  Location loc = callback.getLoc();
  // The iteration values that the callback computes, and which of its results
  // they are.
  SmallVector<Value> arguments;
  SmallVector<unsigned> results;
  SmallVector<Type> types;
  for (auto [argument, value] :
       llvm::zip_equal(loop.getRegionIterArgs(), loop.getYielded())) {
    if (value.getDefiningOp() != callback)
      continue;
    arguments.push_back(argument);
    results.push_back(cast<OpResult>(value).getResultNumber());
    types.push_back(argument.getType());
  }
  OpBuilder builder(callback);
  auto run = slcv::CallbackOp::create(builder, loc, chunk, types);
  builder.setInsertionPointToStart(run.getBody());
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  auto each = scf::ForOp::create(builder, loc, zero, run.getRunLength(), one,
                                 arguments);
  if (!types.empty())
    slc::YieldOp::create(builder, loc, each.getResults());

  // Streams of the loop's body have an element for each iteration of the run;
  // those of outer loops have one for all of it.
  callback.walk([&](slc::ToValOp toVal) {
    OpBuilder inside(toVal);
    if (toVal.getStream().getParentBlock() != loop.getLoopBody()) {
      toVal->moveBefore(each);
      return;
    }
    auto element =
        slcv::BufStrOp::create(inside, toVal.getLoc(), toVal.getType(),
                               toVal.getStream(), each.getInductionVar());
    toVal.replaceAllUsesWith(element.getResult());
    toVal.erase();
  });
  for (auto [argument, inner] :
       llvm::zip_equal(arguments, each.getRegionIterArgs()))
    argument.replaceUsesWithIf(inner, [&](OpOperand &use) {
      return callback->isProperAncestor(use.getOwner());
    });
  Operation *yield = callback.getBody()->getTerminator();
  SmallVector<Value> yielded = llvm::map_to_vector(
      results, [&](unsigned result) { return yield->getOperand(result); });
  yield->erase();
  Block *body = each.getBody();
  auto end = types.empty() ? body->getTerminator()->getIterator() : body->end();
  body->getOperations().splice(end, callback.getBody()->getOperations());
  if (!types.empty()) {
    builder.setInsertionPointToEnd(body);
    scf::YieldOp::create(builder, loc, yielded);
  }

  Operation *terminator = loop.getLoopBody()->getTerminator();
  unsigned next = 0;
  for (OpOperand &operand : terminator->getOpOperands())
    if (operand.get().getDefiningOp() == callback)
      operand.set(run.getResult(next++));
  assert(callback.use_empty() && "nothing else in the body can use a value");
  callback.erase();
  if (auto wide = dyn_cast<slcv::ForOp>(loop.getOperation()))
    splitMaskedRun(each, wide);
}

/// Bytes of an element of a run: what `callback` reads of the streams of its
/// loop's body.
int64_t getRunElementBytes(slc::AccessLoop loop, slc::CallbackOp callback) {
  SmallVector<Value> streams = llvm::filter_to_vector(
      getStreamsRead<slc::ToValOp, BufStrOp>(callback), [&](Value stream) {
        return stream.getParentBlock() == loop.getLoopBody();
      });
  return std::max<int64_t>(getElementBytes(streams), 1);
}

struct BufferizePass : slcv::impl::BufferizeBase<BufferizePass> {
  using BufferizeBase::BufferizeBase;

  void runOnOperation() override {
    if (chunk < 0 || queueBytes < 1) {
      getOperation()->emitError("slcv-bufferize expects chunk not to be "
                                "negative and queue-bytes to be positive, but "
                                "got ")
          << chunk.getValue() << " and " << queueBytes.getValue();
      return signalPassFailure();
    }
    getOperation()->walk([&](slc::AccessLoop loop) {
      if (!isInnermost(loop))
        return;
      slc::CallbackOp callback;
      if (std::string reason = getReason(loop, callback); !reason.empty()) {
        remarkMissed(loop, "bufferise", "NotBufferised", reason);
        return;
      }
      int64_t elementBytes = getRunElementBytes(loop, callback);
      int64_t length = chunk;
      if (length == 0)
        length =
            std::clamp<int64_t>(queueBytes / 4 / elementBytes, 1, maxChunk);
      else if (length > queueBytes / elementBytes) {
        loop.emitError("slcv-bufferize expects a chunk that fits in the data "
                       "queue of ")
            << queueBytes.getValue() << " bytes, but got " << length
            << " iterations of " << elementBytes << " bytes each";
        return signalPassFailure();
      }
      remark::passed(
          loop.getLoc(),
          remark::RemarkOpts::name("Bufferised").category("bufferise"))
          << remark::metric("Chunk", length);
      bufferize(loop, callback, length);
    });
  }
};

} // namespace

//===- Runs.h - What rewrites of runs have in common ------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_EMBER_DIALECT_SLCV_TRANSFORMS_RUNS_H
#define LIB_EMBER_DIALECT_SLCV_TRANSFORMS_RUNS_H

#include "ember/Dialect/SLCV/IR/SLCV.h"

namespace ember::slcv {

/// Whether no loop of the access unit is in the body of `loop`.
bool isInnermost(slc::AccessLoop loop);

/// Whether an op of the body of a loop gives a stream.
bool givesStream(Operation *op);

/// Bytes of one element of each of these streams.
int64_t getElementBytes(ArrayRef<Value> streams);

/// The streams that the code of a callback, of either kind, reads in this way:
/// `slc::ToValOp` for one element, `BufStrOp` for those of a run.
template <typename... ReadOps>
SetVector<Value> getStreamsRead(Operation *callback) {
  SetVector<Value> streams;
  callback->walk([&](Operation *op) {
    if (isa<ReadOps...>(op))
      streams.insert(op->getOperand(0));
  });
  return streams;
}

/// Replaces `loop` by one with one more iteration value, the last one, which it
/// hands on unchanged.
slc::AccessLoop addIterArg(slc::AccessLoop loop, Value init);

/// The iteration value that `addIterArg` added.
Value getLastIterArg(slc::AccessLoop loop);

/// Makes `value` what the body of `loop` gives as the last iteration value.
void yieldLast(slc::AccessLoop loop, Value value);

/// Replaces `run` by one that computes `value`, too, as its last result.
CallbackOp addResult(CallbackOp run, Value value);

/// How far element `position` of a run is behind the first one, where elements
/// are `stride` apart.
Value buildOffset(OpBuilder &builder, Location loc, Value position,
                  int64_t stride);

/// Replaces reads of the masks of a run by what follows from how far its first
/// element is from the end of the loop, and from the step of the loop.
void computeMasks(ArrayRef<Operation *> reads, Value left, int64_t step);

} // namespace ember::slcv

#endif // LIB_EMBER_DIALECT_SLCV_TRANSFORMS_RUNS_H

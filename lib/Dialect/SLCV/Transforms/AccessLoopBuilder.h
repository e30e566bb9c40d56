//===- AccessLoopBuilder.h - The access side of a vector loop ---*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_EMBER_DIALECT_SLCV_TRANSFORMS_ACCESSLOOPBUILDER_H
#define LIB_EMBER_DIALECT_SLCV_TRANSFORMS_ACCESSLOOPBUILDER_H

#include "ember/Dialect/SLCV/Analysis/LaneAnalysis.h"
#include "ember/Dialect/SLCV/IR/SLCV.h"

namespace ember::slcv {

/// Builds the loop over vectors of iterations in front of a loop of the access
/// unit, and its streams; its code is left to the caller.
class AccessLoopBuilder {
public:
  AccessLoopBuilder(slc::ForOp loop, const LoopLanes &lanes, int64_t vlen)
      : loop(loop), lanes(lanes), vlen(vlen), builder(loop) {}

  /// Builds the loop and all its streams; ends behind them.
  slcv::ForOp build(ValueRange inits);

  OpBuilder &getBuilder() { return builder; }
  /// Original -> new. A stream that is the same in all lanes, or affine, is a
  /// stream of scalars.
  IRMapping &getMapping() { return mapping; }

private:
  void buildStream(Operation *op);
  void buildLoad(slc::MemStrOp load);
  void buildArithmetic(slc::AluStrOp alu);
  /// The stream over the lanes.
  Value getLanes(Value original);

  slc::StreamType getStream(Type element) const {
    return slc::StreamType::get(VectorType::get({vlen}, element));
  }

  slc::ForOp loop;
  const LoopLanes &lanes;
  int64_t vlen;
  OpBuilder builder;
  slcv::ForOp wide;
  IRMapping mapping;
  DenseMap<Value, Value> laneStreams; ///< Of affine streams.
};

} // namespace ember::slcv

#endif // LIB_EMBER_DIALECT_SLCV_TRANSFORMS_ACCESSLOOPBUILDER_H

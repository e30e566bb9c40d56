//===- VectorizeAccessLoop.cpp - Loops of the access unit by lanes --------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessLoopBuilder.h"
#include "Accumulators.h"
#include "LoopVectorizers.h"

using namespace ember;
using namespace ember::slcv;

/// Builds the callback with the code over the lanes; gives its results.
static ValueRange buildCallback(AccessLoopBuilder &access, slcv::ForOp wide,
                                slc::CallbackOp callback,
                                const LoopLanes &lanes,
                                const LaneOptions &options) {
  OpBuilder &builder = access.getBuilder();
  IRMapping &mapping = access.getMapping();
  // Its results are iteration values, whose types the loop has.
  SmallVector<Type> types;
  for (Value result : callback.getResults())
    types.push_back(
        wide.getResult(result.use_begin()->getOperandNumber()).getType());
  auto code = slc::CallbackOp::create(builder, callback.getLoc(), types);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(code.getBody());
  CodeVectorizer vectorizer(builder, lanes, options, mapping);
  Value mask = slc::ToValOp::create(builder, callback.getLoc(),
                                    vectorizer.getVector(builder.getI1Type()),
                                    wide.getMask());
  vectorizer.build(*callback.getBody(), mask);
  if (!types.empty())
    slc::YieldOp::create(
        builder, callback.getLoc(),
        llvm::map_to_vector(
            callback.getBody()->getTerminator()->getOperands(),
            [&](Value v) { return mapping.lookupOrDefault(v); }));
  return code.getResults();
}

void slcv::vectorize(slc::ForOp loop, const LoopLanes &lanes,
                     const LaneOptions &options) {
  auto isVectorAccumulator = [&](const std::optional<Reduction> &reduction) {
    return reduction && reduction->isReorderable(options.reassociateFP);
  };
  SmallVector<Value> scalarInits(loop.getInitArgs());
  SmallVector<Value> inits = scalarInits;
  for (auto [init, reduction] : llvm::zip_equal(inits, lanes.reductions))
    if (isVectorAccumulator(reduction))
      init = buildInitialVector(loop, *reduction, options.vlen);
  AccessLoopBuilder access(loop, lanes, options.vlen);
  slcv::ForOp wide = access.build(inits);
  slc::CallbackOp callback = getOnlyCallback(loop);
  IRMapping &mapping = access.getMapping();
  mapping.map(callback.getResults(),
              buildCallback(access, wide, callback, lanes, options));
  if (!inits.empty())
    slc::YieldOp::create(
        access.getBuilder(), loop.getLoc(),
        llvm::map_to_vector(loop.getYieldedValues(), [&](Value v) {
          return mapping.lookupOrDefault(v);
        }));
  // For a while, users of a vector accumulator see a vector in a scalar's
  // place.
  loop->replaceAllUsesWith(wide.getResults());
  loop->dropAllReferences();
  for (auto [number, init, reduction] :
       llvm::enumerate(scalarInits, lanes.reductions))
    if (isVectorAccumulator(reduction))
      finishAccumulator(wide, number, *reduction, init, options.reassociateFP);
  loop->erase();
}

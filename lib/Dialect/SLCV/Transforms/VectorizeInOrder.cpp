//===- VectorizeInOrder.cpp - Vectors of streams, code lane by lane -------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessLoopBuilder.h"
#include "LoopVectorizers.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace ember;
using namespace ember::slcv;
namespace arith = mlir::arith;
namespace scf = mlir::scf;
namespace vector = mlir::vector;

/// The number of lanes that a mask holds: the first ones, as that of a loop.
static Value buildCount(ImplicitLocOpBuilder &builder, Value mask) {
  int64_t lanes = cast<VectorType>(mask.getType()).getNumElements();
  auto bits = builder.getIntegerType(lanes);
  Value packed =
      vector::BitCastOp::create(builder, VectorType::get({1}, bits), mask);
  Value number =
      vector::ExtractOp::create(builder, packed, ArrayRef<int64_t>{0});
  Value count = mlir::math::CtPopOp::create(builder, number);
  return arith::IndexCastUIOp::create(builder, builder.getIndexType(), count);
}

namespace {

class InOrderVectorizer {
public:
  InOrderVectorizer(slc::ForOp loop, const LoopLanes &lanes, int64_t vlen)
      : loop(loop), callback(getOnlyCallback(loop)), lanes(lanes),
        access(loop, lanes, vlen) {}

  void rewrite();

private:
  slc::CallbackOp buildCallback(slcv::ForOp wide);
  /// Builds the code of one lane; gives what it yields.
  SmallVector<Value> buildLane(ImplicitLocOpBuilder &builder, Value lane,
                               ValueRange carried);

  slc::ForOp loop;
  slc::CallbackOp callback;
  const LoopLanes &lanes;
  AccessLoopBuilder access;
  /// The numbers of the iteration values that the callback computes.
  SmallVector<unsigned> computed;
};

} // namespace

void InOrderVectorizer::rewrite() {
  // Streams can be read anywhere: here all at once, in front of the lanes.
  callback.walk([&](slc::ToValOp toVal) {
    toVal->moveBefore(callback.getBody(), callback.getBody()->begin());
  });
  slcv::ForOp wide = access.build(loop.getInitArgs());
  SmallVector<Value> yielded(wide.getRegionIterArgs());
  for (auto [number, value] : llvm::enumerate(loop.getYieldedValues()))
    if (value.getDefiningOp() == callback)
      computed.push_back(number);
  slc::CallbackOp code = buildCallback(wide);
  for (auto [number, result] : llvm::zip_equal(computed, code.getResults()))
    yielded[number] = result;
  if (!yielded.empty())
    slc::YieldOp::create(access.getBuilder(), loop.getLoc(), yielded);
  loop->replaceAllUsesWith(wide.getResults());
  loop->erase();
}

slc::CallbackOp InOrderVectorizer::buildCallback(slcv::ForOp wide) {
  auto arguments = llvm::map_to_vector(computed, [&](unsigned number) -> Value {
    return wide.getRegionIterArgs()[number];
  });
  auto code = slc::CallbackOp::create(access.getBuilder(), callback.getLoc(),
                                      TypeRange(ValueRange(arguments)));
  ImplicitLocOpBuilder builder(callback.getLoc(), code.getContext());
  builder.setInsertionPointToStart(code.getBody());
  // What the code reads of streams, whole vectors where each lane has its own.
  IRMapping &mapping = access.getMapping();
  auto read = [&](Value stream) -> Value {
    return slc::ToValOp::create(
        builder, slc::getElementTypeOrSelf(stream.getType()), stream);
  };
  Value count = buildCount(builder, read(wide.getMask()));
  for (auto toVal : callback.getBody()->getOps<slc::ToValOp>())
    mapping.map(toVal.getResult(),
                read(mapping.lookupOrDefault(toVal.getStream())));
  Value zero = arith::ConstantIndexOp::create(builder, 0);
  Value one = arith::ConstantIndexOp::create(builder, 1);
  auto each = scf::ForOp::create(
      builder, zero, count, one, arguments,
      [&](OpBuilder &inside, Location loc, Value lane, ValueRange carried) {
        ImplicitLocOpBuilder laneBuilder(loc, inside);
        scf::YieldOp::create(laneBuilder,
                             buildLane(laneBuilder, lane, carried));
      });
  if (!arguments.empty())
    slc::YieldOp::create(builder, each.getResults());
  return code;
}

SmallVector<Value> InOrderVectorizer::buildLane(ImplicitLocOpBuilder &builder,
                                                Value lane,
                                                ValueRange carried) {
  IRMapping mapping = access.getMapping();
  for (auto [number, value] : llvm::zip_equal(computed, carried))
    mapping.map(loop.getRegionIterArgs()[number], value);
  for (auto toVal : callback.getBody()->getOps<slc::ToValOp>()) {
    Value value = mapping.lookup(toVal.getResult());
    LaneShape shape = lanes.shapes.lookup(toVal.getStream());
    if (shape.kind == LaneShape::Lanes) {
      value = vector::ExtractOp::create(builder, value, lane);
    } else if (shape.kind == LaneShape::Affine) {
      Value by = arith::ConstantIndexOp::create(builder, shape.stride);
      Value offset = arith::MulIOp::create(builder, lane, by);
      value = arith::AddIOp::create(builder, value, offset);
    }
    mapping.map(toVal.getResult(), value);
  }
  for (Operation &op : callback.getBody()->without_terminator())
    if (!isa<slc::ToValOp>(op))
      builder.clone(op, mapping);
  Operation *yield = callback.getBody()->getTerminator();
  return llvm::map_to_vector(computed, [&](unsigned number) {
    auto result = cast<OpResult>(loop.getYieldedValues()[number]);
    return mapping.lookupOrDefault(yield->getOperand(result.getResultNumber()));
  });
}

void slcv::vectorizeInOrder(slc::ForOp loop, const LoopLanes &lanes,
                            int64_t vlen) {
  InOrderVectorizer(loop, lanes, vlen).rewrite();
}

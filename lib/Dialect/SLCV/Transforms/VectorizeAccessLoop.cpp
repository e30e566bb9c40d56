//===- VectorizeAccessLoop.cpp - Loops of the access unit by lanes --------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Accumulators.h"
#include "LoopVectorizers.h"
#include "ember/Dialect/SLCV/IR/SLCV.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace ember;
using namespace ember::slcv;
namespace arith = mlir::arith;

namespace {

class AccessLoopVectorizer {
public:
  AccessLoopVectorizer(slc::ForOp loop, const LoopLanes &lanes,
                       const LaneOptions &options)
      : loop(loop), lanes(lanes), options(options), builder(loop),
        code(builder, lanes, options, mapping) {}

  void rewrite();

private:
  void buildStream(Operation *op);
  void buildLoad(slc::MemStrOp load);
  void buildArithmetic(slc::AluStrOp alu);
  void buildCallback(slc::CallbackOp callback);

  slc::StreamType getStream(Type element) const {
    return slc::StreamType::get(code.getVector(element));
  }
  SmallVector<Value> lookup(ValueRange originals) const {
    return llvm::map_to_vector(
        originals, [&](Value v) { return mapping.lookupOrDefault(v); });
  }
  bool isVectorAccumulator(const std::optional<Reduction> &reduction) const {
    return reduction && reduction->isReorderable(options.reassociateFP);
  }
  /// The stream over the lanes.
  Value getLanes(Value original);

  slc::ForOp loop;
  const LoopLanes &lanes;
  const LaneOptions &options;
  OpBuilder builder;
  slcv::ForOp wide;
  IRMapping mapping;
  CodeVectorizer code;
  DenseMap<Value, Value> laneStreams; ///< Of affine streams.
};

void AccessLoopVectorizer::rewrite() {
  SmallVector<Value> inits(loop.getInitArgs());
  for (auto [init, reduction] : llvm::zip_equal(inits, lanes.reductions))
    if (isVectorAccumulator(reduction))
      init = buildInitialVector(loop, *reduction, options.vlen);
  wide = slcv::ForOp::create(builder, loop.getLoc(), options.vlen,
                             loop.getLowerBound(), loop.getUpperBound(),
                             loop.getStep(), inits);
  wide->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  mapping.map(loop.getInductionVar(), wide.getInductionVar());
  mapping.map(loop.getRegionIterArgs(), wide.getRegionIterArgs());
  if (loop.getNumResults())
    builder.setInsertionPointToEnd(wide.getBody());
  else
    builder.setInsertionPoint(wide.getBody()->getTerminator());
  slc::CallbackOp callback = getOnlyCallback(loop);
  for (Operation &op : loop.getBody()->without_terminator())
    if (&op != callback)
      buildStream(&op);
  buildCallback(callback);
  if (loop.getNumResults())
    slc::YieldOp::create(builder, loop.getLoc(),
                         lookup(loop.getYieldedValues()));
  // For a while, users of a vector accumulator see a vector in a scalar's
  // place.
  inits.assign(loop.getInitArgs().begin(), loop.getInitArgs().end());
  loop->replaceAllUsesWith(wide.getResults());
  loop->dropAllReferences();
  for (auto [number, init, reduction] :
       llvm::enumerate(inits, lanes.reductions))
    if (isVectorAccumulator(reduction))
      finishAccumulator(wide, number, *reduction, init, options.reassociateFP);
  loop->erase();
}

Value AccessLoopVectorizer::getLanes(Value original) {
  Value stream = mapping.lookupOrDefault(original);
  LaneShape shape = lanes.shapes.lookup(original);
  if (shape.kind != LaneShape::Affine)
    return stream;
  Value &laneStream = laneStreams[original];
  if (!laneStream)
    laneStream = slcv::LaneStrOp::create(builder, original.getLoc(),
                                         getStream(builder.getIndexType()),
                                         options.vlen, stream, shape.stride);
  return laneStream;
}

void AccessLoopVectorizer::buildStream(Operation *op) {
  if (!lanes.shapes.isLanes(op->getResult(0)))
    builder.clone(*op, mapping);
  else if (auto load = dyn_cast<slc::MemStrOp>(op))
    buildLoad(load);
  else
    buildArithmetic(cast<slc::AluStrOp>(op));
}

void AccessLoopVectorizer::buildLoad(slc::MemStrOp load) {
  Value mask = wide.getMask();
  if (Value predicate = load.getPredicate())
    mask = slc::AluStrOp::create(
        builder, load.getLoc(), cast<slc::StreamType>(mask.getType()),
        slc::AluKindAttr::get(builder.getContext(), slc::AluKind::andi),
        arith::CmpIPredicateAttr(), ValueRange{mask, getLanes(predicate)});
  auto wideLoad = slcv::MemStrOp::create(
      builder, load.getLoc(),
      getStream(load.getMemref().getType().getElementType()), options.vlen,
      load.getMemref(), lookup(load.getIndices()),
      lanes.shapes.getStrides(load.getIndices()), mask, load.getHintAttr());
  mapping.map(load.getResult(), wideLoad.getResult());
}

void AccessLoopVectorizer::buildArithmetic(slc::AluStrOp alu) {
  slc::StreamType type =
      getStream(slc::getElementTypeOrSelf(alu.getResult().getType()));
  SmallVector<Value> inputs = llvm::map_to_vector(
      alu.getInputs(), [&](Value v) { return getLanes(v); });
  if (slc::canTrap(alu.getKind())) {
    // A lane that is no iteration divides by one.
    Type element = slc::getElementTypeOrSelf(alu.getInputs()[1].getType());
    OpBuilder host(slc::getNest(wide));
    Value one =
        arith::ConstantOp::create(host, alu.getLoc(), host.getOneAttr(element));
    inputs[1] = slc::AluStrOp::create(
        builder, alu.getLoc(), getStream(element),
        slc::AluKindAttr::get(builder.getContext(), slc::AluKind::select),
        arith::CmpIPredicateAttr(), ValueRange{wide.getMask(), inputs[1], one});
  }
  auto wideAlu =
      slc::AluStrOp::create(builder, alu.getLoc(), type, alu.getKindAttr(),
                            alu.getPredicateAttr(), inputs);
  mapping.map(alu.getResult(), wideAlu.getResult());
}

void AccessLoopVectorizer::buildCallback(slc::CallbackOp callback) {
  // Results of the callback are iteration values, whose types the loop has.
  SmallVector<Type> types;
  for (Value result : callback.getResults())
    types.push_back(
        wide.getResult(result.use_begin()->getOperandNumber()).getType());
  auto wideCallback =
      slc::CallbackOp::create(builder, callback.getLoc(), types);
  mapping.map(callback.getResults(), wideCallback.getResults());
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(wideCallback.getBody());
  Value mask =
      slc::ToValOp::create(builder, callback.getLoc(),
                           code.getVector(builder.getI1Type()), wide.getMask());
  code.build(*callback.getBody(), mask);
  if (callback.getNumResults())
    slc::YieldOp::create(
        builder, callback.getLoc(),
        lookup(callback.getBody()->getTerminator()->getOperands()));
}

} // namespace

void slcv::vectorize(slc::ForOp loop, const LoopLanes &lanes,
                     const LaneOptions &options) {
  AccessLoopVectorizer(loop, lanes, options).rewrite();
}

//===- AccessLoopBuilder.cpp - The access side of a vector loop -----------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessLoopBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace ember;
using namespace ember::slcv;
namespace arith = mlir::arith;

static SmallVector<Value> lookup(ValueRange originals,
                                 const IRMapping &mapping) {
  return llvm::map_to_vector(
      originals, [&](Value v) { return mapping.lookupOrDefault(v); });
}

slcv::ForOp AccessLoopBuilder::build(ValueRange inits) {
  wide = slcv::ForOp::create(builder, loop.getLoc(), vlen, loop.getLowerBound(),
                             loop.getUpperBound(), loop.getStep(), inits);
  wide->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  mapping.map(loop.getInductionVar(), wide.getInductionVar());
  mapping.map(loop.getRegionIterArgs(), wide.getRegionIterArgs());
  if (loop.getNumResults())
    builder.setInsertionPointToEnd(wide.getBody());
  else
    builder.setInsertionPoint(wide.getBody()->getTerminator());
  for (Operation &op : loop.getBody()->without_terminator())
    if (!isa<slc::CallbackOp>(op))
      buildStream(&op);
  return wide;
}

Value AccessLoopBuilder::getLanes(Value original) {
  Value stream = mapping.lookupOrDefault(original);
  LaneShape shape = lanes.shapes.lookup(original);
  if (shape.kind != LaneShape::Affine)
    return stream;
  Value &laneStream = laneStreams[original];
  if (!laneStream)
    laneStream = slcv::LaneStrOp::create(builder, original.getLoc(),
                                         getStream(builder.getIndexType()),
                                         vlen, stream, shape.stride);
  return laneStream;
}

void AccessLoopBuilder::buildStream(Operation *op) {
  if (!lanes.shapes.isLanes(op->getResult(0)))
    builder.clone(*op, mapping);
  else if (auto load = dyn_cast<slc::MemStrOp>(op))
    buildLoad(load);
  else
    buildArithmetic(cast<slc::AluStrOp>(op));
}

void AccessLoopBuilder::buildLoad(slc::MemStrOp load) {
  Value mask = wide.getMask();
  if (Value predicate = load.getPredicate())
    mask = slc::AluStrOp::create(
        builder, load.getLoc(), cast<slc::StreamType>(mask.getType()),
        slc::AluKindAttr::get(builder.getContext(), slc::AluKind::andi),
        arith::CmpIPredicateAttr(), ValueRange{mask, getLanes(predicate)});
  auto wideLoad = slcv::MemStrOp::create(
      builder, load.getLoc(),
      getStream(load.getMemref().getType().getElementType()), vlen,
      load.getMemref(), lookup(load.getIndices(), mapping),
      lanes.shapes.getStrides(load.getIndices()), mask, load.getHintAttr());
  mapping.map(load.getResult(), wideLoad.getResult());
}

void AccessLoopBuilder::buildArithmetic(slc::AluStrOp alu) {
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

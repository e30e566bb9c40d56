//===- Runs.cpp - What rewrites of runs have in common --------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runs.h"
#include "ember/Dialect/DLC/IR/DLC.h"
#include "ember/Dialect/SLCV/Utils/Lanes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace ember;
using namespace ember::slcv;
namespace arith = mlir::arith;
namespace vector = mlir::vector;

bool slcv::isInnermost(slc::AccessLoop loop) {
  return llvm::none_of(*loop.getLoopBody(),
                       [](Operation &op) { return isa<slc::AccessLoop>(op); });
}

bool slcv::givesStream(Operation *op) {
  return op->getNumResults() == 1 &&
         isa<slc::StreamType>(op->getResultTypes()[0]);
}

int64_t slcv::getElementBytes(ArrayRef<Value> streams) {
  int64_t bytes = 0;
  for (Value stream : streams)
    bytes += dlc::RecordAttr::getByteSize(
        slc::getElementTypeOrSelf(stream.getType()));
  return bytes;
}

slc::AccessLoop slcv::addIterArg(slc::AccessLoop loop, Value init) {
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

Value slcv::getLastIterArg(slc::AccessLoop loop) {
  return loop.getLoopBody()->getArguments().back();
}

void slcv::yieldLast(slc::AccessLoop loop, Value value) {
  Operation *yield = loop.getLoopBody()->getTerminator();
  yield->setOperand(yield->getNumOperands() - 1, value);
}

CallbackOp slcv::addResult(CallbackOp run, Value value) {
  OpBuilder builder(run);
  SmallVector<Type> types(run.getResultTypes());
  types.push_back(value.getType());
  auto wider = CallbackOp::create(builder, run.getLoc(), run.getChunk(), types);
  wider->setDiscardableAttrs(run->getDiscardableAttrDictionary());
  wider.getRegion().takeBody(run.getRegion());
  Operation *yield = wider.getBody()->getTerminator();
  yield->insertOperands(yield->getNumOperands(), value);
  run->replaceAllUsesWith(wider.getResults().drop_back());
  run->erase();
  return wider;
}

Value slcv::buildOffset(OpBuilder &builder, Location loc, Value position,
                        int64_t stride) {
  Value scale = arith::ConstantIndexOp::create(builder, loc, stride);
  return arith::MulIOp::create(builder, loc, position, scale);
}

void slcv::computeMasks(ArrayRef<Operation *> reads, Value left, int64_t step) {
  for (Operation *read : reads) {
    Location loc = read->getLoc();
    OpBuilder builder(read);
    auto type = cast<VectorType>(read->getResult(0).getType());
    int64_t lanes = type.getNumElements();
    Value here = arith::SubIOp::create(
        builder, loc, left,
        buildOffset(builder, loc, cast<BufStrOp>(read).getPosition(),
                    lanes * step));
    for (Operation *user : llvm::make_early_inc_range(read->getUsers())) {
      auto all = dyn_cast<vector::ReductionOp>(user);
      if (!all || all.getKind() != vector::CombiningKind::AND || all.getAcc())
        continue;
      // The last lane is an iteration.
      Value isFull = arith::CmpIOp::create(
          builder, loc, arith::CmpIPredicate::ugt, here,
          arith::ConstantIndexOp::create(builder, loc, (lanes - 1) * step));
      all.getResult().replaceAllUsesWith(isFull);
      all.erase();
    }
    if (!read->use_empty())
      read->getResult(0).replaceAllUsesWith(
          buildMask(builder, loc, type, here, step));
    read->erase();
  }
}

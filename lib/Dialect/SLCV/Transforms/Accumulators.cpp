//===- Accumulators.cpp - Accumulators that are vectors -------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Accumulators.h"

using namespace ember;
using namespace ember::slcv;

Value slcv::buildInitialVector(slc::AccessLoop loop, const Reduction &reduction,
                               int64_t vlen) {
  OpBuilder builder(slc::getNest(loop));
  return buildNeutral(builder, loop.getLoc(), reduction,
                      VectorType::get({vlen}, reduction.element.getType()));
}

/// The iteration value of `parent` that `init` is, if the loop that began with
/// it only hands it on: nobody else reads it, and `result` is its next value.
static std::optional<unsigned> findHandedThrough(slc::AccessLoop parent,
                                                 Value init, Value result) {
  auto argument = dyn_cast<BlockArgument>(init);
  if (!argument || argument.getOwner() != parent.getLoopBody() ||
      !argument.use_empty() || !result.hasOneUse())
    return std::nullopt;
  OpOperand &use = *result.use_begin();
  unsigned number = argument.getArgNumber() - parent.getNumStreamArgs();
  if (use.getOwner() != parent.getLoopBody()->getTerminator() ||
      use.getOperandNumber() != number)
    return std::nullopt;
  return number;
}

void slcv::finishAccumulator(slc::AccessLoop loop, unsigned number,
                             const Reduction &reduction, Value init,
                             bool reassociateFP) {
  auto getInit = [](slc::AccessLoop loop, unsigned number) -> OpOperand & {
    return loop.getInitsMutable()[number];
  };
  Value result = loop->getResult(number);
  while (auto parent = dyn_cast<slc::AccessLoop>(loop->getParentOp())) {
    std::optional<unsigned> outer = findHandedThrough(parent, init, result);
    if (!outer)
      break;
    OpOperand &inner = getInit(loop, number);
    Value neutral = inner.get();
    inner.set(init);
    init.setType(neutral.getType());
    init = getInit(parent, *outer).get();
    getInit(parent, *outer).set(neutral);
    loop = parent;
    number = *outer;
    result = loop->getResult(number);
    result.setType(neutral.getType());
  }
  if (result.use_empty())
    return;

  OpBuilder builder(loop->getContext());
  builder.setInsertionPointAfter(loop);
  Location loc = reduction.combiner->getLoc();
  if (!isa<slc::AccessLoop>(loop->getParentOp())) {
    Value scalar = buildFinish(builder, reduction, result, init, reassociateFP);
    result.replaceAllUsesExcept(scalar, scalar.getDefiningOp());
    return;
  }
  auto finish = slc::CallbackOp::create(builder, loc, init.getType());
  result.replaceAllUsesWith(finish.getResult(0));
  builder.setInsertionPointToStart(finish.getBody());
  Value scalar = buildFinish(builder, reduction, result, init, reassociateFP);
  slc::YieldOp::create(builder, loc, scalar);
}

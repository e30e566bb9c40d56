//===- LaneAnalysis.cpp - Whether a loop can run by lanes -----------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Dialect/SLCV/Analysis/LaneAnalysis.h"
#include "CodeLanes.h"
#include "ember/Dialect/SLCV/Utils/Lanes.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"

using namespace ember;
using namespace ember::slcv;
namespace memref = mlir::memref;
namespace scf = mlir::scf;

/// Longer steps would let the first lane's induction variable wrap.
static constexpr int64_t maxStep = int64_t(1) << 31;

slc::CallbackOp slcv::getOnlyCallback(slc::ForOp loop) {
  auto callbacks = loop.getBody()->getOps<slc::CallbackOp>();
  return llvm::hasSingleElement(callbacks) ? *callbacks.begin()
                                           : slc::CallbackOp();
}

/// Takes the step and the induction variable; returns why they have no lanes.
static std::string visitHeader(Value step, Value inductionVar,
                               LoopLanes &lanes) {
  llvm::APInt constant;
  if (!mlir::matchPattern(step, mlir::m_ConstantInt(&constant)))
    return "its step is not constant";
  if (!constant.isStrictlyPositive() || constant.ugt(maxStep))
    return "its step is not positive and small";
  lanes.step = constant.getSExtValue();
  lanes.shapes.set(inductionVar, LaneShape::affine(lanes.step));
  return "";
}

//===----------------------------------------------------------------------===//
// Loops of the access unit
//===----------------------------------------------------------------------===//

static std::string visitStream(Operation *op, LaneShapes &shapes) {
  if (auto load = dyn_cast<slc::MemStrOp>(op)) {
    if (!shapes.areUniform(load.getIndices()) ||
        (load.getPredicate() && !shapes.isUniform(load.getPredicate())))
      shapes.set(load.getResult(), LaneShape::lanes());
    return "";
  }
  if (auto alu = dyn_cast<slc::AluStrOp>(op)) {
    shapes.set(alu.getResult(),
               shapes.getArithmeticShape(
                   alu.getKind(), alu.getInputs(),
                   slc::getElementTypeOrSelf(alu.getResult().getType())));
    return "";
  }
  return refuseLanes(op, "has no vector form");
}

static std::string visitReductions(slc::ForOp loop, slc::CallbackOp callback,
                                   LoopLanes &lanes) {
  for (auto [argument, yielded] :
       llvm::zip_equal(loop.getRegionIterArgs(), loop.getYieldedValues())) {
    std::optional<Reduction> &reduction = lanes.reductions.emplace_back();
    if (yielded == argument)
      continue;
    auto result = dyn_cast<OpResult>(yielded);
    if (result && result.getOwner() == callback && result.hasOneUse())
      reduction =
          matchReduction(argument,
                         callback.getBody()->getTerminator()->getOperand(
                             result.getResultNumber()),
                         callback.getBody());
    if (!reduction)
      return "it carries a value from iteration to iteration that is no "
             "reduction";
  }
  // Each of the others would be a vector that nothing takes.
  if (llvm::any_of(callback.getResults(),
                   [](Value result) { return result.use_empty(); }))
    return "its callback has a result that nothing reads";
  return "";
}

/// Takes all but the code; gives the callback.
static std::string visitStreams(slc::ForOp loop, LoopLanes &lanes,
                                slc::CallbackOp &callback) {
  if (std::string reason =
          visitHeader(loop.getStep(), loop.getInductionVar(), lanes);
      !reason.empty())
    return reason;
  for (Operation &op : loop.getBody()->without_terminator())
    if (!isa<slc::CallbackOp>(op))
      if (std::string reason = visitStream(&op, lanes.shapes); !reason.empty())
        return reason;
  if (loop.getBody()->getOps<slc::CallbackOp>().empty())
    return "it has no callback";
  callback = getOnlyCallback(loop);
  return callback ? "" : "it has more than one callback";
}

static std::string visitLoop(slc::ForOp loop, LoopLanes &lanes) {
  slc::CallbackOp callback;
  if (std::string reason = visitStreams(loop, lanes, callback); !reason.empty())
    return reason;
  if (std::string reason = visitReductions(loop, callback, lanes);
      !reason.empty())
    return reason;
  if (std::string reason = findCodeLanes(*callback.getBody(), lanes);
      !reason.empty())
    return reason;
  return checkDependences(*callback.getBody(), lanes.shapes, lanes.conditions);
}

//===----------------------------------------------------------------------===//
// Loops of the execute unit
//===----------------------------------------------------------------------===//

/// Whether an access of a loop's code is one of consecutive elements.
static bool isWide(Operation *op, const LaneShapes &shapes) {
  auto isConsecutive = [&](MemRefType type, ValueRange indices) {
    return llvm::none_of(indices, [&](Value v) { return shapes.isLanes(v); }) &&
           getContiguity(type, shapes.getStrides(indices)) != Contiguity::No;
  };
  if (auto load = dyn_cast<memref::LoadOp>(op))
    return isConsecutive(load.getMemRefType(), load.getIndices());
  if (auto store = dyn_cast<memref::StoreOp>(op))
    return isConsecutive(store.getMemRefType(), store.getIndices());
  return false;
}

static std::string visitLoop(scf::ForOp loop, LoopLanes &lanes) {
  if (!loop.getInductionVar().getType().isIndex() || loop.getUnsignedCmp())
    return "its induction variable is no signed index";
  if (std::string reason =
          visitHeader(loop.getStep(), loop.getInductionVar(), lanes);
      !reason.empty())
    return reason;
  for (auto [argument, yielded] :
       llvm::zip_equal(loop.getRegionIterArgs(), loop.getYieldedValues())) {
    std::optional<Reduction> &reduction = lanes.reductions.emplace_back();
    if (yielded == argument)
      continue;
    reduction = matchReduction(argument, yielded, loop.getBody());
    if (!reduction)
      return "it carries a value from iteration to iteration that is no "
             "reduction";
  }
  if (std::string reason = findCodeLanes(*loop.getBody(), lanes);
      !reason.empty())
    return reason;
  if (std::string reason =
          checkDependences(*loop.getBody(), lanes.shapes, lanes.conditions);
      !reason.empty())
    return reason;
  // Lanes that are put together and taken apart one by one gain nothing. Those
  // of an element each are so when the step is not one.
  WalkResult walk = loop.getBody()->walk([&](Operation *op) {
    return isWide(op, lanes.shapes) ? WalkResult::interrupt()
                                    : WalkResult::advance();
  });
  return walk.wasInterrupted() ? "" : "it accesses no consecutive elements";
}

//===----------------------------------------------------------------------===//
// Both
//===----------------------------------------------------------------------===//

/// The bits of the widest element that the vectors of a loop hold.
static unsigned getWidestBits(Block *body, const LoopLanes &lanes) {
  const LaneShapes &shapes = lanes.shapes;
  unsigned widest = 1;
  auto include = [&](Type type) {
    if (isa<slc::StreamType>(type) || VectorType::isValidElementType(type)) {
      Type element = slc::getElementTypeOrSelf(type);
      widest = std::max(widest, element.isIndex()
                                    ? IndexType::kInternalStorageBitWidth
                                    : element.getIntOrFloatBitWidth());
    }
  };
  for (const std::optional<Reduction> &reduction : lanes.reductions)
    if (reduction)
      include(reduction->element.getType());
  body->walk([&](Operation *op) {
    if (auto store = dyn_cast<memref::StoreOp>(op))
      include(store.getValueToStore().getType());
    for (Value result : op->getResults())
      if (shapes.isLanes(result)) {
        include(result.getType());
        // What it is computed of becomes vectors too; indices of loads need
        // not.
        if (!isa<memref::LoadOp, slc::MemStrOp>(op))
          for (Type operand : op->getOperandTypes())
            include(operand);
      }
  });
  return widest;
}

template <typename Loop> static LoopLanes analyze(Loop loop) {
  LoopLanes lanes;
  lanes.reason = visitLoop(loop, lanes);
  if (lanes.reason.empty())
    lanes.widestBits = getWidestBits(loop.getBody(), lanes);
  return lanes;
}

LoopLanes slcv::analyzeLanes(slc::ForOp loop) { return analyze(loop); }

LoopLanes slcv::analyzeStreams(slc::ForOp loop) {
  LoopLanes lanes;
  slc::CallbackOp callback;
  lanes.reason = visitStreams(loop, lanes, callback);
  if (!lanes.reason.empty())
    return lanes;
  // A value that the callback does not compute would be one of the wrong lane.
  for (auto [argument, yielded] :
       llvm::zip_equal(loop.getRegionIterArgs(), loop.getYieldedValues()))
    if (yielded != argument && yielded.getDefiningOp() != callback)
      lanes.reason = "it carries a value that its callback does not compute";
  if (llvm::any_of(callback.getResults(),
                   [](Value result) { return result.use_empty(); }))
    lanes.reason = "its callback has a result that nothing reads";
  // The elements of all lanes are read at once, and so are their faults.
  if (callback.walk([](mlir::cf::AssertOp) { return WalkResult::interrupt(); })
          .wasInterrupted())
    lanes.reason = "it has an assert, which comes before the faults of the "
                   "lanes behind";
  if (llvm::none_of(loop.getBody()->getOps<slc::MemStrOp>(),
                    [&](slc::MemStrOp load) {
                      return lanes.shapes.isLanes(load.getResult());
                    }))
    lanes.reason = "it loads nothing that has lanes";
  lanes.widestBits = getWidestBits(loop.getBody(), lanes);
  return lanes;
}

LoopLanes slcv::analyzeLanes(scf::ForOp loop) { return analyze(loop); }

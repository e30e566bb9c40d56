//===- CodeLanes.cpp - The lanes of code of the execute unit --------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeLanes.h"
#include "ember/Dialect/SLC/Utils/StreamBuilder.h"
#include "ember/Support/Location.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace ember;
using namespace ember::slcv;
namespace arith = mlir::arith;
namespace memref = mlir::memref;
namespace scf = mlir::scf;

std::string slcv::refuseLanes(Operation *op, const Twine &why) {
  return (describeOp(op) + " " + why).str();
}

namespace {

class CodeVisitor {
public:
  explicit CodeVisitor(LoopLanes &lanes) : lanes(lanes), shapes(lanes.shapes) {}

  /// Visits a block; `isDivergent` says that not all lanes may run it.
  std::string visit(Block &block, bool isDivergent) {
    for (Operation &op : block.without_terminator())
      if (std::string reason = visit(&op, isDivergent); !reason.empty())
        return reason;
    return "";
  }

private:
  std::string visit(Operation *op, bool isDivergent);
  std::string visitIf(scf::IfOp op, bool isDivergent);
  std::string visitComputation(Operation *op, bool isDivergent);

  /// Gives each lane its own value; returns why a vector cannot hold them.
  std::string setLanes(Operation *op, Value result) {
    if (!VectorType::isValidElementType(result.getType()))
      return refuseLanes(op, "gives what a vector cannot hold");
    shapes.set(result, LaneShape::lanes());
    return "";
  }

  bool isCombiner(Operation *op) const {
    return llvm::any_of(lanes.reductions, [&](const auto &reduction) {
      return reduction && reduction->combiner == op;
    });
  }

  LoopLanes &lanes;
  LaneShapes &shapes;
};

std::string CodeVisitor::visit(Operation *op, bool isDivergent) {
  if (auto toVal = dyn_cast<slc::ToValOp>(op)) {
    shapes.set(toVal.getResult(), shapes.lookup(toVal.getStream()));
    return "";
  }
  if (isCombiner(op))
    return "";
  if (auto load = dyn_cast<memref::LoadOp>(op)) {
    // Where it may be that no lane runs it, it is under the mask.
    if (isDivergent || !shapes.areUniform(load.getIndices()))
      return setLanes(op, load.getResult());
    return "";
  }
  if (auto store = dyn_cast<memref::StoreOp>(op)) {
    if (!VectorType::isValidElementType(store.getValueToStore().getType()))
      return refuseLanes(op, "stores what a vector cannot hold");
    return "";
  }
  if (auto assertion = dyn_cast<mlir::cf::AssertOp>(op)) {
    // What is the same in all lanes is asserted once: one lane always runs.
    if (isDivergent)
      return refuseLanes(op, "is run by some lanes only");
    if (!shapes.isUniform(assertion.getArg()))
      return refuseLanes(op, "asserts what differs from lane to lane");
    return "";
  }
  if (auto choice = dyn_cast<scf::IfOp>(op))
    return visitIf(choice, isDivergent);
  return visitComputation(op, isDivergent);
}

std::string CodeVisitor::visitIf(scf::IfOp op, bool isDivergent) {
  bool isUniform = shapes.isUniform(op.getCondition());
  for (Region &region : op->getRegions())
    for (Block &block : region)
      if (std::string reason = visit(block, isDivergent || !isUniform);
          !reason.empty())
        return reason;
  for (OpResult result : op.getResults()) {
    unsigned number = result.getResultNumber();
    if (isUniform && shapes.isUniform(op.thenYield().getOperand(number)) &&
        shapes.isUniform(op.elseYield().getOperand(number)))
      continue;
    if (std::string reason = setLanes(op, result); !reason.empty())
      return reason;
  }
  return "";
}

std::string CodeVisitor::visitComputation(Operation *op, bool isDivergent) {
  bool isSafe = !isDivergent || slc::isSpeculatable(op);
  if (op->getNumRegions() == 0 && shapes.areUniform(op->getOperands()) &&
      mlir::isMemoryEffectFree(op) && isSafe)
    return "";
  if (!mlir::OpTrait::hasElementwiseMappableTraits(op) ||
      !mlir::isMemoryEffectFree(op) || op->getNumResults() != 1 ||
      !llvm::all_of(
          op->getOperandTypes(),
          [](Type type) { return VectorType::isValidElementType(type); }) ||
      !VectorType::isValidElementType(op->getResult(0).getType()) ||
      // It might trap in a lane that does not run it.
      (!slc::isSpeculatable(op) && !slc::isTrappingDivision(op)))
    return refuseLanes(op, "has no vector form");
  Value result = op->getResult(0);
  LaneShape shape = LaneShape::lanes();
  if (std::optional<slc::AluKind> kind = slc::getAluKind(op);
      kind && !slc::isTrappingDivision(op))
    shape =
        shapes.getArithmeticShape(*kind, op->getOperands(), result.getType());
  shapes.set(result, shape);
  return "";
}

} // namespace

std::string slcv::findCodeLanes(Block &code, LoopLanes &lanes) {
  return CodeVisitor(lanes).visit(code, /*isDivergent=*/false);
}

//===- SinkExtracts.cpp - Extracts where they are selected ------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Support/Location.h"
#include "ember/Support/Remarks.h"
#include "ember/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include <queue>

namespace ember {
#define GEN_PASS_DEF_EMBERSINKEXTRACTS
#include "ember/Transforms/Passes.h.inc"
} // namespace ember

using namespace ember;
namespace arith = mlir::arith;
namespace scf = mlir::scf;
namespace tensor = mlir::tensor;

/// Whether `value` is computed from integers, as far as its block shows: the
/// access unit may be able to compute it, too.
static bool isInteger(Value value) {
  Block *block = value.getParentBlock();
  SetVector<Value> seen;
  seen.insert(value);
  for (size_t next = 0; next < seen.size(); ++next) {
    Value current = seen[next];
    if (isa<mlir::ShapedType>(current.getType()))
      continue;
    if (!current.getType().isIntOrIndex())
      return false;
    if (Operation *op = current.getDefiningOp(); op && op->getBlock() == block)
      seen.insert_range(op->getOperands());
  }
  return true;
}

/// The ops of the select's block whose results nothing but `arm`, an operand of
/// it, is computed from; in the order of the block. Empty if there is no
/// extract among them.
static SmallVector<Operation *> getOwnOps(arith::SelectOp select,
                                          OpOperand &arm) {
  llvm::SmallPtrSet<Operation *, 8> own, seen;
  SmallVector<Operation *> ops;
  bool extracts = false;
  auto isOwnUse = [&](OpOperand &use) {
    return &use == &arm || own.contains(use.getOwner());
  };
  // Backwards, so that all users of an op are known when it is reached.
  auto isBefore = [](Operation *a, Operation *b) {
    return a->isBeforeInBlock(b);
  };
  std::priority_queue<Operation *, std::vector<Operation *>, decltype(isBefore)>
      next(isBefore);
  auto reach = [&](Value value) {
    Operation *op = value.getDefiningOp();
    if (op && op->getBlock() == select->getBlock() && seen.insert(op).second)
      next.push(op);
  };
  reach(arm.get());
  while (!next.empty()) {
    Operation *op = next.top();
    next.pop();
    // Indices of a `linalg` op exist in its own block only.
    if (op->getNumRegions() > 0 || !mlir::isPure(op) ||
        isa<mlir::linalg::IndexOp>(op) ||
        op->hasTrait<mlir::OpTrait::ConstantLike>() ||
        !llvm::all_of(op->getUses(), isOwnUse))
      continue;
    own.insert(op);
    ops.push_back(op);
    extracts |= isa<tensor::ExtractOp>(op);
    llvm::for_each(op->getOperands(), reach);
  }
  if (!extracts)
    return {};
  return SmallVector<Operation *>(llvm::reverse(ops));
}

/// Says of the extracts among `ops` that they are performed even where `select`
/// does not take them.
static void remarkExtracts(arith::SelectOp select, ArrayRef<Operation *> ops) {
  for (Operation *op : ops)
    if (isa<tensor::ExtractOp>(op))
      remarkMissed(op, "sink-extracts", "ExtractNotSunk",
                   "it is performed even where its element is not selected, "
                   "because the condition of " +
                       describeOp(select) + " is not computed from integers");
}

/// Replaces `select` by an `scf.if` whose branches hold the ops of its arms.
static void sink(arith::SelectOp select, ArrayRef<Operation *> trueOps,
                 ArrayRef<Operation *> falseOps) {
  OpBuilder builder(select);
  Location loc = select.getLoc();
  auto choice =
      scf::IfOp::create(builder, loc, select.getType(), select.getCondition(),
                        /*withElseRegion=*/true);
  auto fill = [&](Block *branch, ArrayRef<Operation *> ops, Value result) {
    builder.setInsertionPointToEnd(branch);
    Operation *yield = scf::YieldOp::create(builder, loc, result);
    for (Operation *op : ops)
      op->moveBefore(yield);
  };
  fill(choice.thenBlock(), trueOps, select.getTrueValue());
  fill(choice.elseBlock(), falseOps, select.getFalseValue());
  select.replaceAllUsesWith(choice.getResult(0));
  select.erase();
}

namespace {

class SinkExtracts : public impl::EmberSinkExtractsBase<SinkExtracts> {
public:
  void runOnOperation() override {
    SmallVector<arith::SelectOp> selects;
    getOperation()->walk([&](arith::SelectOp select) {
      if (select.getCondition().getType().isInteger(1))
        selects.push_back(select);
    });
    // The last one first: what it takes may hold other selects.
    for (arith::SelectOp select : llvm::reverse(selects)) {
      SmallVector<Operation *> trueOps =
          getOwnOps(select, select.getTrueValueMutable());
      SmallVector<Operation *> falseOps =
          getOwnOps(select, select.getFalseValueMutable());
      if (trueOps.empty() && falseOps.empty())
        continue;
      if (isInteger(select.getCondition())) {
        sink(select, trueOps, falseOps);
        continue;
      }
      remarkExtracts(select, trueOps);
      remarkExtracts(select, falseOps);
    }
  }
};

} // namespace

//===- HoistLoads.cpp - Moves invariant streams out of loops --------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Dialect/DLC/IR/DLC.h"
#include "ember/Dialect/SLC/IR/SLC.h"
#include "ember/Dialect/SLC/Transforms/Passes.h"
#include "ember/Dialect/SLC/Utils/StreamBuilder.h"
#include "ember/Dialect/SLCV/IR/SLCV.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Remarks.h"

namespace ember::slc {
#define GEN_PASS_DEF_HOISTLOADS
#include "ember/Dialect/SLC/Transforms/Passes.h.inc"
} // namespace ember::slc

using namespace ember;
using namespace ember::slc;
namespace arith = mlir::arith;
namespace remark = mlir::remark;

namespace {

/// Moves streams in front of one inner loop.
class LoopHoister {
public:
  LoopHoister(ForOp loop, AccessLoop nest)
      : loop(loop), builder(loop), streams(builder) {
    streams.setNest(nest);
  }

  /// Returns the number of loads that were moved.
  size_t run() {
    llvm::APInt lower, upper;
    if (mlir::matchPattern(loop.getLowerBound(), mlir::m_ConstantInt(&lower)) &&
        mlir::matchPattern(loop.getUpperBound(), mlir::m_ConstantInt(&upper))) {
      if (lower.sge(upper))
        return 0;
      alwaysRuns = true;
    }
    size_t loads = 0;
    for (Operation &op :
         llvm::make_early_inc_range(loop.getBody()->without_terminator())) {
      if (auto alu = dyn_cast<AluStrOp>(op)) {
        hoist(alu);
      } else if (auto load = dyn_cast<MemStrOp>(op);
                 load && isInvariant(load)) {
        if (Value predicate = streams.buildConjunction(
                loop.getLoc(), getGuard(), load.getPredicate()))
          load.getPredicateMutable().assign(predicate);
        load->moveBefore(loop);
        ++loads;
      }
    }
    return loads;
  }

private:
  /// Whether the op does the same in every iteration. What a callback reads as
  /// a run has one element for each all the same.
  bool isInvariant(Operation *op) const {
    return llvm::all_of(op->getOperands(),
                        [&](Value operand) {
                          return !loop->isAncestor(
                              operand.getParentRegion()->getParentOp());
                        }) &&
           llvm::none_of(op->getUsers(), [](Operation *user) {
             return isa<slcv::BufStrOp>(user);
           });
  }

  void hoist(AluStrOp alu) {
    if (!isInvariant(alu))
      return;
    if (slc::canTrap(alu.getKind())) {
      if (slc::getScalarType(alu.getType()).isInteger(1))
        return;
      Value divisor = alu.getInputs()[1];
      if (mayTrapAsDivisor(divisor))
        alu.getInputsMutable()[1].assign(
            streams.buildSafeDivisor(alu.getLoc(), getGuard(), divisor));
    }
    alu->moveBefore(loop);
  }

  /// Whether the loop runs at least once; null if it always does.
  Value getGuard() {
    if (!guard && !alwaysRuns)
      guard =
          streams.build(loop.getLoc(), AluKind::cmpi, builder.getI1Type(),
                        {loop.getLowerBound(), loop.getUpperBound()},
                        arith::CmpIPredicateAttr::get(
                            builder.getContext(), arith::CmpIPredicate::slt));
    return guard;
  }

  ForOp loop;
  OpBuilder builder;
  StreamBuilder streams;
  bool alwaysRuns = false;
  Value guard;
};

struct HoistLoadsPass : slc::impl::HoistLoadsBase<HoistLoadsPass> {
  void runOnOperation() override {
    for (AccessLoop nest : dlc::getNests(getOperation())) {
      size_t loads = 0;
      // Inner loops first: what leaves one may leave the next, too.
      nest->walk([&](ForOp loop) {
        if (loop != nest)
          loads += LoopHoister(loop, nest).run();
      });
      if (loads != 0)
        remark::passed(
            nest.getLoc(),
            remark::RemarkOpts::name("LoadsHoisted").category("hoist"))
            << remark::metric("Loads", loads);
    }
  }
};

} // namespace

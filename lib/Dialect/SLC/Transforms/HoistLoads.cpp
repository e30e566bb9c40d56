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
#include "ember/Support/Location.h"
#include "ember/Support/Remarks.h"
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
                 load && isOutside(load.getMemref()) &&
                 llvm::all_of(load.getIndices(),
                              [&](Value index) { return isOutside(index); })) {
        if (std::string reason = getReason(load); !reason.empty()) {
          remarkNotHoisted(load, reason);
          continue;
        }
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
  bool isOutside(Value value) const {
    return !loop->isAncestor(value.getParentRegion()->getParentOp());
  }

  /// What reads the stream as a run, which has an element for each iteration
  /// even if they are the same; null if nothing does.
  static Operation *getRunReader(Operation *stream) {
    auto reader =
        llvm::find_if(stream->getUsers(), llvm::IsaPred<slcv::BufStrOp>);
    return reader == stream->user_end() ? nullptr : *reader;
  }

  /// Why a load of the same element in each iteration stays, or nothing.
  std::string getReason(MemStrOp load) const {
    if (Value predicate = load.getPredicate();
        predicate && !isOutside(predicate))
      return "it loads the same in each iteration, but its predicate "
             "changes: " +
             describeValue(predicate);
    if (Operation *reader = getRunReader(load))
      return "its callback takes runs already, and reads it as one: " +
             describeOp(reader);
    return "";
  }

  static void remarkNotHoisted(Operation *stream, const std::string &reason) {
    remarkMissed(stream, "hoist", "StreamNotHoisted", reason);
  }

  void hoist(AluStrOp alu) {
    if (!llvm::all_of(alu.getInputs(),
                      [&](Value input) { return isOutside(input); }) ||
        getRunReader(alu))
      return;
    if (slc::canTrap(alu.getKind())) {
      if (slc::getScalarType(alu.getType()).isInteger(1))
        return remarkNotHoisted(alu,
                                "no divisor of one bit is safe where the loop "
                                "does not run");
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

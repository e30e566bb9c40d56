//===- SCFToSLC.cpp - Decouples loop nests --------------------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Carries out the plans of the decoupling analysis.
//
//===----------------------------------------------------------------------===//

#include "NestBuilder.h"
#include "ember/Analysis/Decoupling.h"
#include "ember/Conversion/OverlapCheck.h"
#include "ember/Conversion/Passes.h"
#include "ember/Dialect/SLC/IR/SLC.h"
#include "ember/Support/Remarks.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/Remarks.h"

namespace ember {
#define GEN_PASS_DEF_CONVERTSCFTOSLC
#include "ember/Conversion/Passes.h.inc"
} // namespace ember

using namespace ember;
namespace memref = mlir::memref;
namespace remark = mlir::remark;
namespace scf = mlir::scf;

namespace {

struct ConvertSCFToSLCPass : impl::ConvertSCFToSLCBase<ConvertSCFToSLCPass> {
  using ConvertSCFToSLCBase::ConvertSCFToSLCBase;

  void runOnOperation() override {
    DecouplingAnalysis analysis(getOperation(),
                                aliasChecks != AliasChecks::Refuse);
    for (const Refusal &refusal : analysis.getRefusals())
      remarkMissed(refusal.op, "decouple", getName(refusal.kind),
                   refusal.reason);
    bool isDeclaration = llvm::all_of(getOperation()->getRegions(),
                                      [](Region &r) { return r.empty(); });
    if (!isDeclaration && analysis.getPlans().empty() &&
        analysis.getRefusals().empty())
      remarkMissed(getOperation(), "decouple", "NothingDecoupled",
                   "there is no 'scf.for' to decouple");
    for (const NestPlan &plan : analysis.getPlans())
      remark::passed(
          plan.root->getLoc(),
          remark::RemarkOpts::name("NestDecoupled").category("decouple"))
          << remark::metric("Loops", plan.loops.size())
          << remark::metric("Loads", plan.loads.size())
          << remark::metric("OverlapChecks", plan.overlapChecks.size());
    // Plans name results of earlier nests, which must not be replaced yet.
    for (const NestPlan &plan : llvm::reverse(analysis.getPlans()))
      decouple(plan);
  }

private:
  /// The name of the remarks of such refusals.
  static StringRef getName(Refusal::Kind kind) {
    switch (kind) {
    case Refusal::Kind::Nest:
      return "NestNotDecoupled";
    case Refusal::Kind::Loop:
      return "LoopNotOffloaded";
    case Refusal::Kind::Load:
      return "LoadNotOffloaded";
    }
    llvm_unreachable("unknown kind");
  }

  /// Replaces the nest of a plan, behind a check where one is needed.
  void decouple(const NestPlan &plan) {
    scf::ForOp root = plan.root;
    OpBuilder builder(root);
    for (Operation *op : plan.invariants)
      op->moveBefore(root);
    Value overlap;
    if (!plan.overlapChecks.empty() && aliasChecks == AliasChecks::Runtime)
      overlap = buildOverlapCheck(builder, root.getLoc(),
                                  plan.overlapChecks.getArrayRef());
    replaceUnless(overlap, root, [&](OpBuilder &inside) {
      IRMapping rebound = rebindDistinct(inside, root.getLoc(),
                                         plan.overlapChecks.getArrayRef());
      return SmallVector<Value>(buildNest(plan, inside, rebound).getResults());
    });
  }
};

} // namespace

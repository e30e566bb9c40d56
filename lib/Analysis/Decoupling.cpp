//===- Decoupling.cpp - What an access unit can run -----------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which nests of a function to decouple. DecouplingNest.cpp plans each of them.
//
//===----------------------------------------------------------------------===//

#include "ember/Analysis/Decoupling.h"
#include "ember/Dialect/DLC/IR/DLC.h"
#include "ember/Dialect/SLC/IR/SLC.h"
#include "ember/Support/Location.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace ember;
namespace scf = mlir::scf;

DecouplingAnalysis::DecouplingAnalysis(Operation *root, bool allowOverlapChecks)
    : allowOverlapChecks(allowOverlapChecks) {
  for (Region &region : root->getRegions())
    visit(region);
}

void DecouplingAnalysis::visit(Region &region) {
  for (Block &block : region)
    for (Operation &op : block) {
      if (isa<slc::FallbackOp>(op))
        break;
      if (isa<slc::ForOp, dlc::DecoupledOp>(op))
        continue;
      if (auto loop = dyn_cast<scf::ForOp>(op)) {
        visitLoop(loop);
        continue;
      }
      size_t numPlans = plans.size(), numRefused = refusedNests.size();
      for (Region &nested : op.getRegions())
        visit(nested);
      if (isa<mlir::LoopLikeOpInterface>(op) && plans.size() == numPlans &&
          refusedNests.size() == numRefused)
        refusedNests.push_back(
            {&op, "it is '" + op.getName().getStringRef().str() +
                      "', and the access unit runs only 'scf.for'"});
    }
}

void DecouplingAnalysis::visitLoop(scf::ForOp loop) {
  NestPlan plan = planNest(loop, allowOverlapChecks);
  // The inner loops by themselves may be worth more than the whole: what one of
  // them writes is read-only in another.
  size_t firstPlan = plans.size(), firstRefused = refusedNests.size();
  visit(loop.getRegion());
  size_t innerLoads = 0;
  for (const NestPlan &inner : ArrayRef(plans).drop_front(firstPlan))
    innerLoads += inner.loads.size();
  if (plan.loads.size() >= innerLoads && !plan.loads.empty()) {
    plans.erase(plans.begin() + firstPlan, plans.end());
    refusedNests.truncate(firstRefused);
    plans.push_back(std::move(plan));
    return;
  }
  if (innerLoads > 0)
    return;
  refusedNests.truncate(firstRefused);
  std::string reason;
  for (const Refusal &refusal : plan.refusals) {
    if (!reason.empty())
      reason += "; ";
    if (refusal.op != loop)
      reason += "'" + refusal.op->getName().getStringRef().str() + "' at " +
                describeLocation(refusal.op->getLoc()) + ": ";
    reason += refusal.reason;
  }
  refusedNests.push_back({loop, reason});
}

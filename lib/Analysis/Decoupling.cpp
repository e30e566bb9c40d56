//===- Decoupling.cpp - What an access unit can run -----------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which nests of a function to decouple. DecouplingNest.cpp plans each of them,
// Refusals.cpp tells why the rest stays.
//
//===----------------------------------------------------------------------===//

#include "ember/Analysis/Decoupling.h"
#include "Refusals.h"
#include "ember/Dialect/DLC/IR/DLC.h"
#include "ember/Dialect/SLC/IR/SLC.h"
#include "ember/Support/Location.h"

using namespace ember;
namespace scf = mlir::scf;

DecouplingAnalysis::DecouplingAnalysis(Operation *root, bool allowOverlapChecks)
    : allowOverlapChecks(allowOverlapChecks) {
  for (Region &region : root->getRegions())
    visit(region);
  refusals = completeRefusals(root, plans, refusals);
}

void DecouplingAnalysis::visit(Region &region) {
  slc::walkMainVersion(region, [&](Operation *op) {
    auto loop = dyn_cast<scf::ForOp>(op);
    if (loop)
      visitLoop(loop);
    return !loop && !isa<slc::AccessLoop, dlc::DecoupledOp>(op);
  });
}

/// What the access unit cannot run as part of the nest `whole`, though it can
/// as part of one of the `inner` plans; null if there is nothing.
static const Refusal *findInnerOnly(const NestPlan &whole,
                                    ArrayRef<NestPlan> inner) {
  const auto *found =
      llvm::find_if(whole.refusals, [&](const Refusal &refusal) {
        return llvm::any_of(inner, [&](const NestPlan &plan) {
          return refusal.op != whole.root &&
                 (plan.loads.contains(refusal.op) ||
                  plan.loops.contains(refusal.op) ||
                  refusal.op->isProperAncestor(plan.root));
        });
      });
  return found == whole.refusals.end() ? nullptr : found;
}

void DecouplingAnalysis::visitLoop(scf::ForOp loop) {
  NestPlan plan = planNest(loop, allowOverlapChecks);
  // The inner loops by themselves may be worth more than the whole: what one of
  // them writes is read-only in another.
  size_t firstPlan = plans.size(), firstRefusal = refusals.size();
  visit(loop.getRegion());
  auto inner = ArrayRef(plans).drop_front(firstPlan);
  size_t innerLoads = 0;
  for (const NestPlan &innerPlan : inner)
    innerLoads += innerPlan.loads.size();
  if (plan.loads.size() >= innerLoads && !plan.loads.empty()) {
    plans.erase(plans.begin() + firstPlan, plans.end());
    refusals.truncate(firstRefusal);
    llvm::append_range(refusals, plan.refusals);
    plans.push_back(std::move(plan));
    return;
  }
  if (const Refusal *refusal = findInnerOnly(plan, inner))
    refusals.push_back({Refusal::Kind::Loop, loop,
                        "what is in it is decoupled without it, because with "
                        "it " +
                            describeOp(refusal->op) +
                            " is not: " + refusal->reason});
  // What is said of the inner loops by themselves is more to the point, and
  // stands first.
  llvm::append_range(refusals, plan.refusals);
}

//===- Refusals.cpp - What stays on the execute unit ----------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Refusals.h"
#include "ember/Dialect/DLC/IR/DLC.h"
#include "ember/Dialect/SLC/IR/SLC.h"
#include "ember/Support/Location.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/RegionGraphTraits.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SCCIterator.h"

using namespace ember;
namespace memref = mlir::memref;
namespace scf = mlir::scf;

bool ember::isLoad(Operation *op) {
  auto interface = dyn_cast<mlir::MemoryEffectOpInterface>(op);
  if (!interface)
    return false;
  SmallVector<mlir::MemoryEffects::EffectInstance> effects;
  interface.getEffects(effects);
  return llvm::any_of(effects, [](const auto &effect) {
    return isa<mlir::MemoryEffects::Read>(effect.getEffect()) &&
           effect.getValue();
  });
}

std::optional<Refusal> ember::refuseKind(Operation *op) {
  std::string name = "it is '" + op->getName().getStringRef().str() + "'";
  if (isa<mlir::LoopLikeOpInterface>(op) && !isa<scf::ForOp>(op))
    return Refusal{Refusal::Kind::Loop, op,
                   name + ", and the access unit runs only 'scf.for'"};
  if (isLoad(op) && !isa<memref::LoadOp>(op))
    return Refusal{Refusal::Kind::Load, op,
                   name + ", and the access unit performs only 'memref.load'"};
  return std::nullopt;
}

namespace {

/// Goes through code in program order.
class Collector {
public:
  Collector(ArrayRef<NestPlan> plans, ArrayRef<Refusal> known) {
    for (const NestPlan &plan : plans) {
      offloaded.insert_range(plan.loops);
      offloaded.insert_range(plan.loads);
      for (Operation *op = plan.root; op; op = op->getParentOp())
        if (!holdsPlan.insert(op).second)
          break;
    }
    for (const Refusal &refusal : known)
      reasons.try_emplace(refusal.op, refusal.reason);
  }

  /// Where code is.
  struct Place {
    bool isInLoop = false;
    /// The innermost loop around that the execute unit runs, if there is one:
    /// for a loop of branches, the branch that goes back.
    Operation *loop = nullptr;
  };

  void visit(Region &region, Place place);
  SmallVector<Refusal> take() { return std::move(refusals); }

private:
  void visit(Operation &op, Place place);
  void visitCycles(Region &region, Place place);
  void refuse(Refusal refusal, Place place);

  llvm::DenseSet<Operation *> offloaded;
  llvm::DenseSet<Operation *>
      holdsPlan; ///< The roots, and what is around them.
  DenseMap<Operation *, std::string> reasons;
  /// The branches that go back, for each block of a loop of branches.
  DenseMap<Block *, Operation *> cycles;
  SmallVector<Refusal> refusals;
};

/// Adds a refusal, with the reason that is known of the op if there is one.
void Collector::refuse(Refusal refusal, Place place) {
  if (auto known = reasons.find(refusal.op); known != reasons.end())
    refusal.reason = known->second;
  if (refusal.reason.empty()) {
    assert(place.loop && "expects a reason for what is in an offloaded loop");
    refusal.reason = isa<mlir::LoopLikeOpInterface>(place.loop)
                         ? "it is inside " + describeOp(place.loop) +
                               ", which the execute unit runs"
                         : "it is inside the loop that " +
                               describeOp(place.loop) +
                               " closes, which the execute unit runs";
  }
  refusals.push_back(std::move(refusal));
}

/// Finds the loops of branches of a region. One has a branch to a block that is
/// not behind it.
void Collector::visitCycles(Region &region, Place place) {
  if (llvm::hasNItemsOrLess(region, 1))
    return;
  DenseMap<Block *, unsigned> order;
  for (Block &block : region)
    order.try_emplace(&block, order.size());
  for (auto scc = llvm::scc_begin(&region); !scc.isAtEnd(); ++scc) {
    if (!scc.hasCycle())
      continue;
    SmallVector<Block *> blocks(scc->begin(), scc->end());
    llvm::sort(blocks, [&](Block *a, Block *b) { return order[a] < order[b]; });
    const bool isNest =
        !place.isInLoop && llvm::none_of(blocks, [&](Block *block) {
          return llvm::any_of(
              *block, [&](Operation &op) { return holdsPlan.contains(&op); });
        });
    Operation *back = nullptr;
    for (Block *block : blocks)
      for (Block *next : block->getSuccessors())
        if (llvm::is_contained(blocks, next) && order[next] <= order[block]) {
          back = block->getTerminator();
          refuse({isNest ? Refusal::Kind::Nest : Refusal::Kind::Loop, back,
                  "it closes a loop of branches, and the access unit runs only "
                  "'scf.for'"},
                 place);
          break;
        }
    for (Block *block : blocks)
      cycles[block] = back;
  }
}

void Collector::visit(Region &region, Place place) {
  visitCycles(region, place);
  for (Block &block : region) {
    Place here = place;
    if (Operation *back = cycles.lookup(&block))
      here = {/*isInLoop=*/true, back};
    for (Operation &op : block) {
      if (isa<slc::FallbackOp>(op))
        break;
      if (!isa<slc::AccessLoop, dlc::DecoupledOp>(op))
        visit(op, here);
    }
  }
}

void Collector::visit(Operation &op, Place place) {
  if (offloaded.contains(&op)) {
    for (Region &region : op.getRegions())
      visit(region, {/*isInLoop=*/true, /*loop=*/nullptr});
    return;
  }
  std::optional<Refusal> refusal = refuseKind(&op);
  if (isa<scf::ForOp>(op))
    refusal = Refusal{Refusal::Kind::Loop, &op, ""};
  else if (isa<memref::LoadOp>(op))
    refusal = Refusal{Refusal::Kind::Load, &op, ""};
  const bool isLoop = refusal && refusal->kind == Refusal::Kind::Loop;
  if (isLoop && !place.isInLoop && !holdsPlan.contains(&op))
    refusal->kind = Refusal::Kind::Nest;
  if (refusal && (isLoop || place.isInLoop))
    refuse(std::move(*refusal), place);
  if (isLoop)
    place = {/*isInLoop=*/true, &op};
  for (Region &region : op.getRegions())
    visit(region, place);
}

} // namespace

SmallVector<Refusal> ember::completeRefusals(Operation *root,
                                             ArrayRef<NestPlan> plans,
                                             ArrayRef<Refusal> known) {
  Collector collector(plans, known);
  for (Region &region : root->getRegions())
    collector.visit(region, Collector::Place());
  return collector.take();
}

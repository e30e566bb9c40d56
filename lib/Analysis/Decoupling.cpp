//===- Decoupling.cpp - What an access unit can run -----------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Analysis/Decoupling.h"
#include "ember/Analysis/MemRefAliasing.h"
#include "ember/Dialect/DLC/IR/DLC.h"
#include "ember/Dialect/SLC/IR/SLC.h"
#include "ember/Support/Location.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace ember;
namespace memref = mlir::memref;
namespace scf = mlir::scf;

namespace {

/// Plans one nest.
class Planner {
public:
  Planner(scf::ForOp root, bool allowOverlapChecks)
      : root(root), allowOverlapChecks(allowOverlapChecks), written(root) {}

  NestPlan plan() {
    NestPlan plan;
    plan.root = root;
    if (std::string reason = getNestReason(); !reason.empty()) {
      plan.refusals.push_back({root, reason});
    } else if (visitLoop(root, plan)) {
      keepSlice(plan);
    } else {
      plan.loops.clear();
      plan.loads.clear();
      plan.arithmetic.clear();
      plan.invariants.clear();
      plan.overlapChecks.clear();
    }
    return plan;
  }

private:
  /// Where a value comes from, as the access unit sees it.
  bool isOutside(Value value) const {
    return !root->isAncestor(value.getParentRegion()->getParentOp());
  }
  bool isHost(Value value) const {
    return isOutside(value) || invariant.contains(value);
  }
  bool isComputable(Value value) const {
    return isHost(value) || computable.contains(value);
  }

  /// Adds `loop` and what is offloaded in it to `plan`; returns false, with the
  /// reason among the plan's refusals, if it stays on the execute unit.
  bool visitLoop(scf::ForOp loop, NestPlan &plan) {
    if (std::string reason = getLoopReason(loop); !reason.empty()) {
      plan.refusals.push_back({loop, reason});
      return false;
    }
    // What is found inside counts only if the loop is offloaded after all.
    NestPlan inner;
    inner.loops.insert(loop);
    computable.insert(loop.getInductionVar());
    for (Operation &op : loop.getBody()->without_terminator())
      visitOp(&op, inner);
    if (inner.loads.empty()) {
      llvm::append_range(plan.refusals, inner.refusals);
      plan.refusals.push_back({loop, "it reaches no load that the access unit "
                                     "can perform"});
      forget(loop);
      return false;
    }
    plan.loops.insert_range(inner.loops);
    plan.loads.insert_range(inner.loads);
    plan.arithmetic.insert_range(inner.arithmetic);
    plan.invariants.insert_range(inner.invariants);
    plan.overlapChecks.insert_range(inner.overlapChecks);
    llvm::append_range(plan.refusals, inner.refusals);
    return true;
  }

  void visitOp(Operation *op, NestPlan &plan) {
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      visitLoop(loop, plan);
      return;
    }
    if (auto load = dyn_cast<memref::LoadOp>(op)) {
      visitLoad(load, plan);
      return;
    }
    if (op->getNumRegions() == 0 && op->getNumResults() > 0 &&
        llvm::all_of(op->getOperands(), [&](Value v) { return isHost(v); }) &&
        mlir::isPure(op) && !givesMemRef(op)) {
      plan.invariants.insert(op);
      invariant.insert_range(op->getResults());
      return;
    }
    if (slc::getAluKind(op) && op->getNumResults() == 1 &&
        isScalarInteger(op->getResult(0).getType()) &&
        llvm::all_of(op->getOperands(),
                     [&](Value v) {
                       return isScalarInteger(v.getType()) && isComputable(v);
                     }) &&
        !llvm::all_of(op->getOperands(), [&](Value v) { return isHost(v); })) {
      plan.arithmetic.insert(op);
      computable.insert(op->getResult(0));
      return;
    }
    // Loads and loops inside other ops stay on the execute unit with it.
    op->walk([&](Operation *nested) {
      if (nested != op && isa<scf::ForOp, memref::LoadOp>(nested))
        plan.refusals.push_back(
            {nested, "it is inside '" + op->getName().getStringRef().str() +
                         "', which the execute unit runs"});
    });
  }

  void visitLoad(memref::LoadOp load, NestPlan &plan) {
    SmallVector<Value> undecided;
    if (std::string reason = getLoadReason(load, undecided); !reason.empty()) {
      plan.refusals.push_back({load, reason});
      return;
    }
    plan.loads.insert(load);
    computable.insert(load.getResult());
    for (Value other : undecided)
      plan.overlapChecks.insert({load.getMemRef(), other});
  }

  /// Why no loop around all of the nest's code can be offloaded, or nothing. A
  /// machine has one access unit: while it runs a nest, nothing may start
  /// another.
  std::string getNestReason() const {
    std::string reason;
    root->walk([&](Operation *op) {
      if (isa<slc::ForOp, dlc::DecoupledOp>(op))
        reason = "it holds a nest that is decoupled already";
      else if (auto call = dyn_cast<mlir::CallOpInterface>(op);
               call && !isExternalCall(call))
        reason = "it holds a call, at " + describeLocation(op->getLoc()) +
                 ", of code that may be decoupled itself";
      return reason.empty() ? WalkResult::advance() : WalkResult::interrupt();
    });
    return reason;
  }

  /// Whether the callee is known and declared only.
  static bool isExternalCall(mlir::CallOpInterface call) {
    auto callee =
        dyn_cast_or_null<mlir::FunctionOpInterface>(call.resolveCallable());
    return callee && callee.isExternal();
  }

  /// Views are checked where they are made, so they are not made elsewhere.
  static bool givesMemRef(Operation *op) {
    return llvm::any_of(op->getResultTypes(), [](Type type) {
      return isa<mlir::BaseMemRefType>(type);
    });
  }

  /// Why a loop's header is not for the access unit, or nothing.
  std::string getLoopReason(scf::ForOp loop) const {
    if (!loop.getInductionVar().getType().isIndex())
      return "its induction variable is no index";
    if (loop.getUnsignedCmp())
      return "it compares its induction variable unsigned";
    if (!isHost(loop.getStep()))
      return "its step is computed inside the nest";
    llvm::APInt step;
    if (mlir::matchPattern(loop.getStep(), mlir::m_ConstantInt(&step)) &&
        !step.isStrictlyPositive())
      return "its step is not positive";
    for (auto [bound, name] : {std::pair(loop.getLowerBound(), "lower"),
                               std::pair(loop.getUpperBound(), "upper")})
      if (!isComputable(bound))
        return std::string("its ") + name +
               " bound depends on the execute unit" + getWhere(bound);
    return "";
  }

  /// Why a load is not for the access unit, or nothing; the written memrefs
  /// that a run-time check must tell apart from what it reads.
  std::string getLoadReason(memref::LoadOp load,
                            SmallVectorImpl<Value> &undecided) {
    MemRefType type = load.getMemRefType();
    if (!slc::StreamType::isValidScalarType(type.getElementType()))
      return "the access unit has no elements of its type";
    if (!type.isStrided())
      return "its memref has no strided layout";
    if (!isOutside(load.getMemRef()))
      return "its memref is made inside the nest";
    for (Value index : load.getIndices())
      if (!isComputable(index))
        return "an index depends on the execute unit" + getWhere(index);
    auto [entry, isNew] = conflicts.try_emplace(load.getMemRef());
    if (isNew)
      entry->second = written.getConflict(load.getMemRef());
    const WrittenMemory::Conflict &conflict = entry->second;
    if (conflict.definite) {
      const auto &[op, memref] = *conflict.definite;
      return std::string("the nest ") + (memref ? "writes" : "may write") +
             " its memory: '" + op->getName().getStringRef().str() + "' at " +
             describeLocation(op->getLoc());
    }
    if (!conflict.undecided.empty() && !allowOverlapChecks)
      return "the nest may write its memory, and checks at run time are not "
             "allowed";
    for (Value other : conflict.undecided) {
      auto otherType = dyn_cast<MemRefType>(other.getType());
      if (!isOutside(other) || !otherType || !otherType.isStrided() ||
          !slc::StreamType::isValidScalarType(otherType.getElementType()))
        return "the nest may write its memory through a memref that cannot be "
               "checked before the nest";
    }
    undecided.assign(conflict.undecided.begin(), conflict.undecided.end());
    return "";
  }

  static std::string getWhere(Value value) {
    if (Operation *op = value.getDefiningOp())
      return ": '" + op->getName().getStringRef().str() + "' at " +
             describeLocation(op->getLoc());
    return ": a value that its loop carries";
  }

  static bool isScalarInteger(Type type) {
    return type.isIndex() || (type.isSignlessInteger() &&
                              slc::StreamType::isValidScalarType(type));
  }

  /// Nothing inside `loop` is computable any more.
  void forget(scf::ForOp loop) {
    computable.erase(loop.getInductionVar());
    loop->walk([&](Operation *op) {
      for (Value result : op->getResults()) {
        computable.erase(result);
        invariant.erase(result);
      }
      if (auto inner = dyn_cast<scf::ForOp>(op))
        computable.erase(inner.getInductionVar());
    });
  }

  /// Leaves in the plan only the arithmetic and the invariants that bounds and
  /// indices need.
  static void keepSlice(NestPlan &plan) {
    llvm::DenseSet<Operation *> needed;
    SmallVector<Value> worklist;
    for (Operation *op : plan.loops) {
      auto loop = cast<scf::ForOp>(op);
      llvm::append_range(worklist,
                         ValueRange{loop.getLowerBound(), loop.getUpperBound(),
                                    loop.getStep()});
    }
    for (Operation *op : plan.loads)
      llvm::append_range(worklist, op->getOperands());
    while (!worklist.empty()) {
      Operation *op = worklist.pop_back_val().getDefiningOp();
      if (op &&
          (plan.arithmetic.contains(op) || plan.invariants.contains(op)) &&
          needed.insert(op).second)
        llvm::append_range(worklist, op->getOperands());
    }
    auto isNotNeeded = [&](Operation *op) { return !needed.contains(op); };
    plan.arithmetic.remove_if(isNotNeeded);
    plan.invariants.remove_if(isNotNeeded);
  }

  scf::ForOp root;
  bool allowOverlapChecks;
  WrittenMemory written;
  DenseMap<Value, WrittenMemory::Conflict> conflicts; ///< Of memrefs read.
  llvm::DenseSet<Value> computable; ///< By the access unit, once per iteration.
  llvm::DenseSet<Value> invariant;  ///< Computable before the nest.
};

} // namespace

NestPlan ember::planNest(scf::ForOp root, bool allowOverlapChecks) {
  return Planner(root, allowOverlapChecks).plan();
}

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

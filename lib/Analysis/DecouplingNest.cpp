//===- DecouplingNest.cpp - Plans one nest --------------------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Goes through the nest once, in program order: what the access unit can
// compute is known when it is used. What nothing needs is dropped at the end.
//
//===----------------------------------------------------------------------===//

#include "Refusals.h"
#include "ember/Analysis/Decoupling.h"
#include "ember/Analysis/MemRefAliasing.h"
#include "ember/Dialect/DLC/IR/DLC.h"
#include "ember/Dialect/SLC/IR/SLC.h"
#include "ember/Dialect/SLC/Utils/StreamBuilder.h"
#include "ember/Support/Location.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/Support/SaveAndRestore.h"

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
      plan.refusals.push_back({Refusal::Kind::Loop, root, reason});
    } else if (visitLoop(root, plan)) {
      keepSlice(plan);
    } else {
      SmallVector<Refusal> refusals = std::move(plan.refusals);
      plan = NestPlan();
      plan.root = root;
      plan.refusals = std::move(refusals);
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
      plan.refusals.push_back({Refusal::Kind::Loop, loop, reason});
      return false;
    }
    // What is found inside counts only if the loop is offloaded after all.
    NestPlan inner;
    inner.loops.insert(loop);
    computable.insert(loop.getInductionVar());
    // Where a condition is false the loop runs zero times.
    llvm::SaveAndRestore unconditional(isConditional, false);
    for (Operation &op : loop.getBody()->without_terminator())
      visitOp(&op, inner);
    if (inner.loads.empty()) {
      const bool hasLoads = loop->walk([](Operation *op) {
                                  return isLoad(op) ? WalkResult::interrupt()
                                                    : WalkResult::advance();
                                })
                                .wasInterrupted();
      llvm::append_range(plan.refusals, inner.refusals);
      plan.refusals.push_back({Refusal::Kind::Loop, loop,
                               hasLoads
                                   ? "it reaches no load that the access unit "
                                     "can perform"
                                   : "it loads nothing"});
      forget(loop);
      return false;
    }
    plan.loops.insert_range(inner.loops);
    plan.ifs.insert_range(inner.ifs);
    plan.loads.insert_range(inner.loads);
    plan.arithmetic.insert_range(inner.arithmetic);
    plan.selects.insert_range(inner.selects);
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
    if (isInvariant(op)) {
      plan.invariants.insert(op);
      invariant.insert_range(op->getResults());
      return;
    }
    if (isArithmetic(op)) {
      plan.arithmetic.insert(op);
      computable.insert(op->getResult(0));
      return;
    }
    if (auto choice = dyn_cast<scf::IfOp>(op)) {
      visitIf(choice, plan);
      return;
    }
    if (std::optional<Refusal> refusal = refuseKind(op))
      plan.refusals.push_back(*refusal);
    refuseInside(op, "which the execute unit runs", plan);
  }

  /// Whether the op can be done before the nest.
  bool isInvariant(Operation *op) const {
    bool isSimple = op->getNumRegions() == 0 || isa<scf::IfOp>(op);
    return isSimple && op->getNumResults() > 0 && !givesMemRef(op) &&
           llvm::all_of(getUsedValues(op),
                        [&](Value v) { return isHost(v); }) &&
           mlir::isMemoryEffectFree(op) && slc::isSpeculatable(op);
  }

  /// The values that an op and what is in it use from outside.
  static SetVector<Value> getUsedValues(Operation *op) {
    SetVector<Value> used(op->operand_begin(), op->operand_end());
    mlir::getUsedValuesDefinedAbove(op->getRegions(), used);
    return used;
  }

  /// Whether the access unit can do the op, on at least one stream.
  bool isArithmetic(Operation *op) const {
    std::optional<slc::AluKind> kind = slc::getAluKind(op);
    if (!kind || op->getNumResults() != 1 ||
        !isScalarInteger(op->getResult(0).getType()))
      return false;
    // There is no divisor that is safe for all signed integers of one bit.
    if (isConditional && slc::canTrap(*kind) &&
        op->getResult(0).getType().isInteger(1))
      return false;
    return llvm::all_of(op->getOperands(),
                        [&](Value v) {
                          return isScalarInteger(v.getType()) &&
                                 isComputable(v);
                        }) &&
           !llvm::all_of(op->getOperands(), [&](Value v) { return isHost(v); });
  }

  /// Converts an `scf.if` whose condition the access unit can compute; what is
  /// in it is decided as if it stood beside it.
  void visitIf(scf::IfOp choice, NestPlan &plan) {
    if (!isComputable(choice.getCondition())) {
      refuseInside(choice,
                   "whose condition depends on the execute unit: " +
                       describeValue(choice.getCondition()),
                   plan);
      return;
    }
    plan.ifs.insert(choice);
    {
      llvm::SaveAndRestore conditional(isConditional, true);
      for (Region &region : choice->getRegions())
        for (Block &block : region)
          for (Operation &op : block.without_terminator())
            visitOp(&op, plan);
    }
    for (OpResult result : choice.getResults()) {
      unsigned number = result.getResultNumber();
      Value inputs[] = {choice.getCondition(),
                        choice.thenYield().getOperand(number),
                        choice.elseYield().getOperand(number)};
      if (!isScalarInteger(result.getType()) ||
          !llvm::all_of(inputs, [&](Value v) { return isComputable(v); }) ||
          llvm::all_of(inputs, [&](Value v) { return isHost(v); }))
        continue;
      plan.selects.insert(result);
      computable.insert(result);
    }
  }

  /// Loads and loops inside an op that the execute unit runs stay with it.
  static void refuseInside(Operation *op, const Twine &why, NestPlan &plan) {
    std::string reason = ("it is inside " + describeOp(op) + ", " + why).str();
    op->walk([&](Operation *nested) {
      if (nested == op)
        return;
      if (isa<scf::ForOp>(nested))
        plan.refusals.push_back({Refusal::Kind::Loop, nested, reason});
      else if (isa<memref::LoadOp>(nested))
        plan.refusals.push_back({Refusal::Kind::Load, nested, reason});
      else if (std::optional<Refusal> refusal = refuseKind(nested))
        plan.refusals.push_back(*refusal);
    });
  }

  void visitLoad(memref::LoadOp load, NestPlan &plan) {
    SmallVector<Value> undecided;
    if (std::string reason = getLoadReason(load, undecided); !reason.empty()) {
      plan.refusals.push_back({Refusal::Kind::Load, load, reason});
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
      if (isa<slc::AccessLoop, dlc::DecoupledOp>(op))
        reason = "it holds a nest that is decoupled already, at " +
                 describeLocation(op->getLoc());
      else if (auto call = dyn_cast<mlir::CallOpInterface>(op);
               call && !isExternalCall(call))
        reason = "it holds a call, at " + describeLocation(op->getLoc()) +
                 ", of code that may be decoupled itself; --inline can help";
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
      return "its step is computed inside the nest: " +
             describeValue(loop.getStep());
    llvm::APInt step;
    if (mlir::matchPattern(loop.getStep(), mlir::m_ConstantInt(&step)) &&
        !step.isStrictlyPositive())
      return "its step is not positive";
    for (auto [bound, name] : {std::pair(loop.getLowerBound(), "lower"),
                               std::pair(loop.getUpperBound(), "upper")})
      if (!isComputable(bound))
        return std::string("its ") + name +
               " bound depends on the execute unit: " + describeValue(bound);
    return "";
  }

  /// Why a load is not for the access unit, or nothing; the written memrefs
  /// that a run-time check must tell apart from what it reads.
  std::string getLoadReason(memref::LoadOp load,
                            SmallVectorImpl<Value> &undecided) {
    MemRefType type = load.getMemRefType();
    if (!slc::StreamType::isValidScalarType(type.getElementType()))
      return "the access unit has no elements of its type, " +
             describeType(type.getElementType());
    if (!type.isStrided())
      return "its memref has no strided layout: " + describeType(type);
    // The units share the default one.
    if (type.getMemorySpace())
      return "its memref is in a memory space of its own: " +
             describeType(type);
    if (!isOutside(load.getMemRef()))
      return "its memref is made inside the nest: " +
             describeValue(load.getMemRef());
    for (Value index : load.getIndices())
      if (!isComputable(index))
        return "an index depends on the execute unit: " + describeValue(index);
    auto [entry, isNew] = conflicts.try_emplace(load.getMemRef());
    if (isNew)
      entry->second = written.getConflict(load.getMemRef());
    const WrittenMemory::Conflict &conflict = entry->second;
    if (conflict.definite) {
      const auto &[op, memref] = *conflict.definite;
      return std::string("the nest ") + (memref ? "writes" : "may write") +
             " its memory: " + describeOp(op);
    }
    for (Value other : conflict.undecided)
      if (std::string reason = getCheckReason(other, root, allowOverlapChecks);
          !reason.empty())
        return "the nest may write its memory through " + describeValue(other) +
               ", " + reason;
    undecided.assign(conflict.undecided.begin(), conflict.undecided.end());
    return "";
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

  /// The conditions under which the op is reached in the iteration of its loop,
  /// and the `scf.if`s that they are of.
  static void addConditions(Operation *op, const NestPlan &plan,
                            llvm::DenseSet<Operation *> &needed,
                            SmallVectorImpl<Value> &worklist) {
    while ((op = op->getParentOp()) && plan.ifs.contains(op))
      if (needed.insert(op).second)
        worklist.push_back(cast<scf::IfOp>(op).getCondition());
  }

  /// Leaves in the plan only what bounds, indices and their conditions need.
  static void keepSlice(NestPlan &plan) {
    llvm::DenseSet<Operation *> needed;
    llvm::DenseSet<Value> neededSelects;
    SmallVector<Value> worklist;
    for (Operation *op : plan.loops) {
      auto loop = cast<scf::ForOp>(op);
      llvm::append_range(worklist,
                         ValueRange{loop.getLowerBound(), loop.getUpperBound(),
                                    loop.getStep()});
      addConditions(op, plan, needed, worklist);
    }
    for (Operation *op : plan.loads) {
      llvm::append_range(worklist, op->getOperands());
      addConditions(op, plan, needed, worklist);
    }
    while (!worklist.empty()) {
      Value value = worklist.pop_back_val();
      Operation *op = value.getDefiningOp();
      if (!op)
        continue;
      if (plan.selects.contains(value)) {
        if (!neededSelects.insert(value).second)
          continue;
        auto choice = cast<scf::IfOp>(op);
        unsigned number = cast<OpResult>(value).getResultNumber();
        needed.insert(op);
        worklist.push_back(choice.getCondition());
        worklist.push_back(choice.thenYield().getOperand(number));
        worklist.push_back(choice.elseYield().getOperand(number));
      } else if ((plan.arithmetic.contains(op) ||
                  plan.invariants.contains(op)) &&
                 needed.insert(op).second) {
        llvm::append_range(worklist, getUsedValues(op));
        // What is in an `scf.if` is converted with it.
        if (plan.arithmetic.contains(op))
          addConditions(op, plan, needed, worklist);
      }
    }
    auto isNotNeeded = [&](Operation *op) { return !needed.contains(op); };
    plan.ifs.remove_if(isNotNeeded);
    plan.arithmetic.remove_if(isNotNeeded);
    plan.invariants.remove_if(isNotNeeded);
    plan.selects.remove_if(
        [&](Value value) { return !neededSelects.contains(value); });
  }

  scf::ForOp root;
  bool allowOverlapChecks;
  /// Whether the op that is visited may be skipped in an iteration of its loop.
  bool isConditional = false;
  WrittenMemory written;
  DenseMap<Value, WrittenMemory::Conflict> conflicts; ///< Of memrefs read.
  llvm::DenseSet<Value> computable; ///< By the access unit, once per iteration.
  llvm::DenseSet<Value> invariant;  ///< Computable before the nest.
};

} // namespace

NestPlan ember::planNest(scf::ForOp root, bool allowOverlapChecks) {
  return Planner(root, allowOverlapChecks).plan();
}

//===- RangeLoops.cpp - Loops that do something in a range only -----------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Analysis/RangeLoops.h"
#include "ember/Analysis/MemRefAliasing.h"
#include "ember/Support/Location.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace ember;
namespace arith = mlir::arith;
namespace memref = mlir::memref;
namespace scf = mlir::scf;

using Kind = RangeBound::Kind;
using Predicate = arith::CmpIPredicate;

namespace {

constexpr unsigned indexBits = 64;

/// The bits that `value` keeps of the induction variable `iv`, if it is that
/// variable, cast.
std::optional<unsigned> getWidth(Value value, Value iv) {
  unsigned width = indexBits;
  while (value != iv) {
    Operation *op = value.getDefiningOp();
    if (!isa_and_nonnull<arith::IndexCastOp, arith::IndexCastUIOp,
                         arith::TruncIOp, arith::ExtSIOp, arith::ExtUIOp>(op))
      return std::nullopt;
    if (auto type = dyn_cast<IntegerType>(value.getType()))
      width = std::min(width, type.getWidth());
    value = op->getOperand(0);
    if (!value.getType().isIntOrIndex())
      return std::nullopt;
  }
  return width;
}

/// `a < b` or `a == b` in one, as its two comparisons would be in one op.
std::optional<Predicate> getJointPredicate(arith::OrIOp op) {
  auto left = op.getLhs().getDefiningOp<arith::CmpIOp>();
  auto right = op.getRhs().getDefiningOp<arith::CmpIOp>();
  if (!left || !right)
    return std::nullopt;
  if (left.getPredicate() == Predicate::eq)
    std::swap(left, right);
  const bool isSame =
      left.getLhs() == right.getLhs() && left.getRhs() == right.getRhs();
  const bool isSwapped =
      left.getLhs() == right.getRhs() && left.getRhs() == right.getLhs();
  if (right.getPredicate() != Predicate::eq || !(isSame || isSwapped))
    return std::nullopt;
  switch (left.getPredicate()) {
  case Predicate::slt:
    return Predicate::sle;
  case Predicate::sgt:
    return Predicate::sge;
  case Predicate::ult:
    return Predicate::ule;
  case Predicate::ugt:
    return Predicate::uge;
  default:
    return std::nullopt;
  }
}

/// A comparison of two integers, whatever op makes it.
struct Comparison {
  Predicate predicate;
  Value left, right;
};

std::optional<Comparison> getComparison(const Condition &condition) {
  std::optional<Comparison> result;
  if (auto compare = condition.value.getDefiningOp<arith::CmpIOp>()) {
    result = {compare.getPredicate(), compare.getLhs(), compare.getRhs()};
  } else if (auto either = condition.value.getDefiningOp<arith::OrIOp>()) {
    std::optional<Predicate> predicate = getJointPredicate(either);
    if (!predicate)
      return std::nullopt;
    // The operands are those of the comparison that is no equality.
    auto compare = either.getLhs().getDefiningOp<arith::CmpIOp>();
    if (compare.getPredicate() == Predicate::eq)
      compare = either.getRhs().getDefiningOp<arith::CmpIOp>();
    result = {*predicate, compare.getLhs(), compare.getRhs()};
  }
  if (!result || !result->left.getType().isIntOrIndex())
    return std::nullopt;
  if (!condition.holds)
    result->predicate = arith::invertPredicate(result->predicate);
  return result;
}

/// What `predicate` says of its left operand; nothing for inequality.
std::optional<Kind> getKind(Predicate predicate) {
  switch (predicate) {
  case Predicate::eq:
    return Kind::Equal;
  case Predicate::ne:
    return std::nullopt;
  case Predicate::slt:
  case Predicate::ult:
    return Kind::Below;
  case Predicate::sle:
  case Predicate::ule:
    return Kind::AtMost;
  case Predicate::sgt:
  case Predicate::ugt:
    return Kind::Above;
  case Predicate::sge:
  case Predicate::uge:
    return Kind::AtLeast;
  }
  llvm_unreachable("unknown predicate");
}

/// The same from the point of view of the right operand.
Kind swapSides(Kind kind) {
  switch (kind) {
  case Kind::Equal:
    return Kind::Equal;
  case Kind::Below:
    return Kind::Above;
  case Kind::AtMost:
    return Kind::AtLeast;
  case Kind::Above:
    return Kind::Below;
  case Kind::AtLeast:
    return Kind::AtMost;
  }
  llvm_unreachable("unknown kind");
}

bool isUnsigned(Predicate predicate) {
  return predicate == Predicate::ult || predicate == Predicate::ule ||
         predicate == Predicate::ugt || predicate == Predicate::uge;
}

/// Finds the range of one loop.
class RangeFinder {
public:
  RangeFinder(scf::ForOp loop, scf::ForOp nest, bool allowOverlapChecks)
      : loop(loop), nest(nest), allowOverlapChecks(allowOverlapChecks) {
    range.loop = loop;
  }

  std::optional<RangeLoop> find(std::string &refusal);

private:
  bool isOutside(Value value) const {
    return !loop->isAncestor(value.getParentRegion()->getParentOp());
  }

  std::optional<RangeBound> getBound(const Condition &condition);
  std::string getReason(const RangeBound &bound);
  bool isInvariant(Value value) const;
  std::string addSlice(Value value);
  std::string addEnclosing(Operation *op);
  std::string getOpReason(Operation *op);
  std::string getLoadReason(memref::LoadOp load);
  bool isOfVariable(const Condition &condition);

  scf::ForOp loop, nest;
  bool allowOverlapChecks;
  RangeLoop range;
  std::optional<WrittenMemory> written;
};

/// What `condition` says of the induction variable, if it does.
std::optional<RangeBound> RangeFinder::getBound(const Condition &condition) {
  std::optional<Comparison> comparison = getComparison(condition);
  if (!comparison)
    return std::nullopt;
  std::optional<Kind> kind = getKind(comparison->predicate);
  if (!kind)
    return std::nullopt;
  RangeBound bound{condition, *kind, comparison->left, comparison->right,
                   isUnsigned(comparison->predicate)};
  if (!getWidth(bound.variable, loop.getInductionVar())) {
    bound.kind = swapSides(*kind);
    std::swap(bound.variable, bound.value);
    if (!getWidth(bound.variable, loop.getInductionVar()))
      return std::nullopt;
  }
  if (!isInvariant(bound.value))
    return std::nullopt;
  return bound;
}

/// Whether `value` depends on nothing that an iteration of the loop changes but
/// memory.
bool RangeFinder::isInvariant(Value value) const {
  SetVector<Value> needed;
  needed.insert(value);
  for (size_t next = 0; next < needed.size(); ++next) {
    Value current = needed[next];
    if (isOutside(current))
      continue;
    Operation *op = current.getDefiningOp();
    if (!op)
      return false;
    needed.insert_range(op->getOperands());
    mlir::getUsedValuesDefinedAbove(op->getRegions(), needed);
  }
  return true;
}

/// Why no other loop can take this bound, wherever it comes from, or nothing.
std::string RangeFinder::getReason(const RangeBound &bound) {
  if (!loop.getInductionVar().getType().isIndex() || loop.getUnsignedCmp())
    return "its induction variable is no signed index";
  if (!mlir::matchPattern(loop.getStep(), mlir::m_One()))
    return "its step is not 1";
  llvm::APInt lower, upper;
  const bool isNatural =
      mlir::matchPattern(loop.getLowerBound(), mlir::m_ConstantInt(&lower)) &&
      lower.isNonNegative();
  if (bound.isUnsigned && !isNatural)
    return "its induction variable is compared unsigned, and may be negative";
  const unsigned width = *getWidth(bound.variable, loop.getInductionVar());
  if (width < indexBits &&
      !(isNatural &&
        mlir::matchPattern(loop.getUpperBound(), mlir::m_ConstantInt(&upper)) &&
        upper.getActiveBits() < width))
    return "its induction variable is compared in " + std::to_string(width) +
           " bits, which may not hold it";
  return "";
}

/// Adds the loops between the loop and `op`, which is in it, to those that run.
/// Returns why not all of them are known before the loop, or nothing.
std::string RangeFinder::addEnclosing(Operation *op) {
  SmallVector<Operation *> inner;
  for (Operation *parent = op->getParentOp(); parent != loop;
       parent = parent->getParentOp()) {
    auto nested = dyn_cast<scf::ForOp>(parent);
    if (!nested || !isOutside(nested.getLowerBound()) ||
        !isOutside(nested.getUpperBound()))
      return describeOp(op) + " may not be reached in " + describeOp(parent);
    inner.push_back(parent);
  }
  range.enclosing.insert_range(llvm::reverse(inner));
  return "";
}

/// Why `load`, as part of a bound, has not the same value before the loop, or
/// nothing; with it go the pairs of memrefs that a check must tell apart.
std::string RangeFinder::getLoadReason(memref::LoadOp load) {
  Value read = load.getMemRef();
  if (!isOutside(read))
    return "the memref of " + describeOp(load) +
           " is made inside it: " + describeValue(read);
  if (!written)
    written.emplace(loop.getOperation());
  WrittenMemory::Conflict conflict = written->getConflict(read);
  if (conflict.definite)
    return describeOp(conflict.definite->op) + " may write what " +
           describeOp(load) + " reads";
  for (Value other : conflict.undecided) {
    for (Value memref : {other, read})
      if (std::string reason = getCheckReason(memref, nest, allowOverlapChecks);
          !reason.empty())
        return "it may write what " + describeOp(load) + " reads, by way of " +
               describeValue(memref) + ", " + reason;
    range.overlapChecks.insert({read, other});
  }
  return "";
}

/// Why `op`, as part of a bound, has not the same value before the loop, or
/// nothing.
std::string RangeFinder::getOpReason(Operation *op) {
  if (auto load = dyn_cast<memref::LoadOp>(op))
    return getLoadReason(load);
  if (isa<scf::IfOp>(op)) {
    std::string reason;
    op->walk([&](Operation *nested) {
      if (nested != op && !isa<scf::YieldOp>(nested))
        reason = getOpReason(nested);
      return reason.empty() ? WalkResult::advance() : WalkResult::interrupt();
    });
    return reason;
  }
  if (op->getNumRegions() > 0 || !mlir::isMemoryEffectFree(op))
    return "a bound of the range comes from " + describeOp(op);
  return "";
}

/// Adds what computes `value` inside the loop to the slice. Returns why that
/// cannot be done before the loop, or nothing.
std::string RangeFinder::addSlice(Value value) {
  if (isOutside(value))
    return "";
  Operation *op = value.getDefiningOp();
  if (range.slice.contains(op))
    return "";
  if (std::string reason = getOpReason(op); !reason.empty())
    return reason;
  if (std::string reason = addEnclosing(op); !reason.empty())
    return reason;
  SetVector<Value> used;
  used.insert_range(op->getOperands());
  mlir::getUsedValuesDefinedAbove(op->getRegions(), used);
  for (Value operand : used)
    if (std::string reason = addSlice(operand); !reason.empty())
      return reason;
  range.slice.insert(op);
  return "";
}

/// Whether the condition, which is no bound, depends on the induction variable
/// and on nothing else that changes while the loop runs. Of a conjunction, only
/// the parts are.
bool RangeFinder::isOfVariable(const Condition &condition) {
  if (!condition.value.getDefiningOp() || !getParts(condition).empty())
    return false;
  // All iterations but one are no range either.
  if (std::optional<Comparison> comparison = getComparison(condition);
      comparison && comparison->predicate == Predicate::ne)
    return false;
  SetVector<Value> needed;
  needed.insert(condition.value);
  bool usesVariable = false;
  for (size_t next = 0; next < needed.size(); ++next) {
    Value value = needed[next];
    if (isOutside(value))
      continue;
    if (value == loop.getInductionVar()) {
      usesVariable = true;
      continue;
    }
    Operation *op = value.getDefiningOp();
    if (!op || op->getNumRegions() > 0 || !mlir::isMemoryEffectFree(op))
      return false;
    needed.insert_range(op->getOperands());
  }
  return usesVariable;
}

std::optional<RangeLoop> RangeFinder::find(std::string &refusal) {
  SmallVector<Effect> effects = getEffects(loop);
  // Each condition once, in program order.
  Conditions candidates;
  for (const Effect &effect : effects)
    for (const Condition &condition : effect.conditions)
      if (!llvm::is_contained(candidates, condition))
        candidates.push_back(condition);
  range.enclosing.insert(loop);
  for (const Condition &condition : candidates) {
    std::optional<RangeBound> bound = getBound(condition);
    auto other = llvm::find_if(effects, [&](const Effect &effect) {
      return !llvm::is_contained(effect.conditions, condition);
    });
    if (!bound) {
      if (refusal.empty() && other == effects.end() && isOfVariable(condition))
        refusal = describeValue(condition.value) +
                  " does not compare the induction variable itself";
      continue;
    }
    std::string reason = getReason(*bound);
    if (other != effects.end()) {
      // Two cases are no range.
      if (bound->kind == Kind::Equal ||
          llvm::is_contained(other->conditions,
                             Condition{condition.value, !condition.holds}))
        continue;
      reason = describeOp(other->op) + " does something outside the range, too";
    }
    RangeLoop before = range;
    if (reason.empty())
      reason = addSlice(bound->value);
    if (reason.empty()) {
      range.bounds.push_back(*bound);
      continue;
    }
    range = std::move(before);
    if (refusal.empty())
      refusal = reason;
  }
  if (range.bounds.empty())
    return std::nullopt;
  return std::move(range);
}

} // namespace

std::optional<RangeLoop> ember::findRange(scf::ForOp loop, scf::ForOp nest,
                                          bool allowOverlapChecks,
                                          std::string &refusal) {
  return RangeFinder(loop, nest, allowOverlapChecks).find(refusal);
}

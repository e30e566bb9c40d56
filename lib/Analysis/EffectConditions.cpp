//===- EffectConditions.cpp - When an iteration has effects ---------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Analysis/EffectConditions.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace ember;
namespace arith = mlir::arith;
namespace memref = mlir::memref;
namespace scf = mlir::scf;

/// The parts of a choice between two truth values, one of which cannot be what
/// comes of it.
static Conditions getPartsOfChoice(Value condition, Value ifTrue, Value ifFalse,
                                   bool holds) {
  auto isNever = [&](Value value) {
    return mlir::matchPattern(value, holds ? mlir::m_Zero() : mlir::m_One());
  };
  if (isNever(ifFalse))
    return {{condition, true}, {ifTrue, holds}};
  if (isNever(ifTrue))
    return {{condition, false}, {ifFalse, holds}};
  return {};
}

Conditions ember::getParts(const Condition &condition) {
  auto [value, holds] = condition;
  auto result = dyn_cast<OpResult>(value);
  if (!result)
    return {};
  Operation *op = result.getOwner();
  if (holds ? isa<arith::AndIOp>(op) : isa<arith::OrIOp>(op))
    return {{op->getOperand(0), holds}, {op->getOperand(1), holds}};
  if (isa<arith::XOrIOp>(op) &&
      mlir::matchPattern(op->getOperand(1), mlir::m_One()))
    return {{op->getOperand(0), !holds}};
  if (auto select = dyn_cast<arith::SelectOp>(op);
      select && select.getCondition().getType().isInteger(1))
    return getPartsOfChoice(select.getCondition(), select.getTrueValue(),
                            select.getFalseValue(), holds);
  if (auto choice = dyn_cast<scf::IfOp>(op)) {
    unsigned number = result.getResultNumber();
    return getPartsOfChoice(choice.getCondition(),
                            choice.thenYield()->getOperand(number),
                            choice.elseYield()->getOperand(number), holds);
  }
  return {};
}

namespace {

/// How deep selects and the like are looked through.
constexpr unsigned maxDepth = 16;

/// Adds a condition, and what it is made of, to those that hold.
void addCondition(const Condition &condition, Conditions &conditions) {
  if (llvm::is_contained(conditions, condition))
    return;
  conditions.push_back(condition);
  for (const Condition &part : getParts(condition))
    addCondition(part, conditions);
}

/// The conditions of either case; nothing stands for a case that never is.
std::optional<Conditions> meet(std::optional<Conditions> a,
                               std::optional<Conditions> b) {
  if (!a)
    return b;
  if (!b)
    return a;
  llvm::erase_if(*a, [&](const Condition &condition) {
    return !llvm::is_contained(*b, condition);
  });
  return a;
}

std::optional<Conditions> getDifference(Value value, Value old, unsigned depth);

/// What holds when `condition` decides for `value` and that differs from `old`.
std::optional<Conditions> getDifferenceIf(Value condition, bool holds,
                                          Value value, Value old,
                                          unsigned depth) {
  std::optional<Conditions> conditions = getDifference(value, old, depth);
  if (conditions)
    addCondition({condition, holds}, *conditions);
  return conditions;
}

/// What holds when `value` differs from `old`; nothing if it never does.
std::optional<Conditions> getDifference(Value value, Value old,
                                        unsigned depth = 0) {
  if (value == old)
    return std::nullopt;
  if (depth == maxDepth)
    return Conditions();
  ++depth;
  if (auto select = value.getDefiningOp<arith::SelectOp>();
      select && select.getCondition().getType().isInteger(1))
    return meet(getDifferenceIf(select.getCondition(), true,
                                select.getTrueValue(), old, depth),
                getDifferenceIf(select.getCondition(), false,
                                select.getFalseValue(), old, depth));
  auto result = dyn_cast<OpResult>(value);
  if (!result)
    return Conditions();
  const unsigned number = result.getResultNumber();
  if (auto choice = dyn_cast<scf::IfOp>(result.getOwner()))
    return meet(
        getDifferenceIf(choice.getCondition(), true,
                        choice.thenYield()->getOperand(number), old, depth),
        getDifferenceIf(choice.getCondition(), false,
                        choice.elseYield()->getOperand(number), old, depth));
  if (auto loop = dyn_cast<scf::ForOp>(result.getOwner()))
    return meet(getDifference(loop.getInitArgs()[number], old, depth),
                getDifference(loop.getYieldedValues()[number],
                              loop.getRegionIterArg(number), depth));
  return Conditions();
}

/// Whether `op` does no more than read.
bool onlyReads(Operation *op) {
  std::optional<SmallVector<mlir::MemoryEffects::EffectInstance>> effects =
      mlir::getEffectsRecursively(op);
  return effects && llvm::all_of(*effects, [](const auto &effect) {
           return isa<mlir::MemoryEffects::Read>(effect.getEffect());
         });
}

/// What was read, last before `store` and with no write in between, from where
/// it writes; null if there is no such load in its block.
Value getOldValue(memref::StoreOp store) {
  for (Operation *op = store->getPrevNode(); op; op = op->getPrevNode()) {
    if (auto load = dyn_cast<memref::LoadOp>(op);
        load && load.getMemRef() == store.getMemRef() &&
        load.getIndices() == store.getIndices())
      return load.getResult();
    if (!onlyReads(op))
      break;
  }
  return Value();
}

/// Appends what the ops of `block` do, under the conditions that hold there.
void visit(Block &block, const Conditions &here, SmallVector<Effect> &effects) {
  for (Operation &op : block.without_terminator()) {
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      visit(*loop.getBody(), here, effects);
      continue;
    }
    if (auto choice = dyn_cast<scf::IfOp>(op)) {
      for (Region *region : choice.getRegions()) {
        if (region->empty())
          continue;
        Conditions inside = here;
        addCondition({choice.getCondition(), region == &choice.getThenRegion()},
                     inside);
        visit(region->front(), inside, effects);
      }
      continue;
    }
    // Other loops need not end.
    if (op.getNumRegions() == 0 && onlyReads(&op))
      continue;
    Effect effect{&op, here};
    if (auto store = dyn_cast<memref::StoreOp>(op))
      if (Value old = getOldValue(store)) {
        std::optional<Conditions> difference =
            getDifference(store.getValueToStore(), old);
        if (!difference)
          continue;
        for (const Condition &condition : *difference)
          addCondition(condition, effect.conditions);
      }
    effects.push_back(std::move(effect));
  }
}

} // namespace

SmallVector<Effect> ember::getEffects(scf::ForOp loop) {
  SmallVector<Effect> effects;
  visit(*loop.getBody(), {}, effects);
  for (auto [value, old] :
       llvm::zip_equal(loop.getYieldedValues(), loop.getRegionIterArgs()))
    if (std::optional<Conditions> difference = getDifference(value, old))
      effects.push_back(
          {loop.getBody()->getTerminator(), std::move(*difference)});
  return effects;
}

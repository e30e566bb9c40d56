//===- MemRefAliasing.cpp - What may alias what ---------------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Analysis/MemRefAliasing.h"
#include "ember/Dialect/SLC/IR/SLC.h"
#include "ember/Dialect/SLCV/IR/SLCV.h"
#include "ember/Support/Location.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace ember;
namespace arith = mlir::arith;
namespace memref = mlir::memref;

//===----------------------------------------------------------------------===//
// Origins
//===----------------------------------------------------------------------===//

/// Whether an op is a callback: what its region yields is its results.
static bool isCallback(Operation *op) {
  return isa_and_nonnull<slc::CallbackOp, slcv::CallbackOp>(op);
}

/// The memref that `value` is a view of, or null.
static Value getViewSource(Value value) {
  Operation *op = value.getDefiningOp();
  if (auto view = dyn_cast_or_null<mlir::ViewLikeOpInterface>(op))
    return view.getViewSource();
  if (auto distinct = dyn_cast_or_null<memref::DistinctObjectsOp>(op))
    return distinct.getOperand(cast<OpResult>(value).getResultNumber());
  if (isCallback(op))
    return op->getRegion(0).front().getTerminator()->getOperand(
        cast<OpResult>(value).getResultNumber());
  return {};
}

/// `value` and all that it is a view of, the origin last.
static SmallVector<Value> getViewChain(Value value) {
  SmallVector<Value> chain{value};
  while (Value source = getViewSource(chain.back()))
    chain.push_back(source);
  return chain;
}

/// The block argument of a function, or null.
static BlockArgument getFunctionArgument(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (argument && argument.getOwner()->isEntryBlock() &&
      isa_and_nonnull<mlir::FunctionOpInterface>(
          argument.getOwner()->getParentOp()))
    return argument;
  return {};
}

static bool isNoAlias(BlockArgument argument) {
  auto function =
      cast<mlir::FunctionOpInterface>(argument.getOwner()->getParentOp());
  return static_cast<bool>(function.getArgAttr(
      argument.getArgNumber(), mlir::LLVM::LLVMDialect::getNoAliasAttrName()));
}

static bool isAllocation(Value value) {
  return isa_and_nonnull<memref::AllocOp, memref::AllocaOp>(
      value.getDefiningOp());
}

/// Whether an op accesses the memory of its operand `memref` and does nothing
/// else with it: what it gives is data that holds no reference to memory.
static bool onlyAccesses(Operation *op, Value memref) {
  auto effects = dyn_cast<mlir::MemoryEffectOpInterface>(op);
  if (!effects ||
      !(effects.getEffectOnValue<mlir::MemoryEffects::Read>(memref) ||
        effects.getEffectOnValue<mlir::MemoryEffects::Write>(memref) ||
        effects.getEffectOnValue<mlir::MemoryEffects::Free>(memref)))
    return false;
  // Storing the memref itself somewhere lets it out.
  if (auto store = dyn_cast<memref::StoreOp>(op))
    if (store.getValueToStore() == memref)
      return false;
  return llvm::all_of(op->getResultTypes(), [](Type type) {
    return type.isIntOrIndexOrFloat() ||
           isa<VectorType, mlir::ComplexType, slc::StreamType>(type);
  });
}

/// Whether an op computes with an address that was taken from a memref, so that
/// its results are no more than numbers made of it.
static bool isAddressArithmetic(Operation *op) {
  return isa_and_nonnull<arith::ArithDialect>(op->getDialect()) &&
         llvm::all_of(op->getResultTypes(),
                      [](Type type) { return type.isIntOrIndex(); });
}

bool ember::isConfined(Value memref) {
  SetVector<Value> reached; // Made of `memref`: memrefs and addresses.
  reached.insert(memref);
  for (size_t i = 0; i < reached.size(); ++i) {
    Value value = reached[i];
    for (OpOperand &use : value.getUses()) {
      Operation *user = use.getOwner();
      if (isa<mlir::ViewLikeOpInterface>(user)) {
        // Sizes, strides and offsets lead nowhere.
        for (Value result : user->getResults())
          if (!result.getType().isIntOrIndex())
            reached.insert(result);
      } else if (isa<memref::DistinctObjectsOp>(user)) {
        reached.insert(user->getResult(use.getOperandNumber()));
      } else if (isa<slc::YieldOp>(user) && isCallback(user->getParentOp())) {
        reached.insert(user->getParentOp()->getResult(use.getOperandNumber()));
      } else if (isa<memref::ExtractAlignedPointerAsIndexOp>(user)) {
        reached.insert(user->getResult(0));
      } else if (value.getType().isIntOrIndex()) {
        // Whoever compares addresses reaches no memory through the result.
        if (!isAddressArithmetic(user))
          return false;
        if (!isa<arith::CmpIOp>(user))
          reached.insert_range(user->getResults());
      } else if (!isa<memref::DimOp>(user) && !onlyAccesses(user, value)) {
        return false;
      }
    }
  }
  return true;
}

/// Whether two origins are the same memory though they are different values.
static bool areSameGlobal(Value a, Value b) {
  auto globalA = a.getDefiningOp<memref::GetGlobalOp>();
  auto globalB = b.getDefiningOp<memref::GetGlobalOp>();
  return globalA && globalB && globalA.getName() == globalB.getName();
}

/// Whether two different origins are known to be different memory.
static bool areDistinctOrigins(Value a, Value b) {
  BlockArgument argumentA = getFunctionArgument(a);
  BlockArgument argumentB = getFunctionArgument(b);
  if (argumentA && argumentB)
    return isNoAlias(argumentA) || isNoAlias(argumentB);
  if (a.getDefiningOp<memref::GetGlobalOp>() &&
      b.getDefiningOp<memref::GetGlobalOp>())
    return true;
  if (isAllocation(a) && isAllocation(b))
    return true;
  for (auto [one, other] : {std::pair(a, b), std::pair(b, a)}) {
    bool otherIsOlder = getFunctionArgument(other) ||
                        other.getDefiningOp<memref::GetGlobalOp>();
    // A new allocation is no older memory; what became of it is unknown when it
    // leaves the function.
    if (isAllocation(one) && (otherIsOlder || isConfined(one)))
      return true;
    if (BlockArgument argument = getFunctionArgument(one))
      if (isNoAlias(argument) && isConfined(one))
        return true;
  }
  return false;
}

Aliasing ember::getAliasing(Value a, Value b) {
  if (a == b)
    return Aliasing::Must;
  SmallVector<Value> chainA = getViewChain(a), chainB = getViewChain(b);
  // Chains are long where checks have told many pairs of memrefs apart.
  DenseMap<Operation *, Value> distinct;
  for (Value view : chainA)
    if (auto op = view.getDefiningOp<memref::DistinctObjectsOp>())
      distinct[op] = view;
  for (Value view : chainB) {
    auto other = distinct.find(view.getDefiningOp());
    if (other != distinct.end() && other->second != view)
      return Aliasing::No;
  }
  if (llvm::is_contained(chainA, b) || llvm::is_contained(chainB, a))
    return Aliasing::Must;
  Value originA = chainA.back(), originB = chainB.back();
  if (areSameGlobal(originA, originB))
    return Aliasing::Must;
  if (originA != originB && areDistinctOrigins(originA, originB))
    return Aliasing::No;
  return Aliasing::May;
}

std::string ember::getCheckReason(Value memref, Operation *root,
                                  bool allowChecks) {
  if (!allowChecks)
    return "and a check at run time is not allowed; alias-checks=runtime "
           "allows it";
  if (root->isAncestor(memref.getParentRegion()->getParentOp()))
    return "which is made inside the nest, so that no check before it can look "
           "at it";
  auto type = dyn_cast<MemRefType>(memref.getType());
  if (!type || !type.isStrided() || type.getMemorySpace() ||
      !slc::StreamType::isValidScalarType(type.getElementType()))
    return "of whose type, " + describeType(memref.getType()) +
           ", no check can tell the bytes";
  return "";
}

//===----------------------------------------------------------------------===//
// AccessedMemory
//===----------------------------------------------------------------------===//

AccessedMemory::AccessedMemory(Operation *root, Kind kind) {
  root->walk([&](Operation *op) {
    // An assert is ordered with faults only: it writes nothing.
    if (op == root || isa<mlir::cf::AssertOp>(op))
      return;
    auto interface = dyn_cast<mlir::MemoryEffectOpInterface>(op);
    if (!interface) {
      if (!op->hasTrait<mlir::OpTrait::HasRecursiveMemoryEffects>())
        accesses[Value()].push_back(op);
      return;
    }
    SmallVector<mlir::MemoryEffects::EffectInstance> effects;
    interface.getEffects(effects);
    for (const mlir::MemoryEffects::EffectInstance &effect : effects) {
      bool isWanted =
          kind == Kind::Read
              ? isa<mlir::MemoryEffects::Read>(effect.getEffect())
              : isa<mlir::MemoryEffects::Write, mlir::MemoryEffects::Free>(
                    effect.getEffect());
      if (!isWanted)
        continue;
      Value value = effect.getValue();
      if (value && isa<mlir::BaseMemRefType>(value.getType()))
        accesses[value].push_back(op);
      else if (effect.getResource() ==
               mlir::SideEffects::DefaultResource::get())
        accesses[Value()].push_back(op);
    }
  });
}

AccessedMemory::Conflict AccessedMemory::getConflict(Value memref,
                                                     Operation *except) const {
  Conflict conflict;
  auto isOutOfReach = [&] {
    Value origin = getViewChain(memref).back();
    BlockArgument argument = getFunctionArgument(origin);
    return (isAllocation(origin) || (argument && isNoAlias(argument))) &&
           isConfined(origin);
  };
  for (const auto &[accessed, ops] : accesses) {
    const auto *op =
        llvm::find_if(ops, [&](Operation *op) { return op != except; });
    if (op == ops.end())
      continue;
    Aliasing aliasing = Aliasing::Must;
    if (accessed)
      aliasing = getAliasing(memref, accessed);
    else if (isOutOfReach())
      aliasing = Aliasing::No;
    if (aliasing == Aliasing::Must)
      return {Access{*op, accessed}, {}};
    if (aliasing == Aliasing::May)
      conflict.undecided.push_back(accessed);
  }
  return conflict;
}

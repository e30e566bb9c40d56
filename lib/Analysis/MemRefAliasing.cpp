//===- MemRefAliasing.cpp - What may alias what ---------------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Analysis/MemRefAliasing.h"
#include "ember/Dialect/DLC/IR/DLC.h"
#include "ember/Dialect/SLC/IR/SLC.h"
#include "ember/Dialect/SLCV/IR/SLCV.h"
#include "ember/Support/Location.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace ember;
namespace arith = mlir::arith;
namespace LLVM = mlir::LLVM;
namespace memref = mlir::memref;
namespace ub = mlir::ub;

//===----------------------------------------------------------------------===//
// Origins
//===----------------------------------------------------------------------===//

/// The memref that an op makes `value` a view of, or null.
static Value getViewedMemRef(Value value) {
  Operation *op = value.getDefiningOp();
  if (auto view = dyn_cast_or_null<mlir::ViewLikeOpInterface>(op))
    return view.getViewSource();
  if (auto distinct = dyn_cast_or_null<memref::DistinctObjectsOp>(op))
    return distinct.getOperand(cast<OpResult>(value).getResultNumber());
  return {};
}

/// The op that `value` is a result or an argument of.
static Operation *getOwner(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return argument.getOwner()->getParentOp();
  return value.getDefiningOp();
}

/// What a result of an op with regions, or an argument of such a region, may
/// be; nothing if that is unknown or `value` is something else.
static SmallVector<Value> getCarried(Value value) {
  Operation *owner = getOwner(value);
  auto result = dyn_cast<OpResult>(value);
  auto getYielded = [&](Region &region) {
    return SmallVector<Value>{
        region.front().getTerminator()->getOperand(result.getResultNumber())};
  };
  if (result && isa<slc::CallbackOp, slcv::CallbackOp>(owner))
    return getYielded(owner->getRegion(0));
  if (auto nest = dyn_cast_or_null<dlc::DecoupledOp>(owner); nest && result)
    return getYielded(nest.getExecute());
  if (auto loop = dyn_cast_or_null<slc::AccessLoop>(owner)) {
    auto argument = result ? loop.getTiedLoopRegionIterArg(result)
                           : cast<BlockArgument>(value);
    if (OpOperand *init = loop.getTiedLoopInit(argument))
      return {init->get(), loop.getTiedLoopYieldedValue(argument)->get()};
    return {};
  }
  SmallVector<Value> carried;
  if (auto branch = dyn_cast_or_null<mlir::RegionBranchOpInterface>(owner)) {
    mlir::RegionBranchInverseSuccessorMapping mapping;
    branch.getSuccessorInputOperandMapping(mapping);
    for (OpOperand *operand : mapping.lookup(value))
      carried.push_back(operand->get());
  }
  return carried;
}

/// The one memref that `value`, which ops with regions may carry, is or is a
/// view of, whatever way it went; null if there are several.
static Value getCarriedSource(Value value) {
  SmallVector<Value> worklist{value};
  llvm::DenseSet<Value> visited;
  SetVector<Operation *> carriers;
  SetVector<Value> sources;
  while (!worklist.empty()) {
    while (!worklist.empty()) {
      Value next = worklist.pop_back_val();
      if (!visited.insert(next).second || next.getDefiningOp<ub::PoisonOp>())
        continue;
      SmallVector<Value> carried = getCarried(next);
      if (carried.empty())
        sources.insert(next);
      else
        carriers.insert(getOwner(next));
      llvm::append_range(worklist, carried);
    }
    // Several views may be of one memref. One that is made inside a carrier may
    // have been made in an earlier iteration: it is not what its op gives now.
    const bool areSeveral = sources.size() > 1;
    sources.remove_if([&](Value source) {
      Value viewed = getViewedMemRef(source);
      bool isFollowed =
          viewed && (areSeveral || llvm::any_of(carriers, [&](Operation *op) {
                       return op->isProperAncestor(getOwner(source));
                     }));
      if (isFollowed)
        worklist.push_back(viewed);
      return isFollowed;
    });
  }
  return sources.size() == 1 ? sources.front() : Value();
}

/// The memref that `value` is a view of; itself if it is of none, null if it
/// may be of one or another.
static Value getViewSource(Value value) {
  if (Value viewed = getViewedMemRef(value))
    return viewed;
  return getCarriedSource(value);
}

/// `value` and all that it is a view of, the origin last.
static SmallVector<Value> getViewChain(Value value) {
  SetVector<Value> chain;
  // An origin is its own source, and loops can hand on views of views.
  for (; value && chain.insert(value); value = getViewSource(value))
    ;
  return chain.takeVector();
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
      argument.getArgNumber(), LLVM::LLVMDialect::getNoAliasAttrName()));
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

/// What an op may make of its operand by handing it on.
static SmallVector<Value> getHandedOn(OpOperand &operand) {
  Operation *op = operand.getOwner();
  if (op->hasTrait<mlir::OpTrait::IsTerminator>())
    op = op->getParentOp();
  SmallVector<Value> handedOn;
  auto add = [&](Value value) {
    if (value.getType() == operand.get().getType() &&
        llvm::is_contained(getCarried(value), operand.get()))
      handedOn.push_back(value);
  };
  llvm::for_each(op->getResults(), add);
  for (Region &region : op->getRegions())
    llvm::for_each(region.getArguments(), add);
  return handedOn;
}

bool ember::isConfined(Value memref) {
  SetVector<Value> reached; // Made of `memref`: memrefs and addresses.
  reached.insert(memref);
  for (size_t i = 0; i < reached.size(); ++i) {
    Value value = reached[i];
    for (OpOperand &use : value.getUses()) {
      Operation *user = use.getOwner();
      bool isAddress = value.getType().isIntOrIndex();
      if (isa<mlir::ViewLikeOpInterface>(user)) {
        // Sizes, strides and offsets lead nowhere.
        for (Value result : user->getResults())
          if (!result.getType().isIntOrIndex())
            reached.insert(result);
      } else if (isa<memref::DistinctObjectsOp>(user)) {
        reached.insert(user->getResult(use.getOperandNumber()));
      } else if (isa<memref::ExtractAlignedPointerAsIndexOp>(user)) {
        reached.insert(user->getResult(0));
      } else if (isAddress && isAddressArithmetic(user)) {
        // Whoever compares addresses reaches no memory through the result.
        if (!isa<arith::CmpIOp>(user))
          reached.insert_range(user->getResults());
      } else if (SmallVector<Value> handedOn = getHandedOn(use);
                 !handedOn.empty()) {
        // What is the one source or another cannot be followed back.
        if (!isAddress && !llvm::all_of(handedOn, getViewSource))
          return false;
        reached.insert_range(handedOn);
      } else if (isAddress ||
                 (!isa<memref::DimOp>(user) && !onlyAccesses(user, value))) {
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
    return "which is made inside the nest, and a check in front of it looks "
           "only "
           "at what is made before";
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
    // An assert is ordered with faults only: it writes nothing. Nobody reads
    // what is no longer on the stack.
    if (op == root ||
        isa<mlir::cf::AssertOp, LLVM::StackSaveOp, LLVM::StackRestoreOp>(op))
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

//===- Illegal.cpp - Decouplings that must be refused ---------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Fuzz/Illegal.h"

#include "Dice.h"
#include "ember/Dialect/SLC/IR/SLC.h"
#include "ember/Dialect/SLCV/IR/SLCV.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace ember::fuzz {

namespace arith = mlir::arith;
namespace func = mlir::func;
namespace memref = mlir::memref;

namespace {

/// One nest and what a break needs of it.
struct Nest {
  Operation *root = nullptr;
  SmallVector<OpOperand *> read; ///< By loads of the access unit.
  SmallVector<Value> written;    ///< In callbacks; made before the nest.
  SmallVector<Operation *> callbacks;
};

} // namespace

static OpOperand *getMemRefOperand(Operation *op) {
  if (auto load = dyn_cast<slc::MemStrOp>(op))
    return &load.getMemrefMutable();
  if (auto load = dyn_cast<slcv::MemStrOp>(op))
    return &load.getMemrefMutable();
  return nullptr;
}

static std::vector<Nest> findNests(ModuleOp module) {
  std::vector<Nest> nests;
  module.walk<mlir::WalkOrder::PreOrder>([&](Operation *op) {
    if (!isa<slc::AccessLoop>(op))
      return WalkResult::advance();
    Nest nest;
    nest.root = op;
    op->walk([&](Operation *nested) {
      if (OpOperand *memref = getMemRefOperand(nested))
        nest.read.push_back(memref);
      else if (isa<slc::CallbackOp, slcv::CallbackOp>(nested))
        nest.callbacks.push_back(nested);
      else if (auto store = dyn_cast<memref::StoreOp>(nested);
               store && !op->isAncestor(
                            store.getMemRef().getParentRegion()->getParentOp()))
        nest.written.push_back(store.getMemRef());
    });
    if (!nest.read.empty() && !nest.callbacks.empty())
      nests.push_back(std::move(nest));
    return WalkResult::skip();
  });
  return nests;
}

/// Lets a load read what a callback of its nest writes.
static bool readWritten(const Nest &nest, Dice &dice) {
  SmallVector<std::pair<OpOperand *, Value>> candidates;
  for (OpOperand *read : nest.read)
    for (Value written : nest.written)
      if (read->get().getType() == written.getType())
        candidates.emplace_back(read, written);
  if (candidates.empty())
    return false;
  auto [read, written] = dice.pick(ArrayRef(candidates));
  read->set(written);
  return true;
}

/// Lets a callback write what a load of its nest reads.
static bool writeRead(const Nest &nest, Dice &dice) {
  Value memref = dice.pick(ArrayRef(nest.read))->get();
  auto type = cast<MemRefType>(memref.getType());
  Operation *callback = dice.pick(ArrayRef(nest.callbacks));
  auto builder = ImplicitLocOpBuilder::atBlockBegin(
      callback->getLoc(), &callback->getRegion(0).front());
  Value zero = arith::ConstantIndexOp::create(builder, 0);
  Value element = arith::ConstantOp::create(
      builder, builder.getZeroAttr(type.getElementType()));
  memref::StoreOp::create(builder, element, memref,
                          SmallVector<Value>(type.getRank(), zero));
  return true;
}

/// Calls code that may write an argument that a load reads.
static bool callUnknown(const Nest &nest, Dice &dice) {
  auto function = nest.root->getParentOfType<func::FuncOp>();
  const bool readsArgument = llvm::any_of(nest.read, [&](OpOperand *read) {
    auto argument = dyn_cast<BlockArgument>(read->get());
    return argument && argument.getOwner() == &function.getBody().front() &&
           !function.getArgAttr(argument.getArgNumber(),
                                mlir::LLVM::LLVMDialect::getNoAliasAttrName());
  });
  if (!readsArgument)
    return false;
  OpBuilder atFunction(function);
  auto unknown = func::FuncOp::create(atFunction, function.getLoc(), "unknown",
                                      atFunction.getFunctionType({}, {}));
  unknown.setPrivate();
  Operation *callback = dice.pick(ArrayRef(nest.callbacks));
  OpBuilder builder = OpBuilder::atBlockBegin(&callback->getRegion(0).front());
  func::CallOp::create(builder, callback->getLoc(), unknown, ValueRange());
  return true;
}

/// Takes away what says that two memrefs are disjoint.
static bool forgetDistinct(const Nest &nest) {
  for (OpOperand *read : nest.read) {
    auto distinct = read->get().getDefiningOp<memref::DistinctObjectsOp>();
    if (!distinct || llvm::none_of(nest.written, [&](Value written) {
          return written.getDefiningOp() == distinct;
        }))
      continue;
    distinct.replaceAllUsesWith(distinct.getOperands());
    return true;
  }
  return false;
}

bool makeIllegal(ModuleOp module, uint64_t seed) {
  Dice dice(seed);
  std::vector<Nest> nests = findNests(module);
  if (nests.empty())
    return false;
  const Nest &nest = nests[dice.between(0, nests.size() - 1)];
  switch (dice.between(0, 3)) {
  case 0:
    if (readWritten(nest, dice))
      return true;
    break;
  case 1:
    if (callUnknown(nest, dice))
      return true;
    break;
  case 2:
    if (forgetDistinct(nest))
      return true;
    break;
  default:
    break;
  }
  return writeRead(nest, dice);
}

} // namespace ember::fuzz

//===- Kernel.cpp - The MLIR that is to be run ----------------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Driver/Kernel.h"

#include "ember/Dialect/DLC/IR/DLC.h"
#include "ember/Dialect/SLC/IR/SLC.h"
#include "ember/Simulator/Heap.h"
#include "ember/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/SourceMgr.h"

namespace ember::driver {

namespace {

/// The names of functions that can be run, for messages.
std::string listFunctions(ArrayRef<mlir::func::FuncOp> functions) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleaveComma(functions, os, [&](mlir::func::FuncOp function) {
    os << "'" << function.getName() << "'";
  });
  return text;
}

llvm::Expected<mlir::func::FuncOp> findEntry(ModuleOp module, StringRef path,
                                             StringRef entry) {
  SmallVector<mlir::func::FuncOp> all, publicOnes;
  for (auto function : module.getOps<mlir::func::FuncOp>()) {
    if (function.isExternal())
      continue;
    all.push_back(function);
    if (function.isPublic())
      publicOnes.push_back(function);
  }
  if (all.empty())
    return llvm::createStringError(
        "'" + path +
        "' defines no function: expects a 'func.func' "
        "with a body at its top");
  if (!entry.empty()) {
    for (mlir::func::FuncOp function : all)
      if (function.getName() == entry)
        return function;
    return llvm::createStringError("'" + path + "' defines no function '" +
                                   entry + "', but " + listFunctions(all));
  }
  if (publicOnes.size() == 1)
    return publicOnes.front();
  if (publicOnes.empty())
    return llvm::createStringError(
        "'" + path + "' defines no public function; --entry picks one of " +
        listFunctions(all));
  return llvm::createStringError(
      "'" + path + "' defines several functions; --entry picks one of " +
      listFunctions(publicOnes));
}

/// Removes what the entry function does not need: what else a file holds is not
/// run, and need not be runnable.
LogicalResult stripTo(ModuleOp module, mlir::func::FuncOp entry) {
  for (auto function : module.getOps<mlir::func::FuncOp>())
    function.setVisibility(function == entry
                               ? SymbolTable::Visibility::Public
                               : SymbolTable::Visibility::Private);
  mlir::PassManager pm(module.getContext(), ModuleOp::getOperationName());
  pm.addPass(mlir::createSymbolDCEPass());
  return pm.run(module);
}

/// Brings a front end's module to the level that Ember starts from: what it is
/// there is the original, and what its functions take is what a run is given.
LogicalResult lowerToSCF(ModuleOp module) {
  mlir::PassManager pm(module.getContext(), ModuleOp::getOperationName());
  pm.addPass(createEmberLowerToSCF());
  return pm.run(module);
}

/// Upstream's lowering gives a variable that is only declared any value, and
/// does not look at its size.
llvm::Error checkVariable(mlir::memref::GlobalOp variable) {
  if (variable.isExternal())
    return llvm::createStringError("the kernel uses the variable '" +
                                   variable.getName() +
                                   "', which is not defined");
  int64_t size = 1;
  bool overflows =
      llvm::any_of(variable.getType().getShape(), [&](int64_t dim) {
        return llvm::MulOverflow(size, dim, size);
      });
  if (overflows || static_cast<uint64_t>(size) > sim::Heap::hostLimit())
    return llvm::createStringError(
        "the kernel uses the variable '" + variable.getName() +
        "', which is larger than half of the memory of this machine");
  return llvm::Error::success();
}

unsigned countNests(ModuleOp module) {
  unsigned count = 0;
  module.walk<mlir::WalkOrder::PreOrder>([&](Operation *op) {
    if (!isa<mlir::LoopLikeOpInterface>(op))
      return WalkResult::advance();
    ++count;
    return WalkResult::skip();
  });
  return count;
}

bool contains(ModuleOp module, llvm::function_ref<bool(Operation *)> isWanted) {
  return module
      .walk([&](Operation *op) {
        return isWanted(op) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

} // namespace

llvm::Expected<Kernel> Kernel::load(MLIRContext &context, StringRef path,
                                    StringRef entry) {
  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> file =
      mlir::openInputFile(path, &message);
  if (!file)
    return llvm::createStringError(Twine(message));
  return parse(context, std::move(file), entry);
}

llvm::Expected<Kernel> Kernel::parse(MLIRContext &context,
                                     std::unique_ptr<llvm::MemoryBuffer> text,
                                     StringRef entry) {
  // The text, and its name with it, lives as long as `sources`.
  const StringRef path = text->getBufferIdentifier();
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(text), llvm::SMLoc());
  Kernel kernel;
  kernel.module =
      mlir::parseSourceFile<ModuleOp>(sources, mlir::ParserConfig(&context));
  if (!kernel.module)
    return llvm::createStringError("'" + path + "' is not valid MLIR");
  llvm::Expected<mlir::func::FuncOp> function =
      findEntry(*kernel.module, path, entry);
  if (!function)
    return function.takeError();
  const std::string name = function->getName().str();
  if (failed(stripTo(*kernel.module, *function)))
    return llvm::createStringError("'" + path + "' cannot be stripped to '" +
                                   name + "'");
  if (failed(lowerToSCF(*kernel.module)))
    return llvm::createStringError("'" + path + "' cannot be lowered to loops");
  for (auto variable : kernel.module->getOps<mlir::memref::GlobalOp>())
    if (llvm::Error error = checkVariable(variable))
      return std::move(error);
  // Other types, and maybe another op.
  llvm::Expected<Signature> signature = Signature::get(
      name,
      kernel.module->lookupSymbol<mlir::func::FuncOp>(name).getFunctionType());
  if (!signature)
    return signature.takeError();
  kernel.signature = std::move(*signature);
  kernel.isSLC = contains(*kernel.module, [](Operation *op) {
    return isa_and_nonnull<slc::SLCDialect>(op->getDialect());
  });
  kernel.isSplit = contains(
      *kernel.module, [](Operation *op) { return isa<dlc::DecoupledOp>(op); });
  kernel.numNests = countNests(*kernel.module);
  return kernel;
}

} // namespace ember::driver

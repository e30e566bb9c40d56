//===- StepCounting.cpp - Makes a program count its steps -----------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Simulator/StepCounting.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

void ember::sim::countSteps(Module &module) {
  FunctionCallee step = module.getOrInsertFunction(
      "__ember_step", Type::getVoidTy(module.getContext()));
  cast<Function>(step.getCallee())->setDoesNotThrow();
  for (Function &function : module) {
    if (function.isDeclaration())
      continue;
    BasicBlock &entry = function.getEntryBlock();
    IRBuilder<>(&entry, entry.getFirstNonPHIOrDbgOrAlloca()).CreateCall(step);
    SmallVector<std::pair<const BasicBlock *, const BasicBlock *>> backEdges;
    FindFunctionBackedges(function, backEdges);
    SmallSetVector<const BasicBlock *, 8> latches;
    for (auto [latch, head] : backEdges)
      latches.insert(latch);
    for (const BasicBlock *latch : latches)
      IRBuilder<>(const_cast<BasicBlock *>(latch)->getTerminator())
          .CreateCall(step);
  }
}

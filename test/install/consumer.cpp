//===- consumer.cpp - Runs passes of an installed Ember ---------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs Ember's passes beside upstream ones in a pass manager of its own.
///
//===----------------------------------------------------------------------===//

#include "ember/InitAllDialects.h"
#include "ember/Pipelines/LowerToLLVM.h"
#include "ember/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/Support/raw_ostream.h"

static constexpr llvm::StringLiteral kernel = R"(
func.func @sum(%x: memref<?xf32>, %n: index, %ok: i1) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  cf.assert %ok, "expects a bag"
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> f32 {
    %v = memref.load %x[%i] : memref<?xf32>
    %r = arith.addf %acc, %v : f32
    scf.yield %r : f32
  }
  return %sum : f32
}
)";

int main() {
  mlir::DialectRegistry registry;
  registry.insert<mlir::arith::ArithDialect, mlir::cf::ControlFlowDialect,
                  mlir::func::FuncDialect, mlir::LLVM::LLVMDialect,
                  mlir::memref::MemRefDialect, mlir::scf::SCFDialect>();
  ember::registerAllDialects(registry);
  mlir::MLIRContext context(registry);
  mlir::OwningOpRef<mlir::ModuleOp> module =
      mlir::parseSourceString<mlir::ModuleOp>(kernel, &context);
  if (!module)
    return 1;

  mlir::PassManager pm(&context);
  pm.addPass(mlir::createCanonicalizerPass());
  pm.addPass(ember::createEmberInsertGuards());
  pm.addPass(ember::createEmberLowerAsserts());
  pm.addPass(mlir::createCSEPass());
  ember::buildLowerToLLVMPipeline(pm);
  if (mlir::failed(pm.run(*module)))
    return 1;

  for (llvm::StringRef name : {"sum", "__ember_fault", "__ember_fault_index"})
    if (!module->lookupSymbol<mlir::LLVM::LLVMFuncOp>(name)) {
      llvm::errs() << "expects a function '" << name << "'\n";
      return 1;
    }
  return 0;
}

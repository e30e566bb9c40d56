//===- Generator.cpp - Random programs of the embedding family ------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Fuzz/Generator.h"

#include "ProgramBuilder.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/ScopedPrinter.h"

namespace ember::fuzz {

ProgramBuilder::ProgramBuilder(mlir::func::FuncOp function, uint64_t seed)
    : dice(seed), function(function),
      builder(function.getLoc(), function.getContext()), arrays(function, dice),
      fuel(0) {
  builder.setInsertionPointToStart(&function.getBody().front());
  fuel = 3 + std::min(dice.between(0, 27), dice.between(0, 27));
  for (int64_t i = 0, e = dice.between(1, 3); i < e; ++i)
    elementTypes.push_back(getMLIRType(
        builder.getContext(),
        dice.pick({ElementType::F32, ElementType::F32, ElementType::F32,
                   ElementType::F64, ElementType::F16, ElementType::BF16,
                   ElementType::I32, ElementType::I8, ElementType::I64})));
}

std::vector<std::string> ProgramBuilder::build() {
  Scope scope;
  for (int64_t i = 0, e = dice.between(1, 3); i < e; ++i) {
    if (dice.chance(30))
      addStatements(scope, 1);
    addLoop(scope);
  }
  // Values of the function's end are its results.
  SmallVector<Value> results;
  if (!scope.elements.empty() && dice.chance(50))
    results.push_back(scope.elements.back());
  mlir::func::ReturnOp::create(builder, results);
  function.setFunctionType(builder.getFunctionType(
      function.getFunctionType().getInputs(), ValueRange(results).getTypes()));
  return arrays.finish();
}

Case generateCase(MLIRContext &context, uint64_t seed) {
  context.loadDialect<mlir::arith::ArithDialect, mlir::cf::ControlFlowDialect,
                      mlir::func::FuncDialect, mlir::linalg::LinalgDialect,
                      mlir::LLVM::LLVMDialect, mlir::math::MathDialect,
                      mlir::memref::MemRefDialect, mlir::scf::SCFDialect>();
  Location loc = UnknownLoc::get(&context);
  mlir::OwningOpRef<ModuleOp> module(ModuleOp::create(loc));
  OpBuilder builder(module->getBodyRegion());
  auto function = mlir::func::FuncOp::create(builder, loc, "kernel",
                                             builder.getFunctionType({}, {}));
  function.addEntryBlock();
  Case result;
  result.arguments = ProgramBuilder(function, seed).build();
  result.kernel = llvm::to_string(*module);
  return result;
}

} // namespace ember::fuzz

//===- Pipelines.cpp - The passes in order --------------------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Pipelines/Pipelines.h"
#include "ember/Dialect/SLC/Transforms/Passes.h"
#include "ember/Pipelines/LowerToLLVM.h"
#include "ember/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace ember;

LogicalResult ember::buildEmberPipeline(
    mlir::OpPassManager &manager, const PipelineOptions &options,
    llvm::function_ref<LogicalResult(const Twine &)> error) {
  if (options.optLevel.getValue() > maxOptLevel)
    return error("expects an opt-level of at most " + Twine(maxOptLevel) +
                 ", but got " + Twine(options.optLevel.getValue()));
  auto cleanUp = [&] {
    manager.addPass(mlir::createCanonicalizerPass());
    manager.addPass(mlir::createCSEPass());
  };

  ConvertSCFToSLCOptions toSLC;
  toSLC.aliasChecks = options.aliasChecks.getValue();
  cleanUp();
  manager.addNestedPass<mlir::func::FuncOp>(createConvertSCFToSLC(toSLC));
  cleanUp();
  if (options.verifyDecoupling)
    manager.addNestedPass<mlir::func::FuncOp>(slc::createVerifyDecoupling());
  if (options.until == Level::SLC)
    return success();

  manager.addNestedPass<mlir::func::FuncOp>(createConvertSLCToDLC());
  cleanUp();
  if (options.until == Level::DLC)
    return success();

  manager.addPass(createEmberLowerAsserts());
  manager.addPass(createConvertDLCToLLVM());
  buildLowerToLLVMPipeline(manager);
  return success();
}

void ember::registerEmberPipeline() {
  // Not by `PassPipelineRegistration`, whose builder cannot refuse a value.
  mlir::registerPassPipeline(
      "ember-pipeline", "From loops to access programs and core programs",
      [](mlir::OpPassManager &manager, StringRef text,
         llvm::function_ref<LogicalResult(const Twine &)> error) {
        PipelineOptions options;
        std::string message;
        llvm::raw_string_ostream messageStream(message);
        if (failed(options.parseFromString(text, messageStream)))
          return error(StringRef(message).rtrim());
        return buildEmberPipeline(manager, options, error);
      },
      [](llvm::function_ref<void(const mlir::detail::PassOptions &)> visit) {
        visit(PipelineOptions());
      });
}

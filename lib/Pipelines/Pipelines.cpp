//===- Pipelines.cpp - The passes in order --------------------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Pipelines/Pipelines.h"
#include "ember/Dialect/SLC/Transforms/Passes.h"
#include "ember/Dialect/SLCV/IR/SLCV.h"
#include "ember/Dialect/SLCV/Transforms/Passes.h"
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
  // At every level, though only some have vectors.
  if (!slcv::isLegalNumLanes(options.vlen))
    return error("expects vlen to be a power of two of 2 to " +
                 Twine(slc::StreamType::maxLanes) + ", but got " +
                 Twine(options.vlen.getValue()));
  if (options.vectorBits < 1)
    return error("expects vector-bits to be positive, but got " +
                 Twine(options.vectorBits.getValue()));
  if (options.chunk < 0)
    return error("expects chunk not to be negative, but got " +
                 Twine(options.chunk.getValue()));
  if (options.queueBytes < 1)
    return error("expects queue-bytes to be positive, but got " +
                 Twine(options.queueBytes.getValue()));
  auto addPass = [&](std::unique_ptr<mlir::Pass> pass) {
    manager.addNestedPass<mlir::func::FuncOp>(std::move(pass));
  };
  // Function by function, so that the cost of a module is linear in them.
  auto cleanUp = [&] {
    addPass(mlir::createCanonicalizerPass());
    addPass(mlir::createCSEPass());
  };
  const unsigned level = options.optLevel.getValue();

  manager.addPass(createEmberLowerToSCF());
  cleanUp();
  EmberRecognizeRangeLoopsOptions rangeLoops;
  rangeLoops.aliasChecks = options.aliasChecks.getValue();
  addPass(createEmberRecognizeRangeLoops(rangeLoops));
  ConvertSCFToSLCOptions toSLC;
  toSLC.aliasChecks = options.aliasChecks.getValue();
  addPass(createConvertSCFToSLC(toSLC));
  addPass(slc::createHoistLoads());
  cleanUp();
  if (options.verifyDecoupling)
    addPass(slc::createVerifyDecoupling());
  if (options.until == Level::SLC)
    return success();

  if (level >= 1) {
    slcv::VectorizeOptions vectorize;
    vectorize.vlen = options.vlen;
    vectorize.vectorBits = options.vectorBits;
    vectorize.reassociateFP = options.reassociateFP;
    // By itself it saves tokens for more than they cost.
    vectorize.lanesInOrder = level >= 2;
    vectorize.aliasChecks = options.aliasChecks.getValue();
    addPass(slcv::createVectorize(vectorize));
    cleanUp();
  }
  if (level >= 2) {
    slcv::BufferizeOptions bufferize;
    bufferize.chunk = options.chunk;
    bufferize.queueBytes = options.queueBytes;
    addPass(slcv::createBufferize(bufferize));
    slcv::ShareRunsOptions share;
    share.queueBytes = options.queueBytes;
    addPass(slcv::createShareRuns(share));
    cleanUp();
  }
  if (level >= 3) {
    addPass(slcv::createAlignQueue());
    cleanUp();
  }
  if (options.until == Level::SLCV)
    return success();

  ConvertSLCToDLCOptions toDLC;
  toDLC.aligned = level >= 3;
  addPass(createConvertSLCToDLC(toDLC));
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
        if (failed(options.parse(text, error)))
          return failure();
        return buildEmberPipeline(manager, options, error);
      },
      [](llvm::function_ref<void(const mlir::detail::PassOptions &)> visit) {
        visit(PipelineOptions());
      });
}

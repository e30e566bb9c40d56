//===- LowerToLLVM.cpp - From ordinary MLIR to LLVM -------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Pipelines/LowerToLLVM.h"
#include "ember/Transforms/Passes.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/Vector/Transforms/Passes.h"
#include "mlir/Pass/PassRegistry.h"

using namespace ember;

static constexpr unsigned indexBits = 64;

/// Options of a conversion that are the bits of an index and nothing else.
template <typename Options> static Options withIndexBits() {
  Options options;
  options.indexBitwidth = indexBits;
  return options;
}

void ember::buildLowerToLLVMPipeline(mlir::OpPassManager &pm) {
  mlir::OpPassManager &vectorFunctions = pm.nest<mlir::func::FuncOp>();
  vectorFunctions.addPass(createEmberExpandMemRef());
  vectorFunctions.addPass(mlir::createLowerAffinePass());
  vectorFunctions.addPass(mlir::vector::createLowerVectorMaskPass());
  vectorFunctions.addPass(mlir::vector::createLowerVectorMultiReductionPass(
      mlir::vector::VectorMultiReductionLowering::InnerReduction));
  mlir::VectorTransferToSCFOptions transfers;
  transfers.enableFullUnroll();
  vectorFunctions.addPass(mlir::createConvertVectorToSCFPass(transfers));

  // What is made of vectors above is expanded too. Upstream's expansion of
  // `arith` is not used: its minima and maxima do not order zeros.
  pm.addPass(createEmberExpandFloats());

  mlir::OpPassManager &functions = pm.nest<mlir::func::FuncOp>();
  functions.addPass(createEmberExpandMath());
  functions.addPass(mlir::memref::createExpandOpsPass());
  functions.addPass(mlir::createSCFToControlFlowPass());
  functions.addPass(mlir::memref::createExpandStridedMetadataPass());
  functions.addPass(mlir::createLowerAffinePass());

  // Calls of the C library take vectors apart.
  pm.addPass(mlir::createConvertMathToLLVMPass());
  pm.addPass(mlir::createConvertMathToLibmPass());
  mlir::ConvertVectorToLLVMPassOptions vectors;
  vectors.reassociateFPReductions = false;
  vectors.force32BitVectorIndices = false;
  pm.addPass(mlir::createConvertVectorToLLVMPass(vectors));

  // Symbol by symbol what declares no functions in the module, so that its cost
  // is linear in them.
  mlir::OpPassManager &symbols = pm.nestAny();
  symbols.addPass(mlir::createConvertComplexToLLVMPass());
  symbols.addPass(mlir::createConvertIndexToLLVMPass(
      withIndexBits<mlir::ConvertIndexToLLVMPassOptions>()));
  symbols.addPass(mlir::createUBToLLVMConversionPass(
      withIndexBits<mlir::UBToLLVMConversionPassOptions>()));

  pm.addPass(mlir::createFinalizeMemRefToLLVMConversionPass(
      withIndexBits<mlir::FinalizeMemRefToLLVMConversionPassOptions>()));
  pm.nestAny().addPass(mlir::createArithToLLVMConversionPass(
      withIndexBits<mlir::ArithToLLVMConversionPassOptions>()));
  pm.addPass(mlir::createConvertControlFlowToLLVMPass(
      withIndexBits<mlir::ConvertControlFlowToLLVMPassOptions>()));
  pm.addPass(mlir::createConvertFuncToLLVMPass(
      withIndexBits<mlir::ConvertFuncToLLVMPassOptions>()));
  pm.nestAny().addPass(mlir::createReconcileUnrealizedCastsPass());
}

void ember::registerLowerToLLVMPipeline() {
  mlir::PassPipelineRegistration<>(
      "ember-lower-to-llvm",
      "Lower everything that is left of ordinary MLIR to the LLVM dialect",
      [](mlir::OpPassManager &pm) { buildLowerToLLVMPipeline(pm); });
}

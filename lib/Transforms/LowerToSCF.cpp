//===- LowerToSCF.cpp - From front ends to loops over memrefs ---*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One look at the module tells which of the steps it needs; a module of loops
// costs no more than that look.
//
//===----------------------------------------------------------------------===//

#include "ember/Transforms/Passes.h"
#include "mlir/Conversion/BufferizationToMemRef/BufferizationToMemRef.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotAnalysis.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"
#include "mlir/Dialect/SparseTensor/Transforms/Passes.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Pass/PassManager.h"

namespace ember {
#define GEN_PASS_DEF_EMBERLOWERTOSCF
#include "ember/Transforms/Passes.h.inc"
} // namespace ember

using namespace ember;
namespace bufferization = mlir::bufferization;
namespace func = mlir::func;
namespace scf = mlir::scf;
namespace sparse_tensor = mlir::sparse_tensor;

namespace {

/// What a module has that is to be lowered.
struct Contents {
  bool sparseTensors = false;
  bool specifiers = false;
  bool tensors = false;
  bool bufferization = false;
  bool linalg = false;
  bool affine = false;
  bool reallocations = false;
  bool parallelLoops = false;
  bool otherLoops = false;
  bool viewsInLoops = false;

  explicit Contents(ModuleOp module) {
    module->walk([&](Operation *op) { add(op); });
  }

private:
  void add(TypeRange types) {
    for (Type type : types) {
      if (isa<sparse_tensor::StorageSpecifierType>(type))
        specifiers = true;
      if (!isa<mlir::TensorType>(type))
        continue;
      tensors = true;
      if (sparse_tensor::getSparseTensorEncoding(type))
        sparseTensors = true;
    }
  }

  void add(Operation *op) {
    add(op->getResultTypes());
    for (Region &region : op->getRegions())
      for (Block &block : region)
        add(block.getArgumentTypes());
    if (auto function = dyn_cast<mlir::FunctionOpInterface>(op)) {
      add(function.getArgumentTypes());
      add(function.getResultTypes());
    }
    mlir::Dialect *dialect = op->getDialect();
    bufferization |=
        isa_and_nonnull<mlir::bufferization::BufferizationDialect>(dialect);
    linalg |= isa_and_nonnull<mlir::linalg::LinalgDialect>(dialect);
    affine |= isa_and_nonnull<mlir::affine::AffineDialect>(dialect);
    reallocations |= isa<mlir::memref::ReallocOp>(op);
    parallelLoops |= isa<scf::ParallelOp, scf::ForallOp>(op);
    if (isa<mlir::memref::SubViewOp>(op))
      viewsInLoops |=
          static_cast<bool>(op->getParentOfType<mlir::LoopLikeOpInterface>());
    if (auto loop = dyn_cast<scf::ForOp>(op))
      otherLoops |=
          loop.getUnsignedCmp() || !loop.getInductionVar().getType().isIndex();
  }
};

/// A part of the lowering, and what it is for.
struct Step {
  bool Contents::*isNeeded;
  void (*build)(mlir::OpPassManager &);
};

void buildSparsification(mlir::OpPassManager &pm) {
  // As upstream's `--sparsifier` begins: sampled products must be fused before
  // they are made sparse.
  mlir::OpPassManager &functions = pm.nest<func::FuncOp>();
  functions.addPass(mlir::createConvertElementwiseToLinalgPass());
  functions.addPass(mlir::createLinalgGeneralizeNamedOpsPass());
  functions.addPass(mlir::createLinalgElementwiseOpFusionPass());
  pm.addPass(mlir::createSparsificationAndBufferizationPass(
      mlir::getBufferizationOptionsForSparsification(/*analysisOnly=*/false),
      mlir::SparsificationOptions(mlir::SparseParallelizationStrategy::kNone,
                                  /*enableRT=*/false),
      /*createSparseDeallocs=*/false, /*enableRuntimeLibrary=*/false,
      /*enableBufferInitialization=*/false, /*vectorLength=*/0,
      /*enableVLAVectorization=*/false, /*enableSIMDIndex32=*/false,
      /*enableGPULibgen=*/false, mlir::SparseEmitStrategy::kFunctional,
      mlir::SparseParallelizationStrategy::kNone));
}

void buildBufferization(mlir::OpPassManager &pm) {
  mlir::OpPassManager &functions = pm.nest<func::FuncOp>();
  functions.addPass(mlir::createConvertElementwiseToLinalgPass());
  functions.addPass(createEmberSinkExtracts());
  bufferization::OneShotBufferizePassOptions options;
  options.bufferizeFunctionBoundaries = true;
  options.functionBoundaryTypeConversion =
      bufferization::LayoutMapOption::IdentityLayoutMap;
  options.unknownTypeConversion =
      bufferization::LayoutMapOption::IdentityLayoutMap;
  options.allowReturnAllocsFromLoops = true;
  pm.addPass(bufferization::createOneShotBufferizePass(options));
}

const Step steps[] = {
    {&Contents::sparseTensors, buildSparsification},
    {&Contents::specifiers,
     [](mlir::OpPassManager &pm) {
       pm.addPass(mlir::createStorageSpecifierToLLVMPass());
     }},
    {&Contents::tensors, buildBufferization},
    {&Contents::bufferization,
     [](mlir::OpPassManager &pm) {
       pm.addPass(mlir::createConvertBufferizationToMemRefPass());
     }},
    {&Contents::linalg,
     [](mlir::OpPassManager &pm) {
       pm.addNestedPass<func::FuncOp>(mlir::createConvertLinalgToLoopsPass());
     }},
    {&Contents::reallocations,
     [](mlir::OpPassManager &pm) {
       pm.addNestedPass<func::FuncOp>(mlir::memref::createExpandReallocPass());
     }},
    {&Contents::affine,
     [](mlir::OpPassManager &pm) {
       pm.addNestedPass<func::FuncOp>(mlir::createLowerAffinePass());
     }},
    {&Contents::parallelLoops,
     [](mlir::OpPassManager &pm) {
       pm.addNestedPass<func::FuncOp>(createEmberSequentializeLoops());
     }},
    {&Contents::otherLoops,
     [](mlir::OpPassManager &pm) {
       pm.addNestedPass<func::FuncOp>(createEmberNormalizeLoops());
     }},
    {&Contents::viewsInLoops,
     [](mlir::OpPassManager &pm) {
       pm.addNestedPass<func::FuncOp>(createEmberFoldViews());
     }},
};

/// Whether upstream's run-time library of sparse tensors has functions of this
/// name; those for several types end in them.
bool isSparseRuntimeName(StringRef name) {
  name.consume_front("_mlir_ciface_");
  if (name.contains("SparseTensor"))
    return true;
  return llvm::any_of(
      ArrayRef<StringRef>{"sparseLvlSize", "sparseDimSize", "sparseValues",
                          "sparsePositions", "sparseCoordinates", "lexInsert",
                          "expInsert", "endLexInsert"},
      [&](StringRef prefix) { return name.starts_with(prefix); });
}

/// Refuses calls of that library.
LogicalResult checkCalls(ModuleOp module) {
  llvm::SmallDenseSet<StringAttr> names;
  for (auto function : module.getOps<func::FuncOp>())
    if (function.isExternal() && isSparseRuntimeName(function.getName()))
      names.insert(function.getNameAttr());
  if (names.empty())
    return success();
  WalkResult result = module->walk([&](func::CallOp call) {
    if (!names.contains(call.getCalleeAttr().getAttr()))
      return WalkResult::advance();
    call.emitOpError("calls '")
        << call.getCallee()
        << "' of the run-time library of sparse tensors, which Ember does not "
           "have; expects sparse tensors themselves, or code that the "
           "sparsifier made without it (enable-runtime-library=false)";
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

/// Refuses dimensions that no shape can have: what upstream's patterns do with
/// them is undefined.
LogicalResult checkDimensions(ModuleOp module) {
  WalkResult result = module->walk([](mlir::ShapedDimOpInterface op) {
    std::optional<int64_t> dimension =
        mlir::getConstantIntValue(op.getDimension());
    if (!dimension || *dimension >= 0)
      return WalkResult::advance();
    op.emitOpError("expects a dimension that is not negative, but got ")
        << *dimension;
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

/// Refuses what no step can lower.
LogicalResult checkLowered(ModuleOp module) {
  WalkResult result = module->walk([&](Operation *op) {
    auto isAbstract = [](Type type) {
      return isa<mlir::TensorType, sparse_tensor::StorageSpecifierType>(type);
    };
    if (!isa_and_nonnull<
            mlir::linalg::LinalgDialect, mlir::affine::AffineDialect,
            mlir::tensor::TensorDialect, sparse_tensor::SparseTensorDialect>(
            op->getDialect()) &&
        llvm::none_of(op->getOperandTypes(), isAbstract) &&
        llvm::none_of(op->getResultTypes(), isAbstract))
      return WalkResult::advance();
    op->emitOpError("cannot be lowered to loops over memrefs");
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

class LowerToSCF : public impl::EmberLowerToSCFBase<LowerToSCF> {
public:
  void getDependentDialects(DialectRegistry &registry) const override {
    for (const Step &step : steps) {
      mlir::OpPassManager pm(ModuleOp::getOperationName());
      step.build(pm);
      pm.getDependentDialects(registry);
    }
  }

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (failed(checkCalls(module)) || failed(checkDimensions(module)))
      return signalPassFailure();
    Contents contents(module);
    bool changed = false;
    for (const Step &step : steps) {
      if (!(contents.*step.isNeeded))
        continue;
      mlir::OpPassManager pm(ModuleOp::getOperationName());
      step.build(pm);
      if (failed(runPipeline(pm, module)))
        return signalPassFailure();
      contents = Contents(module);
      changed = true;
    }
    if (!changed)
      return markAllAnalysesPreserved();
    // Some of what becomes code without the library would still call it.
    if (failed(checkCalls(module)) || failed(checkLowered(module)))
      return signalPassFailure();
  }
};

} // namespace

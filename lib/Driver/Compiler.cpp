//===- Compiler.cpp - From kernels to programs of the core ----------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Driver/Compiler.h"

#include "ember/Conversion/Passes.h"
#include "ember/Dialect/DLC/IR/DLC.h"
#include "ember/Dialect/SLCV/IR/SLCV.h"
#include "ember/Pipelines/LowerToLLVM.h"
#include "ember/Pipelines/Pipelines.h"
#include "ember/Support/Location.h"
#include "ember/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "mlir/Transforms/Passes.h"

namespace ember::driver {

namespace {

/// Runs the passes that `populate` appends.
llvm::Error runPasses(ModuleOp module, StringRef what,
                      llvm::function_ref<void(mlir::PassManager &)> populate) {
  mlir::PassManager pm(module.getContext(), ModuleOp::getOperationName());
  populate(pm);
  if (succeeded(pm.run(module)))
    return llvm::Error::success();
  return llvm::createStringError("cannot " + what);
}

/// Whether a loop of a nest runs in vectors, on either unit.
bool isVectorised(dlc::DecoupledOp nest) {
  WalkResult walk = nest.walk([](Operation *op) {
    return llvm::any_of(op->getResultTypes(), llvm::IsaPred<VectorType>) ||
                   isa<slcv::ForOp>(op)
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  return walk.wasInterrupted();
}

/// Keeps remarks.
class RemarkCollector : public mlir::remark::detail::MLIRRemarkStreamerBase {
public:
  explicit RemarkCollector(std::vector<Remark> &remarks) : remarks(remarks) {}

  void streamOptimizationRemark(
      const mlir::remark::detail::Remark &remark) override {
    std::string reason;
    for (const auto &arg : remark.getArgs()) {
      if (!reason.empty())
        reason += ", ";
      reason += arg.val;
    }
    remarks.push_back({remark.getRemarkName().str(),
                       describeLocation(remark.getLocation()), reason});
  }

private:
  std::vector<Remark> &remarks;
};

/// While it lives, missed and failed optimizations of the context are kept,
/// unless the context has a listener of its own.
class RemarkScope {
public:
  RemarkScope(MLIRContext &context, std::vector<Remark> &remarks)
      : context(context), isActive(!context.getRemarkEngine()) {
    if (!isActive)
      return;
    mlir::remark::RemarkCategories categories;
    categories.missed = categories.failed = ".*";
    isActive = succeeded(mlir::remark::enableOptimizationRemarks(
        context, std::make_unique<RemarkCollector>(remarks),
        std::make_unique<mlir::remark::RemarkEmittingPolicyAll>(), categories));
  }
  ~RemarkScope() {
    if (isActive)
      context.setRemarkEngine(nullptr);
  }
  RemarkScope(const RemarkScope &) = delete;
  RemarkScope &operator=(const RemarkScope &) = delete;

private:
  MLIRContext &context;
  bool isActive;
};

} // namespace

/// Appends Ember's pipeline up to a level. Errors: wrong options.
static llvm::Error addPipeline(mlir::PassManager &pm,
                               const CompilerOptions &options,
                               const sim::MachineDescription &machine,
                               Level until) {
  PipelineOptions pipeline;
  pipeline.queueBytes = machine.queues.dataBytes;
  pipeline.vectorBits = machine.core.vectorBits;
  std::string message;
  auto keepMessage = [&](const Twine &text) {
    message = text.str();
    return failure();
  };
  auto wrongOptions = [&] {
    return llvm::createStringError("wrong pipeline options '" +
                                   options.pipeline + "': " + message);
  };
  if (failed(pipeline.parse(options.pipeline, keepMessage)))
    return wrongOptions();
  if (pipeline.until != Level::Target)
    return llvm::createStringError("a run needs the pipeline option "
                                   "'until=target', which is the default");
  pipeline.until = until;
  pipeline.verifyDecoupling =
      pipeline.verifyDecoupling && options.verifyDecoupling;
  if (failed(buildEmberPipeline(pm, pipeline, keepMessage)))
    return wrongOptions();
  return llvm::Error::success();
}

llvm::Error Compiler::decouple(const sim::MachineDescription &machine) {
  mlir::PassManager pm(kernel.module.get().getContext(),
                       ModuleOp::getOperationName());
  // Guards are put in at this level; `compile` goes on.
  if (llvm::Error error = addPipeline(pm, options, machine, Level::DLC))
    return error;
  decoupled = kernel.module.get().clone();
  RemarkScope scope(*kernel.module.get().getContext(), remarks);
  if (failed(pm.run(*decoupled)))
    return llvm::createStringError("cannot decouple the kernel");
  decoupled->walk([&](dlc::DecoupledOp nest) {
    // Another version of a nest, for what a check at run time refuses.
    if (!nest->getBlock()->getOps<slc::FallbackOp>().empty())
      return;
    ++numDecoupledNests;
    numVectorisedNests += isVectorised(nest);
  });
  return llvm::Error::success();
}

llvm::Expected<mlir::OwningOpRef<ModuleOp>> Compiler::makeOriginal() const {
  mlir::OwningOpRef<ModuleOp> module(kernel.module.get().clone());
  if (llvm::Error error = runPasses(
          *module, "prepare the original kernel", [&](mlir::PassManager &pm) {
            if (kernel.isSLC)
              pm.addNestedPass<mlir::func::FuncOp>(createConvertSLCToSCF());
            pm.addPass(mlir::createCanonicalizerPass());
          }))
    return std::move(error);
  return module;
}

llvm::Expected<mlir::OwningOpRef<ModuleOp>>
Compiler::makeErased(const sim::MachineDescription &machine) const {
  mlir::PassManager pm(kernel.module.get().getContext(),
                       ModuleOp::getOperationName());
  if (llvm::Error error = addPipeline(pm, options, machine, Level::SLCV))
    return std::move(error);
  pm.addNestedPass<mlir::func::FuncOp>(createConvertSLCToSCF());
  mlir::OwningOpRef<ModuleOp> module(kernel.module.get().clone());
  if (failed(pm.run(*module)))
    return llvm::createStringError("cannot erase the decoupled kernel");
  return module;
}

llvm::Expected<std::unique_ptr<sim::CoreProgram>>
Compiler::compile(Program program, Build build,
                  const sim::MachineDescription &machine) const {
  mlir::OwningOpRef<ModuleOp> module;
  if (program == Program::Decoupled) {
    assert(decoupled && "the kernel is not decoupled yet");
    module = decoupled.get().clone();
  } else {
    llvm::Expected<mlir::OwningOpRef<ModuleOp>> made =
        program == Program::Original ? makeOriginal() : makeErased(machine);
    if (!made)
      return made.takeError();
    module = std::move(*made);
  }

  if (llvm::Error error = runPasses(*module, "lower the kernel to LLVM",
                                    [&](mlir::PassManager &pm) {
                                      pm.enableVerifier(options.verifyLowering);
                                      if (build == Build::Checked)
                                        pm.addPass(createEmberInsertGuards());
                                      pm.addPass(createEmberLowerAsserts());
                                      pm.addPass(createConvertDLCToLLVM());
                                      buildLowerToLLVMPipeline(pm);
                                    }))
    return std::move(error);
  auto context = std::make_unique<llvm::LLVMContext>();
  std::unique_ptr<llvm::Module> translated =
      mlir::translateModuleToLLVMIR(*module, *context, kernel.signature.name);
  if (!translated)
    return llvm::createStringError("cannot translate the kernel to LLVM IR");
  return sim::CoreProgram::compile(
      std::move(context), std::move(translated), machine,
      {kernel.signature.name, /*timed=*/build == Build::Timed,
       options.countSteps && build == Build::Checked, options.optimize});
}

} // namespace ember::driver

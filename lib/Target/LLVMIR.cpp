//===- LLVMIR.cpp - From the LLVM dialect to LLVM IR ------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Target/LLVMIR.h"
#include "ember/Support/Location.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"

using namespace ember;

/// The code generator of the host, for its data layout.
static llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createHostMachine() {
  static const bool missing = llvm::InitializeNativeTarget();
  if (missing)
    return llvm::createStringError("this LLVM has no code generator for the "
                                   "host");
  llvm::Triple triple(llvm::sys::getProcessTriple());
  std::string problem;
  const llvm::Target *target =
      llvm::TargetRegistry::lookupTarget(triple, problem);
  if (!target)
    return llvm::createStringError(problem);
  return std::unique_ptr<llvm::TargetMachine>(
      target->createTargetMachine(triple, "", "", {}, {}));
}

llvm::Expected<std::unique_ptr<llvm::Module>>
target::translateToLLVMIR(ModuleOp module, llvm::LLVMContext &context) {
  llvm::Expected<std::unique_ptr<llvm::TargetMachine>> host =
      createHostMachine();
  if (!host)
    return host.takeError();

  DialectRegistry registry;
  mlir::registerBuiltinDialectTranslation(registry);
  mlir::registerLLVMDialectTranslation(registry);
  module.getContext()->appendDialectRegistry(registry);

  std::string problem;
  std::unique_ptr<llvm::Module> translated;
  {
    mlir::ScopedDiagnosticHandler handler(
        module.getContext(), [&](mlir::Diagnostic &diagnostic) {
          if (diagnostic.getSeverity() != mlir::DiagnosticSeverity::Error)
            return failure();
          if (problem.empty())
            problem = describeLocation(diagnostic.getLocation()) + ": " +
                      diagnostic.str();
          return success();
        });
    translated = mlir::translateModuleToLLVMIR(
        module, context, module.getName().value_or("kernel"));
  }
  if (!translated)
    return llvm::createStringError(problem);
  translated->setTargetTriple((*host)->getTargetTriple());
  translated->setDataLayout((*host)->createDataLayout());
  return translated;
}

//===- LLVMIR.h - From the LLVM dialect to LLVM IR --------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Leaves MLIR: from a module of the `llvm` dialect to LLVM IR for the host.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_TARGET_LLVMIR_H
#define EMBER_TARGET_LLVMIR_H

#include "ember/Support/LLVM.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace ember::target {

/// Translates `module`, which must be of the `llvm` dialect throughout, into
/// `context`. Triple and data layout are the host's, names are kept.
///
/// The error of an op that cannot be translated is the first diagnostic at it.
llvm::Expected<std::unique_ptr<llvm::Module>>
translateToLLVMIR(ModuleOp module, llvm::LLVMContext &context);

} // namespace ember::target

#endif // EMBER_TARGET_LLVMIR_H

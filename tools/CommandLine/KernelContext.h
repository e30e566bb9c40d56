//===- KernelContext.h - The MLIR context of a tool -------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef EMBER_TOOLS_KERNELCONTEXT_H
#define EMBER_TOOLS_KERNELCONTEXT_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/SourceMgr.h"

namespace ember::tools {

/// A context for kernels. Its diagnostics are printed with the line of the file
/// that they are about, and without the op as it is after the passes so far.
class KernelContext {
public:
  KernelContext();

  operator mlir::MLIRContext &() { return context; }

private:
  mlir::MLIRContext context;
  llvm::SourceMgr sources;
  mlir::SourceMgrDiagnosticHandler diagnostics;
};

} // namespace ember::tools

#endif // EMBER_TOOLS_KERNELCONTEXT_H

//===- KernelContext.cpp - The MLIR context of a tool ---------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelContext.h"

#include "ember/Driver/Kernel.h"

namespace ember::tools {

static mlir::DialectRegistry getKernelDialects() {
  mlir::DialectRegistry registry;
  driver::registerKernelDialects(registry);
  return registry;
}

KernelContext::KernelContext()
    : context(getKernelDialects(), mlir::MLIRContext::Threading::DISABLED),
      diagnostics(sources, &context) {
  context.printOpOnDiagnostic(false);
}

} // namespace ember::tools

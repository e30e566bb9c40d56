//===- KernelDialects.cpp - What a kernel may be made of ------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A file of its own, because it includes all dialects.
//
//===----------------------------------------------------------------------===//

#include "ember/Driver/Kernel.h"

#include "ember/InitAllDialects.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"

namespace ember::driver {

void registerKernelDialects(DialectRegistry &registry) {
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::registerAllToLLVMIRTranslations(registry);
  ember::registerAllDialects(registry);
}

} // namespace ember::driver

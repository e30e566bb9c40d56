//===- Passes.h - Vectors, runs and queue layout ----------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef EMBER_DIALECT_SLCV_TRANSFORMS_PASSES_H
#define EMBER_DIALECT_SLCV_TRANSFORMS_PASSES_H

#include "ember/Conversion/Passes.h"
#include "ember/Support/LLVM.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

namespace ember::slcv {

#define GEN_PASS_DECL
#include "ember/Dialect/SLCV/Transforms/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "ember/Dialect/SLCV/Transforms/Passes.h.inc"

} // namespace ember::slcv

#endif // EMBER_DIALECT_SLCV_TRANSFORMS_PASSES_H

//===- Passes.h - Passes within the SLC dialect -----------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef EMBER_DIALECT_SLC_TRANSFORMS_PASSES_H
#define EMBER_DIALECT_SLC_TRANSFORMS_PASSES_H

#include "ember/Support/LLVM.h"
#include "mlir/Pass/Pass.h"

namespace ember::slc {

#define GEN_PASS_DECL
#include "ember/Dialect/SLC/Transforms/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "ember/Dialect/SLC/Transforms/Passes.h.inc"

} // namespace ember::slc

#endif // EMBER_DIALECT_SLC_TRANSFORMS_PASSES_H

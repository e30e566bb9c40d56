//===- Passes.h - Passes over ordinary MLIR ---------------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Passes over ordinary MLIR; what each does is said in Passes.td.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_TRANSFORMS_PASSES_H
#define EMBER_TRANSFORMS_PASSES_H

#include "ember/Conversion/Passes.h"
#include "ember/Support/LLVM.h"
#include "mlir/Pass/Pass.h"

namespace ember {

#define GEN_PASS_DECL
#include "ember/Transforms/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "ember/Transforms/Passes.h.inc"

} // namespace ember

#endif // EMBER_TRANSFORMS_PASSES_H

//===- Passes.h - Conversions between the levels ----------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The conversions between Ember's levels; what each does is said in Passes.td.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_CONVERSION_PASSES_H
#define EMBER_CONVERSION_PASSES_H

#include "ember/Support/LLVM.h"
#include "mlir/Pass/Pass.h"

namespace ember {

/// What passes do about memrefs that may or may not be disjoint.
enum class AliasChecks {
  Runtime,    ///< Check before the nest, fall back to the original loops.
  AssumeNone, ///< Take them to be disjoint.
  Refuse,     ///< Leave the code as it is.
};

#define GEN_PASS_DECL
#include "ember/Conversion/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "ember/Conversion/Passes.h.inc"

} // namespace ember

#endif // EMBER_CONVERSION_PASSES_H

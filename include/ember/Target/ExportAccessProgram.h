//===- ExportAccessProgram.h - From DLC to access programs ------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef EMBER_TARGET_EXPORTACCESSPROGRAM_H
#define EMBER_TARGET_EXPORTACCESSPROGRAM_H

#include "ember/Dialect/DLC/IR/DLC.h"
#include "ember/Target/AccessProgram.h"

namespace ember::target {

/// An access program and the values of the core that fill its configuration
/// words, in order: an integer or index takes one word, a memref
/// `1 + 2 * rank`.
struct ExportedProgram {
  AccessProgram program;
  SmallVector<Value> config;
};

/// Makes the access program of a nest's access region. Fails with a diagnostic
/// if it does not verify.
FailureOr<ExportedProgram> exportAccessProgram(dlc::DecoupledOp nest,
                                               StringRef name);

} // namespace ember::target

#endif // EMBER_TARGET_EXPORTACCESSPROGRAM_H

//===- Levels.h - Programs as of a level ------------------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef EMBER_LIB_FUZZ_LEVELS_H
#define EMBER_LIB_FUZZ_LEVELS_H

#include "Dice.h"
#include "mlir/IR/OwningOpRef.h"

namespace ember::fuzz {

/// Parses a program and runs the pipeline to a random opt level and, of the
/// levels that still have nests, the wanted one, such as `slcv`. Null, with
/// diagnostics, if that fails.
mlir::OwningOpRef<ModuleOp> lowerTo(MLIRContext &context, StringRef text,
                                    StringRef level, Dice &dice);

} // namespace ember::fuzz

#endif // EMBER_LIB_FUZZ_LEVELS_H

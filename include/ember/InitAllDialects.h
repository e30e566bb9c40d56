//===- InitAllDialects.h - Registers Ember's dialects -----------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The one place that lists all dialects of Ember.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_INITALLDIALECTS_H
#define EMBER_INITALLDIALECTS_H

#include "mlir/IR/DialectRegistry.h"

namespace ember {

/// Adds all dialects of Ember to `registry`.
inline void registerAllDialects(mlir::DialectRegistry &registry) {}

} // namespace ember

#endif // EMBER_INITALLDIALECTS_H

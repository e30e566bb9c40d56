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

#include "ember/Dialect/DLC/IR/DLC.h"
#include "ember/Dialect/SLC/IR/SLC.h"
#include "ember/Dialect/SLCV/IR/SLCV.h"
#include "mlir/IR/DialectRegistry.h"

namespace ember {

/// Adds all dialects of Ember to `registry`.
inline void registerAllDialects(mlir::DialectRegistry &registry) {
  registry.insert<dlc::DLCDialect, slc::SLCDialect, slcv::SLCVDialect>();
}

} // namespace ember

#endif // EMBER_INITALLDIALECTS_H

//===- ember-opt.cpp - Runs passes on MLIR files ----------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `mlir-opt` with Ember's dialects and passes beside all upstream ones.
///
//===----------------------------------------------------------------------===//

#include "ember/InitAllDialects.h"
#include "ember/InitAllPasses.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  ember::registerAllDialects(registry);
  mlir::registerAllPasses();
  ember::registerAllPasses();
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, "Ember's optimizer driver\n", registry));
}

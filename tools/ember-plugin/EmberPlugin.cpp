//===- EmberPlugin.cpp - Ember in a stock mlir-opt --------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Ember's dialects and passes as a plugin, for `--load-dialect-plugin` and
/// `--load-pass-plugin` of tools like `mlir-opt`.
///
//===----------------------------------------------------------------------===//

#include "ember/InitAllDialects.h"
#include "ember/InitAllPasses.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "llvm/Support/Compiler.h"

extern "C" LLVM_ATTRIBUTE_WEAK mlir::DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "Ember", EMBER_VERSION,
          [](mlir::DialectRegistry *registry) {
            ember::registerAllDialects(*registry);
          }};
}

extern "C" LLVM_ATTRIBUTE_WEAK mlir::PassPluginLibraryInfo
mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "Ember", EMBER_VERSION,
          [] { ember::registerAllPasses(); }};
}

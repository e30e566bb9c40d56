//===- InitAllPasses.h - Registers Ember's passes ---------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The one place that lists all passes and pipelines of Ember.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_INITALLPASSES_H
#define EMBER_INITALLPASSES_H

#include "ember/Conversion/Passes.h"
#include "ember/Dialect/SLC/Transforms/Passes.h"
#include "ember/Dialect/SLCV/Transforms/Passes.h"
#include "ember/Pipelines/LowerToLLVM.h"
#include "ember/Pipelines/Pipelines.h"
#include "ember/Transforms/Passes.h"

namespace ember {

/// Registers all passes and pipelines of Ember, for tools that name them on
/// the command line.
inline void registerAllPasses() {
  registerConversionPasses();
  registerTransformsPasses();
  slc::registerSLCPasses();
  slcv::registerSLCVPasses();
  registerEmberPipeline();
  registerLowerToLLVMPipeline();
}

} // namespace ember

#endif // EMBER_INITALLPASSES_H

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

#include "ember/Pipelines/LowerToLLVM.h"
#include "ember/Transforms/Passes.h"

namespace ember {

/// Registers all passes and pipelines of Ember, for tools that name them on
/// the command line.
inline void registerAllPasses() {
  registerTransformsPasses();
  registerLowerToLLVMPipeline();
}

} // namespace ember

#endif // EMBER_INITALLPASSES_H

//===- StepCounting.h - Makes a program count its steps ---------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef EMBER_SIMULATOR_STEPCOUNTING_H
#define EMBER_SIMULATOR_STEPCOUNTING_H

namespace llvm {
class Module;
} // namespace llvm

namespace ember::sim {

/// Inserts a call of `__ember_step` into every function that `module` defines:
/// where it begins, and wherever it goes back to the begin of a loop. No
/// program runs for ever without them. To be run before optimisation, which may
/// remove loops that do nothing else.
void countSteps(llvm::Module &module);

} // namespace ember::sim

#endif // EMBER_SIMULATOR_STEPCOUNTING_H

//===- Instrumentation.h - Makes a program trace itself ---------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Inserts the calls of a timed run into optimised LLVM IR and describes the
/// same IR to the core model. Costs come from LLVM's cost tables for the
/// configured CPU.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_SIMULATOR_INSTRUMENTATION_H
#define EMBER_SIMULATOR_INSTRUMENTATION_H

#include "ember/Simulator/BlockTemplate.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace ember::sim {

/// The target machine for `cpu`, a name that LLVM knows on the host's
/// architecture: its cost model prices the core's program, and is the one to
/// optimise it with. An error for an unknown CPU.
llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createCostMachine(llvm::StringRef cpu);

/// Instruments every function that `module` defines, in place: a call of
/// `__ember_trace_block` at the start of each block, one of
/// `__ember_trace_access` before each access to memory, one of
/// `__ember_trace_range` before each masked access and each operation on a
/// range of bytes. To be run after optimisation, right before code generation.
/// Calls of the run-time (docs/Architecture.md) stay as they are and become
/// operations of their own. A function's attribute `target-cpu`, if it has one,
/// prices that function.
ProgramTemplates instrument(llvm::Module &module,
                            llvm::TargetMachine &costMachine);

} // namespace ember::sim

#endif // EMBER_SIMULATOR_INSTRUMENTATION_H

//===- Execution.h - Run a program, compare how it ends ---------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// One run of one build of a kernel, and what it ended with.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_DRIVER_EXECUTION_H
#define EMBER_DRIVER_EXECUTION_H

#include "ember/Driver/Outputs.h"

namespace ember::driver {

/// How a run ended: with outputs, or with a fault of the program.
struct Ending {
  /// What the outputs lie in, with the variables of its program.
  std::unique_ptr<sim::Run> run;
  std::vector<Output> outputs;
  std::optional<std::string> fault;
};

/// Runs `program`, a build of a kernel of this signature; see
/// `sim::RunOptions::maxSteps`. Errors are those that are not the program's
/// own.
llvm::Expected<Ending>
execute(sim::CoreProgram &program, const Signature &signature,
        const BoundArguments &arguments, const sim::MachineDescription &machine,
        const sim::RunAhead &runAhead, uint64_t maxSteps = UINT64_MAX);

/// How the ending of a run, which `what` says in words, differs from that of
/// the original, for people; nothing when both fault or all their outputs are
/// exactly equal.
std::optional<std::string> compareEndings(const Ending &original,
                                          const Ending &ending, StringRef what);

/// `at run-ahead min`.
std::string describe(const sim::RunAhead &runAhead);

} // namespace ember::driver

#endif // EMBER_DRIVER_EXECUTION_H

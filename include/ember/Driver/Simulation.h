//===- Simulation.h - Compile, run, verify, time ----------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The whole of what `ember-sim` does, for tools and bindings. The runs are
/// those of docs/Architecture.md, "Runs".
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_DRIVER_SIMULATION_H
#define EMBER_DRIVER_SIMULATION_H

#include "ember/Driver/Compiler.h"
#include "ember/Driver/Outputs.h"
#include "ember/Driver/Report.h"

namespace ember::driver {

/// The decoupled program and the original differ: in a value, or in whether
/// they fault.
class MismatchError : public llvm::ErrorInfo<MismatchError> {
public:
  static char ID;

  explicit MismatchError(const Twine &message) : text(message.str()) {}

  std::string message() const override { return text; }
  void log(raw_ostream &os) const override;
  std::error_code convertToErrorCode() const override;

private:
  std::string text;
};

struct SimulationOptions {
  CompilerOptions compiler;
  sim::MachineDescription machine;
  /// Of the checked run.
  sim::RunAhead runAhead;
  /// Also runs the original, and the decoupled program at the least and the
  /// greatest run-ahead, and compares everything.
  bool check = false;
  /// Also times the original.
  bool baseline = false;
  /// Steps that each unit may take in a checked run
  /// (`sim::RunOptions::maxSteps`); none by default bounds nothing.
  std::optional<uint64_t> maxSteps;
};

/// A finished simulation.
struct Simulation {
  Report report;
  /// Why the compiler left loops or loads to the core, or scalar.
  std::vector<Remark> remarks;
  /// Of the checked run. They live in `run`.
  std::vector<Output> outputs;

  /// What `outputs` lies in; the program holds its global variables.
  std::unique_ptr<sim::CoreProgram> program;
  std::unique_ptr<sim::Run> run;
};

/// Compiles and runs `kernel` on `arguments`.
///
/// Errors: `MismatchError`; `sim::FaultError` for a mistake of the program (on
/// which both programs agree, when both were run); others for a kernel that
/// cannot be compiled, of which the context's diagnostics say more, and for a
/// machine that cannot run it.
llvm::Expected<Simulation> simulate(const Kernel &kernel,
                                    const BoundArguments &arguments,
                                    const SimulationOptions &options);

/// Writes the report as a JSON object, with the remarks as one more key.
void writeJSON(const Simulation &simulation, llvm::raw_ostream &os);

/// Parses `min`, `max` or a number of records, at least 1.
llvm::Expected<sim::RunAhead> parseRunAhead(StringRef text);

} // namespace ember::driver

#endif // EMBER_DRIVER_SIMULATION_H

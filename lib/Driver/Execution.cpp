//===- Execution.cpp - Run a program, compare how it ends -----------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Driver/Execution.h"

#include "ember/Simulator/Fault.h"

namespace ember::driver {

llvm::Expected<Ending>
execute(sim::CoreProgram &program, const Signature &signature,
        const BoundArguments &arguments, const sim::MachineDescription &machine,
        const sim::RunAhead &runAhead, uint64_t maxSteps) {
  sim::RunOptions options;
  options.runAhead = runAhead;
  options.maxSteps = maxSteps;
  Ending ending;
  llvm::Expected<std::unique_ptr<sim::Run>> run =
      sim::Run::execute(program, machine, arguments.input, options);
  if (!run) {
    // Faults are what a program may end with; other errors are not its own.
    llvm::Error rest =
        llvm::handleErrors(run.takeError(), [&](const sim::FaultError &fault) {
          ending.fault = fault.message();
        });
    if (rest)
      return std::move(rest);
    return ending;
  }
  ending.run = std::move(*run);
  llvm::Expected<std::vector<Output>> outputs =
      collectOutputs(signature, arguments, *ending.run);
  if (!outputs)
    return outputs.takeError();
  ending.outputs = std::move(*outputs);
  return ending;
}

std::optional<std::string>
compareEndings(const Ending &original, const Ending &ending, StringRef what) {
  if (original.fault && ending.fault)
    return std::nullopt;
  if (ending.fault)
    return ("the original ends without a fault, but the program " + what +
            " faults: " + *ending.fault)
        .str();
  if (original.fault)
    return ("the program " + what + " ends without a fault, but the original " +
            "faults: " + *original.fault)
        .str();
  if (std::optional<std::string> text =
          compareOutputs(original.outputs, ending.outputs))
    return ("the program " + what + " differs from the original in " + *text)
        .str();
  return std::nullopt;
}

std::string describe(const sim::RunAhead &runAhead) {
  switch (runAhead.kind) {
  case sim::RunAhead::Kind::Min:
    return "at run-ahead min";
  case sim::RunAhead::Kind::Records:
    return "at run-ahead " + std::to_string(runAhead.records);
  case sim::RunAhead::Kind::Capacity:
    return "at the default run-ahead";
  case sim::RunAhead::Kind::Max:
    return "at run-ahead max";
  }
  llvm_unreachable("unknown kind of run-ahead");
}

} // namespace ember::driver

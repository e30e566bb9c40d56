//===- ember-sim.cpp - Compiles, runs, verifies and times kernels ---------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The command line of the simulator; docs/ember-sim.md describes it. Exit
/// status: 0; 2 when the decoupled program and the original differ; 1 for any
/// other failure.
///
//===----------------------------------------------------------------------===//

#include "KernelContext.h"
#include "OptionTable.inc"
#include "ember/Driver/Npy.h"
#include "ember/Driver/OutputFiles.h"
#include "ember/Driver/Simulation.h"
#include "llvm/ADT/StringExtras.h"

namespace {

/// What the command line asks for.
struct CommandLine {
  std::string kernel;
  std::string entry;
  std::vector<std::string> arguments;
  ember::driver::SimulationOptions simulation;
  std::vector<ember::driver::SaveRequest> saves;
  std::string statisticsFile;
  std::string machineFile;
};

llvm::Expected<CommandLine> readCommandLine(const InputArgList &args) {
  using ember::tools::readInteger;
  CommandLine line;
  line.arguments = args.getAllArgValues(OPT_INPUT);
  if (line.arguments.empty())
    return llvm::createStringError("expects a kernel file");
  line.kernel = std::move(line.arguments.front());
  line.arguments.erase(line.arguments.begin());
  line.entry = args.getLastArgValue(OPT_entry).str();
  line.statisticsFile = args.getLastArgValue(OPT_stats).str();
  line.machineFile = args.getLastArgValue(OPT_write_machine).str();

  ember::driver::SimulationOptions &options = line.simulation;
  options.check = args.hasArg(OPT_check);
  options.baseline = args.hasArg(OPT_baseline);
  options.compiler.verifyDecoupling = !args.hasArg(OPT_no_verify_decoupling);
  options.compiler.pipeline = args.getLastArgValue(OPT_pipeline_options).str();
  for (auto [option, name] :
       {std::pair(OPT_opt_level, "opt-level="), std::pair(OPT_vlen, "vlen=")}) {
    std::optional<unsigned> value;
    if (llvm::Error error = readInteger(args, option, value))
      return std::move(error);
    std::string &pipeline = options.compiler.pipeline;
    if (value)
      pipeline += (pipeline.empty() ? "" : " ") + (name + llvm::utostr(*value));
  }

  auto machine =
      ember::sim::loadMachine(args.getLastArgValue(OPT_machine, "default"));
  if (!machine)
    return machine.takeError();
  options.machine = *machine;
  if (const Arg *runAhead = args.getLastArg(OPT_run_ahead)) {
    auto value = ember::driver::parseRunAhead(runAhead->getValue());
    if (!value)
      return value.takeError();
    options.runAhead = *value;
  }
  if (llvm::Error error = readInteger(args, OPT_max_steps, options.maxSteps))
    return std::move(error);
  for (const std::string &text : args.getAllArgValues(OPT_save)) {
    auto request = ember::driver::SaveRequest::parse(text);
    if (!request)
      return request.takeError();
    line.saves.push_back(std::move(*request));
  }
  return line;
}

/// Adds the files that the command line asks for; `simulation` is there when
/// they are written.
llvm::Error addFiles(const CommandLine &line,
                     const std::optional<ember::driver::Simulation> &simulation,
                     ember::driver::OutputFiles &files) {
  for (const ember::driver::SaveRequest &request : line.saves)
    if (llvm::Error error = files.add(request.path, [&](auto &os) {
          writeNpy(request.find(simulation->outputs), os);
        }))
      return error;
  if (!line.machineFile.empty())
    if (llvm::Error error = files.add(line.machineFile, [&](auto &os) {
          writeMachine(line.simulation.machine, os);
        }))
      return error;
  if (!line.statisticsFile.empty())
    return files.add(line.statisticsFile,
                     [&](auto &os) { writeJSON(*simulation, os); });
  return llvm::Error::success();
}

llvm::Expected<int> simulate(const InputArgList &args) {
  llvm::Expected<CommandLine> line = readCommandLine(args);
  if (!line)
    return line.takeError();
  ember::tools::KernelContext context;
  auto kernel = ember::driver::Kernel::load(context, line->kernel, line->entry);
  if (!kernel)
    return kernel.takeError();
  for (const ember::driver::SaveRequest &request : line->saves)
    if (llvm::Error error = request.check(kernel->signature))
      return std::move(error);
  std::optional<ember::driver::Simulation> simulation;
  ember::driver::OutputFiles files;
  if (llvm::Error error = addFiles(*line, simulation, files))
    return std::move(error);
  auto arguments =
      ember::driver::BoundArguments::bind(kernel->signature, line->arguments);
  if (!arguments)
    return arguments.takeError();
  if (llvm::Error error =
          ember::driver::simulate(*kernel, *arguments, line->simulation)
              .moveInto(simulation))
    return std::move(error);

  const ember::driver::Report &report = simulation->report;
  // That a loop walks more than it needs is said in any case.
  const bool isAllDecoupled = report.nestsDecoupled >= report.nestsFound;
  for (const ember::driver::Remark &remark : simulation->remarks)
    if (!isAllDecoupled || remark.name == "RangeNotUsed")
      llvm::errs() << remark.describe() << '\n';
  if (llvm::Error error = files.commit())
    return std::move(error);
  if (line->simulation.check)
    llvm::outs() << "check: the decoupled program computes what the original "
                    "computes\n";
  writeTable(report, llvm::outs());
  return 0;
}

} // namespace

int main(int argc, char **argv) {
  return ember::tools::runTool(
      argc, argv,
      {"ember-sim", "KERNEL.mlir [options] [--] ARG...",
       "Compiles a kernel for a decoupled access-execute machine, runs it and "
       "times it"},
      OptionTable(), simulate);
}

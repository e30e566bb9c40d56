//===- Simulation.cpp - Compile, run, verify, time ------------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Driver/Simulation.h"

#include "ember/Driver/Execution.h"
#include "ember/Simulator/Fault.h"

namespace ember::driver {

char MismatchError::ID = 0;

void MismatchError::log(raw_ostream &os) const { os << text; }

std::error_code MismatchError::convertToErrorCode() const {
  return llvm::inconvertibleErrorCode();
}

namespace {

class Simulator {
public:
  Simulator(const Kernel &kernel, const BoundArguments &arguments,
            const SimulationOptions &options)
      : kernel(kernel), arguments(arguments), options(options),
        compiler(kernel, getCompilerOptions(options)) {}

  llvm::Expected<Simulation> run();

private:
  static CompilerOptions getCompilerOptions(const SimulationOptions &options) {
    CompilerOptions result = options.compiler;
    result.countSteps = options.maxSteps.has_value();
    return result;
  }

  llvm::Expected<std::unique_ptr<sim::CoreProgram>> compile(Program program,
                                                            Build build) {
    return compiler.compile(program, build, options.machine);
  }

  llvm::Expected<Ending> execute(sim::CoreProgram &program,
                                 const sim::RunAhead &runAhead) {
    return driver::execute(program, kernel.signature, arguments,
                           options.machine, runAhead,
                           options.maxSteps.value_or(UINT64_MAX));
  }
  llvm::Error runReference();
  llvm::Error compare(const Ending &ending, StringRef what);
  llvm::Error runChecked(Simulation &simulation);
  llvm::Expected<sim::RunStatistics> runTimed(Program which, StringRef what);

  const Kernel &kernel;
  const BoundArguments &arguments;
  const SimulationOptions &options;
  Compiler compiler;

  /// Of the original, when everything is checked; the program holds the
  /// variables that outputs may lie in.
  std::unique_ptr<sim::CoreProgram> referenceProgram;
  std::optional<Ending> reference;
};

llvm::Error Simulator::runReference() {
  auto program = compile(Program::Original, Build::Checked);
  if (!program)
    return program.takeError();
  referenceProgram = std::move(*program);
  llvm::Expected<Ending> ending = execute(*referenceProgram, sim::RunAhead());
  if (!ending)
    return ending.takeError();
  reference = std::move(*ending);
  return llvm::Error::success();
}

llvm::Error Simulator::compare(const Ending &ending, StringRef what) {
  if (reference)
    if (std::optional<std::string> text =
            compareEndings(*reference, ending, what))
      return llvm::make_error<MismatchError>(*text);
  return llvm::Error::success();
}

llvm::Error Simulator::runChecked(Simulation &simulation) {
  auto program = compile(Program::Decoupled, Build::Checked);
  if (!program)
    return program.takeError();
  simulation.program = std::move(*program);

  llvm::SmallVector<sim::RunAhead, 3> others;
  if (options.check)
    for (auto kind : {sim::RunAhead::Kind::Min, sim::RunAhead::Kind::Max})
      if (kind != options.runAhead.kind)
        others.push_back({kind, 0});
  // The timed run has no guards, and only legal programs access the same
  // elements at every run-ahead: one that was decoupled by hand is seen at that
  // of the timed run, too.
  if (kernel.isSLC && options.runAhead.kind != sim::RunAhead::Kind::Capacity)
    others.push_back(sim::RunAhead());
  for (const sim::RunAhead &runAhead : others) {
    llvm::Expected<Ending> ending = execute(*simulation.program, runAhead);
    if (!ending)
      return ending.takeError();
    if (llvm::Error error = compare(*ending, describe(runAhead)))
      return error;
    if (ending->fault && runAhead.kind == sim::RunAhead::Kind::Capacity)
      return llvm::make_error<sim::FaultError>(*ending->fault);
  }

  llvm::Expected<Ending> ending =
      execute(*simulation.program, options.runAhead);
  if (!ending)
    return ending.takeError();
  if (llvm::Error error = compare(*ending, describe(options.runAhead)))
    return error;
  if (ending->fault)
    return llvm::make_error<sim::FaultError>(*ending->fault);
  simulation.run = std::move(ending->run);
  simulation.outputs = std::move(ending->outputs);
  return llvm::Error::success();
}

llvm::Expected<sim::RunStatistics> Simulator::runTimed(Program which,
                                                       StringRef what) {
  auto program = compile(which, Build::Timed);
  if (!program)
    return program.takeError();
  llvm::Expected<Ending> ending = execute(**program, sim::RunAhead());
  if (!ending)
    return ending.takeError();
  if (llvm::Error error = compare(*ending, what))
    return std::move(error);
  if (ending->fault)
    return llvm::make_error<sim::FaultError>(*ending->fault);
  return ending->run->statistics();
}

/// The numbers of a timed run of the decoupled program.
Report makeReport(const sim::RunStatistics &run, const Kernel &kernel,
                  const Compiler &compiler) {
  Report report;
  report.nestsFound = kernel.numNests;
  report.nestsDecoupled = compiler.getNumDecoupledNests();
  report.nestsVectorised = compiler.getNumVectorisedNests();
  report.nestsFallback = run.fallbacks;
  report.loadsAccess = run.accessUnit.loads;
  report.storesAccess = run.accessUnit.stores;
  report.tokens = run.queues.tokens;
  report.controlBytes = run.queues.controlBytes;
  report.dataBytes = run.queues.dataBytes;
  report.skippedBytes = run.queues.skippedBytes;
  report.scalarOperands = run.accessUnit.scalarOperands;
  report.misalignedVectorPops = run.accessUnit.misalignedVectors;
  report.lanesActive = run.accessUnit.activeLanes;
  report.lanesMasked = run.accessUnit.maskedLanes;
  report.accessIterations = run.accessUnit.iterations;
  if (const std::optional<sim::TimedStatistics> &timed = run.timed) {
    report.loadsExecute = timed->core.loads;
    report.storesExecute = timed->core.stores;
    report.coreInstructions = timed->core.instructions;
    report.coreMicroOps = timed->core.microOps;
    report.coreQueueStallCycles = timed->core.queueStall;
    report.accessBusyCycles = timed->accessUnit.busyCycles;
    report.coreRequests = timed->memory.core.requests();
    report.coreMisses = timed->memory.core.misses;
    report.accessRequests = timed->memory.accessUnit.requests();
    report.accessMisses = timed->memory.accessUnit.misses;
    report.dramReadBytes = timed->memory.dramReadBytes;
    report.dramWriteBytes = timed->memory.dramWriteBytes;
    report.cycles = timed->cycles;
  }
  return report;
}

llvm::Expected<Simulation> Simulator::run() {
  Simulation simulation;
  if (kernel.isSplit && (options.check || options.baseline))
    return llvm::createStringError(
        "cannot run the original of a kernel that is split already: '" +
        kernel.signature.name +
        "' has a 'dlc.decoupled'; give the program before "
        "--convert-slc-to-dlc, or leave out --check and --baseline");
  if (llvm::Error error = compiler.decouple(options.machine))
    return std::move(error);
  simulation.remarks = compiler.getRemarks();
  if (options.check)
    if (llvm::Error error = runReference())
      return std::move(error);
  if (llvm::Error error = runChecked(simulation))
    return std::move(error);
  llvm::Expected<sim::RunStatistics> timed =
      runTimed(Program::Decoupled, "in the timed build");
  if (!timed)
    return timed.takeError();
  simulation.report = makeReport(*timed, kernel, compiler);
  if (options.baseline) {
    llvm::Expected<sim::RunStatistics> baseline =
        runTimed(Program::Original, "in the baseline build");
    if (!baseline)
      return baseline.takeError();
    if (baseline->timed)
      simulation.report.baselineCycles = baseline->timed->cycles;
  }
  return simulation;
}

} // namespace

llvm::Expected<Simulation> simulate(const Kernel &kernel,
                                    const BoundArguments &arguments,
                                    const SimulationOptions &options) {
  return Simulator(kernel, arguments, options).run();
}

void writeJSON(const Simulation &simulation, llvm::raw_ostream &os) {
  llvm::json::OStream json(os, /*IndentSize=*/2);
  json.object([&] {
    writeMembers(simulation.report, json);
    json.attributeArray("remarks", [&] {
      for (const Remark &remark : simulation.remarks)
        json.object([&] {
          json.attribute("name", remark.name);
          json.attribute("location", remark.location);
          json.attribute("reason", remark.reason);
        });
    });
  });
  os << '\n';
}

llvm::Expected<sim::RunAhead> parseRunAhead(StringRef text) {
  if (text == "min")
    return sim::RunAhead{sim::RunAhead::Kind::Min, 0};
  if (text == "max")
    return sim::RunAhead{sim::RunAhead::Kind::Max, 0};
  uint64_t records;
  if (!text.getAsInteger(10, records) && records > 0)
    return sim::RunAhead{sim::RunAhead::Kind::Records, records};
  return llvm::createStringError(
      "expects a run-ahead of min, max or a positive number of records, but "
      "got '" +
      text + "'");
}

} // namespace ember::driver

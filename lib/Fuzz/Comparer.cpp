//===- Comparer.cpp - Runs a case in every way and compares ---------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Fuzz/Comparer.h"

#include "Dice.h"
#include "ember/Driver/Compiler.h"
#include "ember/Driver/Execution.h"
#include "ember/Target/ExportAccessProgram.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/ScopedPrinter.h"

namespace ember::fuzz {

using driver::Build;
using driver::Ending;
using driver::Program;

//===----------------------------------------------------------------------===//
// Configurations
//===----------------------------------------------------------------------===//

std::string Configuration::getPipelineOptions() const {
  return "opt-level=" + std::to_string(level) + " " + pipeline;
}

sim::MachineDescription
Configuration::adapt(const sim::MachineDescription &machine) const {
  sim::MachineDescription result = machine;
  if (queues)
    result.queues = *queues;
  return result;
}

/// A configuration with queues that hold a few records.
static Configuration chooseSmallQueues(unsigned level, Dice &dice) {
  Configuration result{Configuration::Kind::Decoupled, level, "", {}};
  sim::QueueConfig &queues = result.queues.emplace();
  queues.tokenBytes = dice.pick({1, 2, 4, 4, 8});
  queues.controlBytes = queues.tokenBytes * dice.pick({1, 2, 3, 7, 64});
  queues.dataBytes = dice.pick({40, 64, 96, 128, 256, 512, 1000});
  // Runs of a quarter of the queue, or of all of it.
  result.pipeline =
      "vlen=" + std::to_string(dice.pick({2, 4, 8, 16})) +
      " queue-bytes=" + std::to_string(queues.dataBytes * dice.pick({1, 1, 4}));
  return result;
}

std::vector<Configuration> chooseConfigurations(uint64_t seed) {
  Dice dice(~seed);
  auto options = [&] {
    std::string text =
        "vlen=" + std::to_string(dice.pick({2, 4, 4, 8, 8, 16, 32, 64}));
    if (dice.chance(20))
      text += " chunk=" + std::to_string(dice.pick({1, 2, 3, 4, 8}));
    if (dice.chance(10))
      text += " alias-checks=refuse";
    return text;
  };
  using Kind = Configuration::Kind;
  std::vector<Configuration> result;
  result.push_back({Kind::Erased, 0, options(), {}});
  result.push_back(
      {Kind::Erased, static_cast<unsigned>(dice.between(1, 3)), options(), {}});
  for (unsigned level = 0; level <= 3; ++level)
    result.push_back({Kind::Decoupled, level, options(), {}});
  // Optimised programs are slow to make.
  if (dice.chance(4))
    result[2 + dice.between(0, 3)].kind = Kind::Timed;
  if (dice.chance(15))
    result.push_back(
        chooseSmallQueues(static_cast<unsigned>(dice.between(0, 3)), dice));
  return result;
}

//===----------------------------------------------------------------------===//
// Outcomes
//===----------------------------------------------------------------------===//

static constexpr StringRef kindNames[] = {
    "agree", "fault", "rejected", "mismatch", "failure", "crash", "hang"};

StringRef getName(Outcome::Kind kind) {
  return kindNames[static_cast<size_t>(kind)];
}

std::string serialize(const Outcome &outcome) {
  llvm::json::Object object{
      {"kind", static_cast<int64_t>(outcome.kind)},
      {"message", llvm::json::fixUTF8(outcome.message)},
      {"decoupled", static_cast<int64_t>(outcome.numDecoupled)},
      {"vectorised", static_cast<int64_t>(outcome.numVectorised)},
      {"fallbacks", static_cast<int64_t>(outcome.numFallbacks)}};
  if (outcome.culprit)
    object["culprit"] = static_cast<int64_t>(*outcome.culprit);
  return llvm::to_string(llvm::json::Value(std::move(object)));
}

std::optional<Outcome> deserialize(StringRef text) {
  llvm::Expected<llvm::json::Value> value = llvm::json::parse(text);
  if (!value) {
    llvm::consumeError(value.takeError());
    return std::nullopt;
  }
  const llvm::json::Object *object = value->getAsObject();
  if (!object)
    return std::nullopt;
  Outcome outcome;
  outcome.kind =
      static_cast<Outcome::Kind>(object->getInteger("kind").value_or(0));
  outcome.message = object->getString("message").value_or("").str();
  outcome.numDecoupled = object->getInteger("decoupled").value_or(0);
  outcome.numVectorised = object->getInteger("vectorised").value_or(0);
  outcome.numFallbacks = object->getInteger("fallbacks").value_or(0);
  if (std::optional<int64_t> culprit = object->getInteger("culprit"))
    outcome.culprit = *culprit;
  return outcome;
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

namespace {

/// Compares the runs of one case.
class Comparer {
public:
  Comparer(const driver::Kernel &kernel,
           const driver::BoundArguments &arguments,
           const sim::MachineDescription &machine)
      : kernel(kernel), arguments(arguments), machine(machine) {}

  /// Compiles and runs the case as it was written.
  llvm::Error runOriginal();

  bool originalFaults() const { return original->fault.has_value(); }

  /// Says what differs, if anything does. Errors are those of the compiler and
  /// of the access unit.
  llvm::Expected<std::optional<std::string>>
  compare(const Configuration &configuration, Outcome &outcome);

private:
  llvm::Expected<std::optional<std::string>>
  run(const driver::Compiler &compiler, Program program, Build build,
      const sim::MachineDescription &ownMachine,
      ArrayRef<sim::RunAhead> runAheads, Outcome &outcome);

  bool wasRun(ModuleOp decoupled) const;

  const driver::Kernel &kernel;
  const driver::BoundArguments &arguments;
  const sim::MachineDescription &machine;
  /// Those whose programs were run.
  std::vector<std::unique_ptr<driver::Compiler>> compilers;
  std::unique_ptr<sim::CoreProgram> originalProgram;
  std::optional<Ending> original;
};

} // namespace

llvm::Error Comparer::runOriginal() {
  driver::CompilerOptions options;
  options.optimize = options.verifyLowering = false;
  llvm::Expected<std::unique_ptr<sim::CoreProgram>> program =
      driver::Compiler(kernel, options)
          .compile(Program::Original, Build::Checked, machine);
  if (!program)
    return program.takeError();
  originalProgram = std::move(*program);
  llvm::Expected<Ending> ending =
      execute(*originalProgram, kernel.signature, arguments, machine, {});
  if (!ending)
    return ending.takeError();
  original = std::move(*ending);
  return llvm::Error::success();
}

/// Whether the same program, but for locations, was run already.
bool Comparer::wasRun(ModuleOp decoupled) const {
  return llvm::any_of(compilers, [&](const auto &compiler) {
    ModuleOp other = compiler->getDecoupled();
    return other && other != decoupled &&
           mlir::OperationEquivalence::isEquivalentTo(
               other, decoupled, mlir::OperationEquivalence::IgnoreLocations);
  });
}

/// Whether all records and tokens of a decoupled program fit in the queues.
static llvm::Expected<bool> fits(ModuleOp decoupled,
                                 const sim::QueueConfig &config) {
  llvm::Expected<std::unique_ptr<sim::QueueRings>> rings =
      sim::QueueRings::create(config);
  if (!rings)
    return rings.takeError();
  const auto result = decoupled.walk([&](dlc::DecoupledOp nest) {
    FailureOr<target::ExportedProgram> exported =
        target::exportAccessProgram(nest, "nest");
    // What cannot be exported is found when it is compiled.
    if (failed(exported))
      return mlir::WalkResult::advance();
    llvm::Error refusal = (*rings)->accepts(exported->program);
    const bool isRefused = static_cast<bool>(refusal);
    llvm::consumeError(std::move(refusal));
    return isRefused ? mlir::WalkResult::interrupt()
                     : mlir::WalkResult::advance();
  });
  return !result.wasInterrupted();
}

llvm::Expected<std::optional<std::string>>
Comparer::run(const driver::Compiler &compiler, Program program, Build build,
              const sim::MachineDescription &ownMachine,
              ArrayRef<sim::RunAhead> runAheads, Outcome &outcome) {
  auto compiled = compiler.compile(program, build, ownMachine);
  if (!compiled)
    return compiled.takeError();
  for (const sim::RunAhead &runAhead : runAheads) {
    llvm::Expected<Ending> ending =
        execute(**compiled, kernel.signature, arguments, ownMachine, runAhead);
    const std::string what = driver::describe(runAhead);
    if (!ending)
      return llvm::createStringError(what + ": " +
                                     llvm::toString(ending.takeError()));
    if (std::optional<std::string> difference =
            compareEndings(*original, *ending, what))
      return difference;
    if (ending->run)
      outcome.numFallbacks += ending->run->statistics().fallbacks;
  }
  return std::nullopt;
}

llvm::Expected<std::optional<std::string>>
Comparer::compare(const Configuration &configuration, Outcome &outcome) {
  driver::CompilerOptions options;
  const bool isTimed = configuration.kind == Configuration::Kind::Timed;
  options.optimize = options.verifyLowering = isTimed;
  options.pipeline = configuration.getPipelineOptions();
  const sim::MachineDescription ownMachine = configuration.adapt(machine);
  compilers.push_back(std::make_unique<driver::Compiler>(kernel, options));
  driver::Compiler &compiler = *compilers.back();
  using RunAheadKind = sim::RunAhead::Kind;
  if (configuration.kind == Configuration::Kind::Erased)
    return run(compiler, Program::Erased, Build::Checked, ownMachine,
               {sim::RunAhead()}, outcome);
  if (llvm::Error error = compiler.decouple(ownMachine))
    return std::move(error);
  outcome.numDecoupled =
      std::max(outcome.numDecoupled, compiler.getNumDecoupledNests());
  outcome.numVectorised =
      std::max(outcome.numVectorised, compiler.getNumVectorisedNests());
  SmallVector<sim::RunAhead> runAheads = {{RunAheadKind::Min, 0},
                                          {RunAheadKind::Max, 0}};
  if (configuration.queues) {
    // How much the queues hold is seen where they are filled only.
    runAheads.push_back({RunAheadKind::Capacity, 0});
    llvm::Expected<bool> isLegal =
        fits(compiler.getDecoupled(), *configuration.queues);
    if (!isLegal)
      return isLegal.takeError();
    if (!*isLegal) {
      compilers.pop_back();
      return std::nullopt;
    }
  } else if (!isTimed && wasRun(compiler.getDecoupled())) {
    // Where a level does nothing, its program is that of another.
    return std::nullopt;
  }
  llvm::Expected<std::optional<std::string>> difference =
      run(compiler, Program::Decoupled, Build::Checked, ownMachine, runAheads,
          outcome);
  // A program without guards needs accesses that are in bounds.
  if (!difference || *difference || originalFaults() || !isTimed)
    return difference;
  return run(compiler, Program::Decoupled, Build::Timed, ownMachine,
             {sim::RunAhead()}, outcome);
}

Outcome compareRuns(MLIRContext &context, const Case &test,
                    ArrayRef<Configuration> configurations,
                    const sim::MachineDescription &machine) {
  Outcome outcome;
  std::string diagnostics;
  mlir::ScopedDiagnosticHandler handler(
      &context, [&](mlir::Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error)
          diagnostics += diagnostic.str() + "; ";
        return success();
      });
  auto end = [&](Outcome::Kind kind, const Twine &message) {
    outcome.kind = kind;
    outcome.message = (diagnostics + message).str();
    return outcome;
  };
  auto kernel = driver::Kernel::parse(
      context,
      llvm::MemoryBuffer::getMemBuffer(test.kernel, "kernel.mlir",
                                       /*RequiresNullTerminator=*/false),
      /*entry=*/"");
  if (!kernel)
    return end(Outcome::Kind::Rejected, llvm::toString(kernel.takeError()));
  auto arguments =
      driver::BoundArguments::bind(kernel->signature, test.arguments);
  if (!arguments)
    return end(Outcome::Kind::Rejected, llvm::toString(arguments.takeError()));
  Comparer comparer(*kernel, *arguments, machine);
  if (llvm::Error error = comparer.runOriginal())
    return end(Outcome::Kind::Rejected, llvm::toString(std::move(error)));
  for (auto [number, configuration] : llvm::enumerate(configurations)) {
    llvm::Expected<std::optional<std::string>> difference =
        comparer.compare(configuration, outcome);
    if (difference && !*difference)
      continue;
    outcome.culprit = number;
    if (!difference)
      return end(Outcome::Kind::Failure,
                 llvm::toString(difference.takeError()));
    return end(Outcome::Kind::Mismatch, **difference);
  }
  return end(comparer.originalFaults() ? Outcome::Kind::Fault
                                       : Outcome::Kind::Agree,
             "");
}

} // namespace ember::fuzz

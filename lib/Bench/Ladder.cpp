//===- Ladder.cpp - The opt levels of a workload, compared ----------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Bench/Ladder.h"

#include "ember/Driver/Simulation.h"
#include "ember/Pipelines/Pipelines.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include <numeric>

namespace ember::bench {

namespace {

constexpr llvm::StringLiteral stages[] = {"decoupled", "+ vectorised",
                                          "+ bufferised", "+ queue aligned"};

std::vector<unsigned> allLevels() {
  std::vector<unsigned> levels(maxOptLevel + 1);
  std::iota(levels.begin(), levels.end(), 0);
  return levels;
}

/// The kernel of a workload, and what it runs on.
struct Input {
  driver::Kernel kernel;
  driver::BoundArguments arguments;
};

llvm::Expected<Input> makeInput(MLIRContext &context, const Workload &workload,
                                const Sizes &sizes) {
  llvm::Expected<driver::Kernel> kernel = driver::Kernel::parse(
      context,
      llvm::MemoryBuffer::getMemBuffer(getEmbeddingBag(), "embedding-bag"),
      /*entry=*/"");
  if (!kernel)
    return kernel.takeError();
  llvm::Expected<driver::BoundArguments> arguments =
      driver::BoundArguments::bind(kernel->signature,
                                   workload.getArguments(sizes));
  if (!arguments)
    return arguments.takeError();
  return Input{std::move(*kernel), std::move(*arguments)};
}

enum class Extent {
  Timed,    ///< Times the level only.
  Wanted,   ///< And checks it, if that is asked for.
  Baseline, ///< And times the original, if that is asked for.
};

llvm::Expected<driver::Report> runLevel(const Input &input, unsigned level,
                                        const LadderOptions &options,
                                        Extent extent) {
  driver::SimulationOptions simulation;
  simulation.compiler.pipeline = options.pipeline +
                                 (options.pipeline.empty() ? "" : " ") +
                                 "opt-level=" + std::to_string(level);
  simulation.machine = options.machine;
  simulation.check = options.check && extent != Extent::Timed;
  simulation.baseline = options.baseline && extent == Extent::Baseline;
  llvm::Expected<driver::Simulation> result =
      driver::simulate(input.kernel, input.arguments, simulation);
  if (!result)
    return result.takeError();
  const driver::Report &report = result->report;
  if (report.nestsDecoupled == report.nestsFound && report.nestsFallback == 0)
    return report;
  std::string message = "the kernel is not decoupled";
  for (const driver::Remark &remark : result->remarks)
    message += "\n" + remark.describe();
  return llvm::createStringError(message);
}

/// Says where an error happened, and keeps what kind of error it is.
llvm::Error prefix(const Twine &where, llvm::Error error) {
  return llvm::handleErrors(
      std::move(error),
      [&](const driver::MismatchError &mismatch) -> llvm::Error {
        return llvm::make_error<driver::MismatchError>(where + ": " +
                                                       mismatch.message());
      },
      [&](const llvm::ErrorInfoBase &info) -> llvm::Error {
        return llvm::createStringError(where + ": " + info.message());
      });
}

} // namespace

std::string getStageName(unsigned level) {
  return level < std::size(stages) ? stages[level].str() : "";
}

llvm::Expected<std::vector<unsigned>> parseLevels(StringRef text) {
  std::vector<unsigned> levels;
  for (StringRef number : llvm::split(text, ',')) {
    unsigned level;
    if (number.getAsInteger(10, level) || level > maxOptLevel)
      return llvm::createStringError("expects levels from 0 to " +
                                     Twine(maxOptLevel) + ", but got '" +
                                     number + "'");
    levels.push_back(level);
  }
  llvm::sort(levels);
  levels.erase(llvm::unique(levels), levels.end());
  return levels;
}

llvm::Expected<Ladder> runLadder(MLIRContext &context, const Workload &workload,
                                 const LadderOptions &options) {
  const std::string name = workload.getName();
  llvm::Expected<Input> input = makeInput(context, workload, options.sizes);
  if (!input)
    return prefix(name, input.takeError());

  auto run = [&](unsigned level, Extent extent) {
    llvm::Expected<driver::Report> report =
        runLevel(*input, level, options, extent);
    if (!report)
      return llvm::Expected<driver::Report>(
          prefix(name + " at level " + Twine(level), report.takeError()));
    return report;
  };
  Ladder ladder = {workload, options.sizes, options.check, {}};
  const std::vector<unsigned> levels =
      options.levels.empty() ? allLevels() : options.levels;
  for (unsigned level : levels) {
    // The original takes the same time whatever the level.
    llvm::Expected<driver::Report> report =
        run(level, ladder.rungs.empty() ? Extent::Baseline : Extent::Wanted);
    if (!report)
      return report.takeError();
    ladder.rungs.push_back({level, *report, /*speedup=*/1});
  }

  uint64_t cyclesOfLevel0 = *ladder.rungs.front().report.cycles;
  if (levels.front() != 0) {
    llvm::Expected<driver::Report> report = run(0, Extent::Timed);
    if (!report)
      return report.takeError();
    cyclesOfLevel0 = *report->cycles;
  }
  for (Rung &rung : ladder.rungs) {
    rung.speedup = double(cyclesOfLevel0) / *rung.report.cycles;
    rung.report.baselineCycles = ladder.rungs.front().report.baselineCycles;
  }
  return ladder;
}

} // namespace ember::bench

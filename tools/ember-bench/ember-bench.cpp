//===- ember-bench.cpp - Measures what the opt levels bring ---------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The command line of the benchmarks; docs/ember-bench.md describes it. Exit
/// status: 0; 2 when a level computes something else than the original loops; 1
/// for any other failure.
///
//===----------------------------------------------------------------------===//

#include "KernelContext.h"
#include "OptionTable.inc"
#include "ember/Bench/LadderReport.h"
#include "ember/Driver/OutputFiles.h"
#include "ember/Pipelines/Pipelines.h"
#include "llvm/ADT/StringExtras.h"

namespace {

/// What the command line asks for.
struct CommandLine {
  std::vector<ember::bench::Workload> workloads;
  ember::bench::LadderOptions ladder;
  std::string jsonFile;
};

llvm::Error readSizes(const InputArgList &args, ember::bench::Sizes &sizes) {
  if (llvm::Error error =
          ember::tools::readInteger(args, OPT_lookups, sizes.lookups))
    return error;
  if (llvm::Error error = ember::tools::readInteger(args, OPT_rows, sizes.rows))
    return error;
  return sizes.check();
}

llvm::Error checkCommand(const InputArgList &args) {
  std::vector<std::string> words = args.getAllArgValues(OPT_INPUT);
  if (words.size() == 1 && words.front() == "ladder")
    return llvm::Error::success();
  return llvm::createStringError(
      "expects the command 'ladder'" +
      (words.empty() ? "" : ", but got '" + llvm::join(words, " ") + "'"));
}

/// What else may be wrong with the options is said where they are used.
llvm::Error checkPipeline(llvm::StringRef options) {
  ember::PipelineOptions pipeline;
  auto ignore = [](const llvm::Twine &) { return llvm::failure(); };
  if (failed(pipeline.parse(options, ignore)) || !pipeline.optLevel.hasValue())
    return llvm::Error::success();
  return llvm::createStringError(
      "option '--pipeline-options' expects no opt-level, which the ladder "
      "sets: --level picks levels");
}

llvm::Expected<CommandLine> readCommandLine(const InputArgList &args) {
  if (llvm::Error error = checkCommand(args))
    return std::move(error);
  CommandLine line;
  line.jsonFile = args.getLastArgValue(OPT_json).str();
  line.workloads = ember::bench::getWorkloads();
  if (const Arg *names = args.getLastArg(OPT_workload)) {
    auto workloads = ember::bench::parseWorkloads(names->getValue());
    if (!workloads)
      return workloads.takeError();
    line.workloads = std::move(*workloads);
  }

  ember::bench::LadderOptions &options = line.ladder;
  options.check = !args.hasArg(OPT_no_check);
  options.baseline = args.hasArg(OPT_baseline);
  options.pipeline = args.getLastArgValue(OPT_pipeline_options).str();
  if (llvm::Error error = checkPipeline(options.pipeline))
    return std::move(error);
  if (llvm::Error error = readSizes(args, options.sizes))
    return std::move(error);
  if (const Arg *text = args.getLastArg(OPT_level)) {
    auto levels = ember::bench::parseLevels(text->getValue());
    if (!levels)
      return levels.takeError();
    options.levels = std::move(*levels);
  }
  auto machine =
      ember::sim::loadMachine(args.getLastArgValue(OPT_machine, "default"));
  if (!machine)
    return machine.takeError();
  options.machine = *machine;
  return line;
}

/// Prints the table of each workload as soon as it is there.
llvm::Expected<int> runLadders(const InputArgList &args) {
  llvm::Expected<CommandLine> line = readCommandLine(args);
  if (!line)
    return line.takeError();
  ember::tools::KernelContext context;
  std::vector<ember::bench::Ladder> ladders;
  ember::driver::OutputFiles files;
  if (!line->jsonFile.empty())
    if (llvm::Error error = files.add(
            line->jsonFile, [&](auto &os) { writeJSON(ladders, os); }))
      return std::move(error);
  writeHeading(line->ladder, llvm::outs());
  for (const ember::bench::Workload &workload : line->workloads) {
    auto ladder = ember::bench::runLadder(context, workload, line->ladder);
    if (!ladder)
      return ladder.takeError();
    writeTable(*ladder, llvm::outs());
    llvm::outs().flush();
    ladders.push_back(std::move(*ladder));
  }
  if (ladders.size() > 1)
    writeSummary(ladders, llvm::outs());
  if (llvm::Error error = files.commit())
    return std::move(error);
  return 0;
}

} // namespace

int main(int argc, char **argv) {
  return ember::tools::runTool(
      argc, argv,
      {"ember-bench", "ladder [options]",
       "Runs embedding bags at one opt level after the other, verifies and "
       "times them"},
      OptionTable(), runLadders);
}

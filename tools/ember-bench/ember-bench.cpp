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

#include "ember/Bench/LadderReport.h"
#include "ember/Driver/OutputFile.h"
#include "ember/Driver/Simulation.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/WithColor.h"

namespace {

using namespace llvm::opt;

enum ID {
  OPT_INVALID = 0,
#define OPTION(...) LLVM_MAKE_OPT_ID(__VA_ARGS__),
#include "Options.inc"
#undef OPTION
};

#define OPTTABLE_STR_TABLE_CODE
#include "Options.inc"
#undef OPTTABLE_STR_TABLE_CODE

#define OPTTABLE_PREFIXES_TABLE_CODE
#include "Options.inc"
#undef OPTTABLE_PREFIXES_TABLE_CODE

constexpr OptTable::Info optionInfos[] = {
#define OPTION(...) LLVM_CONSTRUCT_OPT_INFO(__VA_ARGS__),
#include "Options.inc"
#undef OPTION
};

class BenchOptionTable : public GenericOptTable {
public:
  BenchOptionTable()
      : GenericOptTable(OptionStrTable, OptionPrefixesTable, optionInfos) {}
};

/// What the command line asks for.
struct CommandLine {
  std::vector<ember::bench::Workload> workloads;
  ember::bench::LadderOptions ladder;
  std::string jsonFile;
};

/// Reads a number into `value` if the option is given.
llvm::Error readNumber(const InputArgList &args, ID option, int64_t &value) {
  const Arg *arg = args.getLastArg(option);
  if (!arg || !llvm::StringRef(arg->getValue()).getAsInteger(10, value))
    return llvm::Error::success();
  return llvm::createStringError("option '" + arg->getSpelling() +
                                 "' expects a number, but got '" +
                                 arg->getValue() + "'");
}

llvm::Error readSizes(const InputArgList &args, ember::bench::Sizes &sizes) {
  if (llvm::Error error = readNumber(args, OPT_lookups, sizes.lookups))
    return error;
  if (llvm::Error error = readNumber(args, OPT_rows, sizes.rows))
    return error;
  return sizes.check();
}

llvm::Error checkCommand(const InputArgList &args) {
  if (const Arg *unknown = args.getLastArg(OPT_UNKNOWN))
    return llvm::createStringError("unknown option '" +
                                   unknown->getAsString(args) + "'");
  std::vector<std::string> words = args.getAllArgValues(OPT_INPUT);
  if (words.size() == 1 && words.front() == "ladder")
    return llvm::Error::success();
  return llvm::createStringError(
      "expects the command 'ladder'" +
      (words.empty() ? "" : ", but got '" + llvm::join(words, " ") + "'"));
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
llvm::Error runLadders(const CommandLine &line) {
  mlir::DialectRegistry registry;
  ember::driver::registerKernelDialects(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  llvm::SourceMgr sources;
  mlir::SourceMgrDiagnosticHandler diagnostics(sources, &context);

  writeHeading(line.ladder, llvm::outs());
  std::vector<ember::bench::Ladder> ladders;
  for (const ember::bench::Workload &workload : line.workloads) {
    auto ladder = ember::bench::runLadder(context, workload, line.ladder);
    if (!ladder)
      return ladder.takeError();
    writeTable(*ladder, llvm::outs());
    llvm::outs().flush();
    ladders.push_back(std::move(*ladder));
  }
  if (ladders.size() > 1)
    writeSummary(ladders, llvm::outs());
  if (line.jsonFile.empty())
    return llvm::Error::success();
  return ember::driver::writeFileAtomically(
      line.jsonFile, [&](llvm::raw_ostream &os) { writeJSON(ladders, os); });
}

/// Prints an error, if there is one, and returns the exit status.
int finish(llvm::Error error) {
  int status = 0;
  llvm::handleAllErrors(std::move(error), [&](const llvm::ErrorInfoBase &info) {
    llvm::WithColor::error(llvm::errs(), "ember-bench")
        << info.message() << '\n';
    status = info.isA<ember::driver::MismatchError>() ? 2 : 1;
  });
  return status;
}

} // namespace

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  BenchOptionTable table;
  unsigned missingIndex = 0, missingCount = 0;
  InputArgList args = table.ParseArgs(llvm::ArrayRef(argv + 1, argc - 1),
                                      missingIndex, missingCount);
  if (missingCount > 0)
    return finish(llvm::createStringError(llvm::Twine("option '") +
                                          args.getArgString(missingIndex) +
                                          "' expects a value"));
  if (args.hasArg(OPT_help)) {
    table.printHelp(llvm::outs(), "ember-bench ladder [options]",
                    "Runs embedding bags at one opt level after the other, "
                    "verifies and times them");
    return 0;
  }
  llvm::Expected<CommandLine> line = readCommandLine(args);
  return finish(line ? runLadders(*line) : line.takeError());
}

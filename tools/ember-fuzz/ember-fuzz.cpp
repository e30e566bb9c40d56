//===- ember-fuzz.cpp - Hunts for faults with random programs -------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The command line of the fuzzer; docs/ember-fuzz.md describes it. Exit
/// status: 0; 1 when it found a fault, or for any other failure.
///
//===----------------------------------------------------------------------===//

#include "OptionTable.inc"
#include "ember/Driver/Kernel.h"
#include "ember/Fuzz/Campaign.h"
#include "ember/Fuzz/Generator.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Threading.h"

namespace {

namespace fuzz = ember::fuzz;

/// What the command line asks for.
struct CommandLine {
  enum class Mode { Compare, Illegal, Mutate };
  Mode mode = Mode::Compare;
  fuzz::CampaignOptions campaign;
  std::vector<std::string> files; ///< Their contents.
  bool print = false;
};

llvm::Expected<CommandLine> readCommandLine(const InputArgList &args) {
  using ember::tools::readInteger;
  CommandLine line;
  fuzz::CampaignOptions &options = line.campaign;
  if (llvm::Error error = readInteger(args, OPT_seed, options.seed))
    return std::move(error);
  if (llvm::Error error = readInteger(args, OPT_count, options.count))
    return std::move(error);
  if (llvm::Error error =
          readInteger(args, OPT_limit, options.isolation.seconds))
    return std::move(error);
  if (llvm::Error error = readInteger(args, OPT_time, options.seconds))
    return std::move(error);
  options.isolation.jobs = llvm::hardware_concurrency().compute_thread_count();
  if (llvm::Error error = readInteger(args, OPT_jobs, options.isolation.jobs))
    return std::move(error);
  if (options.isolation.jobs == 0)
    return llvm::createStringError(
        "option '--jobs' expects a positive number, but got '0'");
  options.shrink = !args.hasArg(OPT_no_shrink);
  if (args.hasArg(OPT_illegal))
    line.mode = CommandLine::Mode::Illegal;
  if (args.hasArg(OPT_mutate))
    line.mode = CommandLine::Mode::Mutate;
  for (const std::string &path : args.getAllArgValues(OPT_INPUT)) {
    if (line.mode != CommandLine::Mode::Mutate)
      return llvm::createStringError("files are for --mutate, but got '" +
                                     path + "'");
    auto file = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
    if (!file)
      return llvm::createStringError("cannot read '" + path +
                                     "': " + file.getError().message());
    line.files.push_back((*file)->getBuffer().str());
  }
  line.print = args.hasArg(OPT_print);
  auto machine = ember::sim::loadMachine("default");
  if (!machine)
    return machine.takeError();
  options.machine = *machine;
  return line;
}

void printCase(const fuzz::Case &test, llvm::raw_ostream &os) {
  for (const std::string &argument : test.arguments)
    os << "// " << argument << '\n';
  os << test.kernel;
}

void printFinding(const fuzz::Finding &finding) {
  llvm::outs() << "// -----\n// Seed " << finding.seed << ": "
               << getName(finding.outcome.kind) << '\n'
               << finding.test;
  llvm::outs().flush();
}

void printStatistics(const fuzz::CampaignStatistics &statistics) {
  auto share = [&](llvm::StringRef what, uint64_t count) {
    llvm::outs() << llvm::format(
        "%-24s %8llu  %5.1f %%\n", what.data(),
        static_cast<unsigned long long>(count),
        statistics.cases ? 100.0 * count / statistics.cases : 0.0);
  };
  share("programs", statistics.cases);
  share("decoupled", statistics.decoupled);
  share("vectorised", statistics.vectorised);
  share("with overlaps", statistics.fallbacks);
  share("faults agreed", statistics.faults);
  share("rejected", statistics.rejected);
  share("findings", statistics.findings);
}

llvm::Expected<int> run(const InputArgList &args) {
  llvm::Expected<CommandLine> line = readCommandLine(args);
  if (!line)
    return line.takeError();
  mlir::DialectRegistry registry;
  ember::driver::registerKernelDialects(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  if (line->print) {
    for (uint64_t i = 0; i < line->campaign.count; ++i)
      printCase(fuzz::generateCase(context, line->campaign.seed + i),
                llvm::outs());
    return 0;
  }
  auto hunt = [&] {
    switch (line->mode) {
    case CommandLine::Mode::Illegal:
      return refuseMany(context, line->campaign, printFinding);
    case CommandLine::Mode::Mutate:
      return mutateMany(context, line->campaign, line->files, printFinding);
    case CommandLine::Mode::Compare:
      return compareMany(context, line->campaign, printFinding);
    }
    llvm_unreachable("unknown mode");
  };
  llvm::Expected<fuzz::CampaignStatistics> statistics = hunt();
  if (!statistics)
    return statistics.takeError();
  printStatistics(*statistics);
  return statistics->findings == 0 ? 0 : 1;
}

} // namespace

int main(int argc, char **argv) {
  return ember::tools::runTool(
      argc, argv,
      {"ember-fuzz", "[options] [FILE.mlir...]",
       "Hunts for faults of Ember with random programs"},
      OptionTable(), run);
}

//===- CommandLine.cpp - What the tools' command lines share --------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"

#include "ember/Driver/Simulation.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/WithColor.h"

using namespace llvm::opt;

namespace ember::tools {

/// Parsing drops arguments that are empty and no option's value, so that those
/// that follow would be taken for others.
static llvm::Error checkEmptyArguments(const InputArgList &arguments) {
  for (unsigned i = 0, end = arguments.getNumInputArgStrings(); i < end; ++i) {
    const char *text = arguments.getArgString(i);
    if (*text != '\0')
      continue;
    auto isValue = [text](const Arg *argument) {
      return llvm::is_contained(argument->getValues(), text);
    };
    if (llvm::none_of(arguments, isValue))
      return llvm::createStringError(
          "expects no empty argument" +
          (i == 0 ? llvm::Twine()
                  : " after '" + llvm::Twine(arguments.getArgString(i - 1)) +
                        "'"));
  }
  return llvm::Error::success();
}

/// What is wrong with a command line whatever its options mean.
static llvm::Error check(const CommandLineTable &options,
                         const InputArgList &arguments, unsigned missingIndex,
                         unsigned missingCount) {
  auto needsValue = [](llvm::StringRef option) {
    return llvm::createStringError("option '" + option + "' expects a value");
  };
  if (missingCount > 0)
    return needsValue(arguments.getArgString(missingIndex));
  if (const Arg *unknown = arguments.getLastArg(options.unknownOption))
    return llvm::createStringError(
        "unknown option '" + unknown->getAsString(arguments) +
        "' (--help lists all; arguments that begin with '-' follow '--')");
  for (const Arg *argument : arguments)
    if (argument->getOption().getKind() == Option::SeparateClass &&
        !argument->getOption().hasFlag(MayBeEmpty) &&
        llvm::StringRef(argument->getValue()).empty())
      return needsValue(argument->getSpelling());
  return checkEmptyArguments(arguments);
}

static llvm::Expected<int>
readAndRun(int argc, char **argv, const Tool &tool,
           const CommandLineTable &options,
           llvm::function_ref<llvm::Expected<int>(const InputArgList &)> run) {
  unsigned missingIndex = 0, missingCount = 0;
  InputArgList arguments = options.ParseArgs(llvm::ArrayRef(argv + 1, argc - 1),
                                             missingIndex, missingCount);
  if (arguments.hasArg(options.helpOption)) {
    options.printHelp(llvm::outs(),
                      (tool.name + " " + tool.usage).str().c_str(),
                      tool.overview.str().c_str());
    return 0;
  }
  if (llvm::Error error = check(options, arguments, missingIndex, missingCount))
    return std::move(error);
  return run(arguments);
}

/// Whether all that was printed has arrived.
static llvm::Error finishOutput() {
  llvm::outs().flush();
  const std::error_code error = llvm::outs().error();
  // The stream ends the process for an error that nobody has looked at.
  llvm::outs().clear_error();
  if (!error)
    return llvm::Error::success();
  return llvm::createStringError("cannot write the standard output: " +
                                 error.message());
}

int runTool(int argc, char **argv, const Tool &tool,
            const CommandLineTable &options,
            llvm::function_ref<llvm::Expected<int>(const InputArgList &)> run) {
  llvm::InitLLVM init(argc, argv);
  // A file that is opened must not become the output that somebody closed.
  if (llvm::sys::Process::FixupStandardFileDescriptors())
    return 1;
  llvm::Expected<int> result = readAndRun(argc, argv, tool, options, run);
  int status = result ? *result : 0;
  llvm::Error error = llvm::joinErrors(result.takeError(), finishOutput());
  llvm::handleAllErrors(std::move(error), [&](const llvm::ErrorInfoBase &info) {
    llvm::WithColor::error(llvm::errs(), tool.name) << info.message() << '\n';
    status = std::max(status, info.isA<driver::MismatchError>() ? 2 : 1);
  });
  return status;
}

llvm::Error makeIntegerError(const Arg &option, const llvm::Twine &least,
                             const llvm::Twine &greatest) {
  return llvm::createStringError(
      "option '" + option.getSpelling() + "' expects an integer from " + least +
      " to " + greatest + ", but got '" + option.getValue() + "'");
}

} // namespace ember::tools

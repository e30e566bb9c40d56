//===- CommandLine.h - What the tools' command lines share ------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The main function of the tools whose options are an Options.td: it reads the
/// command line, prints the help, and turns errors into messages and exit
/// statuses.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_TOOLS_COMMANDLINE_H
#define EMBER_TOOLS_COMMANDLINE_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Option/Option.h"
#include "llvm/Support/Error.h"
#include <limits>
#include <optional>

namespace ember::tools {

/// Flags of options, beside those of LLVM.
enum OptionFlag : unsigned {
  /// The empty text is a value of the option.
  MayBeEmpty = 1 << 4,
};

/// The options of a tool; OptionTable.inc makes them.
class CommandLineTable : public llvm::opt::GenericOptTable {
public:
  const unsigned unknownOption, helpOption;

protected:
  CommandLineTable(const llvm::StringTable &strings,
                   llvm::ArrayRef<llvm::StringTable::Offset> prefixes,
                   llvm::ArrayRef<Info> infos, unsigned unknownOption,
                   unsigned helpOption)
      : GenericOptTable(strings, prefixes, infos), unknownOption(unknownOption),
        helpOption(helpOption) {
    setDashDashParsing(true);
  }
};

/// What a tool says of itself.
struct Tool {
  llvm::StringRef name;
  llvm::StringRef usage; ///< What follows the name.
  llvm::StringRef overview;
};

/// The body of a tool's main function. `run` does what the command line asks
/// for and gives the exit status. For an error that is 2 if it is a
/// `driver::MismatchError`, otherwise 1; so it is for a command line that is
/// wrong, and for a standard output that cannot be written.
int runTool(int argc, char **argv, const Tool &tool,
            const CommandLineTable &options,
            llvm::function_ref<
                llvm::Expected<int>(const llvm::opt::InputArgList &arguments)>
                run);

/// The error for an option whose value is not an integer from `least` to
/// `greatest`.
llvm::Error makeIntegerError(const llvm::opt::Arg &option,
                             const llvm::Twine &least,
                             const llvm::Twine &greatest);

/// Reads an integer into `value` if the option is given.
template <typename Int>
llvm::Error readInteger(const llvm::opt::InputArgList &arguments,
                        unsigned option, Int &value) {
  const llvm::opt::Arg *argument = arguments.getLastArg(option);
  if (!argument ||
      !llvm::StringRef(argument->getValue()).getAsInteger(10, value))
    return llvm::Error::success();
  using Limits = std::numeric_limits<Int>;
  return makeIntegerError(*argument, llvm::Twine(Limits::min()),
                          llvm::Twine(Limits::max()));
}

template <typename Int>
llvm::Error readInteger(const llvm::opt::InputArgList &arguments,
                        unsigned option, std::optional<Int> &value) {
  if (!arguments.hasArg(option))
    return llvm::Error::success();
  return readInteger(arguments, option, value.emplace());
}

} // namespace ember::tools

#endif // EMBER_TOOLS_COMMANDLINE_H

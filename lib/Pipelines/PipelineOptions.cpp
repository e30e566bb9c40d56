//===- PipelineOptions.cpp - The options of the pipeline ------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Pipelines/Pipelines.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace ember;

template <typename Visitor>
static void visitOptions(PipelineOptions &options, Visitor visit) {
  visit(options.optLevel);
  visit(options.vlen);
  visit(options.vectorBits);
  visit(options.reassociateFP);
  visit(options.chunk);
  visit(options.queueBytes);
  visit(options.until);
  visit(options.aliasChecks);
  visit(options.verifyDecoupling);
}

/// What a value of `option` has to be; nothing when `text` is one.
template <typename T>
static std::string findExpectation(PipelineOptions::Option<T> &option,
                                   StringRef text) {
  if constexpr (std::is_same_v<T, bool>) {
    const bool isBool = llvm::StringSwitch<bool>(text)
                            .Cases({"true", "TRUE", "True", "1"}, true)
                            .Cases({"false", "FALSE", "False", "0", ""}, true)
                            .Default(false);
    return isBool ? "" : "true or false";
  } else if constexpr (std::is_integral_v<T>) {
    T value;
    if (!text.getAsInteger(0, value))
      return "";
    return std::is_signed_v<T> ? "an integer" : "a non-negative integer";
  } else {
    std::vector<StringRef> names;
    for (unsigned i = 0; i < option.getParser().getNumOptions(); ++i)
      names.push_back(option.getParser().getOption(i));
    if (llvm::is_contained(names, text))
      return "";
    return "one of " + llvm::join(names, ", ");
  }
}

LogicalResult
PipelineOptions::parse(StringRef text,
                       llvm::function_ref<LogicalResult(const Twine &)> error) {
  // LLVM's parsers of values print what is wrong, so that is looked for first.
  SmallVector<StringRef> words;
  llvm::SplitString(text, words);
  for (StringRef word : words) {
    auto [name, value] = word.split('=');
    SmallVector<StringRef> known;
    std::string expectation;
    visitOptions(*this, [&, name = name, value = value](auto &option) {
      known.push_back(option.ArgStr);
      if (option.ArgStr == name)
        expectation = findExpectation(option, value);
    });
    if (!llvm::is_contained(known, name))
      return error("no such option '" + name + "', but " +
                   llvm::join(known, ", "));
    if (!expectation.empty())
      return error("expects " + name + " to be " + expectation + ", but got '" +
                   value + "'");
  }
  std::string message;
  llvm::raw_string_ostream os(message);
  if (failed(parseFromString(text, os)))
    return error(StringRef(message).rtrim());
  return success();
}

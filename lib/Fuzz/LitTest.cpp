//===- LitTest.cpp - Findings as tests ------------------------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Fuzz/LitTest.h"

#include "llvm/ADT/StringExtras.h"

namespace ember::fuzz {

/// The positions of the arguments that are arrays: those that a run changes.
static SmallVector<size_t> getArrays(const Case &test) {
  SmallVector<size_t> arrays;
  for (auto [number, text] : llvm::enumerate(test.arguments))
    if (StringRef(text).contains(':'))
      arrays.push_back(number);
  return arrays;
}

static std::string describe(const sim::MachineDescription &machine) {
  std::string text;
  llvm::raw_string_ostream os(text);
  writeMachine(machine, os);
  return text;
}

static void printArguments(const Case &test, raw_ostream &os) {
  os << "--";
  for (const std::string &argument : test.arguments)
    os << " \\\n// RUN:   " << argument;
  os << '\n';
}

/// `ember-sim`, which saves all arrays under a prefix.
static void printSavingRun(StringRef file, StringRef prefix, const Case &test,
                           raw_ostream &os) {
  os << "// RUN: ember-sim " << file << " \\\n// RUN:   ";
  for (size_t number : getArrays(test))
    os << "--save=" << number << ":%t." << prefix << number << ".npy ";
  printArguments(test, os);
}

/// An erased program and the original are two runs, whose arrays are compared.
static void printErasure(const Configuration &configuration, const Case &test,
                         raw_ostream &os) {
  os << "// RUN: ember-opt %s --ember-pipeline=\""
     << configuration.getPipelineOptions()
     << " until=slcv\" \\\n// RUN:   --convert-slc-to-scf > %t.mlir\n";
  printSavingRun("%s", "original", test, os);
  printSavingRun("%t.mlir", "erased", test, os);
  for (size_t number : getArrays(test))
    os << "// RUN: cmp %t.original" << number << ".npy %t.erased" << number
       << ".npy\n";
}

/// The description of a machine as comments, and a run that makes it a file.
static void printMachine(const sim::MachineDescription &machine, StringRef name,
                         raw_ostream &os) {
  os << "// RUN: sed -n \"s|^// " << name << ": ||p\" %s > %t." << name
     << ".yaml\n";
  const std::string text = describe(machine);
  SmallVector<StringRef> lines;
  StringRef(text).rtrim().split(lines, '\n');
  for (StringRef line : lines)
    os << "// " << name << ": " << line << '\n';
}

std::string makeComment(StringRef text) {
  SmallVector<StringRef> lines;
  text.split(lines, '\n');
  std::string result;
  for (StringRef line : lines)
    result += ("// " + line + "\n").str();
  return result;
}

void printLitTest(StringRef title, const Case &test,
                  ArrayRef<Configuration> configurations,
                  const sim::MachineDescription &machine, raw_ostream &os) {
  os << makeComment(title) << '\n';
  for (auto [number, configuration] : llvm::enumerate(configurations)) {
    if (configuration.kind == Configuration::Kind::Erased) {
      printErasure(configuration, test, os);
      continue;
    }
    const std::string name = "machine" + std::to_string(number);
    if (configuration.queues)
      printMachine(configuration.adapt(machine), name, os);
    os << "// RUN: ember-sim %s --check --pipeline-options=\""
       << configuration.getPipelineOptions() << "\" ";
    if (configuration.queues)
      os << "--machine=%t." << name << ".yaml ";
    printArguments(test, os);
  }
  os << '\n' << StringRef(test.kernel).rtrim() << '\n';
}

} // namespace ember::fuzz

//===- LitTest.h - Findings as tests ----------------------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef EMBER_FUZZ_LITTEST_H
#define EMBER_FUZZ_LITTEST_H

#include "ember/Fuzz/Comparer.h"

namespace ember::fuzz {

/// The lines of a text as comments of MLIR, each with its end.
std::string makeComment(StringRef text);

/// Writes a case as a lit test that fails as long as the case does, in one of
/// these configurations of the machine; `title` is its first line.
void printLitTest(StringRef title, const Case &test,
                  ArrayRef<Configuration> configurations,
                  const sim::MachineDescription &machine, raw_ostream &os);

} // namespace ember::fuzz

#endif // EMBER_FUZZ_LITTEST_H

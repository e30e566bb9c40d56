//===- Case.h - A program and what it is run on -----------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the fuzzer tries: a kernel and its arguments, both as the text that
/// `ember-sim` takes, so that every finding can be run by hand.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_FUZZ_CASE_H
#define EMBER_FUZZ_CASE_H

#include "ember/Support/LLVM.h"
#include <string>
#include <vector>

namespace ember::fuzz {

struct Case {
  std::string kernel;                 ///< A module with one public function.
  std::vector<std::string> arguments; ///< One per argument of the function.
};

} // namespace ember::fuzz

#endif // EMBER_FUZZ_CASE_H

//===- Mutator.h - Damages the text of programs -----------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef EMBER_FUZZ_MUTATOR_H
#define EMBER_FUZZ_MUTATOR_H

#include "ember/Support/LLVM.h"
#include <string>

namespace ember::fuzz {

/// Changes one to four tokens of an MLIR text at random: removes, doubles and
/// swaps them, and puts other numbers, types, values and names of ops in their
/// place, such as the text has elsewhere.
std::string mutate(StringRef text, uint64_t seed);

} // namespace ember::fuzz

#endif // EMBER_FUZZ_MUTATOR_H

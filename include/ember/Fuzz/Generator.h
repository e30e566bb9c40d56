//===- Generator.h - Random programs of the embedding family ----*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Makes random kernels, loops over loads whose bounds and indices come from
/// memory, and random data for them. docs/ember-fuzz.md says what they hold.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_FUZZ_GENERATOR_H
#define EMBER_FUZZ_GENERATOR_H

#include "ember/Fuzz/Case.h"

namespace ember::fuzz {

/// The case of a seed, the same bytes on every host. The kernel is valid; its
/// accesses are in bounds, but for few that are not on purpose. All dialects of
/// kernels must be registered in the context.
Case generateCase(MLIRContext &context, uint64_t seed);

} // namespace ember::fuzz

#endif // EMBER_FUZZ_GENERATOR_H

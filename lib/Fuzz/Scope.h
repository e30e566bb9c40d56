//===- Scope.h - What code of a random program can use ----------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef EMBER_LIB_FUZZ_SCOPE_H
#define EMBER_LIB_FUZZ_SCOPE_H

#include "ember/Driver/ElementType.h"
#include "ember/Support/LLVM.h"

namespace ember::fuzz {

/// An integer or index and the least and the greatest value that it can have,
/// as a signed number or, if `isUnsigned`, as an unsigned one.
struct Integer {
  Value value;
  int64_t low = 0;
  int64_t high = 0;
  bool isUnsigned = false;
};

/// The bounds of a loop and what its induction variable can be.
struct Range {
  Value lower, upper, step;
  int64_t low = 0;
  int64_t high = 0;  ///< Of the variable, if it has a value.
  int64_t trips = 0; ///< At most.
};

/// What is visible at a place of the program. Nested places start with a copy.
struct Scope {
  SmallVector<Integer> integers; ///< Induction variables among them.
  SmallVector<Value> elements;   ///< Values that are computed with.
  SmallVector<Range> ranges;     ///< Loops in the same block may share one.
  SmallVector<unsigned> views;   ///< Arrays that are no arguments.
  unsigned depth = 0;            ///< Number of loops around.
  int64_t trips = 1;             ///< How often this place is reached, at most.
};

} // namespace ember::fuzz

#endif // EMBER_LIB_FUZZ_SCOPE_H

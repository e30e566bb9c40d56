//===- MutatorTest.cpp - Tests of damaged texts ---------------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Fuzz/Mutator.h"

#include <gtest/gtest.h>
#include <set>

namespace ember::fuzz {
namespace {

constexpr StringRef text =
    "func.func @f(%a: memref<4x?xf32>, %n: index) {\n"
    "  %0 = memref.load %a[%n, %n] : memref<4x?xf32> // a comment\n"
    "  \"test.use\"(%0) {x = -3 : i32} : (f32) -> ()\n"
    "}\n";

TEST(Mutator, ASeedIsAText) {
  EXPECT_EQ(mutate(text, 3), mutate(text, 3));
  std::set<std::string> texts;
  for (uint64_t seed = 0; seed < 100; ++seed)
    texts.insert(mutate(text, seed));
  EXPECT_GT(texts.size(), 50u);
}

TEST(Mutator, MostSeedsChangeTheText) {
  unsigned unchanged = 0;
  for (uint64_t seed = 0; seed < 100; ++seed)
    unchanged += mutate(text, seed) == text;
  EXPECT_LT(unchanged, 10u);
}

TEST(Mutator, NoText) {
  EXPECT_EQ(mutate("", 1), "");
  EXPECT_EQ(mutate(" \n// nothing", 1), " \n// nothing");
  for (uint64_t seed = 0; seed < 20; ++seed) {
    mutate("\"no end", seed);
    mutate("%", seed);
  }
}

} // namespace
} // namespace ember::fuzz

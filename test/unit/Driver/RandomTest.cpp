//===- RandomTest.cpp - Tests of random numbers ---===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Driver/Random.h"

#include <cmath>
#include <gtest/gtest.h>
#include <vector>

namespace ember::driver {
namespace {

// What a seed means must not change: users' data would.
TEST(Random, SequenceIsFixed) {
  Random random(1);
  EXPECT_EQ(random.next(), 6791897765849424158u);
  EXPECT_EQ(random.next(), 17405687883870564846u);
  EXPECT_EQ(random.below(1000), 45u);
  EXPECT_EQ(random.unit(), 0x1.8e0c363726645p-1);
}

TEST(Random, BelowStaysBelow) {
  Random random(7);
  std::vector<int> counts(5);
  for (int i = 0; i < 5000; ++i)
    ++counts.at(random.below(5));
  for (int count : counts)
    EXPECT_NEAR(count, 1000, 150);
  EXPECT_EQ(random.below(1), 0u);
}

TEST(Permutation, IsABijection) {
  for (uint64_t size : {1, 2, 3, 5, 64, 1000, 4097})
    for (uint64_t seed : {0, 1, 99}) {
      Permutation permutation(size, seed);
      std::vector<bool> seen(size);
      for (uint64_t i = 0; i < size; ++i) {
        uint64_t image = permutation(i);
        ASSERT_LT(image, size);
        EXPECT_FALSE(seen[image]) << size << " " << seed << " " << i;
        seen[image] = true;
      }
    }
}

TEST(Permutation, TakesTheLargestSize) {
  const uint64_t size = uint64_t(1) << 63;
  EXPECT_LT(Permutation(size, 3)(size - 1), size);
}

/// Pearson's statistic of `samples` Zipf ranks against their probabilities.
double chiSquare(uint64_t size, double alpha, int samples) {
  double total = 0;
  for (uint64_t k = 1; k <= size; ++k)
    total += std::pow(double(k), -alpha);
  std::vector<int> counts(size);
  ZipfSampler sampler(size, alpha);
  Random random(3);
  for (int i = 0; i < samples; ++i)
    ++counts.at(sampler.sample(random));
  double sum = 0;
  for (uint64_t k = 1; k <= size; ++k) {
    double expected = samples * std::pow(double(k), -alpha) / total;
    sum += (counts[k - 1] - expected) * (counts[k - 1] - expected) / expected;
  }
  return sum;
}

TEST(ZipfSampler, HasTheDistribution) {
  // 148.2 is exceeded by chance in one of a thousand, for 99 degrees of
  // freedom.
  for (double alpha : {0.0, 0.5, 0.8, 0.999999, 1.0, 1.3, 2.0})
    EXPECT_LT(chiSquare(100, alpha, 200000), 148.2) << alpha;
}

TEST(ZipfSampler, TakesExtremes) {
  Random random(1);
  EXPECT_EQ(ZipfSampler(1, 0.8).sample(random), 0u);
  EXPECT_EQ(ZipfSampler(1, 0).sample(random), 0u);
  for (int i = 0; i < 1000; ++i) {
    EXPECT_EQ(ZipfSampler(1000000, 100).sample(random), 0u);
    EXPECT_LT(ZipfSampler(uint64_t(1) << 53, 0).sample(random), uint64_t(1)
                                                                    << 53);
    EXPECT_LT(ZipfSampler(uint64_t(1) << 53, 1).sample(random), uint64_t(1)
                                                                    << 53);
  }
}

} // namespace
} // namespace ember::driver

//===- GeneratorTest.cpp - Tests of generated arguments ---===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Driver/Generator.h"

#include "TestSupport.h"
#include <cmath>
#include <cstring>
#include <set>
#include <vector>

namespace ember::driver {
namespace {

/// The bits of the elements that a spec generates.
std::vector<uint64_t> elementsOf(llvm::StringRef text) {
  ArgumentSpec parsed = valueOf(parseArgumentSpec(text));
  return std::visit(
      [](const auto &spec) {
        using Spec = std::decay_t<decltype(spec)>;
        std::vector<uint64_t> elements;
        if constexpr (std::is_same_v<Spec, UniformSpec> ||
                      std::is_same_v<Spec, ZipfSpec> ||
                      std::is_same_v<Spec, OffsetsSpec>) {
          const unsigned bytes = getBytes(spec.type);
          std::vector<uint8_t> memory(*countElements(spec.shape, bytes) *
                                      bytes);
          generate(spec, memory);
          for (size_t i = 0; i < memory.size(); i += bytes)
            elements.push_back(loadBits(spec.type, &memory[i]));
        } else {
          ADD_FAILURE() << "not a generator";
        }
        return elements;
      },
      parsed);
}

double asDouble(uint64_t bits) {
  double value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

float asFloat(uint64_t bits) {
  uint32_t low = bits;
  float value;
  std::memcpy(&value, &low, sizeof(value));
  return value;
}

// What a spec means must not change: users' data would.
TEST(Generator, ElementsAreFixed) {
  EXPECT_EQ(
      elementsOf("uniform:4xf32,seed=1"),
      (std::vector<uint64_t>{3196516692, 1063459544, 3211318292, 1057885238}));
  EXPECT_EQ(elementsOf("uniform:4xbf16,seed=1"),
            (std::vector<uint64_t>{48776, 16226, 49002, 16142}));
  EXPECT_EQ(elementsOf("uniform:4xi32,max=100,seed=1"),
            (std::vector<uint64_t>{36, 94, 4, 77}));
  EXPECT_EQ(
      elementsOf("zipf:6xindex,max=1000000,alpha=0.8,seed=1"),
      (std::vector<uint64_t>{497978, 46783, 861304, 85772, 653242, 199256}));
  EXPECT_EQ(elementsOf("offsets:6xi32,length=10,jitter=10,seed=1"),
            (std::vector<uint64_t>{0, 7, 20, 39, 40, 50}));
}

TEST(Generator, FloatsCoverTheirInterval) {
  double low = 2, high = -2, sum = 0;
  for (uint64_t bits : elementsOf("uniform:20000xf64,seed=5")) {
    double value = asDouble(bits);
    EXPECT_TRUE(value >= -1 && value < 1);
    low = std::min(low, value);
    high = std::max(high, value);
    sum += value;
  }
  EXPECT_LT(low, -0.99);
  EXPECT_GT(high, 0.99);
  EXPECT_NEAR(sum / 20000, 0, 0.02);
  for (uint64_t bits : elementsOf("uniform:20000xf32,seed=5"))
    EXPECT_TRUE(asFloat(bits) >= -1 && asFloat(bits) < 1);
}

TEST(Generator, SmallFloatsAreOfTheirFormat) {
  // -1, and the largest value below 1 of each.
  std::vector<uint64_t> bf16 = elementsOf("uniform:20000xbf16");
  std::set<uint64_t> seen(bf16.begin(), bf16.end());
  EXPECT_EQ(seen.size(), 256u);
  EXPECT_TRUE(seen.count(0xbf80));
  EXPECT_TRUE(seen.count(0x3f7e));
  for (uint64_t bits : elementsOf("uniform:20000xf16"))
    EXPECT_TRUE((bits & 0x7fff) < 0x3c00 || bits == 0xbc00);
}

TEST(Generator, IntegersStayBelowMax) {
  std::set<uint64_t> seen;
  for (uint64_t value : elementsOf("uniform:1000xi8,max=256"))
    seen.insert(value);
  EXPECT_GT(*seen.rbegin(), 127u);
  for (uint64_t value : elementsOf("uniform:1000xi1,max=2"))
    EXPECT_LT(value, 2u);
}

TEST(Generator, OtherSeedsGiveOtherElements) {
  EXPECT_NE(elementsOf("uniform:8xf32,seed=1"),
            elementsOf("uniform:8xf32,seed=2"));
  EXPECT_NE(elementsOf("zipf:8xi32,max=1000,seed=1"),
            elementsOf("zipf:8xi32,max=1000,seed=2"));
  EXPECT_EQ(elementsOf("uniform:8xf32,seed=0"), elementsOf("uniform:8xf32"));
}

TEST(Generator, ZipfSpreadsPopularRows) {
  // The ten most popular of 1000 rows take their share, but not the lowest
  // numbers.
  std::vector<int> counts(1000);
  for (uint64_t row : elementsOf("zipf:50000xindex,max=1000,alpha=1.2,seed=4"))
    ++counts.at(row);
  int low = 0;
  for (int row = 0; row < 10; ++row)
    low += counts[row];
  std::sort(counts.rbegin(), counts.rend());
  int popular = 0;
  for (int rank = 0; rank < 10; ++rank)
    popular += counts[rank];
  EXPECT_NEAR(popular / 50000.0, 0.57, 0.02);
  EXPECT_LT(low, 5000);
}

TEST(Generator, OffsetsAreRegularWithoutJitter) {
  EXPECT_EQ(elementsOf("offsets:4xindex,length=80"),
            (std::vector<uint64_t>{0, 80, 160, 240}));
  EXPECT_EQ(elementsOf("offsets:1xindex,length=80,jitter=80"),
            (std::vector<uint64_t>{0}));
  EXPECT_EQ(elementsOf("offsets:3xi32,length=0"),
            (std::vector<uint64_t>{0, 0, 0}));
}

TEST(Generator, OffsetsKeepTheirTotal) {
  for (int size : {2, 3, 512, 513}) {
    std::vector<uint64_t> offsets =
        elementsOf("offsets:" + std::to_string(size) +
                   "xindex,length=20,jitter=20,seed=3");
    EXPECT_EQ(offsets.front(), 0u);
    EXPECT_EQ(offsets.back(), 20u * (size - 1));
    for (int i = 1; i < size; ++i)
      EXPECT_TRUE(offsets[i] >= offsets[i - 1] &&
                  offsets[i] - offsets[i - 1] <= 40);
  }
}

} // namespace
} // namespace ember::driver

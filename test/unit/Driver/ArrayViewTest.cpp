//===- ArrayViewTest.cpp - Tests of strided arrays ---===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Driver/ArrayView.h"

#include "TestSupport.h"
#include <limits>
#include <vector>

namespace ember::driver {
namespace {

constexpr int64_t huge = std::numeric_limits<int64_t>::max();

/// The elements of an array of bytes, run by run.
std::vector<std::vector<int>> runsOf(const ArrayView &array) {
  std::vector<std::vector<int>> runs;
  forEachRun(array, [&](const uint8_t *address, int64_t count) {
    runs.emplace_back(address, address + count);
    return true;
  });
  return runs;
}

const uint8_t bytes[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};

TEST(ArrayView, CountsElements) {
  EXPECT_EQ(countElements({3, 4}, 4), 12);
  EXPECT_EQ(countElements({}, 8), 1);
  EXPECT_EQ(countElements({0, huge}, 1), 0);
  EXPECT_EQ(countElements({huge, 2}, 1), std::nullopt);
  EXPECT_EQ(countElements({0, huge, 2}, 1), std::nullopt);
  EXPECT_EQ(countElements({huge}, 4), std::nullopt);
  EXPECT_EQ(countElements({-1}, 4), std::nullopt);
}

TEST(ArrayView, GivesDenseStrides) {
  EXPECT_EQ(denseStrides({2, 3, 4}), (Shape{12, 4, 1}));
  EXPECT_EQ(denseStrides({2, 3, 4}, /*fortranOrder=*/true), (Shape{1, 2, 6}));
  EXPECT_EQ(denseStrides({2, 0, 4}), (Shape{4, 4, 1}));
}

TEST(ArrayView, GivesExtents) {
  EXPECT_EQ(elementExtent({3, 4}, {4, 1}),
            std::make_pair(int64_t(0), int64_t(11)));
  EXPECT_EQ(elementExtent({3, 4}, {-4, 1}),
            std::make_pair(int64_t(-8), int64_t(3)));
  EXPECT_EQ(elementExtent({3}, {huge}), std::nullopt);
  EXPECT_EQ(elementExtent({2, 2}, {huge, 1}), std::nullopt);
}

TEST(ArrayView, JoinsDenseDimensions) {
  EXPECT_EQ(runsOf({ElementType::I8, bytes, {2, 3}, {3, 1}}),
            (std::vector<std::vector<int>>{{0, 1, 2, 3, 4, 5}}));
  EXPECT_EQ(runsOf({ElementType::I8, bytes, {2, 1, 2}, {4, 99, 1}}),
            (std::vector<std::vector<int>>{{0, 1}, {4, 5}}));
  EXPECT_EQ(runsOf({ElementType::I8, bytes, {}, {}}),
            (std::vector<std::vector<int>>{{0}}));
  EXPECT_TRUE(runsOf({ElementType::I8, bytes, {2, 0}, {4, 1}}).empty());
}

TEST(ArrayView, WalksAnyStrides) {
  EXPECT_EQ(runsOf({ElementType::I8, bytes, {2, 3}, {1, 2}}),
            (std::vector<std::vector<int>>{{0}, {2}, {4}, {1}, {3}, {5}}));
  EXPECT_EQ(runsOf({ElementType::I8, bytes + 5, {3}, {-2}}),
            (std::vector<std::vector<int>>{{5}, {3}, {1}}));
  EXPECT_EQ(runsOf({ElementType::I8, bytes, {2, 2}, {0, 1}}),
            (std::vector<std::vector<int>>{{0, 1}, {0, 1}}));
}

TEST(ArrayView, FindsIndices) {
  ArrayView array{ElementType::I16, bytes, {2, 3}, {1, 2}};
  EXPECT_EQ(array.indexOf(4), (Shape{1, 1}));
  EXPECT_EQ(array.addressOf({1, 1}), bytes + 6);
}

TEST(ArrayView, FormatsShapes) {
  EXPECT_EQ(formatShape({}), "()");
  EXPECT_EQ(formatShape({3}), "(3,)");
  EXPECT_EQ(formatShape({3, 4}), "(3, 4)");
}

} // namespace
} // namespace ember::driver

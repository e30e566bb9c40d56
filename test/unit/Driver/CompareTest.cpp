//===- CompareTest.cpp - Tests of exact comparison ---===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Driver/Compare.h"

#include "TestSupport.h"
#include <cmath>
#include <vector>

namespace ember::driver {
namespace {

template <typename T>
ArrayView dense(ElementType type, const std::vector<T> &elements, Shape shape) {
  return {type, reinterpret_cast<const uint8_t *>(elements.data()), shape,
          denseStrides(shape)};
}

TEST(Compare, AnyNaNEqualsAnyNaN) {
  EXPECT_TRUE(equalElements(ElementType::F32, 0x7fc00000, 0xffc00001));
  EXPECT_TRUE(equalElements(ElementType::BF16, 0x7fc0, 0xff81));
  EXPECT_FALSE(equalElements(ElementType::F32, 0x7fc00000, 0x7f800000));
  EXPECT_FALSE(equalElements(ElementType::I32, 0x7fc00000, 0xffc00001));
}

TEST(Compare, ZerosOfBothSignsDiffer) {
  EXPECT_FALSE(equalElements(ElementType::F64, 0, uint64_t(1) << 63));
}

TEST(Compare, FindsTheFirstDifference) {
  std::vector<float> expected(10000, 1.0f), actual = expected;
  actual[5003] = actual[7000] = 2.0f;
  std::optional<Mismatch> mismatch =
      findMismatch(dense(ElementType::F32, expected, {100, 100}),
                   dense(ElementType::F32, actual, {100, 100}));
  ASSERT_TRUE(mismatch);
  EXPECT_EQ(mismatch->index, (Shape{50, 3}));
  EXPECT_EQ(formatElement(ElementType::F32, mismatch->expected), "1");
  EXPECT_EQ(formatElement(ElementType::F32, mismatch->actual), "2");
}

TEST(Compare, FindsADifferenceAfterNaNsOfOtherBits) {
  std::vector<uint32_t> expected(9000, 0x7fc00000), actual(9000, 0xffc00123);
  EXPECT_FALSE(findMismatch(dense(ElementType::F32, expected, {9000}),
                            dense(ElementType::F32, actual, {9000})));
  actual.back() = 0;
  std::optional<Mismatch> mismatch =
      findMismatch(dense(ElementType::F32, expected, {9000}),
                   dense(ElementType::F32, actual, {9000}));
  ASSERT_TRUE(mismatch);
  EXPECT_EQ(mismatch->index, (Shape{8999}));
}

TEST(Compare, ArraysMayHaveOtherStrides) {
  std::vector<int16_t> rows = {0, 1, 2, 3, 4, 5}, columns = {0, 3, 1, 4, 2, 5};
  ArrayView expected = dense(ElementType::I16, rows, {2, 3});
  ArrayView actual = dense(ElementType::I16, columns, {2, 3});
  actual.strides = denseStrides(actual.shape, /*fortranOrder=*/true);
  EXPECT_FALSE(findMismatch(expected, actual));
  columns[4] = -2;
  std::optional<Mismatch> mismatch = findMismatch(expected, actual);
  ASSERT_TRUE(mismatch);
  EXPECT_EQ(mismatch->index, (Shape{0, 2}));
  EXPECT_EQ(formatElement(ElementType::I16, mismatch->actual), "-2");
}

TEST(Compare, ScalarsAndEmptyArrays) {
  std::vector<double> one = {1}, two = {2};
  std::optional<Mismatch> mismatch = findMismatch(
      dense(ElementType::F64, one, {}), dense(ElementType::F64, two, {}));
  ASSERT_TRUE(mismatch);
  EXPECT_TRUE(mismatch->index.empty());
  EXPECT_FALSE(findMismatch(dense(ElementType::F64, one, {0, 3}),
                            dense(ElementType::F64, two, {0, 3})));
}

} // namespace
} // namespace ember::driver

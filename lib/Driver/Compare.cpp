//===- Compare.cpp - Exact comparison of arrays ---------------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Driver/Compare.h"

#include <algorithm>
#include <cstring>

namespace ember::driver {

namespace {

/// Elements that are compared by their bytes first. The bytes of equal arrays
/// differ only at NaNs, so that a block that differs is looked at again.
constexpr int64_t blockElements = 4096;

/// The first of `count` elements that differs, or `count`.
int64_t findInRun(ElementType type, const uint8_t *expected,
                  const uint8_t *actual, int64_t count, MayDiffer mayDiffer) {
  const int64_t bytes = getBytes(type);
  for (int64_t start = 0; start < count; start += blockElements) {
    int64_t end = std::min(start + blockElements, count);
    const uint8_t *expectedBlock = expected + start * bytes;
    const uint8_t *actualBlock = actual + start * bytes;
    const int64_t blockBytes = (end - start) * bytes;
    if (mayDiffer && !mayDiffer(expectedBlock, actualBlock, blockBytes))
      continue;
    if (std::memcmp(expectedBlock, actualBlock, blockBytes) == 0)
      continue;
    for (int64_t i = start; i < end; ++i)
      if (!equalElements(type, loadBits(type, expected + i * bytes),
                         loadBits(type, actual + i * bytes)))
        return i;
  }
  return count;
}

} // namespace

bool equalElements(ElementType type, uint64_t expected, uint64_t actual) {
  return expected == actual || (isNaN(type, expected) && isNaN(type, actual));
}

std::optional<Mismatch> findMismatch(const ArrayView &expected,
                                     const ArrayView &actual,
                                     MayDiffer mayDiffer) {
  std::optional<Mismatch> mismatch;
  int64_t position = 0; // Of the run's first element, in row-major order.
  forEachRun(
      expected, actual,
      [&](const uint8_t *expectedRun, const uint8_t *actualRun, int64_t count) {
        const ElementType type = expected.type;
        int64_t found =
            findInRun(type, expectedRun, actualRun, count, mayDiffer);
        if (found == count) {
          position += count;
          return true;
        }
        const int64_t offset = found * getBytes(type);
        mismatch = {expected.indexOf(position + found),
                    loadBits(type, expectedRun + offset),
                    loadBits(type, actualRun + offset)};
        return false;
      });
  return mismatch;
}

} // namespace ember::driver

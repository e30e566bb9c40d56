//===- Compare.h - Exact comparison of arrays -------------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Exact comparison: equal bits, except that any NaN equals any NaN. So 0.0
/// and -0.0 differ, and a NaN differs from every number.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_DRIVER_COMPARE_H
#define EMBER_DRIVER_COMPARE_H

#include "ember/Driver/ArrayView.h"

namespace ember::driver {

/// The first difference between two arrays.
struct Mismatch {
  Shape index;           ///< Of the element, empty for a scalar.
  uint64_t expected = 0; ///< Bits of both elements.
  uint64_t actual = 0;
};

/// Whether two elements are equal, exactly.
bool equalElements(ElementType type, uint64_t expected, uint64_t actual);

/// Whether the bytes, as many of both arrays, may differ.
using MayDiffer = llvm::function_ref<bool(
    const uint8_t *expected, const uint8_t *actual, int64_t bytes)>;

/// The first element, in row-major order, in which two arrays of the same type
/// and shape differ; nothing when they are equal. Their strides may differ.
/// What `mayDiffer`, if there is one, knows to be equal is not read.
std::optional<Mismatch> findMismatch(const ArrayView &expected,
                                     const ArrayView &actual,
                                     MayDiffer mayDiffer = nullptr);

} // namespace ember::driver

#endif // EMBER_DRIVER_COMPARE_H

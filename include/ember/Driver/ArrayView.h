//===- ArrayView.h - A strided array in memory ------------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A typed, strided array in someone else's memory: what comparing and saving
/// work on.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_DRIVER_ARRAYVIEW_H
#define EMBER_DRIVER_ARRAYVIEW_H

#include "ember/Driver/ElementType.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace ember::driver {

using Shape = llvm::SmallVector<int64_t, 4>;

/// A shape for people, as NumPy writes it: `(3, 4)`.
std::string formatShape(llvm::ArrayRef<int64_t> shape);

/// The number of elements, or nothing when `shape` has a negative size or its
/// product, sizes of 0 counted as 1, times `elementBytes` exceeds an `int64_t`.
std::optional<int64_t> countElements(llvm::ArrayRef<int64_t> shape,
                                     unsigned elementBytes);

/// Strides in elements of a dense array, the last index (or, with
/// `fortranOrder`, the first) the fastest.
Shape denseStrides(llvm::ArrayRef<int64_t> shape, bool fortranOrder = false);

/// The least and the greatest element offset, relative to element 0…0, of a
/// strided array with at least one element; nothing on overflow.
std::optional<std::pair<int64_t, int64_t>>
elementExtent(llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<int64_t> strides);

/// A strided array. It does not own its memory, which must stay readable.
struct ArrayView {
  ElementType type = ElementType::I8;
  const uint8_t *data = nullptr; ///< Address of element 0…0.
  Shape shape;                   ///< Sizes, none negative.
  Shape strides;                 ///< In elements, of any sign.

  int64_t numElements() const;

  /// The index of element `number` in row-major order.
  Shape indexOf(int64_t number) const;

  /// The address of the element at `index`.
  const uint8_t *addressOf(llvm::ArrayRef<int64_t> index) const;
};

/// Calls `visit` with the addresses and the number of elements of each run that
/// is dense in both of two arrays of one type and shape, in row-major order, as
/// long as it returns true. A run holds at least one element.
void forEachRun(const ArrayView &first, const ArrayView &second,
                llvm::function_ref<bool(const uint8_t *first,
                                        const uint8_t *second, int64_t count)>
                    visit);

/// The same for the dense runs of one array.
void forEachRun(
    const ArrayView &array,
    llvm::function_ref<bool(const uint8_t *address, int64_t count)> visit);

} // namespace ember::driver

#endif // EMBER_DRIVER_ARRAYVIEW_H

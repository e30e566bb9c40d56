//===- Npy.h - NumPy array files --------------------------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// NumPy's `.npy` files, format versions 1, 2 and 3. Reading stops at the
/// header: the elements are for the caller to map.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_DRIVER_NPY_H
#define EMBER_DRIVER_NPY_H

#include "ember/Driver/ArrayView.h"

namespace ember::driver {

/// A plain little-endian NumPy dtype, such as `f4`.
struct NpyType {
  char kind = 'f';    ///< `b` bool, `i` signed, `u` unsigned, `f` float.
  unsigned bytes = 4; ///< Bytes of an element: 1, 2, 4 or 8.

  /// NumPy's name of the type: `float32`, `bool`.
  std::string getName() const;

  /// Whether elements of this type are elements of `type`: `index` takes
  /// int64, `bf16` uint16 (its bits), `i1` bool, other integers signed and
  /// unsigned ones of their width.
  bool fits(ElementType type) const;
};

/// The dtype in which elements of `type` are saved.
NpyType getNpyType(ElementType type);

/// What the header of a file says.
struct NpyHeader {
  NpyType type;
  Shape shape;
  bool fortranOrder = false; ///< The first index is the fastest.
  uint64_t dataOffset = 0;   ///< Of the first element, in bytes.
  uint64_t dataBytes = 0;    ///< Bytes of all elements.
};

/// Parses the header at the start of a file of `fileBytes` bytes; `start` is
/// its beginning, or all of it.
///
/// Errors: the magic or the version is not one of NumPy's, the header is
/// truncated or not the dictionary it should be, the dtype is big-endian,
/// structured or of a kind without an MLIR counterpart, a size is negative,
/// the array has too many elements, or the file is shorter than the array.
llvm::Expected<NpyHeader> parseNpyHeader(llvm::StringRef start,
                                         uint64_t fileBytes);

/// Reads the header of the file at `path`. Errors name the file.
llvm::Expected<NpyHeader> readNpyHeader(llvm::StringRef path);

/// Writes `array` as a file, in row-major order, format version 1.
void writeNpy(const ArrayView &array, llvm::raw_ostream &os);

} // namespace ember::driver

#endif // EMBER_DRIVER_NPY_H

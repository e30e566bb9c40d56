//===- ArgumentSpec.h - Arguments as a user writes them ---------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The small language in which arguments of a kernel are given:
///
///     FILE.npy
///     zeros:4096x32xf32
///     values:2x2xf32:1,-0.0,inf,nan
///     uniform:1000000x32xf32,seed=1      floats in [-1, 1)
///     uniform:4096xi32,max=100,seed=1    integers in [0, max)
///     zipf:40960xindex,max=1000000,alpha=0.8,seed=1
///     offsets:513xindex,length=80,jitter=20,seed=1
///     view:I,offset=N,shape=AxB,strides=AxB
///     struct:2,3,4
///     a number
///
/// docs/ember-sim.md says what each means.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_DRIVER_ARGUMENTSPEC_H
#define EMBER_DRIVER_ARGUMENTSPEC_H

#include "ember/Driver/ArrayView.h"
#include <variant>
#include <vector>

namespace ember::driver {

/// An array in a `.npy` file.
struct FileSpec {
  std::string path;
};

/// An array of zeros.
struct ZerosSpec {
  ElementType type;
  Shape shape;
};

/// An array whose elements are written out, in row-major order.
struct ValuesSpec {
  ElementType type;
  Shape shape;
  std::vector<uint64_t> elements; ///< Their bits; as many as `shape` has.
};

/// Floats uniform in [-1, 1), or integers uniform in [0, max).
struct UniformSpec {
  ElementType type;
  Shape shape;
  uint64_t max = 0; ///< Of integers; at least 1.
  uint64_t seed = 0;
};

/// Zipf-distributed integers in [0, max).
struct ZipfSpec {
  ElementType type;
  Shape shape;
  uint64_t max = 1;
  double alpha = 1;
  uint64_t seed = 0;
};

/// Offsets of the segments of a CSR array: 0, then growing by `length`, give or
/// take `jitter`.
struct OffsetsSpec {
  ElementType type;
  Shape shape; ///< One size.
  uint64_t length = 0;
  uint64_t jitter = 0; ///< At most `length`.
  uint64_t seed = 0;
};

/// A view of another argument. `offset` and `strides` are in its elements and
/// count from its element 0…0.
struct ViewSpec {
  unsigned base = 0;
  int64_t offset = 0;
  Shape shape;
  Shape strides;
};

/// A flat list of the integers of an LLVM struct.
struct StructSpec {
  llvm::SmallVector<std::string, 4> fields;
};

/// A number; what it must look like depends on the argument's type.
struct ScalarSpec {
  std::string text;
};

using ArgumentSpec =
    std::variant<FileSpec, ZerosSpec, ValuesSpec, UniformSpec, ZipfSpec,
                 OffsetsSpec, ViewSpec, StructSpec, ScalarSpec>;

/// Parses one argument. Errors say which part is wrong and why, not which
/// argument it is.
llvm::Expected<ArgumentSpec> parseArgumentSpec(llvm::StringRef text);

} // namespace ember::driver

#endif // EMBER_DRIVER_ARGUMENTSPEC_H

//===- Signature.h - What a kernel takes and gives --------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The types of an entry function's arguments and results, and how MLIR's
/// lowering to LLVM lays them out in memory.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_DRIVER_SIGNATURE_H
#define EMBER_DRIVER_SIGNATURE_H

#include "ember/Driver/ArrayView.h"
#include "ember/Support/LLVM.h"
#include <variant>

namespace ember::driver {

/// A ranked memref. Sizes, strides (in elements) and offset may be
/// `ShapedType::kDynamic`.
struct ArrayType {
  ElementType element;
  Shape shape;
  Shape strides;
  int64_t offset = 0;
};

/// An LLVM struct of integers, possibly nested, flattened.
struct StructType {
  struct Field {
    ElementType type;
    uint64_t offset; ///< In bytes.
  };
  llvm::SmallVector<Field, 4> fields;
};

/// The type of one argument or result, and its natural layout as a value in
/// memory: a memref is its descriptor.
struct ValueType {
  std::variant<ElementType, ArrayType, StructType> kind;
  uint64_t bytes = 0;
  uint64_t alignment = 1;
  std::string name; ///< As MLIR prints it.

  /// The layout of a value of type `type`, or an error for a type that no
  /// argument can have.
  static llvm::Expected<ValueType> get(Type type);
};

struct Signature {
  std::string name; ///< Of the function.
  std::vector<ValueType> arguments;
  std::vector<ValueType> results;

  /// Errors name the argument or result whose type is not supported.
  static llvm::Expected<Signature> get(StringRef name,
                                       mlir::FunctionType function);

  /// The offset in bytes of each result in the value that the lowered function
  /// returns: the result itself, or a struct of several.
  llvm::SmallVector<uint64_t, 4> resultOffsets() const;
};

} // namespace ember::driver

#endif // EMBER_DRIVER_SIGNATURE_H

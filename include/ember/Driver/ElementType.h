//===- ElementType.h - Types of array elements ------------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The element types that arguments and results of a kernel may have: those of
/// MLIR that have a byte size and a NumPy counterpart.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_DRIVER_ELEMENTTYPE_H
#define EMBER_DRIVER_ELEMENTTYPE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>
#include <string>

namespace ember::driver {

/// `Index` is a signed integer of 64 bits. `I1` takes one byte, 0 or 1.
enum class ElementType : uint8_t {
  I1,
  I8,
  I16,
  I32,
  I64,
  Index,
  BF16,
  F16,
  F32,
  F64
};

/// The name of a type as MLIR spells it.
llvm::StringRef getName(ElementType type);

/// The type of that MLIR spelling, if it is one of the above.
std::optional<ElementType> parseElementType(llvm::StringRef name);

/// Bits of a value: 1 for `I1`.
unsigned getBits(ElementType type);

/// Bytes of an element in memory: 1, 2, 4 or 8.
unsigned getBytes(ElementType type);

bool isFloat(ElementType type);

/// Whether `bits` are the pattern of a NaN; false for integers.
bool isNaN(ElementType type, uint64_t bits);

/// Reads the element at `address`, which need not be aligned; zero-extended.
uint64_t loadBits(ElementType type, const void *address);

/// The bits of a number written by a person: decimal or hexadecimal integers,
/// `true` and `false` for `I1`, decimal fractions, `inf` and `nan` for floats.
/// Integers must fit the type, signed or (except for `Index`) unsigned; a
/// finite number must stay finite in a float type.
llvm::Expected<uint64_t> parseElement(ElementType type, llvm::StringRef text);

/// A value for people. A float is written with as many digits as tell it from
/// its neighbours, a NaN with its bits.
std::string formatElement(ElementType type, uint64_t bits);

} // namespace ember::driver

#endif // EMBER_DRIVER_ELEMENTTYPE_H

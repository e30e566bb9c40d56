//===- Element.h - Values of 1, 2, 4 or 8 bytes in memory -------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads and writes host memory as native code would: in the host's byte order,
/// at any alignment.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_LIB_SIMULATOR_ELEMENT_H
#define EMBER_LIB_SIMULATOR_ELEMENT_H

#include <cstdint>
#include <cstring>

namespace ember::sim {

/// Reads an element of 1, 2, 4 or 8 bytes in the host's byte order.
inline uint64_t readElement(const uint8_t *address, uint32_t bytes) {
  const auto read = [&](auto value) -> uint64_t {
    std::memcpy(&value, address, sizeof(value));
    return value;
  };
  switch (bytes) {
  case 1:
    return read(uint8_t());
  case 2:
    return read(uint16_t());
  case 4:
    return read(uint32_t());
  default:
    return read(uint64_t());
  }
}

/// Writes the low 1, 2, 4 or 8 bytes of a value in the host's byte order.
inline void writeElement(uint8_t *address, uint32_t bytes, uint64_t value) {
  const auto write = [&](auto narrow) {
    std::memcpy(address, &narrow, sizeof(narrow));
  };
  switch (bytes) {
  case 1:
    return write(static_cast<uint8_t>(value));
  case 2:
    return write(static_cast<uint16_t>(value));
  case 4:
    return write(static_cast<uint32_t>(value));
  default:
    return write(value);
  }
}

} // namespace ember::sim

#endif // EMBER_LIB_SIMULATOR_ELEMENT_H

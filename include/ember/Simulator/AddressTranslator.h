//===- AddressTranslator.h - Host to simulated addresses --------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The timing models see simulated addresses only; this interface gives the
/// simulated address of a byte of host memory.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_SIMULATOR_ADDRESSTRANSLATOR_H
#define EMBER_SIMULATOR_ADDRESSTRANSLATOR_H

#include <cstdint>

namespace ember::sim {

class AddressTranslator {
public:
  virtual ~AddressTranslator() = default;

  /// The simulated address of the byte at `host`.
  virtual uint64_t simulated(const void *host) const = 0;
};

} // namespace ember::sim

#endif // EMBER_SIMULATOR_ADDRESSTRANSLATOR_H

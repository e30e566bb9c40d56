//===- MemoryPort.h - Where the units send their requests -*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The interface between the units and the memory system. A unit asks when the
/// bytes of a request are there; timing never carries values.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_SIMULATOR_MEMORYPORT_H
#define EMBER_SIMULATOR_MEMORYPORT_H

#include <cstdint>

namespace ember::sim {

/// A point in simulated time, in cycles of the core's clock.
using Cycle = uint64_t;

enum class Unit : uint8_t { Core, AccessUnit };

struct MemoryRequest {
  Cycle time = 0;       ///< When the request is ready to leave its unit.
  uint64_t address = 0; ///< Simulated address of its first byte.
  uint32_t bytes = 0;   ///< Its size; it may cross lines.
  bool write = false;
  Unit unit = Unit::Core;
  uint8_t level = 0;    ///< Hinted cache level, 0 for none.
  bool temporal = true; ///< Expected to be used again.
};

class MemoryPort {
public:
  virtual ~MemoryPort() = default;

  /// Takes a request and returns the cycle at which its data is there (a read)
  /// or at which it is accepted (a write). Requests may come out of time
  /// order.
  virtual Cycle access(const MemoryRequest &request) = 0;
};

} // namespace ember::sim

#endif // EMBER_SIMULATOR_MEMORYPORT_H

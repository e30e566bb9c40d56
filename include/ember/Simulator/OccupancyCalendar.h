//===- OccupancyCalendar.h - A resource used for stretches of time - C++
//-*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A resource of a number of equal places, each taken for a stretch of cycles
/// by one user: ports, outstanding requests. Users come in any order of time,
/// and each gets the first stretch that is free at or after its time.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_SIMULATOR_OCCUPANCYCALENDAR_H
#define EMBER_SIMULATOR_OCCUPANCYCALENDAR_H

#include "ember/Simulator/MemoryPort.h"
#include <cstdint>
#include <vector>

namespace ember::sim {

/// Remembers a window of cycles that ends with the latest booking; what lies
/// before it counts as taken, so its memory is bounded and no place is ever
/// given away twice.
class OccupancyCalendar {
public:
  /// `capacity` users at a time, 1 to 65535. `window` is a power of two.
  explicit OccupancyCalendar(uint32_t capacity, uint32_t window = 1 << 15);

  /// The first cycle at or after `from` from which a place is free for
  /// `cycles` cycles, at least 1. Of a longer stretch than the window only as
  /// much is looked at.
  Cycle firstFree(Cycle from, Cycle cycles = 1) const;

  /// Takes a place from `from`, for `cycles` cycles. Returns how many of them
  /// nobody had taken a place in before.
  Cycle book(Cycle from, Cycle cycles = 1);

private:
  uint16_t &at(Cycle cycle) { return taken[cycle & (taken.size() - 1)]; }
  uint16_t at(Cycle cycle) const { return taken[cycle & (taken.size() - 1)]; }

  uint32_t capacity;
  std::vector<uint16_t> taken; ///< By cycle modulo the window.
  Cycle end = 0;               ///< End of the window.
};

} // namespace ember::sim

#endif // EMBER_SIMULATOR_OCCUPANCYCALENDAR_H

//===- Calendar.h - Bookings of a shared resource ---------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Requests reach a shared resource out of time order, because each unit is
/// simulated ahead of the other for a while. A calendar gives each of them the
/// first free time at or after the one it asks for, whatever was booked before.
///
/// A calendar looks back over a window of cycles that ends with the last one
/// booked. A request older than the window is served as if made at its start.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_SIMULATOR_CALENDAR_H
#define EMBER_SIMULATOR_CALENDAR_H

#include "ember/Simulator/MemoryPort.h"
#include <vector>

namespace ember::sim {

/// A resource that does `capacity` units of work per cycle: ports, or the bytes
/// of a bus.
class Calendar {
public:
  static constexpr unsigned defaultLogWindow = 16;

  /// `capacity` is at least 1; the window has 2^logWindow cycles.
  explicit Calendar(uint32_t capacity, unsigned logWindow = defaultLogWindow);

  /// Books `units` of work: the capacity that is left in the first free cycle
  /// at or after `time`, then in the next ones, until there is enough. Returns
  /// the last cycle with a share of the work; for a single unit the first free
  /// cycle.
  Cycle book(Cycle time, uint32_t units = 1);

  /// What `book` would return, without booking.
  Cycle peek(Cycle time, uint32_t units = 1);

private:
  struct Bucket {
    uint32_t epoch = 0; ///< Which turn of the ring `used` and `skip` are of.
    uint32_t used = 0;  ///< Work booked.
    uint32_t skip = 0;  ///< This cycle and those after it that are known to be
                        ///< full.
  };

  Bucket &at(Cycle cycle);
  Cycle firstFree(Cycle time);

  uint32_t capacity;
  unsigned logWindow;
  Cycle start = 0; ///< First cycle of the window.
  std::vector<Bucket> ring;
};

/// A resource of `capacity` places, each held for many cycles: the registers of
/// outstanding misses.
class OccupancyCalendar {
public:
  explicit OccupancyCalendar(uint32_t capacity,
                             unsigned logWindow = Calendar::defaultLogWindow);

  /// The first cycle at or after `time` with a free place.
  Cycle firstFree(Cycle time);

  /// Whether there is a free place in each of the cycles [begin, end); if not,
  /// `retry` is the cycle after the last one without.
  bool isFree(Cycle begin, Cycle end, Cycle &retry);

  /// Takes a place for the cycles [begin, end), which `isFree`.
  void book(Cycle begin, Cycle end);

private:
  uint32_t used(Cycle cycle) const;
  void advance(Cycle end);

  uint32_t capacity;
  Cycle mask;
  Cycle start = 0; ///< First cycle of the window.
  std::vector<uint16_t> ring;
};

} // namespace ember::sim

#endif // EMBER_SIMULATOR_CALENDAR_H

//===- Calendar.cpp - Bookings of a shared resource -----------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Simulator/Calendar.h"
#include <algorithm>
#include <cassert>

using namespace ember::sim;

//===----------------------------------------------------------------------===//
// Calendar
//===----------------------------------------------------------------------===//

Calendar::Calendar(uint32_t capacity, unsigned logWindow)
    : capacity(capacity), logWindow(logWindow), ring(size_t(1) << logWindow) {
  assert(capacity >= 1 && "a calendar without capacity never grants anything");
}

/// The bucket of a cycle of the window, or of one after it.
Calendar::Bucket &Calendar::at(Cycle cycle) {
  Bucket &bucket = ring[cycle & (ring.size() - 1)];
  // Epochs count from 1, so that a fresh ring is empty.
  uint32_t epoch = static_cast<uint32_t>(cycle >> logWindow) + 1;
  if (bucket.epoch != epoch)
    bucket = {epoch, 0, 0};
  return bucket;
}

/// The first cycle at or after `time` with capacity left. The cycles `skip`
/// passes over are a union-find forest: full cycles never become free again.
Cycle Calendar::firstFree(Cycle time) {
  Cycle free = std::max(time, start);
  Cycle first = free;
  // A cycle after the window has nothing booked; looking at its bucket would
  // forget the cycle a window before it.
  Cycle end = start + ring.size();
  while (free < end) {
    uint32_t skip = at(free).skip;
    if (skip == 0)
      break;
    free += skip;
  }
  // Path compression.
  while (first < free) {
    Bucket &bucket = at(first);
    Cycle next = first + bucket.skip;
    bucket.skip = static_cast<uint32_t>(free - first);
    first = next;
  }
  return free;
}

Cycle Calendar::book(Cycle time, uint32_t units) {
  for (Cycle cycle = firstFree(time);; cycle = firstFree(cycle + 1)) {
    if (cycle >= start + ring.size())
      start = cycle - ring.size() + 1;
    Bucket &bucket = at(cycle);
    uint32_t share = std::min(units, capacity - bucket.used);
    bucket.used += share;
    if (bucket.used == capacity)
      bucket.skip = 1;
    units -= share;
    if (units == 0)
      return cycle;
  }
}

Cycle Calendar::peek(Cycle time, uint32_t units) {
  for (Cycle cycle = firstFree(time);; cycle = firstFree(cycle + 1)) {
    // After the window every cycle is free.
    if (cycle >= start + ring.size())
      return cycle + (units - 1) / capacity;
    uint32_t left = capacity - at(cycle).used;
    if (units <= left)
      return cycle;
    units -= left;
  }
}

//===----------------------------------------------------------------------===//
// OccupancyCalendar
//===----------------------------------------------------------------------===//

OccupancyCalendar::OccupancyCalendar(uint32_t capacity, unsigned logWindow)
    : capacity(capacity), mask((Cycle(1) << logWindow) - 1),
      ring(size_t(1) << logWindow) {
  assert(capacity >= 1 && capacity <= UINT16_MAX &&
         "places are counted in 16 bits");
}

uint32_t OccupancyCalendar::used(Cycle cycle) const {
  return cycle < start + ring.size() ? ring[cycle & mask] : 0;
}

Cycle OccupancyCalendar::firstFree(Cycle time) {
  Cycle cycle = std::max(time, start);
  while (used(cycle) == capacity)
    ++cycle;
  return cycle;
}

bool OccupancyCalendar::isFree(Cycle begin, Cycle end, Cycle &retry) {
  begin = std::max(begin, start);
  for (Cycle cycle = std::min(end, start + ring.size()); cycle > begin; --cycle)
    if (ring[(cycle - 1) & mask] == capacity) {
      retry = cycle;
      return false;
    }
  return true;
}

/// Makes the window end at `end` at least.
void OccupancyCalendar::advance(Cycle end) {
  Cycle windowEnd = start + ring.size();
  if (end <= windowEnd)
    return;
  if (end - windowEnd >= ring.size())
    std::fill(ring.begin(), ring.end(), 0);
  else
    for (Cycle cycle = windowEnd; cycle < end; ++cycle)
      ring[cycle & mask] = 0;
  start = end - ring.size();
}

void OccupancyCalendar::book(Cycle begin, Cycle end) {
  advance(end);
  for (Cycle cycle = std::max(begin, start); cycle < end; ++cycle) {
    assert(ring[cycle & mask] < capacity && "books a place that is taken");
    ++ring[cycle & mask];
  }
}

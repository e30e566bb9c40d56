//===- MemorySystem.cpp - Cache and DRAM ----------------------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Simulator/MemorySystem.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cassert>

using namespace ember::sim;

//===----------------------------------------------------------------------===//
// PagePermutation
//===----------------------------------------------------------------------===//

/// The finaliser of splitmix64: each bit of the result depends on all bits.
static uint64_t mix(uint64_t value) {
  value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9;
  value = (value ^ value >> 27) * 0x94d049bb133111eb;
  return value ^ value >> 31;
}

PagePermutation::PagePermutation(uint64_t seed, unsigned numberBits)
    : halfBits(numberBits / 2) {
  assert(numberBits % 2 == 0 && numberBits > 0 && numberBits < 64 &&
         "a balanced network halves its input");
  for (uint64_t &key : keys) {
    seed += 0x9e3779b97f4a7c15;
    key = mix(seed);
  }
}

uint64_t PagePermutation::page(uint64_t number) const {
  uint64_t mask = (uint64_t(1) << halfBits) - 1;
  uint64_t left = number >> halfBits & mask;
  uint64_t right = number & mask;
  for (uint64_t key : keys) {
    uint64_t next = left ^ (mix(right ^ key) & mask);
    left = right;
    right = next;
  }
  return left << halfBits | right;
}

//===----------------------------------------------------------------------===//
// MemorySystem
//===----------------------------------------------------------------------===//

/// Translations that are kept, because a permutation of pages takes longer than
/// a hit.
static constexpr uint64_t numTranslations = 256;

MemorySystem::MemorySystem(const MachineDescription &machine)
    : cache(machine.cache), dramLatency(machine.dram.latency),
      lineUnits(machine.cache.lineBytes * 1000), setMask(cache.sets() - 1),
      logLineBytes(llvm::Log2_32(cache.lineBytes)),
      logPageLines(PagePermutation::pageBits - logLineBytes),
      pages(machine.addressSeed), translations(numTranslations),
      numbers(size_t(cache.sets()) * cache.ways, noLine), lines(numbers.size()),
      bus(machine.dram.milliBytesPerCycle), mshrs(cache.mshrs),
      coreMisses(machine.core.outstandingMisses) {
  assert(llvm::isPowerOf2_32(cache.sets()) &&
         llvm::isPowerOf2_32(cache.lineBytes) && "a set is picked by a mask");
}

Cycle MemorySystem::access(const MemoryRequest &request) {
  Cycle done = request.time;
  if (request.bytes == 0)
    return done;
  uint64_t first = request.address >> logLineBytes;
  uint64_t last = (request.address + request.bytes - 1) >> logLineBytes;
  for (uint64_t line = first; line <= last; ++line)
    done = std::max(done, accessLine(translateLine(line), request.time,
                                     request.write, request.unit));
  return done;
}

/// The physical line of a simulated one.
uint64_t MemorySystem::translateLine(uint64_t line) {
  uint64_t number = line >> logPageLines;
  Translation &translation = translations[number % numTranslations];
  if (translation.number != number)
    translation = {number, pages.page(number)};
  uint64_t offset = line & ((uint64_t(1) << logPageLines) - 1);
  return translation.page << logPageLines | offset;
}

Cycle MemorySystem::accessLine(uint64_t number, Cycle time, bool write,
                               Unit unit) {
  MemoryStatistics::PerUnit &counts =
      unit == Unit::Core ? stats.core : stats.accessUnit;
  ++(write ? counts.writes : counts.reads);

  size_t set = (number & setMask) * cache.ways;
  const uint64_t *ways = &numbers[set];
  const uint64_t *way = std::find(ways, ways + cache.ways, number);
  if (way != ways + cache.ways) {
    Line &line = lines[set + (way - ways)];
    ++(line.ready <= time ? counts.hits : counts.merged);
    line.lastUse = ++useCounter;
    line.dirty |= write;
    return write ? time : std::max(time + cache.hitLatency, line.ready);
  }

  ++counts.misses;
  size_t index = chooseVictim(set, time);
  Line &victim = lines[index];
  Cycle fill;
  Cycle start = startFetch(std::max(time, victim.ready), unit, fill);
  stats.dramReadBytes += cache.lineBytes;
  if (victim.dirty) {
    bus.book(start + cache.hitLatency, lineUnits);
    stats.dramWriteBytes += cache.lineBytes;
  }
  numbers[index] = number;
  victim = {fill, ++useCounter, write};
  return write ? start : fill;
}

/// The least recently used line of a set that is not on its way itself; if all
/// are, the first to arrive.
size_t MemorySystem::chooseVictim(size_t set, Cycle time) const {
  auto begin = lines.begin() + set;
  return std::min_element(begin, begin + cache.ways,
                          [&](const Line &lhs, const Line &rhs) {
                            bool lhsHere = lhs.ready <= time;
                            bool rhsHere = rhs.ready <= time;
                            if (lhsHere != rhsHere)
                              return lhsHere;
                            return lhsHere ? lhs.lastUse < rhs.lastUse
                                           : lhs.ready < rhs.ready;
                          }) -
         lines.begin();
}

/// Sends for a line from DRAM. Returns when the fetch starts, which is the
/// first cycle at or after `time` from which there is a place to wait for the
/// line until it arrives at `fill`.
Cycle MemorySystem::startFetch(Cycle time, Unit unit, Cycle &fill) {
  bool isCore = unit == Unit::Core;
  Cycle start = mshrs.firstFree(time);
  while (true) {
    Cycle transfer = start + cache.hitLatency + dramLatency;
    fill = bus.peek(transfer, lineUnits) + 1;
    // The later a fetch starts the later it ends, so a cycle without a place
    // rules out every start up to it.
    Cycle retry;
    if (!mshrs.isFree(start, fill, retry) ||
        (isCore && !coreMisses.isFree(start, fill, retry))) {
      start = retry;
      continue;
    }
    bus.book(transfer, lineUnits);
    mshrs.book(start, fill);
    if (isCore)
      coreMisses.book(start, fill);
    return start;
  }
}

//===- MemorySystem.h - Cache and DRAM --------------------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// One set-associative cache, shared by both units, in front of DRAM: LRU,
/// write-back, write-allocate. Its memory depends on the machine description
/// only.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_SIMULATOR_MEMORYSYSTEM_H
#define EMBER_SIMULATOR_MEMORYSYSTEM_H

#include "ember/Simulator/Calendar.h"
#include "ember/Simulator/MachineDescription.h"
#include "ember/Simulator/MemoryPort.h"
#include <array>
#include <vector>

namespace ember::sim {

/// The physical pages: a bijection on page numbers, picked by a seed. A
/// balanced Feistel network of four rounds over the page number's bits.
class PagePermutation {
public:
  static constexpr unsigned pageBits = 12;    ///< Pages of 4 KiB.
  static constexpr unsigned addressBits = 56; ///< Of a simulated address.

  /// `numberBits`, the bits of a page number, is even.
  explicit PagePermutation(uint64_t seed,
                           unsigned numberBits = addressBits - pageBits);

  /// The physical page of this page number.
  uint64_t page(uint64_t number) const;

  /// The physical address of this simulated address.
  uint64_t translate(uint64_t address) const {
    uint64_t offset = address & ((uint64_t(1) << pageBits) - 1);
    return page(address >> pageBits) << pageBits | offset;
  }

private:
  static constexpr unsigned rounds = 4;
  std::array<uint64_t, rounds> keys;
  unsigned halfBits;
};

struct MemoryStatistics {
  struct PerUnit {
    uint64_t reads = 0;  ///< Read requests, one per line touched.
    uint64_t writes = 0; ///< Write requests, one per line touched.
    uint64_t hits = 0;   ///< Requests for a line that was there.
    uint64_t merged = 0; ///< Requests for a line that was on its way.
    uint64_t misses = 0; ///< Requests that fetched their line.

    uint64_t requests() const { return reads + writes; }
  };
  PerUnit core, accessUnit;
  uint64_t dramReadBytes = 0;
  uint64_t dramWriteBytes = 0;
};

class MemorySystem : public MemoryPort {
public:
  explicit MemorySystem(const MachineDescription &machine);

  /// A read's data is there `hitLatency` cycles after its request on a hit,
  /// with the line when that is on its way, and after the latencies of cache
  /// and DRAM and the transfer of the line on a miss. A write is accepted when
  /// it is made, on a miss when there is a place to wait for the line.
  Cycle access(const MemoryRequest &request) override;

  const MemoryStatistics &statistics() const { return stats; }

private:
  struct Line {
    Cycle ready = 0;      ///< When the line is there.
    uint64_t lastUse = 0; ///< For LRU.
    bool dirty = false;
  };

  /// A translation that was used before.
  struct Translation {
    uint64_t number = ~uint64_t(0);
    uint64_t page = 0;
  };

  static constexpr uint64_t noLine = ~uint64_t(0);

  uint64_t translateLine(uint64_t line);
  Cycle accessLine(uint64_t number, Cycle time, bool write, Unit unit);
  size_t chooseVictim(size_t set, Cycle time) const;
  Cycle startFetch(Cycle time, Unit unit, Cycle &fill);

  CacheConfig cache;
  uint32_t dramLatency;
  uint32_t lineUnits; ///< Bus units of one line.
  uint64_t setMask;
  unsigned logLineBytes;
  unsigned logPageLines; ///< Lines of one page.
  PagePermutation pages;
  std::vector<Translation> translations; ///< By page number, direct-mapped.
  std::vector<uint64_t> numbers; ///< Physical addresses / line size, by set and
                                 ///< way; searched on every request.
  std::vector<Line> lines;       ///< The rest of what is known of them.
  uint64_t useCounter = 0;
  Calendar bus;
  OccupancyCalendar mshrs;
  OccupancyCalendar coreMisses;
  MemoryStatistics stats;
};

} // namespace ember::sim

#endif // EMBER_SIMULATOR_MEMORYSYSTEM_H

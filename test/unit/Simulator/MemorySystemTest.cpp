//===- MemorySystemTest.cpp - Latencies and bandwidth in closed form -----===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Simulator/MemorySystem.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <random>
#include <set>

using namespace ember::sim;

namespace {

constexpr uint32_t hitLatency = 5;
constexpr uint32_t dramLatency = 100;
constexpr uint32_t transfer = 4; // 64 bytes at 16 bytes per cycle.
constexpr uint32_t missLatency = hitLatency + dramLatency + transfer;

MachineDescription testMachine() {
  MachineDescription machine;
  machine.cache.lineBytes = 64;
  machine.cache.sizeBytes = 64 * 1024;
  machine.cache.ways = 4;
  machine.cache.hitLatency = hitLatency;
  machine.cache.mshrs = 64;
  machine.core.outstandingMisses = 64;
  machine.dram.latency = dramLatency;
  machine.dram.milliBytesPerCycle = 16000;
  return machine;
}

MemoryRequest request(Cycle time, uint64_t address, bool write = false,
                      Unit unit = Unit::Core, uint32_t bytes = 8) {
  MemoryRequest request;
  request.time = time;
  request.address = address;
  request.bytes = bytes;
  request.write = write;
  request.unit = unit;
  return request;
}

} // namespace

TEST(PagePermutationTest, IsABijection) {
  constexpr unsigned numberBits = 16;
  PagePermutation pages(/*seed=*/7, numberBits);
  std::vector<bool> seen(1 << numberBits);
  for (uint64_t number = 0; number < seen.size(); ++number) {
    uint64_t page = pages.page(number);
    ASSERT_LT(page, seen.size());
    ASSERT_FALSE(seen[page]);
    seen[page] = true;
  }
}

TEST(PagePermutationTest, DependsOnTheSeedOnly) {
  PagePermutation first(1), again(1), other(2);
  unsigned same = 0;
  for (uint64_t number = 0; number < 1000; ++number) {
    EXPECT_EQ(first.page(number), again.page(number));
    same += first.page(number) == other.page(number);
  }
  EXPECT_LT(same, 10u);
}

TEST(PagePermutationTest, KeepsTheOffset) {
  PagePermutation pages(1);
  EXPECT_EQ(pages.translate(0x5123) - pages.translate(0x5000), 0x123u);
}

TEST(MemorySystemTest, MissThenHit) {
  MemorySystem memory(testMachine());
  Cycle fill = memory.access(request(1000, 0x40));
  EXPECT_EQ(fill, 1000 + missLatency);
  EXPECT_EQ(memory.access(request(fill, 0x48)), fill + hitLatency);
  EXPECT_EQ(memory.statistics().core.misses, 1u);
  EXPECT_EQ(memory.statistics().core.hits, 1u);
  EXPECT_EQ(memory.statistics().core.reads, 2u);
  EXPECT_EQ(memory.statistics().dramReadBytes, 64u);
}

TEST(MemorySystemTest, SecondMissMerges) {
  MemorySystem memory(testMachine());
  Cycle fill = memory.access(request(0, 0x40));
  // Not ready before the line is, and then at once.
  EXPECT_EQ(memory.access(request(10, 0x48, false, Unit::AccessUnit)), fill);
  // A request just before the line arrives still has the cache's latency.
  EXPECT_EQ(memory.access(request(fill - 1, 0x50)), fill - 1 + hitLatency);
  EXPECT_EQ(memory.statistics().accessUnit.merged, 1u);
  EXPECT_EQ(memory.statistics().core.merged, 1u);
  EXPECT_EQ(memory.statistics().dramReadBytes, 64u);
}

TEST(MemorySystemTest, MissesOverlapUpToTheBus) {
  MemorySystem memory(testMachine());
  for (uint64_t i = 0; i < 10; ++i)
    EXPECT_EQ(memory.access(request(0, i * 64)), missLatency + i * transfer);
}

TEST(MemorySystemTest, MissesWaitForARegister) {
  MachineDescription machine = testMachine();
  machine.cache.mshrs = 2;
  MemorySystem memory(machine);
  Cycle first = memory.access(request(0, 0, false, Unit::AccessUnit));
  Cycle second = memory.access(request(0, 64, false, Unit::AccessUnit));
  EXPECT_EQ(second, first + transfer);
  // Starts in the cycle in which the first line has arrived.
  EXPECT_EQ(memory.access(request(0, 128, false, Unit::AccessUnit)),
            first + missLatency);
  EXPECT_EQ(memory.access(request(0, 192, false, Unit::AccessUnit)),
            second + missLatency);
}

TEST(MemorySystemTest, CoreWaitsForItsOwnMisses) {
  MachineDescription machine = testMachine();
  machine.core.outstandingMisses = 1;
  MemorySystem memory(machine);
  Cycle first = memory.access(request(0, 0));
  EXPECT_EQ(memory.access(request(0, 64)), first + missLatency);
  // The access unit does not: its line takes the bus behind the core's first.
  EXPECT_EQ(memory.access(request(0, 128, false, Unit::AccessUnit)),
            missLatency + transfer);
}

TEST(MemorySystemTest, RequestsAcrossLinesAreSplit) {
  MemorySystem memory(testMachine());
  EXPECT_EQ(memory.access(request(0, 60, false, Unit::Core, 8)),
            missLatency + transfer);
  EXPECT_EQ(memory.statistics().core.misses, 2u);
  EXPECT_EQ(memory.access(request(0, 0, false, Unit::Core, 0)), 0u);
}

TEST(MemorySystemTest, EvictsTheLeastRecentlyUsed) {
  MachineDescription machine = testMachine();
  machine.cache.sizeBytes = 4 * 64; // One set.
  MemorySystem memory(machine);
  for (uint64_t i = 0; i < 4; ++i)
    memory.access(request(i * 1000, i * 64));
  memory.access(request(5000, 0));      // Line 1 is the oldest now.
  memory.access(request(6000, 4 * 64)); // Evicts it.
  EXPECT_EQ(memory.access(request(7000, 0)), 7000 + hitLatency);
  EXPECT_EQ(memory.access(request(7000, 2 * 64)), 7000 + hitLatency);
  EXPECT_EQ(memory.access(request(7000, 1 * 64)), 7000 + missLatency);
}

TEST(MemorySystemTest, LinesOnTheirWayAreNotEvicted) {
  MachineDescription machine = testMachine();
  machine.cache.sizeBytes = 2 * 64;
  machine.cache.ways = 2;
  MemorySystem memory(machine);
  Cycle first = memory.access(request(0, 0));
  memory.access(request(0, 64));
  EXPECT_EQ(memory.access(request(0, 128)), first + missLatency);
}

TEST(MemorySystemTest, DirtyLinesAreWrittenBack) {
  MachineDescription machine = testMachine();
  machine.cache.sizeBytes = 64;
  machine.cache.ways = 1;
  MemorySystem memory(machine);
  EXPECT_EQ(memory.access(request(0, 0, /*write=*/true)), 0u);
  EXPECT_EQ(memory.statistics().dramWriteBytes, 0u);
  memory.access(request(1000, 64));
  EXPECT_EQ(memory.statistics().dramWriteBytes, 64u);
  memory.access(request(2000, 128));
  EXPECT_EQ(memory.statistics().dramWriteBytes, 64u);
  EXPECT_EQ(memory.statistics().dramReadBytes, 3 * 64u);
}

TEST(MemorySystemTest, WriteMissIsAcceptedWithARegister) {
  MachineDescription machine = testMachine();
  machine.cache.mshrs = 1;
  MemorySystem memory(machine);
  EXPECT_EQ(memory.access(request(3, 0, /*write=*/true)), 3u);
  EXPECT_EQ(memory.access(request(4, 64, /*write=*/true)), 3 + missLatency);
  // A hit on a line on its way is accepted at once.
  EXPECT_EQ(memory.access(request(5, 8, /*write=*/true)), 5u);
}

/// Reads random lines that all miss, as fast as possible, in an order that is
/// not that of their times. Returns bytes per cycle.
static double measureBandwidth(uint32_t milliBytesPerCycle, bool write) {
  MachineDescription machine = testMachine();
  machine.cache.mshrs = 512;
  machine.dram.milliBytesPerCycle = milliBytesPerCycle;
  MemorySystem memory(machine);
  std::mt19937_64 random(1);
  constexpr uint64_t numLines = 20000;
  Cycle last = 0;
  for (uint64_t i = 0; i < numLines; ++i) {
    Cycle time = i + random() % 64;
    last = std::max(
        last, memory.access(request(time, i * 64, write, Unit::AccessUnit)));
  }
  const MemoryStatistics &stats = memory.statistics();
  EXPECT_EQ(stats.accessUnit.misses, numLines);
  return double(stats.dramReadBytes + stats.dramWriteBytes) / last;
}

TEST(MemorySystemTest, ReachesTheBandwidthAndNotMore) {
  for (uint32_t rate : {3300u, 12800u, 30000u}) {
    double bytes = measureBandwidth(rate, /*write=*/false);
    EXPECT_LE(bytes, rate / 1000.0);
    EXPECT_GE(bytes, 0.9 * rate / 1000.0);
  }
}

TEST(MemorySystemTest, OutOfOrderUnitsDoNotWaitForEachOther) {
  MemorySystem memory(testMachine());
  // One unit is simulated far ahead of the other; the early requests of the
  // second find the resources idle.
  for (uint64_t i = 0; i < 64; ++i)
    memory.access(request(5000, i * 64, false, Unit::AccessUnit));
  EXPECT_EQ(memory.access(request(100, 1 << 20)), 100 + missLatency);
}

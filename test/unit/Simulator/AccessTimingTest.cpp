//===- AccessTimingTest.cpp - Cycles of the access unit -------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Simulator/AccessTiming.h"
#include "../Support/ProgramBuilder.h"
#include "llvm/Support/Error.h"
#include "gtest/gtest.h"
#include <functional>

using namespace ember::sim;
using ember::target::AccessProgram;
using ember::target::AluOp;
using ember::target::Operand;
using ember::test::immediate;
using ember::test::ProgramBuilder;
using ember::test::vectorField;
using ember::test::VectorLoop;

namespace {

//===----------------------------------------------------------------------===//
// Mocks
//===----------------------------------------------------------------------===//

/// Answers every request after the same time, and remembers all of them.
class FixedMemory : public MemoryPort {
public:
  explicit FixedMemory(Cycle latency) : latency(latency) {}
  Cycle access(const MemoryRequest &request) override {
    requests.push_back(request);
    return request.time + latency;
  }

  Cycle latency;
  std::vector<MemoryRequest> requests;
};

/// Transfers so many bytes per cycle, and answers some time after that.
class BusMemory : public MemoryPort {
public:
  BusMemory(Cycle latency, uint32_t bytesPerCycle)
      : latency(latency), bus(bytesPerCycle) {}
  Cycle access(const MemoryRequest &request) override {
    return bus.book(request.time, request.bytes) + latency;
  }

  Cycle latency;
  Calendar bus;
};

class HostAddresses : public AddressTranslator {
public:
  uint64_t simulated(const void *host) const override {
    return reinterpret_cast<uintptr_t>(host);
  }
};

//===----------------------------------------------------------------------===//
// A run
//===----------------------------------------------------------------------===//

/// A machine on which nothing but what a test looks at costs anything.
AccessUnitConfig idealUnit() {
  AccessUnitConfig config;
  config.slots = 4096;
  config.outstandingRequests = 4096;
  config.requestsPerCycle = 16;
  config.aluLatency = 1;
  config.queueWriteBytesPerCycle = 1024;
  config.queueLatency = 7;
  return config;
}

QueueConfig idealQueues() { return {65536, 4, 1 << 20}; }

/// When the core releases a token that it sees at this cycle.
using Core = std::function<Cycle(uint64_t entry, Cycle visible)>;

/// Releases tokens at once.
Cycle idealCore(uint64_t, Cycle visible) { return visible; }

constexpr Cycle startTime = 1000;

struct Bench {
  explicit Bench(MemoryPort &memory, AccessUnitConfig unit = idealUnit(),
                 QueueConfig queues = idealQueues())
      : timing(unit, queues, memory, addresses),
        rings(llvm::cantFail(QueueRings::create(queues))) {}

  /// Runs a program from `start` to its end, and appends to `visible` when
  /// each token was, relative to `start`.
  void run(AccessProgram newProgram, std::vector<uint64_t> words,
           Core core = idealCore, Cycle start = startTime) {
    program = std::move(newProgram);
    ASSERT_FALSE(static_cast<bool>(program.verify()));
    timing.begin(program);
    timing.started(start);
    auto unit =
        llvm::cantFail(AccessUnit::create(program, words, *rings, {}, &timing));
    Cycle now = start;
    do {
      unit->advance();
      while (const QueueEntry *entry = rings->front()) {
        Cycle seen = timing.visible(entry->index);
        visible.push_back(seen - start);
        now = std::max(now, core(entry->index, seen));
        timing.released(entry->index, now);
        rings->release();
      }
    } while (unit->getState() != AccessUnit::State::Done);
  }

  HostAddresses addresses;
  AccessTiming timing;
  std::unique_ptr<QueueRings> rings;
  AccessProgram program;
  std::vector<Cycle> visible;
};

/// When each request left, relative to the start.
std::vector<Cycle> requestTimes(const FixedMemory &memory) {
  std::vector<Cycle> times;
  for (const MemoryRequest &request : memory.requests)
    times.push_back(request.time - startTime);
  return times;
}

template <typename T> uint64_t address(T *data) {
  return reinterpret_cast<uintptr_t>(data);
}

/// Loads and pushes `count` elements of the memref {data, count, 1}, each
/// `loads` times.
AccessProgram streamProgram(int64_t count, unsigned loads = 1,
                            uint32_t elementBytes = 8) {
  ProgramBuilder builder;
  uint32_t memref = builder.memref(1, elementBytes);
  Operand i = builder.beginLoop(immediate(0), immediate(count));
  std::vector<std::pair<Operand, uint32_t>> fields;
  for (unsigned load = 0; load < loads; ++load)
    fields.push_back({builder.load(memref, {i}), elementBytes});
  builder.push(fields);
  builder.endLoop();
  return builder.finish();
}

/// `bags` bags of `length` lookups of rows of `columns` elements.
struct EmbeddingBag {
  EmbeddingBag(int64_t bags, int64_t length, int64_t columns)
      : indices(bags * length, 1), table(2 * columns) {
    for (int64_t bag = 0; bag <= bags; ++bag)
      offsets.push_back(bag * length);
    ProgramBuilder builder;
    uint32_t offset = builder.memref(1), index = builder.memref(1),
             row = builder.memref(2, 4);
    Operand b = builder.beginLoop(immediate(0), immediate(bags));
    Operand begin = builder.load(offset, {b});
    Operand next = builder.alu(AluOp::Add, {b, immediate(1)});
    Operand end = builder.load(offset, {next});
    Operand p = builder.beginLoop(begin, end);
    Operand i = builder.load(index, {p});
    Operand e = builder.beginLoop(immediate(0), immediate(columns));
    builder.push({{b, 8}, {e, 8}, {builder.load(row, {i, e}), 4}});
    builder.endLoop();
    builder.endLoop();
    builder.endLoop();
    program = builder.finish();
    words = {address(offsets.data()),
             offsets.size(),
             1,
             address(indices.data()),
             indices.size(),
             1,
             address(table.data()),
             2,
             uint64_t(columns),
             uint64_t(columns),
             1};
  }

  std::vector<int64_t> offsets, indices;
  std::vector<float> table;
  AccessProgram program;
  std::vector<uint64_t> words;
};

/// A run of so many operations took at least `least` cycles, which is what the
/// limit under test allows, and not over 1/0.9 of it, filling and draining
/// aside.
void expectNear(Cycle least, Cycle actual, Cycle fill) {
  EXPECT_GE(actual, least);
  EXPECT_LE(actual * 9, least * 10 + fill * 9);
}

//===----------------------------------------------------------------------===//
// Latency
//===----------------------------------------------------------------------===//

TEST(AccessTiming, ShowsTokenAfterTheQueueLatency) {
  FixedMemory memory(0);
  Bench bench(memory);
  ProgramBuilder builder;
  builder.push();
  bench.run(builder.finish(), {});
  EXPECT_EQ((std::vector<Cycle>{7, 8}), bench.visible);
}

TEST(AccessTiming, LookupCostsItsChainOfLoads) {
  for (Cycle latency : {1, 10, 123}) {
    FixedMemory memory(latency);
    Bench bench(memory);
    EmbeddingBag bag(1, 1, 1);
    bench.run(bag.program, bag.words);
    // The end of the bag, one addition after its begin, the index, the row.
    EXPECT_EQ((std::vector<Cycle>{0, 1, 1 + latency, 1 + 2 * latency}),
              requestTimes(memory));
    EXPECT_EQ(1 + 3 * latency + 7, bench.visible[0]);
  }
}

TEST(AccessTiming, OperationsCostTheirLatency) {
  FixedMemory memory(20);
  AccessUnitConfig unit = idealUnit();
  unit.aluLatency = 3;
  Bench bench(memory, unit);
  ProgramBuilder builder;
  Operand value = builder.alu(AluOp::Add, {immediate(1), immediate(2)});
  builder.push({{builder.alu(AluOp::Mul, {value, value}), 8}});
  bench.run(builder.finish(), {});
  EXPECT_EQ(6u + 7u, bench.visible[0]);
}

TEST(AccessTiming, EmptyLoopWaitsForItsBoundsOnly) {
  FixedMemory memory(50);
  Bench bench(memory);
  EmbeddingBag bag(3, 0, 4);
  bench.run(bag.program, bag.words);
  EXPECT_EQ((std::vector<Cycle>{0, 1, 1, 2, 2, 3}), requestTimes(memory));
  // Only then is it known that the end is next.
  EXPECT_EQ((std::vector<Cycle>{3 + 50 + 7}), bench.visible);
}

TEST(AccessTiming, LoadWithoutAccessSendsNoRequest) {
  FixedMemory memory(50);
  Bench bench(memory);
  int64_t data = 0;
  ProgramBuilder builder;
  uint32_t memref = builder.memref(0);
  builder.push({{builder.load(memref, {}, immediate(0)), 8}});
  bench.run(builder.finish(), {address(&data)});
  EXPECT_TRUE(memory.requests.empty());
  EXPECT_EQ(7u, bench.visible[0]);
}

TEST(AccessTiming, LoadWaitsForItsPredicate) {
  FixedMemory memory(50);
  Bench bench(memory);
  int64_t data = 1;
  ProgramBuilder builder;
  uint32_t memref = builder.memref(0);
  Operand predicate = builder.load(memref, {});
  builder.push({{builder.load(memref, {}, predicate), 8}});
  bench.run(builder.finish(), {address(&data)});
  EXPECT_EQ((std::vector<Cycle>{0, 50}), requestTimes(memory));
}

TEST(AccessTiming, EndWaitsForStores) {
  FixedMemory memory(50);
  Bench bench(memory);
  int64_t data = 1;
  ProgramBuilder builder;
  uint32_t memref = builder.memref(0);
  builder.store(immediate(3), memref, {});
  builder.push();
  bench.run(builder.finish(), {address(&data)});
  EXPECT_EQ((std::vector<Cycle>{7, 50 + 7}), bench.visible);
}

TEST(AccessTiming, RequestsSayWhatTheyAre) {
  FixedMemory memory(50);
  Bench bench(memory);
  int16_t data[2] = {1, 2};
  ProgramBuilder builder;
  uint32_t memref = builder.memref(1, 2);
  builder.load(memref, {immediate(1)});
  builder.store(immediate(3), memref, {immediate(0)});
  AccessProgram program = builder.finish();
  program.instructions[0].cacheLevel = 2;
  program.instructions[0].temporal = false;
  bench.run(program, {address(data), 2, 1});
  ASSERT_EQ(2u, memory.requests.size());
  const MemoryRequest &load = memory.requests[0], &store = memory.requests[1];
  EXPECT_EQ(address(&data[1]), load.address);
  EXPECT_EQ(2u, load.bytes);
  EXPECT_EQ(Unit::AccessUnit, load.unit);
  EXPECT_EQ(2u, load.level);
  EXPECT_FALSE(load.temporal);
  EXPECT_FALSE(load.write);
  EXPECT_EQ(address(&data[0]), store.address);
  EXPECT_TRUE(store.write);
  EXPECT_TRUE(store.temporal);
}

//===----------------------------------------------------------------------===//
// Throughput
//===----------------------------------------------------------------------===//

TEST(AccessTiming, TraversalUnitStartsOneIterationPerCycle) {
  std::vector<int64_t> data(100);
  FixedMemory memory(30);
  Bench bench(memory);
  bench.run(streamProgram(100), {address(data.data()), 100, 1});
  for (Cycle n = 0; n < 100; ++n) {
    EXPECT_EQ(n, requestTimes(memory)[n]);
    EXPECT_EQ(n + 30 + 7, bench.visible[n]);
  }
}

TEST(AccessTiming, RequestPortLimitsLoads) {
  std::vector<int64_t> data(100);
  for (unsigned width : {1u, 2u, 3u}) {
    FixedMemory memory(30);
    AccessUnitConfig unit = idealUnit();
    unit.requestsPerCycle = width;
    Bench bench(memory, unit);
    bench.run(streamProgram(100, /*loads=*/6), {address(data.data()), 100, 1});
    std::vector<Cycle> times = requestTimes(memory);
    for (size_t n = 0; n < 600; ++n)
      EXPECT_EQ(n / width, times[n]);
  }
}

/// Iteration n when at most `places` of them are under way for `latency`
/// cycles each, one starting per cycle.
Cycle pipelined(Cycle n, Cycle places, Cycle latency) {
  return places >= latency ? n : n / places * latency + n % places;
}

TEST(AccessTiming, SlotsLimitIterationsInFlight) {
  std::vector<int64_t> data(200);
  for (uint32_t slots : {1u, 2u, 7u, 29u, 30u, 31u, 64u}) {
    FixedMemory memory(30);
    AccessUnitConfig unit = idealUnit();
    unit.slots = slots;
    Bench bench(memory, unit);
    bench.run(streamProgram(200), {address(data.data()), 200, 1});
    std::vector<Cycle> times = requestTimes(memory);
    for (Cycle n = 0; n < 200; ++n)
      ASSERT_EQ(pipelined(n, slots, 30), times[n]) << slots << " slots";
  }
}

TEST(AccessTiming, OutstandingRequestsLimitLoads) {
  std::vector<int64_t> data(200);
  for (uint32_t requests : {1u, 2u, 7u, 29u, 30u, 31u}) {
    FixedMemory memory(30);
    AccessUnitConfig unit = idealUnit();
    unit.outstandingRequests = requests;
    Bench bench(memory, unit);
    bench.run(streamProgram(200), {address(data.data()), 200, 1});
    std::vector<Cycle> times = requestTimes(memory);
    for (Cycle n = 0; n < 200; ++n)
      ASSERT_EQ(pipelined(n, requests, 30), times[n])
          << requests << " requests";
  }
}

TEST(AccessTiming, ReachesTheBandwidthOfMemory) {
  std::vector<int64_t> data(2000);
  for (uint32_t bytesPerCycle : {1u, 3u, 4u}) {
    BusMemory memory(100, bytesPerCycle);
    AccessUnitConfig unit = idealUnit();
    unit.requestsPerCycle = 1;
    Bench bench(memory, unit);
    bench.run(streamProgram(2000), {address(data.data()), 2000, 1});
    expectNear(2000 * 8 / bytesPerCycle, bench.visible.back(), 107);
  }
}

TEST(AccessTiming, ReachesTheWriteWidthOfTheQueues) {
  std::vector<int64_t> data(500);
  FixedMemory memory(30);
  AccessUnitConfig unit = idealUnit();
  unit.queueWriteBytesPerCycle = 8;
  Bench bench(memory, unit);
  bench.run(streamProgram(500, /*loads=*/3), {address(data.data()), 500, 1});
  // 24 bytes of record and 4 of token take 4 cycles.
  for (Cycle n = 0; n < 500; ++n)
    EXPECT_EQ(30 + 4 * n + 3 + 7, bench.visible[n]);
}

TEST(AccessTiming, LookupsReachTheRequestPort) {
  FixedMemory memory(100);
  AccessUnitConfig unit = idealUnit();
  unit.requestsPerCycle = 1;
  unit.slots = 256;
  unit.outstandingRequests = 256;
  Bench bench(memory, unit);
  EmbeddingBag bag(20, 40, 16);
  bench.run(bag.program, bag.words);
  ASSERT_EQ(20u * (2 + 40 * 17), memory.requests.size());
  expectNear(memory.requests.size(), bench.visible.back(), 3 * 100 + 8);
}

TEST(AccessTiming, LookupsReachTheLimitOfOutstandingRequests) {
  FixedMemory memory(200);
  AccessUnitConfig unit = idealUnit();
  unit.outstandingRequests = 50;
  Bench bench(memory, unit);
  EmbeddingBag bag(20, 40, 16);
  bench.run(bag.program, bag.words);
  expectNear(memory.requests.size() * 200 / 50, bench.visible.back(),
             3 * 200 + 8);
}

TEST(AccessTiming, LookupsReachTheBandwidthOfMemory) {
  BusMemory memory(150, 2);
  AccessUnitConfig unit = idealUnit();
  unit.requestsPerCycle = 1;
  Bench bench(memory, unit);
  EmbeddingBag bag(20, 40, 16);
  bench.run(bag.program, bag.words);
  Cycle bytes = 20 * (16 + 40 * (8 + 16 * 4));
  expectNear(bytes / 2, bench.visible.back(), 3 * 150 + 8);
}

TEST(AccessTiming, ParentKeepsItsSlotUntilItsReachIsOver) {
  FixedMemory memory(10);
  AccessUnitConfig unit = idealUnit();
  unit.slots = 1;
  Bench bench(memory, unit);
  EmbeddingBag bag(1, 3, 2);
  bench.run(bag.program, bag.words);
  // A lookup takes its index and two elements, one after the other.
  EXPECT_EQ((std::vector<Cycle>{0, 1, 11, 21, 31, 41, 51, 61, 71, 81, 91}),
            requestTimes(memory));
}

TEST(AccessTiming, RequestBehindALoopInTheProgramNeedNotWaitForIt) {
  FixedMemory memory(10);
  AccessUnitConfig unit = idealUnit();
  unit.requestsPerCycle = 1;
  Bench bench(memory, unit);
  std::vector<int64_t> data(8);
  ProgramBuilder builder;
  uint32_t memref = builder.memref(1);
  Operand first = builder.load(memref, {immediate(0)});
  Operand i = builder.beginLoop(first, immediate(5));
  builder.push({{builder.load(memref, {i}), 8}});
  builder.endLoop();
  builder.push({{builder.load(memref, {immediate(1)}), 8}});
  bench.run(builder.finish(), {address(data.data()), 8, 1});
  EXPECT_EQ((std::vector<Cycle>{0, 10, 11, 12, 13, 14, 1}),
            requestTimes(memory));
}

//===----------------------------------------------------------------------===//
// Queues
//===----------------------------------------------------------------------===//

/// A core that releases a token every 1000 cycles.
Cycle slowCore(uint64_t entry, Cycle visible) {
  return std::max(visible, startTime + 1000 * (entry + 1));
}

TEST(AccessTiming, PushWaitsForSpaceInTheDataRing) {
  std::vector<int64_t> data(6);
  FixedMemory memory(30);
  Bench bench(memory, idealUnit(), {1024, 4, 24});
  bench.run(streamProgram(6), {address(data.data()), 6, 1}, slowCore);
  // Three records fit. The end has no record.
  EXPECT_EQ((std::vector<Cycle>{37, 38, 39, 1007, 2007, 3007, 3008}),
            bench.visible);
}

TEST(AccessTiming, PushWaitsForTheSkippedRestOfTheDataRing) {
  std::vector<int64_t> data(6);
  FixedMemory memory(30);
  Bench bench(memory, idealUnit(), {1024, 4, 28});
  bench.run(streamProgram(6), {address(data.data()), 6, 1}, slowCore);
  EXPECT_EQ((std::vector<Cycle>{37, 38, 39, 1007, 2007, 3007, 3008}),
            bench.visible);
}

TEST(AccessTiming, PushWaitsForSpaceInTheControlRing) {
  std::vector<int64_t> data(6);
  FixedMemory memory(30);
  Bench bench(memory, idealUnit(), {8, 4, 1024});
  bench.run(streamProgram(6), {address(data.data()), 6, 1}, slowCore);
  EXPECT_EQ((std::vector<Cycle>{37, 38, 1007, 2007, 3007, 4007, 5007}),
            bench.visible);
}

TEST(AccessTiming, SlotIsHeldUntilItsRecordIsPushed) {
  std::vector<int64_t> data(4);
  FixedMemory memory(30);
  AccessUnitConfig unit = idealUnit();
  unit.slots = 2;
  Bench bench(memory, unit, {4, 4, 1024});
  bench.run(streamProgram(4), {address(data.data()), 4, 1}, slowCore);
  // The second record waits for the release of the first, and so do the
  // requests of the iteration that takes its slot.
  EXPECT_EQ((std::vector<Cycle>{0, 1, 30, 1000}), requestTimes(memory));
}

TEST(AccessTiming, ReturnsTheVisibilityOfEachUnreleasedToken) {
  FixedMemory memory(0);
  AccessTiming timing(idealUnit(), idealQueues(), memory, HostAddresses());
  ProgramBuilder builder;
  for (int event = 0; event < 3; ++event)
    builder.push();
  AccessProgram program = builder.finish();
  auto rings = llvm::cantFail(QueueRings::create(idealQueues()));
  timing.begin(program);
  timing.started(5);
  llvm::cantFail(AccessUnit::create(program, {}, *rings, {}, &timing))
      ->advance();
  timing.released(0, 100);
  EXPECT_EQ(5u + 1 + 7, timing.visible(1));
  EXPECT_EQ(5u + 3 + 7, timing.visible(3));
}

//===----------------------------------------------------------------------===//
// Lanes
//===----------------------------------------------------------------------===//

/// Loads `count` elements of the memref {data, …, 1} in vectors of 16 elements
/// of 4 bytes, `laneStride` elements apart, and pushes each vector.
AccessProgram vectorProgram(int64_t count, int64_t laneStride) {
  ProgramBuilder builder;
  uint32_t memref = builder.memref(1, 4);
  VectorLoop loop = builder.beginVectorLoop(16, immediate(0), immediate(count));
  Operand vector =
      builder.loadVector(memref, 16, {loop.first}, {laneStride}, loop.mask);
  builder.pushFields({vectorField(vector, 16, 32)});
  builder.endLoop();
  return builder.finish();
}

TEST(AccessTiming, ContiguousLanesAreOneWideRequest) {
  std::vector<float> data(100);
  FixedMemory memory(30);
  AccessUnitConfig unit = idealUnit();
  unit.requestsPerCycle = 1;
  Bench bench(memory, unit);
  bench.run(vectorProgram(100, 1), {address(data.data()), 100, 1});
  EXPECT_EQ((std::vector<Cycle>{0, 1, 2, 3, 4, 5, 6}), requestTimes(memory));
  for (int n = 0; n < 7; ++n) {
    EXPECT_EQ(address(&data[16 * n]), memory.requests[n].address);
    EXPECT_EQ(n < 6 ? 64u : 16u, memory.requests[n].bytes);
    EXPECT_EQ(Cycle(n) + 30 + 7, bench.visible[n]);
  }
}

TEST(AccessTiming, OtherLanesAreOneRequestEach) {
  std::vector<float> data(200);
  for (unsigned width : {1u, 2u, 16u}) {
    FixedMemory memory(30);
    AccessUnitConfig unit = idealUnit();
    unit.requestsPerCycle = width;
    Bench bench(memory, unit);
    bench.run(vectorProgram(40, 2), {address(data.data()), 200, 1});
    std::vector<Cycle> times = requestTimes(memory);
    ASSERT_EQ(40u, times.size());
    for (Cycle n = 0; n < 40; ++n)
      EXPECT_EQ(n / width, times[n]) << width << " per cycle";
    // A vector is there when its last lane is.
    EXPECT_EQ((std::vector<Cycle>{15 / width + 37, 31 / width + 37,
                                  39 / width + 37, 39 / width + 38}),
              bench.visible);
  }
}

TEST(AccessTiming, WideRequestsReachTheBandwidthOfMemory) {
  std::vector<float> data(3200);
  BusMemory memory(100, 32);
  AccessUnitConfig unit = idealUnit();
  unit.requestsPerCycle = 1;
  Bench bench(memory, unit);
  bench.run(vectorProgram(3200, 1), {address(data.data()), 3200, 1});
  expectNear(3200 * 4 / 32, bench.visible.back(), 107);
}

TEST(AccessTiming, OperationsOnVectorsCostOne) {
  FixedMemory memory(20);
  AccessUnitConfig unit = idealUnit();
  unit.aluLatency = 3;
  Bench bench(memory, unit);
  ProgramBuilder builder;
  Operand number = builder.lanes(64, immediate(1), 1);
  Operand square = builder.vectorAlu(AluOp::Mul, 64, {number, number});
  builder.pushFields({vectorField(square, 64, 64)});
  bench.run(builder.finish(), {});
  EXPECT_EQ(6u + 7u, bench.visible[0]);
}

TEST(AccessTiming, TheMaskIsThereWithItsIteration) {
  FixedMemory memory(20);
  Bench bench(memory);
  ProgramBuilder builder;
  VectorLoop loop = builder.beginVectorLoop(8, immediate(0), immediate(20));
  builder.pushFields({vectorField(loop.mask, 8, 1)});
  builder.endLoop();
  bench.run(builder.finish(), {});
  EXPECT_EQ((std::vector<Cycle>{7, 8, 9, 10}), bench.visible);
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

/// Loads `count` elements and pushes them in runs of up to `chunk`, with a
/// header of 16 bytes and elements of 16.
AccessProgram runProgram(int64_t count, uint32_t chunk) {
  ProgramBuilder builder;
  uint32_t memref = builder.memref(1);
  Operand i = builder.beginLoop(immediate(0), immediate(count));
  builder.pushRun(chunk, {{immediate(1), 8}, {immediate(2), 8}},
                  {{i, 8}, {builder.load(memref, {i}), 8}});
  builder.endLoop();
  return builder.finish();
}

TEST(AccessTiming, RunIsVisibleAfterItsLastElement) {
  std::vector<int64_t> data(10);
  for (uint32_t width : {4u, 8u, 16u, 1024u}) {
    FixedMemory memory(30);
    AccessUnitConfig unit = idealUnit();
    unit.queueWriteBytesPerCycle = width;
    Bench bench(memory, unit);
    bench.run(runProgram(10, 4), {address(data.data()), 10, 1});
    Cycle element = llvm::divideCeil(16, width);
    Cycle header = llvm::divideCeil(16 + 4, width);
    // One element per cycle at most; runs of 4, 4 and 2.
    Cycle first = 30 + 4 * element + header;
    Cycle second = first + 4 * element + header;
    Cycle third = second + 2 * element + header;
    Cycle end = third + llvm::divideCeil(4, width);
    EXPECT_EQ((std::vector<Cycle>{first + 6, second + 6, third + 6, end + 6}),
              bench.visible)
        << width << " bytes per cycle";
  }
}

TEST(AccessTiming, RunsOfOneCostWhatRecordsCost) {
  std::vector<int64_t> data(50);
  FixedMemory memory(30);
  AccessUnitConfig unit = idealUnit();
  unit.queueWriteBytesPerCycle = 4;
  Bench bench(memory, unit);
  bench.run(runProgram(50, 1), {address(data.data()), 50, 1});
  // 16 bytes of element, 16 of header and 4 of token.
  for (Cycle n = 0; n < 50; ++n)
    EXPECT_EQ(30 + 9 * (n + 1) + 6, bench.visible[n]);
}

TEST(AccessTiming, RunWaitsForSpace) {
  std::vector<int64_t> data(12);
  FixedMemory memory(30);
  Bench bench(memory, idealUnit(), {1024, 4, 160});
  bench.run(runProgram(12, 4), {address(data.data()), 12, 1}, slowCore);
  // Two runs of 80 bytes fit. Elements are written in cycles 30 to 33, the
  // rest of the record in the next.
  EXPECT_EQ((std::vector<Cycle>{34 + 7, 39 + 7, 1000 + 7, 1001 + 7}),
            bench.visible);
}

TEST(AccessTiming, SlotIsFreeWhenItsElementWasPushed) {
  std::vector<int64_t> data(4);
  FixedMemory memory(30);
  AccessUnitConfig unit = idealUnit();
  unit.slots = 2;
  Bench bench(memory, unit);
  bench.run(runProgram(4, 4), {address(data.data()), 4, 1});
  EXPECT_EQ((std::vector<Cycle>{0, 1, 30, 31}), requestTimes(memory));
}

TEST(AccessTiming, ParentKeepsItsSlotUntilTheLastRunIsPublished) {
  std::vector<int64_t> data(3);
  FixedMemory memory(30);
  AccessUnitConfig unit = idealUnit();
  unit.slots = 1;
  Bench bench(memory, unit, {4, 4, 1024});
  ProgramBuilder builder;
  uint32_t memref = builder.memref(1);
  Operand i = builder.beginLoop(immediate(0), immediate(3));
  builder.load(memref, {i});
  builder.beginLoop(immediate(0), immediate(1));
  builder.pushRun(2, {}, {{immediate(0), 8}});
  builder.endLoop();
  builder.endLoop();
  bench.run(builder.finish(), {address(data.data()), 3, 1}, slowCore);
  // The second run waits for the release of the first.
  EXPECT_EQ((std::vector<Cycle>{0, 30, 1000}), requestTimes(memory));
}

TEST(AccessTiming, ElementsWaitForTheRunBeforeThem) {
  std::vector<int64_t> data(4);
  FixedMemory memory(30);
  AccessUnitConfig unit = idealUnit();
  unit.slots = 1;
  Bench bench(memory, unit, {4, 4, 1024});
  bench.run(runProgram(4, 1), {address(data.data()), 4, 1}, slowCore);
  // The element of the second run can be written, its token has no space. The
  // one of the third is behind it.
  EXPECT_EQ((std::vector<Cycle>{0, 30, 60, 1001}), requestTimes(memory));
}

//===----------------------------------------------------------------------===//
// Programs and totals
//===----------------------------------------------------------------------===//

TEST(AccessTiming, NextProgramBeginsWhenItIsStarted) {
  std::vector<int64_t> data(2);
  FixedMemory memory(30);
  Bench bench(memory, idealUnit(), {8, 4, 1024});
  for (Cycle start : {startTime, startTime + 5000})
    bench.run(streamProgram(2), {address(data.data()), 2, 1}, idealCore, start);
  EXPECT_EQ((std::vector<Cycle>{37, 38, 44, 37, 38, 44}), bench.visible);
}

TEST(AccessTiming, CountsRequestsAndBusyCycles) {
  std::vector<int64_t> data(10);
  FixedMemory memory(30);
  Bench bench(memory);
  bench.run(streamProgram(10), {address(data.data()), 10, 1});
  EXPECT_EQ(10u, bench.timing.getStatistics().requests);
  // Iterations and requests in cycles 0 to 9, writes in 30 to 39, the end.
  EXPECT_EQ(21u, bench.timing.getStatistics().busyCycles);
  EXPECT_EQ(startTime + 40 + 7, bench.timing.getStatistics().lastCycle);
}

TEST(AccessTiming, IsNeverBusyInMoreCyclesThanItRuns) {
  FixedMemory memory(20);
  AccessUnitConfig unit = idealUnit();
  unit.requestsPerCycle = 1;
  Bench bench(memory, unit);
  EmbeddingBag bag(10, 20, 8);
  bench.run(bag.program, bag.words);
  uint64_t busy = bench.timing.getStatistics().busyCycles;
  EXPECT_LE(busy, bench.visible.back());
  EXPECT_GE(10 * busy, 9 * bench.visible.back());
}

} // namespace

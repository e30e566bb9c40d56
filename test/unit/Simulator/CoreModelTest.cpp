//===- CoreModelTest.cpp - Closed forms of the core's timing -------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Simulator/CoreModel.h"
#include "ember/Simulator/MemorySystem.h"
#include "gtest/gtest.h"
#include <initializer_list>
#include <vector>

using namespace ember::sim;

namespace {

/// A memory in which everything takes the same time; it remembers what it was
/// asked.
class FixedMemory : public MemoryPort {
public:
  explicit FixedMemory(Cycle latency) : latency(latency) {}

  Cycle access(const MemoryRequest &request) override {
    requests.push_back(request);
    return request.write ? request.time : request.time + latency;
  }

  Cycle latency;
  std::vector<MemoryRequest> requests;
};

/// A queue whose entries are visible when the test says so.
class FixedQueue : public QueueTiming {
public:
  Cycle visible(uint64_t entry) override { return visibleAt.at(entry); }
  void released(uint64_t entry, Cycle cycle) override {
    EXPECT_EQ(entry, releasedAt.size());
    releasedAt.push_back(cycle);
  }
  void started(Cycle cycle) override { startedAt.push_back(cycle); }

  std::vector<Cycle> visibleAt, releasedAt, startedAt;
};

/// Writes templates by hand.
class ProgramBuilder {
public:
  uint32_t function(uint32_t numArguments, uint32_t numValues) {
    program.functions.push_back({"f", numValues, numArguments});
    return program.functions.size() - 1;
  }

  uint32_t block(uint32_t function, bool entry = false) {
    BlockTemplate block;
    block.function = function;
    block.entry = entry;
    block.firstOperation = program.operations.size();
    block.firstEdge = program.edges.size();
    program.blocks.push_back(block);
    return program.blocks.size() - 1;
  }

  /// Adds an operation to the last block.
  Operation &add(OperationKind kind, ValueId result = noValue,
                 std::initializer_list<ValueId> operands = {},
                 uint16_t latency = 1) {
    Operation operation;
    operation.kind = kind;
    operation.result = result;
    operation.latency = latency;
    operation.bytes = 8;
    operation.firstOperand = program.operands.size();
    operation.numOperands = operands.size();
    program.operands.insert(program.operands.end(), operands);
    program.operations.push_back(operation);
    ++program.blocks.back().numOperations;
    return program.operations.back();
  }

  /// Adds an edge to the last block.
  void edge(uint32_t predecessor, std::initializer_list<PhiMove> moves) {
    BlockEdge edge;
    edge.predecessor = predecessor;
    edge.firstMove = program.moves.size();
    edge.numMoves = moves.size();
    program.moves.insert(program.moves.end(), moves);
    program.edges.push_back(edge);
    ++program.blocks.back().numEdges;
  }

  ProgramTemplates program;
};

/// A core, small enough to reason about, in front of a fixed memory.
class CoreModelTest : public ::testing::Test {
protected:
  CoreModelTest() {
    config.dispatchWidth = 4;
    config.window = 64;
    config.loadPorts = 2;
    config.storePorts = 1;
    config.storeBuffer = 8;
    config.forwardLatency = 5;
  }

  CoreModel model() {
    return CoreModel(config, /*tokenBytes=*/4, builder.program, memory, queue);
  }

  CoreStatistics run(llvm::ArrayRef<TraceEntry> trace) {
    CoreModel core = model();
    core.consume(trace);
    return core.statistics();
  }

  /// One entry block with `count` operations that do not depend on each other.
  void independent(OperationKind kind, unsigned count, uint16_t latency = 1) {
    uint32_t function = builder.function(0, count);
    builder.block(function, /*entry=*/true);
    for (unsigned i = 0; i < count; ++i)
      builder.add(kind, i, {}, latency);
  }

  static TraceEntry load(uint64_t address) {
    return TraceEntry::access(Region::Program, address);
  }

  CoreConfig config;
  ProgramBuilder builder;
  FixedMemory memory{10};
  FixedQueue queue;
};

} // namespace

//===----------------------------------------------------------------------===//
// Dispatch and dependences
//===----------------------------------------------------------------------===//

TEST_F(CoreModelTest, DispatchBoundCodeReachesTheWidth) {
  independent(OperationKind::Alu, 400);
  CoreStatistics stats = run(TraceEntry::block(0));
  EXPECT_EQ(stats.cycles, 100u);
  EXPECT_EQ(stats.busyCycles, 100u);
  EXPECT_EQ(stats.instructions, 400u);
  EXPECT_EQ(stats.microOps, 400u);
}

TEST_F(CoreModelTest, MicroOpsAreDispatchedOneByOne) {
  independent(OperationKind::Alu, 100);
  for (Operation &operation : builder.program.operations)
    operation.microOps = 3;
  CoreStatistics stats = run(TraceEntry::block(0));
  EXPECT_EQ(stats.cycles, 75u);
  EXPECT_EQ(stats.instructions, 100u);
  EXPECT_EQ(stats.microOps, 300u);
}

TEST_F(CoreModelTest, ChainCostsItsLatencies) {
  builder.block(builder.function(1, 51), /*entry=*/true);
  for (ValueId i = 0; i < 50; ++i)
    builder.add(OperationKind::Alu, i + 1, {i}, /*latency=*/4);
  EXPECT_EQ(run(TraceEntry::block(0)).cycles, 200u);
}

TEST_F(CoreModelTest, FreeOperationsCostNothing) {
  builder.block(builder.function(0, 3), /*entry=*/true);
  builder.add(OperationKind::Alu, 0, {}, /*latency=*/7);
  builder.add(OperationKind::Alu, 1, {0}).microOps = 0;
  builder.add(OperationKind::Alu, 2, {1}, /*latency=*/5);
  CoreStatistics stats = run(TraceEntry::block(0));
  EXPECT_EQ(stats.cycles, 12u);
  EXPECT_EQ(stats.instructions, 2u);
}

TEST_F(CoreModelTest, RetiresInOrder) {
  // The long operation holds the window; the last one waits for its place.
  config.window = 8;
  builder.block(builder.function(0, 9), /*entry=*/true);
  builder.add(OperationKind::Alu, 0, {}, /*latency=*/50);
  for (ValueId i = 1; i < 9; ++i)
    builder.add(OperationKind::Alu, i);
  EXPECT_EQ(run(TraceEntry::block(0)).cycles, 51u);
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

TEST_F(CoreModelTest, PhisTakeTheTimeOfTheEdge) {
  // Value 0 is computed slowly, value 1 fast; the loop swaps two PHIs.
  uint32_t function = builder.function(0, 5);
  builder.block(function, /*entry=*/true);
  builder.add(OperationKind::Alu, 0, {}, /*latency=*/100);
  builder.add(OperationKind::Alu, 1, {}, /*latency=*/1);
  builder.block(function);
  builder.edge(0, {{2, 0}, {3, 1}});
  builder.edge(1, {{2, 3}, {3, 2}});
  builder.block(function);
  builder.add(OperationKind::Alu, 4, {2}, /*latency=*/10);

  auto cyclesOf = [&](std::initializer_list<uint32_t> blocks) {
    std::vector<TraceEntry> trace;
    for (uint32_t block : blocks)
      trace.push_back(TraceEntry::block(block));
    return run(trace).cycles;
  };
  // The slow value retires at 100 either way; what matters is whether the last
  // operation waits for it.
  EXPECT_EQ(cyclesOf({0, 1, 2}), 110u);
  EXPECT_EQ(cyclesOf({0, 1, 1, 2}), 100u);
  EXPECT_EQ(cyclesOf({0, 1, 1, 1, 2}), 110u);
}

TEST_F(CoreModelTest, CallsPassAndReturnTimes) {
  uint32_t caller = builder.function(0, 3);
  uint32_t callee = builder.function(1, 2);
  builder.block(caller, /*entry=*/true);
  builder.add(OperationKind::Alu, 0, {}, /*latency=*/20);
  builder.add(OperationKind::Call, 1, {0});
  builder.add(OperationKind::Alu, 2, {1}, /*latency=*/3);
  builder.block(callee, /*entry=*/true);
  builder.add(OperationKind::Alu, 1, {0}, /*latency=*/7);
  builder.add(OperationKind::Return, noValue, {1});
  CoreStatistics stats = run({TraceEntry::block(0), TraceEntry::block(1)});
  EXPECT_EQ(stats.cycles, 30u);
  EXPECT_EQ(stats.instructions, 5u);
}

TEST_F(CoreModelTest, IndirectCallOfAnotherFunctionGoesOn) {
  uint32_t function = builder.function(0, 2);
  builder.block(function, /*entry=*/true);
  builder.add(OperationKind::IndirectCall, 0, {}, /*latency=*/9);
  builder.block(function);
  builder.add(OperationKind::Alu, 1, {0}, /*latency=*/2);
  EXPECT_EQ(run({TraceEntry::block(0), TraceEntry::block(1)}).cycles, 11u);
}

TEST_F(CoreModelTest, DeepRecursionNeedsBoundedTables) {
  // f(x) = x + 1, through 100000 activations of 64 values.
  uint32_t function = builder.function(1, 64);
  builder.block(function, /*entry=*/true);
  builder.add(OperationKind::Alu, 1, {0});
  builder.block(function);
  builder.add(OperationKind::Call, 2, {1});
  builder.add(OperationKind::Return, noValue, {2});
  builder.block(function);
  builder.add(OperationKind::Return, noValue, {1});
  constexpr unsigned depth = 100000;
  std::vector<TraceEntry> trace;
  for (unsigned i = 0; i < depth; ++i)
    trace.insert(trace.end(), {TraceEntry::block(0), TraceEntry::block(1)});
  trace.insert(trace.end(), {TraceEntry::block(0), TraceEntry::block(2)});
  CoreStatistics stats = run(trace);
  EXPECT_EQ(stats.instructions, 3 * depth + 2u);
  // The chain of additions, one cycle each.
  EXPECT_GE(stats.cycles, depth);
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

TEST_F(CoreModelTest, LoadChainCostsTheLatencyEach) {
  builder.block(builder.function(1, 21), /*entry=*/true);
  std::vector<TraceEntry> trace = {TraceEntry::block(0)};
  for (ValueId i = 0; i < 20; ++i) {
    builder.add(OperationKind::Load, i + 1, {i}, /*latency=*/0);
    trace.push_back(load(i * 64));
  }
  CoreStatistics stats = run(trace);
  EXPECT_EQ(stats.cycles, 20 * memory.latency);
  EXPECT_EQ(stats.loads, 20u);
}

TEST_F(CoreModelTest, LoadPortsLimitLoads) {
  independent(OperationKind::Load, 100, /*latency=*/0);
  std::vector<TraceEntry> trace = {TraceEntry::block(0)};
  for (unsigned i = 0; i < 100; ++i)
    trace.push_back(load(i * 64));
  EXPECT_EQ(run(trace).cycles, 50 - 1 + memory.latency);
}

TEST_F(CoreModelTest, WindowLimitsMemoryParallelism) {
  // Each load comes with three other micro-ops: a window of 64 holds 16 loads.
  memory.latency = 1000;
  constexpr unsigned loads = 640;
  builder.block(builder.function(0, 1), /*entry=*/true);
  std::vector<TraceEntry> trace = {TraceEntry::block(0)};
  for (unsigned i = 0; i < loads; ++i) {
    builder.add(OperationKind::Load, 0, {}, /*latency=*/0);
    for (int j = 0; j < 3; ++j)
      builder.add(OperationKind::Alu);
    trace.push_back(load(i * 64));
  }
  Cycle cycles = run(trace).cycles;
  Cycle ideal = loads / 16 * memory.latency;
  EXPECT_GE(cycles, ideal);
  EXPECT_LE(cycles, ideal + ideal / 20);
}

TEST_F(CoreModelTest, LoadIsForwardedFromTheStoreBuffer) {
  builder.block(builder.function(0, 2), /*entry=*/true);
  builder.add(OperationKind::Alu, 0, {}, /*latency=*/30);
  builder.add(OperationKind::Store, noValue, {0});
  builder.add(OperationKind::Load, 1, {}, /*latency=*/0);
  CoreStatistics stats = run({TraceEntry::block(0), load(64), load(64)});
  // Stored at 30, done at 31, forwarded five cycles later.
  EXPECT_EQ(stats.cycles, 36u);
  EXPECT_EQ(stats.forwarded, 1u);
  ASSERT_EQ(memory.requests.size(), 1u);
  EXPECT_TRUE(memory.requests[0].write);
}

TEST_F(CoreModelTest, OtherBytesAreNotForwarded) {
  builder.block(builder.function(0, 2), /*entry=*/true);
  builder.add(OperationKind::Alu, 0, {}, /*latency=*/30);
  builder.add(OperationKind::Store, noValue, {0});
  builder.add(OperationKind::Load, 1, {}, /*latency=*/0);
  CoreStatistics stats = run({TraceEntry::block(0), load(64), load(72)});
  EXPECT_EQ(stats.cycles, 31u);
  EXPECT_EQ(stats.forwarded, 0u);
  EXPECT_EQ(memory.requests.size(), 2u);
}

TEST_F(CoreModelTest, DrainedStoreIsReadFromMemory) {
  builder.block(builder.function(0, 3), /*entry=*/true);
  builder.add(OperationKind::Store);
  builder.add(OperationKind::Alu, 0, {}, /*latency=*/30);
  builder.add(OperationKind::Load, 1, {0}, /*latency=*/0);
  CoreStatistics stats = run({TraceEntry::block(0), load(64), load(64)});
  EXPECT_EQ(stats.forwarded, 0u);
  EXPECT_EQ(stats.cycles, 30 + memory.latency);
}

TEST_F(CoreModelTest, StoresLeaveOnePerCycleAfterRetirement) {
  independent(OperationKind::Store, 20);
  std::vector<TraceEntry> trace = {TraceEntry::block(0)};
  for (unsigned i = 0; i < 20; ++i)
    trace.push_back(load(i * 8));
  CoreStatistics stats = run(trace);
  EXPECT_EQ(stats.cycles, 20u);
  EXPECT_EQ(stats.stores, 20u);
  for (unsigned i = 0; i < 20; ++i)
    EXPECT_EQ(memory.requests[i].time, i + 1);
}

TEST_F(CoreModelTest, FullStoreBufferHoldsUpDispatch) {
  /// Accepts one write every hundred cycles.
  class SlowMemory : public MemoryPort {
  public:
    Cycle access(const MemoryRequest &request) override {
      return free = std::max(request.time, free + 100);
    }
    Cycle free = 0;
  } slow;
  independent(OperationKind::Store, 20);
  std::vector<TraceEntry> trace = {TraceEntry::block(0)};
  for (unsigned i = 0; i < 20; ++i)
    trace.push_back(load(i * 8));
  CoreModel core(config, 4, builder.program, slow, queue);
  core.consume(trace);
  // The last store is dispatched when the twelfth has left.
  EXPECT_EQ(core.statistics().cycles, 12 * 100 + 1u);
}

TEST_F(CoreModelTest, OnlyLoadsOfTheProgramAreCounted) {
  independent(OperationKind::Load, 4, /*latency=*/0);
  for (Operation &operation : builder.program.operations)
    operation.lanes = 8;
  CoreStatistics stats =
      run({TraceEntry::block(0), TraceEntry::access(Region::Program, 0),
           TraceEntry::access(Region::Queue, 64),
           TraceEntry::access(Region::Stack, 128),
           TraceEntry::access(Region::None, 0)});
  EXPECT_EQ(stats.loads, 8u);
  // What belongs to nothing is not sent to memory.
  EXPECT_EQ(memory.requests.size(), 3u);
}

TEST_F(CoreModelTest, OnlyLanesThatHappenAreCounted) {
  builder.block(builder.function(0, 2), /*entry=*/true);
  Operation &masked = builder.add(OperationKind::Load, 0);
  masked.lanes = 8;
  masked.masked = true;
  Operation &stored = builder.add(OperationKind::Store, noValue, {0});
  stored.lanes = 8;
  stored.masked = true;
  CoreStatistics stats =
      run({TraceEntry::block(0), load(4096), TraceEntry::length(3), load(8192),
           TraceEntry::length(5)});
  EXPECT_EQ(stats.loads, 3u);
  EXPECT_EQ(stats.stores, 5u);
  EXPECT_EQ(memory.requests.size(), 2u);
}

TEST_F(CoreModelTest, RangesAreReadAndWrittenInPieces) {
  builder.block(builder.function(0, 1), /*entry=*/true);
  builder.add(OperationKind::LoadRange, 0).bytes = 32;
  builder.add(OperationKind::StoreRange, noValue, {0}).bytes = 32;
  std::vector<TraceEntry> trace = {TraceEntry::block(0), load(4096),
                                   TraceEntry::length(72), load(8192),
                                   TraceEntry::length(72)};
  CoreStatistics stats = run(trace);
  EXPECT_EQ(stats.loads, 9u);
  EXPECT_EQ(stats.stores, 9u);
  ASSERT_EQ(memory.requests.size(), 6u);
  EXPECT_EQ(memory.requests[2].address, 4096 + 64u);
  EXPECT_EQ(memory.requests[2].bytes, 8u);
  EXPECT_TRUE(memory.requests[5].write);
}

//===----------------------------------------------------------------------===//
// The queue
//===----------------------------------------------------------------------===//

TEST_F(CoreModelTest, AcquireWaitsForTheToken) {
  queue.visibleAt = {100, 110, 500};
  builder.block(builder.function(0, 6), /*entry=*/true);
  std::vector<TraceEntry> trace = {TraceEntry::block(0)};
  for (ValueId i = 0; i < 3; ++i) {
    builder.add(OperationKind::Acquire, 2 * i);
    builder.add(OperationKind::Load, 2 * i + 1, {2 * i}, /*latency=*/0);
    builder.add(OperationKind::Release);
    trace.insert(trace.end(), {TraceEntry::acquire(0x1000 + 4 * i),
                               TraceEntry::access(Region::Queue, 0x2000),
                               TraceEntry::release()});
  }
  CoreStatistics stats = run(trace);
  // The token is read when it is visible, its record after it; the record is
  // given back when it has been read.
  EXPECT_EQ(queue.releasedAt, (std::vector<Cycle>{120, 130, 520}));
  EXPECT_EQ(stats.cycles, 520u);
  // [0, 100) for the first token and [130, 500) for the last. The second one
  // was visible before the first was released.
  EXPECT_EQ(stats.queueStall, 100 + 370u);
  EXPECT_EQ(memory.requests[0].time, 100u);
  EXPECT_EQ(memory.requests[0].address, 0x1000u);
  EXPECT_EQ(memory.requests[0].bytes, 4u);
  EXPECT_EQ(stats.loads, 0u);
}

TEST_F(CoreModelTest, StartStoresEachConfigurationWord) {
  builder.block(builder.function(0, 0), /*entry=*/true);
  builder.add(OperationKind::Start);
  CoreStatistics stats = run({TraceEntry::block(0), TraceEntry::start(10)});
  EXPECT_EQ(stats.cycles, 10u);
  EXPECT_EQ(stats.microOps, 10u);
  EXPECT_EQ(queue.startedAt, std::vector<Cycle>{10});
}

TEST_F(CoreModelTest, StartWaitsForEarlierStores) {
  class SlowMemory : public MemoryPort {
  public:
    Cycle access(const MemoryRequest &request) override {
      return request.time + 100;
    }
  } slow;
  builder.block(builder.function(0, 0), /*entry=*/true);
  builder.add(OperationKind::Store);
  builder.add(OperationKind::Start);
  CoreModel core(config, 4, builder.program, slow, queue);
  core.consume({TraceEntry::block(0), load(0), TraceEntry::start(1)});
  EXPECT_EQ(queue.startedAt, std::vector<Cycle>{101});
}

//===----------------------------------------------------------------------===//
// The trace
//===----------------------------------------------------------------------===//

TEST_F(CoreModelTest, TraceMayBeCutAnywhere) {
  queue.visibleAt = {40};
  uint32_t main = builder.function(0, 4);
  uint32_t callee = builder.function(1, 2);
  builder.block(main, /*entry=*/true);
  builder.add(OperationKind::LoadRange, 0).bytes = 32;
  builder.add(OperationKind::StoreRange, noValue, {0}).bytes = 32;
  builder.add(OperationKind::Call, 1, {0});
  builder.add(OperationKind::IndirectCall, 2, {});
  builder.add(OperationKind::Acquire, 3);
  builder.add(OperationKind::Release);
  builder.add(OperationKind::Return, noValue, {1});
  builder.block(callee, /*entry=*/true);
  builder.add(OperationKind::Load, 1, {0}, /*latency=*/0);
  builder.add(OperationKind::Return, noValue, {1});
  std::vector<TraceEntry> trace = {
      TraceEntry::block(0),
      load(4096),
      TraceEntry::length(72),
      load(8192),
      TraceEntry::length(72),
      TraceEntry::block(1),
      load(0),
      TraceEntry::acquire(64),
      TraceEntry::release(),
  };
  CoreStatistics whole = run(trace);
  EXPECT_EQ(whole.instructions, 9u);

  queue = FixedQueue();
  queue.visibleAt = {40};
  CoreModel core = model();
  for (const TraceEntry &entry : trace)
    core.consume(entry);
  EXPECT_EQ(core.statistics().cycles, whole.cycles);
  EXPECT_EQ(core.statistics().instructions, whole.instructions);
  EXPECT_EQ(core.statistics().microOps, whole.microOps);
  EXPECT_EQ(core.statistics().queueStall, whole.queueStall);
}

TEST(TraceTest, EntriesKeepWhatTheyHold) {
  TraceEntry access = TraceEntry::access(Region::Stack, TraceEntry::maxPayload);
  EXPECT_EQ(access.kind(), TraceKind::Access);
  EXPECT_EQ(access.region(), Region::Stack);
  EXPECT_EQ(access.payload(), TraceEntry::maxPayload);
  TraceEntry block = TraceEntry::block(~0u);
  EXPECT_EQ(block.kind(), TraceKind::Block);
  EXPECT_EQ(block.payload(), ~0u);
}

TEST(TraceTest, BufferIsFullAtItsCapacity) {
  TraceBuffer buffer(2);
  buffer.append(TraceEntry::block(1));
  EXPECT_FALSE(buffer.full());
  buffer.append(TraceEntry::block(2));
  EXPECT_TRUE(buffer.full());
  ASSERT_EQ(buffer.contents().size(), 2u);
  EXPECT_EQ(buffer.contents()[1].payload(), 2u);
  buffer.clear();
  EXPECT_TRUE(buffer.contents().empty());
}

//===----------------------------------------------------------------------===//
// With the memory system
//===----------------------------------------------------------------------===//

TEST(CoreAndMemoryTest, StreamReachesTheBandwidth) {
  MachineDescription machine;
  machine.core.outstandingMisses = 64;
  MemorySystem memory(machine);
  FixedQueue queue;
  ProgramBuilder builder;
  uint32_t function = builder.function(0, 1);
  builder.block(function, /*entry=*/true);
  builder.block(function);
  builder.add(OperationKind::Load, 0, {}, /*latency=*/0);
  CoreModel core(machine.core, 4, builder.program, memory, queue);
  constexpr uint64_t lines = 10000;
  core.consume(TraceEntry::block(0));
  for (uint64_t i = 0; i < lines; ++i)
    core.consume(
        {TraceEntry::block(1), TraceEntry::access(Region::Program, i * 64)});
  double rate = double(lines * 64) / core.now();
  EXPECT_LE(rate, 12.8);
  EXPECT_GE(rate, 0.9 * 12.8);
}

TEST(CoreAndMemoryTest, OutstandingMissesLimitTheCore) {
  MachineDescription machine;
  machine.core.outstandingMisses = 10;
  MemorySystem memory(machine);
  FixedQueue queue;
  ProgramBuilder builder;
  uint32_t function = builder.function(0, 1);
  builder.block(function, /*entry=*/true);
  builder.block(function);
  builder.add(OperationKind::Load, 0, {}, /*latency=*/0);
  CoreModel core(machine.core, 4, builder.program, memory, queue);
  constexpr uint64_t lines = 10000;
  core.consume(TraceEntry::block(0));
  for (uint64_t i = 0; i < lines; ++i)
    core.consume(
        {TraceEntry::block(1), TraceEntry::access(Region::Program, i * 64)});
  Cycle latency = machine.cache.hitLatency + machine.dram.latency + 5;
  Cycle ideal = lines / 10 * latency;
  EXPECT_GE(core.now(), ideal);
  EXPECT_LE(core.now(), ideal + ideal / 20);
}

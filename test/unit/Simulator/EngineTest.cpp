//===- EngineTest.cpp -----------------------------------------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Simulator/Engine.h"
#include "TestKernels.h"
#include "llvm/Support/Compiler.h"
#include "gtest/gtest.h"
#include <cstring>
#include <sys/resource.h>

using namespace ember;
using namespace ember::sim;

namespace {

/// An embedding bag and what it computes.
struct Bag {
  std::vector<int64_t> ptrs, idxs;
  std::vector<float> vals;
  int64_t rows = 0, length = 0;
  /// Adds to the table itself, which must not be decoupled.
  bool inPlace = false;

  int64_t bags() const { return ptrs.size() - 1; }

  RunInput input() const {
    auto program = test::makeBuffer(test::embeddingBag());
    std::vector<float> zeros(bags() * length, 0.0f);
    RunInput input;
    input.buffers = {program, test::makeBuffer<int64_t>(ptrs),
                     test::makeBuffer<int64_t>(idxs),
                     test::makeBuffer<float>(vals),
                     test::makeBuffer<float>(zeros)};
    input.parameters = {ParameterValue::address(0),
                        ParameterValue::integer(program->size()),
                        ParameterValue::address(1),
                        ParameterValue::address(2),
                        ParameterValue::address(3),
                        ParameterValue::address(inPlace ? 3 : 4),
                        ParameterValue::integer(bags()),
                        ParameterValue::integer(idxs.size()),
                        ParameterValue::integer(rows),
                        ParameterValue::integer(length)};
    return input;
  }

  /// The output, computed in the order of the program.
  std::vector<float> expected() const {
    std::vector<float> table = vals;
    std::vector<float> zeros(bags() * length, 0.0f);
    std::vector<float> &out = inPlace ? table : zeros;
    for (int64_t b = 0; b < bags(); ++b)
      for (int64_t p = ptrs[b]; p < ptrs[b + 1]; ++p)
        for (int64_t e = 0; e < length; ++e)
          out[b * length + e] += table[idxs[p] * length + e];
    return out;
  }

  std::vector<float> output(const sim::Run &run) const {
    llvm::ArrayRef<uint8_t> bytes = run.buffer(inPlace ? 3 : 4);
    std::vector<float> values(bytes.size() / sizeof(float));
    std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
  }
};

/// A ragged bag with empty bags first, in the middle and last.
Bag raggedBag(int64_t bags = 40, int64_t rows = 50, int64_t length = 7) {
  Bag bag;
  bag.rows = rows;
  bag.length = length;
  bag.ptrs = {0};
  uint32_t state = 1;
  auto random = [&](uint32_t bound) {
    state = state * 1664525 + 1013904223;
    return (state >> 8) % bound;
  };
  for (int64_t b = 0; b < bags; ++b) {
    int64_t lookups = b == 0 || b == bags - 1 ? 0 : random(5);
    for (int64_t i = 0; i < lookups; ++i)
      bag.idxs.push_back(random(rows));
    bag.ptrs.push_back(bag.idxs.size());
  }
  for (int64_t i = 0; i < rows * length; ++i)
    bag.vals.push_back(static_cast<float>(random(1 << 20)) / (1 << 18) - 2);
  return bag;
}

RunAhead runAhead(RunAhead::Kind kind, uint64_t records = 0) {
  return {kind, records};
}

const RunAhead allRunAheads[] = {
    runAhead(RunAhead::Kind::Min), runAhead(RunAhead::Kind::Records, 1),
    runAhead(RunAhead::Kind::Records, 3), runAhead(RunAhead::Kind::Capacity),
    runAhead(RunAhead::Kind::Max)};

class EngineTest : public testing::Test {
protected:
  EngineTest() {
    machine.queues.controlBytes = 64;
    machine.queues.dataBytes = 256;
  }

  std::unique_ptr<CoreProgram> compile(const std::string &ir,
                                       bool timed = false,
                                       const std::string &entry = "kernel") {
    auto program = test::compile(ir, machine, timed, entry);
    if (program)
      return std::move(*program);
    ADD_FAILURE() << llvm::toString(program.takeError());
    return nullptr;
  }

  std::unique_ptr<sim::Run> run(CoreProgram &program, const RunInput &input,
                                RunAhead runAhead = {}) {
    RunOptions options;
    options.runAhead = runAhead;
    auto result = sim::Run::execute(program, machine, input, options);
    if (result)
      return std::move(*result);
    ADD_FAILURE() << llvm::toString(result.takeError());
    return nullptr;
  }

  std::string errorOf(CoreProgram &program, const RunInput &input,
                      RunAhead runAhead = {}) {
    RunOptions options;
    options.runAhead = runAhead;
    auto result = sim::Run::execute(program, machine, input, options);
    return result ? "no error" : llvm::toString(result.takeError());
  }

  RunInput counterInput(int64_t n, int64_t stop = -1) {
    auto program = test::makeBuffer(test::counter());
    return {{program},
            {ParameterValue::address(0),
             ParameterValue::integer(program->size()),
             ParameterValue::integer(n), ParameterValue::integer(stop)}};
  }

  MachineDescription machine;
};

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

TEST_F(EngineTest, EmbeddingBagIsRightAtEveryRunAhead) {
  Bag bag = raggedBag();
  auto program = compile(test::embeddingBagKernel, false, "bag");
  for (RunAhead runAhead : allRunAheads) {
    auto result = run(*program, bag.input(), runAhead);
    ASSERT_TRUE(result);
    EXPECT_EQ(bag.output(*result), bag.expected());

    uint64_t elements = bag.idxs.size() * bag.length;
    const RunStatistics &statistics = result->statistics();
    EXPECT_EQ(statistics.nestsStarted, 1u);
    EXPECT_EQ(statistics.fallbacks, 0u);
    EXPECT_EQ(statistics.queues.tokens, elements + 1);
    EXPECT_EQ(statistics.queues.controlBytes, 4 * (elements + 1));
    EXPECT_EQ(statistics.accessUnit.scalarOperands, 3 * elements);
    EXPECT_EQ(statistics.accessUnit.loads,
              2 * bag.bags() + bag.idxs.size() + elements);
    EXPECT_FALSE(statistics.timed.has_value());
  }
}

TEST_F(EngineTest, ReadOnlyBuffersKeepTheirContents) {
  Bag bag = raggedBag();
  auto program = compile(test::embeddingBagKernel, false, "bag");
  RunInput input = bag.input();
  EXPECT_EQ(bag.output(*run(*program, input)), bag.expected());
  EXPECT_EQ(bag.output(*run(*program, input)), bag.expected())
      << "the first run wrote to its own image only";
}

TEST_F(EngineTest, AnIllegalDecouplingShowsAtMax) {
  Bag bag;
  bag.rows = 4;
  bag.length = 2;
  bag.ptrs = {0, 1, 2, 3};
  bag.idxs = {3, 0, 1}; // Each bag reads what the one before has written.
  bag.vals = {1, 2, 3, 4, 5, 6, 7, 8};
  bag.inPlace = true;
  auto program = compile(test::embeddingBagKernel, false, "bag");
  auto min = run(*program, bag.input(), runAhead(RunAhead::Kind::Min));
  EXPECT_EQ(bag.output(*min), bag.expected());
  auto max = run(*program, bag.input(), runAhead(RunAhead::Kind::Max));
  EXPECT_NE(bag.output(*max), bag.expected());
}

TEST_F(EngineTest, NestsMayBeStartedByCalledFunctions) {
  Bag bag = raggedBag();
  auto program = compile(std::string(test::embeddingBagKernel) + R"(
define void @kernel(ptr %program, i64 %bytes, ptr %ptrs, ptr %idxs, ptr %vals,
                    ptr %out, i64 %bags, i64 %lookups, i64 %rows,
                    i64 %length) {
  call void @bag(ptr %program, i64 %bytes, ptr %ptrs, ptr %idxs, ptr %vals,
                 ptr %out, i64 %bags, i64 %lookups, i64 %rows, i64 %length)
  call void @bag(ptr %program, i64 %bytes, ptr %ptrs, ptr %idxs, ptr %vals,
                 ptr %out, i64 %bags, i64 %lookups, i64 %rows, i64 %length)
  call void @__ember_fallback(i64 1)
  ret void
})");
  Bag twice = bag;
  twice.ptrs = {0};
  for (int64_t b = 0; b < bag.bags(); ++b) {
    for (int i = 0; i < 2; ++i)
      twice.idxs.insert(twice.idxs.end(), bag.idxs.begin() + bag.ptrs[b],
                        bag.idxs.begin() + bag.ptrs[b + 1]);
    twice.ptrs.push_back(twice.idxs.size() - bag.idxs.size());
  }
  twice.idxs.erase(twice.idxs.begin(), twice.idxs.begin() + bag.idxs.size());
  for (RunAhead runAhead : allRunAheads) {
    auto result = run(*program, bag.input(), runAhead);
    std::vector<float> output = bag.output(*result);
    std::vector<float> expected = twice.expected();
    for (size_t i = 0; i < output.size(); ++i)
      EXPECT_NEAR(output[i], expected[i], 1e-4);
    EXPECT_EQ(result->statistics().nestsStarted, 2u);
    EXPECT_EQ(result->statistics().fallbacks, 1u);
  }
}

TEST_F(EngineTest, TenMillionTokensTakeBoundedMemory) {
  auto program = compile(test::counterKernel);
  constexpr int64_t n = 10000000;
  struct rusage before, after;
  ::getrusage(RUSAGE_SELF, &before);
  auto result = run(*program, counterInput(n));
  ::getrusage(RUSAGE_SELF, &after);
  int64_t sum;
  std::memcpy(&sum, result->result().data(), sizeof(sum));
  EXPECT_EQ(sum, n * (n - 1) / 2);
  EXPECT_EQ(result->statistics().queues.tokens, uint64_t(n) + 1);
  // A sanitizer holds back freed memory; only an entry for each token would be
  // more than that.
  constexpr int64_t mebibytes = LLVM_ADDRESS_SANITIZER_BUILD ? 512 : 16;
  EXPECT_LT(after.ru_maxrss - before.ru_maxrss, mebibytes * 1024);
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

RunInput runsInput(llvm::ArrayRef<int64_t> idxs, llvm::ArrayRef<int64_t> vals) {
  auto program = test::makeBuffer(test::runs());
  RunInput input;
  input.buffers = {program, test::makeBuffer(idxs), test::makeBuffer(vals)};
  input.parameters = {ParameterValue::address(0),
                      ParameterValue::integer(program->size()),
                      ParameterValue::integer(idxs.size()),
                      ParameterValue::address(1),
                      ParameterValue::address(2),
                      ParameterValue::integer(vals.size())};
  return input;
}

int64_t integerResult(const sim::Run &run) {
  int64_t result;
  std::memcpy(&result, run.result().data(), sizeof(result));
  return result;
}

TEST_F(EngineTest, RunsComeWithTheirLength) {
  auto program = compile(test::runsKernel);
  const std::vector<int64_t> vals = {100, 200, 300};
  for (int64_t n : {0, 1, 3, 4, 5, 8, 101}) {
    std::vector<int64_t> idxs;
    int64_t tokens = (n + 3) / 4, expected = tokens * 1000 * n;
    for (int64_t i = 0; i < n; ++i) {
      idxs.push_back(i % 3);
      expected += i + vals[i % 3];
    }
    for (RunAhead runAhead : allRunAheads) {
      auto result = run(*program, runsInput(idxs, vals), runAhead);
      EXPECT_EQ(integerResult(*result), expected);
      const RunStatistics &statistics = result->statistics();
      EXPECT_EQ(statistics.queues.tokens, uint64_t(tokens) + 1);
      EXPECT_EQ(statistics.accessUnit.scalarOperands, uint64_t(tokens + 2 * n));
    }
  }
}

TEST_F(EngineTest, RunsAreTimed) {
  auto program = compile(test::runsKernel, true);
  std::vector<int64_t> idxs(1000, 1);
  auto result = run(*program, runsInput(idxs, {7, 8}));
  ASSERT_TRUE(result->statistics().timed.has_value());
  EXPECT_EQ(integerResult(*result), 250 * 1000 * 1000 + 999 * 500 + 1000 * 8);
  EXPECT_GE(result->statistics().timed->cycles, 1000u);
  EXPECT_EQ(result->statistics().timed->accessUnit.requests, 2000u);
}

TEST_F(EngineTest, ARunLongerThanTheDataQueueIsAnError) {
  auto program = compile(test::runsKernel);
  machine.queues.dataBytes = 71;
  for (RunAhead runAhead : allRunAheads)
    EXPECT_EQ(errorOf(*program, runsInput({0}, {1}), runAhead),
              "record of event 'event 0' needs 72 bytes, but the data queue "
              "holds 71: compile with a smaller vlen or chunk, or give the "
              "machine larger 'data_bytes'");
}

//===----------------------------------------------------------------------===//
// Faults
//===----------------------------------------------------------------------===//

TEST_F(EngineTest, FaultsOfARunAreRaisedAtTheirElement) {
  auto program = compile(test::runsKernel);
  for (RunAhead runAhead : allRunAheads)
    EXPECT_EQ(
        errorOf(*program, runsInput({0, 1, 0, 1, 1, 0, 2, 3}, {7, 8}),
                runAhead),
        "k.mlir:1:1: 'memref.load' index 2 is out of bounds for dimension 0 of "
        "size 2");
}

TEST_F(EngineTest, FaultsThatNoFieldRaisedAreRaisedAtTheEnd) {
  std::string ir = test::runsKernel;
  const std::string check =
      "  call void @__ember_check_run_field(i64 1, i64 %position)\n";
  ir.erase(ir.find(check), check.size());
  auto program = compile(ir);
  for (RunAhead runAhead : allRunAheads)
    EXPECT_EQ(
        errorOf(*program, runsInput({0, 1, 2, 5, 1}, {7, 8}), runAhead),
        "k.mlir:1:1: 'memref.load' index 2 is out of bounds for dimension 0 of "
        "size 2");
}

void expectOutOfBounds(const std::string &error, const char *what) {
  EXPECT_EQ(error.find("kernel.mlir:7:3: 'memref.load' "), 0u) << error;
  EXPECT_NE(error.find(what), std::string::npos) << error;
}

TEST_F(EngineTest, FaultsOfTheAccessUnitAreRaisedAtTheirField) {
  Bag bag = raggedBag();
  bag.idxs[20] = bag.rows;
  auto program = compile(test::embeddingBagKernel, false, "bag");
  for (RunAhead runAhead : allRunAheads)
    expectOutOfBounds(errorOf(*program, bag.input(), runAhead),
                      "index 50 is out of bounds for dimension 0 of size 50");
}

TEST_F(EngineTest, AnEarlierAssertWins) {
  Bag bag = raggedBag();
  bag.idxs[20] = bag.rows;
  std::string ir = test::embeddingBagKernel;
  std::string check = "  call void @__ember_check_field(i64 2)\n";
  size_t at = ir.find(check) + check.size();
  // Fails for the last element of some row of the bag before the bad index.
  ir.insert(at, "  call void @check(ptr %record)\n");
  ir += R"(
@message = constant [13 x i8] c"f.c:1: wrong\00"
define void @check(ptr %record) {
  %b = load i64, ptr %record
  %bad = icmp sge i64 %b, 2
  br i1 %bad, label %fail, label %pass
fail:
  call void @__ember_fault(ptr @message)
  unreachable
pass:
  ret void
})";
  auto program = compile(ir, false, "bag");
  for (RunAhead runAhead : allRunAheads)
    EXPECT_EQ(errorOf(*program, bag.input(), runAhead), "f.c:1: wrong");
}

TEST_F(EngineTest, FaultsOfABoundAreRaisedAtTheNextToken) {
  Bag bag = raggedBag();
  RunInput input = bag.input();
  // One bag too many: the last offset is out of bounds.
  input.buffers[4] = test::makeBuffer<float>(std::vector<float>(41 * 7, 0.0f));
  input.parameters[6] = ParameterValue::integer(bag.bags() + 1);
  std::string ir = test::embeddingBagKernel;
  std::string size = "%offsets = add i64 %bags, 1";
  ir.replace(ir.find(size), size.size(), "%offsets = add i64 %bags, 0");
  auto program = compile(ir, false, "bag");
  for (RunAhead runAhead : allRunAheads)
    expectOutOfBounds(errorOf(*program, input, runAhead),
                      "index 41 is out of bounds for dimension 0 of size 41");
}

//===----------------------------------------------------------------------===//
// Deadlocks and other errors
//===----------------------------------------------------------------------===//

TEST_F(EngineTest, ReturningEarlyIsADeadlock) {
  auto program = compile(test::counterKernel);
  for (RunAhead runAhead : allRunAheads) {
    std::string error = errorOf(*program, counterInput(1000, 5), runAhead);
    EXPECT_EQ(error.find("deadlock: core: has returned; access unit: "), 0u)
        << error;
  }
}

TEST_F(EngineTest, AcquiringAfterTheEndIsADeadlock) {
  std::string ir = test::counterKernel;
  size_t at = ir.rfind("  br label %leave");
  ir.insert(at, "  %more = call { i64, ptr } @__ember_acquire()\n");
  auto program = compile(ir);
  for (RunAhead runAhead : allRunAheads) {
    std::string error = errorOf(*program, counterInput(3), runAhead);
    EXPECT_EQ(error.find("deadlock: core: waits for token 4; access unit: "),
              0u)
        << error;
  }
}

TEST_F(EngineTest, AcquiringWithoutANestIsADeadlock) {
  auto program = compile("define void @kernel() {\n"
                         "  %t = call { i64, ptr } @__ember_acquire()\n"
                         "  ret void\n}");
  EXPECT_EQ(errorOf(*program, {}),
            "deadlock: core: waits for token 0; access unit: not started");
}

TEST_F(EngineTest, StartingAnotherNestTooEarlyIsADeadlock) {
  auto program = compile(
      "define void @kernel(ptr %program, i64 %bytes, i64 %n, i64 %stop) {\n"
      "  %c = alloca i64\n  store i64 %n, ptr %c\n"
      "  call void @__ember_start(ptr %program, i64 %bytes, ptr %c, i64 1)\n"
      "  call void @__ember_start(ptr %program, i64 %bytes, ptr %c, i64 1)\n"
      "  ret void\n}");
  std::string error = errorOf(*program, counterInput(3));
  EXPECT_EQ(error.find("deadlock: core: starts another nest; access unit: "),
            0u)
      << error;
}

TEST_F(EngineTest, TheProtocolIsChecked) {
  auto twice = compile(
      "define void @kernel(ptr %program, i64 %bytes, i64 %n, i64 %stop) {\n"
      "  %c = alloca i64\n  store i64 %n, ptr %c\n"
      "  call void @__ember_start(ptr %program, i64 %bytes, ptr %c, i64 1)\n"
      "  %t = call { i64, ptr } @__ember_acquire()\n"
      "  %u = call { i64, ptr } @__ember_acquire()\n"
      "  ret void\n}");
  EXPECT_EQ(errorOf(*twice, counterInput(3)),
            "malformed program: the core acquires a token while it holds "
            "another");
  auto release = compile("define void @kernel() {\n"
                         "  call void @__ember_release()\n  ret void\n}");
  EXPECT_EQ(errorOf(*release, {}),
            "malformed program: the core releases a token that it does not "
            "hold");
  auto check = compile("define void @kernel() {\n"
                       "  call void @__ember_check_field(i64 0)\n"
                       "  ret void\n}");
  EXPECT_EQ(errorOf(*check, {}),
            "malformed program: the core checks a field but holds no token");
  auto checkRun = compile("define void @kernel() {\n"
                          "  call void @__ember_check_run_field(i64 0, i64 0)\n"
                          "  ret void\n}");
  EXPECT_EQ(errorOf(*checkRun, {}),
            "malformed program: the core checks a field but holds no token");
}

TEST_F(EngineTest, AQueueTooSmallForARecordIsAnError) {
  Bag bag = raggedBag();
  auto program = compile(test::embeddingBagKernel, false, "bag");
  machine.queues.dataBytes = 16;
  for (RunAhead runAhead : allRunAheads) {
    std::string error = errorOf(*program, bag.input(), runAhead);
    EXPECT_NE(error.find("16"), std::string::npos) << error;
    EXPECT_EQ(error.find("deadlock"), std::string::npos) << error;
  }
}

TEST_F(EngineTest, AnAccessProgramOutsideOfTheMemoryIsAnError) {
  auto program = compile(test::counterKernel);
  RunInput input = counterInput(3);
  for (int64_t bytes : {int64_t(1) << 40, int64_t(-1)}) {
    input.parameters[1] = ParameterValue::integer(bytes);
    EXPECT_EQ(errorOf(*program, input),
              "malformed program: the core starts an access program that is "
              "not in its memory");
  }
}

TEST_F(EngineTest, AMalformedAccessProgramIsAnError) {
  auto program = compile(test::counterKernel);
  RunInput input = counterInput(3);
  input.buffers[0] = test::makeBuffer<char>({'E', 'M', 'B', 'X', 0, 0, 0, 0});
  input.parameters[1] = ParameterValue::integer(8);
  EXPECT_NE(errorOf(*program, input), "no error");
}

//===----------------------------------------------------------------------===//
// Times
//===----------------------------------------------------------------------===//

/// Every statistic of a run.
std::vector<uint64_t> everything(const RunStatistics &s) {
  std::vector<uint64_t> all = {
      s.nestsStarted,         s.fallbacks,
      s.allocations,          s.accessUnit.scalarOperands,
      s.queues.tokens,        s.queues.controlBytes,
      s.queues.dataBytes,     s.queues.skippedBytes,
      s.accessUnit.loads,     s.accessUnit.stores,
      s.accessUnit.iterations};
  if (s.timed) {
    const TimedStatistics &t = *s.timed;
    for (uint64_t value : {t.cycles,
                           t.core.cycles,
                           t.core.instructions,
                           t.core.microOps,
                           t.core.loads,
                           t.core.stores,
                           t.core.forwarded,
                           t.core.queueStall,
                           t.accessUnit.requests,
                           t.accessUnit.busyCycles,
                           t.accessUnit.lastCycle,
                           t.memory.core.reads,
                           t.memory.core.writes,
                           t.memory.core.hits,
                           t.memory.core.merged,
                           t.memory.core.misses,
                           t.memory.accessUnit.reads,
                           t.memory.accessUnit.writes,
                           t.memory.accessUnit.hits,
                           t.memory.accessUnit.merged,
                           t.memory.accessUnit.misses,
                           t.memory.dramReadBytes,
                           t.memory.dramWriteBytes})
      all.push_back(value);
  }
  return all;
}

TEST_F(EngineTest, TimedRunsAreRightAndRepeatable) {
  Bag bag = raggedBag();
  auto program = compile(test::embeddingBagKernel, true, "bag");
  ASSERT_TRUE(program->isTimed());
  auto first = run(*program, bag.input());
  // Other addresses for everything in the second run.
  std::vector<std::unique_ptr<char[]>> shift;
  for (size_t bytes = 16; bytes < (1 << 20); bytes *= 2)
    shift.emplace_back(new char[bytes]);
  auto second = run(*program, bag.input());
  EXPECT_EQ(bag.output(*first), bag.expected());
  EXPECT_EQ(bag.output(*second), bag.expected());
  ASSERT_TRUE(first->statistics().timed.has_value());
  EXPECT_EQ(everything(first->statistics()), everything(second->statistics()));

  const TimedStatistics &timed = *first->statistics().timed;
  uint64_t elements = bag.idxs.size() * bag.length;
  EXPECT_GT(timed.cycles, elements) << "at least a cycle for each token";
  EXPECT_EQ(timed.core.loads, elements) << "pops are no loads";
  EXPECT_EQ(timed.core.stores, elements);
  EXPECT_EQ(timed.accessUnit.requests,
            2 * bag.bags() + bag.idxs.size() + elements);
}

TEST_F(EngineTest, TheBaselineIsTimedWithoutAnAccessUnit) {
  Bag bag = raggedBag();
  auto program = compile(test::baselineKernel, true);
  auto result = run(*program, bag.input());
  EXPECT_EQ(bag.output(*result), bag.expected());
  ASSERT_TRUE(result->statistics().timed.has_value());
  const TimedStatistics &timed = *result->statistics().timed;
  EXPECT_EQ(result->statistics().queues.tokens, 0u);
  EXPECT_EQ(timed.accessUnit.requests, 0u);
  EXPECT_EQ(timed.core.queueStall, 0u);
  EXPECT_GT(timed.cycles, 0u);
  // At least each table element is loaded by the core.
  EXPECT_GE(timed.core.loads, bag.idxs.size() * bag.length);
}

TEST_F(EngineTest, ATraceLongerThanItsBufferIsTimed) {
  auto program = compile(test::counterKernel, true);
  constexpr int64_t n = 100000;
  auto result = run(*program, counterInput(n));
  ASSERT_TRUE(result->statistics().timed.has_value());
  EXPECT_GE(result->statistics().timed->cycles, uint64_t(n));
  EXPECT_EQ(result->statistics().queues.tokens, uint64_t(n) + 1);
}

TEST_F(EngineTest, AMoreDistantMemoryTakesLonger) {
  Bag bag = raggedBag();
  auto program = compile(test::embeddingBagKernel, true, "bag");
  Cycle near = run(*program, bag.input())->statistics().timed->cycles;
  machine.dram.latency *= 10;
  Cycle far = run(*program, bag.input())->statistics().timed->cycles;
  EXPECT_GT(far, near);
}

} // namespace

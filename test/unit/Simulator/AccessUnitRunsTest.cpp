//===- AccessUnitRunsTest.cpp - Runs of the access unit -------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessRunner.h"
#include <functional>
#include <numeric>

using namespace ember::sim;
using ember::target::AccessProgram;
using ember::target::AluOp;
using ember::target::Operand;
using ember::test::immediate;
using ember::test::ProgramBuilder;
using ember::test::Recorder;
using ember::test::Runner;
using ember::test::vectorField;
using ember::test::VectorLoop;
using ember::test::vectorWords;

namespace {

constexpr uint32_t noElement = QueueEntry::Poison::noElement;

const RunAhead allRunAheads[] = {{RunAhead::Kind::Min, 0},
                                 {RunAhead::Kind::Records, 1},
                                 {RunAhead::Kind::Records, 3},
                                 {RunAhead::Kind::Capacity, 0},
                                 {RunAhead::Kind::Max, 0}};

/// A token as the core sees it, for runs of elements of 8 bytes that begin at
/// byte `offset` of the record.
struct Seen {
  uint32_t event = 0;
  uint32_t length = 0;
  std::vector<int64_t> header, elements;

  bool operator==(const Seen &other) const {
    return event == other.event && length == other.length &&
           header == other.header && elements == other.elements;
  }
};

std::vector<int64_t> wordsOf(const uint8_t *record, size_t bytes) {
  std::vector<int64_t> words(bytes / sizeof(int64_t));
  if (!words.empty())
    std::memcpy(words.data(), record, bytes);
  return words;
}

/// All tokens up to the end.
std::vector<Seen> run(Runner &runner) {
  std::vector<Seen> result;
  while (true) {
    const QueueEntry &entry = runner.acquire();
    Seen &seen = result.emplace_back();
    seen.event = entry.event;
    seen.length = entry.length;
    uint32_t offset = entry.bytes;
    if (entry.length != 0)
      offset = runner.program.events[entry.event].runOffset;
    seen.header = wordsOf(entry.record, offset);
    seen.elements = wordsOf(entry.record + offset, entry.bytes - offset);
    bool isLast = entry.event == runner.program.events.size();
    runner.rings->release();
    if (isLast)
      return result;
  }
}

/// The elements of all runs of `for (i = 0; i < trips; ++i)`.
std::vector<std::vector<int64_t>> runsOf(int64_t trips, uint32_t chunk,
                                         RunAhead runAhead = {},
                                         QueueConfig queues = {}) {
  ProgramBuilder builder;
  Operand i = builder.beginLoop(immediate(0), immediate(trips));
  builder.pushRun(chunk, {}, {{i, 8}});
  builder.endLoop();
  Runner runner(builder.finish(), {}, runAhead, queues);
  std::vector<std::vector<int64_t>> result;
  for (const Seen &seen : run(runner)) {
    if (seen.event == 1)
      break;
    EXPECT_EQ(seen.length, seen.elements.size());
    result.push_back(seen.elements);
  }
  return result;
}

using Runs = std::vector<std::vector<int64_t>>;

//===----------------------------------------------------------------------===//
// Lengths
//===----------------------------------------------------------------------===//

TEST(AccessUnitRuns, RunOfOne) { EXPECT_EQ((Runs{{0}}), runsOf(1, 3)); }

TEST(AccessUnitRuns, RunOfAllButOne) {
  EXPECT_EQ((Runs{{0, 1}}), runsOf(2, 3));
}

TEST(AccessUnitRuns, RunOfTheChunk) {
  EXPECT_EQ((Runs{{0, 1, 2}}), runsOf(3, 3));
}

TEST(AccessUnitRuns, RunOfTheChunkAndOne) {
  EXPECT_EQ((Runs{{0, 1, 2}, {3}}), runsOf(4, 3));
}

TEST(AccessUnitRuns, ManyRuns) {
  for (uint32_t chunk : {1u, 2u, 7u, 64u, 500u})
    for (int64_t trips : {100, 127, 128, 129, 1000}) {
      Runs runs = runsOf(trips, chunk);
      EXPECT_EQ(llvm::divideCeil(uint64_t(trips), chunk), runs.size());
      int64_t next = 0;
      for (const std::vector<int64_t> &run : runs) {
        EXPECT_EQ(std::min<int64_t>(chunk, trips - next), run.size());
        for (int64_t element : run)
          EXPECT_EQ(next++, element);
      }
      EXPECT_EQ(trips, next);
    }
}

TEST(AccessUnitRuns, LoopWithoutIterationsPushesNothing) {
  EXPECT_EQ((Runs{}), runsOf(0, 3));
  EXPECT_EQ((Runs{}), runsOf(-4, 3));
}

//===----------------------------------------------------------------------===//
// Records
//===----------------------------------------------------------------------===//

/// for i: push i; for j = 0 to bounds[i]: run{header 10 * i; element j}; push i
AccessProgram raggedProgram(uint32_t chunk) {
  ProgramBuilder builder;
  uint32_t bounds = builder.memref(1);
  Operand i = builder.beginLoop(immediate(0), immediate(4));
  builder.push({{i, 8}});
  Operand header = builder.alu(AluOp::Mul, {i, immediate(10)});
  Operand end = builder.load(bounds, {i});
  Operand j = builder.beginLoop(immediate(0), end);
  builder.pushRun(chunk, {{header, 8}}, {{j, 8}});
  builder.endLoop();
  builder.push({{i, 8}});
  builder.endLoop();
  return builder.finish();
}

TEST(AccessUnitRuns, KeepsTheOrderOfTokensAndEveryHeader) {
  std::vector<int64_t> bounds = {2, 0, 1, 3};
  std::vector<Seen> expected = {
      {0, 0, {0}, {}}, {1, 2, {0}, {0, 1}},  {2, 0, {0}, {}},   {0, 0, {1}, {}},
      {2, 0, {1}, {}}, {0, 0, {2}, {}},      {1, 1, {20}, {0}}, {2, 0, {2}, {}},
      {0, 0, {3}, {}}, {1, 2, {30}, {0, 1}}, {1, 1, {30}, {2}}, {2, 0, {3}, {}},
      {3, 0, {}, {}}};
  for (RunAhead runAhead : allRunAheads) {
    Runner runner(raggedProgram(2), vectorWords(bounds), runAhead);
    EXPECT_TRUE(expected == run(runner));
  }
}

TEST(AccessUnitRuns, LaysElementsOutAsTold) {
  ProgramBuilder builder;
  Operand word = builder.word();
  Operand i = builder.beginLoop(immediate(0), immediate(2));
  builder.pushRun(4, {{word, 2}}, {{i, 4}, {immediate(-1), 1}});
  builder.endLoop();
  Runner runner(builder.finish(), {0x1122});
  const QueueEntry &entry = runner.acquire();
  ASSERT_EQ(20u, entry.bytes);
  const uint8_t expected[20] = {0x22, 0x11, 0, 0, //
                                0,    0,    0, 0, 0xff, 0, 0, 0,
                                1,    0,    0, 0, 0xff, 0, 0, 0};
  for (int byte : {0, 1, 4, 5, 6, 7, 8, 12, 13, 14, 15, 16})
    EXPECT_EQ(expected[byte], entry.record[byte]) << byte;
}

TEST(AccessUnitRuns, CollectsVectors) {
  std::vector<int32_t> data(21);
  std::iota(data.begin(), data.end(), 1);
  ProgramBuilder builder;
  uint32_t memref = builder.memref(1, 4);
  VectorLoop loop = builder.beginVectorLoop(8, immediate(0), immediate(21));
  Operand vector = builder.loadVector(memref, 8, {loop.first}, {1}, loop.mask);
  builder.pushRun(2, {}, {vectorField(vector, 8, 32)});
  builder.endLoop();
  Runner runner(builder.finish(), vectorWords(data));
  std::vector<int32_t> seen;
  for (uint32_t length : {2, 1}) {
    const QueueEntry &entry = runner.acquire();
    EXPECT_EQ(length, entry.length);
    std::vector<int32_t> part(entry.bytes / 4);
    std::memcpy(part.data(), entry.record, entry.bytes);
    llvm::append_range(seen, part);
    runner.rings->release();
  }
  data.resize(24);
  EXPECT_EQ(data, seen);
}

TEST(AccessUnitRuns, ElementsMayBeEmpty) {
  ProgramBuilder builder;
  builder.beginLoop(immediate(0), immediate(5));
  builder.pushRun(3, {}, {});
  builder.endLoop();
  Runner runner(builder.finish());
  std::vector<Seen> expected = {{0, 3, {}, {}}, {0, 2, {}, {}}, {1, 0, {}, {}}};
  EXPECT_TRUE(expected == run(runner));
}

TEST(AccessUnitRuns, CountsScalarsOfHeadersAndElements) {
  std::vector<int64_t> bounds = {2, 0, 1, 3};
  Runner runner(raggedProgram(2), vectorWords(bounds));
  run(runner);
  // 8 plain fields, 4 headers, 6 elements.
  EXPECT_EQ(18u, runner.unit->getStatistics().scalarOperands);
  EXPECT_EQ(13u, runner.rings->getStatistics().tokens);
}

TEST(AccessUnitRuns, CountsMisalignedVectorsOfElements) {
  ProgramBuilder builder;
  Operand vector = builder.lanes(4, immediate(0), 1, 32);
  builder.beginLoop(immediate(0), immediate(6));
  builder.pushRun(4, {}, {vectorField(vector, 4, 32), {immediate(0), 8}});
  builder.endLoop();
  AccessProgram program = builder.finish();
  // Elements at 0, 24, 48, 72, then at 96 and 120.
  program.events[0].runStride = 24;
  Runner runner(std::move(program));
  run(runner);
  EXPECT_EQ(3u, runner.unit->getStatistics().misalignedVectors);
}

TEST(AccessUnitRuns, CountsMisalignmentFromTheStartOfTheRecord) {
  ProgramBuilder builder;
  Operand vector = builder.lanes(4, immediate(0), 1, 32);
  builder.beginLoop(immediate(0), immediate(3));
  builder.pushRun(4, {{immediate(0), 8}}, {vectorField(vector, 4, 32)});
  builder.endLoop();
  AccessProgram program = builder.finish();
  EXPECT_EQ(16u, program.events[0].runOffset);
  program.events[0].runOffset = 8;
  Runner runner(std::move(program));
  run(runner);
  EXPECT_EQ(3u, runner.unit->getStatistics().misalignedVectors);
}

TEST(AccessUnitRuns, TheTokenHasTheLengthInItsUpperHalf) {
  for (uint32_t tokenBytes : {1u, 2u, 4u, 8u}) {
    ProgramBuilder builder;
    builder.push();
    Operand i = builder.beginLoop(immediate(0), immediate(5));
    builder.pushRun(15, {}, {{i, 8}});
    builder.endLoop();
    Runner runner(builder.finish(), {}, {}, {64, tokenBytes, 1024});
    runner.acquire();
    uint64_t token = 0;
    std::memcpy(&token, runner.rings->tokenAddress(1), tokenBytes);
    EXPECT_EQ(1 + (uint64_t(5) << (4 * tokenBytes)), token);
  }
}

//===----------------------------------------------------------------------===//
// Space
//===----------------------------------------------------------------------===//

/// The error of loading a run of up to 4 elements of 8 bytes after a header of
/// 8.
std::string createError(QueueConfig queues, uint32_t chunk = 4) {
  ProgramBuilder builder;
  Operand i = builder.beginLoop(immediate(0), immediate(1));
  builder.pushRun(chunk, {{immediate(0), 8}}, {{i, 8}});
  builder.endLoop();
  AccessProgram program = builder.finish();
  auto rings = llvm::cantFail(QueueRings::create(queues));
  auto unit = AccessUnit::create(program, {}, *rings, {});
  return unit ? "" : llvm::toString(unit.takeError());
}

TEST(AccessUnitRuns, RefusesRunThatDoesNotFit) {
  EXPECT_EQ("record of event 'event 0' needs 40 bytes, but the data queue "
            "holds 39: compile with a smaller vlen or chunk, or give the "
            "machine larger 'data_bytes'",
            createError({64, 4, 39}));
  EXPECT_EQ("", createError({64, 4, 40}));
}

TEST(AccessUnitRuns, RefusesLengthThatDoesNotFitItsToken) {
  EXPECT_EQ("event 'event 0' has runs of 16 elements among 1 events, but each "
            "of these numbers has to fit half of the 1 bytes of a token: give "
            "the machine larger 'token_bytes', or compile with a smaller "
            "chunk",
            createError({64, 1, 1024}, 16));
  EXPECT_EQ("", createError({64, 1, 1024}, 15));
  EXPECT_EQ("", createError({64, 2, 4096}, 255));
}

TEST(AccessUnitRuns, CompletesWhereOneRecordFits) {
  for (RunAhead runAhead : allRunAheads) {
    Runs runs = runsOf(1000, 4, runAhead, {4, 4, 32});
    EXPECT_EQ(250u, runs.size());
    EXPECT_EQ((std::vector<int64_t>{996, 997, 998, 999}), runs.back());
    runs = runsOf(1001, 4, runAhead, {4, 4, 32});
    EXPECT_EQ(251u, runs.size());
    EXPECT_EQ((std::vector<int64_t>{1000}), runs.back());
  }
}

TEST(AccessUnitRuns, WaitsForSpaceWithItsRun) {
  // Two runs of 3 and 1 elements, and space for one token at a time.
  ProgramBuilder builder;
  Operand i = builder.beginLoop(immediate(0), immediate(4));
  builder.pushRun(3, {}, {{i, 8}});
  builder.endLoop();
  Runner runner(builder.finish(), {}, {}, {4, 4, 24});
  for (std::vector<int64_t> expected : Runs{{0, 1, 2}, {3}}) {
    EXPECT_EQ(AccessUnit::State::Blocked, runner.unit->advance());
    EXPECT_EQ(AccessUnit::State::Blocked, runner.unit->advance());
    ASSERT_EQ(1u, runner.rings->size());
    const QueueEntry &entry = *runner.rings->front();
    EXPECT_EQ(expected, wordsOf(entry.record, entry.bytes));
    runner.rings->release();
  }
  EXPECT_EQ(AccessUnit::State::Done, runner.unit->advance());
}

TEST(AccessUnitRuns, MinCollectsARunWhenTheCoreAsksForIt) {
  std::vector<int64_t> data(6, 0);
  ProgramBuilder builder;
  uint32_t memref = builder.memref(1);
  Operand i = builder.beginLoop(immediate(0), immediate(6));
  builder.pushRun(2, {}, {{builder.load(memref, {i}), 8}});
  builder.endLoop();
  Runner runner(builder.finish(), vectorWords(data), {RunAhead::Kind::Min, 0});
  for (int64_t round = 0; round < 3; ++round) {
    std::fill(data.begin(), data.end(), round);
    const QueueEntry &entry = runner.acquire();
    EXPECT_EQ((std::vector<int64_t>{round, round}),
              wordsOf(entry.record, entry.bytes));
    runner.rings->release();
  }
}

//===----------------------------------------------------------------------===//
// Faults
//===----------------------------------------------------------------------===//

constexpr const char *outOfBounds =
    "k.mlir:1:1: 'memref.load' index 5 is out of bounds for dimension 0 of "
    "size 3";

TEST(AccessUnitRunsFault, PoisonsTheElement) {
  std::vector<int64_t> data = {1, 2, 3}, indices = {0, 1, 5, 2, 5, 0, 5};
  ProgramBuilder builder;
  uint32_t table = builder.memref(1), column = builder.memref(1);
  Operand i = builder.beginLoop(immediate(0), immediate(7));
  Operand value = builder.load(table, {builder.load(column, {i})});
  builder.pushRun(4, {{immediate(0), 8}}, {{i, 8}, {value, 8}});
  builder.endLoop();
  std::vector<uint64_t> words = vectorWords(data);
  llvm::append_range(words, vectorWords(indices));
  Runner runner(builder.finish(), words);

  std::vector<uint32_t> positions[] = {{2}, {0, 2}};
  for (const std::vector<uint32_t> &expected : positions) {
    std::vector<uint32_t> actual;
    for (const QueueEntry::Poison &poison : runner.acquire().poison) {
      EXPECT_EQ(1u, poison.field);
      EXPECT_EQ(outOfBounds, poison.fault->message);
      actual.push_back(poison.position);
    }
    EXPECT_EQ(expected, actual);
    runner.rings->release();
  }
}

TEST(AccessUnitRunsFault, PoisonsTheHeaderOfEveryRun) {
  std::vector<int64_t> data = {1, 2, 3};
  ProgramBuilder builder;
  uint32_t memref = builder.memref(1);
  Operand bad = builder.load(memref, {immediate(5)});
  Operand i = builder.beginLoop(immediate(0), immediate(3));
  builder.pushRun(2, {{immediate(0), 8}, {bad, 8}}, {{i, 8}});
  builder.endLoop();
  Runner runner(builder.finish(), vectorWords(data));
  for (int round = 0; round < 2; ++round) {
    ASSERT_EQ(1u, runner.acquire().poison.size());
    EXPECT_EQ(1u, runner.acquire().poison[0].field);
    EXPECT_EQ(noElement, runner.acquire().poison[0].position);
    EXPECT_EQ(outOfBounds, runner.acquire().poison[0].fault->message);
    runner.rings->release();
  }
}

TEST(AccessUnitRunsFault, AFaultOfATokenComesAfterWhatWasCollected) {
  std::vector<int64_t> data = {1, 1, 1};
  for (RunAhead runAhead : allRunAheads) {
    ProgramBuilder builder;
    uint32_t memref = builder.memref(1);
    Operand i = builder.beginLoop(immediate(0), immediate(9));
    Operand predicate = builder.load(memref, {i});
    builder.store(immediate(1), memref, {immediate(0)}, predicate);
    builder.pushRun(8, {}, {{i, 8}});
    builder.endLoop();
    Runner runner(builder.finish(), vectorWords(data), runAhead, {4, 4, 64});
    EXPECT_EQ(3u, runner.acquire().length);
    runner.rings->release();
    uint32_t field = 0;
    EXPECT_EQ("k.mlir:1:1: 'memref.load' index 3 is out of bounds for "
              "dimension 0 of size 3",
              runner.fault(field));
    EXPECT_EQ(QueueEntry::wholeToken, field);
  }
}

/// Builds a program that the core ends without a look at its fields, and
/// returns the fault of its end.
std::string
faultOfTheEnd(std::function<void(ProgramBuilder &, uint32_t memref)> build) {
  std::vector<int64_t> data = {1, 2, 3};
  ProgramBuilder builder;
  build(builder, builder.memref(1));
  Runner runner(builder.finish(), vectorWords(data));
  while (runner.acquire().event != runner.program.events.size())
    runner.rings->release();
  uint32_t field = 0;
  std::string message = runner.fault(field);
  EXPECT_TRUE(message == "poisoned fields: 0" ||
              field == QueueEntry::wholeToken);
  return message;
}

TEST(AccessUnitFault, TheEndRaisesAFaultThatNobodyConsumed) {
  EXPECT_EQ(outOfBounds,
            faultOfTheEnd([](ProgramBuilder &builder, uint32_t memref) {
              builder.push();
              builder.load(memref, {immediate(5)});
            }));
}

TEST(AccessUnitFault, TheEndRaisesAFaultForALoopThatNeverRan) {
  EXPECT_EQ(outOfBounds,
            faultOfTheEnd([](ProgramBuilder &builder, uint32_t memref) {
              Operand bad = builder.load(memref, {immediate(5)});
              Operand i = builder.beginLoop(immediate(0), immediate(0));
              builder.load(memref, {builder.alu(AluOp::Add, {i, bad})});
              builder.push();
              builder.endLoop();
            }));
}

TEST(AccessUnitFault, TheEndRaisesTheFirstFault) {
  EXPECT_EQ(outOfBounds,
            faultOfTheEnd([](ProgramBuilder &builder, uint32_t memref) {
              builder.load(memref, {immediate(5)});
              builder.load(memref, {immediate(7)});
              builder.alu(AluOp::DivS, {immediate(1), immediate(0)});
            }));
}

TEST(AccessUnitFault, TheEndRaisesAFaultOfALane) {
  EXPECT_EQ("k.mlir:1:1: 'memref.load' index 3 is out of bounds for dimension "
            "0 of size 3",
            faultOfTheEnd([](ProgramBuilder &builder, uint32_t memref) {
              VectorLoop loop =
                  builder.beginVectorLoop(4, immediate(0), immediate(4));
              builder.loadVector(memref, 4, {loop.first}, {1}, loop.mask);
              builder.endLoop();
            }));
}

TEST(AccessUnitFault, TheEndRaisesAnUnusedOperation) {
  EXPECT_EQ("k.mlir:1:1: 'arith.divsi' division by zero",
            faultOfTheEnd([](ProgramBuilder &builder, uint32_t) {
              builder.alu(AluOp::RemU, {immediate(1), immediate(0)});
            }));
}

TEST(AccessUnitFault, AnEarlierUnusedFaultWinsOverThatOfAToken) {
  EXPECT_EQ(outOfBounds,
            faultOfTheEnd([](ProgramBuilder &builder, uint32_t memref) {
              builder.load(memref, {immediate(5)});
              builder.beginLoop(immediate(0), immediate(1), immediate(0));
              builder.endLoop();
            }));
}

TEST(AccessUnitFault, TheEndOfAProgramWithoutFaultsHasNone) {
  EXPECT_EQ("poisoned fields: 0",
            faultOfTheEnd([](ProgramBuilder &builder, uint32_t memref) {
              builder.load(memref, {immediate(2)});
              builder.load(memref, {immediate(5)}, immediate(0));
            }));
}

//===----------------------------------------------------------------------===//
// Observers
//===----------------------------------------------------------------------===//

TEST(AccessUnitRunsObserver, IsToldElementsAndRuns) {
  Recorder recorder;
  std::vector<int64_t> bounds = {3, 0, 2, 1};
  Runner runner(raggedProgram(2), vectorWords(bounds), {}, {}, &recorder);
  run(runner);
  EXPECT_EQ("(0i0p0aL(1i1ei1ep1i1ep1)1p2"
            "i0p0aL(1)1p2"
            "i0p0aL(1i1ei1ep1)1p2"
            "i0p0aL(1i1ep1)1p2)0p3",
            recorder.text);
}

} // namespace

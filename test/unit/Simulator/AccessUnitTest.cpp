//===- AccessUnitTest.cpp - Runs access programs --------------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessRunner.h"
#include "llvm/Support/Error.h"
#include "gtest/gtest.h"
#include <cstring>
#include <functional>
#include <limits>

using namespace ember::sim;
using ember::target::AccessProgram;
using ember::target::AluOp;
using ember::target::Operand;
using ember::test::address;
using ember::test::immediate;
using ember::test::ProgramBuilder;
using ember::test::Recorder;
using ember::test::Runner;
using ember::test::vectorWords;

namespace {

constexpr int64_t minimum = std::numeric_limits<int64_t>::min();
constexpr int64_t maximum = std::numeric_limits<int64_t>::max();

//===----------------------------------------------------------------------===//
// Set-up
//===----------------------------------------------------------------------===//

/// The error of loading a program that pushes one record of 16 bytes.
std::string createError(std::vector<uint64_t> words, QueueConfig queues) {
  ProgramBuilder builder;
  Operand word = builder.word();
  builder.push({{word, 8}, {word, 8}});
  AccessProgram program = builder.finish();
  auto rings = llvm::cantFail(QueueRings::create(queues));
  auto unit = AccessUnit::create(program, words, *rings, {});
  return unit ? "" : llvm::toString(unit.takeError());
}

TEST(AccessUnit, WantsItsConfigurationWords) {
  EXPECT_EQ("access program 'test#0' expects 1 configuration words, but got 2",
            createError({1, 2}, {}));
  EXPECT_EQ("", createError({1}, {}));
}

TEST(AccessUnit, RefusesRecordThatDoesNotFit) {
  EXPECT_EQ("record of event 'event 0' needs 16 bytes, but the data queue "
            "holds 8: compile with a smaller vlen or chunk, or give the "
            "machine larger 'data_bytes'",
            createError({1}, {64, 4, 8}));
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

std::vector<int64_t> loopValues(int64_t lower, int64_t upper, int64_t step) {
  ProgramBuilder builder;
  Operand iv =
      builder.beginLoop(immediate(lower), immediate(upper), immediate(step));
  builder.push({{iv, 8}});
  builder.endLoop();
  return Runner(builder.finish()).records();
}

using Values = std::vector<int64_t>;

TEST(AccessUnit, CountsFromLowerToUpper) {
  EXPECT_EQ((Values{3, 4, 5}), loopValues(3, 6, 1));
}

TEST(AccessUnit, StepsOverTheUpperBound) {
  EXPECT_EQ((Values{-5, -2, 1}), loopValues(-5, 2, 3));
  EXPECT_EQ((Values{-5, -2}), loopValues(-5, 1, 3));
}

TEST(AccessUnit, ComparesBoundsSigned) {
  EXPECT_EQ((Values{}), loopValues(4, 4, 1));
  EXPECT_EQ((Values{}), loopValues(1, -1, 1));
}

TEST(AccessUnit, EndsAtTheLargestNumber) {
  EXPECT_EQ((Values{maximum - 4, maximum - 2}),
            loopValues(maximum - 4, maximum - 1, 2));
  EXPECT_EQ((Values{0}), loopValues(0, maximum, maximum));
  EXPECT_EQ((Values{minimum, -1}), loopValues(minimum, maximum - 1, maximum));
}

/// A nest of ragged inner loops with an event at every place.
AccessProgram raggedProgram() {
  ProgramBuilder builder;
  uint32_t offsets = builder.memref(1);
  Operand i = builder.beginLoop(immediate(0), immediate(3));
  builder.push();
  Operand after = builder.alu(AluOp::Add, {i, immediate(1)});
  Operand begin = builder.load(offsets, {i});
  Operand end = builder.load(offsets, {after});
  builder.beginLoop(begin, end);
  builder.push();
  builder.endLoop();
  builder.push();
  builder.endLoop();
  return builder.finish();
}

TEST(AccessUnit, PushesTokensInProgramOrder) {
  std::vector<int64_t> offsets = {5, 7, 7, 8};
  Runner runner(raggedProgram(), vectorWords(offsets));
  EXPECT_EQ((std::vector<uint32_t>{0, 1, 1, 2, 0, 2, 0, 1, 2, 3}),
            runner.tokens());
  EXPECT_EQ(AccessUnit::State::Done, runner.unit->getState());
}

TEST(AccessUnit, CountsWhatItDoes) {
  std::vector<int64_t> offsets = {5, 7, 7, 8};
  Runner runner(raggedProgram(), vectorWords(offsets));
  runner.tokens();
  EXPECT_EQ(6u, runner.unit->getStatistics().loads);
  EXPECT_EQ(6u, runner.unit->getStatistics().iterations);
  EXPECT_EQ(0u, runner.unit->getStatistics().scalarOperands);
}

TEST(AccessUnit, RunsSiblingLoops) {
  ProgramBuilder builder;
  for (int64_t upper : {2, 3}) {
    builder.beginLoop(immediate(0), immediate(upper));
    builder.push();
    builder.endLoop();
  }
  EXPECT_EQ((std::vector<uint32_t>{0, 0, 1, 1, 1, 2}),
            Runner(builder.finish()).tokens());
}

//===----------------------------------------------------------------------===//
// Loads, stores, records
//===----------------------------------------------------------------------===//

TEST(AccessUnit, LoadsThroughStrides) {
  int32_t data[24];
  for (int index = 0; index < 24; ++index)
    data[index] = 100 + index;
  ProgramBuilder builder;
  uint32_t memref = builder.memref(2, 4);
  Operand i = builder.beginLoop(immediate(0), immediate(2));
  Operand j = builder.beginLoop(immediate(0), immediate(3));
  builder.push({{builder.load(memref, {i, j}), 4}});
  builder.endLoop();
  builder.endLoop();
  // Rows from the last one backwards, every second column.
  Runner runner(builder.finish(),
                {address(data + 18), 2, 3, static_cast<uint64_t>(-6), 2});
  EXPECT_EQ((Values{118, 120, 122, 112, 114, 116}), runner.records());
}

TEST(AccessUnit, LoadsWithoutIndices) {
  int64_t data = -7;
  ProgramBuilder builder;
  uint32_t memref = builder.memref(0);
  builder.push({{builder.load(memref, {}), 8}});
  EXPECT_EQ((Values{-7}), Runner(builder.finish(), {address(&data)}).records());
}

TEST(AccessUnit, ZeroExtendsElements) {
  const int64_t data = -2;
  const std::pair<uint32_t, int64_t> expected[] = {
      {1, 0xfe}, {2, 0xfffe}, {4, 0xfffffffe}, {8, -2}};
  for (auto [bytes, value] : expected) {
    ProgramBuilder builder;
    uint32_t memref = builder.memref(0, bytes);
    builder.push({{builder.load(memref, {}), 8}});
    EXPECT_EQ((Values{value}),
              Runner(builder.finish(), {address(&data)}).records());
  }
}

TEST(AccessUnit, KeepsTheBitsOfTheElement) {
  uint8_t data = 0xff;
  ProgramBuilder builder;
  uint32_t memref = builder.memref(0, 1, 1);
  builder.push({{builder.load(memref, {}), 8}});
  EXPECT_EQ((Values{1}), Runner(builder.finish(), {address(&data)}).records());
}

TEST(AccessUnit, LaysFieldsOutAsToldAndCountsThem) {
  ProgramBuilder builder;
  Operand word = builder.word();
  builder.push({{word, 1}, {word, 8}, {word, 2}, {immediate(-1), 4}});
  Runner runner(builder.finish(), {0x1122334455667788});
  const QueueEntry &entry = runner.acquire();
  ASSERT_EQ(24u, entry.bytes);
  const uint8_t expected[24] = {0x88, 0,    0,    0,    0,    0,    0,    0, //
                                0x88, 0x77, 0x66, 0x55, 0x44, 0x33, 0x22, 0x11,
                                0x88, 0x77, 0,    0,    0xff, 0xff, 0xff, 0xff};
  EXPECT_EQ(0, std::memcmp(expected, entry.record, 24));
  EXPECT_EQ(4u, runner.unit->getStatistics().scalarOperands);
}

TEST(AccessUnit, Stores) {
  std::vector<int16_t> data(4, -1);
  ProgramBuilder builder;
  uint32_t memref = builder.memref(1, 2);
  Operand i = builder.beginLoop(immediate(1), immediate(3));
  builder.store(builder.alu(AluOp::Mul, {i, immediate(10)}), memref, {i});
  builder.endLoop();
  Runner runner(builder.finish(), vectorWords(data));
  runner.tokens();
  EXPECT_EQ((std::vector<int16_t>{-1, 10, 20, -1}), data);
  EXPECT_EQ(2u, runner.unit->getStatistics().stores);
}

TEST(AccessUnit, LoadsNothingUnderAFalsePredicate) {
  std::vector<int64_t> data = {11, 12};
  ProgramBuilder builder;
  uint32_t memref = builder.memref(1);
  Operand i = builder.beginLoop(immediate(0), immediate(4));
  Operand isInside = builder.alu(AluOp::CmpUlt, {i, immediate(2)}, 64, 1);
  builder.push({{builder.load(memref, {i}, isInside), 8}});
  builder.endLoop();
  Runner runner(builder.finish(), vectorWords(data));
  EXPECT_EQ((Values{11, 12, 0, 0}), runner.records());
  EXPECT_EQ(2u, runner.unit->getStatistics().loads);
}

TEST(AccessUnit, StoresNothingUnderAFalsePredicate) {
  std::vector<int64_t> data = {11, 12};
  ProgramBuilder builder;
  uint32_t memref = builder.memref(1);
  builder.store(immediate(0), memref, {immediate(9)}, immediate(0));
  builder.store(immediate(5), memref, {immediate(1)}, immediate(1));
  Runner runner(builder.finish(), vectorWords(data));
  runner.tokens();
  EXPECT_EQ((std::vector<int64_t>{11, 5}), data);
  EXPECT_EQ(1u, runner.unit->getStatistics().stores);
}

//===----------------------------------------------------------------------===//
// Run-ahead
//===----------------------------------------------------------------------===//

/// Reads `data` front to back while the core overwrites the next elements
/// after each release. What it sees tells when each element was loaded.
Values seenByWritingCore(RunAhead runAhead, QueueConfig queues = {}) {
  std::vector<int64_t> data(6, 0);
  ProgramBuilder builder;
  uint32_t memref = builder.memref(1);
  Operand i = builder.beginLoop(immediate(0), immediate(6));
  builder.push({{builder.load(memref, {i}), 8}});
  builder.endLoop();
  Runner runner(builder.finish(), vectorWords(data), runAhead, queues);
  Values seen;
  for (int64_t round = 1; round <= 6; ++round) {
    seen.push_back(runner.next());
    std::fill(data.begin(), data.end(), round);
  }
  return seen;
}

TEST(AccessUnit, LoadsAtTheLastMomentAtMin) {
  EXPECT_EQ((Values{0, 1, 2, 3, 4, 5}),
            seenByWritingCore({RunAhead::Kind::Min, 0}));
}

TEST(AccessUnit, LoadsAtMostSoManyRecordsAhead) {
  EXPECT_EQ((Values{0, 1, 2, 3, 4, 5}),
            seenByWritingCore({RunAhead::Kind::Records, 1}));
  EXPECT_EQ((Values{0, 0, 0, 1, 2, 3}),
            seenByWritingCore({RunAhead::Kind::Records, 3}));
}

TEST(AccessUnit, LoadsAsFarAheadAsTheRingsAllow) {
  // Two records fit; the third was loaded when it turned out not to.
  EXPECT_EQ((Values{0, 0, 0, 1, 2, 3}),
            seenByWritingCore({RunAhead::Kind::Capacity, 0}, {64, 4, 16}));
  EXPECT_EQ((Values{0, 0, 0, 1, 2, 3}),
            seenByWritingCore({RunAhead::Kind::Capacity, 0}, {8, 4, 64}));
  EXPECT_EQ((Values{0, 0, 0, 0, 0, 0}),
            seenByWritingCore({RunAhead::Kind::Capacity, 0}));
}

TEST(AccessUnit, LoadsEverythingFirstAtMax) {
  EXPECT_EQ((Values{0, 0, 0, 0, 0, 0}),
            seenByWritingCore({RunAhead::Kind::Max, 0}, {8, 4, 16}));
}

TEST(AccessUnit, MinPushesOneTokenOnlyWhenThereIsNone) {
  ProgramBuilder builder;
  builder.push();
  builder.push();
  Runner runner(builder.finish(), {}, {RunAhead::Kind::Min, 0});
  EXPECT_EQ(AccessUnit::State::Ready, runner.unit->advance());
  EXPECT_EQ(1u, runner.rings->size());
  EXPECT_EQ(AccessUnit::State::Ready, runner.unit->advance());
  EXPECT_EQ(1u, runner.rings->size());
}

TEST(AccessUnit, IsBlockedByFullRings) {
  ProgramBuilder builder;
  builder.push();
  builder.push();
  Runner runner(builder.finish(), {}, {}, {4, 4, 16});
  EXPECT_EQ(AccessUnit::State::Blocked, runner.unit->advance());
  EXPECT_EQ("access program 'test#0' waits for space in the queues at "
            "instruction 1 with 1 unreleased tokens",
            runner.unit->describe());
  runner.rings->release();
  EXPECT_EQ(AccessUnit::State::Blocked, runner.unit->advance());
  runner.rings->release();
  EXPECT_EQ(AccessUnit::State::Done, runner.unit->advance());
  EXPECT_EQ(AccessUnit::State::Done, runner.unit->advance());
  EXPECT_EQ(1u, runner.rings->size());
}

TEST(AccessUnit, TokenNumbersRunOnInTheNextProgram) {
  ProgramBuilder builder;
  builder.push();
  Runner runner(builder.finish());
  runner.tokens();
  auto second =
      llvm::cantFail(AccessUnit::create(runner.program, {}, *runner.rings, {}));
  second->advance();
  EXPECT_EQ(2u, runner.rings->front()->index);
}

//===----------------------------------------------------------------------===//
// Faults
//===----------------------------------------------------------------------===//

/// Pushes {good, f(bad)} where `bad` is element 5 of a vector of 3, then
/// pushes again, and returns the fault of the second field.
std::string
derivedFault(std::function<Operand(ProgramBuilder &, uint32_t, Operand)> use) {
  std::vector<int64_t> data = {1, 2, 3};
  ProgramBuilder builder;
  uint32_t memref = builder.memref(1);
  Operand good = builder.load(memref, {immediate(2)});
  Operand bad = builder.load(memref, {immediate(5)});
  builder.push({{good, 8}, {use(builder, memref, bad), 8}});
  builder.push({{good, 8}});
  Runner runner(builder.finish(), vectorWords(data));
  uint32_t field = 0;
  std::string message = runner.fault(field);
  EXPECT_TRUE(field == 1 || runner.acquire().poison.empty());
  runner.rings->release();
  // The program goes on.
  EXPECT_TRUE(runner.acquire().poison.empty());
  EXPECT_EQ(3, runner.next());
  return message;
}

constexpr const char *outOfBounds =
    "k.mlir:1:1: 'memref.load' index 5 is out of bounds for dimension 0 of "
    "size 3";
constexpr const char *noFault = "poisoned fields: 0";

TEST(AccessUnitFault, PoisonsTheElement) {
  EXPECT_EQ(outOfBounds, derivedFault([](ProgramBuilder &, uint32_t,
                                         Operand bad) { return bad; }));
}

/// An endless loop that is out of bounds from its fourth iteration on.
TEST(AccessUnitFault, IsNotRunAheadOfAtMax) {
  std::vector<int64_t> data = {1, 2, 3};
  ProgramBuilder builder;
  uint32_t memref = builder.memref(1);
  Operand iv = builder.beginLoop(immediate(0), immediate(maximum));
  builder.push({{builder.load(memref, {iv}), 8}});
  builder.endLoop();
  Runner runner(builder.finish(), vectorWords(data), {RunAhead::Kind::Max, 0});
  runner.unit->advance();
  EXPECT_EQ(4u, runner.rings->size());
  for (int64_t value : data)
    EXPECT_EQ(value, runner.next());
  EXPECT_EQ(1u, runner.acquire().poison.size());
  runner.rings->release();
  EXPECT_EQ(1u, runner.acquire().poison.size());
  EXPECT_EQ(1u, runner.rings->size());
}

/// An endless loop without a fault.
TEST(AccessUnit, LimitsWhatIsAheadAtMax) {
  ProgramBuilder builder;
  builder.beginLoop(immediate(0), immediate(maximum));
  builder.push();
  builder.endLoop();
  Runner runner(builder.finish(), {}, {RunAhead::Kind::Max, 0});
  runner.unit->advance();
  EXPECT_EQ(RunAhead::maxRecords, runner.rings->size());
}

TEST(AccessUnitFault, PropagatesThroughOperations) {
  EXPECT_EQ(outOfBounds,
            derivedFault([](ProgramBuilder &builder, uint32_t, Operand bad) {
              Operand sum = builder.alu(AluOp::Add, {immediate(1), bad});
              return builder.alu(AluOp::Trunc, {sum}, 64, 8);
            }));
}

TEST(AccessUnitFault, PropagatesThroughIndices) {
  EXPECT_EQ(outOfBounds, derivedFault([](ProgramBuilder &builder,
                                         uint32_t memref, Operand bad) {
              return builder.load(memref, {bad});
            }));
}

TEST(AccessUnitFault, PropagatesThroughASelectedArmAndACondition) {
  EXPECT_EQ(outOfBounds,
            derivedFault([](ProgramBuilder &builder, uint32_t, Operand bad) {
              return builder.alu(AluOp::Select,
                                 {immediate(0), immediate(9), bad});
            }));
  EXPECT_EQ(outOfBounds,
            derivedFault([](ProgramBuilder &builder, uint32_t, Operand bad) {
              return builder.alu(AluOp::Select,
                                 {bad, immediate(9), immediate(9)});
            }));
}

TEST(AccessUnitFault, StopsAtTheArmThatIsNotSelected) {
  EXPECT_EQ(
      noFault, derivedFault([](ProgramBuilder &builder, uint32_t, Operand bad) {
        return builder.alu(AluOp::Select, {immediate(1), immediate(9), bad});
      }));
}

TEST(AccessUnitFault, StopsAtAFalsePredicate) {
  EXPECT_EQ(noFault, derivedFault([](ProgramBuilder &builder, uint32_t memref,
                                     Operand bad) {
              return builder.load(memref, {bad}, immediate(0));
            }));
}

TEST(AccessUnitFault, EndsWithTheNextValueOfTheRegister) {
  std::vector<int64_t> data = {1, 2, 3}, indices = {0, 7, 1};
  ProgramBuilder builder;
  uint32_t table = builder.memref(1), column = builder.memref(1);
  Operand i = builder.beginLoop(immediate(0), immediate(3));
  Operand index = builder.load(column, {i});
  builder.push({{builder.load(table, {index}), 8}});
  builder.endLoop();
  std::vector<uint64_t> words = vectorWords(data);
  llvm::append_range(words, vectorWords(indices));
  Runner runner(builder.finish(), words);
  EXPECT_EQ(1, runner.next());
  EXPECT_EQ(1u, runner.acquire().poison.size());
  runner.rings->release();
  EXPECT_TRUE(runner.acquire().poison.empty());
  EXPECT_EQ(2, runner.next());
}

/// The fault of a load of an element of a 2 x 3 array.
std::string boundsFault(int64_t i, int64_t j) {
  std::vector<int64_t> data(6);
  ProgramBuilder builder;
  uint32_t memref = builder.memref(2);
  builder.push({{builder.load(memref, {immediate(i), immediate(j)}), 8}});
  uint32_t field;
  return Runner(builder.finish(), {address(data.data()), 2, 3, 3, 1})
      .fault(field);
}

TEST(AccessUnitFault, ChecksEveryIndexAgainstItsDimension) {
  EXPECT_EQ(noFault, boundsFault(1, 2));
  EXPECT_EQ("k.mlir:1:1: 'memref.load' index 2 is out of bounds for "
            "dimension 0 of size 2",
            boundsFault(2, 0));
  // In bounds of the allocation, not of the row.
  EXPECT_EQ("k.mlir:1:1: 'memref.load' index 3 is out of bounds for "
            "dimension 1 of size 3",
            boundsFault(0, 3));
}

TEST(AccessUnitFault, ReportsTheFirstDimension) {
  EXPECT_EQ("k.mlir:1:1: 'memref.load' index 7 is out of bounds for "
            "dimension 0 of size 2",
            boundsFault(7, 7));
}

TEST(AccessUnitFault, ReportsIndicesSigned) {
  EXPECT_EQ("k.mlir:1:1: 'memref.load' index -1 is out of bounds for "
            "dimension 1 of size 3",
            boundsFault(0, -1));
}

TEST(AccessUnitFault, HasNoElementsInANegativeSize) {
  ProgramBuilder builder;
  uint32_t memref = builder.memref(1);
  builder.push({{builder.load(memref, {immediate(0)}), 8}});
  uint32_t field;
  EXPECT_EQ(
      "k.mlir:1:1: 'memref.load' index 0 is out of bounds for "
      "dimension 0 of size 0",
      Runner(builder.finish(), {0, static_cast<uint64_t>(-5), 1}).fault(field));
}

std::string divisionFault(AluOp op, int64_t a, int64_t b) {
  ProgramBuilder builder;
  builder.push({{builder.alu(op, {immediate(a), immediate(b)}), 8}});
  uint32_t field;
  return Runner(builder.finish()).fault(field);
}

TEST(AccessUnitFault, ReportsDivisions) {
  EXPECT_EQ("k.mlir:1:1: 'arith.divsi' division by zero",
            divisionFault(AluOp::RemU, 4, 0));
  EXPECT_EQ("k.mlir:1:1: 'arith.divsi' signed division overflow",
            divisionFault(AluOp::DivS, minimum, -1));
  EXPECT_EQ(noFault, divisionFault(AluOp::DivS, minimum, 1));
}

/// An element out of the bounds of a vector of 3.
Operand loadBad(ProgramBuilder &builder, uint32_t memref) {
  return builder.load(memref, {immediate(5)});
}

/// Builds a program with a fault after one good token, and returns the fault of
/// the token that comes next, which must be the last.
std::string tokenFault(std::function<void(ProgramBuilder &, uint32_t)> use) {
  std::vector<int64_t> data = {1, 2, 3};
  ProgramBuilder builder;
  uint32_t memref = builder.memref(1);
  builder.push();
  use(builder, memref);
  builder.push();
  Runner runner(builder.finish(), vectorWords(data));
  EXPECT_TRUE(runner.acquire().poison.empty());
  runner.rings->release();
  uint32_t field = 0;
  std::string message = runner.fault(field);
  EXPECT_EQ(QueueEntry::wholeToken, field);
  EXPECT_EQ(runner.program.events.size(), runner.acquire().event);
  runner.rings->release();
  EXPECT_EQ(AccessUnit::State::Done, runner.unit->advance());
  EXPECT_TRUE(runner.rings->empty());
  EXPECT_EQ((std::vector<int64_t>{1, 2, 3}), data);
  return message;
}

TEST(AccessUnitFault, RaisesPoisonedBoundAtTheNextToken) {
  EXPECT_EQ(outOfBounds,
            tokenFault([](ProgramBuilder &builder, uint32_t memref) {
              builder.beginLoop(immediate(0), loadBad(builder, memref));
              builder.endLoop();
            }));
  EXPECT_EQ(outOfBounds,
            tokenFault([](ProgramBuilder &builder, uint32_t memref) {
              builder.beginLoop(loadBad(builder, memref), immediate(0));
              builder.endLoop();
            }));
}

TEST(AccessUnitFault, InheritsThatOfThePredicate) {
  EXPECT_EQ(outOfBounds, derivedFault([](ProgramBuilder &builder,
                                         uint32_t memref, Operand bad) {
              return builder.load(memref, {immediate(0)}, bad);
            }));
}

TEST(AccessUnitFault, RaisesPoisonedStoreAtTheNextToken) {
  EXPECT_EQ(outOfBounds,
            tokenFault([](ProgramBuilder &builder, uint32_t memref) {
              builder.store(loadBad(builder, memref), memref, {immediate(0)});
            }));
  EXPECT_EQ(outOfBounds,
            tokenFault([](ProgramBuilder &builder, uint32_t memref) {
              builder.store(immediate(0), memref, {loadBad(builder, memref)});
            }));
  EXPECT_EQ(outOfBounds,
            tokenFault([](ProgramBuilder &builder, uint32_t memref) {
              builder.store(immediate(0), memref, {immediate(0)},
                            loadBad(builder, memref));
            }));
}

TEST(AccessUnitFault, RaisesStoreOutOfBoundsAtTheNextToken) {
  EXPECT_EQ("k.mlir:1:1: 'memref.store' index 3 is out of bounds for "
            "dimension 0 of size 3",
            tokenFault([](ProgramBuilder &builder, uint32_t memref) {
              builder.store(immediate(0), memref, {immediate(3)});
            }));
}

TEST(AccessUnitFault, RaisesStepThatIsNotPositiveAtTheNextToken) {
  for (int64_t step : {int64_t(0), int64_t(-2), minimum})
    EXPECT_EQ("k.mlir:1:1: 'scf.for' step must be positive, but got " +
                  std::to_string(step),
              tokenFault([&](ProgramBuilder &builder, uint32_t) {
                builder.beginLoop(immediate(0), immediate(1), immediate(step));
                builder.endLoop();
              }));
}

TEST(AccessUnitFault, LooksAtNoStepOfALoopWithoutIterations) {
  ProgramBuilder builder;
  for (int64_t step : {int64_t(0), minimum}) {
    builder.beginLoop(immediate(1), immediate(1), immediate(step));
    builder.push();
    builder.endLoop();
  }
  Runner runner(builder.finish(), {});
  EXPECT_EQ((std::vector<uint32_t>{2}), runner.tokens());
}

TEST(AccessUnitFault, RaisesVariableThatOverflowsAtTheNextToken) {
  using Bounds = std::tuple<int64_t, int64_t, int64_t>;
  for (auto [lower, upper, step] :
       {Bounds(maximum - 3, maximum, 2), Bounds(minimum, maximum, maximum)}) {
    auto build = [&, lower = lower, upper = upper,
                  step = step](ProgramBuilder &builder, uint32_t) {
      builder.beginLoop(immediate(lower), immediate(upper), immediate(step));
      builder.endLoop();
    };
    EXPECT_EQ("k.mlir:1:1: 'scf.for' induction variable overflows",
              tokenFault(build));
  }
}

TEST(AccessUnitFault, WaitsForSpaceForItsToken) {
  ProgramBuilder builder;
  builder.push();
  builder.beginLoop(immediate(0), immediate(1), immediate(0));
  builder.endLoop();
  Runner runner(builder.finish(), {}, {}, {4, 4, 16});
  EXPECT_EQ(AccessUnit::State::Blocked, runner.unit->advance());
  EXPECT_EQ(1u, runner.rings->size());
  runner.rings->release();
  uint32_t field;
  EXPECT_EQ("k.mlir:1:1: 'scf.for' step must be positive, but got 0",
            runner.fault(field));
}

//===----------------------------------------------------------------------===//
// Observers
//===----------------------------------------------------------------------===//

TEST(AccessUnitObserver, IsToldEverythingInProgramOrder) {
  Recorder recorder;
  std::vector<int64_t> offsets = {5, 7, 7, 8};
  Runner runner(raggedProgram(), vectorWords(offsets), {}, {}, &recorder);
  runner.tokens();
  EXPECT_EQ("(0i0p0aLL(1i1p1i1p1)1p2"
            "i0p0aLL(1)1p2"
            "i0p0aLL(1i1p1)1p2)0p3",
            recorder.text);
}

TEST(AccessUnitObserver, SeesWhichAccessesWereMade) {
  Recorder recorder;
  std::vector<int64_t> data = {1};
  ProgramBuilder builder;
  uint32_t memref = builder.memref(1);
  for (int64_t predicate : {0, 1}) {
    builder.load(memref, {immediate(0)}, immediate(predicate));
    builder.store(immediate(1), memref, {immediate(0)}, immediate(predicate));
  }
  builder.load(memref, {immediate(1)});
  Runner runner(builder.finish(), vectorWords(data), {}, {}, &recorder);
  runner.tokens();
  EXPECT_EQ("lsLSlp0", recorder.text);
}

} // namespace

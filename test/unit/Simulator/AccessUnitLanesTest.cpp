//===- AccessUnitLanesTest.cpp - Vectors of the access unit ---------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessRunner.h"
#include <functional>
#include <limits>
#include <numeric>

using namespace ember::sim;
using ember::target::AccessProgram;
using ember::target::AluOp;
using ember::target::Operand;
using ember::test::address;
using ember::test::immediate;
using ember::test::ProgramBuilder;
using ember::test::Runner;
using ember::test::vectorField;
using ember::test::VectorLoop;
using ember::test::vectorWords;

namespace {

const uint32_t allLaneCounts[] = {2, 4, 8, 16, 32, 64};

/// A record that is one vector.
template <typename T> std::vector<T> lanesOf(const QueueEntry &entry) {
  std::vector<T> lanes(entry.bytes / sizeof(T));
  std::memcpy(lanes.data(), entry.record, entry.bytes);
  return lanes;
}

/// The vectors of all records up to the end, one after the other.
template <typename T> std::vector<T> allLanes(Runner &runner) {
  std::vector<T> result;
  while (runner.acquire().event != runner.program.events.size()) {
    EXPECT_TRUE(runner.acquire().poison.empty());
    llvm::append_range(result, lanesOf<T>(runner.acquire()));
    runner.rings->release();
  }
  EXPECT_TRUE(runner.acquire().poison.empty());
  runner.rings->release();
  return result;
}

/// Count up from `first`.
template <typename T> std::vector<T> iota(size_t size, T first) {
  std::vector<T> result(size);
  std::iota(result.begin(), result.end(), first);
  return result;
}

/// A mask of one vector of so many lanes.
Operand makeMask(ProgramBuilder &builder, uint32_t lanes, uint64_t bits) {
  Operand number = builder.lanes(lanes, immediate(0), 1);
  Operand shifted =
      builder.vectorAlu(AluOp::ShrU, lanes, {immediate(int64_t(bits)), number});
  return builder.vectorAlu(AluOp::Trunc, lanes, {shifted}, 64, 1);
}

//===----------------------------------------------------------------------===//
// Loops and masks
//===----------------------------------------------------------------------===//

using Iterations = std::vector<std::pair<int64_t, uint64_t>>;

/// The first variable and the mask of each iteration of a loop with lanes.
Iterations iterations(uint32_t lanes, int64_t lower, int64_t upper,
                      int64_t step) {
  ProgramBuilder builder;
  VectorLoop loop = builder.beginVectorLoop(lanes, immediate(lower),
                                            immediate(upper), immediate(step));
  builder.pushFields({{loop.first, 8}, vectorField(loop.mask, lanes, 1)});
  builder.endLoop();
  Runner runner(builder.finish());
  Iterations result;
  while (runner.acquire().event == 0) {
    std::pair<int64_t, uint64_t> iteration = {};
    std::memcpy(&iteration.first, runner.acquire().record, 8);
    std::memcpy(&iteration.second, runner.acquire().record + 8,
                llvm::divideCeil(lanes, 8));
    result.push_back(iteration);
    runner.rings->release();
  }
  return result;
}

TEST(AccessUnitLanes, MasksEveryRemainder) {
  for (uint32_t lanes : allLaneCounts)
    for (int64_t trips = 0; trips <= 2 * lanes + 1; ++trips) {
      Iterations expected;
      for (int64_t first = 0; first < trips; first += lanes) {
        int64_t left = std::min<int64_t>(trips - first, lanes);
        expected.push_back(
            {first, llvm::maskTrailingOnes<uint64_t>(unsigned(left))});
      }
      EXPECT_EQ(expected, iterations(lanes, 0, trips, 1))
          << trips << " trips with " << lanes << " lanes";
    }
}

TEST(AccessUnitLanes, StepsByLanesTimesStep) {
  EXPECT_EQ((Iterations{{5, 15}, {17, 15}, {29, 1}}), iterations(4, 5, 30, 3));
  EXPECT_EQ((Iterations{{5, 15}, {17, 15}}), iterations(4, 5, 29, 3));
  EXPECT_EQ((Iterations{{-7, 3}}), iterations(2, -7, 100, 100));
}

TEST(AccessUnitLanes, MaskIsRightAtTheLargestNumber) {
  constexpr int64_t minimum = std::numeric_limits<int64_t>::min();
  constexpr int64_t maximum = std::numeric_limits<int64_t>::max();
  EXPECT_EQ((Iterations{{maximum - 4, 3}}),
            iterations(8, maximum - 4, maximum - 1, 2));
  EXPECT_EQ((Iterations{{minimum, 3}}),
            iterations(4, minimum, maximum - 1, maximum));
}

TEST(AccessUnitLanes, CountsAnIterationOnce) {
  ProgramBuilder builder;
  builder.beginVectorLoop(8, immediate(0), immediate(20));
  builder.endLoop();
  Runner runner(builder.finish());
  runner.tokens();
  EXPECT_EQ(3u, runner.unit->getStatistics().iterations);
}

//===----------------------------------------------------------------------===//
// Loads
//===----------------------------------------------------------------------===//

/// Loads all of a vector of `count` elements in lanes. What lies behind it must
/// not be read.
template <typename T> std::vector<T> loadAll(uint32_t lanes, size_t count) {
  std::vector<T> data = iota<T>(count + lanes, 1);
  ProgramBuilder builder;
  uint32_t memref = builder.memref(1, sizeof(T));
  VectorLoop loop =
      builder.beginVectorLoop(lanes, immediate(0), immediate(count));
  Operand vector =
      builder.loadVector(memref, lanes, {loop.first}, {1}, loop.mask);
  builder.pushFields({vectorField(vector, lanes, 8 * sizeof(T))});
  builder.endLoop();
  // Falsely read elements would fault.
  Runner runner(builder.finish(), {address(data.data()), count, 1});
  return allLanes<T>(runner);
}

template <typename T> void expectLoadsAll() {
  for (uint32_t lanes : allLaneCounts)
    for (size_t count = 0; count <= 2 * lanes + 1; ++count) {
      std::vector<T> expected = iota<T>(count, 1);
      expected.resize(llvm::alignTo(count, lanes));
      EXPECT_EQ(expected, loadAll<T>(lanes, count))
          << count << " elements with " << lanes << " lanes";
    }
}

TEST(AccessUnitLanes, LoadsUnitStrideAtEveryRemainder) {
  expectLoadsAll<uint8_t>();
  expectLoadsAll<uint16_t>();
  expectLoadsAll<uint32_t>();
  expectLoadsAll<uint64_t>();
}

TEST(AccessUnitLanes, CountsTrueAndFalseLanes) {
  std::vector<int32_t> data(11);
  ProgramBuilder builder;
  uint32_t memref = builder.memref(1, 4);
  VectorLoop loop = builder.beginVectorLoop(8, immediate(0), immediate(11));
  Operand vector = builder.loadVector(memref, 8, {loop.first}, {1}, loop.mask);
  builder.pushFields({vectorField(vector, 8, 32),
                      vectorField(loop.mask, 8, 1),
                      {loop.first, 8}});
  builder.endLoop();
  Runner runner(builder.finish(), vectorWords(data));
  runner.tokens();
  const AccessStatistics &statistics = runner.unit->getStatistics();
  EXPECT_EQ(11u, statistics.loads);
  EXPECT_EQ(11u, statistics.activeLanes);
  EXPECT_EQ(5u, statistics.maskedLanes);
  EXPECT_EQ(2u, statistics.scalarOperands);
}

/// Loads 4 lanes of a 6 x 5 array of its own numbers, stored with these strides
/// in elements, from element {i, j} on, of which lanes 0 to 2 are true.
std::vector<int16_t> loadFrom(std::vector<int64_t> strides, int64_t i,
                              int64_t j, std::vector<int64_t> laneStrides) {
  std::vector<int16_t> data(40, -1);
  for (int64_t row = 0; row < 6; ++row)
    for (int64_t column = 0; column < 5; ++column)
      data[row * strides[0] + column * strides[1]] = 10 * row + column;
  ProgramBuilder builder;
  uint32_t memref = builder.memref(2, 2);
  VectorLoop loop = builder.beginVectorLoop(4, immediate(0), immediate(3));
  Operand vector = builder.loadVector(memref, 4, {immediate(i), immediate(j)},
                                      laneStrides, loop.mask);
  builder.pushFields({vectorField(vector, 4, 16)});
  builder.endLoop();
  Runner runner(builder.finish(), {address(data.data()), 6, 5,
                                   uint64_t(strides[0]), uint64_t(strides[1])});
  return allLanes<int16_t>(runner);
}

using Shorts = std::vector<int16_t>;

TEST(AccessUnitLanes, LoadsConstantStrides) {
  EXPECT_EQ((Shorts{20, 22, 24, 0}), loadFrom({5, 1}, 2, 0, {0, 2}));
  EXPECT_EQ((Shorts{3, 23, 43, 0}), loadFrom({5, 1}, 0, 3, {2, 0}));
  EXPECT_EQ((Shorts{1, 12, 23, 0}), loadFrom({5, 1}, 0, 1, {1, 1}));
}

TEST(AccessUnitLanes, LoadsBackwards) {
  EXPECT_EQ((Shorts{54, 53, 52, 0}), loadFrom({5, 1}, 5, 4, {0, -1}));
  EXPECT_EQ((Shorts{40, 20, 0, 0}), loadFrom({5, 1}, 4, 0, {-2, 0}));
}

TEST(AccessUnitLanes, LoadsColumnMajorTables) {
  EXPECT_EQ((Shorts{31, 41, 51, 0}), loadFrom({1, 6}, 3, 1, {1, 0}));
  EXPECT_EQ((Shorts{32, 33, 34, 0}), loadFrom({1, 6}, 3, 2, {0, 1}));
}

TEST(AccessUnitLanes, LoadsTheSameElement) {
  EXPECT_EQ((Shorts{13, 13, 13, 0}), loadFrom({5, 1}, 1, 3, {0, 0}));
}

/// Loads lanes 0, 2 and 3 of a vector of 4.
TEST(AccessUnitLanes, LoadsUnderAnyMask) {
  std::vector<int32_t> data = {1, 2, 3, 4};
  for (uint64_t mask = 0; mask < 16; ++mask) {
    ProgramBuilder builder;
    uint32_t memref = builder.memref(1, 4);
    Operand vector = builder.loadVector(memref, 4, {immediate(0)}, {1},
                                        makeMask(builder, 4, mask));
    builder.pushFields({vectorField(vector, 4, 32)});
    Runner runner(builder.finish(), vectorWords(data));
    std::vector<int32_t> expected(4);
    for (int lane = 0; lane < 4; ++lane)
      expected[lane] = mask >> lane & 1 ? data[lane] : 0;
    EXPECT_EQ(expected, allLanes<int32_t>(runner));
    EXPECT_EQ(unsigned(llvm::popcount(mask)),
              runner.unit->getStatistics().loads);
  }
}

/// Gathers data[indices[l]] for all true lanes.
AccessProgram gatherProgram(uint32_t lanes, size_t count) {
  ProgramBuilder builder;
  uint32_t indices = builder.memref(1, 4), table = builder.memref(2, 8);
  VectorLoop loop =
      builder.beginVectorLoop(lanes, immediate(0), immediate(count));
  Operand narrow =
      builder.loadVector(indices, lanes, {loop.first}, {1}, loop.mask);
  Operand index = builder.vectorAlu(AluOp::ExtS, lanes, {narrow}, 32, 64);
  Operand vector = builder.loadVector(table, lanes, {index, immediate(1)},
                                      {0, 0}, loop.mask);
  builder.pushFields({vectorField(vector, lanes, 64)});
  builder.endLoop();
  return builder.finish();
}

/// The words of `gatherProgram` for a table of pairs.
std::vector<uint64_t> gatherWords(std::vector<int32_t> &indices,
                                  std::vector<int64_t> &table) {
  return {address(indices.data()), indices.size(),   1, //
          address(table.data()),   table.size() / 2, 2, 2, 1};
}

TEST(AccessUnitLanes, Gathers) {
  std::vector<int32_t> indices = {4, 0, 4, 1, 3, 2};
  std::vector<int64_t> table = {0, 10, 0, 11, 0, 12, 0, 13, 0, 14};
  Runner runner(gatherProgram(4, indices.size()), gatherWords(indices, table));
  EXPECT_EQ((std::vector<int64_t>{14, 10, 14, 11, 13, 12, 0, 0}),
            allLanes<int64_t>(runner));
  EXPECT_EQ(12u, runner.unit->getStatistics().loads);
}

TEST(AccessUnitLanes, GathersWithAnIndexPerDimension) {
  std::vector<int32_t> data = iota<int32_t>(20, 0);
  ProgramBuilder builder;
  uint32_t memref = builder.memref(2, 4);
  VectorLoop loop = builder.beginVectorLoop(4, immediate(0), immediate(4));
  Operand row = builder.lanes(4, loop.first, 1);
  Operand column = builder.vectorAlu(AluOp::Sub, 4, {immediate(4), row});
  Operand vector =
      builder.loadVector(memref, 4, {row, column}, {0, 0}, loop.mask);
  builder.pushFields({vectorField(vector, 4, 32)});
  builder.endLoop();
  Runner runner(builder.finish(), {address(data.data()), 4, 5, 5, 1});
  EXPECT_EQ((std::vector<int32_t>{4, 8, 12, 16}), allLanes<int32_t>(runner));
}

TEST(AccessUnitLanes, LoadsBitsIntoAMask) {
  std::vector<uint8_t> data = {1, 0, 0xff, 2, 1, 1, 0, 1, 1, 0};
  ProgramBuilder builder;
  uint32_t memref = builder.memref(1, 1, 1);
  VectorLoop loop = builder.beginVectorLoop(16, immediate(0), immediate(10));
  Operand bits = builder.loadVector(memref, 16, {loop.first}, {1}, loop.mask);
  builder.pushFields({vectorField(bits, 16, 1)});
  builder.endLoop();
  Runner runner(builder.finish(), vectorWords(data));
  EXPECT_EQ((std::vector<uint16_t>{0b0110110101}), allLanes<uint16_t>(runner));
}

TEST(AccessUnitLanes, KeepsTheBitsOfTheElements) {
  std::vector<uint8_t> data = {0xff, 0x1f, 0x80, 0x7f};
  ProgramBuilder builder;
  uint32_t memref = builder.memref(1, 1, 5);
  VectorLoop loop = builder.beginVectorLoop(4, immediate(0), immediate(4));
  Operand vector = builder.loadVector(memref, 4, {loop.first}, {1}, loop.mask);
  builder.pushFields({vectorField(vector, 4, 8)});
  builder.endLoop();
  Runner runner(builder.finish(), vectorWords(data));
  EXPECT_EQ((std::vector<uint8_t>{0x1f, 0x1f, 0, 0x1f}),
            allLanes<uint8_t>(runner));
}

TEST(AccessUnitLanes, LoadsMayOverwriteTheirOwnIndices) {
  std::vector<int64_t> data = {2, 0, 3, 1};
  ProgramBuilder builder;
  uint32_t memref = builder.memref(1);
  VectorLoop loop = builder.beginVectorLoop(4, immediate(0), immediate(4));
  Operand first = builder.loadVector(memref, 4, {loop.first}, {1}, loop.mask);
  builder.loadVector(memref, 4, {first}, {0}, loop.mask);
  builder.pushFields({vectorField(first, 4, 64)});
  builder.endLoop();
  AccessProgram program = builder.finish();
  program.instructions[2].result = program.instructions[1].result;
  Runner runner(std::move(program), vectorWords(data));
  EXPECT_EQ((std::vector<int64_t>{3, 2, 1, 0}), allLanes<int64_t>(runner));
}

//===----------------------------------------------------------------------===//
// Integer operations
//===----------------------------------------------------------------------===//

/// The one vector of `bits` bits a lane that `make` computes.
template <typename T>
std::vector<T>
computed(std::function<Operand(ProgramBuilder &, uint32_t lanes)> make) {
  ProgramBuilder builder;
  Operand vector = make(builder, 4);
  builder.pushFields({vectorField(vector, 4, 8 * sizeof(T))});
  Runner runner(builder.finish());
  return allLanes<T>(runner);
}

TEST(AccessUnitLanes, NumbersLanes) {
  EXPECT_EQ((std::vector<int64_t>{7, 4, 1, -2}),
            computed<int64_t>([](ProgramBuilder &builder, uint32_t lanes) {
              return builder.lanes(lanes, immediate(7), -3);
            }));
}

TEST(AccessUnitLanes, NumbersLanesWrappingAtTheirWidth) {
  EXPECT_EQ((std::vector<uint8_t>{250, 254, 2, 6}),
            computed<uint8_t>([](ProgramBuilder &builder, uint32_t lanes) {
              return builder.lanes(lanes, immediate(250), 4, 8);
            }));
}

TEST(AccessUnitLanes, ScalarsStandForAllLanes) {
  EXPECT_EQ(
      (std::vector<int64_t>{100, 90, 80, 70}),
      computed<int64_t>([](ProgramBuilder &builder, uint32_t lanes) {
        Operand ten = builder.alu(AluOp::Add, {immediate(4), immediate(6)});
        Operand number = builder.lanes(lanes, immediate(0), 1);
        Operand tens = builder.vectorAlu(AluOp::Mul, lanes, {number, ten});
        return builder.vectorAlu(AluOp::Sub, lanes, {immediate(100), tens});
      }));
}

TEST(AccessUnitLanes, ComputesFromScalarsAlone) {
  EXPECT_EQ((std::vector<int64_t>{5, 5, 5, 5}),
            computed<int64_t>([](ProgramBuilder &builder, uint32_t lanes) {
              return builder.vectorAlu(AluOp::Add, lanes,
                                       {immediate(2), immediate(3)});
            }));
}

TEST(AccessUnitLanes, SelectsLaneByLane) {
  EXPECT_EQ((std::vector<int64_t>{0, -1, 2, -1}),
            computed<int64_t>([](ProgramBuilder &builder, uint32_t lanes) {
              Operand mask = makeMask(builder, lanes, 0b0101);
              Operand number = builder.lanes(lanes, immediate(0), 1);
              return builder.vectorAlu(AluOp::Select, lanes,
                                       {mask, number, immediate(-1)});
            }));
}

TEST(AccessUnitLanes, ComparisonsGiveMasks) {
  ProgramBuilder builder;
  Operand number = builder.lanes(16, immediate(-8), 1);
  Operand below =
      builder.vectorAlu(AluOp::CmpSlt, 16, {number, immediate(-3)}, 64, 1);
  Operand odd = builder.vectorAlu(AluOp::Trunc, 16, {number}, 64, 1);
  Operand both = builder.vectorAlu(AluOp::And, 16, {below, odd}, 1);
  builder.pushFields({vectorField(both, 16, 1)});
  Runner runner(builder.finish());
  EXPECT_EQ((std::vector<uint16_t>{0b01010}), allLanes<uint16_t>(runner));
}

TEST(AccessUnitLanes, ChangesWidths) {
  EXPECT_EQ((std::vector<int16_t>{-2, -1, 0, 1}),
            computed<int16_t>([](ProgramBuilder &builder, uint32_t lanes) {
              Operand bytes = builder.lanes(lanes, immediate(-2), 1, 8);
              return builder.vectorAlu(AluOp::ExtS, lanes, {bytes}, 8, 16);
            }));
}

TEST(AccessUnitLanes, OperationsMayOverwriteTheirOwnOperands) {
  ProgramBuilder builder;
  Operand number = builder.lanes(4, immediate(1), 1);
  builder.vectorAlu(AluOp::Mul, 4, {number, number});
  builder.pushFields({vectorField(number, 4, 64)});
  AccessProgram program = builder.finish();
  program.instructions[1].result = program.instructions[0].result;
  Runner runner(std::move(program));
  EXPECT_EQ((std::vector<int64_t>{1, 4, 9, 16}), allLanes<int64_t>(runner));
}

//===----------------------------------------------------------------------===//
// Records
//===----------------------------------------------------------------------===//

/// Pushes three records of a scalar of 8 bytes, packed, and a vector of 16.
uint64_t misaligned(uint32_t vectorOffset, uint32_t recordAlign,
                    RunAhead runAhead = {}) {
  ProgramBuilder builder;
  Operand vector = builder.lanes(4, immediate(0), 1, 32);
  builder.beginLoop(immediate(0), immediate(3));
  builder.pushFields({{immediate(0), 8}, vectorField(vector, 4, 32)});
  builder.endLoop();
  AccessProgram program = builder.finish();
  program.instructions[2].fields[1].offset = vectorOffset;
  program.events[0].recordBytes = vectorOffset + 16;
  program.events[0].recordAlign = recordAlign;
  Runner runner(std::move(program), {}, runAhead, {64, 4, 256});
  runner.tokens();
  return runner.unit->getStatistics().misalignedVectors;
}

TEST(AccessUnitLanes, CountsVectorsOffTheirAlignment) {
  EXPECT_EQ(0u, misaligned(16, 16));
  EXPECT_EQ(3u, misaligned(8, 16));
  // Records of 24 bytes are at 0, 24 and 48.
  EXPECT_EQ(2u, misaligned(8, 8));
}

TEST(AccessUnitLanes, CountsVectorsAsIfTheRingHadBeenWaitedFor) {
  EXPECT_EQ(2u, misaligned(8, 8, {RunAhead::Kind::Min, 0}));
  EXPECT_EQ(2u, misaligned(8, 8, {RunAhead::Kind::Max, 0}));
}

TEST(AccessUnitLanes, AVectorOverALineIsAlignedToALine) {
  ProgramBuilder builder;
  Operand vector = builder.lanes(64, immediate(0), 1, 64);
  builder.pushFields({{immediate(0), 8}, vectorField(vector, 64, 64)});
  Runner runner(builder.finish());
  runner.tokens();
  EXPECT_EQ(0u, runner.unit->getStatistics().misalignedVectors);
}

TEST(AccessUnitLanes, MasksNeedNoAlignment) {
  ProgramBuilder builder;
  Operand mask = makeMask(builder, 64, 0);
  builder.pushFields({{immediate(0), 1}, vectorField(mask, 64, 1)});
  AccessProgram program = builder.finish();
  program.instructions[3].fields[1].offset = 1;
  Runner runner(std::move(program));
  runner.tokens();
  EXPECT_EQ(0u, runner.unit->getStatistics().misalignedVectors);
}

//===----------------------------------------------------------------------===//
// Faults
//===----------------------------------------------------------------------===//

constexpr const char *noFault = "poisoned fields: 0";

/// The fault of a load of 4 lanes of a 3 x 3 array from {i, j} on.
std::string boundsFault(int64_t i, int64_t j, std::vector<int64_t> laneStrides,
                        uint64_t mask) {
  std::vector<int64_t> data(9);
  ProgramBuilder builder;
  uint32_t memref = builder.memref(2);
  Operand vector = builder.loadVector(memref, 4, {immediate(i), immediate(j)},
                                      laneStrides, makeMask(builder, 4, mask));
  builder.pushFields({vectorField(vector, 4, 64)});
  uint32_t field;
  return Runner(builder.finish(), {address(data.data()), 3, 3, 3, 1})
      .fault(field);
}

std::string outOfBounds(int64_t index, int dim = 1, int size = 3) {
  return "k.mlir:1:1: 'memref.load' index " + std::to_string(index) +
         " is out of bounds for dimension " + std::to_string(dim) +
         " of size " + std::to_string(size);
}

TEST(AccessUnitLanesFault, NamesTheIndexOfTheFirstBadLane) {
  EXPECT_EQ(outOfBounds(3), boundsFault(0, 0, {0, 1}, 0b1111));
  EXPECT_EQ(outOfBounds(4), boundsFault(0, 0, {0, 2}, 0b1111));
  EXPECT_EQ(outOfBounds(-1), boundsFault(0, 2, {0, -1}, 0b1111));
  EXPECT_EQ(outOfBounds(5), boundsFault(0, 5, {0, -1}, 0b1111));
  EXPECT_EQ(outOfBounds(3, /*dim=*/0), boundsFault(2, 2, {1, 1}, 0b1111));
}

TEST(AccessUnitLanesFault, FalseLanesReadNothing) {
  EXPECT_EQ(noFault, boundsFault(0, 0, {0, 1}, 0b0111));
  EXPECT_EQ(noFault, boundsFault(0, -2, {0, 1}, 0b1100));
  EXPECT_EQ(noFault, boundsFault(7, 7, {0, 1}, 0b0000));
  // Lane 1 would be out of bounds, and lane 2 has wrapped into them.
  EXPECT_EQ(noFault, boundsFault(0, 0, {0, std::numeric_limits<int64_t>::min()},
                                 0b0101));
}

TEST(AccessUnitLanesFault, LanesBetweenGoodOnesMayBeBad) {
  EXPECT_EQ(
      outOfBounds(std::numeric_limits<int64_t>::min()),
      boundsFault(0, 0, {0, std::numeric_limits<int64_t>::min()}, 0b0111));
}

/// Gathers from a table of 5 with these indices and pushes the vector, with
/// `use` between. Returns the fault of the token.
std::string
gatherFault(std::vector<int32_t> indices,
            std::function<Operand(ProgramBuilder &, Operand, Operand)> use) {
  std::vector<int64_t> table(5);
  ProgramBuilder builder;
  uint32_t column = builder.memref(1, 4), memref = builder.memref(1);
  VectorLoop loop =
      builder.beginVectorLoop(4, immediate(0), immediate(indices.size()));
  Operand narrow = builder.loadVector(column, 4, {loop.first}, {1}, loop.mask);
  Operand index = builder.vectorAlu(AluOp::ExtS, 4, {narrow}, 32, 64);
  Operand vector = builder.loadVector(memref, 4, {index}, {0}, loop.mask);
  builder.pushFields({vectorField(use(builder, vector, index), 4, 64)});
  builder.endLoop();
  std::vector<uint64_t> words = vectorWords(indices);
  llvm::append_range(words, vectorWords(table));
  Runner runner(builder.finish(), words);
  uint32_t field = 0;
  std::string message = runner.fault(field);
  EXPECT_EQ(0u, field);
  return message;
}

Operand asItIs(ProgramBuilder &, Operand vector, Operand) { return vector; }

TEST(AccessUnitLanesFault, GathersCheckEveryLane) {
  EXPECT_EQ(noFault, gatherFault({0, 4, 0, 4}, asItIs));
  EXPECT_EQ(outOfBounds(7, 0, 5), gatherFault({0, 4, 7, 9}, asItIs));
  EXPECT_EQ(outOfBounds(-1, 0, 5), gatherFault({-1, 4, 7}, asItIs));
}

TEST(AccessUnitLanesFault, PropagatesLaneByLane) {
  // The sum of lane 1 is poisoned by the vector.
  EXPECT_EQ(outOfBounds(9, 0, 5),
            gatherFault({0, 9}, [](ProgramBuilder &builder, Operand vector,
                                   Operand index) {
              return builder.vectorAlu(AluOp::Add, 4, {index, vector});
            }));
  // Only good lanes of it are selected.
  EXPECT_EQ(noFault, gatherFault({0, 9, 1}, [](ProgramBuilder &builder,
                                               Operand vector, Operand index) {
              Operand isGood = builder.vectorAlu(AluOp::CmpUlt, 4,
                                                 {index, immediate(5)}, 64, 1);
              return builder.vectorAlu(AluOp::Select, 4,
                                       {isGood, vector, immediate(0)});
            }));
}

TEST(AccessUnitLanesFault, PropagatesThroughIndicesOfTrueLanesOnly) {
  const auto loadAgain = [](uint64_t mask) {
    return [mask](ProgramBuilder &builder, Operand vector, Operand) {
      return builder.loadVector(1, 4, {vector}, {0},
                                makeMask(builder, 4, mask));
    };
  };
  EXPECT_EQ(outOfBounds(9, 0, 5), gatherFault({0, 9, 0, 0}, loadAgain(0b0010)));
  EXPECT_EQ(noFault, gatherFault({0, 9, 0, 0}, loadAgain(0b1101)));
}

TEST(AccessUnitLanesFault, DivisionsFaultLaneByLane) {
  ProgramBuilder builder;
  Operand number = builder.lanes(4, immediate(2), -1);
  Operand quotient = builder.vectorAlu(AluOp::DivS, 4, {immediate(1), number});
  builder.pushFields({{immediate(0), 8}, vectorField(quotient, 4, 64)});
  Runner runner(builder.finish());
  uint32_t field = 0;
  EXPECT_EQ("k.mlir:1:1: 'arith.divsi' division by zero", runner.fault(field));
  EXPECT_EQ(1u, field);
}

TEST(AccessUnitLanesFault, NumberedLanesInheritTheFaultOfTheirFirst) {
  std::vector<int64_t> data(3);
  ProgramBuilder builder;
  uint32_t memref = builder.memref(1);
  Operand bad = builder.load(memref, {immediate(5)});
  builder.pushFields({vectorField(builder.lanes(4, bad, 1), 4, 64)});
  uint32_t field = 0;
  EXPECT_EQ(outOfBounds(5, 0, 3),
            Runner(builder.finish(), vectorWords(data)).fault(field));
}

TEST(AccessUnitLanesFault, AScalarIndexPoisonsAllLanes) {
  std::vector<int64_t> data(9);
  ProgramBuilder builder;
  uint32_t memref = builder.memref(1);
  Operand bad = builder.load(memref, {immediate(9)});
  Operand vector =
      builder.loadVector(memref, 4, {bad}, {1}, makeMask(builder, 4, 0b1000));
  builder.pushFields({vectorField(vector, 4, 64)});
  uint32_t field = 0;
  EXPECT_EQ(outOfBounds(9, 0, 9),
            Runner(builder.finish(), vectorWords(data)).fault(field));
}

TEST(AccessUnitLanesFault, APoisonedMaskPoisonsItsLane) {
  std::vector<uint8_t> data(3);
  ProgramBuilder builder;
  uint32_t memref = builder.memref(1, 1, 1);
  Operand bits = builder.loadVector(memref, 4, {immediate(0)}, {1},
                                    makeMask(builder, 4, 0b1111));
  Operand again = builder.loadVector(memref, 4, {immediate(0)}, {0}, bits);
  builder.pushFields({{immediate(0), 8}, vectorField(again, 4, 1)});
  Runner runner(builder.finish(), vectorWords(data));
  uint32_t field = 0;
  EXPECT_EQ(outOfBounds(3, 0, 3), runner.fault(field));
  EXPECT_EQ(1u, field);
}

TEST(AccessUnitLanesFault, EndsWithTheNextValueOfTheRegister) {
  std::vector<int32_t> indices = {0, 9, 1, 0, 1, 1};
  std::vector<int64_t> table = {0, 10, 0, 11};
  Runner runner(gatherProgram(2, indices.size()), gatherWords(indices, table));
  EXPECT_EQ(1u, runner.acquire().poison.size());
  runner.rings->release();
  EXPECT_TRUE(runner.acquire().poison.empty());
  EXPECT_EQ((std::vector<int64_t>{11, 10}), lanesOf<int64_t>(runner.acquire()));
  runner.rings->release();
  EXPECT_TRUE(runner.acquire().poison.empty());
}

//===----------------------------------------------------------------------===//
// Observers
//===----------------------------------------------------------------------===//

/// Writes down the requests of loads.
class Requests : public AccessObserver {
public:
  void load(const ember::target::Instruction &,
            llvm::ArrayRef<const void *> addresses, uint32_t bytes) override {
    loads.push_back({addresses.vec(), bytes});
  }

  std::vector<std::pair<std::vector<const void *>, uint32_t>> loads;
};

TEST(AccessUnitLanesObserver, ContiguousLanesAreOneRequest) {
  std::vector<int32_t> data(11);
  Requests requests;
  ProgramBuilder builder;
  uint32_t memref = builder.memref(1, 4);
  VectorLoop loop = builder.beginVectorLoop(8, immediate(0), immediate(11));
  builder.loadVector(memref, 8, {loop.first}, {1}, loop.mask);
  builder.loadVector(memref, 8, {immediate(0)}, {1},
                     makeMask(builder, 8, 0b01101100));
  builder.endLoop();
  Runner runner(builder.finish(), vectorWords(data), {}, {}, &requests);
  runner.tokens();
  ASSERT_EQ(4u, requests.loads.size());
  using Addresses = std::vector<const void *>;
  EXPECT_EQ(std::make_pair(Addresses{&data[0]}, 32u), requests.loads[0]);
  EXPECT_EQ(std::make_pair(Addresses{&data[2]}, 20u), requests.loads[1]);
  EXPECT_EQ(std::make_pair(Addresses{&data[8]}, 12u), requests.loads[2]);
}

TEST(AccessUnitLanesObserver, OtherLanesAreOneRequestEach) {
  std::vector<int32_t> data(16);
  Requests requests;
  ProgramBuilder builder;
  uint32_t memref = builder.memref(1, 4);
  Operand mask = makeMask(builder, 4, 0b1011);
  builder.loadVector(memref, 4, {immediate(1)}, {3}, mask);
  builder.loadVector(memref, 4, {builder.lanes(4, immediate(5), 1)}, {0}, mask);
  Runner runner(builder.finish(), vectorWords(data), {}, {}, &requests);
  runner.tokens();
  ASSERT_EQ(2u, requests.loads.size());
  using Addresses = std::vector<const void *>;
  EXPECT_EQ(std::make_pair(Addresses{&data[1], &data[4], &data[10]}, 4u),
            requests.loads[0]);
  EXPECT_EQ(std::make_pair(Addresses{&data[5], &data[6], &data[8]}, 4u),
            requests.loads[1]);
}

TEST(AccessUnitLanesObserver, LanesThatAreNotReadAreNoRequest) {
  std::vector<int32_t> data(2);
  Requests requests;
  ProgramBuilder builder;
  uint32_t memref = builder.memref(1, 4);
  builder.loadVector(memref, 4, {immediate(0)}, {1}, makeMask(builder, 4, 0));
  builder.loadVector(memref, 4, {immediate(0)}, {1},
                     makeMask(builder, 4, 0b1111));
  Runner runner(builder.finish(), vectorWords(data), {}, {}, &requests);
  runner.tokens();
  ASSERT_EQ(2u, requests.loads.size());
  using Addresses = std::vector<const void *>;
  EXPECT_EQ(Addresses{}, requests.loads[0].first);
  // Two of the lanes are out of bounds.
  EXPECT_EQ(std::make_pair(Addresses{&data[0]}, 8u), requests.loads[1]);
}

} // namespace

//===- AccessProgramBinaryTest.cpp - Access programs as bytes -------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Support/ProgramBuilder.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <random>

using namespace ember::target;
using ember::test::immediate;
using ember::test::ProgramBuilder;
using ember::test::vectorField;
using ember::test::VectorLoop;

namespace {

/// Every member of every kind of instruction differs from its default.
AccessProgram richProgram() {
  ProgramBuilder builder("bag#1");
  Operand count = builder.word();
  uint32_t index = builder.memref(1, 4), table = builder.memref(2, 2, 16);
  Operand i = builder.beginLoop(immediate(0), count);
  Operand row = builder.load(index, {i});
  Operand wide = builder.alu(AluOp::ExtS, {row}, 32, 64);
  Operand isInside = builder.alu(AluOp::CmpSge, {wide, immediate(0)}, 64, 1);
  builder.beginLoop(immediate(-3), wide, immediate(7));
  Operand value = builder.load(table, {wide, i}, isInside);
  builder.store(value, table, {i, i}, isInside);
  builder.push({{i, 8}, {value, 2}});
  builder.endLoop();
  builder.push();
  VectorLoop loop = builder.beginVectorLoop(8, i, count, immediate(3));
  Operand column = builder.lanes(8, loop.first, -2);
  Operand lanes = builder.loadVector(table, 8, {column, i}, {0, -3}, loop.mask);
  Operand sum = builder.vectorAlu(AluOp::Add, 8, {lanes, i}, 16);
  builder.pushRun(5, {{i, 8}},
                  {vectorField(sum, 8, 16), vectorField(loop.mask, 8, 1)});
  builder.endLoop();
  builder.endLoop();
  AccessProgram program = builder.finish();
  program.instructions[1].cacheLevel = 2;
  program.instructions[1].temporal = false;
  return program;
}

std::string printed(const AccessProgram &program) {
  std::string text;
  llvm::raw_string_ostream os(text);
  print(program, os);
  return text;
}

/// The message of a failure, and nothing for a success.
std::string readError(llvm::StringRef bytes) {
  llvm::Expected<AccessProgram> program = deserialize(bytes);
  return program ? "" : llvm::toString(program.takeError());
}

TEST(AccessProgramBinary, RoundTrips) {
  AccessProgram program = richProgram();
  std::string bytes = serialize(program);
  llvm::Expected<AccessProgram> read = deserialize(bytes);
  ASSERT_TRUE(static_cast<bool>(read)) << llvm::toString(read.takeError());
  EXPECT_EQ(printed(program), printed(*read));
  EXPECT_EQ(program.strings, read->strings);
  EXPECT_EQ(bytes, serialize(*read));
}

TEST(AccessProgramBinary, IsLittleEndianAndVersioned) {
  ProgramBuilder builder("ab");
  builder.word();
  std::string bytes = serialize(builder.finish());
  EXPECT_EQ(std::string("EMBR"
                        "\2\0\0\0"
                        "\2\0\0\0"
                        "ab"
                        "\0\0\0\0" // Registers.
                        "\1\0\0\0" // Words.
                        ,
                        22),
            bytes.substr(0, 22));
}

TEST(AccessProgramBinary, RefusesWrongMagic) {
  std::string bytes = serialize(richProgram());
  bytes[0] = 'e';
  EXPECT_EQ("not an access program", readError(bytes));
  EXPECT_EQ("not an access program", readError(""));
}

TEST(AccessProgramBinary, RefusesOtherVersions) {
  std::string bytes = serialize(richProgram());
  for (int version : {0, 1, 3}) {
    bytes[4] = version;
    EXPECT_EQ("expects version 2 of access programs, but got " +
                  std::to_string(version),
              readError(bytes));
  }
}

TEST(AccessProgramBinary, RefusesEveryTruncation) {
  std::string bytes = serialize(richProgram());
  for (size_t size = 0; size < bytes.size(); ++size)
    EXPECT_NE("", readError(llvm::StringRef(bytes).take_front(size))) << size;
}

TEST(AccessProgramBinary, RefusesBytesAfterTheEnd) {
  EXPECT_EQ("access program has bytes after its end",
            readError(serialize(richProgram()) + '\0'));
}

TEST(AccessProgramBinary, VerifiesWhatItReads) {
  AccessProgram program = richProgram();
  program.instructions[1].result = 100;
  EXPECT_EQ("access program 'bag#1': instruction 1: the result is register "
            "100, but there are 11",
            readError(serialize(program)));
}

TEST(AccessProgramBinary, RefusesHugeCount) {
  // The count of the program's name.
  std::string bytes = serialize(richProgram());
  llvm::support::endian::write32le(&bytes[8], ~0u);
  EXPECT_EQ("access program is truncated or malformed", readError(bytes));
}

TEST(AccessProgramBinary, SurvivesFlippedBytes) {
  const std::string bytes = serialize(richProgram());
  std::mt19937 random(1);
  unsigned accepted = 0;
  for (size_t position = 0; position < bytes.size(); ++position)
    for (int round = 0; round < 8; ++round) {
      std::string flipped = bytes;
      flipped[position] ^= round < 4 ? 1 << (2 * round) : 1 + random() % 255;
      llvm::Expected<AccessProgram> program = deserialize(flipped);
      if (!program) {
        EXPECT_NE("", llvm::toString(program.takeError()));
        continue;
      }
      // What was accepted is valid, and is what the bytes say.
      ++accepted;
      EXPECT_FALSE(static_cast<bool>(program->verify()));
      EXPECT_EQ(flipped, serialize(*program));
      EXPECT_FALSE(printed(*program).empty());
    }
  // Names, immediates and hints may change.
  EXPECT_GT(accepted, 0u);
}

TEST(AccessProgramBinary, SurvivesRandomBytes) {
  std::mt19937 random(2);
  const std::string start = serialize(richProgram()).substr(0, 8);
  for (int round = 0; round < 2000; ++round) {
    std::string bytes = start;
    for (unsigned size = random() % 200; size > 0; --size)
      bytes += static_cast<char>(random() % 3 == 0 ? random() : 0);
    EXPECT_NE("", readError(bytes));
  }
}

} // namespace

//===- QueueTest.cpp - The control ring and the data ring -----------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Simulator/Queue.h"
#include "../Support/ProgramBuilder.h"
#include "gtest/gtest.h"
#include <cstring>
#include <random>

using namespace ember::sim;
using ember::test::immediate;
using ember::test::ProgramBuilder;

namespace {

std::unique_ptr<QueueRings> makeRings(uint32_t controlBytes,
                                      uint32_t tokenBytes, uint32_t dataBytes) {
  return llvm::cantFail(
      QueueRings::create({controlBytes, tokenBytes, dataBytes}));
}

std::string createError(QueueConfig config) {
  auto rings = QueueRings::create(config);
  return rings ? "" : llvm::toString(rings.takeError());
}

/// What `accepts` says of a program with one record of these fields.
std::string
acceptError(const QueueRings &rings,
            std::vector<std::pair<ember::target::Operand, uint32_t>> fields) {
  ProgramBuilder builder;
  builder.push(fields);
  if (llvm::Error error = rings.accepts(builder.finish()))
    return llvm::toString(std::move(error));
  return "";
}

TEST(Queue, RefusesTokenThatDoesNotFit) {
  EXPECT_EQ("a token needs 4 bytes, but the control queue holds 3",
            createError({3, 4, 64}));
  EXPECT_EQ("", createError({4, 4, 64}));
}

TEST(Queue, RefusesTokenSizes) {
  EXPECT_EQ("expects tokens of 1, 2, 4 or 8 bytes, but got 3",
            createError({64, 3, 64}));
  EXPECT_EQ("expects tokens of 1, 2, 4 or 8 bytes, but got 0",
            createError({64, 0, 64}));
}

TEST(Queue, RefusesRecordThatDoesNotFit) {
  auto rings = makeRings(64, 4, 16);
  auto value = immediate(0);
  EXPECT_EQ("record of event 'event 0' needs 24 bytes, but the data queue "
            "holds 16: compile with a smaller vlen or chunk, or give the "
            "machine larger 'data_bytes'",
            acceptError(*rings, {{value, 8}, {value, 8}, {value, 8}}));
  EXPECT_EQ("", acceptError(*rings, {{value, 8}, {value, 8}}));
}

TEST(Queue, RefusesAlignmentBeyondItsOwn) {
  ProgramBuilder builder;
  builder.push({{immediate(0), 8}});
  ember::target::AccessProgram program = builder.finish();
  program.events[0].recordAlign = 128;
  EXPECT_EQ("record of event 'event 0' needs an alignment of 128 bytes, but "
            "the data queue is aligned to 64: compile with a smaller vlen",
            llvm::toString(makeRings(64, 4, 1024)->accepts(program)));
}

TEST(Queue, RefusesTokenNumberThatDoesNotFit) {
  auto rings = makeRings(64, 1, 64);
  ProgramBuilder builder;
  for (int event = 0; event < 255; ++event)
    builder.push();
  EXPECT_FALSE(static_cast<bool>(rings->accepts(builder.finish())));
  ProgramBuilder bigger;
  for (int event = 0; event < 256; ++event)
    bigger.push();
  EXPECT_EQ(
      "the token 256 does not fit the 1 bytes of a token: give the machine "
      "larger 'token_bytes'",
      llvm::toString(rings->accepts(bigger.finish())));
}

TEST(Queue, IsAlignedTo64Bytes) {
  auto rings = makeRings(12, 4, 100);
  EXPECT_EQ(0u, reinterpret_cast<uintptr_t>(rings->dataBase()) % 64);
  EXPECT_EQ(0u, reinterpret_cast<uintptr_t>(rings->controlBase()) % 64);
}

TEST(Queue, ReleasesInOrder) {
  auto rings = makeRings(64, 4, 64);
  EXPECT_EQ(nullptr, rings->front());
  rings->push(5, 8, 8);
  rings->push(6, 0, 1);
  ASSERT_EQ(2u, rings->size());
  EXPECT_EQ(5u, rings->front()->event);
  EXPECT_EQ(0u, rings->front()->index);
  EXPECT_EQ(6u, rings->entry(1).event);
  rings->release();
  EXPECT_EQ(6u, rings->front()->event);
  EXPECT_EQ(1u, rings->front()->index);
  rings->release();
  EXPECT_TRUE(rings->empty());
}

TEST(Queue, ControlRingIsBoundedInTokens) {
  auto rings = makeRings(15, 4, 64);
  EXPECT_EQ(3u, rings->getControlCapacity());
  for (int token = 0; token < 3; ++token) {
    EXPECT_TRUE(rings->hasSpace(0, 1));
    rings->push(0, 0, 1);
  }
  EXPECT_FALSE(rings->hasSpace(0, 1));
  rings->release();
  EXPECT_TRUE(rings->hasSpace(0, 1));
}

TEST(Queue, TokensLieWhereTheirNumberSays) {
  auto rings = makeRings(6, 2, 64);
  // The fourth one spills.
  for (int token = 0; token < 4; ++token)
    rings->push(token, 0, 1);
  for (int token = 0; token < 4; ++token)
    rings->release();
  for (uint16_t token = 4; token < 20; ++token) {
    rings->push(token, 0, 1);
    uint16_t written;
    std::memcpy(&written, rings->tokenAddress(token), sizeof(written));
    EXPECT_EQ(token, written);
    rings->release();
  }
}

TEST(Queue, TokensOfRunsHaveTheirLengthInTheUpperHalf) {
  auto rings = makeRings(4, 2, 64);
  const QueueEntry &entry = rings->push(0x12, 8, 8, 0x34);
  EXPECT_EQ(0x12u, entry.event);
  EXPECT_EQ(0x34u, entry.length);
  EXPECT_EQ(0x12, rings->controlBase()[0]);
  EXPECT_EQ(0x34, rings->controlBase()[1]);
}

TEST(Queue, WritesTokensIntoTheControlRing) {
  auto rings = makeRings(4, 2, 64);
  rings->push(0x1234, 0, 1);
  rings->push(7, 0, 1);
  const uint8_t expected[] = {0x34, 0x12, 7, 0};
  EXPECT_EQ(0, std::memcmp(expected, rings->controlBase(), 4));
  EXPECT_EQ(rings->controlBase() + 2, rings->tokenAddress(1));
  EXPECT_EQ(rings->controlBase(), rings->tokenAddress(2));
}

TEST(Queue, DataRingIsBoundedInBytes) {
  auto rings = makeRings(64, 4, 32);
  rings->push(0, 24, 8);
  EXPECT_TRUE(rings->hasSpace(8, 8));
  EXPECT_FALSE(rings->hasSpace(9, 1));
  rings->push(0, 8, 8);
  EXPECT_FALSE(rings->hasSpace(1, 1));
  EXPECT_TRUE(rings->hasSpace(0, 1));
  rings->release();
  EXPECT_TRUE(rings->hasSpace(24, 8));
}

TEST(Queue, RecordThatFillsTheRingFitsAnywhere) {
  auto rings = makeRings(64, 4, 32);
  rings->push(0, 8, 8);
  EXPECT_FALSE(rings->hasSpace(32, 8));
  rings->release();
  ASSERT_TRUE(rings->hasSpace(32, 8));
  EXPECT_EQ(rings->dataBase(), rings->push(0, 32, 8).record);
}

TEST(Queue, AlignsRecords) {
  auto rings = makeRings(64, 4, 64);
  rings->push(0, 3, 1);
  const QueueEntry &entry = rings->push(0, 8, 8);
  EXPECT_EQ(rings->dataBase() + 8, entry.record);
  EXPECT_EQ(8u, entry.dataPosition);
  EXPECT_EQ(5u, rings->getStatistics().skippedBytes);
}

TEST(Queue, SkipsTheRestAtTheWrap) {
  auto rings = makeRings(64, 4, 40);
  rings->push(0, 24, 8);
  rings->release();
  const QueueEntry &entry = rings->push(0, 24, 8);
  EXPECT_EQ(rings->dataBase(), entry.record);
  EXPECT_EQ(40u, entry.dataPosition);
  EXPECT_EQ(16u, rings->getStatistics().skippedBytes);
}

TEST(Queue, AlignsToTheRingNotToThePosition) {
  // 20 is no multiple of 8: after a turn, positions are not aligned, but
  // addresses are.
  auto rings = makeRings(64, 4, 20);
  for (int round = 0; round < 10; ++round) {
    ASSERT_TRUE(rings->hasSpace(8, 8));
    const QueueEntry &entry = rings->push(0, 8, 8);
    EXPECT_EQ(0u, reinterpret_cast<uintptr_t>(entry.record) % 8);
    EXPECT_LE(entry.record + 8, rings->dataBase() + 20);
    rings->release();
  }
}

TEST(Queue, CountsTokensAndBytes) {
  auto rings = makeRings(64, 4, 64);
  rings->push(0, 12, 8);
  rings->push(1, 16, 8);
  rings->push(2, 0, 1);
  EXPECT_EQ(3u, rings->getStatistics().tokens);
  EXPECT_EQ(12u, rings->getStatistics().controlBytes);
  EXPECT_EQ(28u, rings->getStatistics().dataBytes);
  EXPECT_EQ(4u, rings->getStatistics().skippedBytes);
}

TEST(Queue, SpillsOutsideTheRing) {
  auto rings = makeRings(64, 4, 32);
  QueueEntry &inside = rings->push(0, 32, 8);
  std::memset(inside.record, 1, 32);
  QueueEntry &outside = rings->push(0, 32, 8);
  std::memset(outside.record, 2, 32);
  EXPECT_FALSE(inside.spilled);
  EXPECT_TRUE(outside.spilled);
  EXPECT_EQ(0u, reinterpret_cast<uintptr_t>(outside.record) % 64);
  EXPECT_EQ(1, inside.record[31]);
  EXPECT_EQ(2, outside.record[31]);
}

TEST(Queue, ReturnsToTheRingAfterASpill) {
  auto rings = makeRings(8, 4, 32);
  for (int token = 0; token < 100; ++token)
    rings->push(token, 8, 8);
  for (int token = 0; token < 100; ++token) {
    EXPECT_EQ(token >= 2, rings->front()->spilled);
    rings->release();
  }
  EXPECT_FALSE(rings->push(0, 8, 8).spilled);
}

TEST(Queue, SpillsAtThePositionsOfARingThatWaited) {
  // The same records, once with a core that keeps up and once without.
  auto waited = makeRings(16, 4, 48), spilled = makeRings(16, 4, 48);
  std::mt19937 random(3);
  for (int round = 0; round < 200; ++round) {
    uint32_t bytes = random() % 25, align = 1u << random() % 4;
    while (!waited->hasSpace(bytes, align))
      waited->release();
    EXPECT_EQ(waited->push(0, bytes, align).dataPosition,
              spilled->push(0, bytes, align).dataPosition);
  }
  EXPECT_EQ(waited->getStatistics().dataBytes,
            spilled->getStatistics().dataBytes);
  EXPECT_EQ(waited->getStatistics().skippedBytes,
            spilled->getStatistics().skippedBytes);
}

TEST(Queue, UnreleasedRecordsKeepTheirBytes) {
  // Records of random size, each filled with its own byte, in a ring whose
  // size is odd.
  auto rings = makeRings(64, 4, 61);
  std::mt19937 random(4);
  uint64_t pushed = 0;
  for (int round = 0; round < 2000; ++round) {
    uint32_t bytes = random() % 62, align = 1u << random() % 4;
    while (!rings->hasSpace(bytes, align)) {
      const QueueEntry *oldest = rings->front();
      ASSERT_NE(nullptr, oldest);
      for (uint32_t byte = 0; byte < oldest->bytes; ++byte)
        ASSERT_EQ(static_cast<uint8_t>(oldest->index), oldest->record[byte]);
      rings->release();
    }
    QueueEntry &entry = rings->push(0, bytes, align);
    ASSERT_FALSE(entry.spilled);
    ASSERT_GE(entry.record, rings->dataBase());
    ASSERT_LE(entry.record + bytes, rings->dataBase() + 61);
    ASSERT_EQ(0u, reinterpret_cast<uintptr_t>(entry.record) % align * bytes);
    std::memset(entry.record, static_cast<uint8_t>(pushed++), bytes);
  }
}

} // namespace

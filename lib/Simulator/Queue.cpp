//===- Queue.cpp - The control ring and the data ring ---------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Simulator/Queue.h"
#include "Element.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cassert>
#include <cstring>

using llvm::Twine;

namespace ember::sim {

//===----------------------------------------------------------------------===//
// Set-up
//===----------------------------------------------------------------------===//

void QueueRings::FreeAligned::operator()(uint8_t *memory) const {
  llvm::deallocate_buffer(memory, /*Size=*/0, alignment);
}

QueueRings::AlignedBytes QueueRings::allocate(uint64_t bytes) {
  // A ring without bytes has an address all the same.
  uint64_t size = std::max<uint64_t>(bytes, 1);
  auto *memory = static_cast<uint8_t *>(llvm::allocate_buffer(size, alignment));
  std::memset(memory, 0, size);
  return AlignedBytes(memory);
}

QueueRings::QueueRings(const QueueConfig &config)
    : config(config), controlCapacity(config.controlBytes / config.tokenBytes),
      control(allocate(config.controlBytes)), data(allocate(config.dataBytes)),
      entries(llvm::PowerOf2Ceil(controlCapacity)),
      entryMask(entries.size() - 1) {}

llvm::Expected<std::unique_ptr<QueueRings>>
QueueRings::create(const QueueConfig &config) {
  if (config.tokenBytes > 8 || !llvm::isPowerOf2_32(config.tokenBytes))
    return llvm::createStringError("expects tokens of 1, 2, 4 or 8 bytes, but "
                                   "got " +
                                   Twine(config.tokenBytes));
  if (config.controlBytes < config.tokenBytes)
    return llvm::createStringError("a token needs " + Twine(config.tokenBytes) +
                                   " bytes, but the control queue holds " +
                                   Twine(config.controlBytes));
  return std::unique_ptr<QueueRings>(new QueueRings(config));
}

llvm::Error QueueRings::accepts(const target::AccessProgram &program) const {
  // The largest number is that of the end.
  uint64_t end = program.events.size();
  if (end > llvm::maxUIntN(8 * config.tokenBytes))
    return llvm::createStringError(
        "the token " + Twine(end) + " does not fit the " +
        Twine(config.tokenBytes) +
        " bytes of a token: give the machine larger 'token_bytes'");
  for (const target::Event &event : program.events)
    if (std::max<uint64_t>(end, event.runChunk) > llvm::maxUIntN(halfToken()) &&
        event.isRun())
      return llvm::createStringError(
          "event '" + Twine(event.name) + "' has runs of " +
          Twine(event.runChunk) + " elements among " + Twine(end) +
          " events, but each of these numbers has to fit half of the " +
          Twine(config.tokenBytes) +
          " bytes of a token: give the machine larger "
          "'token_bytes', or compile with a smaller chunk");
  for (const target::Event &event : program.events) {
    if (event.maxRecordBytes() > config.dataBytes)
      return llvm::createStringError(
          "record of event '" + Twine(event.name) + "' needs " +
          Twine(event.maxRecordBytes()) + " bytes, but the data queue holds " +
          Twine(config.dataBytes) +
          ": compile with a smaller vlen or chunk, or give the machine larger "
          "'data_bytes'");
    if (event.recordAlign > alignment)
      return llvm::createStringError(
          "record of event '" + Twine(event.name) + "' needs an alignment of " +
          Twine(event.recordAlign) +
          " bytes, but the data queue is aligned to " + Twine(alignment) +
          ": compile with a smaller vlen");
  }
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Pushing and releasing
//===----------------------------------------------------------------------===//

void QueueRings::growEntries() {
  std::vector<QueueEntry> larger(2 * entries.size());
  uint64_t largerMask = larger.size() - 1;
  for (uint64_t index = firstIndex; index < nextIndex; ++index)
    larger[index & largerMask] = std::move(entries[index & entryMask]);
  entries = std::move(larger);
  entryMask = largerMask;
}

QueueEntry &QueueRings::pushAt(uint64_t position, bool isSpilled,
                               uint32_t event, uint32_t bytes,
                               uint32_t length) {
  assert(bytes <= config.dataBytes && "the program was not accepted");
  if (size() > entryMask)
    growEntries();

  uint64_t index = nextIndex++;
  QueueEntry &entry = entries[index & entryMask];
  entry.index = index;
  entry.event = event;
  entry.length = length;
  entry.bytes = bytes;
  entry.dataPosition = position;
  entry.spilled = isSpilled;
  entry.poison.clear();

  // A record at the end of the turn begins the next one.
  if (bytes != 0 && position - turn == config.dataBytes)
    turn = position;
  entry.ringOffset = position - turn;
  if (isSpilled) {
    entry.record =
        static_cast<uint8_t *>(spill.Allocate(bytes, llvm::Align(alignment)));
    ++spilledEntries;
  } else {
    entry.record = data.get() + entry.ringOffset;
    writeElement(control.get() + uint64_t(nextToken) * config.tokenBytes,
                 config.tokenBytes, event | uint64_t(length) << halfToken());
  }
  if (++nextToken == controlCapacity)
    nextToken = 0;

  ++statistics.tokens;
  statistics.controlBytes += config.tokenBytes;
  statistics.dataBytes += bytes;
  statistics.skippedBytes += position - nextPosition;
  nextPosition = position + bytes;
  return entry;
}

void QueueRings::release() {
  assert(!empty() && "there is nothing to release");
  if (front()->spilled && --spilledEntries == 0)
    spill.Reset();
  ++firstIndex;
}

} // namespace ember::sim

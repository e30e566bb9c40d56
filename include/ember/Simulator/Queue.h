//===- Queue.h - The control ring and the data ring -------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The two bounded rings between the units: tokens in the control ring,
/// records in the data ring. A token is the number of an event, and with the
/// record of a run its length in the upper half of the token's bits. This is
/// both the functional queue (the core's native code reads records at their
/// address here) and the one that the timing model prices: same bytes, same
/// wrap.
///
/// A record never straddles the wrap: when it does not fit before the end of
/// the ring, the rest is skipped. Records are given back in order.
///
/// At the largest run-ahead (`RunAhead::Kind::Max`) records beyond the capacity
/// spill to storage outside the ring; positions and wraps are counted as if the
/// ring had been waited for.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_SIMULATOR_QUEUE_H
#define EMBER_SIMULATOR_QUEUE_H

#include "ember/Target/AccessProgram.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MathExtras.h"
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ember::sim {

struct QueueConfig {
  uint32_t controlBytes = 2048; ///< Capacity of the control ring.
  uint32_t tokenBytes = 4;      ///< Bytes of one token: 1, 2, 4 or 8.
  uint32_t dataBytes = 16384;   ///< Capacity of the data ring.
};

/// How far the access unit may run ahead of the core, in records.
struct RunAhead {
  enum class Kind {
    Min,      ///< A record is produced when the core asks for it.
    Records,  ///< At most `records` unreleased records.
    Capacity, ///< As far as the rings allow.
    Max,      ///< Everything before the first acquire, but for nests that run
              ///< into a fault or exceed the limits below.
  };
  Kind kind = Kind::Capacity;
  uint64_t records = 0; ///< For Kind::Records; at least 1.

  /// Kind::Max stops at so many unreleased records, or bytes of spilled ones,
  /// until the core has released all of them: trip counts may come from
  /// anywhere, and the core may find a fault first.
  static constexpr uint64_t maxRecords = uint64_t(1) << 22;
  static constexpr uint64_t maxSpilledBytes = uint64_t(1) << 28;
};

/// A fault of the access unit that waits for the core to reach it.
struct PendingFault {
  std::string message;
};

/// What was pushed with one event and not yet released.
struct QueueEntry {
  /// The `field` of a poison that faults the token itself.
  static constexpr uint32_t wholeToken = ~0u;

  /// A field that carries the value of a fault.
  struct Poison {
    /// The `position` of a field that is not in an element of a run.
    static constexpr uint32_t noElement = ~0u;

    uint32_t field = 0; ///< Index among the fields, or the element's fields.
    uint32_t position = noElement; ///< Which element of the run.
    std::shared_ptr<const PendingFault> fault;
  };

  uint64_t index = 0; ///< Running number of the token, from 0.
  uint32_t event = 0;
  uint32_t length = 0;       ///< Elements of the run; 0 for other events.
  uint32_t bytes = 0;        ///< Bytes of the record.
  uint8_t *record = nullptr; ///< In the ring, or in spilled storage. Never
                             ///< null, but not to be read when `bytes` is 0.
  uint64_t dataPosition = 0; ///< Running byte position of the record's start
                             ///< in the data ring, skipped bytes included.
  uint32_t ringOffset = 0;   ///< The same as an offset in the ring.
  bool spilled = false;      ///< The record lies outside the ring.
  std::vector<Poison> poison;
};

/// Totals over the lifetime of the rings.
struct QueueStatistics {
  uint64_t tokens = 0;       ///< Tokens pushed, those of the ends included.
  uint64_t controlBytes = 0; ///< Bytes written to the control ring.
  uint64_t dataBytes = 0;    ///< Bytes of records: fields and the padding
                             ///< inside of records.
  uint64_t skippedBytes = 0; ///< Bytes between records: alignment, and the
                             ///< rests that were skipped at the wrap.
};

/// Both rings. They outlive the programs that push to them; positions and
/// token numbers run on from program to program.
class QueueRings {
public:
  /// Alignment of both rings in host memory, the largest that a record can
  /// have.
  static constexpr uint32_t alignment = 64;

  /// Fails when no token fits, or for a token size that is not 1, 2, 4 or 8.
  static llvm::Expected<std::unique_ptr<QueueRings>>
  create(const QueueConfig &config);

  /// Checks that the rings can hold every single token and record of
  /// `program`. To be called before it starts; `push` relies on it.
  llvm::Error accepts(const target::AccessProgram &program) const;

  /// Whether a token with a record of `bytes` bytes, at an offset that is a
  /// multiple of `align`, can be pushed now without spilling.
  bool hasSpace(uint32_t bytes, uint32_t align) const {
    return isFree(place(bytes, align), bytes);
  }

  /// Pushes a token and reserves its record, whose bytes the caller then
  /// writes. `length` is that of a run, and 0 for other events. Spills when
  /// there is no space. The reference is valid until the next push, the record
  /// until the entry is released.
  QueueEntry &push(uint32_t event, uint32_t bytes, uint32_t align,
                   uint32_t length = 0) {
    uint64_t position = place(bytes, align);
    return pushAt(position, !isFree(position, bytes), event, bytes, length);
  }

  /// The oldest unreleased entry, or null when there is none.
  const QueueEntry *front() const {
    return empty() ? nullptr : &entry(firstIndex);
  }

  /// Gives the space of the oldest entry back. There must be one.
  void release();

  /// Number of unreleased entries.
  uint64_t size() const { return nextIndex - firstIndex; }
  bool empty() const { return nextIndex == firstIndex; }

  /// Bytes of storage that unreleased records take outside of the ring.
  uint64_t getSpilledBytes() const { return spill.getBytesAllocated(); }

  /// The entry with running number `index`, which must be unreleased.
  const QueueEntry &entry(uint64_t index) const {
    return entries[index & entryMask];
  }

  /// Base addresses of the rings in host memory, for the address space; their
  /// sizes are those of the configuration.
  uint8_t *dataBase() const { return data.get(); }
  uint8_t *controlBase() const { return control.get(); }

  /// Where the token with running number `index` lies in the control ring.
  uint8_t *tokenAddress(uint64_t index) const {
    return control.get() + (index % controlCapacity) * config.tokenBytes;
  }

  /// Tokens that the control ring holds.
  uint32_t getControlCapacity() const { return controlCapacity; }
  const QueueConfig &getConfig() const { return config; }
  const QueueStatistics &getStatistics() const { return statistics; }

private:
  struct FreeAligned {
    void operator()(uint8_t *memory) const;
  };
  using AlignedBytes = std::unique_ptr<uint8_t[], FreeAligned>;
  static AlignedBytes allocate(uint64_t bytes);

  explicit QueueRings(const QueueConfig &config);

  /// Bits of a token's lower half.
  unsigned halfToken() const { return 4 * config.tokenBytes; }

  /// Position that a record of this size and alignment would get now.
  uint64_t place(uint32_t bytes, uint32_t align) const {
    if (bytes == 0)
      return nextPosition;
    uint64_t offset = llvm::alignTo(nextPosition - turn, align);
    if (offset + bytes > config.dataBytes)
      return turn + config.dataBytes;
    return turn + offset;
  }

  bool isFree(uint64_t position, uint32_t bytes) const {
    if (empty())
      return true;
    return size() < controlCapacity &&
           position + bytes - front()->dataPosition <= config.dataBytes;
  }

  QueueEntry &pushAt(uint64_t position, bool isSpilled, uint32_t event,
                     uint32_t bytes, uint32_t length);
  void growEntries();

  QueueConfig config;
  uint32_t controlCapacity;
  AlignedBytes control, data;
  /// By index modulo their number, a power of two. Entries are used again, and
  /// only grow in number when they spill.
  std::vector<QueueEntry> entries;
  uint64_t entryMask;        ///< Their number less one.
  uint64_t firstIndex = 0;   ///< Of the oldest unreleased entry.
  uint64_t nextIndex = 0;    ///< Of the next entry.
  uint32_t nextToken = 0;    ///< Place of its token, in tokens.
  uint64_t nextPosition = 0; ///< End of the last record.
  uint64_t turn = 0;         ///< Position of the ring's first byte in the turn
                             ///< that the last record lies in.
  llvm::BumpPtrAllocator spill;
  uint64_t spilledEntries = 0;
  QueueStatistics statistics;
};

} // namespace ember::sim

#endif // EMBER_SIMULATOR_QUEUE_H

//===- Trace.h - What the core's program did --------------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The trace that the run-time functions of a timed run write and the core
/// model reads: a stream of 64-bit entries
///
///     63    60 59    56 55                                            0
///    |  kind  | region |                   payload                     |
///
/// Within a block the entries come in the order of the block's operations
/// (BlockTemplate.h): every load and store has one `access`, a masked one and
/// every operation on a range of bytes has an `access` and a `length`, and so
/// on. A trace may be
/// cut between any two entries. It holds simulated addresses only.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_SIMULATOR_TRACE_H
#define EMBER_SIMULATOR_TRACE_H

#include "llvm/ADT/ArrayRef.h"
#include <cassert>
#include <cstdint>
#include <memory>

namespace ember::sim {

enum class TraceKind : uint8_t {
  Block,   ///< A basic block is entered. Payload: its number.
  Access,  ///< Payload: the simulated address of the first byte.
  Length,  ///< Of the access before: the bytes of a range, or the lanes of a
           ///< masked access that happen.
  Acquire, ///< Payload: the simulated address of the token.
  Release, ///< No payload.
  Start,   ///< Payload: the number of configuration words.
};

/// What a simulated address belongs to.
enum class Region : uint8_t {
  None,    ///< To nothing that is known: a lane that is masked off, say. Not
           ///< sent to memory.
  Program, ///< An argument, an allocation or a global.
  Queue,   ///< The control or the data ring.
  Stack,   ///< The core's stack.
};

/// One entry of a trace.
class TraceEntry {
public:
  static constexpr unsigned payloadBits = 56;
  static constexpr uint64_t maxPayload = (uint64_t(1) << payloadBits) - 1;

  TraceEntry() = default;

  static TraceEntry block(uint32_t number) {
    return {TraceKind::Block, Region::None, number};
  }
  static TraceEntry access(Region region, uint64_t address) {
    return {TraceKind::Access, region, address};
  }
  static TraceEntry length(uint64_t length) {
    return {TraceKind::Length, Region::None, length};
  }
  static TraceEntry acquire(uint64_t tokenAddress) {
    return {TraceKind::Acquire, Region::Queue, tokenAddress};
  }
  static TraceEntry release() { return {TraceKind::Release, Region::None, 0}; }
  static TraceEntry start(uint64_t configWords) {
    return {TraceKind::Start, Region::None, configWords};
  }

  TraceKind kind() const { return static_cast<TraceKind>(bits >> 60); }
  Region region() const {
    return static_cast<Region>((bits >> payloadBits) & 0xf);
  }
  uint64_t payload() const { return bits & maxPayload; }

private:
  TraceEntry(TraceKind kind, Region region, uint64_t payload)
      : bits(uint64_t(kind) << 60 | uint64_t(region) << payloadBits | payload) {
    assert(payload <= maxPayload && "payload does not fit a trace entry");
  }

  uint64_t bits = 0;
};

static_assert(sizeof(TraceEntry) == 8, "a trace entry is one word");

/// A trace buffer of fixed capacity. Its writer checks `full` after each append
/// and has it drained then.
class TraceBuffer {
public:
  explicit TraceBuffer(size_t capacity)
      : entries(new TraceEntry[capacity]), capacity(capacity) {}

  void append(TraceEntry entry) {
    assert(!full() && "appends to a full trace buffer");
    entries[size++] = entry;
  }
  bool full() const { return size == capacity; }
  void clear() { size = 0; }
  llvm::ArrayRef<TraceEntry> contents() const { return {entries.get(), size}; }

private:
  std::unique_ptr<TraceEntry[]> entries;
  size_t capacity;
  size_t size = 0;
};

} // namespace ember::sim

#endif // EMBER_SIMULATOR_TRACE_H

//===- Queue.h - The control ring and the data ring -*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The two bounded rings between the units: tokens in the control ring,
/// records in the data ring. This is both the functional queue (the core's
/// native code reads records at their address here) and the one that the
/// timing model prices: same bytes, same wrap.
///
/// A record never straddles the wrap: when it does not fit before the end of
/// the ring, the rest is skipped. Records are given back in order.
///
/// With an unbounded run-ahead (`RunAhead::max`) records beyond the capacity
/// spill to storage outside the ring; positions and wraps are counted as if
/// the ring had been waited for.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_SIMULATOR_QUEUE_H
#define EMBER_SIMULATOR_QUEUE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

namespace ember::sim {

struct QueueConfig {
  uint32_t controlBytes = 2048; ///< Capacity of the control ring.
  uint32_t tokenBytes = 4;      ///< Bytes of one token.
  uint32_t dataBytes = 16384;   ///< Capacity of the data ring.
};

/// How far the access unit may run ahead of the core, in records.
struct RunAhead {
  enum class Kind { Min, Records, Capacity, Max };
  Kind kind = Kind::Capacity;
  uint64_t records = 0; ///< For Kind::Records; at least 1.
};

/// A fault of the access unit that waits for the core to reach it.
struct PendingFault {
  std::string message;
};

/// What was pushed with one event and not yet released.
struct QueueEntry {
  uint32_t event = 0;
  uint8_t *record = nullptr;  ///< In the ring, or in spilled storage.
  uint32_t bytes = 0;         ///< Bytes of the record.
  uint64_t dataPosition = 0;  ///< Running byte position of the record's start
                              ///< in the data ring, skipped bytes included.
  /// Poisoned fields: field index and fault. A `field` of ~0u faults the token
  /// itself (a poisoned bound, predicate or step).
  std::vector<std::pair<uint32_t, std::shared_ptr<PendingFault>>> poison;
};

} // namespace ember::sim

#endif // EMBER_SIMULATOR_QUEUE_H

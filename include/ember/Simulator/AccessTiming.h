//===- AccessTiming.h - Cycles of the access unit ---------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The timing model of the access unit: one traversal unit per loop. It
/// follows the functional unit in program order and gives every operation its
/// cycle:
///
/// - iteration n of a traversal unit starts at
///   `t(n) = max(t(n-1) + 1, reach, slot n-K free)`, where the reach starts
///   with the parent's iteration and when the bounds are there, and K is the
///   number of slots of stream storage;
/// - a load leaves when its indices and predicate are there, through the
///   request port, while fewer than the allowed number are outstanding;
/// - tokens are pushed in program order, when their operands are there and
///   both rings have space, and the core sees them `queueLatency` later;
/// - a slot is free when every load, push and reach of its iteration has
///   happened.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_SIMULATOR_ACCESSTIMING_H
#define EMBER_SIMULATOR_ACCESSTIMING_H

#include "ember/Simulator/AccessUnit.h"
#include "ember/Simulator/AddressTranslator.h"
#include "ember/Simulator/MemoryPort.h"
#include "ember/Simulator/OccupancyCalendar.h"
#include <deque>
#include <vector>

namespace ember::sim {

struct AccessUnitConfig {
  uint32_t slots = 64;                   ///< Iterations in flight per traversal
                                         ///< unit (stream storage), at least 1.
  uint32_t outstandingRequests = 128;    ///< Memory requests in flight, 1 to
                                         ///< 65535.
  uint32_t requestsPerCycle = 1;         ///< Width of the request port, 1 to
                                         ///< 65535.
  uint32_t aluLatency = 1;               ///< Cycles of an integer operation.
  uint32_t queueWriteBytesPerCycle = 64; ///< Bytes of records written per
                                         ///< cycle, at least 1.
  uint32_t queueLatency = 10; ///< Cycles from the write of a record until the
                              ///< core can see its token.
};

/// Totals over the lifetime of the model.
struct AccessTimingStatistics {
  uint64_t requests = 0;   ///< Memory requests, loads and stores.
  uint64_t busyCycles = 0; ///< Cycles in which an iteration started, a request
                           ///< left or a record was written.
  Cycle lastCycle = 0;     ///< When the last token so far became visible.
};

/// Observes an access unit whose run-ahead is not `RunAhead::Kind::Max`: the
/// release of every entry whose space a push takes must have been told.
class AccessTiming : public AccessObserver {
public:
  /// `memory` and `addresses` have to outlive the model.
  AccessTiming(const AccessUnitConfig &config, const QueueConfig &queues,
               MemoryPort &memory, const AddressTranslator &addresses);

  /// A verified program, which has to live until the next start, starts at
  /// cycle `now`, which is not before any release told so far.
  void start(const target::AccessProgram &program, Cycle now);

  /// The cycle at which the core can see the token with running number
  /// `index`, which must have been pushed and not be released.
  Cycle visible(uint64_t index) const;

  /// The core released the token with running number `index` at `cycle`.
  /// Tokens are released in order, at cycles that never decrease.
  void released(uint64_t index, Cycle cycle);

  const AccessTimingStatistics &getStatistics() const { return statistics; }

  void loopBegin(const target::Instruction &inst) override;
  void iteration(const target::Instruction &inst) override;
  void loopEnd(const target::Instruction &inst) override;
  void load(const target::Instruction &inst, const void *address) override;
  void store(const target::Instruction &inst, const void *address) override;
  void alu(const target::Instruction &inst) override;
  void push(const target::Instruction &inst, const QueueEntry &entry) override;

private:
  /// One loop's traversal unit.
  struct TraversalUnit {
    Cycle reach = 0;         ///< Start of the current reach.
    Cycle time = 0;          ///< Start of the current iteration.
    Cycle finished = 0;      ///< When all of the iteration has happened.
    Cycle reachFinished = 0; ///< The same of the whole reach.
    Cycle next = 0;          ///< First cycle after the last iteration.
    bool inIteration = false;
    uint64_t iterations = 0;
    std::vector<Cycle> slotFree; ///< By iteration modulo number of slots.
  };

  /// A token that is unreleased, or whose release a later push may wait for.
  struct Token {
    uint64_t dataPosition;
    Cycle visible;
    Cycle released;
    bool isReleased;
  };

  Cycle readyTime(const target::Operand &operand) const;
  Cycle iterationTime(uint32_t loop) const;
  Cycle request(const target::Instruction &inst, const void *address,
                Cycle earliest);
  void happened(uint32_t loop, Cycle cycle);
  void finishIteration(TraversalUnit &unit);
  void active(Cycle first, Cycle last);

  AccessUnitConfig config;
  QueueConfig queues;
  MemoryPort &memory;
  const AddressTranslator &addresses;

  const target::AccessProgram *program = nullptr;
  Cycle startTime = 0;
  std::vector<TraversalUnit> units;
  std::vector<Cycle> ready; ///< Of each register.

  OccupancyCalendar port, outstanding, activity;
  Cycle lastLatency = 1; ///< Of the last request: how long the next one is
                         ///< expected to be outstanding.

  std::deque<Token> tokens;
  uint64_t firstToken = 0; ///< Running number of `tokens.front()`.
  uint64_t firstUnreleased = 0;
  Cycle spaceFree = 0; ///< When the space for the last push was free.
  Cycle nextPush = 0;  ///< First cycle after the last write.
  AccessTimingStatistics statistics;
};

} // namespace ember::sim

#endif // EMBER_SIMULATOR_ACCESSTIMING_H

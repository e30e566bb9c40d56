//===- AccessTiming.h - Cycles of the access unit ---------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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
///   request port, while fewer than the allowed number are outstanding; a
///   vector whose lanes follow each other in memory is one wide request, others
///   are one for each lane;
/// - an operation on a vector costs what it costs on a scalar;
/// - tokens are pushed in program order, when their operands are there, the
///   loops before them have run out and both rings have space; token and record
///   are written in whole cycles of the write width, and the core sees them
///   `queueLatency` after the last;
/// - each element of a run is written so when it is there, in program order
///   with the pushes; its header and token when the run is published, which is
///   what waits for space;
/// - a slot is free when every load, push and reach of its iteration has
///   happened, the push of an element of a run when it was written.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_SIMULATOR_ACCESSTIMING_H
#define EMBER_SIMULATOR_ACCESSTIMING_H

#include "ember/Simulator/AccessUnit.h"
#include "ember/Simulator/AddressTranslator.h"
#include "ember/Simulator/Calendar.h"
#include "ember/Simulator/MachineDescription.h"
#include "ember/Simulator/MemoryPort.h"
#include "ember/Simulator/QueueTiming.h"
#include <deque>
#include <vector>

namespace ember::sim {

/// Totals over the lifetime of the model.
struct AccessTimingStatistics {
  uint64_t requests = 0;   ///< Memory requests, loads and stores.
  uint64_t busyCycles = 0; ///< Cycles in which an iteration started, a request
                           ///< left or a record was written.
  Cycle lastCycle = 0;     ///< When the last token so far became visible.
};

/// Observes access units whose run-ahead is not `RunAhead::Kind::Max`: the
/// release of every entry whose space a push takes must have been told before
/// that push.
class AccessTiming : public AccessObserver, public QueueTiming {
public:
  /// `memory` and `addresses` have to outlive the model.
  AccessTiming(const AccessUnitConfig &config, const QueueConfig &queues,
               MemoryPort &memory, const AddressTranslator &addresses);

  /// The next operations are those of this verified program, which has to
  /// live until the next one begins. `started` says when, before the first of
  /// them.
  void begin(const target::AccessProgram &program);

  const AccessTimingStatistics &getStatistics() const { return statistics; }

  Cycle visible(uint64_t entry) override;
  void released(uint64_t entry, Cycle cycle) override;
  void started(Cycle cycle) override;

  void loopBegin(const target::Instruction &inst) override;
  void iteration(const target::Instruction &inst) override;
  void loopEnd(const target::Instruction &inst) override;
  void load(const target::Instruction &inst,
            llvm::ArrayRef<const void *> addresses, uint32_t bytes) override;
  void store(const target::Instruction &inst, const void *address) override;
  void alu(const target::Instruction &inst) override;
  void append(const target::Instruction &inst) override;
  void push(const target::Instruction &inst, const QueueEntry &entry) override;

private:
  /// One loop's traversal unit.
  struct TraversalUnit {
    Cycle reach = 0;          ///< Start of the current reach.
    Cycle next = 0;           ///< First cycle after the last iteration began.
    Cycle time = 0;           ///< When the current iteration began.
    Cycle finished = 0;       ///< When all of it has happened so far.
    Cycle reachFinished = 0;  ///< The same of the reach.
    bool inIteration = false; ///< Of the current reach.
    uint64_t iterations = 0;  ///< Of all reaches.
    std::vector<Cycle> slotFree; ///< By iteration modulo number of slots.
  };

  /// An entry that is unreleased, or whose release a later push waits for.
  struct Entry {
    uint64_t dataPosition = 0;
    Cycle visible = 0;
    Cycle released = 0;
  };

  /// Counts the different cycles of a set that grows by and large upwards.
  class CycleCounter {
  public:
    CycleCounter();
    /// Adds cycles [begin, end) and returns how many of them are new. What is
    /// too long ago to be remembered is not.
    uint64_t add(Cycle begin, Cycle end);

  private:
    std::vector<bool> seen; ///< By cycle modulo the window.
    Cycle windowEnd;
  };

  Cycle readyTime(const target::Operand &operand) const;
  Cycle operandsReady(const target::Instruction &inst) const;
  Cycle iterationTime(uint32_t loop) const;
  Cycle request(const target::Instruction &inst, const void *address,
                uint32_t bytes, Cycle earliest, bool isWrite);
  void happened(uint32_t loop, Cycle cycle);
  void finishIteration(TraversalUnit &unit);
  Cycle fieldsReady(llvm::ArrayRef<target::RecordField> fields) const;
  void write(Cycle time, uint64_t bytes);
  Cycle spaceFor(const QueueEntry &entry);

  AccessUnitConfig config;
  QueueConfig queues;
  MemoryPort &memory;
  const AddressTranslator &addresses;

  const target::AccessProgram *program = nullptr;
  Cycle startTime = 0;
  std::vector<TraversalUnit> units;
  std::vector<Cycle> ready;    ///< Of each register.
  std::vector<Cycle> expected; ///< Of each instruction: how long its last
                               ///< request was outstanding.

  Cycle lastRequest = 0; ///< The latest cycle a request left in.
  Cycle lastStore = 0;   ///< When all stores so far were accepted.

  Calendar port;
  OccupancyCalendar outstanding;
  CycleCounter activity;

  std::deque<Entry> entries;
  uint64_t firstEntry = 0;      ///< Running number of the first of `entries`.
  uint64_t firstUnreleased = 0; ///< Running number.
  Cycle spaceFree = 0;          ///< When the space of the last push was free.
  Cycle nextPush = 0; ///< The first cycle in which the next push can happen,
                      ///< as far as the last one and the loops say.
  AccessTimingStatistics statistics;
};

} // namespace ember::sim

#endif // EMBER_SIMULATOR_ACCESSTIMING_H

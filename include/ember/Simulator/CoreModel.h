//===- CoreModel.h - Time of the execute unit -------------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The timing model of the core: turns a trace and the templates of its blocks
/// into cycles. docs/Simulator/Timing.md says what is modelled.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_SIMULATOR_COREMODEL_H
#define EMBER_SIMULATOR_COREMODEL_H

#include "ember/Simulator/BlockTemplate.h"
#include "ember/Simulator/Calendar.h"
#include "ember/Simulator/MachineDescription.h"
#include "ember/Simulator/QueueTiming.h"
#include "ember/Simulator/Trace.h"
#include <vector>

namespace ember::sim {

struct CoreStatistics {
  Cycle cycles = 0;          ///< Until the last micro-op retired.
  Cycle busyCycles = 0;      ///< Cycles in which a micro-op was dispatched.
  uint64_t instructions = 0; ///< Executed, those that cost nothing excluded.
  uint64_t microOps = 0;     ///< Dispatched.
  uint64_t loads = 0;        ///< Elements loaded from the program's memory.
  uint64_t stores = 0;       ///< Elements stored to the program's memory.
  uint64_t forwarded = 0;    ///< Loads served by the store buffer alone.
  Cycle queueStall = 0;      ///< Cycles in which nothing retired because the
                             ///< oldest micro-op waited for a token.
};

class CoreModel {
public:
  /// All references must outlive the model. `tokenBytes` is the size of one
  /// token in the control ring.
  CoreModel(const CoreConfig &config, uint32_t tokenBytes,
            const ProgramTemplates &program, MemoryPort &memory,
            QueueTiming &queue);

  /// Goes on with the next piece of the trace. An operation is timed as soon as
  /// the trace entries it needs are there; a call when the entry after it is.
  void consume(llvm::ArrayRef<TraceEntry> trace);

  /// The retire time of the last operation so far.
  Cycle now() const { return stats.cycles; }

  const CoreStatistics &statistics() const { return stats; }

private:
  /// A call of one of the program's functions.
  struct Activation {
    const BlockTemplate *block = nullptr; ///< The current block.
    uint32_t nextOperation = 0;           ///< In the current block.
    uint32_t values = 0;          ///< Where its values begin in `ready`.
    ValueId callResult = noValue; ///< Of its current call.
  };

  /// The last store to 8 bytes of memory.
  struct StoreRecord {
    uint64_t granule = ~uint64_t(0);
    Cycle data = 0;  ///< When its data was there.
    Cycle drain = 0; ///< When it left the store buffer.
  };

  /// A bounded history of times: `oldest` is what was pushed `size` times ago.
  class History {
  public:
    explicit History(uint32_t size) : times(size) {}
    Cycle oldest() const { return times[position]; }
    void push(Cycle time) {
      times[position] = time;
      if (++position == times.size())
        position = 0;
    }

  private:
    std::vector<Cycle> times;
    uint32_t position = 0;
  };

  void enterFunction(const BlockTemplate &block, const Operation *call);
  void followEdge(const BlockTemplate &block);
  void leaveFunction(const Operation &operation);
  const TraceEntry *run(const TraceEntry *next, const TraceEntry *end);

  Cycle time(const Operation &operation, TraceEntry entry);
  void count(const Operation &operation) {
    stats.instructions += operation.instruction && operation.microOps != 0;
  }
  Cycle operandsReady(const Operation &operation) const;
  Cycle dispatch(Cycle earliest = 0);
  Cycle retire(Cycle complete);
  Cycle compute(unsigned microOps, Cycle operands, Cycle latency);
  Cycle load(Cycle earliest, Region region, uint64_t address, uint32_t bytes);
  void store(Cycle earliest, Region region, uint64_t address, uint32_t bytes);
  Cycle range(const Operation &operation, TraceEntry access, uint64_t length);
  Cycle acquire(uint64_t tokenAddress);
  void release();
  void start(uint64_t words);

  CoreConfig config;
  uint32_t tokenBytes;
  const ProgramTemplates &program;
  MemoryPort &memory;
  QueueTiming &queue;
  CoreStatistics stats;

  std::vector<Activation> activations;
  std::vector<Cycle> ready; ///< When the values of the activations are there.
  std::vector<Cycle> moved; ///< Used while PHIs are evaluated.
  /// The first entry of an operation whose second has not come yet.
  TraceEntry firstEntry;
  bool hasFirstEntry = false;

  Cycle dispatchCycle = 0;
  uint32_t dispatched = 0; ///< In that cycle.
  History retired;         ///< Of micro-ops; the window.
  History drained;         ///< Of stores; the store buffer.
  Cycle lastDrain = 0;     ///< When the last store left the store buffer.
  Calendar loadPorts;
  Calendar storePorts;
  std::vector<StoreRecord> recentStores; ///< By granule, direct-mapped.
  uint64_t acquired = 0;                 ///< Entries of the queue.
};

} // namespace ember::sim

#endif // EMBER_SIMULATOR_COREMODEL_H

//===- CoreModel.h - Time of the execute unit -------------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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
  uint64_t instructions = 0; ///< Executed, those that cost nothing excluded.
  uint64_t microOps = 0;     ///< Dispatched.
  uint64_t loads = 0;        ///< Elements loaded from the program's memory.
  uint64_t stores = 0;       ///< Elements stored to the program's memory.
  uint64_t forwarded = 0;    ///< Loads served by a store in the buffer.
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

  /// Goes on with the next piece of the trace. Operations are timed as soon as
  /// the trace entries they need are there.
  void consume(llvm::ArrayRef<TraceEntry> trace);

  /// The retire time of the last operation so far.
  Cycle now() const { return stats.cycles; }

  const CoreStatistics &statistics() const { return stats; }

private:
  /// A call of one of the program's functions.
  struct Activation {
    uint32_t block = 0;           ///< The current block.
    uint32_t nextOperation = 0;   ///< In the current block.
    uint32_t values = 0;          ///< Ready times of its values, in `ready`.
    ValueId callResult = noValue; ///< In the caller's values.
  };

  /// The last store to 8 bytes of memory.
  struct StoreRecord {
    uint64_t granule = ~uint64_t(0);
    Cycle data = 0;  ///< When its data was there.
    Cycle drain = 0; ///< When it left the store buffer.
  };

  void enterBlock(uint32_t number);
  void enterFunction(uint32_t function);
  const TraceEntry *run(const TraceEntry *next, const TraceEntry *end);

  CoreConfig config;
  uint32_t tokenBytes;
  const ProgramTemplates &program;
  MemoryPort &memory;
  QueueTiming &queue;
  CoreStatistics stats;
};

} // namespace ember::sim

#endif // EMBER_SIMULATOR_COREMODEL_H

//===- Engine.h - Runs core and access unit together ------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// One run of a core's program together with the access unit that it starts,
/// for values or, with a timed program, for times too.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_SIMULATOR_ENGINE_H
#define EMBER_SIMULATOR_ENGINE_H

#include "ember/Simulator/AccessTiming.h"
#include "ember/Simulator/AccessUnit.h"
#include "ember/Simulator/CoreModel.h"
#include "ember/Simulator/CoreProgram.h"
#include "ember/Simulator/Fault.h"
#include "ember/Simulator/Heap.h"
#include "ember/Simulator/MemorySystem.h"
#include "ember/Simulator/Queue.h"
#include "ember/Simulator/SharedBuffer.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ember::sim {

/// The value of one parameter of the entry function, at the level of LLVM: an
/// address in a buffer, or plain bytes.
class ParameterValue {
public:
  /// The address of byte `offset` of buffer `buffer` of the run.
  static ParameterValue address(unsigned buffer, uint64_t offset = 0);

  /// A value in the natural layout of its type (scalars, structs).
  static ParameterValue bytes(llvm::ArrayRef<uint8_t> value);

  /// A 64-bit integer: an offset, a size, a stride, an `index`.
  static ParameterValue integer(int64_t value);

  bool isAddress() const { return buffer.has_value(); }
  unsigned getBuffer() const { return *buffer; }
  uint64_t getOffset() const { return offset; }
  llvm::ArrayRef<uint8_t> getBytes() const { return value; }

private:
  std::optional<unsigned> buffer;
  uint64_t offset = 0;
  llvm::SmallVector<uint8_t, 8> value;
};

/// What a run is given. Arguments that overlap share a buffer.
struct RunInput {
  std::vector<std::shared_ptr<const SharedBuffer>> buffers;
  std::vector<ParameterValue> parameters;
};

struct RunOptions {
  /// Only for runs for values; a timed run always has `Kind::Capacity`.
  RunAhead runAhead;
  /// Bytes of live allocations (malloc) above which the next one fails.
  uint64_t allocationLimit = Heap::hostLimit();
  /// Steps that each unit may take: iterations of loops of the access unit; of
  /// a core whose program counts them, ways back to the begin of a loop and
  /// calls of functions. One more is an error.
  uint64_t maxSteps = UINT64_MAX;
};

/// The times of a run, and what they were made of. All cycles are of the
/// core's clock.
struct TimedStatistics {
  Cycle cycles = 0; ///< Of the whole run.
  CoreStatistics core;
  AccessTimingStatistics accessUnit;
  MemoryStatistics memory;
};

struct RunStatistics {
  uint64_t nestsStarted = 0; ///< Access programs started.
  uint64_t fallbacks = 0;    ///< Nests whose overlap check chose the loops.
  uint64_t allocations = 0;  ///< Calls of malloc and aligned_alloc.
  QueueStatistics queues;
  AccessStatistics accessUnit;          ///< Over all nests.
  std::optional<TimedStatistics> timed; ///< Only of a timed program.
};

/// A finished run. It owns the memory that the program left behind, so that
/// arguments and results stay readable until it is destroyed.
class Run {
public:
  /// Runs `program` from its entry to its return. At most one run of one
  /// program at a time; others of the same program wait.
  ///
  /// `program` must outlive the run. Its variables, and results that point to
  /// them, belong to the run until the next one of the same program starts.
  ///
  /// Errors: `FaultError` for a mistake of the program (its faults, a failing
  /// assert, an access outside its memory, too deep a recursion, a failed
  /// allocation); another error when the parameters do not fit the program, a
  /// queue is too small, an access program is malformed, a unit takes more
  /// steps than it may, or both units wait for each other: "deadlock: core: …;
  /// access unit: …".
  static llvm::Expected<std::unique_ptr<Run>>
  execute(CoreProgram &program, const MachineDescription &machine,
          const RunInput &input, const RunOptions &options = {});

  ~Run();
  Run(const Run &) = delete;
  Run &operator=(const Run &) = delete;

  /// The contents of buffer `index` as the run left them.
  llvm::ArrayRef<uint8_t> buffer(unsigned index) const;

  /// The result in the natural layout of its type; empty for none. Addresses
  /// in it are the host's: arguments, globals or allocations of the program.
  llvm::ArrayRef<uint8_t> result() const;

  /// Whether `[address + low, address + high)` lies in one argument, global or
  /// live allocation of the run, so that it may be read.
  bool isReadable(const void *address, int64_t low, int64_t high) const;

  const RunStatistics &statistics() const;

private:
  struct Implementation;
  explicit Run(std::unique_ptr<Implementation> impl);
  std::unique_ptr<Implementation> impl;
};

} // namespace ember::sim

#endif // EMBER_SIMULATOR_ENGINE_H

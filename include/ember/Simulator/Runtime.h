//===- Runtime.h - The functions that a core's program calls ----*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The run-time ABI of docs/Architecture.md, on the simulator. The functions
/// run on the core's fiber; whatever needs the access unit or the timing model
/// is a request to the engine, which the fiber is suspended for.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_SIMULATOR_RUNTIME_H
#define EMBER_SIMULATOR_RUNTIME_H

#include "ember/Simulator/AddressSpace.h"
#include "ember/Simulator/Fiber.h"
#include "ember/Simulator/Heap.h"
#include "ember/Simulator/Queue.h"
#include "ember/Simulator/Trace.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include <cstdint>

namespace ember::sim {

/// What a core is suspended for.
enum class CoreRequest : uint8_t {
  None,  ///< Nothing.
  Start, ///< Start an access program.
  Token, ///< Push a token; the rings are empty.
  Drain, ///< The trace buffer is full.
};

/// An access program that the core wants to be started.
struct StartRequest {
  llvm::StringRef program; ///< Serialised.
  llvm::ArrayRef<uint64_t> configWords;
};

/// The core's side of one run.
class Runtime {
public:
  /// `trace` is null when the run is not timed. All of it must outlive the
  /// run-time. A program that counts its steps may take `maxSteps`.
  Runtime(AddressSpace &addresses, QueueRings &rings, Heap &heap,
          TraceBuffer *trace, uint64_t maxSteps = UINT64_MAX)
      : addresses(addresses), rings(rings), heap(heap), trace(trace),
        maxSteps(maxSteps) {}

  /// Resumes the core until its next request or its end. The functions of the
  /// ABI act on this run-time meanwhile.
  Fiber::State resume(Fiber &core);

  /// What the core was suspended for last.
  CoreRequest getRequest() const { return request; }
  const StartRequest &getStartRequest() const { return start; }

  /// Why the core ended with `Fiber::State::Abandoned`.
  llvm::Error takeError() { return std::move(error); }

  uint64_t numFallbacks() const { return fallbacks; }

  //===--------------------------------------------------------------------===//
  // The functions of the ABI, on the core's fiber.
  //===--------------------------------------------------------------------===//

  /// The run-time of the core that runs on this thread.
  static Runtime &current();

  void startProgram(llvm::StringRef program, llvm::ArrayRef<uint64_t> words);
  const QueueEntry &acquire();
  void release();
  void checkField(int64_t field);
  void checkRunField(int64_t field, int64_t position);
  void countFallback() { ++fallbacks; }
  void countStep();
  void checkRange(const char *where, const char *op, const void *base,
                  int64_t low, int64_t high);
  void *allocate(uint64_t bytes, uint64_t alignment);
  void free(void *block);
  void traceBlock(uint32_t block) { append(TraceEntry::block(block)); }
  void traceAccess(const void *address);
  void traceRange(const void *address, uint64_t length);

  /// Ends the run with a `FaultError`.
  [[noreturn]] void fault(const llvm::Twine &message);

private:
  void checkPoison(uint64_t field, uint64_t position);
  void wait(CoreRequest reason);
  [[noreturn]] void end(llvm::Error reason);

  void append(TraceEntry entry) {
    trace->append(entry);
    if (trace->full())
      wait(CoreRequest::Drain);
  }

  AddressSpace &addresses;
  QueueRings &rings;
  Heap &heap;
  TraceBuffer *trace;
  uint64_t maxSteps;
  uint64_t steps = 0;
  Fiber *fiber = nullptr;
  CoreRequest request = CoreRequest::None;
  StartRequest start;
  const QueueEntry *acquired = nullptr;
  uint64_t fallbacks = 0;
  llvm::Error error = llvm::Error::success();
};

/// A function that a core's program may call.
struct RuntimeSymbol {
  llvm::StringRef name;
  void *address;
};

/// All functions that a core's program may call (docs/Simulator/Running.md),
/// sorted by name.
llvm::ArrayRef<RuntimeSymbol> runtimeSymbols();

} // namespace ember::sim

#endif // EMBER_SIMULATOR_RUNTIME_H

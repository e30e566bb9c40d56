//===- Runtime.cpp - The functions that a core's program calls ------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Simulator/Runtime.h"
#include "ember/Simulator/Fault.h"
#include "llvm/Support/Compiler.h"
#include "llvm/Support/MathExtras.h"
#include <cassert>

using namespace ember::sim;

static thread_local Runtime *active = nullptr;

Runtime &Runtime::current() {
  assert(active && "no core runs on this thread");
  return *active;
}

Fiber::State Runtime::resume(Fiber &core) {
  fiber = &core;
  request = CoreRequest::None;
  Runtime *outer = std::exchange(active, this);
  Fiber::State state = core.resume();
  active = outer;
  return state;
}

void Runtime::wait(CoreRequest reason) {
  request = reason;
  fiber->suspend();
}

void Runtime::end(llvm::Error reason) {
  error = std::move(reason);
  fiber->abandon();
}

void Runtime::fault(const llvm::Twine &message) {
  end(llvm::make_error<FaultError>(message));
}

//===----------------------------------------------------------------------===//
// The access unit
//===----------------------------------------------------------------------===//

void Runtime::startProgram(llvm::StringRef program,
                           llvm::ArrayRef<uint64_t> words) {
  auto contains = [&](const void *first, uint64_t count, uint64_t size) {
    return count <= INT64_MAX / size &&
           addresses.contains(first, 0, static_cast<int64_t>(count * size));
  };
  if (!contains(program.data(), program.size(), 1) ||
      !contains(words.data(), words.size(), sizeof(uint64_t)))
    end(llvm::createStringError("malformed program: the core starts an access "
                                "program that is not in its memory"));
  start = {program, words};
  wait(CoreRequest::Start);
  if (trace)
    append(TraceEntry::start(words.size()));
}

const QueueEntry &Runtime::acquire() {
  if (acquired)
    end(llvm::createStringError(
        "malformed program: the core acquires a token while it holds another"));
  if (rings.empty())
    wait(CoreRequest::Token);
  const QueueEntry &entry = *rings.front();
  if (!entry.poison.empty() &&
      entry.poison.front().field == QueueEntry::wholeToken)
    fault(entry.poison.front().fault->message);
  acquired = &entry;
  if (trace)
    append(TraceEntry::acquire(
        addresses.simulated(rings.tokenAddress(entry.index))));
  return entry;
}

void Runtime::release() {
  if (!acquired)
    end(llvm::createStringError(
        "malformed program: the core releases a token that it does not hold"));
  acquired = nullptr;
  rings.release();
  if (trace)
    append(TraceEntry::release());
}

void Runtime::checkField(int64_t field) {
  checkPoison(field, QueueEntry::Poison::noElement);
}

void Runtime::checkRunField(int64_t field, int64_t position) {
  checkPoison(field, position);
}

void Runtime::checkPoison(uint64_t field, uint64_t position) {
  if (!acquired)
    end(llvm::createStringError(
        "malformed program: the core checks a field but holds no token"));
  for (const QueueEntry::Poison &poison : acquired->poison)
    if (poison.field == field && poison.position == position)
      fault(poison.fault->message);
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

void Runtime::checkRange(const char *where, const char *op, const void *base,
                         int64_t low, int64_t high) {
  if (addresses.contains(base, low, high))
    return;
  fault(llvm::Twine(where) + ": '" + op + "' is out of bounds: bytes [" +
        llvm::Twine(low) + ", " + llvm::Twine(high) +
        ") from its base are not in one argument, global or allocation");
}

void *Runtime::allocate(uint64_t bytes, uint64_t alignment) {
  void *block = llvm::isPowerOf2_64(alignment) ? heap.allocate(bytes, alignment)
                                               : nullptr;
  if (block)
    return block;
  // A size that was computed wrongly is often a negative one.
  fault("allocation of " + llvm::Twine(static_cast<int64_t>(bytes)) +
        " bytes failed");
}

void Runtime::free(void *block) {
  if (block && !heap.free(block))
    fault("the kernel frees memory that is not allocated");
}

void Runtime::countStep() {
  if (LLVM_UNLIKELY(steps == maxSteps))
    end(llvm::createStringError("the core takes more than " +
                                llvm::Twine(maxSteps) +
                                " steps: a loop may not end"));
  ++steps;
}

//===----------------------------------------------------------------------===//
// The trace
//===----------------------------------------------------------------------===//

static Region regionOf(RangeKind kind) {
  switch (kind) {
  case RangeKind::Queue:
    return Region::Queue;
  case RangeKind::Stack:
    return Region::Stack;
  case RangeKind::Argument:
  case RangeKind::Allocation:
  case RangeKind::Global:
    return Region::Program;
  }
  llvm_unreachable("a kind of range that is none");
}

void Runtime::traceAccess(const void *address) {
  std::optional<AddressSpace::Location> location = addresses.locate(address);
  append(location
             ? TraceEntry::access(regionOf(location->kind), location->address)
             : TraceEntry::access(Region::None, 0));
}

void Runtime::traceRange(const void *address, uint64_t length) {
  traceAccess(address);
  append(TraceEntry::length(length));
}

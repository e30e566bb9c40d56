//===- AccessTiming.cpp - Cycles of the access unit -----------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Simulator/AccessTiming.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cassert>

using ember::target::Instruction;
using ember::target::Loop;
using ember::target::Operand;

namespace ember::sim {

//===----------------------------------------------------------------------===//
// CycleCounter
//===----------------------------------------------------------------------===//

AccessTiming::CycleCounter::CycleCounter()
    : seen(size_t(1) << Calendar::defaultLogWindow), windowEnd(seen.size()) {}

uint64_t AccessTiming::CycleCounter::add(Cycle begin, Cycle end) {
  if (end > windowEnd) {
    if (end - windowEnd >= seen.size())
      std::fill(seen.begin(), seen.end(), false);
    else
      for (Cycle cycle = windowEnd; cycle < end; ++cycle)
        seen[cycle % seen.size()] = false;
    windowEnd = end;
  }
  uint64_t added = 0;
  for (Cycle cycle = std::max(begin, windowEnd - seen.size()); cycle < end;
       ++cycle)
    if (!seen[cycle % seen.size()]) {
      seen[cycle % seen.size()] = true;
      ++added;
    }
  return added;
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

AccessTiming::AccessTiming(const AccessUnitConfig &config,
                           const QueueConfig &queues, MemoryPort &memory,
                           const AddressTranslator &addresses)
    : config(config), queues(queues), memory(memory), addresses(addresses),
      port(config.requestsPerCycle), outstanding(config.outstandingRequests) {}

void AccessTiming::begin(const target::AccessProgram &newProgram) {
  program = &newProgram;
  units.assign(newProgram.loops.size(), TraversalUnit());
  for (TraversalUnit &unit : units)
    unit.slotFree.resize(config.slots);
  ready.assign(newProgram.numRegisters, 0);
  expected.assign(newProgram.instructions.size(), 1);
  lastStore = 0;
}

void AccessTiming::started(Cycle cycle) { startTime = cycle; }

//===----------------------------------------------------------------------===//
// Traversal units
//===----------------------------------------------------------------------===//

Cycle AccessTiming::readyTime(const Operand &operand) const {
  return operand.kind == Operand::Kind::Register ? ready[operand.value] : 0;
}

/// When everything is there that an instruction needs before it can happen.
Cycle AccessTiming::operandsReady(const Instruction &inst) const {
  Cycle time = std::max({iterationTime(inst.loop), readyTime(inst.predicate),
                         readyTime(inst.stored)});
  for (const Operand &operand : inst.operands)
    time = std::max(time, readyTime(operand));
  return time;
}

Cycle AccessTiming::iterationTime(uint32_t loop) const {
  return loop == Loop::noParent ? startTime : units[loop].time;
}

/// The current iteration of a loop keeps its slot until `cycle` at least.
void AccessTiming::happened(uint32_t loop, Cycle cycle) {
  if (loop != Loop::noParent)
    units[loop].finished = std::max(units[loop].finished, cycle);
}

void AccessTiming::finishIteration(TraversalUnit &unit) {
  if (!unit.inIteration)
    return;
  unit.slotFree[(unit.iterations - 1) % config.slots] = unit.finished;
  unit.reachFinished = std::max(unit.reachFinished, unit.finished);
  unit.inIteration = false;
}

void AccessTiming::loopBegin(const Instruction &inst) {
  const Loop &loop = program->loops[inst.loop];
  TraversalUnit &unit = units[inst.loop];
  unit.reach = std::max({iterationTime(loop.parent), readyTime(loop.lower),
                         readyTime(loop.upper), readyTime(loop.step)});
  unit.reachFinished = unit.reach;
  // Until the bounds are known, so is not which token comes next.
  nextPush = std::max(nextPush, unit.reach);
}

void AccessTiming::iteration(const Instruction &inst) {
  TraversalUnit &unit = units[inst.loop];
  finishIteration(unit);
  Cycle slotFree = unit.slotFree[unit.iterations % config.slots];
  unit.time = std::max({unit.next, unit.reach, slotFree});
  unit.next = unit.time + 1;
  unit.finished = unit.time;
  unit.inIteration = true;
  ++unit.iterations;
  ready[inst.result] = unit.time;
  if (const Loop &loop = program->loops[inst.loop]; loop.lanes > 1)
    ready[loop.mask] = unit.time;
  statistics.busyCycles += activity.add(unit.time, unit.next);
}

void AccessTiming::loopEnd(const Instruction &inst) {
  TraversalUnit &unit = units[inst.loop];
  finishIteration(unit);
  nextPush = std::max(nextPush, unit.time);
  happened(program->loops[inst.loop].parent, unit.reachFinished);
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// Sends a request that is ready at `earliest`, and returns when it is
/// answered.
Cycle AccessTiming::request(const Instruction &inst, const void *address,
                            uint32_t bytes, Cycle earliest, bool isWrite) {
  // How long it will be outstanding is only known afterwards, and matters only
  // for a request before others in time: after the last one, the number of
  // those outstanding never grows.
  Cycle &duration = expected[&inst - program->instructions.data()];
  Cycle time = earliest;
  for (Cycle retry;; time = retry) {
    time = port.peek(time);
    retry = outstanding.firstFree(time);
    if (retry != time)
      continue;
    if (time >= lastRequest || outstanding.isFree(time, time + duration, retry))
      break;
  }
  port.book(time);

  MemoryRequest request;
  request.time = time;
  request.address = addresses.simulated(address);
  request.bytes = bytes;
  request.write = isWrite;
  request.unit = Unit::AccessUnit;
  request.level = inst.cacheLevel;
  request.temporal = inst.temporal;
  Cycle answer = std::max(memory.access(request), time + 1);

  // When it took longer than expected, it may run into cycles that are full.
  Cycle retry;
  if (time >= lastRequest || outstanding.isFree(time, answer, retry))
    outstanding.book(time, answer);
  else
    for (Cycle cycle = time; cycle < answer; ++cycle)
      if (outstanding.firstFree(cycle) == cycle)
        outstanding.book(cycle, cycle + 1);
  lastRequest = std::max(lastRequest, time);
  duration = answer - time;

  ++statistics.requests;
  statistics.busyCycles += activity.add(time, time + 1);
  happened(inst.loop, answer);
  return answer;
}

void AccessTiming::load(const Instruction &inst,
                        llvm::ArrayRef<const void *> addresses,
                        uint32_t bytes) {
  Cycle time = operandsReady(inst);
  Cycle answer = time;
  for (const void *address : addresses)
    answer = std::max(answer,
                      request(inst, address, bytes, time, /*isWrite=*/false));
  ready[inst.result] = answer;
  happened(inst.loop, answer);
}

void AccessTiming::store(const Instruction &inst, const void *address) {
  Cycle time = operandsReady(inst);
  if (address)
    time = request(inst, address, program->memrefs[inst.memref].elementBytes,
                   time, /*isWrite=*/true);
  lastStore = std::max(lastStore, time);
  happened(inst.loop, time);
}

void AccessTiming::alu(const Instruction &inst) {
  ready[inst.result] = operandsReady(inst) + config.aluLatency;
  happened(inst.loop, ready[inst.result]);
}

//===----------------------------------------------------------------------===//
// Queues
//===----------------------------------------------------------------------===//

/// When both rings have space for the entry. Forgets the entries that gave it.
Cycle AccessTiming::spaceFor(const QueueEntry &entry) {
  if (entries.empty())
    firstEntry = entry.index;
  uint64_t end = entry.dataPosition + entry.bytes;
  uint64_t tokens = queues.controlBytes / queues.tokenBytes;
  while (!entries.empty() &&
         (entry.index - firstEntry >= tokens ||
          end - entries.front().dataPosition > queues.dataBytes)) {
    assert(firstEntry < firstUnreleased &&
           "the ring was full, but the release was not told");
    spaceFree = std::max(spaceFree, entries.front().released);
    entries.pop_front();
    ++firstEntry;
  }
  return spaceFree;
}

Cycle AccessTiming::fieldsReady(
    llvm::ArrayRef<target::RecordField> fields) const {
  Cycle time = 0;
  for (const target::RecordField &field : fields)
    time = std::max(time, readyTime(field.value));
  return time;
}

/// Writes so many bytes to the rings from `time` on.
void AccessTiming::write(Cycle time, uint64_t bytes) {
  nextPush = time + llvm::divideCeil(bytes, config.queueWriteBytesPerCycle);
  statistics.busyCycles += activity.add(time, nextPush);
}

void AccessTiming::append(const Instruction &inst) {
  Cycle time = std::max(
      {nextPush, iterationTime(inst.loop), fieldsReady(inst.runFields)});
  write(time, program->events[inst.event].runStride);
  happened(inst.loop, time);
}

void AccessTiming::push(const Instruction &inst, const QueueEntry &entry) {
  Cycle time = std::max({nextPush, iterationTime(inst.loop), spaceFor(entry),
                         fieldsReady(inst.fields)});
  // The end says that stores are visible.
  if (inst.opcode == target::Opcode::Done)
    time = std::max(time, lastStore);

  // The elements of a run were written before.
  bool isRun = entry.length != 0;
  write(time,
        uint64_t(isRun ? program->events[inst.event].runOffset : entry.bytes) +
            queues.tokenBytes);
  Entry &pushed = entries.emplace_back();
  pushed.dataPosition = entry.dataPosition;
  pushed.visible = nextPush - 1 + config.queueLatency;
  if (!isRun)
    happened(inst.loop, time);
  else
    units[inst.loop].reachFinished =
        std::max(units[inst.loop].reachFinished, time);
  statistics.lastCycle = pushed.visible;
}

Cycle AccessTiming::visible(uint64_t entry) {
  assert(entry - firstEntry < entries.size() && "not pushed, or released");
  return entries[entry - firstEntry].visible;
}

void AccessTiming::released(uint64_t entry, Cycle cycle) {
  assert(entry - firstEntry < entries.size() && "not pushed, or released");
  entries[entry - firstEntry].released = cycle;
  firstUnreleased = entry + 1;
}

} // namespace ember::sim

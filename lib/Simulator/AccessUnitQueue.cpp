//===- AccessUnitQueue.cpp - What the access unit pushes -----------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessUnitStep.h"
#include "Element.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Compiler.h"
#include <cstring>

namespace ember::sim {

/// Whether a token can be pushed now; the unit is blocked if not.
bool AccessUnit::findSpace(uint32_t bytes, uint32_t align) {
  if (runAhead.kind == RunAhead::Kind::Max || rings.hasSpace(bytes, align))
    return true;
  state = State::Blocked;
  return false;
}

/// Writes fields to a record or to an element of a run.
LLVM_ATTRIBUTE_ALWAYS_INLINE void
AccessUnit::writeFields(const FieldList &list, uint8_t *record) const {
  for (const Field &field : list.fields) {
    const uint64_t &value = values[field.value];
    // A mask, and a vector of up to 8 bytes, are in their first slot alone.
    if (LLVM_LIKELY(field.bytes <= sizeof(value)))
      writeElement(record + field.offset, field.bytes, value);
    else
      std::memcpy(record + field.offset, &value, field.bytes);
  }
}

/// Appends the fields that are poisoned, each with its first fault.
void AccessUnit::collectPoison(const FieldList &list, uint32_t position,
                               std::vector<QueueEntry::Poison> &to) const {
  for (auto [index, field] : llvm::enumerate(list.fields))
    for (uint32_t lane = 0; lane < field.lanes; ++lane)
      if (const Fault &fault = poison[field.value + lane]) {
        to.push_back({static_cast<uint32_t>(index), position, fault});
        break;
      }
}

/// Counts the fields of `count` elements of `stride` bytes each, of which the
/// first lies at `place` in the data ring.
LLVM_ATTRIBUTE_ALWAYS_INLINE void AccessUnit::countFields(const FieldList &list,
                                                          uint64_t place,
                                                          uint32_t stride,
                                                          uint32_t count) {
  statistics.scalarOperands += uint64_t(count) * list.numScalars;
  if (!list.hasAligned)
    return;
  for (const Field &field : list.fields)
    for (uint32_t element = 0; element < count; ++element) {
      uint64_t at = place + field.offset + uint64_t(element) * stride;
      statistics.misalignedVectors += at % field.align != 0;
    }
}

void AccessUnit::push(const Step &step) {
  if (!findSpace(step.recordBytes, step.recordAlign))
    return;
  QueueEntry &entry =
      rings.push(step.inst->event, step.recordBytes, step.recordAlign);
  writeFields(step.fields, entry.record);
  if (LLVM_UNLIKELY(anyPoison))
    collectPoison(step.fields, QueueEntry::Poison::noElement, entry.poison);
  countFields(step.fields, entry.ringOffset, /*stride=*/0, /*count=*/1);
  ++pc;
  if (observer)
    observer->push(*step.inst, entry);
}

void AccessUnit::pushEnd(const Step &step) {
  if (!findSpace(0, 1))
    return;
  QueueEntry &entry = rings.push(step.inst->event, 0, 1);
  if (firstFault)
    entry.poison.push_back(
        {QueueEntry::wholeToken, QueueEntry::Poison::noElement, firstFault});
  state = State::Done;
  if (observer)
    observer->push(*step.inst, entry);
}

/// Appends an element to a run that has place for it.
void AccessUnit::append(const Step &step) {
  Run &run = runs[step.run];
  uint8_t *element = run.elements.data() + size_t(run.length) * run.stride;
  writeFields(run.fields, element);
  if (LLVM_UNLIKELY(anyPoison))
    collectPoison(run.fields, run.length, run.poison);
  ++run.length;
  if (observer)
    observer->append(*step.inst);
}

/// Pushes what a run has collected, unless there is no space.
bool AccessUnit::publish(Run &run) {
  const Step &step = steps[run.push];
  uint32_t elementBytes = run.length * run.stride;
  uint32_t bytes = run.offset + elementBytes;
  if (!findSpace(bytes, step.recordAlign))
    return false;
  QueueEntry &entry =
      rings.push(step.inst->event, bytes, step.recordAlign, run.length);
  writeFields(step.fields, entry.record);
  if (elementBytes != 0)
    std::memcpy(entry.record + run.offset, run.elements.data(), elementBytes);
  if (LLVM_UNLIKELY(anyPoison)) {
    collectPoison(step.fields, QueueEntry::Poison::noElement, entry.poison);
    llvm::append_range(entry.poison, run.poison);
    run.poison.clear();
  }
  countFields(step.fields, entry.ringOffset, /*stride=*/0, /*count=*/1);
  countFields(run.fields, uint64_t(entry.ringOffset) + run.offset, run.stride,
              run.length);
  run.length = 0;
  if (observer)
    observer->push(*step.inst, entry);
  return true;
}

/// Ends the program with a token that is faulty itself. What runs have
/// collected happened before.
void AccessUnit::pushFault() {
  for (Run &run : runs)
    if (run.length != 0) {
      publish(run);
      return;
    }
  if (!findSpace(0, 1))
    return;
  QueueEntry &entry = rings.push(program.events.size(), 0, 1);
  entry.poison.push_back(
      {QueueEntry::wholeToken, QueueEntry::Poison::noElement,
       firstFault ? std::move(firstFault) : std::move(tokenFault)});
  state = State::Done;
}

} // namespace ember::sim

//===- AccessUnit.cpp - Runs access programs ------------------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Simulator/AccessUnit.h"
#include "Element.h"
#include "ember/Simulator/Alu.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Compiler.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cassert>

using ember::target::AluOp;
using ember::target::Instruction;
using ember::target::Opcode;
using ember::target::Operand;
using llvm::Twine;

namespace ember::sim {

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

/// An instruction with everything resolved that does not change during a run:
/// operands are slots in `values`, a memref's words are its numbers.
struct AccessUnit::Step {
  static constexpr uint32_t noSlot = ~0u;

  struct Dimension {
    uint32_t index; ///< Slot.
    uint64_t size;
    uint64_t strideBytes;
  };
  struct Field {
    uint32_t value; ///< Slot.
    uint32_t offset;
    uint32_t bytes;
  };

  const Instruction *inst;
  Opcode opcode;
  AluOp alu;
  uint8_t operandBits;
  uint8_t resultBits;
  uint32_t result = noSlot;

  /// Slots. LoopBegin: lower bound, upper bound, step.
  uint32_t operands[3] = {noSlot, noSlot, noSlot};

  uint32_t predicate = noSlot;
  uint32_t stored = noSlot;
  uint32_t elementBytes = 0;
  uint64_t elementMask = 0;
  uintptr_t base = 0;
  llvm::SmallVector<Dimension, 2> dimensions;

  uint32_t recordBytes = 0;
  uint32_t recordAlign = 1;
  llvm::SmallVector<Field, 4> fields;

  uint32_t partner = 0;   ///< LoopBegin: its LoopEnd. LoopEnd: its LoopBegin.
  uint64_t remaining = 0; ///< LoopEnd: iterations after the current one.
  uint64_t step = 0;      ///< LoopEnd: what the variable grows by.
};

//===----------------------------------------------------------------------===//
// Set-up
//===----------------------------------------------------------------------===//

llvm::Expected<std::unique_ptr<AccessUnit>>
AccessUnit::create(const target::AccessProgram &program,
                   llvm::ArrayRef<uint64_t> configWords, QueueRings &rings,
                   RunAhead runAhead, AccessObserver *observer) {
  if (configWords.size() != program.numConfigWords)
    return llvm::createStringError(
        "access program '" + Twine(program.name) + "' expects " +
        Twine(program.numConfigWords) + " configuration words, but got " +
        Twine(configWords.size()));
  if (llvm::Error error = rings.accepts(program))
    return std::move(error);
  return std::unique_ptr<AccessUnit>(
      new AccessUnit(program, configWords, rings, runAhead, observer));
}

AccessUnit::AccessUnit(const target::AccessProgram &program,
                       llvm::ArrayRef<uint64_t> configWords, QueueRings &rings,
                       RunAhead runAhead, AccessObserver *observer)
    : program(program), rings(rings), runAhead(runAhead), observer(observer) {
  compile(configWords);
}

AccessUnit::~AccessUnit() = default;

uint32_t AccessUnit::slotOf(const Operand &operand) {
  switch (operand.kind) {
  case Operand::Kind::None:
    return Step::noSlot;
  case Operand::Kind::Register:
    return operand.value;
  case Operand::Kind::Config:
    return program.numRegisters + operand.value;
  case Operand::Kind::Immediate:
    values.push_back(operand.value);
    return values.size() - 1;
  }
  llvm_unreachable("verified");
}

void AccessUnit::compile(llvm::ArrayRef<uint64_t> configWords) {
  values.resize(program.numRegisters);
  llvm::append_range(values, configWords);

  for (const Instruction &inst : program.instructions) {
    Step &step = steps.emplace_back();
    step.inst = &inst;
    step.opcode = inst.opcode;
    step.alu = inst.alu;
    step.operandBits = inst.operandBits;
    step.resultBits = inst.resultBits;
    step.result = inst.result;
    step.predicate = slotOf(inst.predicate);
    step.stored = slotOf(inst.stored);

    switch (inst.opcode) {
    case Opcode::LoopBegin: {
      const target::Loop &loop = program.loops[inst.loop];
      step.operands[0] = slotOf(loop.lower);
      step.operands[1] = slotOf(loop.upper);
      step.operands[2] = slotOf(loop.step);
      step.partner = loop.end;
      break;
    }
    case Opcode::LoopEnd:
      step.partner = program.loops[inst.loop].begin;
      step.result = program.instructions[step.partner].result;
      break;
    case Opcode::Load:
    case Opcode::Store: {
      const target::MemRefConfig &memref = program.memrefs[inst.memref];
      llvm::ArrayRef<uint64_t> words =
          configWords.slice(memref.firstWord, 1 + 2 * memref.rank);
      step.base = static_cast<uintptr_t>(words[0]);
      step.elementBytes = memref.elementBytes;
      step.elementMask = llvm::maxUIntN(memref.elementBits);
      for (uint32_t dim = 0; dim < memref.rank; ++dim) {
        // No index is in bounds of a negative size.
        auto size = static_cast<int64_t>(words[1 + dim]);
        step.dimensions.push_back(
            {slotOf(inst.operands[dim]),
             static_cast<uint64_t>(std::max<int64_t>(size, 0)),
             words[1 + memref.rank + dim] * memref.elementBytes});
      }
      break;
    }
    case Opcode::Alu:
    case Opcode::Lanes:
      for (auto [index, operand] : llvm::enumerate(inst.operands))
        step.operands[index] = slotOf(operand);
      break;
    case Opcode::Push: {
      const target::Event &event = program.events[inst.event];
      step.recordBytes = event.recordBytes;
      step.recordAlign = event.recordAlign;
      for (const target::RecordField &field : inst.fields)
        step.fields.push_back({slotOf(field.value), field.offset, field.bytes});
      break;
    }
    case Opcode::Done:
      break;
    }
  }
  poison.resize(values.size());
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

bool AccessUnit::mayProduce() const {
  switch (runAhead.kind) {
  case RunAhead::Kind::Min:
    return rings.empty();
  case RunAhead::Kind::Records:
    return rings.size() < runAhead.records;
  case RunAhead::Kind::Capacity:
  case RunAhead::Kind::Max:
    return true;
  }
  llvm_unreachable("covered");
}

AccessUnit::State AccessUnit::advance() {
  if (state == State::Done)
    return state;
  state = State::Ready;
  while (state == State::Ready && mayProduce())
    runToPush();
  return state;
}

/// Runs until a token was pushed, or cannot be. Leaves `pc` at a push that has
/// no space, so that it is tried again.
void AccessUnit::runToPush() {
  while (!tokenFault) {
    Step &step = steps[pc];
    switch (step.opcode) {
    case Opcode::LoopBegin:
      enterLoop(step);
      break;
    case Opcode::LoopEnd:
      if (step.remaining == 0) {
        leaveLoop(step);
        break;
      }
      --step.remaining;
      values[step.result] += step.step;
      beginIteration(step);
      break;
    case Opcode::Load:
      load(step);
      break;
    case Opcode::Store:
      store(step);
      break;
    case Opcode::Alu:
    case Opcode::Lanes:
      compute(step);
      break;
    case Opcode::Push:
    case Opcode::Done:
      push(step);
      return;
    }
  }
  pushFault();
}

/// Whether a token can be pushed now; the unit is blocked if not.
bool AccessUnit::findSpace(uint32_t bytes, uint32_t align) {
  if (runAhead.kind == RunAhead::Kind::Max || rings.hasSpace(bytes, align))
    return true;
  state = State::Blocked;
  return false;
}

void AccessUnit::push(const Step &step) {
  if (!findSpace(step.recordBytes, step.recordAlign))
    return;
  QueueEntry &entry =
      rings.push(step.inst->event, step.recordBytes, step.recordAlign);
  for (const Step::Field &field : step.fields)
    writeElement(entry.record + field.offset, field.bytes, values[field.value]);
  if (LLVM_UNLIKELY(anyPoison))
    for (auto [index, field] : llvm::enumerate(step.fields))
      if (const Fault &fault = poison[field.value])
        entry.poison.push_back({static_cast<uint32_t>(index), fault});
  statistics.fields += step.fields.size();
  ++pc;
  if (step.opcode == Opcode::Done)
    state = State::Done;
  if (observer)
    observer->push(*step.inst, entry);
}

/// Ends the program with a token that is faulty itself.
void AccessUnit::pushFault() {
  if (!findSpace(0, 1))
    return;
  QueueEntry &entry = rings.push(program.events.size(), 0, 1);
  entry.poison.push_back({QueueEntry::wholeToken, std::move(tokenFault)});
  state = State::Done;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

void AccessUnit::enterLoop(const Step &step) {
  for (uint32_t operand : step.operands)
    if (!checkToken(operand))
      return;
  auto lower = static_cast<int64_t>(values[step.operands[0]]);
  auto upper = static_cast<int64_t>(values[step.operands[1]]);
  auto width = static_cast<int64_t>(values[step.operands[2]]);
  if (width <= 0) {
    tokenFault =
        makeFault(step, "step must be positive, but got " + Twine(width));
    return;
  }
  if (observer)
    observer->loopBegin(*step.inst);

  Step &end = steps[step.partner];
  if (lower >= upper) {
    leaveLoop(end);
    return;
  }
  // The trip count is fixed here, so a variable that would overflow after the
  // last iteration ends the loop all the same.
  uint64_t distance = uint64_t(upper) - uint64_t(lower);
  end.remaining = width == 1 ? distance - 1 : (distance - 1) / uint64_t(width);
  end.step = width;
  define(step.result, lower);
  beginIteration(end);
}

/// `end` is the loop's `LoopEnd`, which keeps its state.
void AccessUnit::beginIteration(const Step &end) {
  ++statistics.iterations;
  pc = end.partner + 1;
  if (observer)
    observer->iteration(*steps[end.partner].inst);
}

void AccessUnit::leaveLoop(const Step &end) {
  pc = steps[end.partner].partner + 1;
  if (observer)
    observer->loopEnd(*end.inst);
}

//===----------------------------------------------------------------------===//
// Values and faults
//===----------------------------------------------------------------------===//

void AccessUnit::define(uint32_t slot, uint64_t value) {
  values[slot] = value;
  if (LLVM_UNLIKELY(anyPoison))
    poison[slot].reset();
}

void AccessUnit::definePoison(uint32_t slot, Fault fault) {
  values[slot] = 0;
  poison[slot] = std::move(fault);
  anyPoison = true;
}

/// False when the value is poisoned, which then is the fault of the next token.
bool AccessUnit::checkToken(uint32_t slot) {
  if (LLVM_LIKELY(!anyPoison) || !poison[slot])
    return true;
  tokenFault = poison[slot];
  return false;
}

AccessUnit::Fault AccessUnit::makeFault(const Step &step,
                                        const Twine &what) const {
  return std::make_shared<const PendingFault>(
      PendingFault{(program.strings[step.inst->location] + ": '" +
                    program.strings[step.inst->operation] + "' " + what)
                       .str()});
}

//===----------------------------------------------------------------------===//
// Loads, stores, integer operations
//===----------------------------------------------------------------------===//

/// The address of the element, or null and the fault.
uint8_t *AccessUnit::addressOf(const Step &step, Fault &fault) const {
  // A poisoned index was computed before this access.
  if (LLVM_UNLIKELY(anyPoison))
    for (const Step::Dimension &dimension : step.dimensions)
      if ((fault = poison[dimension.index]))
        return nullptr;

  uintptr_t address = step.base;
  for (const Step::Dimension &dimension : step.dimensions) {
    uint64_t index = values[dimension.index];
    if (LLVM_UNLIKELY(index >= dimension.size)) {
      fault = makeFault(step, "index " + Twine(int64_t(index)) +
                                  " is out of bounds for dimension " +
                                  Twine(&dimension - step.dimensions.begin()) +
                                  " of size " + Twine(dimension.size));
      return nullptr;
    }
    address += index * dimension.strideBytes;
  }
  return reinterpret_cast<uint8_t *>(address);
}

void AccessUnit::load(const Step &step) {
  const uint8_t *address = nullptr;
  bool isActive = true;
  if (step.predicate != Step::noSlot) {
    if (!checkToken(step.predicate))
      return;
    isActive = values[step.predicate] & 1;
  }
  Fault fault;
  if (isActive)
    address = addressOf(step, fault);
  if (address) {
    define(step.result,
           readElement(address, step.elementBytes) & step.elementMask);
    ++statistics.loads;
  } else if (fault) {
    definePoison(step.result, std::move(fault));
  } else {
    define(step.result, 0);
  }
  ++pc;
  if (observer)
    observer->load(*step.inst, address);
}

void AccessUnit::store(const Step &step) {
  uint8_t *address = nullptr;
  bool isActive = true;
  if (step.predicate != Step::noSlot) {
    if (!checkToken(step.predicate))
      return;
    isActive = values[step.predicate] & 1;
  }
  if (isActive) {
    if (!checkToken(step.stored) || !(address = addressOf(step, tokenFault)))
      return;
    writeElement(address, step.elementBytes,
                 values[step.stored] & step.elementMask);
    ++statistics.stores;
  }
  ++pc;
  if (observer)
    observer->store(*step.inst, address);
}

/// The fault that the result of an integer operation inherits, if any. Of a
/// `select` only the arm that is taken counts.
AccessUnit::Fault AccessUnit::inheritedFault(const Step &step) const {
  llvm::ArrayRef<uint32_t> operands(step.operands, step.inst->operands.size());
  if (step.alu == AluOp::Select) {
    if (poison[operands[0]])
      return poison[operands[0]];
    return poison[values[operands[0]] & 1 ? operands[1] : operands[2]];
  }
  for (uint32_t operand : operands)
    if (poison[operand])
      return poison[operand];
  return nullptr;
}

void AccessUnit::compute(const Step &step) {
  ++pc;
  Fault fault;
  if (LLVM_UNLIKELY(anyPoison))
    fault = inheritedFault(step);
  if (!fault) {
    const auto value = [&](unsigned index) {
      uint32_t slot = step.operands[index];
      return slot == Step::noSlot ? 0 : values[slot];
    };
    AluResult result = evaluate(step.alu, step.operandBits, step.resultBits,
                                value(0), value(1), value(2));
    if (result.fault == AluFault::None)
      define(step.result, result.value);
    else if (result.fault == AluFault::DivisionByZero)
      fault = makeFault(step, "division by zero");
    else
      fault = makeFault(step, "signed division overflow");
  }
  if (fault)
    definePoison(step.result, std::move(fault));
  if (observer)
    observer->alu(*step.inst);
}

//===----------------------------------------------------------------------===//
// For people
//===----------------------------------------------------------------------===//

std::string AccessUnit::describe() const {
  llvm::StringRef what = "may go on";
  if (state == State::Blocked)
    what = "waits for space in the queues";
  else if (state == State::Done)
    what = "is done";
  return ("access program '" + Twine(program.name) + "' " + what +
          " at instruction " + Twine(pc) + " with " + Twine(rings.size()) +
          " unreleased tokens")
      .str();
}

} // namespace ember::sim

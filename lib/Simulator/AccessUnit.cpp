//===- AccessUnit.cpp - Runs access programs ------------------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

///
/// \file
/// Control and scalars. AccessUnitSetUp.cpp makes a program ready to run,
/// AccessUnitLanes.cpp has what is done on many lanes, AccessUnitQueue.cpp what
/// is done with the rings.
///
//===----------------------------------------------------------------------===//

#include "AccessUnitStep.h"
#include "Element.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Compiler.h"
#include "llvm/Support/MathExtras.h"
#include <limits>

using ember::target::AluOp;
using llvm::Twine;

namespace ember::sim {

AccessStatistics &AccessStatistics::operator+=(const AccessStatistics &other) {
  loads += other.loads;
  stores += other.stores;
  iterations += other.iterations;
  activeLanes += other.activeLanes;
  maskedLanes += other.maskedLanes;
  scalarOperands += other.scalarOperands;
  misalignedVectors += other.misalignedVectors;
  return *this;
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
    return true;
  case RunAhead::Kind::Max:
    // Behind a fault, trip counts are not to be trusted: the core goes first.
    if (anyPoison)
      return rings.empty();
    return rings.size() < RunAhead::maxRecords &&
           rings.getSpilledBytes() < RunAhead::maxSpilledBytes;
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
    switch (step.action) {
    case Action::EnterLoop:
      enterLoop(step);
      break;
    case Action::EndIteration:
      if (step.remaining == 0) {
        // What is left of a run goes before what comes after the loop.
        if (step.run != Step::none && runs[step.run].length != 0) {
          publish(runs[step.run]);
          return;
        }
        leaveLoop(step);
        break;
      }
      --step.remaining;
      values[step.result] += step.step;
      beginIteration(step);
      break;
    case Action::Load:
      load(step);
      break;
    case Action::LoadVector:
      loadVector(step);
      break;
    case Action::Store:
      store(step);
      break;
    case Action::Compute:
      compute(step);
      break;
    case Action::ComputeVector:
      computeVector(step);
      break;
    case Action::NumberLanes:
      numberLanes(step);
      break;
    case Action::Append: {
      Run &run = runs[step.run];
      // A full run is one that was tried in vain to be published.
      if (run.length < run.chunk)
        append(step);
      if (run.length == run.chunk) {
        if (publish(run))
          ++pc;
        return;
      }
      ++pc;
      break;
    }
    case Action::Push:
      push(step);
      return;
    case Action::End:
      pushEnd(step);
      return;
    }
  }
  pushFault();
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
  const bool isEmpty = lower >= upper;
  if (!isEmpty && width <= 0) {
    tokenFault =
        makeFault(step, "step must be positive, but got " + Twine(width));
    return;
  }
  // The number of iterations but the first.
  uint64_t others = 0;
  if (!isEmpty) {
    others = uint64_t(upper) - uint64_t(lower) - 1;
    if (width != 1)
      others /= uint64_t(width);
    const auto last = int64_t(uint64_t(lower) + others * uint64_t(width));
    if (last > std::numeric_limits<int64_t>::max() - width) {
      tokenFault = makeFault(step, "induction variable overflows");
      return;
    }
  }
  if (observer)
    observer->loopBegin(*step.inst);

  Step &end = steps[step.partner];
  if (isEmpty) {
    leaveLoop(end);
    return;
  }
  end.remaining = end.lanes == 1 ? others : others / end.lanes;
  end.step = uint64_t(width) * end.lanes;
  if (end.lanes > 1)
    end.lastMask = llvm::maskTrailingOnes<uint64_t>(others % end.lanes + 1);
  define(step.result, lower);
  beginIteration(end);
}

/// `end` is the loop's `LoopEnd`, which keeps its state.
void AccessUnit::beginIteration(const Step &end) {
  if (LLVM_UNLIKELY(++statistics.iterations > maxIterations)) {
    tokenFault = makeFault(steps[end.partner], "has too many iterations");
    return;
  }
  pc = end.partner + 1;
  if (end.lanes > 1)
    defineMask(end.mask, end.lanes,
               end.remaining == 0
                   ? end.lastMask
                   : llvm::maskTrailingOnes<uint64_t>(end.lanes));
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
  note(fault);
  values[slot] = 0;
  poison[slot] = std::move(fault);
}

void AccessUnit::note(const Fault &fault) {
  anyPoison = true;
  if (!firstFault)
    firstFault = fault;
}

/// False when a value is poisoned, which then is the fault of the next token.
bool AccessUnit::checkToken(uint32_t slot) {
  if (LLVM_LIKELY(!anyPoison))
    return true;
  tokenFault = poison[slot];
  return !tokenFault;
}

AccessUnit::Fault AccessUnit::makeFault(const Step &step,
                                        const Twine &what) const {
  return std::make_shared<const PendingFault>(
      PendingFault{(program.strings[step.inst->location] + ": '" +
                    program.strings[step.inst->operation] + "' " + what)
                       .str()});
}

AccessUnit::Fault AccessUnit::makeFault(const Step &step,
                                        AluFault fault) const {
  return makeFault(step, fault == AluFault::DivisionByZero
                             ? "division by zero"
                             : "signed division overflow");
}

AccessUnit::Fault AccessUnit::makeBoundsFault(const Step &step, uint64_t index,
                                              uint64_t dimension,
                                              uint64_t size) const {
  return makeFault(step, "index " + Twine(int64_t(index)) +
                             " is out of bounds for dimension " +
                             Twine(dimension) + " of size " + Twine(size));
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
      fault = makeBoundsFault(step, index, &dimension - step.dimensions.begin(),
                              dimension.size);
      return nullptr;
    }
    address += index * dimension.strideBytes;
  }
  return reinterpret_cast<uint8_t *>(address);
}

void AccessUnit::load(const Step &step) {
  const uint8_t *address = nullptr;
  Fault fault;
  bool isActive = true;
  if (step.predicate != Step::none) {
    isActive = values[step.predicate] & 1;
    if (LLVM_UNLIKELY(anyPoison))
      fault = poison[step.predicate];
  }
  if (isActive && !fault)
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
    observer->load(
        *step.inst,
        llvm::ArrayRef<const void *>(address).take_front(address != nullptr),
        step.elementBytes);
}

void AccessUnit::store(const Step &step) {
  uint8_t *address = nullptr;
  bool isActive = true;
  if (step.predicate != Step::none) {
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
      return slot == Step::none ? 0 : values[slot];
    };
    AluResult result = evaluate(step.alu, step.operandBits, step.resultBits,
                                value(0), value(1), value(2));
    if (result.fault == AluFault::None)
      define(step.result, result.value);
    else
      fault = makeFault(step, result.fault);
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

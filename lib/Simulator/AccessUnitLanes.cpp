//===- AccessUnitLanes.cpp - Vectors of the access unit ------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessUnitStep.h"
#include "Element.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/Compiler.h"
#include "llvm/Support/MathExtras.h"
#include <cstring>

using ember::target::AluOp;
using llvm::Twine;

namespace ember::sim {

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

uint8_t *AccessUnit::bytesOf(const VectorValue &value) {
  return reinterpret_cast<uint8_t *>(&values[value.slot]);
}

uint64_t AccessUnit::laneOf(const VectorValue &value, unsigned lane) const {
  const uint64_t &first = values[value.slot];
  if (value.lanes == 1)
    return first;
  if (value.laneBytes == 0)
    return first >> lane & 1;
  return readElement(reinterpret_cast<const uint8_t *>(&first) +
                         lane * value.laneBytes,
                     value.laneBytes);
}

/// Writes all lanes of a register. Those with a fault are poisoned.
void AccessUnit::defineLanes(const VectorValue &result, const LaneValues &lanes,
                             const LaneFaults &faults) {
  if (result.laneBytes == 0) {
    uint64_t mask = 0;
    for (uint32_t lane = 0; lane < result.lanes; ++lane)
      mask |= (lanes[lane] & 1) << lane;
    values[result.slot] = mask;
  } else {
    uint8_t *bytes = bytesOf(result);
    for (uint32_t lane = 0; lane < result.lanes; ++lane)
      writeElement(bytes + lane * result.laneBytes, result.laneBytes,
                   lanes[lane]);
  }
  if (LLVM_LIKELY(faults.empty() && !anyPoison))
    return;
  for (uint32_t lane = 0; lane < result.lanes; ++lane)
    poison[result.slot + lane].reset();
  for (const auto &[lane, fault] : faults) {
    note(fault);
    poison[result.slot + lane] = fault;
  }
}

void AccessUnit::defineMask(uint32_t slot, uint32_t lanes, uint64_t mask) {
  values[slot] = mask;
  if (LLVM_UNLIKELY(anyPoison))
    for (uint32_t lane = 0; lane < lanes; ++lane)
      poison[slot + lane].reset();
}

//===----------------------------------------------------------------------===//
// Loads
//===----------------------------------------------------------------------===//

/// Copies the bytes of lanes; the usual sizes are known to the compiler.
static void copyLanes(uint8_t *to, const uint8_t *from, size_t bytes) {
  switch (bytes) {
  case 16:
    std::memcpy(to, from, 16);
    return;
  case 32:
    std::memcpy(to, from, 32);
    return;
  case 64:
    std::memcpy(to, from, 64);
    return;
  default:
    std::memcpy(to, from, bytes);
    return;
  }
}

void AccessUnit::loadVector(const Step &step) {
  const VectorStep &vector = vectorSteps[step.vector];
  uint64_t active = values[vector.mask.slot];
  unsigned numActive = llvm::popcount(active);
  statistics.activeLanes += numActive;
  statistics.maskedLanes += vector.mask.lanes - numActive;
  if (!loadLinear(step, vector, active))
    loadLanes(step, vector, active);
  ++pc;
}

/// Loads lanes whose indices grow evenly, if all true ones are in bounds and
/// none can be poisoned.
bool AccessUnit::loadLinear(const Step &step, const VectorStep &vector,
                            uint64_t active) {
  if (!vector.isLinear || anyPoison || active == 0)
    return false;
  unsigned low = llvm::countr_zero(active);
  unsigned high = 63 - llvm::countl_zero(active);
  uintptr_t base = step.base;
  for (const VectorStep::Dimension &dimension : vector.dimensions) {
    uint64_t index = values[dimension.index.slot];
    if (index + low * dimension.laneStride >= dimension.size ||
        index + high * dimension.laneStride >= dimension.size)
      return false;
    base += index * dimension.strideBytes;
  }
  const auto addressOf = [&](unsigned lane) {
    return reinterpret_cast<const uint8_t *>(base +
                                             lane * vector.laneStrideBytes);
  };
  statistics.loads += llvm::popcount(active);

  size_t span = size_t(high - low + 1) * step.elementBytes;
  uint32_t lanes = vector.result.lanes;
  if (vector.isContiguous && vector.isPlain && llvm::isShiftedMask_64(active)) {
    uint8_t *result = bytesOf(vector.result);
    if (active != llvm::maskTrailingOnes<uint64_t>(lanes))
      std::memset(result, 0, size_t(lanes) * step.elementBytes);
    copyLanes(result + low * step.elementBytes, addressOf(low), span);
  } else {
    LaneValues loaded = {};
    for (unsigned lane = low; lane <= high; ++lane)
      if (active >> lane & 1)
        loaded[lane] =
            readElement(addressOf(lane), step.elementBytes) & step.elementMask;
    defineLanes(vector.result, loaded, {});
  }

  if (!observer)
    return true;
  if (vector.isContiguous) {
    observer->load(*step.inst, {addressOf(low)}, span);
    return true;
  }
  llvm::SmallVector<const void *, 16> addresses;
  for (unsigned lane = low; lane <= high; ++lane)
    if (active >> lane & 1)
      addresses.push_back(addressOf(lane));
  observer->load(*step.inst, addresses, step.elementBytes);
  return true;
}

/// Loads one lane after the other.
void AccessUnit::loadLanes(const Step &step, const VectorStep &vector,
                           uint64_t active) {
  LaneValues loaded = {};
  LaneFaults faults;
  llvm::SmallVector<const void *, 16> addresses;
  for (unsigned lane = 0; lane < vector.result.lanes; ++lane) {
    Fault fault;
    if (LLVM_UNLIKELY(anyPoison))
      fault = poison[vector.mask.slot + lane];
    if (!fault && !(active >> lane & 1))
      continue;
    const uint8_t *address =
        fault ? nullptr : addressOfLane(step, vector, lane, fault);
    if (!address) {
      faults.push_back({lane, std::move(fault)});
      continue;
    }
    loaded[lane] = readElement(address, step.elementBytes) & step.elementMask;
    addresses.push_back(address);
  }
  defineLanes(vector.result, loaded, faults);
  statistics.loads += addresses.size();

  if (!observer)
    return;
  uint32_t bytes = step.elementBytes;
  if (vector.isContiguous && !addresses.empty()) {
    bytes += static_cast<const uint8_t *>(addresses.back()) -
             static_cast<const uint8_t *>(addresses.front());
    addresses.truncate(1);
  }
  observer->load(*step.inst, addresses, bytes);
}

/// The address of the element of a lane, or null and the fault.
const uint8_t *AccessUnit::addressOfLane(const Step &step,
                                         const VectorStep &vector,
                                         unsigned lane, Fault &fault) const {
  // A poisoned index was computed before this access.
  if (LLVM_UNLIKELY(anyPoison))
    for (const VectorStep::Dimension &dimension : vector.dimensions)
      if ((fault = poison[dimension.index.slotOf(lane)]))
        return nullptr;

  uintptr_t address = step.base;
  for (const auto &[number, dimension] : llvm::enumerate(vector.dimensions)) {
    uint64_t index =
        laneOf(dimension.index, lane) + lane * dimension.laneStride;
    if (LLVM_UNLIKELY(index >= dimension.size)) {
      fault = makeBoundsFault(step, index, number, dimension.size);
      return nullptr;
    }
    address += index * dimension.strideBytes;
  }
  return reinterpret_cast<const uint8_t *>(address);
}

//===----------------------------------------------------------------------===//
// Integer operations
//===----------------------------------------------------------------------===//

/// The fault that a lane of the result of an operation inherits, if any.
AccessUnit::Fault AccessUnit::inheritedFault(const Step &step,
                                             const VectorStep &vector,
                                             unsigned lane) const {
  const auto faultOf = [&](unsigned index) -> const Fault & {
    return poison[vector.operands[index].slotOf(lane)];
  };
  if (step.alu == AluOp::Select) {
    if (const Fault &fault = faultOf(0))
      return fault;
    return faultOf(laneOf(vector.operands[0], lane) & 1 ? 1 : 2);
  }
  for (unsigned index = 0; index < vector.operands.size(); ++index)
    if (const Fault &fault = faultOf(index))
      return fault;
  return nullptr;
}

void AccessUnit::computeVector(const Step &step) {
  const VectorStep &vector = vectorSteps[step.vector];
  LaneValues computed = {};
  LaneFaults faults;
  for (unsigned lane = 0; lane < vector.result.lanes; ++lane) {
    Fault fault;
    if (LLVM_UNLIKELY(anyPoison))
      fault = inheritedFault(step, vector, lane);
    if (!fault) {
      uint64_t operands[3] = {};
      for (auto [index, operand] : llvm::enumerate(vector.operands))
        operands[index] = laneOf(operand, lane);
      AluResult result = evaluate(step.alu, step.operandBits, step.resultBits,
                                  operands[0], operands[1], operands[2]);
      computed[lane] = result.value;
      if (LLVM_UNLIKELY(result.fault != AluFault::None))
        fault = makeFault(step, result.fault);
    }
    if (LLVM_UNLIKELY(fault != nullptr))
      faults.push_back({lane, std::move(fault)});
  }
  defineLanes(vector.result, computed, faults);
  ++pc;
  if (observer)
    observer->alu(*step.inst);
}

void AccessUnit::numberLanes(const Step &step) {
  const VectorStep &vector = vectorSteps[step.vector];
  const VectorValue &first = vector.operands.front();
  LaneValues computed = {};
  LaneFaults faults;
  for (unsigned lane = 0; lane < vector.result.lanes; ++lane) {
    computed[lane] = (values[first.slot] + lane * vector.laneStride) &
                     llvm::maxUIntN(step.resultBits);
    if (LLVM_UNLIKELY(anyPoison) && poison[first.slot])
      faults.push_back({lane, poison[first.slot]});
  }
  defineLanes(vector.result, computed, faults);
  ++pc;
  if (observer)
    observer->alu(*step.inst);
}

} // namespace ember::sim

//===- AccessUnitStep.h - Instructions made ready to run --------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the access unit makes of a program when it loads it: instructions with
/// everything resolved that does not change during a run. A memref's words are
/// its numbers, operands are *slots*, places in the unit's values.
///
/// A scalar takes one slot. A vector of n lanes takes n, so that each lane has
/// its place among the faults; its lanes lie packed in the bytes of these
/// slots, as wide as they are in a record, and lanes of one bit lie in the bits
/// of the first slot. So a vector goes to and from memory as it is. This relies
/// on a little-endian host.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_LIB_SIMULATOR_ACCESSUNITSTEP_H
#define EMBER_LIB_SIMULATOR_ACCESSUNITSTEP_H

#include "ember/Simulator/AccessUnit.h"
#include "llvm/ADT/SmallVector.h"

namespace ember::sim {

/// A field of a record or of a run's element.
struct AccessUnit::Field {
  uint32_t value; ///< Slot.
  uint32_t offset;
  uint32_t bytes;
  uint32_t lanes;
  /// What its place in the data ring should be a multiple of: 1 for all but
  /// vectors that are no masks.
  uint32_t align;
};

/// All fields of a record or of a run's element.
struct AccessUnit::FieldList {
  llvm::SmallVector<Field, 4> fields;
  uint32_t numScalars = 0;
  bool hasAligned = false; ///< One of them has an `align` over 1.
};

enum class AccessUnit::Action : uint8_t {
  EnterLoop,
  EndIteration,
  Load,
  LoadVector,
  Store,
  Compute,
  ComputeVector,
  NumberLanes,
  Push,
  Append, ///< An element to a run.
  End,
};

struct AccessUnit::Step {
  static constexpr uint32_t none = ~0u;

  struct Dimension {
    uint32_t index; ///< Slot.
    uint64_t size;
    uint64_t strideBytes;
  };

  const target::Instruction *inst;
  Action action;
  target::AluOp alu;
  uint8_t operandBits;
  uint8_t resultBits;
  uint32_t result = none;

  /// LoadVector, ComputeVector, NumberLanes: index into `vectorSteps`.
  uint32_t vector = none;

  /// Slots. EnterLoop: lower bound, upper bound, step.
  uint32_t operands[3] = {none, none, none};

  uint32_t predicate = none;
  uint32_t stored = none;
  uint32_t elementBytes = 0;
  uint64_t elementMask = 0;
  uintptr_t base = 0;
  llvm::SmallVector<Dimension, 2> dimensions;

  uint32_t recordBytes = 0;
  uint32_t recordAlign = 1;
  FieldList fields;

  /// Append: index into `runs`. EndIteration: that of the run which the body
  /// appends to.
  uint32_t run = none;

  /// EnterLoop: the loop's EndIteration. EndIteration: its EnterLoop.
  uint32_t partner = 0;

  // EndIteration.
  uint64_t remaining = 0; ///< Iterations after the current one.
  uint64_t step = 0;      ///< What the variable grows by.
  uint32_t lanes = 1;
  uint32_t mask = none;  ///< Slot.
  uint64_t lastMask = 0; ///< The mask of the last iteration.
};

/// A scalar, which stands for all lanes, or a vector.
struct AccessUnit::VectorValue {
  uint32_t slot = Step::none;
  uint32_t lanes = 1;
  uint32_t laneBytes = 0; ///< 0 for lanes of one bit.

  /// Where the fault of a lane is.
  uint32_t slotOf(unsigned lane) const {
    return lanes == 1 ? slot : slot + lane;
  }
};

/// What a step of more than one lane has in addition.
struct AccessUnit::VectorStep {
  struct Dimension {
    VectorValue index;
    uint64_t size;
    uint64_t strideBytes;
    uint64_t laneStride; ///< What the index grows by, in two's complement.
  };

  VectorValue result;
  llvm::SmallVector<VectorValue, 3> operands; ///< Of operations.
  uint64_t laneStride = 0;                    ///< Of numbered lanes.

  // Loads.
  VectorValue mask;
  llvm::SmallVector<Dimension, 2> dimensions;

  /// All indices are scalars that grow by so little that they cannot wrap: if
  /// two lanes are in bounds, those between them are.
  bool isLinear = false;
  uint64_t laneStrideBytes = 0; ///< From lane to lane, when it is linear.
  /// The lanes follow each other in memory.
  bool isContiguous = false;
  /// An element has the same bytes in memory and in a register.
  bool isPlain = false;
};

/// A run that is being collected.
struct AccessUnit::Run {
  uint32_t push = 0; ///< Its `Push` instruction.
  uint32_t chunk = 0;
  uint32_t stride = 0;
  uint32_t offset = 0;
  FieldList fields; ///< Of an element.

  uint32_t length = 0; ///< Elements so far.
  std::vector<uint8_t> elements;
  std::vector<QueueEntry::Poison> poison;
};

} // namespace ember::sim

#endif // EMBER_LIB_SIMULATOR_ACCESSUNITSTEP_H

//===- AccessUnitSetUp.cpp - Makes access programs ready to run -----------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessUnitStep.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using ember::target::Instruction;
using ember::target::Opcode;
using ember::target::Operand;
using llvm::Twine;

namespace ember::sim {

llvm::Expected<std::unique_ptr<AccessUnit>>
AccessUnit::create(const target::AccessProgram &program,
                   llvm::ArrayRef<uint64_t> configWords, QueueRings &rings,
                   RunAhead runAhead, AccessObserver *observer,
                   uint64_t maxIterations) {
  if (configWords.size() != program.numConfigWords)
    return llvm::createStringError(
        "access program '" + Twine(program.name) + "' expects " +
        Twine(program.numConfigWords) + " configuration words, but got " +
        Twine(configWords.size()));
  if (llvm::Error error = rings.accepts(program))
    return std::move(error);
  return std::unique_ptr<AccessUnit>(new AccessUnit(
      program, configWords, rings, runAhead, observer, maxIterations));
}

AccessUnit::AccessUnit(const target::AccessProgram &program,
                       llvm::ArrayRef<uint64_t> configWords, QueueRings &rings,
                       RunAhead runAhead, AccessObserver *observer,
                       uint64_t maxIterations)
    : program(program), rings(rings), runAhead(runAhead), observer(observer),
      maxIterations(maxIterations) {
  compile(configWords);
}

AccessUnit::~AccessUnit() = default;

/// Gives each register its slots.
void AccessUnit::placeRegisters() {
  registers.resize(program.numRegisters);
  const auto shape = [&](uint32_t reg, uint32_t lanes, uint32_t bits) {
    registers[reg].lanes = lanes;
    registers[reg].laneBytes = target::getStoredBits(bits) / 8;
  };
  for (const Instruction &inst : program.instructions) {
    if (inst.opcode == Opcode::Load)
      shape(inst.result, inst.lanes, program.memrefs[inst.memref].elementBits);
    else if (inst.opcode == Opcode::Alu || inst.opcode == Opcode::Lanes)
      shape(inst.result, inst.lanes, inst.resultBits);
    else if (inst.opcode == Opcode::LoopBegin)
      if (const target::Loop &loop = program.loops[inst.loop]; loop.lanes > 1)
        shape(loop.mask, loop.lanes, 1);
  }
  configSlot = 0;
  for (VectorValue &value : registers) {
    value.slot = configSlot;
    configSlot += value.lanes;
  }
  values.resize(configSlot);
}

uint32_t AccessUnit::slotOf(const Operand &operand) {
  switch (operand.kind) {
  case Operand::Kind::None:
    return Step::none;
  case Operand::Kind::Register:
    return registers[operand.value].slot;
  case Operand::Kind::Config:
    return configSlot + operand.value;
  case Operand::Kind::Immediate:
    values.push_back(operand.value);
    return values.size() - 1;
  }
  llvm_unreachable("verified");
}

AccessUnit::VectorValue AccessUnit::vectorOf(const Operand &operand) {
  if (operand.kind == Operand::Kind::Register)
    return registers[operand.value];
  VectorValue scalar;
  scalar.slot = slotOf(operand);
  return scalar;
}

void AccessUnit::compile(llvm::ArrayRef<uint64_t> configWords) {
  placeRegisters();
  llvm::append_range(values, configWords);

  for (const Instruction &inst : program.instructions) {
    Step &step = steps.emplace_back();
    step.inst = &inst;
    step.alu = inst.alu;
    step.operandBits = inst.operandBits;
    step.resultBits = inst.resultBits;

    switch (inst.opcode) {
    case Opcode::LoopBegin: {
      step.action = Action::EnterLoop;
      const target::Loop &loop = program.loops[inst.loop];
      step.result = registers[inst.result].slot;
      step.operands[0] = slotOf(loop.lower);
      step.operands[1] = slotOf(loop.upper);
      step.operands[2] = slotOf(loop.step);
      step.partner = loop.end;
      break;
    }
    case Opcode::LoopEnd: {
      step.action = Action::EndIteration;
      const target::Loop &loop = program.loops[inst.loop];
      step.partner = loop.begin;
      step.result = steps[loop.begin].result;
      step.lanes = loop.lanes;
      if (loop.lanes > 1)
        step.mask = registers[loop.mask].slot;
      break;
    }
    case Opcode::Load:
      step.action = inst.lanes == 1 ? Action::Load : Action::LoadVector;
      step.result = registers[inst.result].slot;
      compileAccess(step, configWords);
      if (inst.lanes > 1)
        compileVectorLoad(step);
      break;
    case Opcode::Store:
      step.action = Action::Store;
      step.stored = slotOf(inst.stored);
      compileAccess(step, configWords);
      break;
    case Opcode::Alu:
    case Opcode::Lanes:
      step.result = registers[inst.result].slot;
      if (inst.lanes == 1) {
        step.action = Action::Compute;
        for (auto [index, operand] : llvm::enumerate(inst.operands))
          step.operands[index] = slotOf(operand);
        break;
      }
      step.action = Action::ComputeVector;
      step.vector = vectorSteps.size();
      vectorSteps.emplace_back().result = registers[inst.result];
      for (const Operand &operand : inst.operands)
        vectorSteps.back().operands.push_back(vectorOf(operand));
      if (inst.opcode == Opcode::Lanes) {
        step.action = Action::NumberLanes;
        vectorSteps.back().laneStride = inst.laneStrides.front();
      }
      break;
    case Opcode::Push:
      compilePush(step);
      break;
    case Opcode::Done:
      step.action = Action::End;
      break;
    }
  }
  for (auto [index, run] : llvm::enumerate(runs))
    steps[program.loops[steps[run.push].inst->loop].end].run = index;
  poison.resize(values.size());
}

void AccessUnit::compileAccess(Step &step,
                               llvm::ArrayRef<uint64_t> configWords) {
  const Instruction &inst = *step.inst;
  const target::MemRefConfig &memref = program.memrefs[inst.memref];
  llvm::ArrayRef<uint64_t> words =
      configWords.slice(memref.firstWord, 1 + 2 * memref.rank);
  step.predicate = slotOf(inst.predicate);
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
}

void AccessUnit::compileVectorLoad(Step &step) {
  // Lanes times this is far from wrapping, whatever the first index is.
  constexpr int64_t largeStride = int64_t(1) << 40;

  const Instruction &inst = *step.inst;
  step.vector = vectorSteps.size();
  VectorStep &vector = vectorSteps.emplace_back();
  vector.result = registers[inst.result];
  vector.mask = vectorOf(inst.predicate);
  vector.isLinear = true;
  for (auto [dim, operand] : llvm::enumerate(inst.operands)) {
    const Step::Dimension &dimension = step.dimensions[dim];
    int64_t stride = inst.laneStrides[dim];
    VectorValue index = vectorOf(operand);
    vector.isLinear &=
        index.lanes == 1 && stride > -largeStride && stride < largeStride;
    vector.laneStrideBytes += uint64_t(stride) * dimension.strideBytes;
    vector.dimensions.push_back(
        {index, dimension.size, dimension.strideBytes, uint64_t(stride)});
  }
  vector.isContiguous =
      vector.isLinear && vector.laneStrideBytes == step.elementBytes;
  const target::MemRefConfig &memref = program.memrefs[inst.memref];
  vector.isPlain = memref.elementBits == 8 * memref.elementBytes;
}

void AccessUnit::compilePush(Step &step) {
  const auto compileFields = [&](llvm::ArrayRef<target::RecordField> from,
                                 FieldList &to) {
    for (const target::RecordField &field : from) {
      bool isAligned = field.lanes > 1 && field.laneBits > 1;
      uint32_t align =
          isAligned ? std::min(field.bytes, QueueRings::alignment) : 1;
      to.numScalars += field.lanes == 1;
      to.hasAligned |= isAligned;
      to.fields.push_back(
          {slotOf(field.value), field.offset, field.bytes, field.lanes, align});
    }
  };
  const Instruction &inst = *step.inst;
  const target::Event &event = program.events[inst.event];
  step.action = event.isRun() ? Action::Append : Action::Push;
  step.recordBytes = event.recordBytes;
  step.recordAlign = event.recordAlign;
  compileFields(inst.fields, step.fields);
  if (!event.isRun())
    return;
  step.run = runs.size();
  Run &run = runs.emplace_back();
  run.push = steps.size() - 1;
  run.chunk = event.runChunk;
  run.stride = event.runStride;
  run.offset = event.runOffset;
  compileFields(inst.runFields, run.fields);
  run.elements.resize(size_t(run.chunk) * run.stride);
}

} // namespace ember::sim

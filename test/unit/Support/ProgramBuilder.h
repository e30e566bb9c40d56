//===- ProgramBuilder.h - Access programs for tests -------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Builds access programs instruction by instruction, in program order.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_TEST_UNIT_SUPPORT_PROGRAMBUILDER_H
#define EMBER_TEST_UNIT_SUPPORT_PROGRAMBUILDER_H

#include "ember/Target/AccessProgram.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <utility>
#include <vector>

namespace ember::test {

using target::AluOp;
using target::Instruction;
using target::Opcode;
using target::Operand;

inline Operand immediate(int64_t value) {
  return {Operand::Kind::Immediate, static_cast<uint64_t>(value)};
}

/// A field of a record, as large as it is aligned.
struct Field {
  Operand value;
  uint32_t bytes = 0;
  uint32_t lanes = 1;
  uint8_t laneBits = 0;
};

/// A vector as a field.
inline Field vectorField(Operand value, uint32_t lanes, uint8_t laneBits) {
  return {value, static_cast<uint32_t>(llvm::divideCeil(lanes * laneBits, 8)),
          lanes, laneBits};
}

/// The results of a loop with lanes.
struct VectorLoop {
  Operand first; ///< The variable of the first lane.
  Operand mask;
};

class ProgramBuilder {
public:
  explicit ProgramBuilder(llvm::StringRef name = "test#0") {
    program.name = name.str();
    program.strings = {"k.mlir:1:1", "memref.load", "memref.store",
                       "arith.divsi", "scf.for"};
  }

  /// A scalar configuration word.
  Operand word() { return {Operand::Kind::Config, program.numConfigWords++}; }

  /// A memref with the next configuration words.
  uint32_t memref(uint32_t rank, uint32_t bytes = 8, uint32_t bits = 0) {
    program.memrefs.push_back(
        {program.numConfigWords, rank, bytes, bits == 0 ? 8 * bytes : bits});
    program.numConfigWords += 1 + 2 * rank;
    return program.memrefs.size() - 1;
  }

  /// Opens a loop and returns its variable.
  Operand beginLoop(Operand lower, Operand upper, Operand step = immediate(1)) {
    target::Loop loop;
    loop.parent = innermost();
    loop.begin = program.instructions.size();
    loop.lower = lower;
    loop.upper = upper;
    loop.step = step;
    open.push_back(program.loops.size());
    program.loops.push_back(loop);
    return result(add(Opcode::LoopBegin, "scf.for"));
  }

  /// Opens a loop of so many lanes.
  VectorLoop beginVectorLoop(uint32_t lanes, Operand lower, Operand upper,
                             Operand step = immediate(1)) {
    Operand first = beginLoop(lower, upper, step);
    program.loops.back().lanes = lanes;
    program.loops.back().mask = program.numRegisters++;
    return {first, {Operand::Kind::Register, program.loops.back().mask}};
  }

  void endLoop() {
    program.loops[open.back()].end = program.instructions.size();
    add(Opcode::LoopEnd);
    open.pop_back();
  }

  Operand load(uint32_t memref, llvm::ArrayRef<Operand> indices,
               Operand predicate = {}) {
    Instruction &inst = add(Opcode::Load, "memref.load");
    inst.memref = memref;
    inst.operands.assign(indices.begin(), indices.end());
    inst.predicate = predicate;
    return result(inst);
  }

  Operand loadVector(uint32_t memref, uint32_t lanes,
                     llvm::ArrayRef<Operand> indices,
                     llvm::ArrayRef<int64_t> laneStrides, Operand mask) {
    Operand vector = load(memref, indices, mask);
    Instruction &inst = program.instructions.back();
    inst.lanes = lanes;
    inst.laneStrides.assign(laneStrides.begin(), laneStrides.end());
    return vector;
  }

  /// {first, first + stride, ...}
  Operand lanes(uint32_t lanes, Operand first, int64_t stride,
                uint8_t bits = 64) {
    Instruction &inst = add(Opcode::Lanes);
    inst.lanes = lanes;
    inst.operands = {first};
    inst.laneStrides = {stride};
    inst.resultBits = bits;
    return result(inst);
  }

  void store(Operand value, uint32_t memref, llvm::ArrayRef<Operand> indices,
             Operand predicate = {}) {
    Instruction &inst = add(Opcode::Store, "memref.store");
    inst.memref = memref;
    inst.operands.assign(indices.begin(), indices.end());
    inst.predicate = predicate;
    inst.stored = value;
  }

  Operand alu(AluOp op, llvm::ArrayRef<Operand> operands, uint8_t bits = 64,
              uint8_t resultBits = 0) {
    Instruction &inst = add(Opcode::Alu, "arith.divsi");
    inst.alu = op;
    inst.operandBits = bits;
    inst.resultBits = resultBits == 0 ? bits : resultBits;
    inst.operands.assign(operands.begin(), operands.end());
    return result(inst);
  }

  Operand vectorAlu(AluOp op, uint32_t lanes, llvm::ArrayRef<Operand> operands,
                    uint8_t bits = 64, uint8_t resultBits = 0) {
    Operand vector = alu(op, operands, bits, resultBits);
    program.instructions.back().lanes = lanes;
    return vector;
  }

  /// Pushes a new event with these values, each of so many bytes and aligned
  /// to them. Returns the event.
  uint32_t push(llvm::ArrayRef<std::pair<Operand, uint32_t>> values = {}) {
    llvm::SmallVector<Field> fields;
    for (auto [value, bytes] : values)
      fields.push_back({value, bytes});
    return pushFields(fields);
  }

  /// The same, with vectors among the fields.
  uint32_t pushFields(llvm::ArrayRef<Field> fields) {
    target::Event event;
    Instruction &inst = add(Opcode::Push);
    inst.event = program.events.size();
    event.recordBytes = layOut(fields, inst.fields, event.recordAlign);
    event.name = ("event " + llvm::Twine(inst.event)).str();
    program.events.push_back(event);
    return inst.event;
  }

  /// Appends an element to the run of a new event.
  uint32_t pushRun(uint32_t chunk, llvm::ArrayRef<Field> header,
                   llvm::ArrayRef<Field> element) {
    uint32_t number = pushFields(header);
    target::Event &event = program.events.back();
    uint32_t align = 1;
    uint32_t bytes =
        layOut(element, program.instructions.back().runFields, align);
    event.runChunk = chunk;
    event.runStride = llvm::alignTo(bytes, align);
    event.runOffset = llvm::alignTo(event.recordBytes, align);
    event.recordAlign = std::max(event.recordAlign, align);
    return number;
  }

  target::AccessProgram finish() {
    add(Opcode::Done).event = program.events.size();
    return std::move(program);
  }

private:
  uint32_t innermost() const {
    return open.empty() ? target::Loop::noParent : open.back();
  }

  /// Returns the bytes of all fields, and makes `align` as large as they need.
  static uint32_t layOut(llvm::ArrayRef<Field> fields,
                         llvm::SmallVectorImpl<target::RecordField> &to,
                         uint32_t &align) {
    uint32_t end = 0;
    for (const Field &field : fields) {
      uint32_t fieldAlign = std::min<uint32_t>(field.bytes, 64);
      uint32_t offset = llvm::alignTo(end, fieldAlign);
      to.push_back(
          {field.value, offset, field.bytes, field.lanes, field.laneBits});
      align = std::max(align, fieldAlign);
      end = offset + field.bytes;
    }
    return end;
  }

  Instruction &add(Opcode opcode, llvm::StringRef operation = "") {
    Instruction &inst = program.instructions.emplace_back();
    inst.opcode = opcode;
    inst.loop = innermost();
    if (!operation.empty())
      inst.operation =
          llvm::find(program.strings, operation) - program.strings.begin();
    return inst;
  }

  Operand result(Instruction &inst) {
    inst.result = program.numRegisters++;
    return {Operand::Kind::Register, inst.result};
  }

  target::AccessProgram program;
  std::vector<uint32_t> open;
};

} // namespace ember::test

#endif // EMBER_TEST_UNIT_SUPPORT_PROGRAMBUILDER_H

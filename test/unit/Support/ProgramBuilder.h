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

  /// Pushes a new event with these values, each of so many bytes and aligned
  /// to them. Returns the event.
  uint32_t push(llvm::ArrayRef<std::pair<Operand, uint32_t>> values = {}) {
    target::Event event;
    Instruction &inst = add(Opcode::Push);
    inst.event = program.events.size();
    for (auto [value, bytes] : values) {
      uint32_t offset = llvm::alignTo(event.recordBytes, bytes);
      inst.fields.push_back({value, offset, bytes});
      event.recordBytes = offset + bytes;
      event.recordAlign = std::max(event.recordAlign, bytes);
    }
    event.name = ("event " + llvm::Twine(inst.event)).str();
    program.events.push_back(event);
    return inst.event;
  }

  target::AccessProgram finish() {
    add(Opcode::Done).event = program.events.size();
    return std::move(program);
  }

private:
  uint32_t innermost() const {
    return open.empty() ? target::Loop::noParent : open.back();
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

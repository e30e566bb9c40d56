//===- AccessProgramText.cpp - Access programs as text --------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The text form of access programs, also of those that are not valid.
///
//===----------------------------------------------------------------------===//

#include "ember/Target/AccessProgram.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

namespace ember::target {

static void print(const Operand &operand, llvm::raw_ostream &os) {
  switch (operand.kind) {
  case Operand::Kind::None:
    os << "none";
    return;
  case Operand::Kind::Register:
    os << "%" << operand.value;
    return;
  case Operand::Kind::Config:
    os << "$" << operand.value;
    return;
  case Operand::Kind::Immediate:
    os << static_cast<int64_t>(operand.value);
    return;
  }
}

/// The number of lanes, behind the name of what has them.
static void printLanes(uint32_t lanes, llvm::raw_ostream &os) {
  if (lanes != 1)
    os << "<" << lanes << ">";
}

static void printElement(const Instruction &inst, llvm::raw_ostream &os) {
  os << "memref" << inst.memref << "[";
  for (auto [dim, index] : llvm::enumerate(inst.operands)) {
    if (dim != 0)
      os << ", ";
    print(index, os);
    if (dim < inst.laneStrides.size() && inst.laneStrides[dim] != 0)
      os << " by " << inst.laneStrides[dim];
  }
  os << "]";
  if (inst.predicate.kind != Operand::Kind::None) {
    os << " if ";
    print(inst.predicate, os);
  }
  if (inst.cacheLevel != 0)
    os << " level=" << unsigned(inst.cacheLevel);
  if (!inst.temporal)
    os << " nontemporal";
}

static void printFields(llvm::ArrayRef<RecordField> fields,
                        llvm::raw_ostream &os) {
  os << "{";
  llvm::interleaveComma(fields, os, [&](const RecordField &field) {
    os << field.offset << "+" << field.bytes << ": ";
    print(field.value, os);
    if (field.lanes != 1)
      os << "<" << field.lanes << "xi" << unsigned(field.laneBits) << ">";
  });
  os << "}";
}

static void print(const AccessProgram &program, const Instruction &inst,
                  llvm::raw_ostream &os) {
  switch (inst.opcode) {
  case Opcode::LoopBegin: {
    os << "%" << inst.result << " = loop " << inst.loop << " from ";
    if (inst.loop >= program.loops.size()) {
      os << "nowhere {";
      return;
    }
    const Loop &loop = program.loops[inst.loop];
    print(loop.lower, os);
    os << " to ";
    print(loop.upper, os);
    os << " step ";
    print(loop.step, os);
    if (loop.lanes != 1)
      os << " lanes " << loop.lanes << " mask %" << loop.mask;
    os << " {";
    return;
  }
  case Opcode::LoopEnd:
    os << "}";
    return;
  case Opcode::Load:
    os << "%" << inst.result << " = load";
    printLanes(inst.lanes, os);
    os << " ";
    printElement(inst, os);
    return;
  case Opcode::Store:
    os << "store ";
    print(inst.stored, os);
    os << " to ";
    printElement(inst, os);
    return;
  case Opcode::Alu:
    os << "%" << inst.result << " = " << nameOf(inst.alu);
    printLanes(inst.lanes, os);
    os << " ";
    llvm::interleaveComma(inst.operands, os,
                          [&](const Operand &operand) { print(operand, os); });
    os << " : i" << unsigned(inst.operandBits);
    if (inst.resultBits != inst.operandBits)
      os << " -> i" << unsigned(inst.resultBits);
    return;
  case Opcode::Lanes:
    os << "%" << inst.result << " = lanes";
    printLanes(inst.lanes, os);
    os << " ";
    llvm::interleaveComma(inst.operands, os,
                          [&](const Operand &operand) { print(operand, os); });
    os << " by ";
    llvm::interleaveComma(inst.laneStrides, os);
    os << " : i" << unsigned(inst.resultBits);
    return;
  case Opcode::Push:
    os << "push " << inst.event << " ";
    printFields(inst.fields, os);
    if (!inst.runFields.empty()) {
      os << " element ";
      printFields(inst.runFields, os);
    }
    return;
  case Opcode::Done:
    os << "done " << inst.event;
    return;
  }
  os << "unknown";
}

void print(const AccessProgram &program, llvm::raw_ostream &os) {
  os << "program \"" << program.name << "\" registers=" << program.numRegisters
     << " words=" << program.numConfigWords << "\n";
  for (auto [index, memref] : llvm::enumerate(program.memrefs))
    os << "memref" << index << ": i" << memref.elementBits << " in "
       << memref.elementBytes << " bytes, rank " << memref.rank << ", at $"
       << memref.firstWord << "\n";
  for (auto [index, event] : llvm::enumerate(program.events)) {
    os << "event " << index << ": " << event.recordBytes << " bytes, align "
       << event.recordAlign;
    if (event.isRun())
      os << ", then up to " << event.runChunk << " elements of "
         << event.runStride << " bytes at byte " << event.runOffset;
    os << ", \"" << event.name << "\"\n";
  }
  unsigned depth = 0;
  for (auto [index, inst] : llvm::enumerate(program.instructions)) {
    if (inst.opcode == Opcode::LoopEnd && depth > 0)
      --depth;
    os << llvm::format_decimal(index, 4) << ": ";
    os.indent(2 * depth);
    print(program, inst, os);
    os << "\n";
    if (inst.opcode == Opcode::LoopBegin)
      ++depth;
  }
}

} // namespace ember::target

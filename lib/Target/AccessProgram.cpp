//===- AccessProgram.cpp - What the access unit runs ----------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Verifier and text form of access programs; their serialised form is in
/// AccessProgramBinary.cpp.
///
//===----------------------------------------------------------------------===//

#include "ember/Target/AccessProgram.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace ember::target {

using llvm::Error;
using llvm::StringRef;
using llvm::Twine;

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// The names of `arith`, with the predicates of comparisons joined to theirs.
static StringRef nameOf(AluOp op) {
  static constexpr StringRef names[] = {
      "addi",      "subi",      "muli",       "divui",    "divsi",
      "ceildivui", "ceildivsi", "floordivsi", "remui",    "remsi",
      "andi",      "ori",       "xori",       "shli",     "shrui",
      "shrsi",     "minui",     "minsi",      "maxui",    "maxsi",
      "cmpi.eq",   "cmpi.ne",   "cmpi.slt",   "cmpi.sle", "cmpi.sgt",
      "cmpi.sge",  "cmpi.ult",  "cmpi.ule",   "cmpi.ugt", "cmpi.uge",
      "select",    "extui",     "extsi",      "trunci"};
  static_assert(std::size(names) == static_cast<size_t>(AluOp::Trunc) + 1,
                "every operation has a name");
  auto index = static_cast<size_t>(op);
  return index < std::size(names) ? names[index] : "unknown";
}

//===----------------------------------------------------------------------===//
// Verifier
//===----------------------------------------------------------------------===//

namespace {

/// Walks the instructions once, keeping the open loops and the registers that
/// are defined at this point.
class Verifier {
public:
  explicit Verifier(const AccessProgram &program) : program(program) {}

  Error run();

private:
  struct OpenLoop {
    uint32_t loop;
    /// Registers whose definition ends with the loop.
    llvm::SmallVector<uint32_t, 8> defined;
  };

  Error fail(const Twine &what) const {
    return llvm::createStringError(llvm::Twine("access program '") +
                                   program.name + "': " + what);
  }
  Error failAt(const Twine &what) const {
    return fail("instruction " + Twine(position) + ": " + what);
  }

  Error checkMemRefs() const;
  Error checkEvents() const;
  Error checkInstruction(const Instruction &inst);
  Error checkUnused(const Instruction &inst) const;
  Error checkLoopBegin(const Instruction &inst);
  Error checkLoopEnd(const Instruction &inst);
  Error checkAccess(const Instruction &inst);
  Error checkAlu(const Instruction &inst) const;
  Error checkPush(const Instruction &inst);
  Error checkUse(const Operand &operand, const Twine &what) const;
  Error checkStrings(const Instruction &inst) const;
  Error define(uint32_t reg);

  uint32_t innermost() const {
    return open.empty() ? Loop::noParent : open.back().loop;
  }

  const AccessProgram &program;
  uint32_t position = 0;
  llvm::SmallVector<OpenLoop, 8> open;
  std::vector<bool> defined;
  std::vector<bool> begun;
  std::vector<bool> pushed;
};

} // namespace

Error Verifier::checkMemRefs() const {
  for (auto [index, memref] : llvm::enumerate(program.memrefs)) {
    uint64_t words = 1 + 2 * uint64_t(memref.rank);
    if (memref.firstWord + words > program.numConfigWords)
      return fail("memref " + Twine(index) + " expects configuration words " +
                  Twine(memref.firstWord) + " to " +
                  Twine(memref.firstWord + words - 1) + ", but there are " +
                  Twine(program.numConfigWords));
    if (memref.elementBytes > 8 || !llvm::isPowerOf2_32(memref.elementBytes))
      return fail("memref " + Twine(index) +
                  " expects elements of 1, 2, 4 or 8 bytes, but got " +
                  Twine(memref.elementBytes));
    if (memref.elementBits == 0 || memref.elementBits > 8 * memref.elementBytes)
      return fail("memref " + Twine(index) + " expects elements of 1 to " +
                  Twine(8 * memref.elementBytes) + " bits, but got " +
                  Twine(memref.elementBits));
  }
  return Error::success();
}

Error Verifier::checkEvents() const {
  for (auto [index, event] : llvm::enumerate(program.events))
    if (!llvm::isPowerOf2_32(event.recordAlign))
      return fail("event " + Twine(index) +
                  " expects an alignment that is a power of two, but got " +
                  Twine(event.recordAlign));
  return Error::success();
}

Error Verifier::checkUse(const Operand &operand, const Twine &what) const {
  switch (operand.kind) {
  case Operand::Kind::None:
    return failAt(what + " is missing");
  case Operand::Kind::Register:
    if (operand.value >= program.numRegisters)
      return failAt(what + " is register " + Twine(operand.value) +
                    ", but there are " + Twine(program.numRegisters));
    if (!defined[operand.value])
      return failAt(what + " is register " + Twine(operand.value) +
                    ", which has no value here");
    return Error::success();
  case Operand::Kind::Config:
    if (operand.value >= program.numConfigWords)
      return failAt(what + " is configuration word " + Twine(operand.value) +
                    ", but there are " + Twine(program.numConfigWords));
    return Error::success();
  case Operand::Kind::Immediate:
    return Error::success();
  }
  return failAt(what + " is of an unknown kind");
}

Error Verifier::define(uint32_t reg) {
  if (reg >= program.numRegisters)
    return failAt("the result is register " + Twine(reg) + ", but there are " +
                  Twine(program.numRegisters));
  if (!defined[reg]) {
    defined[reg] = true;
    if (!open.empty())
      open.back().defined.push_back(reg);
  }
  return Error::success();
}

/// Instructions that can fault name their source.
Error Verifier::checkStrings(const Instruction &inst) const {
  for (uint32_t string : {inst.location, inst.operation})
    if (string >= program.strings.size())
      return failAt("string " + Twine(string) + " is named, but there are " +
                    Twine(program.strings.size()));
  return Error::success();
}

Error Verifier::checkLoopBegin(const Instruction &inst) {
  if (inst.loop >= program.loops.size())
    return failAt("begins loop " + Twine(inst.loop) + ", but there are " +
                  Twine(program.loops.size()));
  if (begun[inst.loop])
    return failAt("begins loop " + Twine(inst.loop) + " again");
  begun[inst.loop] = true;
  const Loop &loop = program.loops[inst.loop];
  if (loop.begin != position)
    return failAt("begins loop " + Twine(inst.loop) +
                  ", which expects to begin at instruction " +
                  Twine(loop.begin));
  if (loop.parent != innermost())
    return failAt("begins loop " + Twine(inst.loop) +
                  ", whose parent is not the innermost loop around it");
  if (Error error = checkUse(loop.lower, "the lower bound"))
    return error;
  if (Error error = checkUse(loop.upper, "the upper bound"))
    return error;
  if (Error error = checkUse(loop.step, "the step"))
    return error;
  if (Error error = checkStrings(inst))
    return error;
  open.push_back({inst.loop, {}});
  return define(inst.result);
}

Error Verifier::checkLoopEnd(const Instruction &inst) {
  if (open.empty() || innermost() != inst.loop)
    return failAt("ends loop " + Twine(inst.loop) +
                  ", which is not the innermost open one");
  if (program.loops[inst.loop].end != position)
    return failAt("ends loop " + Twine(inst.loop) +
                  ", which expects to end at instruction " +
                  Twine(program.loops[inst.loop].end));
  for (uint32_t reg : open.pop_back_val().defined)
    defined[reg] = false;
  return Error::success();
}

Error Verifier::checkAccess(const Instruction &inst) {
  if (inst.memref >= program.memrefs.size())
    return failAt("accesses memref " + Twine(inst.memref) + ", but there are " +
                  Twine(program.memrefs.size()));
  uint32_t rank = program.memrefs[inst.memref].rank;
  if (inst.operands.size() != rank)
    return failAt("expects " + Twine(rank) + " indices, but got " +
                  Twine(inst.operands.size()));
  for (auto [dim, index] : llvm::enumerate(inst.operands))
    if (Error error = checkUse(index, "index " + Twine(dim)))
      return error;
  if (inst.predicate.kind != Operand::Kind::None)
    if (Error error = checkUse(inst.predicate, "the predicate"))
      return error;
  if (Error error = checkStrings(inst))
    return error;
  if (inst.opcode == Opcode::Store)
    return checkUse(inst.stored, "the stored value");
  return define(inst.result);
}

static bool isCompare(AluOp op) {
  return op >= AluOp::CmpEq && op <= AluOp::CmpUge;
}

Error Verifier::checkAlu(const Instruction &inst) const {
  if (inst.alu > AluOp::Trunc)
    return failAt("unknown integer operation");
  if (inst.operandBits < 1 || inst.operandBits > 64 || inst.resultBits < 1 ||
      inst.resultBits > 64)
    return failAt("expects widths of 1 to 64 bits, but got " +
                  Twine(unsigned(inst.operandBits)) + " and " +
                  Twine(unsigned(inst.resultBits)));
  bool isExtension = inst.alu == AluOp::ExtU || inst.alu == AluOp::ExtS;
  bool isWidth = inst.resultBits == inst.operandBits;
  if (isCompare(inst.alu))
    isWidth = inst.resultBits == 1;
  else if (isExtension)
    isWidth = inst.resultBits >= inst.operandBits;
  else if (inst.alu == AluOp::Trunc)
    isWidth = inst.resultBits <= inst.operandBits;
  if (!isWidth)
    return failAt("'" + nameOf(inst.alu) + "' of " +
                  Twine(unsigned(inst.operandBits)) +
                  " bits cannot have a result of " +
                  Twine(unsigned(inst.resultBits)) + " bits");
  unsigned expected = 2;
  if (inst.alu == AluOp::Select)
    expected = 3;
  else if (isExtension || inst.alu == AluOp::Trunc)
    expected = 1;
  if (inst.operands.size() != expected)
    return failAt("'" + nameOf(inst.alu) + "' expects " + Twine(expected) +
                  " operands, but got " + Twine(inst.operands.size()));
  for (auto [index, operand] : llvm::enumerate(inst.operands))
    if (Error error = checkUse(operand, "operand " + Twine(index)))
      return error;
  return checkStrings(inst);
}

Error Verifier::checkPush(const Instruction &inst) {
  if (inst.event >= program.events.size())
    return failAt("pushes event " + Twine(inst.event) + ", but there are " +
                  Twine(program.events.size()));
  if (pushed[inst.event])
    return failAt("pushes event " + Twine(inst.event) + " again");
  pushed[inst.event] = true;

  uint32_t recordBytes = program.events[inst.event].recordBytes;
  llvm::SmallVector<std::pair<uint64_t, uint64_t>, 8> spans;
  for (auto [index, field] : llvm::enumerate(inst.fields)) {
    if (field.bytes > 8 || !llvm::isPowerOf2_32(field.bytes))
      return failAt("field " + Twine(index) +
                    " expects 1, 2, 4 or 8 bytes, but got " +
                    Twine(field.bytes));
    uint64_t end = uint64_t(field.offset) + field.bytes;
    if (end > recordBytes)
      return failAt("field " + Twine(index) + " ends at byte " + Twine(end) +
                    " of a record of " + Twine(recordBytes));
    if (Error error = checkUse(field.value, "field " + Twine(index)))
      return error;
    spans.push_back({field.offset, end});
  }
  llvm::sort(spans);
  for (size_t index = 1; index < spans.size(); ++index)
    if (spans[index].first < spans[index - 1].second)
      return failAt("two fields overlap at byte " + Twine(spans[index].first));
  return Error::success();
}

/// Members that mean nothing for an opcode are empty, so that nobody has to
/// check before looking at them.
Error Verifier::checkUnused(const Instruction &inst) const {
  bool isStore = inst.opcode == Opcode::Store;
  bool isAccess = isStore || inst.opcode == Opcode::Load;
  bool isCompute = inst.opcode == Opcode::Alu || inst.opcode == Opcode::Lanes;
  if (!isAccess && !isCompute && !inst.operands.empty())
    return failAt("takes no operands");
  if (!isAccess && inst.predicate.kind != Operand::Kind::None)
    return failAt("takes no predicate");
  if (!isStore && inst.stored.kind != Operand::Kind::None)
    return failAt("takes no stored value");
  if (inst.opcode != Opcode::Push && !inst.fields.empty())
    return failAt("takes no fields");
  return Error::success();
}

Error Verifier::checkInstruction(const Instruction &inst) {
  bool isLast = position + 1 == program.instructions.size();
  if ((inst.opcode == Opcode::Done) != isLast)
    return failAt(isLast ? "the last one expects to be 'done'"
                         : "'done' expects to be the last one");
  if (inst.opcode > Opcode::Done)
    return failAt("unknown opcode");
  if (Error error = checkUnused(inst))
    return error;
  if (inst.opcode == Opcode::LoopBegin)
    return checkLoopBegin(inst);
  if (inst.opcode == Opcode::LoopEnd)
    return checkLoopEnd(inst);
  if (inst.loop != innermost())
    return failAt("is not marked with the innermost loop around it");
  switch (inst.opcode) {
  case Opcode::Load:
  case Opcode::Store:
    return checkAccess(inst);
  case Opcode::Alu:
    if (Error error = checkAlu(inst))
      return error;
    return define(inst.result);
  case Opcode::Lanes:
    if (inst.operands.size() != 1 || inst.laneStrides.size() != 1)
      return failAt("expects one operand and one lane stride");
    if (Error error = checkUse(inst.operands[0], "the first lane"))
      return error;
    return define(inst.result);
  case Opcode::Push:
    return checkPush(inst);
  case Opcode::Done:
    if (!open.empty())
      return failAt("loop " + Twine(innermost()) + " has no end");
    if (inst.event != program.events.size())
      return failAt("the token of the end expects to be " +
                    Twine(program.events.size()) + ", but got " +
                    Twine(inst.event));
    return Error::success();
  case Opcode::LoopBegin:
  case Opcode::LoopEnd:
    break;
  }
  llvm_unreachable("loops were handled");
}

Error Verifier::run() {
  if (program.instructions.empty())
    return fail("there are no instructions");
  // Every register is some instruction's result.
  if (program.numRegisters > program.instructions.size())
    return fail("expects at most one register per instruction, but got " +
                Twine(program.numRegisters) + " for " +
                Twine(program.instructions.size()));
  if (Error error = checkMemRefs())
    return error;
  if (Error error = checkEvents())
    return error;

  defined.resize(program.numRegisters);
  begun.resize(program.loops.size());
  pushed.resize(program.events.size());
  for (const Instruction &inst : program.instructions) {
    if (Error error = checkInstruction(inst))
      return error;
    ++position;
  }

  if (auto it = llvm::find(begun, false); it != begun.end())
    return fail("loop " + Twine(it - begun.begin()) + " is never begun");
  if (auto it = llvm::find(pushed, false); it != pushed.end())
    return fail("event " + Twine(it - pushed.begin()) + " is never pushed");
  return Error::success();
}

Error AccessProgram::verify() const { return Verifier(*this).run(); }

//===----------------------------------------------------------------------===//
// Text form
//===----------------------------------------------------------------------===//

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

static void printElement(const Instruction &inst, llvm::raw_ostream &os) {
  os << "memref" << inst.memref << "[";
  llvm::interleaveComma(inst.operands, os,
                        [&](const Operand &index) { print(index, os); });
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
    os << " {";
    return;
  }
  case Opcode::LoopEnd:
    os << "}";
    return;
  case Opcode::Load:
    os << "%" << inst.result << " = load ";
    printElement(inst, os);
    return;
  case Opcode::Store:
    os << "store ";
    print(inst.stored, os);
    os << " to ";
    printElement(inst, os);
    return;
  case Opcode::Alu:
    os << "%" << inst.result << " = " << nameOf(inst.alu) << " ";
    llvm::interleaveComma(inst.operands, os,
                          [&](const Operand &operand) { print(operand, os); });
    os << " : i" << unsigned(inst.operandBits);
    if (inst.resultBits != inst.operandBits)
      os << " -> i" << unsigned(inst.resultBits);
    return;
  case Opcode::Lanes:
    os << "%" << inst.result << " = lanes ";
    print(inst.operands.front(), os);
    os << " by " << inst.laneStrides.front();
    return;
  case Opcode::Push:
    os << "push " << inst.event << " {";
    llvm::interleaveComma(inst.fields, os, [&](const RecordField &field) {
      os << field.offset << "+" << field.bytes << ": ";
      print(field.value, os);
    });
    os << "}";
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
  for (auto [index, event] : llvm::enumerate(program.events))
    os << "event " << index << ": " << event.recordBytes << " bytes, align "
       << event.recordAlign << ", \"" << event.name << "\"\n";
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

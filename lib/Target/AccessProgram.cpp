//===- AccessProgram.cpp - What the access unit runs ----------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Verifier of access programs; their serialised form is in
/// AccessProgramBinary.cpp, their text form in AccessProgramText.cpp.
///
//===----------------------------------------------------------------------===//

#include "ember/Target/AccessProgram.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"

namespace ember::target {

using llvm::Error;
using llvm::StringRef;
using llvm::Twine;

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

StringRef nameOf(AluOp op) {
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

  /// What a register holds.
  struct Shape {
    uint32_t lanes = 0; ///< 0: nothing so far.
    uint32_t bits = 0;  ///< Of a lane.
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
  Error checkVectorLoad(const Instruction &inst) const;
  Error checkAlu(const Instruction &inst) const;
  Error checkLanes(const Instruction &inst) const;
  Error checkPush(const Instruction &inst);
  Error checkRun(const Instruction &inst);
  Error checkFields(llvm::ArrayRef<RecordField> fields, uint32_t bytes,
                    const char *kind, const char *whole) const;
  Error checkVectorField(const RecordField &field, const Twine &what) const;
  Error checkWidths(const Instruction &inst) const;
  Error checkLaneCount(uint32_t lanes) const;
  Error checkDefined(const Operand &operand, const Twine &what) const;
  Error checkUse(const Operand &operand, const Twine &what,
                 uint32_t lanes = 1) const;
  Error checkStrings(const Instruction &inst) const;
  Error define(uint32_t reg, Shape shape);
  bool isWrittenIn(uint32_t reg, const Loop &loop) const;

  uint32_t innermost() const {
    return open.empty() ? Loop::noParent : open.back().loop;
  }

  const AccessProgram &program;
  uint32_t position = 0;
  llvm::SmallVector<OpenLoop, 8> open;
  std::vector<bool> defined;
  std::vector<Shape> shapes; ///< Of registers.
  std::vector<bool> begun;   ///< Loops.
  std::vector<bool> pushed;  ///< Events.
  std::vector<bool> hasRun;  ///< Loops with the push of a run.
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
  for (auto [index, event] : llvm::enumerate(program.events)) {
    if (!llvm::isPowerOf2_32(event.recordAlign))
      return fail("event " + Twine(index) +
                  " expects an alignment that is a power of two, but got " +
                  Twine(event.recordAlign));
    if (!event.isRun() && (event.runStride != 0 || event.runOffset != 0))
      return fail("event " + Twine(index) +
                  " has a layout of elements, but no runs");
    if (event.isRun() && event.runOffset < event.recordBytes)
      return fail("event " + Twine(index) + " expects its elements after its " +
                  "header of " + Twine(event.recordBytes) +
                  " bytes, but they begin at byte " + Twine(event.runOffset));
    if (event.maxRecordBytes() > llvm::maxUIntN(32))
      return fail("event " + Twine(index) +
                  " expects records of less than 4 GiB, but got " +
                  Twine(event.maxRecordBytes()) + " bytes");
  }
  return Error::success();
}

Error Verifier::checkDefined(const Operand &operand, const Twine &what) const {
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

/// An operand that is a scalar, or a vector of `lanes` lanes when they are more
/// than one.
Error Verifier::checkUse(const Operand &operand, const Twine &what,
                         uint32_t lanes) const {
  if (Error error = checkDefined(operand, what))
    return error;
  if (operand.kind != Operand::Kind::Register)
    return Error::success();
  uint32_t actual = shapes[operand.value].lanes;
  if (actual == 1 || actual == lanes)
    return Error::success();
  return failAt(what + " expects " +
                (lanes == 1 ? Twine("a scalar")
                            : "a scalar or " + Twine(lanes) + " lanes") +
                ", but got " + Twine(actual) + " lanes");
}

Error Verifier::checkLaneCount(uint32_t lanes) const {
  if (llvm::isPowerOf2_32(lanes) && lanes <= maxLanes)
    return Error::success();
  return failAt("expects a power of two up to " + Twine(maxLanes) +
                " as the number of lanes, but got " + Twine(lanes));
}

Error Verifier::define(uint32_t reg, Shape shape) {
  if (reg >= program.numRegisters)
    return failAt("the result is register " + Twine(reg) + ", but there are " +
                  Twine(program.numRegisters));
  Shape &known = shapes[reg];
  // Where a lane lies in a vector depends on their width.
  bool isVector = known.lanes > 1 || shape.lanes > 1;
  if (known.lanes != 0 && isVector &&
      (known.lanes != shape.lanes || known.bits != shape.bits))
    return failAt("the result is register " + Twine(reg) + " with " +
                  Twine(shape.lanes) + " lanes of " + Twine(shape.bits) +
                  " bits, but before it had " + Twine(known.lanes) + " of " +
                  Twine(known.bits));
  known = shape;
  if (!defined[reg]) {
    defined[reg] = true;
    if (!open.empty())
      open.back().defined.push_back(reg);
  }
  return Error::success();
}

/// Whether a loop, whose end need not have been reached yet, writes a register.
bool Verifier::isWrittenIn(uint32_t reg, const Loop &loop) const {
  uint64_t end =
      std::min<uint64_t>(uint64_t(loop.end) + 1, program.instructions.size());
  for (uint64_t index = loop.begin; index < end; ++index) {
    const Instruction &inst = program.instructions[index];
    switch (inst.opcode) {
    case Opcode::LoopBegin:
      if (inst.loop < program.loops.size() &&
          program.loops[inst.loop].lanes > 1 &&
          program.loops[inst.loop].mask == reg)
        return true;
      [[fallthrough]];
    case Opcode::Load:
    case Opcode::Alu:
    case Opcode::Lanes:
      if (inst.result == reg)
        return true;
      break;
    case Opcode::LoopEnd:
    case Opcode::Store:
    case Opcode::Push:
    case Opcode::Done:
      break;
    }
  }
  return false;
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
  if (Error error = checkLaneCount(loop.lanes))
    return error;
  open.push_back({inst.loop, {}});
  if (Error error = define(inst.result, {1, 64}))
    return error;
  if (loop.lanes > 1)
    return define(loop.mask, {loop.lanes, 1});
  if (loop.mask != 0)
    return failAt("a loop of scalars takes no mask");
  return Error::success();
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
  if (Error error = checkLaneCount(inst.lanes))
    return error;
  for (auto [dim, index] : llvm::enumerate(inst.operands))
    if (Error error = checkUse(index, "index " + Twine(dim), inst.lanes))
      return error;
  if (inst.lanes > 1) {
    if (Error error = checkVectorLoad(inst))
      return error;
  } else if (inst.predicate.kind != Operand::Kind::None) {
    if (Error error = checkUse(inst.predicate, "the predicate"))
      return error;
  }
  if (Error error = checkStrings(inst))
    return error;
  if (inst.opcode == Opcode::Store)
    return checkUse(inst.stored, "the stored value");
  return define(inst.result,
                {inst.lanes, program.memrefs[inst.memref].elementBits});
}

Error Verifier::checkVectorLoad(const Instruction &inst) const {
  if (inst.laneStrides.size() != inst.operands.size())
    return failAt("expects " + Twine(inst.operands.size()) +
                  " lane strides, but got " + Twine(inst.laneStrides.size()));
  for (auto [dim, index, stride] :
       llvm::enumerate(inst.operands, inst.laneStrides))
    if (stride != 0 && index.kind == Operand::Kind::Register &&
        shapes[index.value].lanes > 1)
      return failAt("index " + Twine(dim) +
                    " is a vector, whose lane stride expects to be 0, but "
                    "got " +
                    Twine(stride));
  if (Error error = checkDefined(inst.predicate, "the mask"))
    return error;
  if (inst.predicate.kind != Operand::Kind::Register ||
      shapes[inst.predicate.value].lanes != inst.lanes ||
      shapes[inst.predicate.value].bits != 1)
    return failAt("the mask expects " + Twine(inst.lanes) +
                  " lanes of one bit");
  return Error::success();
}

static bool isCompare(AluOp op) {
  return op >= AluOp::CmpEq && op <= AluOp::CmpUge;
}

Error Verifier::checkAlu(const Instruction &inst) const {
  if (inst.alu > AluOp::Trunc)
    return failAt("unknown integer operation");
  if (Error error = checkWidths(inst))
    return error;
  if (Error error = checkLaneCount(inst.lanes))
    return error;
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
    if (Error error = checkUse(operand, "operand " + Twine(index), inst.lanes))
      return error;
  return checkStrings(inst);
}

Error Verifier::checkWidths(const Instruction &inst) const {
  if (inst.operandBits >= 1 && inst.operandBits <= 64 && inst.resultBits >= 1 &&
      inst.resultBits <= 64)
    return Error::success();
  return failAt("expects widths of 1 to 64 bits, but got " +
                Twine(unsigned(inst.operandBits)) + " and " +
                Twine(unsigned(inst.resultBits)));
}

Error Verifier::checkLanes(const Instruction &inst) const {
  if (inst.lanes == 1)
    return failAt("expects more than one lane");
  if (Error error = checkLaneCount(inst.lanes))
    return error;
  if (Error error = checkWidths(inst))
    return error;
  if (inst.operands.size() != 1 || inst.laneStrides.size() != 1)
    return failAt("expects one operand and one lane stride, but got " +
                  Twine(inst.operands.size()) + " and " +
                  Twine(inst.laneStrides.size()));
  return checkUse(inst.operands.front(), "the first lane");
}

Error Verifier::checkPush(const Instruction &inst) {
  if (inst.event >= program.events.size())
    return failAt("pushes event " + Twine(inst.event) + ", but there are " +
                  Twine(program.events.size()));
  if (pushed[inst.event])
    return failAt("pushes event " + Twine(inst.event) + " again");
  pushed[inst.event] = true;

  const Event &event = program.events[inst.event];
  if (Error error =
          checkFields(inst.fields, event.recordBytes, "field", "record"))
    return error;
  if (event.isRun())
    return checkRun(inst);
  if (!inst.runFields.empty())
    return failAt("pushes the element of a run, but event " +
                  Twine(inst.event) + " has none");
  return Error::success();
}

Error Verifier::checkRun(const Instruction &inst) {
  if (inst.loop == Loop::noParent)
    return failAt("the push of a run expects to be in a loop");
  if (hasRun[inst.loop])
    return failAt("loop " + Twine(inst.loop) + " pushes a second run");
  hasRun[inst.loop] = true;
  for (auto [index, field] : llvm::enumerate(inst.fields))
    if (field.value.kind == Operand::Kind::Register &&
        isWrittenIn(field.value.value, program.loops[inst.loop]))
      return failAt("field " + Twine(index) +
                    " of the header of a run changes within loop " +
                    Twine(inst.loop));
  return checkFields(inst.runFields, program.events[inst.event].runStride,
                     "run field", "run's element");
}

/// `kind` is what one of the fields is called, `whole` what they are part of.
Error Verifier::checkFields(llvm::ArrayRef<RecordField> fields, uint32_t bytes,
                            const char *kind, const char *whole) const {
  llvm::SmallVector<std::pair<uint64_t, uint64_t>, 8> spans;
  for (const auto &[index, field] : llvm::enumerate(fields)) {
    std::string what = (kind + Twine(" ") + Twine(index)).str();
    if (field.lanes == 1) {
      if (field.bytes > 8 || !llvm::isPowerOf2_32(field.bytes))
        return failAt(what + " expects 1, 2, 4 or 8 bytes, but got " +
                      Twine(field.bytes));
      if (field.laneBits != 0)
        return failAt(what + " is a scalar, and has no width of a lane");
      if (Error error = checkUse(field.value, what))
        return error;
    } else if (Error error = checkVectorField(field, what)) {
      return error;
    }
    uint64_t end = uint64_t(field.offset) + field.bytes;
    if (end > bytes)
      return failAt(what + " ends at byte " + Twine(end) + " of a " + whole +
                    " of " + Twine(bytes));
    spans.push_back({field.offset, end});
  }
  llvm::sort(spans);
  for (size_t index = 1; index < spans.size(); ++index)
    if (spans[index].first < spans[index - 1].second)
      return failAt(Twine("two ") + kind + "s overlap at byte " +
                    Twine(spans[index].first));
  return Error::success();
}

Error Verifier::checkVectorField(const RecordField &field,
                                 const Twine &what) const {
  if (Error error = checkLaneCount(field.lanes))
    return error;
  if (Error error = checkDefined(field.value, what))
    return error;
  if (field.value.kind != Operand::Kind::Register ||
      shapes[field.value.value].lanes != field.lanes)
    return failAt(what + " expects a vector of " + Twine(field.lanes) +
                  " lanes");
  uint32_t laneBits = getStoredBits(shapes[field.value.value].bits);
  if (field.laneBits != laneBits)
    return failAt(what + " expects lanes of " + Twine(laneBits) +
                  " bits, but got " + Twine(unsigned(field.laneBits)));
  uint32_t bytes = llvm::divideCeil(field.lanes * laneBits, 8);
  if (field.bytes != bytes)
    return failAt(what + " expects " + Twine(bytes) + " bytes, but got " +
                  Twine(field.bytes));
  return Error::success();
}

/// Members that mean nothing for an opcode are empty, so that nobody has to
/// check before looking at them.
Error Verifier::checkUnused(const Instruction &inst) const {
  bool isLoad = inst.opcode == Opcode::Load;
  bool isStore = inst.opcode == Opcode::Store;
  bool isAccess = isStore || isLoad;
  bool isCompute = inst.opcode == Opcode::Alu || inst.opcode == Opcode::Lanes;
  if (!isAccess && !isCompute && !inst.operands.empty())
    return failAt("takes no operands");
  if (!isAccess && inst.predicate.kind != Operand::Kind::None)
    return failAt("takes no predicate");
  if (!isStore && inst.stored.kind != Operand::Kind::None)
    return failAt("takes no stored value");
  if (inst.opcode != Opcode::Push && !inst.fields.empty())
    return failAt("takes no fields");
  if (inst.opcode != Opcode::Push && !inst.runFields.empty())
    return failAt("takes no element of a run");
  if (!isLoad && !isCompute && inst.lanes != 1)
    return failAt("takes no lanes");
  bool hasLaneStrides =
      inst.opcode == Opcode::Lanes || (isLoad && inst.lanes != 1);
  if (!hasLaneStrides && !inst.laneStrides.empty())
    return failAt("takes no lane strides");
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
    return define(inst.result, {inst.lanes, inst.resultBits});
  case Opcode::Lanes:
    if (Error error = checkLanes(inst))
      return error;
    return define(inst.result, {inst.lanes, inst.resultBits});
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
  shapes.resize(program.numRegisters);
  begun.resize(program.loops.size());
  pushed.resize(program.events.size());
  hasRun.resize(program.loops.size());
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

} // namespace ember::target

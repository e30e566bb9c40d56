//===- AccessProgram.h - What the access unit runs --------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The access program of one decoupled nest: a flat list of instructions with
/// one traversal unit (agent) per loop. The compiler writes it, in its
/// serialised form, into the core's program; the access unit loads it from
/// there. This header knows LLVM's support library, but no MLIR.
///
/// A program is a structured list: every `LoopBegin` has its `LoopEnd`, bodies
/// lie between, in program order; the last instruction is `Done`.
///
/// Registers hold the bits of one value of up to 64 bits, zero-extended.
/// *Configuration words* are the 64-bit values that the core stores when it
/// starts the program: scalars one word each, memrefs as
/// `{address of element 0…0, size[0..rank), stride[0..rank)}`, address in
/// bytes with the offset applied, strides in elements.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_TARGET_ACCESSPROGRAM_H
#define EMBER_TARGET_ACCESSPROGRAM_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>
#include <vector>

namespace ember::target {

/// Where an instruction finds an operand.
struct Operand {
  enum class Kind : uint8_t {
    None,      ///< No operand (an absent predicate).
    Register,  ///< Register `value`.
    Config,    ///< Configuration word `value`.
    Immediate, ///< The bits `value` themselves.
  };
  Kind kind = Kind::None;
  uint64_t value = 0;
};

enum class Opcode : uint8_t {
  LoopBegin, ///< `result` = induction variable; `loop` names the loop.
  LoopEnd,   ///< Ends the body of `loop`.
  Load,      ///< `result` = memref[indices], when the predicate holds.
  Store,     ///< memref[indices] = operands[0], when the predicate holds.
  Alu,       ///< `result` = alu(operands).
  Push,      ///< Pushes the token `event` and its record.
  Done,      ///< Pushes the token of the nest's end, and stops.
};

/// Integer operations of the access unit; they wrap at `operandBits` exactly
/// as `arith` does.
enum class AluOp : uint8_t {
  Add,
  Sub,
  Mul,
  DivU,
  DivS,
  CeilDivU,
  CeilDivS,
  FloorDivS,
  RemU,
  RemS,
  And,
  Or,
  Xor,
  Shl,
  ShrU,
  ShrS,
  MinU,
  MinS,
  MaxU,
  MaxS,
  CmpEq,
  CmpNe,
  CmpSlt,
  CmpSle,
  CmpSgt,
  CmpSge,
  CmpUlt,
  CmpUle,
  CmpUgt,
  CmpUge,
  Select, ///< operands: condition, true value, false value.
  ExtU,
  ExtS,
  Trunc,
};

/// One field of a record, as pushed: the low `bytes` bytes (1, 2, 4 or 8) of
/// `value` at byte `offset` of the record.
struct RecordField {
  Operand value;
  uint32_t offset = 0;
  uint32_t bytes = 0;
};

/// A memref among the configuration words, from word `firstWord` on.
struct MemRefConfig {
  uint32_t firstWord = 0;
  uint32_t rank = 0;
  uint32_t elementBytes = 0; ///< Bytes of one element in memory: 1, 2, 4, 8.
  uint32_t elementBits = 0;  ///< Bits of the value: i1 is 1 bit in 1 byte.
};

/// A loop `for (result = lower; result < upper; result += step)`, compared
/// signed. A step that is not positive is a fault.
struct Loop {
  static constexpr uint32_t noParent = ~0u;
  uint32_t parent = noParent;
  uint32_t begin = 0; ///< Index of the `LoopBegin` instruction.
  uint32_t end = 0;   ///< Index of the `LoopEnd` instruction.
  Operand lower, upper, step;
};

struct Instruction {
  Opcode opcode = Opcode::Done;
  AluOp alu = AluOp::Add;
  uint8_t operandBits = 64; ///< Alu: width of the operands (of ExtU/ExtS/Trunc:
                            ///< of the source). Select: of the values.
  uint8_t resultBits = 64;  ///< Width of the result.
  uint32_t result = 0;      ///< Register written.
  uint32_t loop = Loop::noParent; ///< For LoopBegin/LoopEnd the loop itself,
                                  ///< otherwise the innermost loop around it,
                                  ///< or `Loop::noParent`.
  uint32_t memref = 0;            ///< Load/Store: index into `memrefs`.
  uint32_t event = 0;     ///< Push: index into `events`. Done: number of
                          ///< events, which is the token of the end.
  uint32_t location = 0;  ///< Index into `strings`: where the source is.
  uint32_t operation = 0; ///< Index into `strings`: the source operation's
                          ///< name, for messages ("memref.load").
  uint8_t cacheLevel = 0; ///< Load/Store: hinted level, 0 for none.
  bool temporal = true;   ///< Load/Store: expected to be used again.
  Operand predicate;      ///< Load/Store.
  llvm::SmallVector<Operand, 3> operands;   ///< Indices, or ALU operands.
  Operand stored;                           ///< Store: the value.
  llvm::SmallVector<RecordField, 0> fields; ///< Push.
};

/// The layout of one event's record: fields lie in the instruction that pushes
/// it; this says how many bytes it takes in the data ring.
struct Event {
  uint32_t recordBytes = 0;
  uint32_t recordAlign = 1; ///< A power of two.
  std::string name;         ///< For people: "iterate at f.mlir:3:7".
};

struct AccessProgram {
  static constexpr uint32_t currentVersion = 1;
  std::string name; ///< The function, and which of its nests: "bag#0".
  uint32_t numRegisters = 0;
  uint32_t numConfigWords = 0;
  std::vector<MemRefConfig> memrefs;
  std::vector<Loop> loops;
  std::vector<Event> events;
  std::vector<Instruction> instructions;
  std::vector<std::string> strings;

  /// Checks every index and the structure; the message says what is wrong.
  llvm::Error verify() const;
};

/// The serialised form: magic "EMBR", version, then little-endian fields. The
/// same program gives the same bytes on every host.
std::string serialize(const AccessProgram &program);

/// Reads a serialised program, and verifies it; an error for a wrong magic or
/// version, a truncated or an inconsistent program.
llvm::Expected<AccessProgram> deserialize(llvm::StringRef bytes);

/// Writes a program as text, for people and tests.
void print(const AccessProgram &program, llvm::raw_ostream &os);

} // namespace ember::target

#endif // EMBER_TARGET_ACCESSPROGRAM_H

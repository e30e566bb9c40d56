//===- AccessProgram.h - What the access unit runs --------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
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
/// A register is a scalar, the bits of one value of up to 64 bits
/// zero-extended, or a vector of 2 to 64 *lanes* of such values, a power of
/// two. Which of the two it is follows from the instruction that defines it;
/// all definitions of a register agree. Operands are scalars where nothing else
/// is said.
///
/// *Configuration words* are the 64-bit values that the core stores when it
/// starts the program: scalars one word each, memrefs as
/// `{address of element 0…0, size[0..rank), stride[0..rank)}`, address in
/// bytes with the offset applied, strides in elements.
///
/// *Runs*: the `Push` of an event with a `runChunk` appends one element to the
/// event's run. The run is published, as one token and one record, when it has
/// `runChunk` elements, and when the innermost loop around the `Push` is left
/// if it has any. Its record is the header, then the elements.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_TARGET_ACCESSPROGRAM_H
#define EMBER_TARGET_ACCESSPROGRAM_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
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
  Lanes,     ///< `result`[l] = operands[0] + l * laneStrides[0], wrapping at
             ///< `resultBits`.
  Push,      ///< Pushes the token `event` and its record, or appends an element
             ///< to the event's run.
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

/// The operation's name in `arith`, with the predicates of comparisons joined
/// to theirs: "addi", "cmpi.slt". "unknown" for a number that is none of them.
llvm::StringRef nameOf(AluOp op);

/// The most lanes that a register can have.
constexpr uint32_t maxLanes = 64;

/// Bits that a lane of `bits` bits takes, in a register and in a record: 1, 8,
/// 16, 32 or 64.
inline uint32_t getStoredBits(uint32_t bits) {
  return bits == 1 ? 1 : std::max<uint32_t>(8, llvm::PowerOf2Ceil(bits));
}

/// One field of a record or of a run's element, as pushed, at byte `offset` of
/// it. A scalar is the low `bytes` bytes (1, 2, 4 or 8) of `value`. A vector is
/// as LLVM stores one: its lanes one after the other, or for lanes of one bit a
/// little-endian mask whose bit l is lane l.
struct RecordField {
  Operand value;
  uint32_t offset = 0;
  uint32_t bytes = 0;   ///< A vector: ceil(lanes * laneBits / 8).
  uint32_t lanes = 1;   ///< 1 is a scalar, others a register of these lanes.
  uint8_t laneBits = 0; ///< A vector: `getStoredBits` of the lanes of its
                        ///< register. A scalar: 0.
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
///
/// With `lanes` > 1 each iteration does the work of `lanes` of them: `result`
/// is the variable of the first, the register `mask` has a lane of one bit for
/// each, true when `result + l * step < upper` (as integers, without wrapping),
/// and the variable grows by `lanes * step`.
struct Loop {
  static constexpr uint32_t noParent = ~0u;
  uint32_t parent = noParent;
  uint32_t begin = 0; ///< Index of the `LoopBegin` instruction.
  uint32_t end = 0;   ///< Index of the `LoopEnd` instruction.
  Operand lower, upper, step;
  uint32_t lanes = 1;
  uint32_t mask = 0; ///< Register; 0 when `lanes` is 1.
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

  /// Load/Alu/Lanes: lanes of the result, 1 for a scalar.
  uint32_t lanes = 1;

  /// Load/Store. Of a vector load it is a register of so many lanes of one bit,
  /// and required: a false lane reads nothing and is zero.
  Operand predicate;

  /// Load/Store: the indices. Those of a vector load are scalars, or registers
  /// of so many lanes.
  /// Alu: the operands. Those of a vector operation are registers of so many
  /// lanes, or scalars that stand for all lanes.
  /// Lanes: the value of the first lane.
  llvm::SmallVector<Operand, 3> operands;

  /// Vector load: for each dimension, what the index grows by from lane to
  /// lane; 0 where the index is a vector itself. Lanes: one, what the value
  /// grows by. Empty for all others.
  llvm::SmallVector<int64_t, 3> laneStrides;

  Operand stored; ///< Store: the value.

  /// Push: the record, or the header of a run's record. A header is made when
  /// the run is published; its fields must be defined outside of the loop that
  /// the `Push` is in.
  llvm::SmallVector<RecordField, 0> fields;

  /// Push of a run: one element, with offsets relative to its start.
  llvm::SmallVector<RecordField, 0> runFields;
};

/// The layout of one event's record: fields lie in the instruction that pushes
/// it; this says how many bytes it takes in the data ring. The record of a run
/// of n elements takes `runOffset + n * runStride` bytes.
struct Event {
  uint32_t recordBytes = 0; ///< Of a run: of its header alone.
  uint32_t recordAlign = 1; ///< A power of two.
  std::string name;         ///< For people: "iterate at f.mlir:3:7".
  uint32_t runChunk = 0;    ///< Most elements of a run; 0 for an event without
                            ///< runs, whose other members are then 0, too.
  uint32_t runStride = 0;   ///< Bytes from one element to the next.
  uint32_t runOffset = 0;   ///< Where the first one is in the record; at least
                            ///< `recordBytes`.

  bool isRun() const { return runChunk != 0; }

  /// Bytes of the largest record.
  uint64_t maxRecordBytes() const {
    return isRun() ? runOffset + uint64_t(runChunk) * runStride : recordBytes;
  }
};

struct AccessProgram {
  static constexpr uint32_t currentVersion = 2;
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

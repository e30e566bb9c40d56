//===- AccessProgramTest.cpp - Verifier and text of access programs -------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Support/ProgramBuilder.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <functional>

using namespace ember::target;
using ember::test::immediate;
using ember::test::ProgramBuilder;

namespace {

Operand registerNumber(uint64_t number) {
  return {Operand::Kind::Register, number};
}
Operand configWord(uint64_t number) { return {Operand::Kind::Config, number}; }

/// What `verify` says, and nothing for a valid program.
std::string verify(const AccessProgram &program) {
  if (llvm::Error error = program.verify())
    return llvm::toString(std::move(error));
  return "";
}

/// 0: loop, 1: load, 2: add, 3: store, 4: push, 5: end, 6: done.
/// Words: 0 the trip count, 1 to 3 memref 0, 4 to 6 memref 1.
AccessProgram validProgram() {
  ProgramBuilder builder;
  Operand count = builder.word();
  uint32_t from = builder.memref(1, 4), to = builder.memref(1, 8);
  Operand iv = builder.beginLoop(immediate(0), count);
  Operand value = builder.load(from, {iv});
  Operand sum = builder.alu(AluOp::Add, {iv, value});
  builder.store(sum, to, {iv});
  builder.push({{iv, 8}, {value, 4}});
  builder.endLoop();
  return builder.finish();
}

/// What `verify` says of the valid program after a change.
std::string verifyChanged(std::function<void(AccessProgram &)> change) {
  AccessProgram program = validProgram();
  change(program);
  return verify(program);
}

constexpr const char *prefix = "access program 'test#0': ";

#define EXPECT_MESSAGE(expected, ...)                                          \
  EXPECT_EQ(std::string(prefix) + expected,                                    \
            verifyChanged([](AccessProgram & p) __VA_ARGS__))

TEST(AccessProgramVerify, AcceptsValidProgram) {
  EXPECT_EQ("", verify(validProgram()));
}

TEST(AccessProgramVerify, RefusesNoInstructions) {
  EXPECT_MESSAGE("there are no instructions", { p.instructions.clear(); });
}

TEST(AccessProgramVerify, WantsDoneLast) {
  EXPECT_MESSAGE("instruction 5: the last one expects to be 'done'",
                 { p.instructions.pop_back(); });
}

TEST(AccessProgramVerify, WantsDoneOnlyLast) {
  EXPECT_MESSAGE("instruction 4: 'done' expects to be the last one",
                 { p.instructions[4].opcode = Opcode::Done; });
}

TEST(AccessProgramVerify, WantsTokenOfTheEnd) {
  EXPECT_MESSAGE("instruction 6: the token of the end expects to be 1, but "
                 "got 2",
                 { p.instructions[6].event = 2; });
}

TEST(AccessProgramVerify, RefusesOpenLoop) {
  EXPECT_MESSAGE("instruction 5: loop 0 has no end", {
    p.instructions.erase(p.instructions.begin() + 5);
    p.instructions[5].loop = 0;
  });
}

TEST(AccessProgramVerify, RefusesEndWithoutLoop) {
  EXPECT_MESSAGE("instruction 0: ends loop 0, which is not the innermost open "
                 "one",
                 { p.instructions[0].opcode = Opcode::LoopEnd; });
}

TEST(AccessProgramVerify, WantsLoopWhereItsInstructionsAre) {
  EXPECT_MESSAGE("instruction 0: begins loop 0, which expects to begin at "
                 "instruction 1",
                 { p.loops[0].begin = 1; });
  EXPECT_MESSAGE("instruction 5: ends loop 0, which expects to end at "
                 "instruction 4",
                 { p.loops[0].end = 4; });
}

TEST(AccessProgramVerify, WantsInnermostParent) {
  EXPECT_MESSAGE("instruction 0: begins loop 0, whose parent is not the "
                 "innermost loop around it",
                 { p.loops[0].parent = 0; });
}

TEST(AccessProgramVerify, RefusesLoopOutOfRange) {
  EXPECT_MESSAGE("instruction 0: begins loop 7, but there are 1",
                 { p.instructions[0].loop = 7; });
}

TEST(AccessProgramVerify, RefusesLoopWithoutInstructions) {
  EXPECT_MESSAGE("loop 1 is never begun", { p.loops.push_back(p.loops[0]); });
}

TEST(AccessProgramVerify, WantsInnermostLoopOnInstructions) {
  EXPECT_MESSAGE("instruction 1: is not marked with the innermost loop around "
                 "it",
                 { p.instructions[1].loop = Loop::noParent; });
}

TEST(AccessProgramVerify, WantsBounds) {
  EXPECT_MESSAGE("instruction 0: the upper bound is missing",
                 { p.loops[0].upper = {}; });
  EXPECT_MESSAGE("instruction 0: the step is missing",
                 { p.loops[0].step = {}; });
}

TEST(AccessProgramVerify, RefusesVariableInItsOwnBound) {
  EXPECT_MESSAGE("instruction 0: the lower bound is register 0, which has no "
                 "value here",
                 { p.loops[0].lower = registerNumber(0); });
}

TEST(AccessProgramVerify, RefusesUseBeforeDefinition) {
  EXPECT_MESSAGE("instruction 1: index 0 is register 2, which has no value "
                 "here",
                 { p.instructions[1].operands[0] = registerNumber(2); });
}

TEST(AccessProgramVerify, RefusesUseAfterTheLoop) {
  ProgramBuilder builder;
  Operand iv = builder.beginLoop(immediate(0), immediate(4));
  builder.endLoop();
  builder.push({{iv, 8}});
  EXPECT_EQ(std::string(prefix) + "instruction 2: field 0 is register 0, "
                                  "which has no value here",
            verify(builder.finish()));
}

TEST(AccessProgramVerify, AcceptsUseInInnerLoop) {
  ProgramBuilder builder;
  Operand outer = builder.beginLoop(immediate(0), immediate(4));
  builder.beginLoop(outer, immediate(4));
  builder.push({{outer, 8}});
  builder.endLoop();
  builder.endLoop();
  EXPECT_EQ("", verify(builder.finish()));
}

TEST(AccessProgramVerify, RefusesRegisterOutOfRange) {
  EXPECT_MESSAGE("instruction 1: index 0 is register 9, but there are 3",
                 { p.instructions[1].operands[0] = registerNumber(9); });
  EXPECT_MESSAGE("instruction 1: the result is register 9, but there are 3",
                 { p.instructions[1].result = 9; });
}

TEST(AccessProgramVerify, BoundsRegistersByInstructions) {
  EXPECT_MESSAGE("expects at most one register per instruction, but got "
                 "4000000000 for 7",
                 { p.numRegisters = 4000000000; });
}

TEST(AccessProgramVerify, RefusesConfigurationWordOutOfRange) {
  EXPECT_MESSAGE("instruction 0: the upper bound is configuration word 7, but "
                 "there are 7",
                 { p.loops[0].upper = configWord(7); });
}

TEST(AccessProgramVerify, RefusesOperandOfUnknownKind) {
  EXPECT_MESSAGE("instruction 1: index 0 is of an unknown kind", {
    p.instructions[1].operands[0].kind = static_cast<Operand::Kind>(17);
  });
}

TEST(AccessProgramVerify, RefusesMemRefWordsOutOfRange) {
  EXPECT_MESSAGE("memref 1 expects configuration words 5 to 7, but there are "
                 "7",
                 { p.memrefs[1].firstWord = 5; });
  EXPECT_MESSAGE("memref 1 expects configuration words 4 to 8589934594, but "
                 "there are 7",
                 { p.memrefs[1].rank = 4294967295; });
}

TEST(AccessProgramVerify, RefusesElementSizes) {
  EXPECT_MESSAGE("memref 0 expects elements of 1, 2, 4 or 8 bytes, but got 3",
                 { p.memrefs[0].elementBytes = 3; });
  EXPECT_MESSAGE("memref 0 expects elements of 1, 2, 4 or 8 bytes, but got 0",
                 { p.memrefs[0].elementBytes = 0; });
  EXPECT_MESSAGE("memref 0 expects elements of 1 to 32 bits, but got 33",
                 { p.memrefs[0].elementBits = 33; });
}

TEST(AccessProgramVerify, RefusesMemRefOutOfRange) {
  EXPECT_MESSAGE("instruction 1: accesses memref 2, but there are 2",
                 { p.instructions[1].memref = 2; });
}

TEST(AccessProgramVerify, WantsAsManyIndicesAsDimensions) {
  EXPECT_MESSAGE("instruction 3: expects 1 indices, but got 2",
                 { p.instructions[3].operands.push_back(immediate(0)); });
}

TEST(AccessProgramVerify, WantsStoredValue) {
  EXPECT_MESSAGE("instruction 3: the stored value is missing",
                 { p.instructions[3].stored = {}; });
}

TEST(AccessProgramVerify, RefusesUndefinedPredicate) {
  EXPECT_MESSAGE("instruction 1: the predicate is register 1, which has no "
                 "value here",
                 { p.instructions[1].predicate = registerNumber(1); });
}

TEST(AccessProgramVerify, RefusesStringOutOfRange) {
  EXPECT_MESSAGE("instruction 2: string 5 is named, but there are 5",
                 { p.instructions[2].location = 5; });
}

TEST(AccessProgramVerify, RefusesUnknownOpcode) {
  EXPECT_MESSAGE("instruction 1: unknown opcode",
                 { p.instructions[1].opcode = static_cast<Opcode>(99); });
}

TEST(AccessProgramVerify, RefusesUnknownIntegerOperation) {
  EXPECT_MESSAGE("instruction 2: unknown integer operation",
                 { p.instructions[2].alu = static_cast<AluOp>(99); });
}

TEST(AccessProgramVerify, RefusesWidths) {
  EXPECT_MESSAGE("instruction 2: expects widths of 1 to 64 bits, but got 0 "
                 "and 64",
                 { p.instructions[2].operandBits = 0; });
  EXPECT_MESSAGE("instruction 2: expects widths of 1 to 64 bits, but got 64 "
                 "and 65",
                 { p.instructions[2].resultBits = 65; });
  EXPECT_MESSAGE("instruction 2: 'addi' of 64 bits cannot have a result of 32 "
                 "bits",
                 { p.instructions[2].resultBits = 32; });
}

/// An operation with so many operands and these widths is valid.
bool isValid(AluOp op, unsigned operands, unsigned bits, unsigned resultBits) {
  ProgramBuilder builder;
  builder.alu(op, llvm::SmallVector<Operand>(operands, immediate(1)), bits,
              resultBits);
  return verify(builder.finish()).empty();
}

TEST(AccessProgramVerify, ChecksOperandCountOfEachOperation) {
  for (unsigned index = 0; index <= unsigned(AluOp::Trunc); ++index) {
    auto op = static_cast<AluOp>(index);
    bool isCompare = op >= AluOp::CmpEq && op <= AluOp::CmpUge;
    unsigned expected = op == AluOp::Select ? 3 : op >= AluOp::ExtU ? 1 : 2;
    for (unsigned count = 0; count <= 4; ++count)
      EXPECT_EQ(count == expected, isValid(op, count, 8, isCompare ? 1 : 8))
          << "operation " << index << " with " << count << " operands";
  }
}

TEST(AccessProgramVerify, ChecksResultWidthOfEachKind) {
  EXPECT_FALSE(isValid(AluOp::CmpEq, 2, 8, 8));
  EXPECT_TRUE(isValid(AluOp::ExtS, 1, 8, 64));
  EXPECT_FALSE(isValid(AluOp::ExtS, 1, 64, 8));
  EXPECT_TRUE(isValid(AluOp::Trunc, 1, 64, 8));
  EXPECT_FALSE(isValid(AluOp::Trunc, 1, 8, 64));
  EXPECT_FALSE(isValid(AluOp::Select, 3, 8, 64));
}

TEST(AccessProgramVerify, RefusesOperandsThatTheOpcodeDoesNotTake) {
  EXPECT_MESSAGE("instruction 4: takes no operands",
                 { p.instructions[4].operands.push_back(immediate(0)); });
  EXPECT_MESSAGE("instruction 2: takes no predicate",
                 { p.instructions[2].predicate = immediate(1); });
  EXPECT_MESSAGE("instruction 1: takes no stored value",
                 { p.instructions[1].stored = immediate(1); });
  EXPECT_MESSAGE("instruction 6: takes no fields",
                 { p.instructions[6].fields = p.instructions[4].fields; });
}

TEST(AccessProgramVerify, WantsAlignmentPowerOfTwo) {
  EXPECT_MESSAGE("event 0 expects an alignment that is a power of two, but "
                 "got 12",
                 { p.events[0].recordAlign = 12; });
  EXPECT_MESSAGE("event 0 expects an alignment that is a power of two, but "
                 "got 0",
                 { p.events[0].recordAlign = 0; });
}

TEST(AccessProgramVerify, WantsEveryEventPushedOnce) {
  EXPECT_MESSAGE("event 1 is never pushed", {
    p.events.push_back(p.events[0]);
    p.instructions[6].event = 2;
  });
  EXPECT_MESSAGE("instruction 3: pushes event 0 again", {
    p.instructions[2] = p.instructions[3] = p.instructions[4];
    p.instructions[2].fields.clear();
  });
  EXPECT_MESSAGE("instruction 4: pushes event 1, but there are 1",
                 { p.instructions[4].event = 1; });
}

TEST(AccessProgramVerify, RefusesFieldOutsideTheRecord) {
  EXPECT_MESSAGE("instruction 4: field 1 ends at byte 14 of a record of 12",
                 { p.instructions[4].fields[1].offset = 10; });
  EXPECT_MESSAGE("instruction 4: field 1 ends at byte 4294967299 of a record "
                 "of 12",
                 { p.instructions[4].fields[1].offset = 4294967295; });
}

TEST(AccessProgramVerify, RefusesOverlappingFields) {
  EXPECT_MESSAGE("instruction 4: two fields overlap at byte 7",
                 { p.instructions[4].fields[1].offset = 7; });
}

TEST(AccessProgramVerify, RefusesFieldSizes) {
  EXPECT_MESSAGE("instruction 4: field 1 expects 1, 2, 4 or 8 bytes, but got 3",
                 { p.instructions[4].fields[1].bytes = 3; });
}

TEST(AccessProgramVerify, WantsFieldValues) {
  EXPECT_MESSAGE("instruction 4: field 0 is missing",
                 { p.instructions[4].fields[0].value = {}; });
}

TEST(AccessProgramPrint, WritesEveryInstruction) {
  ProgramBuilder builder("bag#0");
  Operand count = builder.word();
  uint32_t from = builder.memref(2, 1, 1), to = builder.memref(1, 8);
  Operand iv = builder.beginLoop(immediate(-1), count, immediate(2));
  Operand flag = builder.load(from, {iv, immediate(3)});
  Operand wide = builder.alu(AluOp::ExtU, {flag}, 1, 64);
  builder.store(wide, to, {iv}, flag);
  builder.push({{iv, 8}, {flag, 1}});
  builder.endLoop();
  AccessProgram program = builder.finish();
  program.instructions[1].cacheLevel = 2;
  program.instructions[1].temporal = false;

  std::string text;
  llvm::raw_string_ostream os(text);
  print(program, os);
  EXPECT_EQ(R"(program "bag#0" registers=3 words=9
memref0: i1 in 1 bytes, rank 2, at $1
memref1: i64 in 8 bytes, rank 1, at $6
event 0: 9 bytes, align 8, "event 0"
   0: %0 = loop 0 from -1 to $0 step 2 {
   1:   %1 = load memref0[%0, 3] level=2 nontemporal
   2:   %2 = extui %1 : i1 -> i64
   3:   store %2 to memref1[%0] if %1
   4:   push 0 {0+8: %0, 8+1: %1}
   5: }
   6: done 1
)",
            text);
}

} // namespace

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
using ember::test::vectorField;
using ember::test::VectorLoop;

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

//===----------------------------------------------------------------------===//
// Lanes and runs
//===----------------------------------------------------------------------===//

/// 0: loop, 1: index, 2: add, 3: gather, 4: number, 5: push of a run, 6: end,
/// 7: loop, 8: push, 9: end, 10: done.
/// Registers: 0 first, 1 mask, 2 index, 3 sum, 4 value, 5 number, 6 variable.
AccessProgram vectorProgram() {
  ProgramBuilder builder;
  Operand count = builder.word();
  uint32_t indices = builder.memref(1, 8), table = builder.memref(2, 4);
  VectorLoop loop = builder.beginVectorLoop(8, immediate(0), count);
  Operand index = builder.loadVector(indices, 8, {loop.first}, {1}, loop.mask);
  Operand sum = builder.vectorAlu(AluOp::Add, 8, {index, loop.first});
  Operand value =
      builder.loadVector(table, 8, {sum, loop.first}, {0, 1}, loop.mask);
  Operand number = builder.lanes(8, loop.first, 3, 16);
  builder.pushRun(16, {{count, 8}},
                  {vectorField(value, 8, 32),
                   vectorField(number, 8, 16),
                   vectorField(loop.mask, 8, 1),
                   {loop.first, 8}});
  builder.endLoop();
  Operand i = builder.beginLoop(immediate(0), count);
  builder.push({{i, 8}});
  builder.endLoop();
  return builder.finish();
}

/// What `verify` says of the program with lanes after a change.
std::string verifyVector(std::function<void(AccessProgram &)> change) {
  AccessProgram program = vectorProgram();
  change(program);
  return verify(program);
}

#define EXPECT_VECTOR_MESSAGE(expected, ...)                                   \
  EXPECT_EQ(std::string(prefix) + expected,                                    \
            verifyVector([](AccessProgram & p) __VA_ARGS__))

TEST(AccessProgramVerify, AcceptsLanesAndRuns) {
  EXPECT_EQ("", verify(vectorProgram()));
}

TEST(AccessProgramVerify, WantsPowersOfTwoAsLanes) {
  for (uint32_t lanes : {0u, 3u, 65u, 128u, 4000000000u}) {
    const auto expectAt = [&](int position,
                              std::function<void(AccessProgram &)> change) {
      EXPECT_EQ(prefix + ("instruction " + std::to_string(position)) +
                    ": expects a power of two up to 64 as the number of lanes, "
                    "but got " +
                    std::to_string(lanes),
                verifyVector(change));
    };
    expectAt(0, [&](AccessProgram &p) { p.loops[0].lanes = lanes; });
    for (int position : {1, 2, 4})
      expectAt(position, [&](AccessProgram &p) {
        p.instructions[position].lanes = lanes;
      });
    expectAt(5, [&](AccessProgram &p) {
      p.instructions[5].runFields[0].lanes = lanes;
    });
  }
}

TEST(AccessProgramVerify, RefusesLanesWhereThereAreNone) {
  EXPECT_VECTOR_MESSAGE("instruction 8: takes no lanes",
                        { p.instructions[8].lanes = 2; });
  EXPECT_MESSAGE("instruction 3: takes no lanes",
                 { p.instructions[3].lanes = 2; });
  EXPECT_VECTOR_MESSAGE("instruction 4: expects more than one lane",
                        { p.instructions[4].lanes = 1; });
}

TEST(AccessProgramVerify, RefusesMaskOfALoopOfScalars) {
  EXPECT_VECTOR_MESSAGE("instruction 7: a loop of scalars takes no mask",
                        { p.loops[1].mask = 1; });
}

TEST(AccessProgramVerify, RefusesMaskOutOfRange) {
  EXPECT_VECTOR_MESSAGE("instruction 0: the result is register 7, but there "
                        "are 7",
                        { p.loops[0].mask = 7; });
}

TEST(AccessProgramVerify, EndsTheMaskWithItsLoop) {
  EXPECT_VECTOR_MESSAGE(
      "instruction 8: field 0 is register 1, which has no "
      "value here",
      { p.instructions[8].fields[0] = {registerNumber(1), 0, 1, 8, 1}; });
}

TEST(AccessProgramVerify, RefusesVectorsWhereScalarsAreMeant) {
  ProgramBuilder builder;
  uint32_t memref = builder.memref(0);
  Operand vector = builder.lanes(4, immediate(0), 1);
  builder.beginLoop(immediate(0), vector);
  builder.endLoop();
  builder.store(immediate(0), memref, {});
  AccessProgram program = builder.finish();
  EXPECT_EQ(std::string(prefix) + "instruction 1: the upper bound expects a "
                                  "scalar, but got 4 lanes",
            verify(program));
  program.loops[0].upper = immediate(1);
  program.instructions[3].stored = vector;
  EXPECT_EQ(std::string(prefix) + "instruction 3: the stored value expects a "
                                  "scalar, but got 4 lanes",
            verify(program));
  program.instructions[3].stored = immediate(0);
  program.instructions[3].predicate = vector;
  EXPECT_EQ(std::string(prefix) + "instruction 3: the predicate expects a "
                                  "scalar, but got 4 lanes",
            verify(program));
}

TEST(AccessProgramVerify, WantsEqualLanesInAnOperation) {
  EXPECT_VECTOR_MESSAGE("instruction 2: operand 0 expects a scalar or 4 lanes, "
                        "but got 8 lanes",
                        { p.instructions[2].lanes = 4; });
  EXPECT_VECTOR_MESSAGE("instruction 2: operand 0 expects a scalar, but got 8 "
                        "lanes",
                        { p.instructions[2].lanes = 1; });
  EXPECT_VECTOR_MESSAGE("instruction 3: index 0 expects a scalar or 4 lanes, "
                        "but got 8 lanes",
                        { p.instructions[3].lanes = 4; });
}

TEST(AccessProgramVerify, WantsAScalarAsFirstLane) {
  EXPECT_VECTOR_MESSAGE("instruction 4: the first lane expects a scalar, but "
                        "got 8 lanes",
                        { p.instructions[4].operands = {registerNumber(2)}; });
}

TEST(AccessProgramVerify, WantsOneOperandAndOneStrideOfNumberedLanes) {
  EXPECT_VECTOR_MESSAGE("instruction 4: expects one operand and one lane "
                        "stride, but got 1 and 2",
                        { p.instructions[4].laneStrides.push_back(1); });
  EXPECT_VECTOR_MESSAGE("instruction 4: expects one operand and one lane "
                        "stride, but got 0 and 1",
                        { p.instructions[4].operands.clear(); });
  EXPECT_VECTOR_MESSAGE("instruction 4: expects widths of 1 to 64 bits, but "
                        "got 64 and 0",
                        { p.instructions[4].resultBits = 0; });
}

TEST(AccessProgramVerify, WantsALaneStridePerDimension) {
  EXPECT_VECTOR_MESSAGE("instruction 3: expects 2 lane strides, but got 1",
                        { p.instructions[3].laneStrides.pop_back(); });
  EXPECT_VECTOR_MESSAGE("instruction 3: index 0 is a vector, whose lane stride "
                        "expects to be 0, but got -1",
                        { p.instructions[3].laneStrides[0] = -1; });
  EXPECT_VECTOR_MESSAGE("instruction 2: takes no lane strides",
                        { p.instructions[2].laneStrides = {1}; });
  EXPECT_MESSAGE("instruction 1: takes no lane strides",
                 { p.instructions[1].laneStrides = {1}; });
}

TEST(AccessProgramVerify, WantsAMaskForAVectorLoad) {
  EXPECT_VECTOR_MESSAGE("instruction 1: the mask is missing",
                        { p.instructions[1].predicate = {}; });
  EXPECT_VECTOR_MESSAGE("instruction 1: the mask expects 8 lanes of one bit",
                        { p.instructions[1].predicate = immediate(1); });
  EXPECT_VECTOR_MESSAGE("instruction 1: the mask expects 8 lanes of one bit",
                        { p.instructions[1].predicate = registerNumber(0); });
  EXPECT_VECTOR_MESSAGE("instruction 3: the mask expects 8 lanes of one bit",
                        { p.instructions[3].predicate = registerNumber(2); });
  EXPECT_VECTOR_MESSAGE("instruction 1: the mask expects 4 lanes of one bit",
                        { p.instructions[1].lanes = 4; });
}

TEST(AccessProgramVerify, WantsOneShapePerRegister) {
  EXPECT_VECTOR_MESSAGE("instruction 4: the result is register 4 with 8 lanes "
                        "of 16 bits, but before it had 8 of 32",
                        { p.instructions[4].result = 4; });
  EXPECT_VECTOR_MESSAGE("instruction 7: the result is register 4 with 1 lanes "
                        "of 64 bits, but before it had 8 of 32",
                        { p.instructions[7].result = 4; });
  EXPECT_VECTOR_MESSAGE("instruction 0: the result is register 0 with 8 lanes "
                        "of 1 bits, but before it had 1 of 64",
                        { p.loops[0].mask = 0; });
}

TEST(AccessProgramVerify, ChecksVectorFields) {
  EXPECT_VECTOR_MESSAGE("instruction 5: run field 0 expects 32 bytes, but got "
                        "16",
                        { p.instructions[5].runFields[0].bytes = 16; });
  EXPECT_VECTOR_MESSAGE("instruction 5: run field 0 expects lanes of 32 bits, "
                        "but got 64",
                        { p.instructions[5].runFields[0].laneBits = 64; });
  EXPECT_VECTOR_MESSAGE("instruction 5: run field 2 expects lanes of 1 bits, "
                        "but got 8",
                        { p.instructions[5].runFields[2].laneBits = 8; });
  EXPECT_VECTOR_MESSAGE("instruction 5: run field 0 expects a vector of 4 "
                        "lanes",
                        { p.instructions[5].runFields[0].lanes = 4; });
  EXPECT_VECTOR_MESSAGE(
      "instruction 5: run field 0 expects a vector of 8 "
      "lanes",
      { p.instructions[5].runFields[0].value = immediate(1); });
  EXPECT_VECTOR_MESSAGE(
      "instruction 5: run field 3 expects a scalar, but got "
      "8 lanes",
      { p.instructions[5].runFields[3].value = registerNumber(2); });
  EXPECT_VECTOR_MESSAGE("instruction 5: run field 3 is a scalar, and has no "
                        "width of a lane",
                        { p.instructions[5].runFields[3].laneBits = 64; });
}

TEST(AccessProgramVerify, ChecksWhereElementsEnd) {
  EXPECT_VECTOR_MESSAGE("instruction 5: run field 3 ends at byte 64 of a run's "
                        "element of 63",
                        { p.events[0].runStride = 63; });
  EXPECT_VECTOR_MESSAGE("instruction 5: two run fields overlap at byte 31",
                        { p.instructions[5].runFields[1].offset = 31; });
}

TEST(AccessProgramVerify, ChecksLayoutOfRuns) {
  EXPECT_VECTOR_MESSAGE("event 0 expects its elements after its header of 8 "
                        "bytes, but they begin at byte 7",
                        { p.events[0].runOffset = 7; });
  EXPECT_VECTOR_MESSAGE("event 1 has a layout of elements, but no runs",
                        { p.events[1].runStride = 8; });
  EXPECT_VECTOR_MESSAGE("event 1 has a layout of elements, but no runs",
                        { p.events[1].runOffset = 8; });
  EXPECT_VECTOR_MESSAGE("event 0 expects records of less than 4 GiB, but got "
                        "4294967328 bytes",
                        { p.events[0].runChunk = 1 << 26; });
}

TEST(AccessProgramVerify, RefusesElementOfAnEventWithoutRuns) {
  EXPECT_VECTOR_MESSAGE(
      "instruction 8: pushes the element of a run, but event "
      "1 has none",
      { p.instructions[8].runFields = p.instructions[8].fields; });
  EXPECT_VECTOR_MESSAGE("instruction 2: takes no element of a run", {
    p.instructions[2].runFields = p.instructions[8].fields;
  });
}

TEST(AccessProgramVerify, WantsRunsInALoop) {
  ProgramBuilder builder;
  builder.pushRun(4, {}, {{immediate(1), 8}});
  EXPECT_EQ(std::string(prefix) +
                "instruction 0: the push of a run expects to be in a loop",
            verify(builder.finish()));
}

TEST(AccessProgramVerify, WantsOneRunPerLoop) {
  ProgramBuilder builder;
  builder.beginLoop(immediate(0), immediate(4));
  builder.push();
  builder.pushRun(4, {}, {{immediate(1), 8}});
  builder.pushRun(4, {}, {{immediate(1), 8}});
  builder.endLoop();
  EXPECT_EQ(std::string(prefix) + "instruction 3: loop 0 pushes a second run",
            verify(builder.finish()));
}

TEST(AccessProgramVerify, WantsHeadersFromOutsideTheLoop) {
  EXPECT_VECTOR_MESSAGE(
      "instruction 5: field 0 of the header of a run changes "
      "within loop 0",
      { p.instructions[5].fields[0].value = registerNumber(0); });
  // A register from outside that is written in the loop, after the push even.
  ProgramBuilder builder;
  Operand outer = builder.alu(AluOp::Add, {immediate(1), immediate(2)});
  builder.beginLoop(immediate(0), immediate(4));
  builder.pushRun(4, {{outer, 8}}, {});
  builder.alu(AluOp::Add, {outer, immediate(2)});
  builder.endLoop();
  AccessProgram program = builder.finish();
  EXPECT_EQ("", verify(program));
  program.instructions[3].result = outer.value;
  EXPECT_EQ(std::string(prefix) +
                "instruction 2: field 0 of the header of a run changes within "
                "loop 0",
            verify(program));
}

TEST(AccessProgramPrint, WritesLanesAndRuns) {
  std::string text;
  llvm::raw_string_ostream os(text);
  print(vectorProgram(), os);
  EXPECT_EQ(R"(program "test#0" registers=7 words=9
memref0: i64 in 8 bytes, rank 1, at $1
memref1: i32 in 4 bytes, rank 2, at $4
event 0: 8 bytes, align 32, then up to 16 elements of 64 bytes at byte 32, "event 0"
event 1: 8 bytes, align 8, "event 1"
   0: %0 = loop 0 from 0 to $0 step 1 lanes 8 mask %1 {
   1:   %2 = load<8> memref0[%0 by 1] if %1
   2:   %3 = addi<8> %2, %0 : i64
   3:   %4 = load<8> memref1[%3, %0 by 1] if %1
   4:   %5 = lanes<8> %0 by 3 : i16
   5:   push 0 {0+8: $0} element {0+32: %4<8xi32>, 32+16: %5<8xi16>, 48+1: %1<8xi1>, 56+8: %0}
   6: }
   7: %6 = loop 1 from 0 to $0 step 1 {
   8:   push 1 {0+8: %6}
   9: }
  10: done 2
)",
            text);
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

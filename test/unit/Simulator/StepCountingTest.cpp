//===- StepCountingTest.cpp - Tests of programs that may not end ----------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestKernels.h"
#include "ember/Simulator/Engine.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

using namespace ember::sim;

namespace {

/// The error that a run of `ir`, a function `@kernel(i64)`, ends with when it
/// is given `argument` and may take `maxSteps`.
std::string errorOf(const std::string &ir, int64_t argument,
                    uint64_t maxSteps) {
  auto context = std::make_unique<llvm::LLVMContext>();
  llvm::SMDiagnostic diagnostic;
  auto module = llvm::parseAssemblyString(ir, diagnostic, *context);
  if (!module)
    return diagnostic.getMessage().str();
  CoreProgramOptions programOptions;
  programOptions.entry = "kernel";
  programOptions.countSteps = true;
  const MachineDescription machine;
  auto program = CoreProgram::compile(std::move(context), std::move(module),
                                      machine, programOptions);
  if (!program)
    return llvm::toString(program.takeError());
  RunOptions options;
  options.maxSteps = maxSteps;
  auto run = Run::execute(**program, machine,
                          {{}, {ParameterValue::integer(argument)}}, options);
  if (run)
    return "no error";
  llvm::Error error = run.takeError();
  EXPECT_FALSE(error.isA<FaultError>());
  return llvm::toString(std::move(error));
}

std::string coreError(uint64_t maxSteps) {
  return "the core takes more than " + std::to_string(maxSteps) +
         " steps: a loop may not end";
}

TEST(StepCounting, ALoopTakesAStepForEachIteration) {
  // Nothing is left of it where steps are not counted.
  const char *loop = R"(
define void @kernel(i64 %n) {
  br label %head
head:
  %i = phi i64 [ 0, %0 ], [ %next, %body ]
  %more = icmp slt i64 %i, %n
  br i1 %more, label %body, label %exit
body:
  %next = add i64 %i, 1
  br label %head
exit:
  ret void
})";
  EXPECT_EQ(errorOf(loop, 0, 1), "no error");
  EXPECT_EQ(errorOf(loop, 10, 11), "no error");
  EXPECT_EQ(errorOf(loop, 10, 10), coreError(10));
  EXPECT_EQ(errorOf(loop, 10, 0), coreError(0));
}

TEST(StepCounting, ALoopWithoutAnEndIsAnError) {
  EXPECT_EQ(errorOf("define void @kernel(i64 %n) {\n"
                    "  br label %loop\n"
                    "loop:\n"
                    "  br label %loop\n}",
                    0, 1000000),
            coreError(1000000));
}

TEST(StepCounting, ACallIsAStep) {
  // As a tail call it never leaves the stack.
  const char *recursion = "define void @kernel(i64 %n) {\n"
                          "  %m = add i64 %n, 1\n"
                          "  tail call void @kernel(i64 %m)\n"
                          "  ret void\n}";
  EXPECT_EQ(errorOf(recursion, 0, 100000), coreError(100000));
}

TEST(StepCounting, AnIterationOfTheAccessUnitIsAStep) {
  const MachineDescription machine;
  auto counter = test::makeBuffer(test::counter());
  const RunInput input = {
      {counter},
      {ParameterValue::address(0), ParameterValue::integer(counter->size()),
       ParameterValue::integer(3), ParameterValue::integer(-1)}};
  auto program = llvm::cantFail(test::compile(test::counterKernel, machine));
  for (RunAhead::Kind kind :
       {RunAhead::Kind::Min, RunAhead::Kind::Capacity, RunAhead::Kind::Max}) {
    RunOptions options;
    options.runAhead.kind = kind;
    options.maxSteps = 3;
    auto run = Run::execute(*program, machine, input, options);
    EXPECT_TRUE(static_cast<bool>(run)) << llvm::toString(run.takeError());
    options.maxSteps = 2;
    run = Run::execute(*program, machine, input, options);
    ASSERT_FALSE(static_cast<bool>(run));
    EXPECT_EQ(llvm::toString(run.takeError()),
              "the access unit takes more than 2 steps: a loop may not end");
  }
}

} // namespace

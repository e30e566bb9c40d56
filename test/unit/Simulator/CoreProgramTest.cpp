//===- CoreProgramTest.cpp ------------------------------------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestKernels.h"
#include "ember/Simulator/Engine.h"
#include "ember/Simulator/Runtime.h"
#include "gtest/gtest.h"
#include <cmath>
#include <cstring>

using namespace ember;
using namespace ember::sim;

namespace {

class CoreProgramTest : public testing::Test {
protected:
  std::string errorOf(const std::string &ir,
                      const std::string &entry = "kernel") {
    auto program = test::compile(ir, machine, /*timed=*/false, entry);
    return program ? "no error" : llvm::toString(program.takeError());
  }

  std::unique_ptr<CoreProgram> compile(const std::string &ir) {
    auto program = test::compile(ir, machine);
    if (program)
      return std::move(*program);
    ADD_FAILURE() << llvm::toString(program.takeError());
    return nullptr;
  }

  std::unique_ptr<sim::Run> run(CoreProgram &program,
                                std::vector<ParameterValue> parameters = {}) {
    auto result =
        sim::Run::execute(program, machine, {{}, std::move(parameters)}, {});
    if (result)
      return std::move(*result);
    ADD_FAILURE() << llvm::toString(result.takeError());
    return nullptr;
  }

  /// The message of the `FaultError` that a run of `ir` ends with.
  std::string faultOf(const std::string &ir,
                      std::vector<ParameterValue> parameters = {}) {
    std::unique_ptr<CoreProgram> program = compile(ir);
    if (!program)
      return "no program";
    auto result =
        sim::Run::execute(*program, machine, {{}, std::move(parameters)}, {});
    if (result)
      return "no error";
    std::string message = "another kind of error";
    handleAllErrors(
        result.takeError(),
        [&](const FaultError &fault) { message = fault.message(); },
        [](const llvm::ErrorInfoBase &) {});
    return message;
  }

  template <typename T> T resultOf(const sim::Run &run) {
    T value{};
    EXPECT_EQ(run.result().size(), sizeof(T));
    std::memcpy(&value, run.result().data(), sizeof(T));
    return value;
  }

  MachineDescription machine;
};

//===----------------------------------------------------------------------===//
// Compilation
//===----------------------------------------------------------------------===//

TEST_F(CoreProgramTest, NamesAnUndefinedFunction) {
  EXPECT_EQ(errorOf("declare void @foo()\n"
                    "define void @kernel() { call void @foo() ret void }"),
            "the kernel calls 'foo', which is not defined");
  EXPECT_EQ(errorOf("declare void @puts()\n"
                    "define void @kernel() { call void @puts() ret void }"),
            "the kernel calls 'puts', which is not defined")
      << "the functions of this process are not the kernel's";
  EXPECT_EQ(errorOf("declare void @foo()\n"
                    "define void @other() { call void @foo() ret void }\n"
                    "define void @kernel() { ret void }"),
            "no error")
      << "it is not called";
}

TEST_F(CoreProgramTest, NamesAnUndefinedFunctionOfTheCodeGenerator) {
  EXPECT_EQ(errorOf("define i128 @kernel(i128 %a, i128 %b) {\n"
                    "  %q = sdiv i128 %a, %b\n  ret i128 %q\n}"),
            "the kernel calls '__divti3', which is not defined");
}

TEST_F(CoreProgramTest, NamesAnUndefinedVariable) {
  EXPECT_EQ(errorOf("@v = external global i32\n"
                    "define i32 @kernel() {\n"
                    "  %x = load i32, ptr @v\n  ret i32 %x\n}"),
            "the kernel uses the variable 'v', which is not defined");
}

TEST_F(CoreProgramTest, WantsAnEntry) {
  EXPECT_EQ(errorOf("define void @kernel() { ret void }", "bag"),
            "there is no function 'bag'");
  EXPECT_EQ(errorOf("declare void @kernel()"), "there is no function 'kernel'");
}

TEST_F(CoreProgramTest, WantsACPUThatExists) {
  machine.core.cpu = "z80";
  EXPECT_NE(errorOf("define void @kernel() { ret void }").find("'z80'"),
            std::string::npos);
}

TEST_F(CoreProgramTest, DescribesParametersAndResult) {
  auto program = compile(
      "define { ptr, [2 x i64] } @kernel(ptr %a, i1 %b, { i8, i64 } %c) {\n"
      "  ret { ptr, [2 x i64] } zeroinitializer\n}");
  EXPECT_EQ(program->parameterBytes(), llvm::ArrayRef<uint64_t>({8, 1, 16}));
  EXPECT_EQ(program->resultBytes(), 24u);
  EXPECT_FALSE(program->isTimed());
}

TEST_F(CoreProgramTest, EveryNameOfTheRuntimeIsThereOnce) {
  llvm::ArrayRef<RuntimeSymbol> symbols = runtimeSymbols();
  for (size_t i = 1; i < symbols.size(); ++i)
    EXPECT_LT(symbols[i - 1].name, symbols[i].name);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

TEST_F(CoreProgramTest, PassesAggregatesByValue) {
  auto program =
      compile("define { i64, i64 } @kernel({ i64, i64 } %s, i64 %x) {\n"
              "  %a = extractvalue { i64, i64 } %s, 0\n"
              "  %b = extractvalue { i64, i64 } %s, 1\n"
              "  %c = add i64 %a, %x\n"
              "  %r = insertvalue { i64, i64 } %s, i64 %c, 1\n"
              "  %q = insertvalue { i64, i64 } %r, i64 %b, 0\n"
              "  ret { i64, i64 } %q\n}");
  int64_t pair[] = {5, 7};
  auto result = run(
      *program,
      {ParameterValue::bytes({reinterpret_cast<uint8_t *>(pair), sizeof(pair)}),
       ParameterValue::integer(-20)});
  auto values = resultOf<std::array<int64_t, 2>>(*result);
  EXPECT_EQ(values[0], 7);
  EXPECT_EQ(values[1], -15);
}

TEST_F(CoreProgramTest, DoesNotContractFloatingPoint) {
  auto program =
      compile("define float @kernel(float %a, float %b, float %c) {\n"
              "  %p = fmul float %a, %b\n"
              "  %s = fadd float %p, %c\n  ret float %s\n}");
  float a = 1.0f + 0x1p-12f, c = -1.0f;
  auto bytes = [](float &value) {
    return ParameterValue::bytes(
        {reinterpret_cast<uint8_t *>(&value), sizeof(value)});
  };
  auto result = run(*program, {bytes(a), bytes(a), bytes(c)});
  volatile float product = a * a;
  EXPECT_EQ(resultOf<float>(*result), product + c);
  EXPECT_NE(resultOf<float>(*result), std::fma(a, a, c));
}

TEST_F(CoreProgramTest, CallsTheMathLibrary) {
  auto program = compile("declare double @llvm.powi.f64.i32(double, i32)\n"
                         "declare double @llvm.exp.f64(double)\n"
                         "declare double @atan2(double, double)\n"
                         "define double @kernel(double %x, i32 %n) {\n"
                         "  %p = call double @llvm.powi.f64.i32(double %x, "
                         "i32 %n)\n"
                         "  %e = call double @llvm.exp.f64(double %p)\n"
                         "  %a = call double @atan2(double %e, double %x)\n"
                         "  ret double %a\n}");
  double x = 0.75;
  int32_t n = 3;
  auto result = run(
      *program,
      {ParameterValue::bytes({reinterpret_cast<uint8_t *>(&x), sizeof(x)}),
       ParameterValue::bytes({reinterpret_cast<uint8_t *>(&n), sizeof(n)})});
  EXPECT_EQ(resultOf<double>(*result), std::atan2(std::exp(x * x * x), x));
}

TEST_F(CoreProgramTest, VariablesStartAfreshInEveryRun) {
  auto program = compile("@zero = internal global i64 0\n"
                         "@one = global i64 1\n"
                         "define i64 @kernel(i64 %n) {\n"
                         "  %a = load i64, ptr @zero\n"
                         "  %b = load i64, ptr @one\n"
                         "  store i64 %n, ptr @zero\n"
                         "  store i64 %n, ptr @one\n"
                         "  %c = add i64 %a, %b\n  ret i64 %c\n}");
  EXPECT_EQ(program->getGlobals().size(), 2u);
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(resultOf<int64_t>(*run(*program, {ParameterValue::integer(50)})),
              1);
}

TEST_F(CoreProgramTest, ParametersMustFit) {
  auto program = compile("define void @kernel(i64 %a, ptr %b) { ret void }");
  auto errorOf = [&](std::vector<ParameterValue> parameters) {
    auto result =
        sim::Run::execute(*program, machine, {{}, std::move(parameters)}, {});
    return result ? "no error" : llvm::toString(result.takeError());
  };
  EXPECT_EQ(errorOf({ParameterValue::integer(1)}),
            "expects 2 parameters, but got 1");
  EXPECT_EQ(
      errorOf({ParameterValue::bytes({1, 2}), ParameterValue::integer(1)}),
      "parameter 0 expects 8 bytes, but got 2");
  EXPECT_EQ(errorOf({ParameterValue::integer(1), ParameterValue::address(0)}),
            "parameter 1 is not in a buffer");
}

//===----------------------------------------------------------------------===//
// Faults and allocations
//===----------------------------------------------------------------------===//

TEST_F(CoreProgramTest, FaultsCarryTheirMessage) {
  EXPECT_EQ(faultOf("@m = constant [6 x i8] c\"f.c:1\\00\"\n"
                    "define void @kernel() {\n"
                    "  call void @__ember_fault(ptr @m)\n  unreachable\n}"),
            "f.c:1");
  EXPECT_EQ(faultOf("@w = constant [6 x i8] c\"f.c:1\\00\"\n"
                    "@o = constant [12 x i8] c\"memref.load\\00\"\n"
                    "define void @kernel() {\n"
                    "  call void @__ember_fault_index(ptr @w, ptr @o, i64 0, "
                    "i64 -7, i64 5)\n  unreachable\n}"),
            "f.c:1: 'memref.load' index -7 is out of bounds for dimension 0 of "
            "size 5");
}

TEST_F(CoreProgramTest, AbortAndExitAreFaults) {
  EXPECT_EQ(faultOf("declare void @abort()\n"
                    "define void @kernel() {\n"
                    "  call void @abort()\n  unreachable\n}"),
            "the kernel calls 'abort'");
  EXPECT_EQ(faultOf("declare void @exit(i32)\n"
                    "define void @kernel() {\n"
                    "  call void @exit(i32 0)\n  unreachable\n}"),
            "the kernel calls 'exit'");
}

const char *const rangeKernel = R"(
@w = constant [6 x i8] c"f.c:1\00"
@o = constant [12 x i8] c"vector.load\00"
@g = global [16 x i8] zeroinitializer
define void @kernel(i64 %low, i64 %high) {
  %m = call ptr @malloc(i64 32)
  call void @__ember_check_range(ptr @w, ptr @o, ptr @g, i64 0, i64 16)
  call void @__ember_check_range(ptr @w, ptr @o, ptr %m, i64 %low, i64 %high)
  store i8 1, ptr @g
  call void @free(ptr %m)
  call void @__ember_check_range(ptr @w, ptr @o, ptr %m, i64 0, i64 1)
  ret void
})";

TEST_F(CoreProgramTest, RangesAreCheckedAgainstAllocations) {
  auto faultOf = [&](int64_t low, int64_t high) {
    return CoreProgramTest::faultOf(
        rangeKernel,
        {ParameterValue::integer(low), ParameterValue::integer(high)});
  };
  std::string prefix = "f.c:1: 'vector.load' is out of bounds: bytes ";
  std::string suffix =
      " from its base are not in one argument, global or allocation";
  EXPECT_EQ(faultOf(28, 33), prefix + "[28, 33)" + suffix);
  EXPECT_EQ(faultOf(-1, 4), prefix + "[-1, 4)" + suffix);
  EXPECT_EQ(faultOf(0, 32), prefix + "[0, 1)" + suffix) << "freed since";
  EXPECT_EQ(faultOf(99, 99), prefix + "[0, 1)" + suffix) << "empty";
}

const char *const allocateKernel = R"(
define i64 @kernel(i64 %bytes) {
  %m = call ptr @malloc(i64 %bytes)
  %v = load i64, ptr %m
  store i64 1, ptr %m
  ret i64 %v
})";

TEST_F(CoreProgramTest, AllocationsHoldAFixedPattern) {
  auto program = compile(allocateKernel);
  for (int i = 0; i < 2; ++i) {
    auto result = run(*program, {ParameterValue::integer(8)});
    EXPECT_EQ(resultOf<uint64_t>(*result), 0xa5a5a5a5a5a5a5a5u);
    EXPECT_EQ(result->statistics().allocations, 1u);
  }
}

TEST_F(CoreProgramTest, TooLargeAnAllocationIsAFault) {
  EXPECT_EQ(faultOf(allocateKernel, {ParameterValue::integer(-8)}),
            "allocation of -8 bytes failed");
  EXPECT_EQ(faultOf(allocateKernel, {ParameterValue::integer(INT64_MAX)}),
            "allocation of 9223372036854775807 bytes failed");
}

TEST_F(CoreProgramTest, FreedMemoryDoesNotCount) {
  auto program = compile(R"(
define i64 @kernel(i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %m = call ptr @aligned_alloc(i64 256, i64 65536)
  store i64 %i, ptr %m
  call void @free(ptr %m)
  %i1 = add i64 %i, 1
  %more = icmp slt i64 %i1, %n
  br i1 %more, label %loop, label %exit
exit:
  %address = ptrtoint ptr %m to i64
  %low = and i64 %address, 255
  ret i64 %low
})");
  RunOptions options;
  options.allocationLimit = 65536;
  auto result = sim::Run::execute(
      *program, machine, {{}, {ParameterValue::integer(1000)}}, options);
  ASSERT_TRUE(static_cast<bool>(result)) << llvm::toString(result.takeError());
  EXPECT_EQ((*result)->statistics().allocations, 1000u);
  EXPECT_EQ(resultOf<int64_t>(**result), 0);
}

TEST_F(CoreProgramTest, FreeOfSomethingElseIsAFault) {
  EXPECT_EQ(faultOf("define void @kernel() {\n"
                    "  %a = alloca i64\n"
                    "  call void @free(ptr null)\n"
                    "  call void @free(ptr %a)\n  ret void\n}"),
            "the kernel frees memory that is not allocated");
}

TEST_F(CoreProgramTest, StackOverflowIsAFault) {
  const char *message = "stack overflow: the kernel needs more than 8 MiB of "
                        "stack";
  EXPECT_EQ(faultOf("define i64 @deep(i64 %n) noinline {\n"
                    "  %a = alloca [64 x i64]\n"
                    "  %p = getelementptr i64, ptr %a, i64 %n\n"
                    "  store volatile i64 %n, ptr %p\n"
                    "  %m = and i64 %n, 31\n"
                    "  %r = call i64 @deep(i64 %m)\n"
                    "  %v = load volatile i64, ptr %p\n"
                    "  %s = add i64 %r, %v\n  ret i64 %s\n}\n"
                    "define i64 @kernel() {\n"
                    "  %r = call i64 @deep(i64 1)\n  ret i64 %r\n}"),
            message);
  EXPECT_EQ(faultOf("define void @kernel(i64 %n) {\n"
                    "  %a = alloca i8, i64 %n\n"
                    "  store volatile i8 1, ptr %a\n  ret void\n}",
                    {ParameterValue::integer(int64_t(1) << 32)}),
            message);
}

TEST_F(CoreProgramTest, TrapsOfTheProcessorAreFaults) {
  EXPECT_EQ(faultOf("define i64 @kernel(i64 %a, i64 %b) {\n"
                    "  %q = sdiv i64 %a, %b\n  ret i64 %q\n}",
                    {ParameterValue::integer(1), ParameterValue::integer(0)}),
            "the kernel divides by zero, or overflows in a division");
  EXPECT_EQ(faultOf("define void @kernel(i64 %a) {\n"
                    "  %p = inttoptr i64 %a to ptr\n"
                    "  store i8 1, ptr %p\n  ret void\n}",
                    {ParameterValue::integer(64)}),
            "the kernel accesses memory that is not its own");
  EXPECT_EQ(faultOf("declare void @llvm.trap()\n"
                    "define void @kernel() {\n"
                    "  call void @llvm.trap()\n  unreachable\n}"),
            "the kernel reaches code that is marked as unreachable");
}

TEST_F(CoreProgramTest, ResultsMayPointToAllocations) {
  auto program = compile("define ptr @kernel() {\n"
                         "  %m = call ptr @malloc(i64 16)\n"
                         "  store i64 42, ptr %m\n  ret ptr %m\n}");
  auto result = run(*program);
  auto *address = resultOf<const int64_t *>(*result);
  EXPECT_TRUE(result->isReadable(address, 0, 16));
  EXPECT_FALSE(result->isReadable(address, 0, 17));
  EXPECT_EQ(*address, 42);
}

} // namespace

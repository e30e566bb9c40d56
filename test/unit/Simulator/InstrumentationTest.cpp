//===- InstrumentationTest.cpp - Templates and calls of parsed IR --------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Simulator/Instrumentation.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"
#include "gtest/gtest.h"
#include <string>
#include <vector>

using namespace ember::sim;

namespace {

class InstrumentationTest : public ::testing::Test {
protected:
  ProgramTemplates instrumentIR(llvm::StringRef ir) {
    llvm::SMDiagnostic diagnostic;
    module = llvm::parseAssemblyString(ir, diagnostic, context);
    if (!module) {
      ADD_FAILURE() << diagnostic.getMessage().str();
      return {};
    }
    llvm::Expected<std::unique_ptr<llvm::TargetMachine>> machine =
        createCostMachine("x86-64-v3");
    if (!machine) {
      ADD_FAILURE() << llvm::toString(machine.takeError());
      return {};
    }
    module->setDataLayout((*machine)->createDataLayout());
    ProgramTemplates templates = instrument(*module, **machine);
    std::string problems;
    llvm::raw_string_ostream os(problems);
    EXPECT_FALSE(llvm::verifyModule(*module, &os)) << problems;
    return templates;
  }

  /// The calls of the tracing functions, and the memory instructions, in order.
  std::vector<std::string> calls(llvm::StringRef function) {
    std::vector<std::string> names;
    for (llvm::Instruction &inst :
         llvm::instructions(*module->getFunction(function))) {
      if (auto *call = llvm::dyn_cast<llvm::CallInst>(&inst))
        names.push_back(call->getCalledFunction()->getName().str());
      else if (llvm::isa<llvm::LoadInst>(inst))
        names.push_back("load");
      else if (llvm::isa<llvm::StoreInst>(inst))
        names.push_back("store");
    }
    return names;
  }

  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module;
};

std::vector<OperationKind> kinds(const ProgramTemplates &templates,
                                 uint32_t block) {
  std::vector<OperationKind> result;
  for (const Operation &operation :
       templates.operationsOf(templates.blocks[block]))
    result.push_back(operation.kind);
  return result;
}

std::vector<ValueId> operands(const ProgramTemplates &templates,
                              const Operation &operation) {
  return templates.operandsOf(operation).vec();
}

using Kinds = std::vector<OperationKind>;
using Values = std::vector<ValueId>;
using Names = std::vector<std::string>;

constexpr OperationKind Alu = OperationKind::Alu;
constexpr OperationKind Load = OperationKind::Load;
constexpr OperationKind Store = OperationKind::Store;
constexpr OperationKind Branch = OperationKind::Branch;
constexpr OperationKind Return = OperationKind::Return;

} // namespace

TEST_F(InstrumentationTest, UnknownCpu) {
  llvm::Expected<std::unique_ptr<llvm::TargetMachine>> machine =
      createCostMachine("x86-63");
  ASSERT_FALSE(bool(machine));
  EXPECT_EQ(llvm::toString(machine.takeError()),
            "expects the name of a CPU that LLVM knows, but got 'x86-63'");
}

TEST_F(InstrumentationTest, CpuOf32Bits) {
  if (!llvm::Triple(llvm::sys::getProcessTriple()).isX86_64())
    GTEST_SKIP();
  llvm::Expected<std::unique_ptr<llvm::TargetMachine>> machine =
      createCostMachine("i386");
  ASSERT_FALSE(bool(machine));
  EXPECT_EQ(llvm::toString(machine.takeError()),
            "expects a CPU of 64 bits, but got 'i386'");
}

TEST_F(InstrumentationTest, LoopOverAnArray) {
  ProgramTemplates templates = instrumentIR(R"(
    define double @sum(ptr %a, i64 %n) {
    entry:
      br label %loop
    loop:
      %i = phi i64 [ 0, %entry ], [ %j, %loop ]
      %s = phi double [ 0.0, %entry ], [ %t, %loop ]
      %p = getelementptr inbounds double, ptr %a, i64 %i
      %v = load double, ptr %p
      %t = fadd double %s, %v
      %j = add i64 %i, 1
      %c = icmp slt i64 %j, %n
      br i1 %c, label %loop, label %exit
    exit:
      ret double %t
    }
  )");
  ASSERT_EQ(templates.functions.size(), 1u);
  EXPECT_EQ(templates.functions[0].name, "sum");
  EXPECT_EQ(templates.functions[0].numArguments, 2u);
  // a, n, i, s, p, v, t, j and c.
  EXPECT_EQ(templates.functions[0].numValues, 9u);
  ASSERT_EQ(templates.blocks.size(), 3u);
  EXPECT_TRUE(templates.blocks[0].entry);
  EXPECT_FALSE(templates.blocks[1].entry);

  // The jump of the entry falls through.
  EXPECT_EQ(kinds(templates, 0), Kinds{});
  // Address, load, addition, increment, comparison, branch.
  ASSERT_EQ(kinds(templates, 1), (Kinds{Alu, Load, Alu, Alu, Alu, Branch}));
  llvm::ArrayRef<Operation> loop = templates.operationsOf(templates.blocks[1]);
  EXPECT_EQ(loop[0].microOps, 0u); // Part of the load.
  EXPECT_EQ(operands(templates, loop[0]), (Values{0, 2}));
  EXPECT_EQ(loop[1].bytes, 8u);
  EXPECT_EQ(loop[1].lanes, 1u);
  EXPECT_EQ(loop[1].microOps, 1u);
  EXPECT_EQ(operands(templates, loop[1]), Values{loop[0].result});
  EXPECT_EQ(operands(templates, loop[2]), (Values{3, loop[1].result}));
  EXPECT_EQ(loop[2].microOps, 1u);
  EXPECT_GE(loop[2].latency, 3u); // A floating-point addition.
  EXPECT_LE(loop[2].latency, 5u);
  EXPECT_EQ(loop[3].latency, 1u);
  EXPECT_EQ(loop[4].microOps, 0u); // Fused with the branch.
  EXPECT_EQ(loop[5].microOps, 1u);
  EXPECT_EQ(kinds(templates, 2), Kinds{Return});

  // From the entry both PHIs are constants.
  llvm::ArrayRef<BlockEdge> edges = templates.edgesOf(templates.blocks[1]);
  ASSERT_EQ(edges.size(), 2u);
  for (const BlockEdge &edge : edges) {
    llvm::ArrayRef<PhiMove> moves = templates.movesOf(edge);
    ASSERT_EQ(moves.size(), 2u);
    EXPECT_EQ(moves[0].result, 2u);
    EXPECT_EQ(moves[1].result, 3u);
    bool fromEntry = edge.predecessor == 0;
    EXPECT_EQ(moves[0].source, fromEntry ? noValue : loop[3].result);
    EXPECT_EQ(moves[1].source, fromEntry ? noValue : loop[2].result);
  }

  EXPECT_EQ(calls("sum"),
            (Names{"__ember_trace_block", "__ember_trace_block",
                   "__ember_trace_access", "load", "__ember_trace_block"}));
}

TEST_F(InstrumentationTest, BlocksAreNumberedOverAllFunctions) {
  ProgramTemplates templates = instrumentIR(R"(
    declare void @outside()
    define void @f() {
      ret void
    }
    define i64 @g(i64 %a, i64 %b) {
      call void @f()
      call void @outside()
      %r = call i64 @g(i64 %b, i64 7)
      ret i64 %r
    }
  )");
  ASSERT_EQ(templates.blocks.size(), 2u);
  EXPECT_EQ(templates.blocks[1].function, 1u);
  ASSERT_EQ(kinds(templates, 1),
            (Kinds{OperationKind::Call, Alu, OperationKind::Call, Return}));
  const Operation &recursion = templates.operationsOf(templates.blocks[1])[2];
  // In the order of the arguments, constants included.
  EXPECT_EQ(operands(templates, recursion), (Values{1, noValue}));
}

TEST_F(InstrumentationTest, CallsOfTheRunTimeAreOperations) {
  ProgramTemplates templates = instrumentIR(R"(
    declare void @__ember_start(ptr, i64, ptr, i64)
    declare { i64, ptr } @__ember_acquire()
    declare void @__ember_release()
    define double @f(ptr %p, ptr %c) {
      call void @__ember_start(ptr %p, i64 8, ptr %c, i64 2)
      %t = call { i64, ptr } @__ember_acquire()
      %r = extractvalue { i64, ptr } %t, 1
      %v = load double, ptr %r
      call void @__ember_release()
      ret double %v
    }
  )");
  ASSERT_EQ(kinds(templates, 0),
            (Kinds{OperationKind::Start, OperationKind::Acquire, Load,
                   OperationKind::Release, Return}));
  llvm::ArrayRef<Operation> operations =
      templates.operationsOf(templates.blocks[0]);
  // Taking the address out of the result is free.
  EXPECT_EQ(operands(templates, operations[2]), Values{operations[1].result});
}

TEST_F(InstrumentationTest, VectorAndMaskedAccesses) {
  ProgramTemplates templates = instrumentIR(R"(
    declare <4 x float> @llvm.masked.load.v4f32.p0(ptr, <4 x i1>, <4 x float>)
    declare void @llvm.masked.store.v4f32.p0(<4 x float>, ptr, <4 x i1>)
    declare <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr>, <4 x i1>,
                                                       <4 x float>)
    define void @f(ptr %p, <4 x i1> %m, <4 x ptr> %ps) {
      %a = load <8 x float>, ptr %p
      %b = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %p, <4 x i1> %m,
                                                       <4 x float> poison)
      %c = call <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr> %ps,
                                            <4 x i1> %m, <4 x float> poison)
      call void @llvm.masked.store.v4f32.p0(<4 x float> %c, ptr %p, <4 x i1> %m)
      ret void
    }
  )");
  ASSERT_EQ(kinds(templates, 0),
            (Kinds{Load, Load, Load, Load, Load, Load, Alu, Store, Return}));
  llvm::ArrayRef<Operation> operations =
      templates.operationsOf(templates.blocks[0]);
  EXPECT_EQ(operations[0].bytes, 32u);
  EXPECT_EQ(operations[0].lanes, 8u);
  EXPECT_EQ(operations[1].bytes, 16u);
  EXPECT_EQ(operations[1].lanes, 4u);
  // The gather: one instruction, a load per lane.
  unsigned instructions = 0;
  for (const Operation &lane : operations.slice(2, 4)) {
    EXPECT_EQ(lane.bytes, 4u);
    EXPECT_EQ(lane.lanes, 1u);
    instructions += lane.instruction;
  }
  EXPECT_EQ(instructions, 1u);
  EXPECT_EQ(operations[6].numOperands, 4u);
  EXPECT_EQ(operations[7].bytes, 16u);

  Names names = calls("f");
  // The whole vector and the lanes of the gather; of the two masked accesses
  // the number of lanes is traced, too.
  EXPECT_EQ(llvm::count(names, "__ember_trace_access"), 5);
  EXPECT_EQ(llvm::count(names, "__ember_trace_range"), 2);
  EXPECT_FALSE(operations[0].masked);
  EXPECT_TRUE(operations[1].masked);
  EXPECT_FALSE(operations[2].masked);
  EXPECT_TRUE(operations[7].masked);
}

TEST_F(InstrumentationTest, RangesOfBytes) {
  ProgramTemplates templates = instrumentIR(R"(
    declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
    declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
    define void @f(ptr %d, ptr %s, i64 %n) {
      call void @llvm.memcpy.p0.p0.i64(ptr %d, ptr %s, i64 %n, i1 false)
      call void @llvm.memset.p0.i64(ptr %d, i8 0, i64 %n, i1 false)
      ret void
    }
  )");
  EXPECT_EQ(kinds(templates, 0),
            (Kinds{OperationKind::LoadRange, OperationKind::StoreRange,
                   OperationKind::StoreRange, Return}));
  Names names = calls("f");
  EXPECT_EQ(names, (Names{"__ember_trace_block", "__ember_trace_range",
                          "__ember_trace_range", "llvm.memcpy.p0.p0.i64",
                          "__ember_trace_range", "llvm.memset.p0.i64"}));
}

TEST_F(InstrumentationTest, ReadModifyWriteLoadsAndStores) {
  ProgramTemplates templates = instrumentIR(R"(
    define i64 @f(ptr %p) {
      %old = atomicrmw add ptr %p, i64 1 seq_cst
      ret i64 %old
    }
  )");
  EXPECT_EQ(kinds(templates, 0), (Kinds{Load, Store, Alu, Return}));
}

TEST_F(InstrumentationTest, StaticAllocasStayInTheEntry) {
  ProgramTemplates templates = instrumentIR(R"(
    define i64 @f() {
      %a = alloca i64
      store i64 1, ptr %a
      %v = load i64, ptr %a
      ret i64 %v
    }
  )");
  EXPECT_EQ(kinds(templates, 0), (Kinds{Store, Load, Return}));
  llvm::Instruction &first = module->getFunction("f")->getEntryBlock().front();
  ASSERT_TRUE(llvm::isa<llvm::AllocaInst>(first));
  EXPECT_TRUE(llvm::cast<llvm::AllocaInst>(first).isStaticAlloca());
}

TEST_F(InstrumentationTest, UnreachableBlocksAreNoBlocks) {
  ProgramTemplates templates = instrumentIR(R"(
    define void @f() {
      ret void
    dead:
      br label %dead
    }
  )");
  EXPECT_EQ(templates.blocks.size(), 1u);
}

TEST_F(InstrumentationTest, AddressThatIsKeptCostsAMicroOp) {
  ProgramTemplates templates = instrumentIR(R"(
    define ptr @f(ptr %p, i64 %i) {
      %q = getelementptr double, ptr %p, i64 %i
      ret ptr %q
    }
  )");
  ASSERT_EQ(kinds(templates, 0), (Kinds{Alu, Return}));
  EXPECT_EQ(templates.operations[0].microOps, 1u);
}

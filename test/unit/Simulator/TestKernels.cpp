//===- TestKernels.cpp - Small decoupled programs by hand -----------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestKernels.h"
#include "../Support/ProgramBuilder.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/Support/SourceMgr.h"

using namespace ember::sim;
using namespace ember::target;

static Operand reg(uint64_t index) { return {Operand::Kind::Register, index}; }
static Operand config(uint64_t word) { return {Operand::Kind::Config, word}; }
static Operand immediate(uint64_t bits) {
  return {Operand::Kind::Immediate, bits};
}

namespace {

/// Appends instructions and keeps track of the loops around them.
class Builder {
public:
  explicit Builder(AccessProgram &program) : program(program) {
    program.strings = {"kernel.mlir:7:3", "memref.load"};
  }

  Operand beginLoop(Operand lower, Operand upper) {
    Loop loop;
    loop.parent = current;
    loop.begin = program.instructions.size();
    loop.lower = lower;
    loop.upper = upper;
    loop.step = immediate(1);
    current = program.loops.size();
    program.loops.push_back(loop);
    return reg(add(Opcode::LoopBegin).result = program.numRegisters++);
  }

  void endLoop() {
    program.loops[current].end = program.instructions.size();
    add(Opcode::LoopEnd);
    current = program.loops[current].parent;
  }

  Operand load(uint32_t memref, llvm::ArrayRef<Operand> indices) {
    Instruction &inst = add(Opcode::Load);
    inst.memref = memref;
    inst.operation = 1;
    inst.operands.assign(indices.begin(), indices.end());
    return reg(inst.result = program.numRegisters++);
  }

  Operand increment(Operand value) {
    Instruction &inst = add(Opcode::Alu);
    inst.alu = AluOp::Add;
    inst.operands = {value, immediate(1)};
    return reg(inst.result = program.numRegisters++);
  }

  void push(llvm::ArrayRef<RecordField> fields) {
    add(Opcode::Push).fields.assign(fields.begin(), fields.end());
  }

  void done() { add(Opcode::Done).event = program.events.size(); }

private:
  Instruction &add(Opcode opcode) {
    Instruction &inst = program.instructions.emplace_back();
    inst.opcode = opcode;
    inst.loop = current;
    return inst;
  }

  AccessProgram &program;
  uint32_t current = Loop::noParent;
};

} // namespace

AccessProgram test::embeddingBag() {
  AccessProgram program;
  program.name = "bag#0";
  program.memrefs = {{/*firstWord=*/2, /*rank=*/1, /*elementBytes=*/8, 64},
                     {/*firstWord=*/5, /*rank=*/1, /*elementBytes=*/8, 64},
                     {/*firstWord=*/8, /*rank=*/2, /*elementBytes=*/4, 32}};
  program.numConfigWords = 13;
  program.events = {{/*recordBytes=*/24, /*recordAlign=*/8, "iterate"}};
  Builder builder(program);
  Operand b = builder.beginLoop(immediate(0), config(0));
  Operand begin = builder.load(0, {b});
  Operand end = builder.load(0, {builder.increment(b)});
  Operand p = builder.beginLoop(begin, end);
  Operand i = builder.load(1, {p});
  Operand e = builder.beginLoop(immediate(0), config(1));
  Operand v = builder.load(2, {i, e});
  builder.push({{b, 0, 8}, {e, 8, 8}, {v, 16, 4}});
  builder.endLoop();
  builder.endLoop();
  builder.endLoop();
  builder.done();
  return program;
}

AccessProgram test::counter() {
  AccessProgram program;
  program.name = "counter#0";
  program.numConfigWords = 1;
  program.events = {{/*recordBytes=*/8, /*recordAlign=*/8, "iterate"}};
  Builder builder(program);
  Operand i = builder.beginLoop(immediate(0), config(0));
  builder.push({{i, 0, 8}});
  builder.endLoop();
  builder.done();
  return program;
}

AccessProgram test::runs() {
  ember::test::ProgramBuilder builder("runs#0");
  Operand n = builder.word();
  uint32_t idxs = builder.memref(1), vals = builder.memref(1);
  Operand i = builder.beginLoop(immediate(0), n);
  Operand value = builder.load(vals, {builder.load(idxs, {i})});
  builder.pushRun(4, {{n, 8}}, {{i, 8}, {value, 8}});
  builder.endLoop();
  return builder.finish();
}

const char *const test::runtimeDeclarations = R"(
declare void @__ember_start(ptr, i64, ptr, i64)
declare { i64, ptr } @__ember_acquire()
declare void @__ember_release()
declare void @__ember_check_field(i64)
declare void @__ember_check_run_field(i64, i64)
declare void @__ember_fallback(i64)
declare void @__ember_fault(ptr)
declare void @__ember_fault_index(ptr, ptr, i64, i64, i64)
declare void @__ember_check_range(ptr, ptr, ptr, i64, i64)
declare ptr @malloc(i64)
declare ptr @aligned_alloc(i64, i64)
declare void @free(ptr)
)";

const char *const test::embeddingBagKernel = R"(
define void @bag(ptr %program, i64 %bytes, ptr %ptrs, ptr %idxs, ptr %vals,
                 ptr %out, i64 %bags, i64 %lookups, i64 %rows, i64 %length) {
  %offsets = add i64 %bags, 1
  %config = alloca [13 x i64]
  store i64 %bags, ptr %config
  %c1 = getelementptr i64, ptr %config, i64 1
  store i64 %length, ptr %c1
  %c2 = getelementptr i64, ptr %config, i64 2
  store ptr %ptrs, ptr %c2
  %c3 = getelementptr i64, ptr %config, i64 3
  store i64 %offsets, ptr %c3
  %c4 = getelementptr i64, ptr %config, i64 4
  store i64 1, ptr %c4
  %c5 = getelementptr i64, ptr %config, i64 5
  store ptr %idxs, ptr %c5
  %c6 = getelementptr i64, ptr %config, i64 6
  store i64 %lookups, ptr %c6
  %c7 = getelementptr i64, ptr %config, i64 7
  store i64 1, ptr %c7
  %c8 = getelementptr i64, ptr %config, i64 8
  store ptr %vals, ptr %c8
  %c9 = getelementptr i64, ptr %config, i64 9
  store i64 %rows, ptr %c9
  %c10 = getelementptr i64, ptr %config, i64 10
  store i64 %length, ptr %c10
  %c11 = getelementptr i64, ptr %config, i64 11
  store i64 %length, ptr %c11
  %c12 = getelementptr i64, ptr %config, i64 12
  store i64 1, ptr %c12
  call void @__ember_start(ptr %program, i64 %bytes, ptr %config, i64 13)
  br label %loop
loop:
  %token = call { i64, ptr } @__ember_acquire()
  %event = extractvalue { i64, ptr } %token, 0
  %end = icmp eq i64 %event, 1
  br i1 %end, label %exit, label %iterate
iterate:
  %record = extractvalue { i64, ptr } %token, 1
  call void @__ember_check_field(i64 0)
  call void @__ember_check_field(i64 1)
  call void @__ember_check_field(i64 2)
  %b = load i64, ptr %record
  %f1 = getelementptr i8, ptr %record, i64 8
  %e = load i64, ptr %f1
  %f2 = getelementptr i8, ptr %record, i64 16
  %v = load float, ptr %f2
  %row = mul i64 %b, %length
  %element = add i64 %row, %e
  %address = getelementptr float, ptr %out, i64 %element
  %old = load float, ptr %address
  %new = fadd float %old, %v
  store float %new, ptr %address
  call void @__ember_release()
  br label %loop
exit:
  call void @__ember_release()
  ret void
}
)";

const char *const test::baselineKernel = R"(
define void @kernel(ptr %program, i64 %bytes, ptr %ptrs, ptr %idxs, ptr %vals,
                    ptr %out, i64 %bags, i64 %lookups, i64 %rows,
                    i64 %length) {
entry:
  br label %outer
outer:
  %b = phi i64 [ 0, %entry ], [ %b1, %outer.latch ]
  %more.b = icmp slt i64 %b, %bags
  br i1 %more.b, label %bag, label %exit
bag:
  %b1 = add i64 %b, 1
  %begin.at = getelementptr i64, ptr %ptrs, i64 %b
  %begin = load i64, ptr %begin.at
  %end.at = getelementptr i64, ptr %ptrs, i64 %b1
  %end = load i64, ptr %end.at
  br label %middle
middle:
  %p = phi i64 [ %begin, %bag ], [ %p1, %middle.latch ]
  %more.p = icmp slt i64 %p, %end
  br i1 %more.p, label %lookup, label %outer.latch
lookup:
  %index.at = getelementptr i64, ptr %idxs, i64 %p
  %index = load i64, ptr %index.at
  br label %inner
inner:
  %e = phi i64 [ 0, %lookup ], [ %e1, %element ]
  %more.e = icmp slt i64 %e, %length
  br i1 %more.e, label %element, label %middle.latch
element:
  %source.row = mul i64 %index, %length
  %source.at = add i64 %source.row, %e
  %source = getelementptr float, ptr %vals, i64 %source.at
  %v = load float, ptr %source
  %target.row = mul i64 %b, %length
  %target.at = add i64 %target.row, %e
  %target = getelementptr float, ptr %out, i64 %target.at
  %old = load float, ptr %target
  %new = fadd float %old, %v
  store float %new, ptr %target
  %e1 = add i64 %e, 1
  br label %inner
middle.latch:
  %p1 = add i64 %p, 1
  br label %middle
outer.latch:
  br label %outer
exit:
  ret void
}
)";

const char *const test::counterKernel = R"(
define i64 @kernel(ptr %program, i64 %bytes, i64 %n, i64 %stop) {
entry:
  %config = alloca i64
  store i64 %n, ptr %config
  call void @__ember_start(ptr %program, i64 %bytes, ptr %config, i64 1)
  br label %loop
loop:
  %sum = phi i64 [ 0, %entry ], [ %next, %iterate ]
  %count = phi i64 [ 0, %entry ], [ %count1, %iterate ]
  %token = call { i64, ptr } @__ember_acquire()
  %early = icmp eq i64 %count, %stop
  br i1 %early, label %leave, label %check
check:
  %event = extractvalue { i64, ptr } %token, 0
  %end = icmp eq i64 %event, 1
  br i1 %end, label %exit, label %iterate
iterate:
  %record = extractvalue { i64, ptr } %token, 1
  %value = load i64, ptr %record
  %next = add i64 %sum, %value
  %count1 = add i64 %count, 1
  call void @__ember_release()
  br label %loop
exit:
  call void @__ember_release()
  br label %leave
leave:
  ret i64 %sum
}
)";

const char *const test::runsKernel = R"(
define i64 @kernel(ptr %program, i64 %bytes, i64 %n, ptr %idxs, ptr %vals,
                   i64 %size) {
entry:
  %config = alloca [7 x i64]
  store i64 %n, ptr %config
  %c1 = getelementptr i64, ptr %config, i64 1
  store ptr %idxs, ptr %c1
  %c2 = getelementptr i64, ptr %config, i64 2
  store i64 %n, ptr %c2
  %c3 = getelementptr i64, ptr %config, i64 3
  store i64 1, ptr %c3
  %c4 = getelementptr i64, ptr %config, i64 4
  store ptr %vals, ptr %c4
  %c5 = getelementptr i64, ptr %config, i64 5
  store i64 %size, ptr %c5
  %c6 = getelementptr i64, ptr %config, i64 6
  store i64 1, ptr %c6
  call void @__ember_start(ptr %program, i64 %bytes, ptr %config, i64 7)
  br label %loop
loop:
  %sum = phi i64 [ 0, %entry ], [ %sum.3, %run.end ]
  %token = call { i64, ptr } @__ember_acquire()
  %number = extractvalue { i64, ptr } %token, 0
  %event = and i64 %number, 4294967295
  %length = lshr i64 %number, 32
  %end = icmp eq i64 %event, 1
  br i1 %end, label %exit, label %run
run:
  %record = extractvalue { i64, ptr } %token, 1
  call void @__ember_check_field(i64 0)
  %header = load i64, ptr %record
  %scaled = mul i64 %header, 1000
  %sum.1 = add i64 %sum, %scaled
  br label %element
element:
  %position = phi i64 [ 0, %run ], [ %position.1, %element ]
  %sum.2 = phi i64 [ %sum.1, %run ], [ %sum.3, %element ]
  call void @__ember_check_run_field(i64 0, i64 %position)
  call void @__ember_check_run_field(i64 1, i64 %position)
  %offset = mul i64 %position, 16
  %first = add i64 %offset, 8
  %i.at = getelementptr i8, ptr %record, i64 %first
  %i = load i64, ptr %i.at
  %value.at = getelementptr i8, ptr %i.at, i64 8
  %value = load i64, ptr %value.at
  %both = add i64 %i, %value
  %sum.3 = add i64 %sum.2, %both
  %position.1 = add i64 %position, 1
  %more = icmp ult i64 %position.1, %length
  br i1 %more, label %element, label %run.end
run.end:
  call void @__ember_release()
  br label %loop
exit:
  call void @__ember_release()
  ret i64 %sum
}
)";

llvm::Expected<std::unique_ptr<CoreProgram>>
test::compile(const std::string &ir, const MachineDescription &machine,
              bool timed, const std::string &entry) {
  auto context = std::make_unique<llvm::LLVMContext>();
  llvm::SMDiagnostic diagnostic;
  std::unique_ptr<llvm::Module> module =
      llvm::parseAssemblyString(runtimeDeclarations + ir, diagnostic, *context);
  if (!module)
    return llvm::createStringError("line " +
                                   llvm::Twine(diagnostic.getLineNo()) + ": " +
                                   diagnostic.getMessage());
  CoreProgramOptions options;
  options.entry = entry;
  options.timed = timed;
  return CoreProgram::compile(std::move(context), std::move(module), machine,
                              options);
}

std::shared_ptr<const SharedBuffer>
test::makeBuffer(const AccessProgram &program) {
  std::string bytes = target::serialize(program);
  return makeBuffer(llvm::ArrayRef<char>(bytes.data(), bytes.size()));
}

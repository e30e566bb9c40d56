//===- MemRefAliasingTest.cpp - Tests of aliasing and accessed memory -----===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Analysis/MemRefAliasing.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace ember;

namespace {

class MemRefAliasingTest : public testing::Test {
protected:
  MemRefAliasingTest() {
    context.loadDialect<mlir::arith::ArithDialect, mlir::cf::ControlFlowDialect,
                        mlir::func::FuncDialect, mlir::LLVM::LLVMDialect,
                        mlir::memref::MemRefDialect, mlir::scf::SCFDialect,
                        mlir::ub::UBDialect>();
    context.allowUnregisteredDialects();
  }

  /// Parses the body of a function with the arguments `%a`, `%b`, and `%c`,
  /// which is noalias, memrefs, and `%n`, an index.
  void parse(StringRef body) {
    std::string text =
        ("func.func private @get() -> memref<?xf32>\n"
         "func.func private @take(memref<?xf32>)\n"
         "memref.global \"private\" @g : memref<4xf32>\n"
         "memref.global \"private\" @h : memref<4xf32>\n"
         "func.func @f(%a: memref<?xf32>, %b: memref<?xf32>,\n"
         "             %c: memref<?xf32> {llvm.noalias}, %n: index,\n"
         "             %x: f32, %p: i1) {\n" +
         body + "\nreturn }")
            .str();
    module = mlir::parseSourceString<ModuleOp>(text, &context);
    ASSERT_TRUE(module);
    auto function = module->lookupSymbol<mlir::func::FuncOp>("f");
    root = function;
    for (auto [name, argument] :
         llvm::zip(ArrayRef<StringRef>{"a", "b", "c"}, function.getArguments()))
      values[name] = argument;
    function.walk([&](Operation *op) {
      if (auto name = op->getAttrOfType<StringAttr>("tag"))
        values[name.getValue()] = op->getResult(0);
    });
  }

  Aliasing alias(StringRef one, StringRef other) {
    Aliasing result = getAliasing(values.lookup(one), values.lookup(other));
    EXPECT_EQ(result, getAliasing(values.lookup(other), values.lookup(one)));
    return result;
  }

  MLIRContext context;
  mlir::OwningOpRef<ModuleOp> module;
  Operation *root = nullptr;
  llvm::StringMap<Value> values; ///< By argument, or by attribute `tag`.
};

TEST_F(MemRefAliasingTest, Arguments) {
  parse("");
  EXPECT_EQ(alias("a", "a"), Aliasing::Must);
  EXPECT_EQ(alias("a", "b"), Aliasing::May);
  EXPECT_EQ(alias("a", "c"), Aliasing::No);
}

TEST_F(MemRefAliasingTest, Views) {
  parse(R"(
    %0 = memref.subview %a[1] [4] [1] {tag = "sub"}
      : memref<?xf32> to memref<4xf32, strided<[1], offset: 1>>
    %1 = memref.cast %0 {tag = "cast"}
      : memref<4xf32, strided<[1], offset: 1>> to memref<?xf32, strided<[1], offset: ?>>
    %2 = memref.reinterpret_cast %a to offset: [0], sizes: [2, 2], strides: [2, 1] {tag = "re"}
      : memref<?xf32> to memref<2x2xf32, strided<[2, 1]>>
    %3 = memref.collapse_shape %2 [[0, 1]] {tag = "flat"}
      : memref<2x2xf32, strided<[2, 1]>> into memref<4xf32, strided<[1]>>
    %4 = memref.expand_shape %3 [[0, 1]] output_shape [2, 2] {tag = "wide"}
      : memref<4xf32, strided<[1]>> into memref<2x2xf32>
  )");
  for (StringRef view : {"sub", "cast", "re", "flat", "wide"}) {
    EXPECT_EQ(alias(view, "a"), Aliasing::Must) << view.str();
    EXPECT_EQ(alias(view, "b"), Aliasing::May) << view.str();
    EXPECT_EQ(alias(view, "c"), Aliasing::No) << view.str();
  }
  EXPECT_EQ(alias("sub", "cast"), Aliasing::Must);
  EXPECT_EQ(alias("sub", "re"), Aliasing::May);
}

TEST_F(MemRefAliasingTest, AllocationsAndGlobals) {
  parse(R"(
    %0 = memref.alloc(%n) {tag = "heap"} : memref<?xf32>
    %1 = memref.alloca(%n) {tag = "stack"} : memref<?xf32>
    %2 = memref.get_global @g : memref<4xf32> {tag = "g"}
    %3 = memref.get_global @g : memref<4xf32> {tag = "again"}
    %4 = memref.get_global @h : memref<4xf32> {tag = "h"}
    func.call @take(%0) : (memref<?xf32>) -> ()
  )");
  EXPECT_EQ(alias("heap", "stack"), Aliasing::No);
  EXPECT_EQ(alias("heap", "a"), Aliasing::No);
  EXPECT_EQ(alias("heap", "g"), Aliasing::No);
  EXPECT_EQ(alias("g", "h"), Aliasing::No);
  EXPECT_EQ(alias("g", "again"), Aliasing::Must);
  EXPECT_EQ(alias("g", "a"), Aliasing::May);
  EXPECT_EQ(alias("g", "c"), Aliasing::No);
}

TEST_F(MemRefAliasingTest, UnknownOrigins) {
  parse(R"(
    %0 = func.call @get() {tag = "got"} : () -> memref<?xf32>
    %1 = memref.alloc(%n) {tag = "kept"} : memref<?xf32>
    %2 = memref.alloc(%n) {tag = "given"} : memref<?xf32>
    func.call @take(%2) : (memref<?xf32>) -> ()
    %3 = arith.select %p, %1, %a {tag = "either"} : memref<?xf32>
    %4 = memref.alloc(%n) {tag = "other"} : memref<?xf32>
  )");
  EXPECT_EQ(alias("got", "a"), Aliasing::May);
  EXPECT_EQ(alias("got", "c"), Aliasing::No);
  EXPECT_EQ(alias("got", "given"), Aliasing::May);
  EXPECT_EQ(alias("got", "other"), Aliasing::No);
  EXPECT_EQ(alias("either", "kept"), Aliasing::May);
  EXPECT_EQ(alias("either", "other"), Aliasing::No);
}

TEST_F(MemRefAliasingTest, DistinctObjects) {
  parse(R"(
    %0:2 = memref.distinct_objects %a, %b {tag = "first"}
      : memref<?xf32>, memref<?xf32>
    %1 = memref.cast %0#1 {tag = "second"}
      : memref<?xf32> to memref<?xf32, strided<[?], offset: ?>>
  )");
  EXPECT_EQ(alias("first", "second"), Aliasing::No);
  EXPECT_EQ(alias("first", "a"), Aliasing::Must);
  EXPECT_EQ(alias("first", "b"), Aliasing::May);
  EXPECT_EQ(alias("second", "b"), Aliasing::Must);
}

TEST_F(MemRefAliasingTest, CarriedMemRefs) {
  parse(R"(
    %i = arith.constant 0 : index
    %k = arith.constant 4 : index
    %0 = memref.alloc(%k) {tag = "local"} : memref<?xf32>
    %1 = scf.if %p -> memref<?xf32> {
      %10 = memref.cast %0 : memref<?xf32> to memref<4xf32>
      %11 = memref.cast %10 : memref<4xf32> to memref<?xf32>
      scf.yield %11 : memref<?xf32>
    } else {
      %10 = ub.poison : memref<?xf32>
      scf.yield %10 : memref<?xf32>
    } {tag = "if"}
    %2 = scf.for %j = %i to %n step %k iter_args(%m = %1) -> memref<?xf32> {
      %20 = memref.cast %m : memref<?xf32> to memref<4xf32>
      %21 = memref.cast %20 : memref<4xf32> to memref<?xf32>
      scf.yield %21 : memref<?xf32>
    } {tag = "for"}
    %3 = scf.while (%m = %2) : (memref<?xf32>) -> memref<?xf32> {
      scf.condition(%p) %m : memref<?xf32>
    } do {
    ^bb0(%m: memref<?xf32>):
      scf.yield %m : memref<?xf32>
    } attributes {tag = "while"}
    %4 = scf.index_switch %n {tag = "switch"} -> memref<?xf32>
    case 0 {
      scf.yield %3 : memref<?xf32>
    }
    default {
      scf.yield %0 : memref<?xf32>
    }
    %5 = scf.execute_region -> memref<?xf32> {
      scf.yield %4 : memref<?xf32>
    } {tag = "region"}
    memref.store %x, %5[%i] : memref<?xf32>
    %50 = memref.cast %0 : memref<?xf32> to memref<4xf32>
    %51 = memref.cast %0 : memref<?xf32> to memref<4xf32>
    %52 = scf.if %p -> memref<4xf32> {
      scf.yield %50 : memref<4xf32>
    } else {
      scf.yield %51 : memref<4xf32>
    } {tag = "one of two views"}

    %6 = memref.alloc() {tag = "merged"} : memref<4xf32>
    %7 = memref.alloc() : memref<4xf32>
    %8 = scf.if %p -> memref<4xf32> {
      scf.yield %6 : memref<4xf32>
    } else {
      scf.yield %7 : memref<4xf32>
    } {tag = "either"}
    %9 = scf.for %j = %i to %n step %k iter_args(%m = %a) -> memref<?xf32> {
      scf.yield %c : memref<?xf32>
    } {tag = "last"}
  )");
  for (StringRef name :
       {"if", "for", "while", "switch", "region", "one of two views"}) {
    EXPECT_EQ(alias(name, "local"), Aliasing::Must) << name.str();
    EXPECT_EQ(alias(name, "a"), Aliasing::No) << name.str();
    EXPECT_EQ(alias(name, "either"), Aliasing::No) << name.str();
  }
  EXPECT_EQ(alias("either", "merged"), Aliasing::May);
  EXPECT_EQ(alias("last", "a"), Aliasing::May);
  EXPECT_EQ(alias("last", "c"), Aliasing::May);
  EXPECT_EQ(alias("last", "local"), Aliasing::No);
  EXPECT_TRUE(isConfined(values["local"]));
  for (StringRef name : {"merged", "c"})
    EXPECT_FALSE(isConfined(values[name])) << name.str();
}

TEST_F(MemRefAliasingTest, DistinctObjectsOfOtherIterations) {
  parse(R"(
    %i = arith.constant 0 : index
    %0 = scf.for %j = %i to %n step %n iter_args(%m = %a) -> memref<?xf32> {
      %1:2 = memref.distinct_objects %a, %b {tag = "first"}
        : memref<?xf32>, memref<?xf32>
      %2 = memref.cast %1#1 {tag = "second"}
        : memref<?xf32> to memref<?xf32, strided<[?], offset: ?>>
      %3 = memref.cast %m {tag = "carried"}
        : memref<?xf32> to memref<?xf32, strided<[?], offset: ?>>
      scf.yield %1#0 : memref<?xf32>
    }
  )");
  EXPECT_EQ(alias("first", "second"), Aliasing::No);
  EXPECT_EQ(alias("carried", "second"), Aliasing::May);
  EXPECT_EQ(alias("carried", "a"), Aliasing::Must);
}

TEST_F(MemRefAliasingTest, ViewsOfCarriedViews) {
  parse(R"(
    %i = arith.constant 0 : index
    %0 = ub.poison : memref<?xf32>
    %1 = scf.for %j = %i to %n step %n iter_args(%m = %0) -> memref<?xf32> {
      %2 = memref.cast %m : memref<?xf32> to memref<4xf32>
      %3 = memref.cast %2 : memref<4xf32> to memref<?xf32>
      scf.yield %3 : memref<?xf32>
    } {tag = "of nothing"}
  )");
  EXPECT_EQ(alias("of nothing", "a"), Aliasing::May);
}

TEST_F(MemRefAliasingTest, Confinement) {
  parse(R"(
    %i = arith.constant 0 : index
    %0 = memref.alloc(%n) {tag = "used"} : memref<?xf32>
    %00 = memref.subview %0[0] [2] [1] : memref<?xf32> to memref<2xf32, strided<[1]>>
    %v = memref.load %00[%i] : memref<2xf32, strided<[1]>>
    memref.store %v, %0[%i] : memref<?xf32>
    %d = memref.dim %0, %i : memref<?xf32>
    %w = memref.atomic_rmw addf %x, %0[%i] : (f32, memref<?xf32>) -> f32
    memref.copy %0, %a : memref<?xf32> to memref<?xf32>
    memref.dealloc %0 : memref<?xf32>

    %1 = memref.alloc(%n) {tag = "passed"} : memref<?xf32>
    func.call @take(%1) : (memref<?xf32>) -> ()

    %2 = memref.alloc() {tag = "stored"} : memref<4xf32>
    %20 = memref.alloc() : memref<memref<4xf32>>
    memref.store %2, %20[] : memref<memref<4xf32>>

    %3 = memref.alloc(%n) {tag = "compared"} : memref<?xf32>
    %30 = memref.subview %3[%n] [2] [1] : memref<?xf32> to memref<2xf32, strided<[1], offset: ?>>
    %31:4 = memref.extract_strided_metadata %30
      : memref<2xf32, strided<[1], offset: ?>> -> memref<f32>, index, index, index
    "test.use"(%31#1, %31#2, %31#3) : (index, index, index) -> ()
    %32 = memref.extract_aligned_pointer_as_index %30
      : memref<2xf32, strided<[1], offset: ?>> -> index
    %33 = arith.addi %32, %31#1 : index
    %34 = arith.select %p, %33, %32 : index
    %35 = arith.cmpi ult, %34, %n : index
    "test.use"(%35) : (i1) -> ()

    %36 = memref.alloc(%n) {tag = "address passed"} : memref<?xf32>
    %37 = memref.extract_aligned_pointer_as_index %36 : memref<?xf32> -> index
    %38 = arith.muli %37, %n : index
    "test.use"(%38) : (index) -> ()

    %340 = memref.alloc(%n) {tag = "address carried"} : memref<?xf32>
    %341 = memref.extract_aligned_pointer_as_index %340 : memref<?xf32> -> index
    %342 = scf.execute_region -> index {
      scf.yield %341 : index
    }
    "test.use"(%342) : (index) -> ()

    %39 = memref.alloc(%n) {tag = "address as a float"} : memref<?xf32>
    %390 = memref.extract_aligned_pointer_as_index %39 : memref<?xf32> -> index
    %391 = arith.index_cast %390 : index to i32
    %392 = arith.bitcast %391 : i32 to f32

    %393 = memref.alloc(%n) {tag = "address stored"} : memref<?xf32>
    %394 = memref.extract_aligned_pointer_as_index %393 : memref<?xf32> -> index
    %395 = memref.alloc() : memref<index>
    memref.store %394, %395[] : memref<index>

    %396 = memref.alloc(%n) {tag = "base passed"} : memref<?xf32>
    %397:4 = memref.extract_strided_metadata %396
      : memref<?xf32> -> memref<f32>, index, index, index
    "test.use"(%397#0) : (memref<f32>) -> ()

    %4 = memref.alloc(%n) {tag = "viewed"} : memref<?xf32>
    %40 = memref.cast %4 : memref<?xf32> to memref<*xf32>
    "test.use"(%40) : (memref<*xf32>) -> ()

    %5 = memref.alloc(%n) {tag = "carried"} : memref<?xf32>
    %50 = scf.for %j = %i to %n step %n iter_args(%m = %5) -> (memref<?xf32>) {
      "test.use"(%m) : (memref<?xf32>) -> ()
      scf.yield %m : memref<?xf32>
    }

    %6 = memref.alloc(%n) {tag = "moved"} : memref<?xf32>
    %60 = memref.realloc %6 : memref<?xf32> to memref<8xf32>
  )");
  EXPECT_TRUE(isConfined(values["used"]));
  EXPECT_TRUE(isConfined(values["c"]));
  EXPECT_TRUE(isConfined(values["compared"]));
  for (StringRef name :
       {"passed", "stored", "address passed", "address carried",
        "address as a float", "address stored", "base passed", "viewed",
        "carried", "moved"})
    EXPECT_FALSE(isConfined(values[name])) << name.str();
}

TEST_F(MemRefAliasingTest, AccessesByKind) {
  parse(R"(
    %i = arith.constant 0 : index
    %v = memref.load %a[%i] : memref<?xf32>
    memref.store %v, %b[%i] : memref<?xf32>
    cf.assert %p, "writes nothing"
  )");
  WrittenMemory written(root);
  ReadMemory read(root);
  EXPECT_FALSE(written.getConflict(values["a"]).definite);
  EXPECT_EQ(written.getConflict(values["a"]).undecided,
            SmallVector<Value>{values["b"]});
  ASSERT_TRUE(written.getConflict(values["b"]).definite);
  EXPECT_TRUE(isa<mlir::memref::StoreOp>(
      written.getConflict(values["b"]).definite->op));
  EXPECT_TRUE(written.getConflict(values["c"]).undecided.empty());
  EXPECT_TRUE(read.getConflict(values["a"]).definite);
  EXPECT_FALSE(read.getConflict(values["b"]).definite);
}

TEST_F(MemRefAliasingTest, UndecidedMemRefsOnceAndInOrder) {
  parse(R"(
    %i = arith.constant 0 : index
    memref.store %x, %b[%i] : memref<?xf32>
    %0 = func.call @get() {tag = "got"} : () -> memref<?xf32>
    scf.if %p {
      memref.store %x, %0[%i] : memref<?xf32>
      memref.store %x, %b[%n] : memref<?xf32>
    }
  )");
  Operation *branch = nullptr;
  root->walk([&](mlir::scf::IfOp op) { branch = op; });
  EXPECT_EQ(WrittenMemory(branch).getConflict(values["a"]).undecided,
            (SmallVector<Value>{values["got"], values["b"]}));
}

TEST_F(MemRefAliasingTest, UnknownOpsReachWhatIsNotConfined) {
  parse(R"(
    %0 = memref.alloc(%n) {tag = "kept"} : memref<?xf32>
    "test.unknown"() : () -> ()
  )");
  WrittenMemory written(root);
  ASSERT_TRUE(written.getConflict(values["a"]).definite);
  EXPECT_FALSE(written.getConflict(values["a"]).definite->memref);
  EXPECT_FALSE(written.getConflict(values["c"]).definite);
  EXPECT_FALSE(written.getConflict(values["kept"]).definite);
}

TEST_F(MemRefAliasingTest, PointersReachWhatIsNotConfined) {
  parse(R"(
    %0 = llvm.mlir.zero : !llvm.ptr
    llvm.store %x, %0 : f32, !llvm.ptr
  )");
  WrittenMemory written(root);
  EXPECT_TRUE(written.getConflict(values["a"]).definite);
  EXPECT_FALSE(written.getConflict(values["c"]).definite);
}

TEST_F(MemRefAliasingTest, ExceptedOps) {
  parse(R"(
    %i = arith.constant 0 : index
    memref.store %x, %a[%i] : memref<?xf32>
  )");
  Operation *store = nullptr;
  root->walk([&](mlir::memref::StoreOp op) { store = op; });
  EXPECT_FALSE(WrittenMemory(root).getConflict(values["a"], store).definite);
  OpBuilder builder(store);
  builder.clone(*store);
  EXPECT_TRUE(WrittenMemory(root).getConflict(values["a"], store).definite);
}

TEST_F(MemRefAliasingTest, FreeingIsWriting) {
  parse("memref.dealloc %a : memref<?xf32>");
  EXPECT_TRUE(WrittenMemory(root).getConflict(values["a"]).definite);
  EXPECT_FALSE(ReadMemory(root).getConflict(values["a"]).definite);
}

} // namespace

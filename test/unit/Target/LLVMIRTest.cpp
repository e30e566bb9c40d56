//===- LLVMIRTest.cpp - The way out of MLIR ---------------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Target/LLVMIR.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Parser/Parser.h"
#include "llvm/IR/Function.h"
#include "llvm/TargetParser/Host.h"
#include "gtest/gtest.h"

using namespace ember;

namespace {

class LLVMIRTest : public testing::Test {
protected:
  LLVMIRTest() {
    mlirContext
        .loadDialect<mlir::arith::ArithDialect, mlir::LLVM::LLVMDialect>();
  }

  llvm::Expected<std::unique_ptr<llvm::Module>> translate(StringRef text) {
    source = mlir::parseSourceString<ModuleOp>(text, &mlirContext, "test.mlir");
    return target::translateToLLVMIR(*source, context);
  }

  MLIRContext mlirContext;
  llvm::LLVMContext context;
  mlir::OwningOpRef<ModuleOp> source;
};

TEST_F(LLVMIRTest, IsForTheHost) {
  auto module = translate(R"(
    llvm.mlir.global private constant @text("a\00")
    llvm.func @entry(%x: i64) -> i64 { llvm.return %x : i64 }
  )");
  ASSERT_TRUE(bool(module)) << llvm::toString(module.takeError());
  EXPECT_EQ((*module)->getTargetTriple().str(),
            llvm::Triple(llvm::sys::getProcessTriple()).str());
  EXPECT_EQ((*module)->getDataLayout().getPointerSize(), sizeof(void *));
  EXPECT_NE((*module)->getDataLayout(), llvm::DataLayout(""));
  EXPECT_NE((*module)->getFunction("entry"), nullptr);
  EXPECT_NE((*module)->getNamedGlobal("text"), nullptr);
}

TEST_F(LLVMIRTest, RefusesOtherDialects) {
  auto module = translate(R"(
    llvm.func @entry(%x: i64) -> i64 {
      %0 = arith.addi %x, %x : i64
      llvm.return %0 : i64
    }
  )");
  ASSERT_FALSE(bool(module));
  std::string message = llvm::toString(module.takeError());
  EXPECT_TRUE(
      StringRef(message).starts_with("test.mlir:3:12: cannot be converted"))
      << message;
}

} // namespace

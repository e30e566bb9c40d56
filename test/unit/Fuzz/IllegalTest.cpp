//===- IllegalTest.cpp - Tests of illegal decouplings ---------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Fuzz/Illegal.h"

#include "FuzzTest.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/ScopedPrinter.h"
#include <set>

namespace ember::fuzz {
namespace {

using IllegalTest = FuzzTest;

constexpr const char *copy = R"mlir(
  func.func @kernel(%x: memref<?xf32>, %y: memref<?xf32>, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %a, %b = memref.distinct_objects %x, %y : memref<?xf32>, memref<?xf32>
    slc.for %i = %c0 to %n step %c1 {
      %s = slc.mem_str %a[%i] : memref<?xf32>
      slc.callback {
        %e = slc.to_val %i : index
        %v = slc.to_val %s : f32
        memref.store %v, %b[%e] : memref<?xf32>
      }
    }
    return
  }
)mlir";

// Reads what is written, writes what is read, forgets that both are disjoint.
TEST_F(IllegalTest, BreaksInDifferentWays) {
  std::set<std::string> texts;
  for (uint64_t seed = 0; seed < 40; ++seed) {
    auto module =
        mlir::parseSourceString<ModuleOp>(copy, mlir::ParserConfig(&context));
    ASSERT_TRUE(makeIllegal(*module, seed));
    texts.insert(llvm::to_string(*module));
  }
  EXPECT_EQ(texts.size(), 3u);
}

TEST_F(IllegalTest, NothingToBreak) {
  auto module = mlir::parseSourceString<ModuleOp>("func.func @f() { return }",
                                                  mlir::ParserConfig(&context));
  EXPECT_FALSE(makeIllegal(*module, 1));
}

} // namespace
} // namespace ember::fuzz

//===- GeneratorTest.cpp - Tests of random programs -----------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Fuzz/Generator.h"

#include "FuzzTest.h"
#include "ember/Driver/Arguments.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace ember::fuzz {
namespace {

namespace memref = mlir::memref;
namespace scf = mlir::scf;

class GeneratorTest : public FuzzTest {
protected:
  llvm::Expected<driver::Kernel> parse(const Case &test) {
    return driver::Kernel::parse(
        context,
        llvm::MemoryBuffer::getMemBuffer(test.kernel, "kernel",
                                         /*RequiresNullTerminator=*/false),
        /*entry=*/"");
  }
};

/// Whether two innermost loops have the same bounds and load in each iteration
/// from the same row: the indices but the last one come from outside.
bool readSameRow(scf::ForOp a, scf::ForOp b) {
  if (a.getLowerBound() != b.getLowerBound() ||
      a.getUpperBound() != b.getUpperBound() || a.getStep() != b.getStep())
    return false;
  auto loads = [](scf::ForOp loop) {
    SmallVector<memref::LoadOp> result;
    bool isInnermost = true;
    loop.getBody()->walk([&](Operation *op) {
      isInnermost &= !isa<scf::ForOp>(op);
      auto load = dyn_cast<memref::LoadOp>(op);
      if (load && load.getIndices().size() > 1 &&
          load.getIndices().back() == loop.getInductionVar())
        result.push_back(load);
    });
    return isInnermost ? result : SmallVector<memref::LoadOp>();
  };
  for (memref::LoadOp first : loads(a))
    for (memref::LoadOp second : loads(b))
      if (first.getMemRef() == second.getMemRef() &&
          first.getIndices().drop_back() == second.getIndices().drop_back())
        return true;
  return false;
}

TEST_F(GeneratorTest, ASeedIsACase) {
  Case first = generateCase(context, 11), second = generateCase(context, 11);
  EXPECT_EQ(first.kernel, second.kernel);
  EXPECT_EQ(first.arguments, second.arguments);
  EXPECT_NE(first.kernel, generateCase(context, 12).kernel);
}

TEST_F(GeneratorTest, CasesAreValid) {
  for (uint64_t seed = 0; seed < 200; ++seed) {
    Case test = generateCase(context, seed);
    llvm::Expected<driver::Kernel> kernel = parse(test);
    ASSERT_TRUE(bool(kernel)) << seed << llvm::toString(kernel.takeError());
    EXPECT_GT(kernel->numNests, 0u) << test.kernel;
    auto arguments =
        driver::BoundArguments::bind(kernel->signature, test.arguments);
    ASSERT_TRUE(bool(arguments))
        << seed << llvm::toString(arguments.takeError());
  }
}

TEST_F(GeneratorTest, LoopsSideBySideReadTheSameRows) {
  unsigned found = 0;
  for (uint64_t seed = 0; seed < 200; ++seed) {
    Case test = generateCase(context, seed);
    llvm::Expected<driver::Kernel> kernel = parse(test);
    ASSERT_TRUE(bool(kernel)) << seed << llvm::toString(kernel.takeError());
    bool isFound = false;
    kernel->module->walk([&](scf::ForOp loop) {
      for (Operation *other = loop->getNextNode(); other;
           other = other->getNextNode())
        if (auto second = dyn_cast<scf::ForOp>(other))
          isFound |=
              loop->getParentOfType<scf::ForOp>() && readSameRow(loop, second);
    });
    found += isFound;
  }
  EXPECT_GE(found, 30u);
}

// What the family has must turn up.
TEST_F(GeneratorTest, CasesAreOfAllKinds) {
  std::string all;
  for (uint64_t seed = 0; seed < 400; ++seed) {
    Case test = generateCase(context, seed);
    all += test.kernel;
    for (const std::string &argument : test.arguments)
      all += argument + "\n";
  }
  for (const char *part : {"scf.for",
                           "scf.for unsigned",
                           "iter_args",
                           "scf.while",
                           "scf.parallel",
                           "scf.forall",
                           "memref.copy",
                           "linalg.copy",
                           "linalg.fill",
                           "linalg.generic",
                           "\"reduction\"",
                           "func.func private",
                           "call @",
                           "scf.if",
                           "cf.assert",
                           "memref.subview",
                           "memref.alloc",
                           "memref.dim",
                           "strided<[?, 1]",
                           "strided<[?, ?]",
                           "fastmath<reassoc>",
                           "arith.index_castui",
                           "arith.divsi",
                           "arith.floordivsi",
                           "llvm.noalias",
                           "xbf16",
                           "xf16",
                           "xf64",
                           "xi8",
                           "xi16",
                           "xi32",
                           "xi64",
                           "xindex",
                           "view:",
                           "nan",
                           ",-0",
                           "Inf"})
    EXPECT_NE(all.find(part), std::string::npos) << part;
}

} // namespace
} // namespace ember::fuzz

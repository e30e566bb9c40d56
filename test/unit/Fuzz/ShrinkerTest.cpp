//===- ShrinkerTest.cpp - Tests of making cases small ---------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Fuzz/Shrinker.h"

#include "FuzzTest.h"
#include "ember/Driver/Arguments.h"
#include "ember/Fuzz/Generator.h"

namespace ember::fuzz {
namespace {

using ShrinkerTest = FuzzTest;

bool contains(const Case &test, StringRef part) {
  return StringRef(test.kernel).contains(part);
}

// A fault that needs one op: everything else goes.
TEST_F(ShrinkerTest, KeepsWhatFails) {
  Case test;
  test.kernel = R"mlir(
    func.func @kernel(%n: index, %a: memref<?xf32>, %b: memref<?xf32>, %k: i32) -> f32 {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %z = arith.constant 0.0 : f32
      %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z) -> (f32) {
        %x = memref.load %a[%i] : memref<?xf32>
        %y = arith.mulf %x, %x : f32
        %big = arith.cmpf ogt, %x, %z : f32
        scf.if %big {
          memref.store %y, %b[%i] : memref<?xf32>
        }
        %t = arith.addf %s, %y : f32
        scf.yield %t : f32
      }
      return %r : f32
    }
  )mlir";
  test.arguments = {"4", "view:2,offset=0,shape=4",
                    "values:8xf32:1,2,3,4,5,6,7,8", "7"};
  Case small = shrink(context, test, [](const Case &candidate) {
    return contains(candidate, "memref.store");
  });
  EXPECT_TRUE(contains(small, "memref.store"));
  for (const char *part :
       {"scf.for", "scf.if", "mulf", "memref.load", "return %"})
    EXPECT_FALSE(contains(small, part)) << small.kernel;
  ASSERT_EQ(small.arguments.size(), 1u) << small.kernel;
  EXPECT_EQ(small.arguments[0], "zeros:0xf32");
}

// A function that is called becomes part of the kernel, or is small itself.
TEST_F(ShrinkerTest, Calls) {
  Case test;
  test.kernel = R"mlir(
    func.func private @part(%b: memref<?xf32>, %x: f32) {
      %c0 = arith.constant 0 : index
      %y = arith.mulf %x, %x : f32
      memref.store %y, %b[%c0] : memref<?xf32>
      return
    }
    func.func @kernel(%b: memref<?xf32>, %x: f32) {
      func.call @part(%b, %x) : (memref<?xf32>, f32) -> ()
      return
    }
  )mlir";
  test.arguments = {"zeros:1xf32", "2"};
  Case inlined = shrink(context, test, [](const Case &candidate) {
    return contains(candidate, "memref.store");
  });
  EXPECT_FALSE(contains(inlined, "@part")) << inlined.kernel;
  Case called = shrink(context, test, [](const Case &candidate) {
    return contains(candidate, "call @part") &&
           contains(candidate, "memref.store");
  });
  EXPECT_FALSE(contains(called, "mulf")) << called.kernel;
}

// A view that is needed keeps what it is a view of, at its new number.
TEST_F(ShrinkerTest, RenumbersViews) {
  Case test;
  test.kernel = R"mlir(
    func.func @kernel(%n: index, %a: memref<?xf32>, %b: memref<?xf32>) {
      %c0 = arith.constant 0 : index
      %x = memref.load %a[%c0] : memref<?xf32>
      memref.store %x, %b[%c0] : memref<?xf32>
      return
    }
  )mlir";
  test.arguments = {"4", "view:2,offset=1,shape=4", "zeros:8xf32"};
  Case small = shrink(context, test, [](const Case &candidate) {
    return contains(candidate, "load") && contains(candidate, "store") &&
           llvm::any_of(candidate.arguments, [](StringRef text) {
             return text.starts_with("view:");
           });
  });
  EXPECT_EQ(small.arguments, (std::vector<std::string>{
                                 "view:1,offset=1,shape=4", "zeros:8xf32"}));
}

// What does not fail at all stays as it is.
TEST_F(ShrinkerTest, NothingToKeep) {
  Case test = generateCase(context, 3);
  Case same = shrink(context, test, [](const Case &) { return false; });
  EXPECT_EQ(same.kernel, test.kernel);
  EXPECT_EQ(same.arguments, test.arguments);
}

TEST(ShrinkText, RemovesLines) {
  EXPECT_EQ(shrinkText("a\nb\nc\nd\ne",
                       [](StringRef text) {
                         return text.contains('b') && text.contains('e');
                       }),
            "b\ne");
}

} // namespace
} // namespace ember::fuzz

//===- FuzzTest.h - What the fuzzer's unit tests share ----------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef EMBER_UNITTESTS_FUZZ_FUZZTEST_H
#define EMBER_UNITTESTS_FUZZ_FUZZTEST_H

#include "ember/Driver/Kernel.h"
#include "mlir/IR/MLIRContext.h"
#include <gtest/gtest.h>

namespace ember::fuzz {

/// A test with a context that knows all dialects of kernels.
class FuzzTest : public ::testing::Test {
protected:
  FuzzTest() : context(makeRegistry(), MLIRContext::Threading::DISABLED) {}

  MLIRContext context;

private:
  static DialectRegistry makeRegistry() {
    DialectRegistry registry;
    driver::registerKernelDialects(registry);
    return registry;
  }
};

} // namespace ember::fuzz

#endif // EMBER_UNITTESTS_FUZZ_FUZZTEST_H

//===- TestSupport.h - Helpers of the driver's unit tests -------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef EMBER_UNITTESTS_DRIVER_TESTSUPPORT_H
#define EMBER_UNITTESTS_DRIVER_TESTSUPPORT_H

#include "llvm/Support/Error.h"
#include <gtest/gtest.h>
#include <string>

namespace ember::driver {

/// The message of an error, "success" for none.
inline std::string messageOf(llvm::Error error) {
  return error ? llvm::toString(std::move(error)) : "success";
}

template <typename T> std::string messageOf(llvm::Expected<T> value) {
  return value ? "success" : llvm::toString(value.takeError());
}

/// The value of something that must be one; fails the test if it is not.
template <typename T> T valueOf(llvm::Expected<T> value) {
  if (value)
    return std::move(*value);
  ADD_FAILURE() << llvm::toString(value.takeError());
  return T();
}

} // namespace ember::driver

#endif // EMBER_UNITTESTS_DRIVER_TESTSUPPORT_H

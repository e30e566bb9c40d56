//===- TestSupport.h - Helpers of the driver's unit tests -------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef EMBER_UNITTESTS_DRIVER_TESTSUPPORT_H
#define EMBER_UNITTESTS_DRIVER_TESTSUPPORT_H

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
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

/// A folder that is removed at the end of a test.
class TemporaryFolder {
public:
  TemporaryFolder() {
    EXPECT_FALSE(llvm::sys::fs::createUniqueDirectory("ember", path));
  }
  ~TemporaryFolder() { EXPECT_FALSE(llvm::sys::fs::remove_directories(path)); }
  std::string file(llvm::StringRef name) const {
    llvm::SmallString<128> file(path);
    llvm::sys::path::append(file, name);
    return std::string(file);
  }
  /// The number of files in the folder.
  int count() const {
    int files = 0;
    std::error_code error;
    for (llvm::sys::fs::directory_iterator it(path, error), end;
         it != end && !error; it.increment(error))
      ++files;
    return files;
  }

private:
  llvm::SmallString<128> path;
};

} // namespace ember::driver

#endif // EMBER_UNITTESTS_DRIVER_TESTSUPPORT_H

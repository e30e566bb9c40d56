//===- OutputFiles.h - Files that are whole or not there --------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef EMBER_DRIVER_OUTPUTFILES_H
#define EMBER_DRIVER_OUTPUTFILES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace ember::driver {

/// The files that a command writes when everything went well: all of them, each
/// whole, or none. Each is written to a temporary file beside it, which is
/// renamed at the end; links are followed. What is not a regular file (a pipe)
/// is written directly, and what is the standard output through `llvm::outs`.
class OutputFiles {
public:
  using Writer = std::function<void(llvm::raw_ostream &)>;

  OutputFiles() = default;
  OutputFiles(const OutputFiles &) = delete;
  OutputFiles &operator=(const OutputFiles &) = delete;
  /// Files that were not committed leave nothing behind.
  ~OutputFiles();

  /// Adds a file that `write` will write. Errors, which name the file: it
  /// cannot be written, or another one has the same path.
  llvm::Error add(llvm::StringRef path, Writer write);

  /// Writes the files. Errors name the file and the reason.
  llvm::Error commit();

private:
  struct File {
    std::string path; ///< As it was given, for messages.
    Writer write;
    bool isStandardOutput = false;
    /// Where the file will be, without links; empty if it is written directly.
    std::string target;
    std::optional<llvm::sys::fs::TempFile> temporary;
  };
  std::vector<File> files;
};

} // namespace ember::driver

#endif // EMBER_DRIVER_OUTPUTFILES_H

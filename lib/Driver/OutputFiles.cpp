//===- OutputFiles.cpp - Files that are whole or not there ----------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Driver/OutputFiles.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;
using llvm::StringRef;

namespace ember::driver {

namespace {

llvm::Error cannotWrite(StringRef file, llvm::Error error) {
  return llvm::createStringError("cannot write '" + file +
                                 "': " + llvm::toString(std::move(error)));
}

/// Runs `write` on a stream for `descriptor`, which stays open.
llvm::Error writeTo(int descriptor, const OutputFiles::Writer &write) {
  llvm::raw_fd_ostream os(descriptor, /*shouldClose=*/false);
  write(os);
  os.flush();
  std::error_code error = os.error();
  // The stream's destructor aborts on an error that nobody has looked at.
  os.clear_error();
  return llvm::errorCodeToError(error);
}

llvm::Error writeDirectly(StringRef file, const OutputFiles::Writer &write) {
  int descriptor = -1;
  if (std::error_code error =
          fs::openFileForWrite(file, descriptor, fs::CD_OpenExisting))
    return llvm::errorCodeToError(error);
  llvm::Error error = writeTo(descriptor, write);
  fs::file_t handle = fs::convertFDToNativeFile(descriptor);
  return llvm::joinErrors(std::move(error),
                          llvm::errorCodeToError(fs::closeFile(handle)));
}

/// The folder without links, and the name in it: a link in the last place is
/// replaced, not followed.
llvm::Expected<std::string> getIdentity(StringRef file) {
  StringRef folder = path::parent_path(file);
  llvm::SmallString<128> identity;
  if (std::error_code error =
          fs::real_path(folder.empty() ? "." : folder, identity))
    return llvm::errorCodeToError(error);
  path::append(identity, path::filename(file));
  return std::string(identity);
}

} // namespace

OutputFiles::~OutputFiles() {
  for (File &file : files)
    if (file.temporary)
      // What cannot be removed was never promised.
      llvm::consumeError(file.temporary->discard());
}

llvm::Error OutputFiles::add(StringRef file, Writer write) {
  fs::file_status status;
  const bool exists = !fs::status(file, status) && fs::exists(status);
  if (exists && fs::is_directory(status))
    return cannotWrite(file, llvm::errorCodeToError(std::make_error_code(
                                 std::errc::is_a_directory)));
  if (exists && !fs::is_regular_file(status)) {
    files.push_back({file.str(), std::move(write), std::nullopt, ""});
    return llvm::Error::success();
  }
  llvm::Expected<std::string> identity = getIdentity(file);
  if (!identity)
    return cannotWrite(file, identity.takeError());
  for (const File &other : files)
    if (other.identity == *identity)
      return llvm::createStringError("cannot write '" + file +
                                     "' twice: give each output a file of its "
                                     "own");
  llvm::Expected<fs::TempFile> temporary = fs::TempFile::create(
      file + ".%%%%%%%%.tmp", fs::all_read | fs::all_write);
  if (!temporary)
    return cannotWrite(file, temporary.takeError());
  files.push_back(
      {file.str(), std::move(write), std::move(*temporary), *identity});
  return llvm::Error::success();
}

llvm::Error OutputFiles::commit() {
  for (const File &file : files)
    if (llvm::Error error = file.temporary
                                ? writeTo(file.temporary->FD, file.write)
                                : writeDirectly(file.path, file.write))
      return cannotWrite(file.path, std::move(error));
  for (File &file : files)
    if (file.temporary) {
      llvm::Error error = file.temporary->keep(file.path);
      file.temporary.reset();
      if (error)
        return cannotWrite(file.path, std::move(error));
    }
  return llvm::Error::success();
}

} // namespace ember::driver

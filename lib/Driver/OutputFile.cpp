//===- OutputFile.cpp - Files that are whole or not there -----------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Driver/OutputFile.h"

#include "llvm/Support/FileSystem.h"

namespace fs = llvm::sys::fs;

namespace ember::driver {

namespace {

/// Runs `write` on a stream for `descriptor`, which stays open.
llvm::Error writeTo(int descriptor,
                    llvm::function_ref<void(llvm::raw_ostream &)> write) {
  llvm::raw_fd_ostream os(descriptor, /*shouldClose=*/false);
  write(os);
  os.flush();
  std::error_code error = os.error();
  // The stream's destructor aborts on an error that nobody has looked at.
  os.clear_error();
  return llvm::errorCodeToError(error);
}

llvm::Error writeDirectly(llvm::StringRef path,
                          llvm::function_ref<void(llvm::raw_ostream &)> write) {
  int descriptor = -1;
  if (std::error_code error =
          fs::openFileForWrite(path, descriptor, fs::CD_OpenExisting))
    return llvm::errorCodeToError(error);
  llvm::Error error = writeTo(descriptor, write);
  fs::file_t handle = fs::convertFDToNativeFile(descriptor);
  return llvm::joinErrors(std::move(error),
                          llvm::errorCodeToError(fs::closeFile(handle)));
}

llvm::Error
writeAndRename(llvm::StringRef path,
               llvm::function_ref<void(llvm::raw_ostream &)> write) {
  llvm::Expected<fs::TempFile> file = fs::TempFile::create(
      path + ".%%%%%%%%.tmp", fs::all_read | fs::all_write);
  if (!file)
    return file.takeError();
  if (llvm::Error error = writeTo(file->FD, write))
    return llvm::joinErrors(std::move(error), file->discard());
  return file->keep(path);
}

} // namespace

llvm::Error
writeFileAtomically(llvm::StringRef path,
                    llvm::function_ref<void(llvm::raw_ostream &)> write) {
  fs::file_status status;
  bool special = !fs::status(path, status) && fs::exists(status) &&
                 !fs::is_regular_file(status);
  llvm::Error error =
      special ? writeDirectly(path, write) : writeAndRename(path, write);
  if (!error)
    return llvm::Error::success();
  return llvm::createStringError("cannot write '" + path +
                                 "': " + llvm::toString(std::move(error)));
}

} // namespace ember::driver

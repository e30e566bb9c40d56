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
#include <unistd.h>

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;
using llvm::StringRef;

namespace ember::driver {

namespace {

llvm::Error cannotWrite(StringRef file, llvm::Error error) {
  return llvm::createStringError("cannot write '" + file +
                                 "': " + llvm::toString(std::move(error)));
}

/// Lets `write` write to `os`, which then has no error any more: a stream with
/// one that nobody has looked at ends the process.
llvm::Error writeTo(llvm::raw_fd_ostream &os,
                    const OutputFiles::Writer &write) {
  write(os);
  os.flush();
  std::error_code error = os.error();
  os.clear_error();
  return llvm::errorCodeToError(error);
}

/// The same for `descriptor`, which stays open.
llvm::Error writeTo(int descriptor, const OutputFiles::Writer &write) {
  llvm::raw_fd_ostream os(descriptor, /*shouldClose=*/false);
  return writeTo(os, write);
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

/// Whether a file is what the standard output goes to, a file too maybe.
bool isStandardOutput(const fs::file_status &status) {
  fs::file_status output;
  return !fs::status(STDOUT_FILENO, output) && fs::equivalent(status, output);
}

/// The path of a file, there or not, without links.
llvm::Expected<std::string> getTarget(StringRef file, bool exists) {
  llvm::SmallString<128> target;
  StringRef folder = path::parent_path(file);
  if (std::error_code error = fs::real_path(exists           ? file
                                            : folder.empty() ? "."
                                                             : folder,
                                            target))
    return llvm::errorCodeToError(error);
  if (!exists)
    path::append(target, path::filename(file));
  return std::string(target);
}

} // namespace

OutputFiles::~OutputFiles() {
  for (File &file : files)
    if (file.temporary)
      // What cannot be removed was never promised.
      llvm::consumeError(file.temporary->discard());
}

llvm::Error OutputFiles::add(StringRef path, Writer write) {
  fs::file_status status;
  const bool exists = !fs::status(path, status) && fs::exists(status);
  if (exists && fs::is_directory(status))
    return cannotWrite(path, llvm::errorCodeToError(std::make_error_code(
                                 std::errc::is_a_directory)));
  File file;
  file.path = path.str();
  file.write = std::move(write);
  file.isStandardOutput = exists && isStandardOutput(status);
  if (!file.isStandardOutput && (!exists || fs::is_regular_file(status))) {
    llvm::Expected<std::string> target = getTarget(path, exists);
    if (!target)
      return cannotWrite(path, target.takeError());
    file.target = std::move(*target);
    if (llvm::any_of(files, [&](const File &other) {
          return other.target == file.target;
        }))
      return llvm::createStringError("cannot write '" + path +
                                     "' twice: give each output a file of its "
                                     "own");
    if (llvm::Error error = fs::TempFile::create(file.target + ".%%%%%%%%.tmp",
                                                 fs::all_read | fs::all_write)
                                .moveInto(file.temporary))
      return cannotWrite(path, std::move(error));
  }
  files.push_back(std::move(file));
  return llvm::Error::success();
}

llvm::Error OutputFiles::commit() {
  for (const File &file : files) {
    llvm::Error error =
        file.isStandardOutput ? writeTo(llvm::outs(), file.write)
        : file.temporary      ? writeTo(file.temporary->FD, file.write)
                              : writeDirectly(file.path, file.write);
    if (error)
      return cannotWrite(file.path, std::move(error));
  }
  for (File &file : files)
    if (file.temporary) {
      llvm::Error error = file.temporary->keep(file.target);
      file.temporary.reset();
      if (error)
        return cannotWrite(file.path, std::move(error));
    }
  return llvm::Error::success();
}

} // namespace ember::driver

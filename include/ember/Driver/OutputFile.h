//===- OutputFile.h - Files that are whole or not there ---------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef EMBER_DRIVER_OUTPUTFILE_H
#define EMBER_DRIVER_OUTPUTFILE_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace ember::driver {

/// Writes a file so that `path` either keeps what it had or gets all that
/// `write` wrote: to a temporary file beside it, which is renamed at the end. A
/// path that exists and is not a regular file (`/dev/stdout`) is written
/// directly. Errors name the file and the reason.
llvm::Error
writeFileAtomically(llvm::StringRef path,
                    llvm::function_ref<void(llvm::raw_ostream &)> write);

} // namespace ember::driver

#endif // EMBER_DRIVER_OUTPUTFILE_H

//===- Location.h - Locations as people write them --------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How a location appears in the messages of a running program.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_SUPPORT_LOCATION_H
#define EMBER_SUPPORT_LOCATION_H

#include "ember/Support/LLVM.h"
#include <string>

namespace ember {

/// Returns `file:line:column` of the first source position that `loc` holds:
/// that of a name's child, of the callee of a call site, of the first part of
/// a fused location that has one. A location without any is returned as MLIR
/// prints it, `loc(unknown)`.
std::string describeLocation(Location loc);

} // namespace ember

#endif // EMBER_SUPPORT_LOCATION_H

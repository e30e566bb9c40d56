//===- Location.h - Locations as people write them --------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How locations, and ops and values with them, appear in messages.
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

/// Names an op and its place: `'memref.load' at file:line:column`.
std::string describeOp(Operation *op);

/// Names what gives a value: the op whose result it is, or the op that has it
/// as an argument.
std::string describeValue(Value value);

/// A type in quotes.
std::string describeType(Type type);

} // namespace ember

#endif // EMBER_SUPPORT_LOCATION_H

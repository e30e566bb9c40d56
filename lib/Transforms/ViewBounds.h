//===- ViewBounds.h - Indices that are inside a view ------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef EMBER_LIB_TRANSFORMS_VIEWBOUNDS_H
#define EMBER_LIB_TRANSFORMS_VIEWBOUNDS_H

#include "ember/Support/LLVM.h"

namespace ember {

/// Adds what `isInBounds` asks ops for to `registry`.
void registerViewBounds(DialectRegistry &registry);

/// Whether the `length` elements from `index` on are known to be elements of a
/// dimension of this size.
bool isInBounds(Value index, int64_t length, OpFoldResult size);

} // namespace ember

#endif // EMBER_LIB_TRANSFORMS_VIEWBOUNDS_H

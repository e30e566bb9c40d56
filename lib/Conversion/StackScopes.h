//===- StackScopes.h - The stack of an iteration of a nest ------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef EMBER_LIB_CONVERSION_STACKSCOPES_H
#define EMBER_LIB_CONVERSION_STACKSCOPES_H

#include "ember/Dialect/SLC/IR/SLC.h"

namespace ember {

/// Lets the callbacks of a nest free what they allocate on the stack. In the
/// nest, the end of the iteration of the loop around a callback frees that; of
/// a loop over tokens it would be the end of the function.
void freeStackInCallbacks(slc::AccessLoop nest);

} // namespace ember

#endif // EMBER_LIB_CONVERSION_STACKSCOPES_H

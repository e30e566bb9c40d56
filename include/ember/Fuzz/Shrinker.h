//===- Shrinker.h - Makes failing cases small -------------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef EMBER_FUZZ_SHRINKER_H
#define EMBER_FUZZ_SHRINKER_H

#include "ember/Fuzz/Case.h"

namespace ember::fuzz {

/// Removes what it can of a case, ops, loops, arguments and data, as long as
/// `fails` is true of what is left. `fails` is called at most `maxTries` times.
Case shrink(MLIRContext &context, const Case &test,
            llvm::function_ref<bool(const Case &)> fails,
            unsigned maxTries = 2000);

/// Removes lines of a text as long as `fails` is true of what is left.
std::string shrinkText(StringRef text,
                       llvm::function_ref<bool(StringRef)> fails);

} // namespace ember::fuzz

#endif // EMBER_FUZZ_SHRINKER_H

//===- Illegal.h - Decouplings that must be refused -------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef EMBER_FUZZ_ILLEGAL_H
#define EMBER_FUZZ_ILLEGAL_H

#include "ember/Support/LLVM.h"

namespace ember::fuzz {

/// Breaks a decoupled nest of a module: afterwards a load of the access unit
/// may read what its nest writes. False if there is no nest with callbacks.
bool makeIllegal(ModuleOp module, uint64_t seed);

} // namespace ember::fuzz

#endif // EMBER_FUZZ_ILLEGAL_H

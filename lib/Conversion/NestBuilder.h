//===- NestBuilder.h - Builds the decoupled nest of a plan ------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef EMBER_LIB_CONVERSION_NESTBUILDER_H
#define EMBER_LIB_CONVERSION_NESTBUILDER_H

#include "ember/Analysis/Decoupling.h"
#include "ember/Dialect/SLC/IR/SLC.h"

namespace ember {

/// Builds the `slc` nest of `plan` at the insertion point of `builder`, beside
/// the original, whose invariants are in front of it already. `rebound` maps
/// memrefs of the original to what the nest uses instead.
slc::ForOp buildNest(const NestPlan &plan, OpBuilder &builder,
                     const IRMapping &rebound);

} // namespace ember

#endif // EMBER_LIB_CONVERSION_NESTBUILDER_H

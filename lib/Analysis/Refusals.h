//===- Refusals.h - What stays on the execute unit --------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tells of every loop, and of every load in a loop, that no plan has, why it
/// stays on the execute unit.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_LIB_ANALYSIS_REFUSALS_H
#define EMBER_LIB_ANALYSIS_REFUSALS_H

#include "ember/Analysis/Decoupling.h"

namespace ember {

/// Whether an op, leaving alone what is inside, reads memory that a value
/// refers to.
bool isLoad(Operation *op);

/// If `op`, which stands in a nest, is a loop or a load of a kind that the
/// access unit does not run: what that is.
std::optional<Refusal> refuseKind(Operation *op);

/// The refusals of everything in `root` that is in none of the plans, in
/// program order. Of the `known` ones, the first for an op is taken; what is
/// not among them stays for what it is or where it is.
SmallVector<Refusal> completeRefusals(Operation *root, ArrayRef<NestPlan> plans,
                                      ArrayRef<Refusal> known);

} // namespace ember

#endif // EMBER_LIB_ANALYSIS_REFUSALS_H

//===- EffectConditions.h - When an iteration has effects -------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds conditions without which an iteration of a loop does nothing: it
/// writes nothing, or only what it has read from there, and carries on what it
/// was given.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_ANALYSIS_EFFECTCONDITIONS_H
#define EMBER_ANALYSIS_EFFECTCONDITIONS_H

#include "ember/Support/LLVM.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace ember {

/// A value of type i1, and what it is.
struct Condition {
  Value value;
  bool holds;

  bool operator==(const Condition &other) const {
    return value == other.value && holds == other.holds;
  }
};

/// Conditions that all hold. What a conjunction is made of is among them, too.
using Conditions = SmallVector<Condition, 4>;

/// The conditions that hold where `condition` does because it consists of them:
/// those of a conjunction, however it is written, or of a negation. Empty for
/// one that is no such thing.
Conditions getParts(const Condition &condition);

/// Something that an iteration of a loop does, and what holds whenever it does.
struct Effect {
  Operation *op; ///< The loop's yield, for what it carries.
  Conditions conditions;
};

/// What an iteration of `loop` does, in program order. What does nothing under
/// any condition is left out. Loads that only read are no effects.
SmallVector<Effect> getEffects(mlir::scf::ForOp loop);

} // namespace ember

#endif // EMBER_ANALYSIS_EFFECTCONDITIONS_H

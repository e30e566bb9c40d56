//===- StreamBuilder.h - Builds arithmetic of the access unit ---*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef EMBER_DIALECT_SLC_UTILS_STREAMBUILDER_H
#define EMBER_DIALECT_SLC_UTILS_STREAMBUILDER_H

#include "ember/Dialect/SLC/IR/SLC.h"

namespace ember::slc {

/// Builds integer arithmetic on streams and host values: a stream where an
/// operand is one, otherwise a host value in front of the nest.
class StreamBuilder {
public:
  /// Builds streams at the insertion point of `builder`.
  explicit StreamBuilder(OpBuilder &builder)
      : builder(builder), host(builder) {}

  /// Says in front of which nest host values are built.
  void setNest(Operation *nest) { host.setInsertionPoint(nest); }

  /// A constant of the host.
  Value buildConstant(Location loc, Type type, int64_t value);

  /// The `arith` op of this kind.
  Value build(Location loc, AluKind kind, Type type, ValueRange inputs,
              mlir::arith::CmpIPredicateAttr comparison = {});

  /// Whether both conditions hold, where null always does. The inner one counts
  /// only where the outer one holds, even if it could not be computed.
  Value buildConjunction(Location loc, Value outer, Value inner);

  /// A divisor that does not trap where the predicate, if there is one, is
  /// false. Not for integers of one bit: -1 is the only divisor they have.
  Value buildSafeDivisor(Location loc, Value predicate, Value divisor);

private:
  OpBuilder &builder;
  OpBuilder host;
};

/// Whether a division or remainder by this value can trap.
bool mayTrapAsDivisor(Value divisor);

/// Whether an op is an integer division or remainder that may trap.
bool isTrappingDivision(Operation *op);

/// Whether an op may run where it would not. Upstream says so of remainders and
/// `arith.floordivsi` whatever the divisor is.
bool isSpeculatable(Operation *op);

} // namespace ember::slc

#endif // EMBER_DIALECT_SLC_UTILS_STREAMBUILDER_H

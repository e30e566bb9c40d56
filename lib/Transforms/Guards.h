//===- Guards.h - Builds the guards of an op --------------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the guards of all kinds of ops share: comparisons that fold, and
/// faults under a condition.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_LIB_TRANSFORMS_GUARDS_H
#define EMBER_LIB_TRANSFORMS_GUARDS_H

#include "ember/Target/RuntimeCalls.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace ember {

/// Builds the guards of one op, before it or another place. What is known to
/// hold costs nothing: conditions fold, and a fault under `false` is left out.
class GuardBuilder : public ImplicitLocOpBuilder {
public:
  GuardBuilder(Operation *op, target::RuntimeCalls &calls)
      : GuardBuilder(op, calls, op) {}
  GuardBuilder(Operation *op, target::RuntimeCalls &calls, Operation *place)
      : ImplicitLocOpBuilder(op->getLoc(), place), op(op), place(place),
        last(place->getPrevNode()), calls(calls) {}

  /// Erases what folding left without a use.
  ~GuardBuilder();

  GuardBuilder(const GuardBuilder &) = delete;
  GuardBuilder &operator=(const GuardBuilder &) = delete;

  Value index(int64_t value);
  Value index(OpFoldResult value);
  Value dim(Value memref, int64_t dim);
  Value compare(mlir::arith::CmpIPredicate predicate, Value lhs, Value rhs);
  Value both(Value lhs, Value rhs);
  Value either(Value lhs, Value rhs);
  /// Whether any lane of a vector of conditions holds.
  Value any(Value condition);
  /// An index in a type in which no sum or product of a few indices wraps.
  Value widen(Value index);
  Value narrow(Value wide);

  /// Faults with `LOC: 'NAME' op PROBLEM` if `condition` holds.
  void faultIf(Value condition, const Twine &problem);

  /// Faults if `condition` holds, because `value` is not an index into
  /// dimension `dim` of `size` elements.
  void faultIndexIf(Value condition, int64_t dim, Value value, Value size);

  /// Faults in any case.
  void faultIndex(int64_t dim, Value value, Value size);

  /// Faults unless `value` is an index into dimension `dim` of `size` elements.
  void checkIndex(int64_t dim, Value value, Value size);

  /// Faults unless the bytes `[low, high)` from the base pointer of `memref`,
  /// its offset not applied, lie in one allocation.
  void checkRange(Value memref, Value low, Value high);

  /// Runs `build` inside an `scf.if condition`, or not at all if it is known
  /// to be false.
  void when(Value condition, function_ref<void()> build);

  /// Faults if the access unit could not load `field` of the acquired record,
  /// or of the element at `position` of its run.
  void checkField(int64_t field, Value position);

private:
  Operation *op;
  Operation *place;
  Operation *last; ///< The op before the guards, or null.
  target::RuntimeCalls &calls;
};

/// Whether the size of an allocation cannot be checked: its elements are no
/// numbers or vectors of numbers, and their number is not known either.
bool isAllocationOfUnknownSize(Operation *op);

/// Each builds the guards of the ops of its kind; other ops have none.
void guardAccess(Operation *op, target::RuntimeCalls &calls);
void guardArithmetic(Operation *op, target::RuntimeCalls &calls);
void guardVector(Operation *op, target::RuntimeCalls &calls);
void guardView(Operation *op, target::RuntimeCalls &calls);

} // namespace ember

#endif // EMBER_LIB_TRANSFORMS_GUARDS_H

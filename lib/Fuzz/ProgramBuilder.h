//===- ProgramBuilder.h - Writes random programs ----------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef EMBER_LIB_FUZZ_PROGRAMBUILDER_H
#define EMBER_LIB_FUZZ_PROGRAMBUILDER_H

#include "Arrays.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace ember::fuzz {

/// Writes one random function. Each `add…` method puts code at the builder's
/// place and what it computes into the scope.
class ProgramBuilder {
public:
  ProgramBuilder(mlir::func::FuncOp function, uint64_t seed);

  /// Writes the body; returns the texts of the arguments.
  std::vector<std::string> build();

private:
  // Integers of the access side (ProgramIntegers.cpp). The range of each is
  // known, so that indices can be made to fit.
  Integer constantIndex(int64_t number);
  Integer hostInteger(int64_t number, bool allowOtherTypes = true);
  Integer castToIndex(const Integer &integer);
  Integer castUnlessIndex(const Integer &integer);
  std::optional<Integer> combine(const Integer &a, const Integer &b);
  Integer pickIndex(const Scope &scope);
  Integer limit(const Integer &index, int64_t size);
  Value compareIntegers(const Scope &scope);
  std::pair<Value, Integer> compareToNarrow(const Scope &scope);
  void addArithmetic(Scope &scope);
  void addIntegerLoad(Scope &scope);
  void addAssert(Scope &scope);

  // Elements (ProgramElements.cpp).
  Type pickElementType();
  Value constantElement(Type type);
  Value pickElement(Scope &scope, Type type);
  Value combineElements(Value a, Value b, Scope &scope);
  Value combineFloats(Value a, Value b);
  Value combineIntegers(Value a, Value b);
  Value mapElement(Value a);
  Value convertElement(Value a, Type type);
  Value compareElements(Scope &scope);
  void addComputation(Scope &scope);

  // Memory (ProgramMemory.cpp).
  struct Place {
    unsigned array;
    SmallVector<Value> indices;
  };
  SmallVector<Integer> pickIndices(const Scope &scope, unsigned rank);
  Place pickPlace(Scope &scope, const Array &model, bool wantsWritten);
  Value load(const Place &place);
  void store(Value value, const Place &place);
  void markWritten(unsigned array);
  void addElementLoad(Scope &scope);
  void addStore(Scope &scope);
  void addUpdate(Scope &scope);
  void addView(Scope &scope);
  void addAllocation(Scope &scope);
  Integer loadFrom(Scope &scope, const Integer &position, const Array &model);

  // Rows that several loops read (ProgramRows.cpp).
  struct Row {
    unsigned array;
    SmallVector<Value> leading;   ///< Indices that are the same in all loops.
    int64_t offset = 0;           ///< What the induction variable is added to.
    std::optional<Place> indices; ///< Its loads index the row, if there.
    bool isElement = false;       ///< The leading indices are all there are.
    /// Where the row is read: everywhere if null, in all iterations or in none
    /// if an `i1`, else where the induction variable is less.
    Value condition;
  };
  Integer pickLeadingIndex(const Scope &scope, int64_t &elementsLeft);
  unsigned pickRowArray(const Array &model, ArrayRef<int64_t> sizes);
  Row pickRow(Scope &scope, const Range &range);
  Value loadFromRow(const Row &row, Value variable);
  Value readRow(const Row &row, Value variable);
  void addRowReduction(Scope &scope, const Range &range, ArrayRef<Row> rows);
  void addRowUpdate(Scope &scope, const Range &range, ArrayRef<Row> rows);
  Range narrow(const Range &range);
  void addRowLoops(Scope &scope);

  // Ops on whole arrays (ProgramWholes.cpp).
  unsigned pickWhole(const Scope &scope, Type type, ArrayRef<int64_t> sizes,
                     bool wantsWritten);
  Shape pickSizes(const Scope &scope, Type type, unsigned rank);
  void addCopy(Scope &scope);
  void addFill(Scope &scope);
  void addGeneric(Scope &scope);
  void addWhole(Scope &scope);

  // Functions (ProgramCalls.cpp).
  void outline(Operation *op, bool again);

  // Structure (ProgramLoops.cpp).
  Range pickRange(Scope &scope, int64_t maxTrips);
  Range hostRange(int64_t maxTrips);
  Range segmentRange(Scope &scope, int64_t maxTrips);
  Range derivedRange(Scope &scope, int64_t maxTrips);
  void addLoop(Scope &scope);
  void addNarrowLoop(Scope &scope, int64_t maxTrips);
  void addReductionLoop(Scope &scope, const Range &range);
  void addCursorLoop(Scope &scope, const Range &range);
  void addOtherLoop(Scope &scope, int64_t maxTrips);
  Scope enterLoop(const Scope &scope, const Range &range, Value variable);
  void addNarrowed(Scope &scope, const Integer &index);
  void addIf(Scope &scope);
  void addStatement(Scope &scope);
  void addStatements(Scope &scope, unsigned count);
  void addLoopBody(Scope &scope);

  Dice dice;
  mlir::func::FuncOp function;
  ImplicitLocOpBuilder builder;
  Arrays arrays;
  SmallVector<Type> elementTypes; ///< Of this program, the most frequent first.
  int fuel;                       ///< Statements that may still be written.
  unsigned numFunctions = 0;      ///< Besides the kernel.

  /// The most elements of an array.
  static constexpr int64_t largestArray = 2500;
  /// How often a place is reached, at most.
  static constexpr int64_t mostTrips = 3000;
};

} // namespace ember::fuzz

#endif // EMBER_LIB_FUZZ_PROGRAMBUILDER_H

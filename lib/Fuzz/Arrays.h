//===- Arrays.h - The arrays of a random program ----------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Arguments are made when the program needs them, and grow with the indices
/// that reach them: so its accesses are in bounds by construction. Their data
/// is chosen when the program is done.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_LIB_FUZZ_ARRAYS_H
#define EMBER_LIB_FUZZ_ARRAYS_H

#include "Dice.h"
#include "Scope.h"
#include "ember/Driver/ArrayView.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace ember::fuzz {

using driver::ElementType;
using driver::Shape;

/// What an array is for. It decides what is stored in it, and its data.
enum class Purpose {
  Elements, ///< Any values.
  Whole,    ///< Small whole numbers, whose float sums are exact in any order.
  Indices,  ///< Integers of `[low, high]`.
  Offsets,  ///< The same, ascending for the most part.
};

struct Array {
  Value value;
  ElementType type = ElementType::F32;
  Purpose purpose = Purpose::Elements;
  int64_t low = 0, high = 0; ///< Of integers that are no `Elements`.
  bool isUnsigned = false;

  Shape sizes;
  bool isFixed = false;    ///< The sizes do not grow any more.
  bool isArgument = false; ///< Neither an allocation nor a view in the program.
  bool isWritten = false;
  std::optional<unsigned> base; ///< What it is a view of, in the program.
  /// Lies in a pool, an argument of its own, together with other arrays if
  /// `sharesPool`.
  bool isPooled = false;
  bool sharesPool = false;
  bool hasUnitStride = false; ///< Of its last dimension, as its type says.
  bool isDense = true;        ///< As its type says.

  /// Whether any values may be written to it.
  bool isFree() const { return purpose == Purpose::Elements; }
};

class Arrays {
public:
  Arrays(mlir::func::FuncOp function, Dice &dice)
      : function(function), dice(dice) {}

  /// Adds an argument with at least these sizes, or just these if they are
  /// fixed; `model` says what it is for.
  unsigned addArgument(const Array &model, ArrayRef<int64_t> sizes);

  /// Adds an array that the program makes.
  unsigned addLocal(const Array &array) {
    all.push_back(array);
    return all.size() - 1;
  }

  /// Adds an argument that is a number, `text`.
  BlockArgument addScalar(Type type, std::string text);

  /// Whether the array can be accessed at indices up to `sizes`, which it then
  /// is as large as.
  bool reach(unsigned array, ArrayRef<int64_t> sizes);

  Array &operator[](unsigned array) { return all[array]; }
  size_t size() const { return all.size(); }

  /// Chooses all data and finishes the function's arguments. Returns their
  /// texts.
  std::vector<std::string> finish();

private:
  struct Pool;
  struct Layout;

  MemRefType chooseType(Array &array);
  BlockArgument addBlockArgument(Type type);
  uint64_t chooseElement(const Array &array, unsigned style);
  std::vector<uint64_t> chooseElements(const Array &array, size_t count);
  std::string describeElements(const Array &array, Shape shape);
  Layout chooseLayout(const Array &array);
  std::string placeInPool(const Array &array, std::vector<Pool> &pools);
  void breakBounds();

  mlir::func::FuncOp function;
  Dice &dice;
  std::vector<Array> all;
  /// By the number of the argument: its text, empty for an array, which it then
  /// is.
  std::vector<std::pair<std::string, unsigned>> arguments;
  std::optional<unsigned> broken; ///< The array with a wrong index, if any.
};

/// The MLIR type of elements, and back.
Type getMLIRType(MLIRContext *context, ElementType type);
ElementType getElementTypeOf(Type type);

} // namespace ember::fuzz

#endif // EMBER_LIB_FUZZ_ARRAYS_H

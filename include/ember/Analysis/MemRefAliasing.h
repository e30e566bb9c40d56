//===- MemRefAliasing.h - What may alias what -------------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Whether two memrefs can share memory, and what a piece of code reads and
/// writes. Sees through views, and through loops and choices that hand memrefs
/// on; knows distinct allocations and globals,
/// `llvm.noalias` arguments and `memref.distinct_objects`. Rewrites nothing.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_ANALYSIS_MEMREFALIASING_H
#define EMBER_ANALYSIS_MEMREFALIASING_H

#include "ember/Support/LLVM.h"
#include "llvm/ADT/MapVector.h"

namespace ember {

enum class Aliasing {
  No,   ///< Never share an element that both access.
  May,  ///< Nothing is known: a run-time check of byte ranges can tell.
  Must, ///< One is the other or a view of it.
};

/// Whether two memrefs of one function may share memory.
Aliasing getAliasing(Value a, Value b);

/// Whether an allocation or `llvm.noalias` argument stays within its function:
/// nothing but accesses to it, views, size queries, comparisons of its address
/// and loops and choices that hand on these alone use it, so that no code
/// without an operand made of it can reach it.
bool isConfined(Value memref);

/// Why a check before `root`, an op, cannot tell the bytes of `memref` from
/// those of another one, or nothing. Without `allowChecks` none is made at all.
std::string getCheckReason(Value memref, Operation *root,
                           bool allowChecks = true);

/// What the ops inside an op read, or what they write.
class AccessedMemory {
public:
  /// One op that may access memory.
  struct Access {
    Operation *op;
    Value memref; ///< Null when it is not known what it accesses.
  };

  /// How `memref` meets the accesses.
  struct Conflict {
    /// An access that certainly or uncheckably hits `memref`.
    std::optional<Access> definite;
    /// If there is none, the accessed memrefs of which nothing is known, each
    /// once, in program order.
    SmallVector<Value> undecided;
  };

  /// How accesses to `memref` meet these, those of `except` left out.
  Conflict getConflict(Value memref, Operation *except = nullptr) const;

protected:
  enum class Kind { Read, Write };

  /// Looks at everything inside `root`. An op without effect interfaces does
  /// everything.
  AccessedMemory(Operation *root, Kind kind);

private:
  /// The ops that access a memref, or those of which it is not known what they
  /// access.
  llvm::MapVector<Value, SmallVector<Operation *, 1>> accesses;
};

/// What the ops inside an op write or free.
struct WrittenMemory : AccessedMemory {
  explicit WrittenMemory(Operation *root) : AccessedMemory(root, Kind::Write) {}
};

/// What the ops inside an op read.
struct ReadMemory : AccessedMemory {
  explicit ReadMemory(Operation *root) : AccessedMemory(root, Kind::Read) {}
};

} // namespace ember

#endif // EMBER_ANALYSIS_MEMREFALIASING_H

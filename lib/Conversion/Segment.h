//===- Segment.h - Code of the execute unit between two loops ---*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The body of a loop, as far as it becomes one callback: a stretch of it that
/// has no offloaded loop. Where it is in converted `scf.if`s it keeps them.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_LIB_CONVERSION_SEGMENT_H
#define EMBER_LIB_CONVERSION_SEGMENT_H

#include "ember/Analysis/Decoupling.h"
#include "ember/Support/LLVM.h"

namespace ember {

/// Ops of one block of the original.
struct Group {
  /// An op, or what a segment has of a converted `scf.if`.
  struct Part {
    explicit Part(Operation *op) : op(op) {}

    Operation *op;
    /// Of a converted `scf.if`: what is in its branches.
    std::unique_ptr<Group> branches[2];
    /// Of a converted `scf.if`: whether the segment reaches its end, so that it
    /// gives its results.
    bool givesResults = false;

    /// Whether this is of a converted `scf.if`.
    bool isChoice() const { return givesResults || branches[0] || branches[1]; }
  };

  explicit Group(Block *block) : block(block) {}

  Block *block;
  std::vector<Part> parts;
};

/// Builds the callback of a segment.
class SegmentBuilder {
public:
  /// `streams` maps original values to streams, `values` to values of the
  /// execute unit; it gets those that the callback gives.
  SegmentBuilder(const NestPlan &plan, const Group &segment,
                 const IRMapping &streams, IRMapping &values);

  /// Builds the callback at the insertion point, if there is code, and returns
  /// `wanted` as values of the execute unit.
  SmallVector<Value> build(OpBuilder &builder, ValueRange wanted);

private:
  void collectOps(const Group &group);
  void collectUses(const Group &group);
  void collectConditions(const Group &group);
  bool isInSegment(Operation *op) const;
  void use(Value value);
  void give(Value value);
  void giveIfUsedLater(Value value);
  Block *getGroupOf(Value value) const;
  SmallVector<OpResult> getResults(const Group::Part &choice) const;
  void collectGiven(const Group *group, SetVector<Value> &results) const;
  bool isNeeded(const Group::Part &part) const;
  bool hasCode(const Group *group) const;

  SmallVector<Value> lookup(ValueRange range) const;
  void readStream(OpBuilder &builder, Value original);
  void buildGroup(OpBuilder &builder, const Group *group);
  void buildChoice(OpBuilder &builder, const Group::Part &part);

  const NestPlan &plan;
  const Group &segment;
  const IRMapping &streams;
  IRMapping &values;

  /// Ops of the segment, and the converted `scf.if`s that end in it.
  llvm::DenseSet<Operation *> ops;
  /// Those of the groups.
  llvm::DenseSet<Block *> blocks;
  /// The first op that is code, if there is one.
  Operation *firstCode = nullptr;
  /// Streams that the code reads.
  SetVector<Value> read;
  /// By group: the streams of earlier segments that it reads at its start, and
  /// original values that somebody reads later.
  llvm::DenseMap<Block *, SmallVector<Value>> readAtStart;
  llvm::DenseMap<Block *, SetVector<Value>> given;
};

} // namespace ember

#endif // EMBER_LIB_CONVERSION_SEGMENT_H

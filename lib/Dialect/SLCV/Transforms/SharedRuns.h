//===- SharedRuns.h - Which loops read the same runs ------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_EMBER_DIALECT_SLCV_TRANSFORMS_SHAREDRUNS_H
#define LIB_EMBER_DIALECT_SLCV_TRANSFORMS_SHAREDRUNS_H

#include "ember/Dialect/SLCV/IR/SLCV.h"

namespace ember::slcv {

/// A loop that can read the runs of an earlier one.
struct Follower {
  slc::AccessLoop loop;
  /// The callbacks between the loop before it and this one.
  SmallVector<slc::CallbackOp> before;
};

/// A loop whose runs loops behind it can read, too.
struct Leader {
  explicit Leader(slc::AccessLoop loop);

  slc::AccessLoop loop;
  SmallVector<Follower> followers;
  /// Iterations in a run that has all streams that the followers read, too.
  int64_t chunk = 0;
  /// The ops of the streams that differ: of its own body, and then of the
  /// bodies of the followers.
  SmallVector<Operation *> streams;
  /// Streams of followers -> the equal ones among these, themselves where there
  /// was none.
  IRMapping representatives;
  /// Streams of which a record has one element, and one for each iteration.
  SetVector<Value> header, elements;
};

/// A loop that loads what an earlier sibling loads, and why they do not share
/// it.
struct UnsharedLoop {
  slc::AccessLoop loop, sibling;
  std::string reason;
};

/// What the loops in the body of one loop share. Two loops share runs if they
/// have the same iterations, at least half of what the later one loads is
/// loaded by the earlier one, only streams, callbacks and other loops that
/// share the same runs are in between, and the run does not become much
/// shorter.
class SharedRuns {
public:
  SharedRuns(slc::AccessLoop parent, int64_t queueBytes);

  std::vector<Leader> leaders;
  SmallVector<UnsharedLoop> unshared;

private:
  bool addFollower(slc::AccessLoop loop);
  std::string follow(Leader &leader, slc::AccessLoop loop);

  int64_t queueBytes;
};

} // namespace ember::slcv

#endif // LIB_EMBER_DIALECT_SLCV_TRANSFORMS_SHAREDRUNS_H

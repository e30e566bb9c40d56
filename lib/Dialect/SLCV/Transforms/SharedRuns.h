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
  /// Streams of its body -> equal streams of the leader's.
  IRMapping streams;
};

/// A loop whose runs loops behind it can read, too.
struct Leader {
  slc::AccessLoop loop;
  SmallVector<Follower> followers;
};

/// A loop that reads a stream of an earlier sibling, and why the two cannot
/// share it.
struct UnsharedLoop {
  slc::AccessLoop loop, sibling;
  std::string reason;
};

/// What the loops in the body of one loop share. Two loops share runs if they
/// have the same iterations, some load of the later one is one of the earlier
/// one, and only streams, callbacks and other loops that share the same runs
/// are in between.
class SharedRuns {
public:
  explicit SharedRuns(slc::AccessLoop parent);

  SmallVector<Leader> leaders;
  SmallVector<UnsharedLoop> unshared;

private:
  /// Makes a loop follow one of the leaders, if it can.
  bool addFollower(slc::AccessLoop loop);
};

} // namespace ember::slcv

#endif // LIB_EMBER_DIALECT_SLCV_TRANSFORMS_SHAREDRUNS_H

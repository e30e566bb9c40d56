//===- LaneDependences.h - What lanes may do at once ------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Whether doing all lanes of one op before the next op can be seen: it cannot
/// when whatever code writes it accesses with the same subscripts everywhere,
/// each lane an element of its own. Rewrites nothing.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_DIALECT_SLCV_ANALYSIS_LANEDEPENDENCES_H
#define EMBER_DIALECT_SLCV_ANALYSIS_LANEDEPENDENCES_H

#include "ember/Dialect/SLCV/Analysis/LaneShapes.h"

namespace ember::slcv {

/// What must hold of memrefs from before a nest, where it cannot be proven, for
/// lanes to be independent.
struct LaneConditions {
  /// A memref whose lanes, `strides` further in each dimension, must not all be
  /// the same element.
  struct Distance {
    Value memref;
    SmallVector<int64_t> strides;
  };
  /// Memrefs that must be disjoint.
  SetVector<std::pair<Value, Value>> disjoint;
  SmallVector<Distance> distances;
  /// Why lanes depend on each other where the first of them does not hold.
  std::string reason;

  bool empty() const { return disjoint.empty() && distances.empty(); }
};

/// Why the lanes of `code` depend on each other, or nothing; `conditions` is
/// what must hold for that.
std::string checkDependences(Block &code, const LaneShapes &shapes,
                             LaneConditions &conditions);

} // namespace ember::slcv

#endif // EMBER_DIALECT_SLCV_ANALYSIS_LANEDEPENDENCES_H

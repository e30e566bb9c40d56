//===- NestVersions.h - Checks in front of vectorised nests -----*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_EMBER_DIALECT_SLCV_TRANSFORMS_NESTVERSIONS_H
#define LIB_EMBER_DIALECT_SLCV_TRANSFORMS_NESTVERSIONS_H

#include "ember/Dialect/SLCV/Analysis/LaneDependences.h"

namespace ember::slcv {

/// Makes two versions of a nest, of which a check at run time chooses one.
/// Returns that for which `conditions` hold: its memrefs are rebound, so that
/// they are seen to be disjoint. `nest` itself becomes the other one. Memrefs
/// are checked for being disjoint only if `checkDisjoint`.
slc::AccessLoop buildVersions(slc::AccessLoop nest,
                              const LaneConditions &conditions,
                              bool checkDisjoint);

} // namespace ember::slcv

#endif // LIB_EMBER_DIALECT_SLCV_TRANSFORMS_NESTVERSIONS_H

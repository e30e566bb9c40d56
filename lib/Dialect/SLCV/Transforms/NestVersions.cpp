//===- NestVersions.cpp - Checks in front of vectorised nests -------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NestVersions.h"
#include "ember/Conversion/OverlapCheck.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace ember;
using namespace ember::slcv;
namespace arith = mlir::arith;
namespace memref = mlir::memref;

/// Whether neighbouring lanes are the same element.
static Value buildIsSame(ImplicitLocOpBuilder &builder,
                         const LaneConditions::Distance &distance) {
  auto metadata =
      memref::ExtractStridedMetadataOp::create(builder, distance.memref);
  Value sum = arith::ConstantIndexOp::create(builder, 0);
  for (auto [lanes, stride] :
       llvm::zip_equal(distance.strides, metadata.getStrides())) {
    if (lanes == 0)
      continue;
    Value by = arith::ConstantIndexOp::create(builder, lanes);
    Value step = arith::MulIOp::create(builder, stride, by);
    sum = arith::AddIOp::create(builder, sum, step);
  }
  Value zero = arith::ConstantIndexOp::create(builder, 0);
  return arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, sum, zero);
}

/// Whether a condition is broken; null if none is checked.
static Value buildCheck(ImplicitLocOpBuilder &builder,
                        const LaneConditions &conditions, bool checkDisjoint) {
  Value broken;
  if (checkDisjoint && !conditions.disjoint.empty())
    broken = buildOverlapCheck(builder, builder.getLoc(),
                               conditions.disjoint.getArrayRef());
  for (const LaneConditions::Distance &distance : conditions.distances) {
    Value isSame = buildIsSame(builder, distance);
    broken = broken ? arith::OrIOp::create(builder, broken, isSame).getResult()
                    : isSame;
  }
  return broken;
}

slc::AccessLoop slcv::buildVersions(slc::AccessLoop nest,
                                    const LaneConditions &conditions,
                                    bool checkDisjoint) {
  Location loc = nest.getLoc();
  ImplicitLocOpBuilder builder(loc, nest);
  Value broken = buildCheck(builder, conditions, checkDisjoint);
  slc::AccessLoop copy;
  replaceUnless(broken, nest, [&](OpBuilder &inside) {
    IRMapping rebound =
        rebindDistinct(inside, loc, conditions.disjoint.getArrayRef());
    copy = cast<slc::AccessLoop>(inside.clone(*nest, rebound));
    return SmallVector<Value>(copy->getResults());
  });
  return copy;
}

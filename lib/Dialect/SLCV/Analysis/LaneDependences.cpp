//===- LaneDependences.cpp - What lanes may do at once --------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Dialect/SLCV/Analysis/LaneDependences.h"
#include "ember/Analysis/MemRefAliasing.h"
#include "ember/Support/Location.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace ember;
using namespace ember::slcv;
namespace memref = mlir::memref;

namespace {

struct Access {
  Operation *op;
  Value memref;
  ValueRange indices;
  bool isWrite;
};

/// Whether the lanes of an access are different elements.
enum class Injectivity { No, IfDistant, Yes };

class DependenceCheck {
public:
  DependenceCheck(Block &code, const LaneShapes &shapes,
                  LaneConditions &conditions)
      : nest(slc::getNest(code.getParentOp())), shapes(shapes),
        conditions(conditions) {
    code.walk([&](Operation *op) {
      if (auto load = dyn_cast<memref::LoadOp>(op))
        accesses.push_back({op, load.getMemRef(), load.getIndices(), false});
      else if (auto store = dyn_cast<memref::StoreOp>(op))
        accesses.push_back({op, store.getMemRef(), store.getIndices(), true});
    });
  }

  std::string run() {
    for (const Access &write : accesses)
      if (write.isWrite)
        if (std::string reason = visitWrite(write); !reason.empty())
          return reason;
    return "";
  }

private:
  std::string visitWrite(const Access &write) {
    if (shapes.areUniform(write.indices))
      return describeOp(write.op) + " stores to the same element in every lane";
    std::string meetsItself =
        describeOp(write.op) + " may store to one element in several lanes";
    Injectivity injectivity = getInjectivity(write);
    if (injectivity == Injectivity::No)
      return meetsItself;
    for (const Access &other : accesses) {
      if (write.op == other.op || (write.memref == other.memref &&
                                   llvm::equal(write.indices, other.indices)))
        continue;
      Aliasing aliasing = getAliasing(write.memref, other.memref);
      if (aliasing == Aliasing::No)
        continue;
      std::string meetsOther = describeOp(write.op) + " writes what " +
                               describeOp(other.op) +
                               " may access in another lane";
      if (aliasing == Aliasing::Must || !isCheckable(write.memref) ||
          !isCheckable(other.memref))
        return meetsOther;
      if (conditions.empty())
        conditions.reason = meetsOther;
      // Two writes meet each other both ways round.
      if (!conditions.disjoint.contains({write.memref, other.memref}))
        conditions.disjoint.insert({other.memref, write.memref});
    }
    if (injectivity == Injectivity::IfDistant) {
      if (conditions.empty())
        conditions.reason = meetsItself;
      conditions.distances.push_back(
          {write.memref, shapes.getStrides(write.indices)});
    }
    return "";
  }

  Injectivity getInjectivity(const Access &access) const {
    if (llvm::any_of(access.indices, [&](Value index) {
          return shapes.lookup(index).kind == LaneShape::Lanes;
        }))
      return Injectivity::No;
    SmallVector<int64_t> lanes = shapes.getStrides(access.indices);
    if (llvm::all_of(lanes, [](int64_t stride) { return stride == 0; }))
      return Injectivity::No;
    auto type = cast<MemRefType>(access.memref.getType());
    if (type.getLayout().isIdentity())
      return Injectivity::Yes;
    SmallVector<int64_t> strides;
    int64_t offset, distance = 0;
    if (failed(type.getStridesAndOffset(strides, offset)))
      return Injectivity::No;
    for (auto [lane, stride] : llvm::zip_equal(lanes, strides)) {
      if (lane == 0)
        continue;
      if (ShapedType::isDynamic(stride))
        return isCheckable(access.memref) ? Injectivity::IfDistant
                                          : Injectivity::No;
      distance += lane * stride;
    }
    return distance == 0 ? Injectivity::No : Injectivity::Yes;
  }

  /// Whether code before the nest can look at a memref.
  bool isCheckable(Value memref) const {
    return nest && getCheckReason(memref, nest).empty();
  }

  Operation *nest;
  const LaneShapes &shapes;
  LaneConditions &conditions;
  SmallVector<Access> accesses;
};

} // namespace

std::string slcv::checkDependences(Block &code, const LaneShapes &shapes,
                                   LaneConditions &conditions) {
  return DependenceCheck(code, shapes, conditions).run();
}

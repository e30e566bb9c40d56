//===- Vectorize.cpp - Runs innermost loops by lanes ----------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Looks at the loops of each nest, then rewrites those that can run by lanes.
//
//===----------------------------------------------------------------------===//

#include "LoopVectorizers.h"
#include "NestVersions.h"
#include "ember/Dialect/DLC/IR/DLC.h"
#include "ember/Dialect/SLCV/IR/SLCV.h"
#include "ember/Dialect/SLCV/Transforms/Passes.h"
#include "ember/Support/Location.h"
#include "ember/Support/Remarks.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Remarks.h"

namespace ember::slcv {
#define GEN_PASS_DEF_VECTORIZE
#include "ember/Dialect/SLCV/Transforms/Passes.h.inc"
} // namespace ember::slcv

using namespace ember;
using namespace ember::slcv;
namespace remark = mlir::remark;
namespace scf = mlir::scf;

namespace {

/// How many registers a vector may take: what cores group at most, and what
/// leaves code some registers where a vector is several values.
constexpr int64_t vectorRegisters = 8;
/// The same where lanes are taken out one by one, each time from memory.
constexpr int64_t inOrderRegisters = 2;

bool isInnermost(scf::ForOp loop) {
  return !loop.getBody()
              ->walk([](mlir::LoopLikeOpInterface) {
                return WalkResult::interrupt();
              })
              .wasInterrupted();
}

/// The loops of a nest that have no loop inside.
struct InnermostLoops {
  SmallVector<slc::ForOp> access;
  SmallVector<scf::ForOp> execute;

  explicit InnermostLoops(slc::AccessLoop nest) {
    nest->walk([&](Operation *op) {
      if (auto loop = dyn_cast<slc::ForOp>(op)) {
        if (loop.getBody()->getOps<slc::AccessLoop>().empty())
          access.push_back(loop);
      } else if (auto loop = dyn_cast<scf::ForOp>(op)) {
        if (isInnermost(loop))
          execute.push_back(loop);
      }
    });
  }
};

struct VectorizePass : slcv::impl::VectorizeBase<VectorizePass> {
  using VectorizeBase::VectorizeBase;

  void runOnOperation() override {
    if (!isLegalNumLanes(vlen)) {
      getOperation()->emitError("slc-vectorize expects vlen to be a power of "
                                "two of 2 to ")
          << slc::StreamType::maxLanes << ", but got " << vlen.getValue();
      return signalPassFailure();
    }
    if (vectorBits < 1) {
      getOperation()->emitError(
          "slc-vectorize expects vector-bits to be positive, but got ")
          << vectorBits.getValue();
      return signalPassFailure();
    }
    slc::walkMainVersion(getOperation().getBody(), [](Operation *op) {
      if (auto loop = dyn_cast<scf::ForOp>(op); loop && isInnermost(loop))
        remarkMissed(loop, "vectorise", "NotVectorised",
                     "it is in no decoupled nest, and only those get vectors");
      return !isa<slc::AccessLoop, dlc::DecoupledOp>(op);
    });
    for (slc::AccessLoop nest : dlc::getNests(getOperation())) {
      LaneConditions conditions;
      if (aliasChecks != AliasChecks::Refuse)
        conditions = collectConditions(nest);
      if (!conditions.empty()) {
        slc::AccessLoop checked = buildVersions(
            nest, conditions, aliasChecks == AliasChecks::Runtime);
        vectorizeNest(checked, /*isChecked=*/true);
        continue;
      }
      vectorizeNest(nest, /*isChecked=*/false);
    }
  }

private:
  /// What has to be checked in front of a nest.
  static LaneConditions collectConditions(slc::AccessLoop nest) {
    LaneConditions conditions;
    auto collect = [&](const LoopLanes &lanes) {
      if (!lanes.reason.empty())
        return;
      conditions.disjoint.insert_range(lanes.conditions.disjoint);
      llvm::append_range(conditions.distances, lanes.conditions.distances);
    };
    InnermostLoops loops(nest);
    for (slc::ForOp loop : loops.access)
      collect(analyzeLanes(loop));
    for (scf::ForOp loop : loops.execute)
      collect(analyzeLanes(loop));
    return conditions;
  }

  /// Vectorises the loops of a nest; `isChecked` says that the distances that
  /// its loops need are known to be there.
  void vectorizeNest(slc::AccessLoop nest, bool isChecked) {
    InnermostLoops loops(nest);
    SmallVector<std::pair<slc::ForOp, std::string>> refused;
    for (slc::ForOp loop : loops.access)
      if (std::string reason = visit(loop, isChecked); !reason.empty())
        refused.push_back({loop, reason});
    // A callback that became vector code had no loops.
    for (scf::ForOp loop : loops.execute)
      if (std::string reason = visit(loop, isChecked); !reason.empty())
        remarkMissed(loop, "vectorise", "NotVectorised", reason);
    for (auto &[loop, reason] : refused) {
      LoopLanes lanes = analyzeStreams(loop);
      int64_t numLanes = getNumLanes(lanes, inOrderRegisters);
      if (lanesInOrder && lanes.reason.empty() && !isLegalNumLanes(numLanes))
        lanes.reason = getTooWideReason(lanes);
      if (!lanesInOrder || !lanes.reason.empty()) {
        // One reason is enough if it is that for both.
        if (lanesInOrder && lanes.reason != reason)
          reason += "; nor can lanes run in order: " + lanes.reason;
        remarkMissed(loop, "vectorise", "NotVectorised", reason);
        continue;
      }
      remarkMissed(loop, "vectorise", "LanesInOrder", reason);
      vectorizeInOrder(loop, lanes, numLanes);
    }
  }

  /// Vectorises a loop, or says why not.
  template <typename Loop> std::string visit(Loop loop, bool isChecked) {
    LoopLanes lanes = analyzeLanes(loop);
    if (isChecked)
      lanes.conditions.distances.clear();
    if (!lanes.reason.empty())
      return lanes.reason;
    if (!lanes.conditions.empty())
      return lanes.conditions.reason +
             ", and a check at run time is not allowed; alias-checks=runtime "
             "allows it";
    int64_t numLanes = getNumLanes(lanes, vectorRegisters);
    if (!isLegalNumLanes(numLanes))
      return getTooWideReason(lanes);
    remark::passed(loop.getLoc(),
                   remark::RemarkOpts::name("Vectorised").category("vectorise"))
        << remark::metric("Lanes", numLanes);
    if (numLanes < vlen)
      remarkMissed(loop, "vectorise", "FewerLanes",
                   std::to_string(numLanes) +
                       " lanes of its widest element, of " +
                       std::to_string(lanes.widestBits) +
                       " bits, are all that a vector holds");
    for (const std::optional<Reduction> &reduction : lanes.reductions)
      if (reduction && !reduction->isReorderable(reassociateFP))
        remarkMissed(loop, "vectorise", "ReductionInOrder",
                     describeOp(reduction->combiner) +
                         " combines floats lane by lane, in order; "
                         "reassociate-fp or fastmath<reassoc> allow any order");
    vectorize(loop, lanes, {numLanes, reassociateFP});
    return "";
  }

  static std::string getTooWideReason(const LoopLanes &lanes) {
    return "an element of " + std::to_string(lanes.widestBits) +
           " bits leaves no two lanes in a vector";
  }

  /// As many lanes as there are to be and this number of registers holds of the
  /// widest element.
  int64_t getNumLanes(const LoopLanes &lanes, int64_t registers) const {
    int64_t fitting = registers * vectorBits / lanes.widestBits;
    return std::min<int64_t>(vlen, llvm::bit_floor<uint64_t>(fitting));
  }
};

} // namespace

//===- VectorizeExecuteLoop.cpp - Loops of the execute unit by lanes ------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopVectorizers.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace ember;
using namespace ember::slcv;
namespace arith = mlir::arith;
namespace scf = mlir::scf;
namespace vector = mlir::vector;

namespace {

class ExecuteLoopVectorizer {
public:
  ExecuteLoopVectorizer(scf::ForOp loop, const LoopLanes &lanes,
                        const LaneOptions &options)
      : loop(loop), lanes(lanes), options(options),
        builder(loop.getLoc(), loop) {}

  void rewrite();

private:
  Value index(int64_t value) {
    return arith::ConstantIndexOp::create(builder, value);
  }
  Value buildEndOfWholeVectors();
  SmallVector<Value> buildWholeVectors(Value end, ValueRange inits);
  SmallVector<Value> buildRest(Value begin, ValueRange inits);
  /// Builds the body for the vector that begins with iteration `first`; gives
  /// what the iteration values are after it.
  SmallVector<Value> buildBody(Value first, Value mask, ValueRange carried);
  bool isVectorAccumulator(const std::optional<Reduction> &reduction) const {
    return reduction && reduction->isReorderable(options.reassociateFP);
  }

  scf::ForOp loop;
  const LoopLanes &lanes;
  const LaneOptions &options;
  ImplicitLocOpBuilder builder;
};

void ExecuteLoopVectorizer::rewrite() {
  SmallVector<Value> carried;
  for (auto [init, reduction] :
       llvm::zip_equal(loop.getInitArgs(), lanes.reductions))
    carried.push_back(
        isVectorAccumulator(reduction)
            ? buildNeutral(builder, loop.getLoc(), *reduction,
                           VectorType::get({options.vlen}, init.getType()))
            : init);
  Value end = buildEndOfWholeVectors();
  carried = buildWholeVectors(end, carried);
  carried = buildRest(end, carried);
  for (auto [value, init, reduction] :
       llvm::zip_equal(carried, loop.getInitArgs(), lanes.reductions))
    if (isVectorAccumulator(reduction))
      value =
          buildFinish(builder, *reduction, value, init, options.reassociateFP);
  loop->replaceAllUsesWith(carried);
  loop->erase();
}

/// The first iteration that is in no whole vector.
Value ExecuteLoopVectorizer::buildEndOfWholeVectors() {
  Value span = arith::SubIOp::create(builder, loop.getUpperBound(),
                                     loop.getLowerBound());
  Value count = arith::MaxSIOp::create(builder, span, index(0));
  count = arith::AndIOp::create(builder, count, index(-options.vlen));
  return arith::AddIOp::create(builder, loop.getLowerBound(), count);
}

SmallVector<Value> ExecuteLoopVectorizer::buildWholeVectors(Value end,
                                                            ValueRange inits) {
  Value step = index(options.vlen);
  Value all = arith::ConstantOp::create(
      builder, mlir::DenseElementsAttr::get(
                   VectorType::get({options.vlen}, builder.getI1Type()), true));
  auto whole = scf::ForOp::create(
      builder, loop.getLowerBound(), end, step, inits,
      [&](OpBuilder &, Location loc, Value first, ValueRange carried) {
        OpBuilder::InsertionGuard guard(builder);
        builder.setInsertionPointToStart(first.getParentBlock());
        scf::YieldOp::create(builder, loc, buildBody(first, all, carried));
      });
  whole->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  return whole.getResults();
}

SmallVector<Value> ExecuteLoopVectorizer::buildRest(Value begin,
                                                    ValueRange inits) {
  Value isLeft = arith::CmpIOp::create(builder, arith::CmpIPredicate::slt,
                                       begin, loop.getUpperBound());
  auto rest = scf::IfOp::create(builder, inits.getTypes(), isLeft,
                                /*withElseRegion=*/!inits.empty());
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(rest.thenBlock());
  Value left = arith::SubIOp::create(builder, loop.getUpperBound(), begin);
  Value mask = vector::CreateMaskOp::create(
      builder, VectorType::get({options.vlen}, builder.getI1Type()), left);
  SmallVector<Value> carried = buildBody(begin, mask, inits);
  if (!inits.empty()) {
    scf::YieldOp::create(builder, carried);
    builder.setInsertionPointToStart(rest.elseBlock());
    scf::YieldOp::create(builder, inits);
  }
  return rest.getResults();
}

SmallVector<Value> ExecuteLoopVectorizer::buildBody(Value first, Value mask,
                                                    ValueRange carried) {
  IRMapping mapping;
  mapping.map(loop.getInductionVar(), first);
  mapping.map(loop.getRegionIterArgs(), carried);
  CodeVectorizer(builder, lanes, options, mapping).build(*loop.getBody(), mask);
  return llvm::map_to_vector(loop.getYieldedValues(), [&](Value v) {
    return mapping.lookupOrDefault(v);
  });
}

} // namespace

void slcv::vectorize(scf::ForOp loop, const LoopLanes &lanes,
                     const LaneOptions &options) {
  ExecuteLoopVectorizer(loop, lanes, options).rewrite();
}

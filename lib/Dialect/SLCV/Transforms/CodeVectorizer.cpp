//===- CodeVectorizer.cpp - Rewrites code to run by lanes -----------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeVectorizer.h"
#include "ember/Dialect/SLC/Utils/StreamBuilder.h"
#include "ember/Dialect/SLCV/Utils/Lanes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace ember;
using namespace ember::slcv;
namespace arith = mlir::arith;
namespace memref = mlir::memref;
namespace scf = mlir::scf;
namespace vector = mlir::vector;

void CodeVectorizer::build(Block &block, Value laneMask) {
  Value outer = std::exchange(mask, laneMask);
  for (Operation &op : block.without_terminator())
    build(&op);
  mask = outer;
}

Value CodeVectorizer::getLanes(Value original) {
  Value value = mapping.lookupOrDefault(original);
  LaneShape shape = loop.shapes.lookup(original);
  if (shape.kind == LaneShape::Lanes)
    return value;
  Value &lanes = vectors[original];
  if (!lanes)
    lanes = buildLanes(builder, original.getLoc(), value, shape.stride,
                       options.vlen);
  return lanes;
}

void CodeVectorizer::build(Operation *op) {
  const LaneShapes &shapes = loop.shapes;
  Location loc = op->getLoc();
  for (const std::optional<Reduction> &reduction : loop.reductions)
    if (reduction && reduction->combiner == op)
      return buildReduction(*reduction);
  if (auto toVal = dyn_cast<slc::ToValOp>(op)) {
    Value stream = mapping.lookupOrDefault(toVal.getStream());
    auto read = slc::ToValOp::create(
        builder, loc, slc::getElementTypeOrSelf(stream.getType()), stream);
    mapping.map(toVal.getResult(), read.getResult());
    return;
  }
  if (auto load = dyn_cast<memref::LoadOp>(op);
      load && shapes.isLanes(load.getResult())) {
    mapping.map(load.getResult(),
                buildMaskedLoad(builder, loc,
                                mapping.lookupOrDefault(load.getMemRef()),
                                lookup(load.getIndices()),
                                shapes.getStrides(load.getIndices()), mask));
    return;
  }
  if (auto store = dyn_cast<memref::StoreOp>(op)) {
    buildMaskedStore(builder, loc, getLanes(store.getValueToStore()),
                     mapping.lookupOrDefault(store.getMemRef()),
                     lookup(store.getIndices()),
                     shapes.getStrides(store.getIndices()), mask);
    return;
  }
  if (auto choice = dyn_cast<scf::IfOp>(op))
    return shapes.isUniform(choice.getCondition()) ? buildIf(choice)
                                                   : buildDivergentIf(choice);
  if (op->getNumResults() == 1 && shapes.isLanes(op->getResult(0)))
    return buildElementwise(op);
  builder.clone(*op, mapping);
}

/// The same op on vectors.
void CodeVectorizer::buildElementwise(Operation *op) {
  IRMapping wideOperands;
  for (Value operand : op->getOperands())
    wideOperands.map(operand, getLanes(operand));
  Operation *clone = builder.clone(*op, wideOperands);
  clone->getResult(0).setType(getVector(op->getResult(0).getType()));
  mapping.map(op->getResult(0), clone->getResult(0));
  if (!slc::isTrappingDivision(op))
    return;
  // A lane that does not run the op divides by one.
  OpBuilder before(clone);
  Location loc = op->getLoc();
  Value divisor = clone->getOperand(1);
  Value one = arith::ConstantOp::create(before, loc,
                                        before.getOneAttr(divisor.getType()));
  clone->setOperand(1,
                    arith::SelectOp::create(before, loc, mask, divisor, one));
}

/// A condition that is the same in all lanes stays one.
void CodeVectorizer::buildIf(scf::IfOp op) {
  auto types = llvm::map_to_vector(op.getResults(), [&](Value result) -> Type {
    return loop.shapes.isLanes(result) ? getVector(result.getType())
                                       : result.getType();
  });
  auto choice = scf::IfOp::create(builder, op.getLoc(), types,
                                  mapping.lookupOrDefault(op.getCondition()),
                                  /*withElseRegion=*/op.elseBlock() != nullptr);
  OpBuilder::InsertionGuard guard(builder);
  auto buildBranch = [&](Block &from, Block &to) {
    auto outside = vectors;
    builder.setInsertionPointToStart(&to);
    build(from, mask);
    if (!types.empty())
      scf::YieldOp::create(
          builder, op.getLoc(),
          llvm::map_to_vector(
              llvm::zip_equal(op.getResults(),
                              from.getTerminator()->getOperands()),
              [&](auto pair) {
                auto [result, yielded] = pair;
                return loop.shapes.isLanes(result)
                           ? getLanes(yielded)
                           : mapping.lookupOrDefault(yielded);
              }));
    vectors = std::move(outside);
  };
  buildBranch(*op.thenBlock(), *choice.thenBlock());
  if (op.elseBlock())
    buildBranch(*op.elseBlock(), *choice.elseBlock());
  mapping.map(op.getResults(), choice.getResults());
}

/// Where lanes differ, both branches run, each for its lanes.
void CodeVectorizer::buildDivergentIf(scf::IfOp op) {
  Location loc = op.getLoc();
  Value condition = getLanes(op.getCondition());
  auto constant = [&](bool value) -> Value {
    return arith::ConstantOp::create(
        builder, loc,
        mlir::DenseElementsAttr::get(cast<VectorType>(mask.getType()), value));
  };
  // What is computed for a lane that is none may be poison.
  auto narrowMask = [&](Value lanes) -> Value {
    return arith::SelectOp::create(builder, loc, mask, lanes, constant(false));
  };
  build(*op.thenBlock(), narrowMask(condition));
  if (!op.elseBlock())
    return;
  Value inverse =
      arith::XOrIOp::create(builder, loc, condition, constant(true));
  build(*op.elseBlock(), narrowMask(inverse));
  for (auto [result, first, second] :
       llvm::zip_equal(op.getResults(), op.thenYield().getOperands(),
                       op.elseYield().getOperands()))
    mapping.map(result,
                arith::SelectOp::create(builder, loc, condition,
                                        getLanes(first), getLanes(second))
                    .getResult());
}

void CodeVectorizer::buildReduction(const Reduction &reduction) {
  Operation *combiner = reduction.combiner;
  Location loc = combiner->getLoc();
  bool isFirst = combiner->getOperand(1) == reduction.element;
  Value accumulator =
      mapping.lookupOrDefault(combiner->getOperand(isFirst ? 0 : 1));
  Value element = getLanes(reduction.element);
  Value neutral = buildNeutral(builder, loc, reduction,
                               cast<VectorType>(element.getType()));
  Value active = arith::SelectOp::create(builder, loc, mask, element, neutral);
  if (isa<VectorType>(accumulator.getType())) {
    IRMapping operands;
    operands.map(combiner->getOperand(isFirst ? 0 : 1), accumulator);
    operands.map(reduction.element, active);
    Operation *clone = builder.clone(*combiner, operands);
    clone->getResult(0).setType(accumulator.getType());
    // The sums of single lanes may overflow where that of all does not.
    if (auto integer =
            dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(clone))
      clone->setAttr(
          integer.getIntegerOverflowAttrName(),
          arith::IntegerOverflowFlagsAttr::get(
              builder.getContext(), arith::IntegerOverflowFlags::none));
    mapping.map(combiner->getResult(0), clone->getResult(0));
    return;
  }
  // Without the permission to reassociate, a sum or product of floats is done
  // in the order of the lanes, beginning with the accumulator.
  mapping.map(combiner->getResult(0),
              buildFinish(builder, reduction, active, accumulator,
                          options.reassociateFP));
}

Value slcv::buildNeutral(OpBuilder &builder, Location loc,
                         const Reduction &reduction, VectorType type) {
  return arith::ConstantOp::create(
      builder, loc,
      mlir::DenseElementsAttr::get(
          type, reduction.getNeutral(builder, type.getElementType())));
}

Value slcv::buildFinish(OpBuilder &builder, const Reduction &reduction,
                        Value vector, Value init, bool reassociateFP) {
  auto flags = arith::FastMathFlags::none;
  if (auto fast = dyn_cast<arith::ArithFastMathInterface>(reduction.combiner)) {
    flags = fast.getFastMathFlagsAttr().getValue();
    if (reassociateFP)
      flags = flags | arith::FastMathFlags::reassoc;
  }
  return vector::ReductionOp::create(builder, reduction.combiner->getLoc(),
                                     reduction.kind, vector, init, flags);
}

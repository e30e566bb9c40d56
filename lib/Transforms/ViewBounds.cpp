//===- ViewBounds.cpp - Indices that are inside a view ----------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Upstream's value bounds know what loops and arithmetic say of indices, but
/// compute with integers that never overflow. So they are only believed of
/// values that are equal to theirs: an index may be a sum that overflows in
/// between, because it is what it should be again if the whole is in bounds;
/// sizes and the bounds of loops may not.
///
//===----------------------------------------------------------------------===//

#include "ViewBounds.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/IR/ValueBoundsOpInterfaceImpl.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/IR/ValueBoundsOpInterfaceImpl.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/IR/ValueBoundsOpInterfaceImpl.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace ember;
namespace arith = mlir::arith;
namespace memref = mlir::memref;
namespace scf = mlir::scf;
using mlir::ValueBoundsConstraintSet;
using Variable = ValueBoundsConstraintSet::Variable;

//===----------------------------------------------------------------------===//
// Divisions
//===----------------------------------------------------------------------===//

/// The constant that a size, which is not negative, is divided by, if it is
/// positive; otherwise 0.
static int64_t getDivisorOfSize(Operation *division) {
  if (!division->getOperand(0).getDefiningOp<memref::DimOp>())
    return 0;
  return std::max<int64_t>(
      mlir::getConstantIntValue(division->getOperand(1)).value_or(0), 0);
}

namespace {

/// What value bounds do not know of themselves: how far loops that are unrolled
/// run.
template <typename OpTy, bool isRemainder>
struct DivisionBounds : mlir::ValueBoundsOpInterface::ExternalModel<
                            DivisionBounds<OpTy, isRemainder>, OpTy> {
  void populateBoundsForIndexValue(Operation *op, Value value,
                                   ValueBoundsConstraintSet &bounds) const {
    const int64_t divisor = getDivisorOfSize(op);
    if (divisor == 0)
      return;
    mlir::AffineExpr size = bounds.getExpr(op->getOperand(0));
    // This follows, but only of integers, which constraints are not solved in.
    bounds.bound(value) >= 0;
    bounds.bound(value) ==
        (isRemainder ? size % divisor : size.floorDiv(divisor));
  }
};

} // namespace

void ember::registerViewBounds(DialectRegistry &registry) {
  arith::registerValueBoundsOpInterfaceExternalModels(registry);
  memref::registerValueBoundsOpInterfaceExternalModels(registry);
  scf::registerValueBoundsOpInterfaceExternalModels(registry);
  registry.addExtension(+[](MLIRContext *context, arith::ArithDialect *) {
    arith::DivUIOp::attachInterface<DivisionBounds<arith::DivUIOp, false>>(
        *context);
    arith::DivSIOp::attachInterface<DivisionBounds<arith::DivSIOp, false>>(
        *context);
    arith::RemUIOp::attachInterface<DivisionBounds<arith::RemUIOp, true>>(
        *context);
    arith::RemSIOp::attachInterface<DivisionBounds<arith::RemSIOp, true>>(
        *context);
  });
}

//===----------------------------------------------------------------------===//
// Values that are exact
//===----------------------------------------------------------------------===//

namespace {

/// Knows which values are what value bounds take them for.
class ExactValues {
public:
  bool isExact(Value value) {
    if (!seen.insert(value).second)
      return true;
    if (!isWithinLimit())
      return false;
    if (auto argument = dyn_cast<BlockArgument>(value))
      return isExact(argument);
    Operation *op = value.getDefiningOp();
    if (isSum(op) && !hasNoWrap(op) && !isRoundedSize(op) &&
        !isDifferenceOfSizes(op))
      return false;
    return areOperandsExact(op);
  }

  /// The same for what is computed modulo 2^64 from exact values.
  bool isExactModulo(Value value) {
    Operation *op = value.getDefiningOp();
    if (!op || !isSum(op))
      return isExact(value);
    if (!seenModulo.insert(value).second)
      return true;
    return isWithinLimit() &&
           llvm::all_of(op->getOperands(),
                        [&](Value operand) { return isExactModulo(operand); });
  }

  static bool isNotNegative(Value value) {
    Builder builder(value.getContext());
    return ValueBoundsConstraintSet::compare(Variable(value),
                                             ValueBoundsConstraintSet::GE,
                                             Variable(builder.getIndexAttr(0)));
  }

private:
  /// Value bounds solve inequalities of all the values at once, which takes
  /// long where there are many.
  bool isWithinLimit() const { return seen.size() + seenModulo.size() <= 64; }

  static bool isSum(Operation *op) {
    return isa<arith::AddIOp, arith::SubIOp, arith::MulIOp>(op);
  }

  static bool hasNoWrap(Operation *op) {
    auto flags = cast<arith::ArithIntegerOverflowFlagsInterface>(op);
    return flags.hasNoSignedWrap();
  }

  /// Whether `op` makes a size a multiple of a number that is not greater.
  static bool isRoundedSize(Operation *op) {
    Operation *division = op->getOperand(0).getDefiningOp();
    if (!isa<arith::MulIOp>(op) ||
        !isa_and_nonnull<arith::DivUIOp, arith::DivSIOp>(division))
      return false;
    std::optional<int64_t> factor =
        mlir::getConstantIntValue(op->getOperand(1));
    return factor && *factor >= 0 && *factor <= getDivisorOfSize(division);
  }

  /// Whether `op` subtracts what is not negative from what is not.
  bool isDifferenceOfSizes(Operation *op) {
    return isa<arith::SubIOp>(op) && op->getResult(0).getType().isIndex() &&
           llvm::all_of(op->getOperands(), [&](Value operand) {
             return isExact(operand) && isNotNegative(operand);
           });
  }

  bool isExact(BlockArgument argument) {
    Operation *parent = argument.getOwner()->getParentOp();
    auto loop = dyn_cast<scf::ForOp>(parent);
    if (!loop)
      return !isa<mlir::ValueBoundsOpInterface>(parent);
    return argument == loop.getInductionVar() && !loop.getUnsignedCmp() &&
           isExact(loop.getLowerBound()) && isExact(loop.getUpperBound()) &&
           isExact(loop.getStep());
  }

  bool areOperandsExact(Operation *op) {
    if (op->getNumRegions() > 0)
      return !isa<mlir::ValueBoundsOpInterface>(op);
    if (auto dim = dyn_cast<memref::DimOp>(op))
      return hasDim(dim) && isExactShape(dim.getSource());
    return !isa<mlir::ValueBoundsOpInterface>(op) ||
           llvm::all_of(op->getOperands(),
                        [&](Value operand) { return isExact(operand); });
  }

  /// Whether there is a dimension like this; upstream does not look.
  static bool hasDim(memref::DimOp op) {
    auto type = dyn_cast<MemRefType>(op.getSource().getType());
    std::optional<int64_t> dim = op.getConstantIndex();
    return type && (!dim || (*dim >= 0 && *dim < type.getRank()));
  }

  /// Sizes are taken not to be negative. Of what the function makes itself that
  /// has to be proved: when it is asked for nothing but its sizes, it vanishes,
  /// and what would check them does, too.
  bool isExactShape(Value memref) {
    Operation *op = memref.getDefiningOp();
    if (!op)
      return isExact(memref);
    return TypeSwitch<Operation *, bool>(op)
        .Case<memref::SubViewOp, memref::ReinterpretCastOp, memref::ViewOp>(
            [&](auto op) { return areSizes(op.getSizes()); })
        .Case<memref::AllocOp, memref::AllocaOp>(
            [&](auto op) { return areSizes(op.getDynamicSizes()); })
        .Case([&](memref::ExpandShapeOp op) {
          return areSizes(op.getOutputShape());
        })
        .Case<memref::CastOp, memref::CollapseShapeOp>(
            [&](auto op) { return isExactShape(op->getOperand(0)); })
        .Default([&](Operation *) { return isExact(memref); });
  }

  bool areSizes(mlir::ValueRange values) {
    return llvm::all_of(values, [&](Value value) {
      return isExact(value) && isNotNegative(value);
    });
  }

  DenseSet<Value> seen, seenModulo;
};

} // namespace

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

bool ember::isInBounds(Value index, int64_t length, OpFoldResult size) {
  ExactValues exact;
  Value sizeValue = dyn_cast<Value>(size);
  if (!exact.isExactModulo(index) || (sizeValue && !exact.isExact(sizeValue)))
    return false;
  if (!ExactValues::isNotNegative(index))
    return false;
  mlir::AffineExpr last =
      mlir::getAffineDimExpr(0, index.getContext()) + (length - 1);
  return ValueBoundsConstraintSet::compare(
      Variable(mlir::AffineMap::get(1, 0, last), ArrayRef<Variable>(index)),
      ValueBoundsConstraintSet::LT, Variable(size));
}

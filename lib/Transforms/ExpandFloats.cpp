//===- ExpandFloats.cpp - Floats with the same bits everywhere --*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FloatExtrema.h"
#include "SmallFloats.h"
#include "ember/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Dialect/Vector/Transforms/LoweringPatterns.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/BuiltinDialect.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include <limits>

namespace ember {
#define GEN_PASS_DEF_EMBEREXPANDFLOATS
#include "ember/Transforms/Passes.h.inc"
} // namespace ember

using namespace ember;
namespace arith = mlir::arith;
namespace math = mlir::math;
namespace memref = mlir::memref;
namespace vector = mlir::vector;

//===----------------------------------------------------------------------===//
// What there is to do
//===----------------------------------------------------------------------===//

static bool isFloat(Type type) {
  return isa<FloatType>(mlir::getElementTypeOrSelf(type));
}

static bool takesSmallFloat(Operation *op) {
  return llvm::any_of(op->getOperandTypes(), isSmallFloat) ||
         llvm::any_of(op->getResultTypes(), isSmallFloat);
}

/// The reduction that `op` masks, or null.
static vector::ReductionOp getMaskedReduction(vector::MaskOp op) {
  return dyn_cast_or_null<vector::ReductionOp>(op.getMaskableOp());
}

/// Whether `op` is an op on vectors that consists of other ops to expand.
static bool isCompound(Operation *op) {
  return isa<vector::ContractionOp, vector::OuterProductOp, vector::ScanOp>(
             op) &&
         isFloat(op->getOperand(0).getType());
}

/// Whether the order of NaN or zeros is left open by upstream's lowering.
static bool isExpandable(vector::ReductionOp op) {
  return isSmallFloat(op.getType()) ||
         op.getKind() == vector::CombiningKind::MINNUMF ||
         op.getKind() == vector::CombiningKind::MAXNUMF ||
         (op.getKind() == vector::CombiningKind::ADD && isFloat(op.getType()) &&
          !op.getAcc());
}

/// Whether there is something to expand in `op`.
static bool isExpandable(Operation *op) {
  if (isa<arith::ConstantOp, arith::SelectOp, arith::BitcastOp>(op))
    return false;
  if (isa<arith::MinNumFOp, arith::MaxNumFOp, vector::FMAOp>(op))
    return true;
  if (auto reduction = dyn_cast<vector::ReductionOp>(op))
    return isExpandable(reduction) && !reduction.isMasked();
  if (auto mask = dyn_cast<vector::MaskOp>(op)) {
    vector::ReductionOp reduction = getMaskedReduction(mask);
    return reduction && isFloat(reduction.getType());
  }
  return isa_and_nonnull<arith::ArithDialect, math::MathDialect>(
             op->getDialect()) &&
         takesSmallFloat(op);
}

/// Whether `op` leaves the bits of the small floats that it takes alone.
static bool onlyMoves(Operation *op) {
  if (isa<arith::ConstantOp, arith::SelectOp, arith::BitcastOp>(op))
    return true;
  if (auto atomic = dyn_cast<memref::AtomicRMWOp>(op))
    return atomic.getKind() == arith::AtomicRMWKind::assign;
  if (isa<mlir::LLVM::FastmathFlagsInterface, vector::ContractionOp,
          vector::FMAOp, vector::MultiDimReductionOp, vector::OuterProductOp,
          vector::PrintOp, vector::ReductionOp, vector::ScanOp>(op))
    return false;
  return isa_and_nonnull<mlir::BuiltinDialect, mlir::cf::ControlFlowDialect,
                         mlir::func::FuncDialect, mlir::LLVM::LLVMDialect,
                         memref::MemRefDialect, mlir::scf::SCFDialect,
                         mlir::ub::UBDialect, vector::VectorDialect>(
      op->getDialect());
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

/// Runs `op` on f32 instead of small floats, and rounds what it gives.
static void computeInF32(ImplicitLocOpBuilder &b, Operation *op) {
  SmallVector<Value> operands;
  for (Value operand : op->getOperands())
    operands.push_back(isSmallFloat(operand.getType())
                           ? extendSmallFloat(b, operand)
                           : operand);
  Operation *wide = b.clone(*op);
  wide->setOperands(operands);
  SmallVector<Value> results;
  for (Value result : wide->getResults()) {
    Type type = result.getType();
    if (isSmallFloat(type)) {
      result.setType(withElementType(type, b.getF32Type()));
      result = roundToSmallFloat(b, result, type);
    }
    results.push_back(result);
  }
  op->replaceAllUsesWith(results);
  op->erase();
}

/// Sign and the rest of 16 bits.
static constexpr int64_t signBit = 0x8000, otherBits = 0x7fff;

static Value maskBits(ImplicitLocOpBuilder &b, Value bits, int64_t mask) {
  return arith::AndIOp::create(b, bits, createBits(b, bits.getType(), mask));
}

/// What `op` makes of the sign of a small float.
static Value changeSign(ImplicitLocOpBuilder &b, Operation *op) {
  Value bits = toBits(b, op->getOperand(0));
  if (isa<arith::NegFOp>(op)) {
    bits =
        arith::XOrIOp::create(b, bits, createBits(b, bits.getType(), signBit));
  } else {
    bits = maskBits(b, bits, otherBits);
    if (isa<math::CopySignOp>(op))
      bits = arith::OrIOp::create(
          b, bits, maskBits(b, toBits(b, op->getOperand(1)), signBit));
  }
  return fromBits(b, bits, op->getResult(0).getType());
}

static Value convert(ImplicitLocOpBuilder &b, arith::ExtFOp op) {
  if (!isSmallFloat(op.getIn().getType()))
    return {};
  Value value = extendSmallFloat(b, op.getIn());
  if (value.getType() == op.getType())
    return value;
  return arith::ExtFOp::create(b, op.getType(), value);
}

static Value convert(ImplicitLocOpBuilder &b, arith::TruncFOp op) {
  Type source = mlir::getElementTypeOrSelf(op.getIn().getType());
  if (!isSmallFloat(op.getType()) || !(source.isF32() || source.isF64()) ||
      op.getRoundingmode().value_or(arith::RoundingMode::to_nearest_even) !=
          arith::RoundingMode::to_nearest_even)
    return {};
  return roundToSmallFloat(b, op.getIn(), op.getType());
}

static Value convertInteger(ImplicitLocOpBuilder &b, Operation *op) {
  Value integers = op->getOperand(0);
  if (mlir::getElementTypeOrSelf(integers.getType()).getIntOrFloatBitWidth() >
      64)
    return {};
  return roundToSmallFloat(b, integers, isa<arith::SIToFPOp>(op),
                           op->getResult(0).getType());
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

static std::optional<Extremum> getExtremum(vector::CombiningKind kind) {
  switch (kind) {
  case vector::CombiningKind::MINIMUMF:
    return Extremum{/*isMax=*/false, /*skipsNaN=*/false};
  case vector::CombiningKind::MINNUMF:
    return Extremum{/*isMax=*/false, /*skipsNaN=*/true};
  case vector::CombiningKind::MAXIMUMF:
    return Extremum{/*isMax=*/true, /*skipsNaN=*/false};
  case vector::CombiningKind::MAXNUMF:
    return Extremum{/*isMax=*/true, /*skipsNaN=*/true};
  default:
    return std::nullopt;
  }
}

/// What changes no result of a reduction of floats.
static double getNeutral(vector::CombiningKind kind) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  switch (kind) {
  case vector::CombiningKind::ADD:
    return -0.0;
  case vector::CombiningKind::MUL:
    return 1;
  case vector::CombiningKind::MINIMUMF:
    return infinity;
  case vector::CombiningKind::MAXIMUMF:
    return -infinity;
  default:
    return std::numeric_limits<double>::quiet_NaN();
  }
}

/// Adds or multiplies the lanes of a vector of small floats in order, each step
/// rounded.
static Value reduceInOrder(ImplicitLocOpBuilder &b, vector::CombiningKind kind,
                           VectorType type, Value lanes, Value acc) {
  Value wide = extendSmallFloat(b, lanes);
  for (int64_t lane = 0; lane < type.getNumElements(); ++lane) {
    SmallVector<int64_t, 1> position(type.getRank(), lane);
    if (!acc) {
      acc = vector::ExtractOp::create(b, lanes, position);
      continue;
    }
    Value lhs = extendSmallFloat(b, acc);
    Value rhs = vector::ExtractOp::create(b, wide, position);
    Value step = kind == vector::CombiningKind::ADD
                     ? Value(arith::AddFOp::create(b, lhs, rhs))
                     : arith::MulFOp::create(b, lhs, rhs);
    acc = roundToSmallFloat(b, step, type.getElementType());
  }
  return acc;
}

/// The value of `op` if its lanes are `lanes`, or null if it cannot be built.
static Value reduce(ImplicitLocOpBuilder &b, vector::ReductionOp op,
                    Value lanes) {
  auto type = cast<VectorType>(lanes.getType());
  Value acc = op.getAcc();
  if (std::optional<Extremum> extremum = getExtremum(op.getKind()))
    return createExtremumReduction(b, *extremum, lanes, acc);
  if (isSmallFloat(type))
    return type.isScalable() ? Value()
                             : reduceInOrder(b, op.getKind(), type, lanes, acc);
  // Upstream begins a sum with +0.0, which a sum of -0.0 shows.
  if (!acc)
    acc = createConstant(b, type.getElementType(), getNeutral(op.getKind()));
  return vector::ReductionOp::create(b, op.getKind(), lanes, acc,
                                     op.getFastmath());
}

static Value reduceMasked(ImplicitLocOpBuilder &b, vector::MaskOp op) {
  vector::ReductionOp reduction = getMaskedReduction(op);
  Value lanes = reduction.getVector();
  Value neutral =
      createConstant(b, lanes.getType(), getNeutral(reduction.getKind()));
  Value kept = arith::SelectOp::create(b, op.getMask(), lanes, neutral);
  return reduce(b, reduction, kept);
}

//===----------------------------------------------------------------------===//
// Any op
//===----------------------------------------------------------------------===//

/// What `op`, which has one result, is replaced by, or null.
static Value getExpansion(ImplicitLocOpBuilder &b, Operation *op) {
  return TypeSwitch<Operation *, Value>(op)
      .Case([&](arith::MinimumFOp op) {
        return createExtremum(b, {/*isMax=*/false, /*skipsNaN=*/false},
                              op.getLhs(), op.getRhs());
      })
      .Case([&](arith::MinNumFOp op) {
        return createExtremum(b, {/*isMax=*/false, /*skipsNaN=*/true},
                              op.getLhs(), op.getRhs());
      })
      .Case([&](arith::MaximumFOp op) {
        return createExtremum(b, {/*isMax=*/true, /*skipsNaN=*/false},
                              op.getLhs(), op.getRhs());
      })
      .Case([&](arith::MaxNumFOp op) {
        return createExtremum(b, {/*isMax=*/true, /*skipsNaN=*/true},
                              op.getLhs(), op.getRhs());
      })
      .Case<arith::ExtFOp, arith::TruncFOp>(
          [&](auto op) { return convert(b, op); })
      .Case<arith::SIToFPOp, arith::UIToFPOp>(
          [&](auto op) { return convertInteger(b, op); })
      .Case<arith::NegFOp, math::AbsFOp, math::CopySignOp>(
          [&](auto op) { return changeSign(b, op); })
      .Case([&](math::FmaOp op) {
        return createSmallFMA(b, op.getA(), op.getB(), op.getC());
      })
      .Case([&](vector::FMAOp op) -> Value {
        if (isSmallFloat(op.getType()))
          return createSmallFMA(b, op.getLhs(), op.getRhs(), op.getAcc());
        return math::FmaOp::create(b, op.getLhs(), op.getRhs(), op.getAcc());
      })
      .Case(
          [&](vector::ReductionOp op) { return reduce(b, op, op.getVector()); })
      .Case([&](vector::MaskOp op) { return reduceMasked(b, op); })
      .Default(Value());
}

/// Whether an op on small floats may be run on f32 as it is.
static bool isComputableInF32(Operation *op) {
  return isa_and_nonnull<math::MathDialect>(op->getDialect()) ||
         isa<arith::AddFOp, arith::CmpFOp, arith::DivFOp, arith::FPToSIOp,
             arith::FPToUIOp, arith::MulFOp, arith::RemFOp, arith::SubFOp>(op);
}

/// Expands one op, or leaves it as it is.
static void expand(Operation *op) {
  ImplicitLocOpBuilder b(op->getLoc(), op);
  if (Value value = getExpansion(b, op)) {
    op->replaceAllUsesWith(ValueRange(value));
    op->erase();
  } else if (isComputableInF32(op)) {
    computeInF32(b, op);
  }
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// Says why `op` is not supported.
static void reject(Operation *op) {
  if (auto truncation = dyn_cast<arith::TruncFOp>(op);
      truncation && truncation.getRoundingmode())
    op->emitOpError("expects rounding to nearest even, but got '")
        << arith::stringifyRoundingMode(*truncation.getRoundingmode()) << "'";
  else
    op->emitOpError("is not supported for f16 and bf16");
}

/// Turns small floats, in types and constants, into the integers with their
/// bits.
static mlir::AttrTypeReplacer createReplacer(MLIRContext *context) {
  mlir::AttrTypeReplacer replacer;
  Type i16 = IntegerType::get(context, 16);
  replacer.addReplacement([=](mlir::Float16Type) { return i16; });
  replacer.addReplacement([=](mlir::BFloat16Type) { return i16; });
  replacer.addReplacement(
      [=](mlir::FloatAttr attr) -> std::optional<Attribute> {
        if (!isSmallFloat(attr.getType()))
          return std::nullopt;
        return IntegerAttr::get(i16, attr.getValue().bitcastToAPInt());
      });
  replacer.addReplacement(
      [=](mlir::DenseElementsAttr attr) -> std::optional<Attribute> {
        if (!isSmallFloat(attr.getElementType()))
          return std::nullopt;
        return attr.bitcast(i16);
      });
  return replacer;
}

namespace {

/// What a walk over a module finds.
struct Findings {
  /// Ops to expand.
  SmallVector<Operation *> ops;
  /// Ops on vectors that have to become simpler ones first.
  SmallVector<Operation *> compounds;
  bool hasSmallFloats = false;
};

class ExpandFloats : public impl::EmberExpandFloatsBase<ExpandFloats> {
public:
  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet set(context);
    vector::populateVectorContractLoweringPatterns(
        set, vector::VectorContractLowering::Dot);
    vector::populateVectorOuterProductLoweringPatterns(set);
    vector::populateVectorScanLoweringPatterns(set);
    patterns = std::move(set);
    return success();
  }

  void runOnOperation() override {
    Findings findings = find();
    if (!findings.compounds.empty()) {
      mlir::GreedyRewriteConfig config;
      config.setStrictness(mlir::GreedyRewriteStrictness::ExistingAndNewOps)
          .enableFolding(false);
      if (failed(mlir::applyOpPatternsGreedily(findings.compounds, patterns,
                                               config)))
        return signalPassFailure();
      findings = find();
    }
    if (!findings.hasSmallFloats && findings.ops.empty())
      return markAllAnalysesPreserved();
    llvm::for_each(findings.ops, expand);
    if (findings.hasSmallFloats && failed(eraseSmallFloats()))
      signalPassFailure();
  }

private:
  Findings find() {
    Findings findings;
    getOperation()->walk([&](Operation *op) {
      findings.hasSmallFloats |= hasSmallFloats(op);
      if (isCompound(op))
        findings.compounds.push_back(op);
      else if (isExpandable(op))
        findings.ops.push_back(op);
    });
    return findings;
  }

  /// Whether small floats are, or are part of, `type`.
  bool contains(Type type) {
    auto [entry, isNew] = containing.try_emplace(type, false);
    if (isNew) {
      bool found = type.walk([](FloatType part) {
                         return isSmallFloat(part)
                                    ? mlir::WalkResult::interrupt()
                                    : mlir::WalkResult::advance();
                       })
                       .wasInterrupted();
      entry->second = found;
    }
    return entry->second;
  }

  bool takesSmallFloats(Operation *op) {
    auto contained = [&](Type type) { return contains(type); };
    return llvm::any_of(op->getResultTypes(), contained) ||
           llvm::any_of(op->getOperandTypes(), contained);
  }

  /// Whether small floats are in the results or the block arguments of `op`.
  bool hasSmallFloats(Operation *op) {
    auto contained = [&](Type type) { return contains(type); };
    if (llvm::any_of(op->getResultTypes(), contained))
      return true;
    for (mlir::Region &region : op->getRegions())
      for (Block &block : region)
        if (llvm::any_of(block.getArgumentTypes(), contained))
          return true;
    return false;
  }

  /// Makes integers of all small floats, which nothing must compute with.
  LogicalResult eraseSmallFloats() {
    bool isErasable = true;
    getOperation()->walk([&](Operation *op) {
      if (!takesSmallFloats(op) || onlyMoves(op))
        return;
      reject(op);
      isErasable = false;
    });
    if (!isErasable)
      return failure();

    createReplacer(&getContext())
        .recursivelyReplaceElementsIn(getOperation(), /*replaceAttrs=*/true,
                                      /*replaceLocs=*/false,
                                      /*replaceTypes=*/true);
    getOperation()->walk([](arith::BitcastOp op) {
      if (op.getIn().getType() != op.getType())
        return;
      op.replaceAllUsesWith(op.getIn());
      op.erase();
    });
    return success();
  }

  mlir::FrozenRewritePatternSet patterns;
  /// The answers of `contains`.
  DenseMap<Type, bool> containing;
};

} // namespace

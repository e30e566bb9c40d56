//===- Reductions.cpp - Values that iterations combine --------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Dialect/SLCV/Analysis/Reductions.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace ember;
using namespace ember::slcv;
namespace arith = mlir::arith;
using mlir::vector::CombiningKind;

/// The combining kind of an op, if it is one.
static std::optional<CombiningKind> getCombiningKind(Operation *op) {
  return llvm::TypeSwitch<Operation *, std::optional<CombiningKind>>(op)
      .Case<arith::AddIOp, arith::AddFOp>(
          [](auto) { return CombiningKind::ADD; })
      .Case<arith::MulIOp, arith::MulFOp>(
          [](auto) { return CombiningKind::MUL; })
      .Case([](arith::AndIOp) { return CombiningKind::AND; })
      .Case([](arith::OrIOp) { return CombiningKind::OR; })
      .Case([](arith::XOrIOp) { return CombiningKind::XOR; })
      .Case([](arith::MinSIOp) { return CombiningKind::MINSI; })
      .Case([](arith::MinUIOp) { return CombiningKind::MINUI; })
      .Case([](arith::MaxSIOp) { return CombiningKind::MAXSI; })
      .Case([](arith::MaxUIOp) { return CombiningKind::MAXUI; })
      .Case([](arith::MinimumFOp) { return CombiningKind::MINIMUMF; })
      .Case([](arith::MaximumFOp) { return CombiningKind::MAXIMUMF; })
      .Default([](Operation *) { return std::nullopt; });
}

std::optional<Reduction> slcv::matchReduction(BlockArgument argument,
                                              Value computed, Block *body) {
  Operation *combiner = computed.getDefiningOp();
  if (!combiner || combiner->getBlock() != body || !argument.hasOneUse() ||
      !computed.hasOneUse() || *argument.user_begin() != combiner)
    return std::nullopt;
  std::optional<CombiningKind> kind = getCombiningKind(combiner);
  if (!kind)
    return std::nullopt;
  bool isFirst = combiner->getOperand(0) == argument;
  return Reduction{combiner, combiner->getOperand(isFirst ? 1 : 0), *kind};
}

bool Reduction::isReorderable(bool reassociateFP) const {
  if (!isa<FloatType>(element.getType()) || kind == CombiningKind::MINIMUMF ||
      kind == CombiningKind::MAXIMUMF)
    return true;
  auto fast = dyn_cast<arith::ArithFastMathInterface>(combiner);
  return reassociateFP || (fast && arith::bitEnumContainsAll(
                                       fast.getFastMathFlagsAttr().getValue(),
                                       arith::FastMathFlags::reassoc));
}

TypedAttr Reduction::getNeutral(Builder &builder, Type type) const {
  if (auto real = dyn_cast<FloatType>(type)) {
    const llvm::fltSemantics &semantics = real.getFloatSemantics();
    switch (kind) {
    case CombiningKind::ADD:
      // The sum with +0.0 would turn -0.0 into +0.0.
      return builder.getFloatAttr(
          real, llvm::APFloat::getZero(semantics, /*Negative=*/true));
    case CombiningKind::MUL:
      return builder.getFloatAttr(real, llvm::APFloat::getOne(semantics));
    default:
      return builder.getFloatAttr(
          real,
          llvm::APFloat::getInf(semantics, kind == CombiningKind::MAXIMUMF));
    }
  }
  unsigned width = type.isIndex() ? IndexType::kInternalStorageBitWidth
                                  : type.getIntOrFloatBitWidth();
  llvm::APInt bits(width, 0);
  switch (kind) {
  case CombiningKind::MUL:
    bits = llvm::APInt(width, 1);
    break;
  case CombiningKind::AND:
  case CombiningKind::MINUI:
    bits = llvm::APInt::getAllOnes(width);
    break;
  case CombiningKind::MINSI:
    bits = llvm::APInt::getSignedMaxValue(width);
    break;
  case CombiningKind::MAXSI:
    bits = llvm::APInt::getSignedMinValue(width);
    break;
  default:
    break;
  }
  return builder.getIntegerAttr(type, bits);
}

//===- StreamBuilder.cpp - Builds arithmetic of the access unit -----------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Dialect/SLC/Utils/StreamBuilder.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace ember;
using namespace ember::slc;
namespace arith = mlir::arith;

Value StreamBuilder::buildConstant(Location loc, Type type, int64_t value) {
  return arith::ConstantOp::create(host, loc, host.getIntegerAttr(type, value));
}

Value StreamBuilder::build(Location loc, AluKind kind, Type type,
                           ValueRange inputs,
                           arith::CmpIPredicateAttr comparison) {
  if (llvm::any_of(inputs.getTypes(),
                   [](Type input) { return isa<StreamType>(input); }))
    return AluStrOp::create(builder, loc, StreamType::get(type),
                            AluKindAttr::get(builder.getContext(), kind),
                            comparison, inputs);
  OperationState state(loc, slc::getArithName(kind));
  state.addOperands(inputs);
  state.addTypes(type);
  if (comparison)
    state.addAttribute("predicate", comparison);
  return host.create(state)->getResult(0);
}

Value StreamBuilder::buildConjunction(Location loc, Value outer, Value inner) {
  if (!outer || !inner)
    return outer ? outer : inner;
  Type type = builder.getI1Type();
  return build(loc, AluKind::select, type,
               {outer, inner, buildConstant(loc, type, 0)});
}

bool slc::mayTrapAsDivisor(Value divisor) {
  llvm::APInt constant;
  return !mlir::matchPattern(divisor, mlir::m_ConstantInt(&constant)) ||
         constant.isZero() || constant.isAllOnes();
}

bool slc::isTrappingDivision(Operation *op) {
  std::optional<AluKind> kind = getAluKind(op);
  return kind && canTrap(*kind) && mayTrapAsDivisor(op->getOperand(1));
}

bool slc::isSpeculatable(Operation *op) {
  // A division by a constant does not trap, whatever upstream says.
  std::optional<AluKind> kind = getAluKind(op);
  if (kind && canTrap(*kind))
    return !isTrappingDivision(op);
  WalkResult walk = op->walk([](Operation *nested) {
    return isTrappingDivision(nested) ? WalkResult::interrupt()
                                      : WalkResult::advance();
  });
  return !walk.wasInterrupted() && mlir::isSpeculatable(op);
}

Value StreamBuilder::buildSafeDivisor(Location loc, Value predicate,
                                      Value divisor) {
  if (!predicate || !mayTrapAsDivisor(divisor))
    return divisor;
  Type type = slc::getElementTypeOrSelf(divisor.getType());
  return build(loc, AluKind::select, type,
               {predicate, divisor, buildConstant(loc, type, 1)});
}

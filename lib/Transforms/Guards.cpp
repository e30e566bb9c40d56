//===- Guards.cpp - Builds the guards of an op ------------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Guards.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace ember;
namespace arith = mlir::arith;
namespace LLVM = mlir::LLVM;
namespace memref = mlir::memref;
namespace scf = mlir::scf;
namespace vector = mlir::vector;

GuardBuilder::~GuardBuilder() {
  for (Operation *built = place->getPrevNode(); built != last;) {
    Operation *previous = built->getPrevNode();
    if (mlir::isOpTriviallyDead(built))
      built->erase();
    built = previous;
  }
}

Value GuardBuilder::index(int64_t value) {
  return arith::ConstantIndexOp::create(*this, value);
}

Value GuardBuilder::index(OpFoldResult value) {
  return getValueOrCreateConstantIndexOp(*this, getLoc(), value);
}

Value GuardBuilder::dim(Value memref, int64_t dim) {
  auto type = dyn_cast<MemRefType>(memref.getType());
  if (type && !type.isDynamicDim(dim))
    return index(type.getDimSize(dim));
  return memref::DimOp::create(*this, memref, dim);
}

Value GuardBuilder::compare(arith::CmpIPredicate predicate, Value lhs,
                            Value rhs) {
  return createOrFold<arith::CmpIOp>(predicate, lhs, rhs);
}

Value GuardBuilder::both(Value lhs, Value rhs) {
  return createOrFold<arith::AndIOp>(lhs, rhs);
}

Value GuardBuilder::either(Value lhs, Value rhs) {
  return createOrFold<arith::OrIOp>(lhs, rhs);
}

Value GuardBuilder::any(Value condition) {
  auto type = dyn_cast<VectorType>(condition.getType());
  if (!type || mlir::matchPattern(condition, mlir::m_Zero()))
    return type ? Value(arith::ConstantIntOp::create(*this, 0, 1)) : condition;
  if (type.getRank() != 1)
    condition = vector::ShapeCastOp::create(
        *this, VectorType::get(type.getNumElements(), type.getElementType()),
        condition);
  return vector::ReductionOp::create(*this, vector::CombiningKind::OR,
                                     condition);
}

Value GuardBuilder::widen(Value index) {
  return createOrFold<arith::IndexCastOp>(getIntegerType(128), index);
}

Value GuardBuilder::narrow(Value wide) {
  return createOrFold<arith::IndexCastOp>(getIndexType(), wide);
}

void GuardBuilder::when(Value condition, function_ref<void()> build) {
  if (mlir::matchPattern(condition, mlir::m_Zero()))
    return;
  auto guard = scf::IfOp::create(*this, condition, /*withElseRegion=*/false);
  InsertionGuard restore(*this);
  setInsertionPointToStart(guard.thenBlock());
  build();
}

void GuardBuilder::faultIf(Value condition, const Twine &problem) {
  when(condition, [&] {
    calls.fault(*this, getLoc(),
                ("'" + op->getName().getStringRef() + "' op " + problem).str());
  });
}

void GuardBuilder::faultIndexIf(Value condition, int64_t dim, Value value,
                                Value size) {
  when(condition, [&] { faultIndex(dim, value, size); });
}

void GuardBuilder::faultIndex(int64_t dim, Value value, Value size) {
  calls.faultIndex(*this, op, dim, value, size);
}

void GuardBuilder::checkIndex(int64_t dim, Value value, Value size) {
  faultIndexIf(compare(arith::CmpIPredicate::uge, value, size), dim, value,
               size);
}

void GuardBuilder::checkField(int64_t field, Value position) {
  if (position)
    calls.checkRunField(*this, getLoc(), field, position);
  else
    calls.checkField(*this, getLoc(), field);
}

void GuardBuilder::checkRange(Value memref, Value low, Value high) {
  Value address = memref::ExtractAlignedPointerAsIndexOp::create(*this, memref);
  Value bits = arith::IndexCastOp::create(*this, getI64Type(), address);
  Value base = LLVM::IntToPtrOp::create(
      *this, LLVM::LLVMPointerType::get(getContext()), bits);
  calls.checkRange(*this, op, base, low, high);
}

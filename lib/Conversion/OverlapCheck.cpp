//===- OverlapCheck.cpp - Run-time checks of memrefs for overlap ----------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Conversion/OverlapCheck.h"
#include "ember/Dialect/DLC/IR/DLC.h"
#include "ember/Dialect/SLC/IR/SLC.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace ember;
namespace arith = mlir::arith;
namespace memref = mlir::memref;
namespace scf = mlir::scf;

namespace {
/// The bytes [low, high) of a memref; low >= high when it is empty.
struct ByteRange {
  Value low, high;
};
} // namespace

static ByteRange buildByteRange(ImplicitLocOpBuilder &b, Value memref) {
  auto type = cast<MemRefType>(memref.getType());
  int64_t elementBytes = dlc::RecordAttr::getByteSize(type.getElementType());
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(b, value);
  };
  Value zero = constant(0), one = constant(1);
  auto metadata = memref::ExtractStridedMetadataOp::create(b, memref);
  Value base = memref::ExtractAlignedPointerAsIndexOp::create(b, memref);
  Value low = metadata.getOffset(), high = metadata.getOffset();
  Value isEmpty = arith::ConstantIntOp::create(b, 0, 1);
  for (auto [size, stride] :
       llvm::zip_equal(metadata.getSizes(), metadata.getStrides())) {
    Value isZero =
        arith::CmpIOp::create(b, arith::CmpIPredicate::sle, size, zero);
    isEmpty = arith::OrIOp::create(b, isEmpty, isZero);
    Value last = arith::SubIOp::create(b, size, one);
    Value span = arith::MulIOp::create(b, last, stride);
    Value up = arith::MaxSIOp::create(b, span, zero);
    Value down = arith::MinSIOp::create(b, span, zero);
    high = arith::AddIOp::create(b, high, up);
    low = arith::AddIOp::create(b, low, down);
  }
  Value bytes = constant(elementBytes);
  Value lowBytes = arith::MulIOp::create(b, low, bytes);
  Value behind = arith::AddIOp::create(b, high, one);
  Value highBytes = arith::MulIOp::create(b, behind, bytes);
  Value lowAddress = arith::AddIOp::create(b, base, lowBytes);
  Value highAddress = arith::AddIOp::create(b, base, highBytes);
  highAddress = arith::SelectOp::create(b, isEmpty, lowAddress, highAddress);
  return {lowAddress, highAddress};
}

Value ember::buildOverlapCheck(OpBuilder &builder, Location loc,
                               ArrayRef<MemRefPair> pairs) {
  ImplicitLocOpBuilder b(loc, builder);
  DenseMap<Value, ByteRange> ranges;
  auto getRange = [&](Value memref) {
    auto found = ranges.find(memref);
    if (found == ranges.end())
      found = ranges.insert({memref, buildByteRange(b, memref)}).first;
    return found->second;
  };
  auto isBelow = [&](Value lhs, Value rhs) -> Value {
    return arith::CmpIOp::create(b, arith::CmpIPredicate::ult, lhs, rhs);
  };
  Value any;
  for (auto [read, written] : pairs) {
    ByteRange one = getRange(read), other = getRange(written);
    // Two ranges intersect when each begins below the other's end and neither
    // is empty.
    Value hit = isBelow(one.low, other.high);
    hit = arith::AndIOp::create(b, hit, isBelow(other.low, one.high));
    hit = arith::AndIOp::create(b, hit, isBelow(one.low, one.high));
    hit = arith::AndIOp::create(b, hit, isBelow(other.low, other.high));
    any = any ? arith::OrIOp::create(b, any, hit).getResult() : hit;
  }
  return any;
}

IRMapping ember::rebindDistinct(OpBuilder &builder, Location loc,
                                ArrayRef<MemRefPair> pairs) {
  // One op for each pair: more operands would also claim that two memrefs that
  // are only read are disjoint, which nobody checked.
  IRMapping rebound;
  for (auto [read, written] : pairs) {
    auto distinct = memref::DistinctObjectsOp::create(
        builder, loc,
        ValueRange{rebound.lookupOrDefault(read),
                   rebound.lookupOrDefault(written)});
    rebound.map(read, distinct.getResult(0));
    rebound.map(written, distinct.getResult(1));
  }
  return rebound;
}

void ember::replaceUnless(Value condition, Operation *original,
                          function_ref<SmallVector<Value>(OpBuilder &)> build) {
  OpBuilder builder(original);
  if (!condition) {
    original->replaceAllUsesWith(build(builder));
    original->erase();
    return;
  }
  Location loc = original->getLoc();
  auto choice = scf::IfOp::create(builder, loc, original->getResultTypes(),
                                  condition, /*withElseRegion=*/true);
  auto yield = [&](ValueRange results) {
    if (!results.empty())
      scf::YieldOp::create(builder, loc, results);
  };
  builder.setInsertionPointToStart(choice.elseBlock());
  yield(build(builder));

  original->replaceAllUsesWith(choice.getResults());
  builder.setInsertionPointToStart(choice.thenBlock());
  auto fallback = slc::FallbackOp::create(builder, loc);
  original->moveAfter(fallback);
  builder.setInsertionPointAfter(original);
  yield(original->getResults());
}

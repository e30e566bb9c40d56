//===- AluTest.cpp - Integer operations of the access unit ----------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Simulator/Alu.h"
#include "llvm/ADT/APInt.h"
#include "gtest/gtest.h"
#include <random>

using namespace ember::sim;
using ember::target::AluOp;
using llvm::APInt;

namespace {

/// The reference: `arith`'s definitions in terms of LLVM's big integers.
AluResult reference(AluOp op, unsigned resultBits, const APInt &a,
                    const APInt &b, const APInt &c) {
  const auto flag = [](bool value) { return AluResult{value}; };
  const auto bits = [](const APInt &value) {
    return AluResult{value.getZExtValue()};
  };
  const bool isDivision = op >= AluOp::DivU && op <= AluOp::RemS;
  if (isDivision && b.isZero())
    return {0, AluFault::DivisionByZero};
  const bool isSigned = op == AluOp::DivS || op == AluOp::CeilDivS ||
                        op == AluOp::FloorDivS || op == AluOp::RemS;
  if (isSigned && a.isMinSignedValue() && b.isAllOnes())
    return {0, AluFault::SignedOverflow};
  // Wide enough that nothing overflows in between.
  const APInt wideA = a.sext(130), wideB = b.sext(130);
  const auto rounded = [&](bool up) {
    APInt quotient = wideA.sdiv(wideB);
    if ((quotient * wideB) != wideA) {
      bool isNegative = wideA.isNegative() != wideB.isNegative();
      if (up && !isNegative)
        ++quotient;
      if (!up && isNegative)
        --quotient;
    }
    return bits(quotient.trunc(a.getBitWidth()));
  };
  const uint64_t amount = b.getZExtValue();
  const bool isShift = amount < a.getBitWidth();
  switch (op) {
  case AluOp::Add:
    return bits(a + b);
  case AluOp::Sub:
    return bits(a - b);
  case AluOp::Mul:
    return bits(a * b);
  case AluOp::DivU:
    return bits(a.udiv(b));
  case AluOp::DivS:
    return bits(a.sdiv(b));
  case AluOp::CeilDivU:
    return bits((a.zext(130) + b.zext(130) - 1)
                    .udiv(b.zext(130))
                    .trunc(a.getBitWidth()));
  case AluOp::CeilDivS:
    return rounded(/*up=*/true);
  case AluOp::FloorDivS:
    return rounded(/*up=*/false);
  case AluOp::RemU:
    return bits(a.urem(b));
  case AluOp::RemS:
    return bits(a.srem(b));
  case AluOp::And:
    return bits(a & b);
  case AluOp::Or:
    return bits(a | b);
  case AluOp::Xor:
    return bits(a ^ b);
  case AluOp::Shl:
    return isShift ? bits(a.shl(amount)) : AluResult{0};
  case AluOp::ShrU:
    return isShift ? bits(a.lshr(amount)) : AluResult{0};
  case AluOp::ShrS:
    return isShift ? bits(a.ashr(amount)) : AluResult{0};
  case AluOp::MinU:
    return bits(a.ult(b) ? a : b);
  case AluOp::MinS:
    return bits(a.slt(b) ? a : b);
  case AluOp::MaxU:
    return bits(a.ugt(b) ? a : b);
  case AluOp::MaxS:
    return bits(a.sgt(b) ? a : b);
  case AluOp::CmpEq:
    return flag(a == b);
  case AluOp::CmpNe:
    return flag(a != b);
  case AluOp::CmpSlt:
    return flag(a.slt(b));
  case AluOp::CmpSle:
    return flag(a.sle(b));
  case AluOp::CmpSgt:
    return flag(a.sgt(b));
  case AluOp::CmpSge:
    return flag(a.sge(b));
  case AluOp::CmpUlt:
    return flag(a.ult(b));
  case AluOp::CmpUle:
    return flag(a.ule(b));
  case AluOp::CmpUgt:
    return flag(a.ugt(b));
  case AluOp::CmpUge:
    return flag(a.uge(b));
  case AluOp::Select:
    return bits(a[0] ? b : c);
  case AluOp::ExtU:
  case AluOp::Trunc:
    return bits(a.zextOrTrunc(resultBits));
  case AluOp::ExtS:
    return bits(a.sextOrTrunc(resultBits));
  }
  return {};
}

/// Compares all operations at one width, over corner cases and random values.
class Alu : public testing::TestWithParam<unsigned> {
protected:
  std::vector<uint64_t> values() const {
    unsigned bits = GetParam();
    std::vector<uint64_t> result = {0,
                                    1,
                                    2,
                                    bits,
                                    bits - 1,
                                    ~uint64_t(0),
                                    ~uint64_t(0) - 1,
                                    uint64_t(1) << (bits - 1),
                                    (uint64_t(1) << (bits - 1)) - 1};
    std::mt19937_64 random(bits);
    for (int count = 0; count < 40; ++count)
      result.push_back(random() >> random() % 64);
    return result;
  }

  void compare(AluOp op, unsigned resultBits) {
    unsigned bits = GetParam();
    for (uint64_t a : values())
      for (uint64_t b : values()) {
        // Bits above the width are noise to be ignored.
        uint64_t c = a * 31 + b;
        const auto narrow = [&](uint64_t value) {
          return APInt(64, value).trunc(bits);
        };
        AluResult expected =
            reference(op, resultBits, narrow(a), narrow(b), narrow(c));
        AluResult actual = evaluate(op, bits, resultBits, a, b, c);
        ASSERT_EQ(expected.fault, actual.fault)
            << "operation " << unsigned(op) << " of " << a << " and " << b;
        ASSERT_EQ(expected.value, actual.value)
            << "operation " << unsigned(op) << " of " << a << " and " << b;
      }
  }
};

TEST_P(Alu, ComputesAsArith) {
  for (unsigned op = 0; op <= unsigned(AluOp::Select); ++op) {
    bool isCompare =
        op >= unsigned(AluOp::CmpEq) && op <= unsigned(AluOp::CmpUge);
    compare(static_cast<AluOp>(op), isCompare ? 1 : GetParam());
  }
}

TEST_P(Alu, Extends) {
  for (unsigned resultBits : {1, 8, 16, 32, 64})
    if (resultBits >= GetParam()) {
      compare(AluOp::ExtU, resultBits);
      compare(AluOp::ExtS, resultBits);
    }
}

TEST_P(Alu, Truncates) {
  for (unsigned resultBits : {1, 8, 16, 32, 64})
    if (resultBits <= GetParam())
      compare(AluOp::Trunc, resultBits);
}

INSTANTIATE_TEST_SUITE_P(Widths, Alu, testing::Values(1, 8, 16, 32, 64));

} // namespace

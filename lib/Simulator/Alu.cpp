//===- Alu.cpp - Integer operations of the access unit --------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Simulator/Alu.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using ember::target::AluOp;
using llvm::SignExtend64;

namespace ember::sim {

static AluResult divideUnsigned(AluOp op, uint64_t a, uint64_t b) {
  if (b == 0)
    return {0, AluFault::DivisionByZero};
  uint64_t quotient = a / b, remainder = a % b;
  if (op == AluOp::RemU)
    return {remainder};
  if (op == AluOp::CeilDivU && remainder != 0)
    return {quotient + 1};
  return {quotient};
}

/// `a` and `b` are sign-extended from `bits`.
static AluResult divideSigned(AluOp op, unsigned bits, int64_t a, int64_t b) {
  if (b == 0)
    return {0, AluFault::DivisionByZero};
  if (a == llvm::minIntN(bits) && b == -1)
    return {0, AluFault::SignedOverflow};
  int64_t quotient = a / b, remainder = a % b;
  if (op == AluOp::RemS)
    return {static_cast<uint64_t>(remainder)};
  // The quotient is rounded towards zero: up when it is negative.
  bool isNegative = (a < 0) != (b < 0);
  if (op == AluOp::CeilDivS && remainder != 0 && !isNegative)
    ++quotient;
  if (op == AluOp::FloorDivS && remainder != 0 && isNegative)
    --quotient;
  return {static_cast<uint64_t>(quotient)};
}

AluResult evaluate(AluOp op, unsigned operandBits, unsigned resultBits,
                   uint64_t a, uint64_t b, uint64_t c) {
  const uint64_t operandMask = llvm::maxUIntN(operandBits);
  const uint64_t resultMask = llvm::maxUIntN(resultBits);
  if (op == AluOp::Select)
    return {((a & 1) ? b : c) & resultMask};

  a &= operandMask;
  b &= operandMask;
  const int64_t signedA = SignExtend64(a, operandBits);
  const int64_t signedB = SignExtend64(b, operandBits);
  const auto wrap = [&](uint64_t value) {
    return AluResult{value & resultMask};
  };
  switch (op) {
  case AluOp::Add:
    return wrap(a + b);
  case AluOp::Sub:
    return wrap(a - b);
  case AluOp::Mul:
    return wrap(a * b);
  case AluOp::DivU:
  case AluOp::CeilDivU:
  case AluOp::RemU:
    return divideUnsigned(op, a, b);
  case AluOp::DivS:
  case AluOp::CeilDivS:
  case AluOp::FloorDivS:
  case AluOp::RemS: {
    AluResult result = divideSigned(op, operandBits, signedA, signedB);
    result.value &= resultMask;
    return result;
  }
  case AluOp::And:
    return wrap(a & b);
  case AluOp::Or:
    return wrap(a | b);
  case AluOp::Xor:
    return wrap(a ^ b);
  case AluOp::Shl:
    return wrap(b < operandBits ? a << b : 0);
  case AluOp::ShrU:
    return wrap(b < operandBits ? a >> b : 0);
  case AluOp::ShrS:
    return wrap(b < operandBits ? static_cast<uint64_t>(signedA >> b) : 0);
  case AluOp::MinU:
    return wrap(std::min(a, b));
  case AluOp::MinS:
    return wrap(signedA < signedB ? a : b);
  case AluOp::MaxU:
    return wrap(std::max(a, b));
  case AluOp::MaxS:
    return wrap(signedA > signedB ? a : b);
  case AluOp::CmpEq:
    return wrap(a == b);
  case AluOp::CmpNe:
    return wrap(a != b);
  case AluOp::CmpSlt:
    return wrap(signedA < signedB);
  case AluOp::CmpSle:
    return wrap(signedA <= signedB);
  case AluOp::CmpSgt:
    return wrap(signedA > signedB);
  case AluOp::CmpSge:
    return wrap(signedA >= signedB);
  case AluOp::CmpUlt:
    return wrap(a < b);
  case AluOp::CmpUle:
    return wrap(a <= b);
  case AluOp::CmpUgt:
    return wrap(a > b);
  case AluOp::CmpUge:
    return wrap(a >= b);
  case AluOp::Select:
    break;
  case AluOp::ExtU:
  case AluOp::Trunc:
    return wrap(a);
  case AluOp::ExtS:
    return wrap(static_cast<uint64_t>(signedA));
  }
  return {};
}

} // namespace ember::sim

//===- Alu.h - Integer operations of the access unit ------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the integer operations of access programs compute.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_SIMULATOR_ALU_H
#define EMBER_SIMULATOR_ALU_H

#include "ember/Target/AccessProgram.h"
#include <cstdint>

namespace ember::sim {

/// Why an integer operation has no result.
enum class AluFault : uint8_t { None, DivisionByZero, SignedOverflow };

struct AluResult {
  uint64_t value = 0; ///< Zero-extended; 0 when there is a fault.
  AluFault fault = AluFault::None;
};

/// Computes `op` as `arith` does, wrapping at `operandBits`, which is 1 to 64.
/// Bits of operands above their width are ignored; operands that `op` does not
/// take, too. Where `arith` gives poison for a shift by the width or more, the
/// result is 0; `minimum / -1`, its remainder included, is a signed overflow.
AluResult evaluate(target::AluOp op, unsigned operandBits, unsigned resultBits,
                   uint64_t a, uint64_t b = 0, uint64_t c = 0);

} // namespace ember::sim

#endif // EMBER_SIMULATOR_ALU_H

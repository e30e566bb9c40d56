//===- SmallFloats.h - Arithmetic for f16 and bf16 --------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Conversions between the small floats, f16 and bf16, and wider numbers, made
/// of integer ops and exact ops of f32 and f64. They round to nearest, ties to
/// even; denormals are kept, what is too large becomes infinite, a NaN stays
/// one. All take scalars and vectors of any shape.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_LIB_TRANSFORMS_SMALLFLOATS_H
#define EMBER_LIB_TRANSFORMS_SMALLFLOATS_H

#include "ember/Support/LLVM.h"

namespace ember {

/// `element`, or a vector of it with the shape of `shaped`.
Type withElementType(Type shaped, Type element);

/// `value` of the float or integer type `type`, or in all lanes of it.
Value createConstant(ImplicitLocOpBuilder &builder, Type type, double value);

/// The integer with `bits`, sign-extended, or in all lanes of `type`.
Value createBits(ImplicitLocOpBuilder &builder, Type type, int64_t bits);

/// Whether `type` is f16 or bf16 or a vector of them.
bool isSmallFloat(Type type);

/// The integers with the bits of floats.
Value toBits(ImplicitLocOpBuilder &builder, Value floats);

/// The small floats of type `type` with the bits `bits`.
Value fromBits(ImplicitLocOpBuilder &builder, Value bits, Type type);

/// Small floats as f32, which holds each of them.
Value extendSmallFloat(ImplicitLocOpBuilder &builder, Value value);

/// f32 or f64 as small floats of type `type`, rounded once.
Value roundToSmallFloat(ImplicitLocOpBuilder &builder, Value value, Type type);

/// Integers of up to 64 bits as small floats of type `type`, rounded once.
Value roundToSmallFloat(ImplicitLocOpBuilder &builder, Value integers,
                        bool isSigned, Type type);

/// `lhs * rhs + acc` of small floats, rounded once.
Value createSmallFMA(ImplicitLocOpBuilder &builder, Value lhs, Value rhs,
                     Value acc);

} // namespace ember

#endif // EMBER_LIB_TRANSFORMS_SMALLFLOATS_H

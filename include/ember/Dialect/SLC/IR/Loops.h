//===- Loops.h - What all access loops share --------------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Syntax, verification and interface methods that `slc.for` and `slcv.for`
/// have in common.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_DIALECT_SLC_IR_LOOPS_H
#define EMBER_DIALECT_SLC_IR_LOOPS_H

#include "ember/Dialect/SLC/IR/SLC.h"

namespace ember::slc {

/// Parses
///
///     %stream, … = %lb to %ub step %step (iter_args(…) -> (…))? region attrs?
///
/// with stream arguments of these types.
ParseResult parseLoop(OpAsmParser &parser, OperationState &result,
                      ArrayRef<Type> streamTypes);

/// Prints a loop in this form, but for the attributes in `hidden`.
void printLoop(OpAsmPrinter &printer, AccessLoop loop,
               ArrayRef<StringRef> hidden = {});

/// Adds what a loop's builder adds: operands, results, and a body with these
/// stream arguments and a terminator if there is nothing to yield.
void buildLoop(OpBuilder &builder, OperationState &state, Value lowerBound,
               Value upperBound, Value step, ValueRange initArgs,
               ArrayRef<Type> streamTypes);

} // namespace ember::slc

#endif // EMBER_DIALECT_SLC_IR_LOOPS_H

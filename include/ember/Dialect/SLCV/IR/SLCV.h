//===- SLCV.h - The SLCV dialect --------------------------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef EMBER_DIALECT_SLCV_IR_SLCV_H
#define EMBER_DIALECT_SLCV_IR_SLCV_H

#include "ember/Dialect/SLC/IR/SLC.h"
#include "ember/Support/LLVM.h"

#include "ember/Dialect/SLCV/IR/SLCVDialect.h.inc"

namespace ember::slcv {
using slc::AccessSide;
using slc::parseElementOfStream;
using slc::printElementOfStream;

/// Whether an op can have this number of lanes: a power of two of 2 to
/// `slc::StreamType::maxLanes`.
bool isLegalNumLanes(int64_t lanes);
} // namespace ember::slcv

#define GET_OP_CLASSES
#include "ember/Dialect/SLCV/IR/SLCVOps.h.inc"

namespace ember::slcv {
/// The callback of a loop that takes runs; null if it has none.
CallbackOp getRun(slc::AccessLoop loop);
} // namespace ember::slcv

#endif // EMBER_DIALECT_SLCV_IR_SLCV_H

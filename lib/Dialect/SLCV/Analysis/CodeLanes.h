//===- CodeLanes.h - The lanes of code of the execute unit ------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_EMBER_DIALECT_SLCV_ANALYSIS_CODELANES_H
#define LIB_EMBER_DIALECT_SLCV_ANALYSIS_CODELANES_H

#include "ember/Dialect/SLCV/Analysis/LaneAnalysis.h"

namespace ember::slcv {

/// Gives the values of `code`, the execute side of a loop, their shapes;
/// returns why it has no vector form, or nothing.
std::string findCodeLanes(Block &code, LoopLanes &lanes);

/// `'op' at file:line:column why`.
std::string refuseLanes(Operation *op, const Twine &why);

} // namespace ember::slcv

#endif // LIB_EMBER_DIALECT_SLCV_ANALYSIS_CODELANES_H

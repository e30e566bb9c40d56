//===- DLC.h - The DLC dialect ----------------------------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef EMBER_DIALECT_DLC_IR_DLC_H
#define EMBER_DIALECT_DLC_IR_DLC_H

#include "ember/Dialect/SLC/IR/SLC.h"
#include "ember/Support/LLVM.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include <limits>

#include "ember/Dialect/DLC/IR/DLCDialect.h.inc"

namespace ember::dlc {

/// The queue between the units, as the execute region sees it.
struct QueueResource : public mlir::SideEffects::Resource::Base<QueueResource> {
  StringRef getName() final { return "<Queue>"; }
};

} // namespace ember::dlc

#define GET_ATTRDEF_CLASSES
#include "ember/Dialect/DLC/IR/DLCAttrs.h.inc"

#define GET_TYPEDEF_CLASSES
#include "ember/Dialect/DLC/IR/DLCTypes.h.inc"

#define GET_OP_CLASSES
#include "ember/Dialect/DLC/IR/DLCOps.h.inc"

namespace ember::dlc {

/// The decoupled nests inside `root` that are not split yet, by their outermost
/// loops, in program order.
SmallVector<slc::AccessLoop> getNests(Operation *root);

} // namespace ember::dlc

#endif // EMBER_DIALECT_DLC_IR_DLC_H

//===- DLCTypes.td - Types of the DLC dialect -*- tablegen -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef EMBER_DIALECT_DLC_IR_DLCTYPES
#define EMBER_DIALECT_DLC_IR_DLCTYPES

include "ember/Dialect/DLC/IR/DLCDialect.td"
include "mlir/IR/AttrTypeBase.td"

def DLC_RecType : TypeDef<DLC_Dialect, "Rec"> {
  let mnemonic = "rec";
  let summary = "A record in the data queue, between its acquire and its release";
}

#endif // EMBER_DIALECT_DLC_IR_DLCTYPES

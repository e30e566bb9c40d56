//===- DLCDialect.td - The decoupled lookup-compute dialect -*- tablegen -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef EMBER_DIALECT_DLC_IR_DLCDIALECT
#define EMBER_DIALECT_DLC_IR_DLCDIALECT

include "mlir/IR/OpBase.td"

def DLC_Dialect : Dialect {
  let name = "dlc";
  let cppNamespace = "::ember::dlc";
  let summary = "Decoupled nests, split into what each unit runs";
  let description = [{
    The decoupled lookup-compute dialect splits a nest: `dlc.decoupled` holds
    what the access unit runs (loops and streams of the `slc` dialect that push
    *events*) and what the execute unit runs (ordinary code that acquires
    *tokens*, pops the fields of their *records* and releases them). The layout
    of each event's record is explicit and the only one that both regions use.
  }];
  let dependentDialects = ["::ember::slc::SLCDialect"];
  let useDefaultTypePrinterParser = 1;
  let useDefaultAttributePrinterParser = 1;
}

#endif // EMBER_DIALECT_DLC_IR_DLCDIALECT

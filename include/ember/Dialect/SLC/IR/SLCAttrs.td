//===- SLCAttrs.td - Attributes of the SLC dialect -*- tablegen -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef EMBER_DIALECT_SLC_IR_SLCATTRS
#define EMBER_DIALECT_SLC_IR_SLCATTRS

include "ember/Dialect/SLC/IR/SLCDialect.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"

def SLC_CacheLevel : I32EnumAttr<"CacheLevel", "a level of the cache hierarchy",
    [I32EnumAttrCase<"L1", 1, "l1">, I32EnumAttrCase<"L2", 2, "l2">,
     I32EnumAttrCase<"L3", 3, "l3">]> {
  let cppNamespace = "::ember::slc";
  let genSpecializedAttr = 0;
}

def SLC_HintAttr : AttrDef<SLC_Dialect, "Hint"> {
  let mnemonic = "hint";
  let summary = "Where a load should look first, and whether to keep the line";
  let description = [{
    `#slc.hint<level = l2, temporal = false>`: ask the caches from this level
    on; `temporal = false` says that the line will not be used again soon.
    Hints never change values.
  }];
  let parameters = (ins EnumParameter<SLC_CacheLevel>:$level, "bool":$temporal);
  let assemblyFormat = "`<` struct(params) `>`";
}

/// The integer operations that an access unit has. Each is the op of the same
/// name in the `arith` dialect, with the same wrapping and rounding.
def SLC_AluKind : I32EnumAttr<"AluKind", "an integer operation of the access unit", [
    I32EnumAttrCase<"addi", 0>, I32EnumAttrCase<"subi", 1>,
    I32EnumAttrCase<"muli", 2>, I32EnumAttrCase<"divui", 3>,
    I32EnumAttrCase<"divsi", 4>, I32EnumAttrCase<"ceildivui", 5>,
    I32EnumAttrCase<"ceildivsi", 6>, I32EnumAttrCase<"floordivsi", 7>,
    I32EnumAttrCase<"remui", 8>, I32EnumAttrCase<"remsi", 9>,
    I32EnumAttrCase<"andi", 10>, I32EnumAttrCase<"ori", 11>,
    I32EnumAttrCase<"xori", 12>, I32EnumAttrCase<"shli", 13>,
    I32EnumAttrCase<"shrui", 14>, I32EnumAttrCase<"shrsi", 15>,
    I32EnumAttrCase<"minsi", 16>, I32EnumAttrCase<"minui", 17>,
    I32EnumAttrCase<"maxsi", 18>, I32EnumAttrCase<"maxui", 19>,
    I32EnumAttrCase<"cmpi", 20>, I32EnumAttrCase<"select", 21>,
    I32EnumAttrCase<"extui", 22>, I32EnumAttrCase<"extsi", 23>,
    I32EnumAttrCase<"trunci", 24>, I32EnumAttrCase<"index_cast", 25>,
    I32EnumAttrCase<"index_castui", 26>]> {
  let cppNamespace = "::ember::slc";
  let genSpecializedAttr = 0;
}

def SLC_AluKindAttr : EnumAttr<SLC_Dialect, SLC_AluKind, "alu"> {
  let assemblyFormat = "$value";
}

#endif // EMBER_DIALECT_SLC_IR_SLCATTRS

//===- SLCTypes.td - Types of the SLC dialect -*- tablegen -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef EMBER_DIALECT_SLC_IR_SLCTYPES
#define EMBER_DIALECT_SLC_IR_SLCTYPES

include "ember/Dialect/SLC/IR/SLCDialect.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/CommonTypeConstraints.td"

def SLC_StreamType : TypeDef<SLC_Dialect, "Stream"> {
  let mnemonic = "stream";
  let summary = "stream of values of the access unit, one per iteration of its loop";
  let description = [{
    `!slc.stream<T>`, where `T` is `index`, a signless integer of 1 to 64 bits,
    a float of at most 64 bits, or a vector of one dimension of these with a
    power of two of 2 to 64 lanes.
  }];
  let parameters = (ins "::mlir::Type":$elementType);
  let assemblyFormat = "`<` $elementType `>`";
  let genVerifyDecl = 1;
  let builders = [
    TypeBuilderWithInferredContext<(ins "::mlir::Type":$elementType), [{
      return $_get(elementType.getContext(), elementType);
    }]>
  ];
  let extraClassDeclaration = [{
    /// Whether a stream can carry values of this type.
    static bool isValidElementType(::mlir::Type type);
    /// Whether it is a scalar that a stream can carry.
    static bool isValidScalarType(::mlir::Type type);
    /// The largest number of lanes.
    static constexpr int64_t maxLanes = 64;
  }];
}

class SLC_StreamOf<TypeConstraint element, string what>
    : Type<And<[SLC_StreamType.predicate,
                SubstLeaves<"$_self",
                  "::llvm::cast<::ember::slc::StreamType>($_self).getElementType()",
                  element.predicate>]>,
           "stream of " # what, "::ember::slc::StreamType">;

def SLC_IndexStream : SLC_StreamOf<Index, "index">;
def SLC_BoolStream : SLC_StreamOf<I1, "i1">;

/// An index that the access unit can use: its own, or a value of the host.
def SLC_IndexOrStream : AnyTypeOf<[Index, SLC_IndexStream],
                                  "index or stream of index">;
def SLC_BoolOrStream : AnyTypeOf<[I1, SLC_BoolStream], "i1 or stream of i1">;

#endif // EMBER_DIALECT_SLC_IR_SLCTYPES

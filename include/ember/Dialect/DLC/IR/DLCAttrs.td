//===- DLCAttrs.td - Attributes of the DLC dialect -*- tablegen -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef EMBER_DIALECT_DLC_IR_DLCATTRS
#define EMBER_DIALECT_DLC_IR_DLCATTRS

include "ember/Dialect/DLC/IR/DLCDialect.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"

def DLC_RecordAttr : AttrDef<DLC_Dialect, "Record"> {
  let mnemonic = "record";
  let summary = "The layout of one event's record in the data queue";
  let description = [{
    `#dlc.record<[index : 0, f32 : 8], size = 16, align = 8>`: the type and the
    byte offset of each field, the bytes of the whole record, and the alignment
    of its start, a power of two. Fields do not overlap and may be misaligned;
    `i1` takes one byte, `index` eight.
  }];
  let parameters = (ins ArrayRefParameter<"::mlir::Type">:$types,
                        ArrayRefParameter<"int64_t">:$offsets,
                        "int64_t":$size, "int64_t":$align);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// Bytes that a record has at most: access programs count them in 32 bits.
    static constexpr int64_t maxSize = ::std::numeric_limits<int32_t>::max();
    /// Lays out fields in this order, each at its natural alignment.
    static RecordAttr getNatural(::mlir::MLIRContext *context,
                                 ::llvm::ArrayRef<::mlir::Type> types);
    /// Bytes of a field of this type, 0 when a record cannot hold it.
    static int64_t getByteSize(::mlir::Type type);
    /// The largest alignment that field `i` has wherever the record starts.
    int64_t getFieldAlign(unsigned i) const;
  }];
}

#endif // EMBER_DIALECT_DLC_IR_DLCATTRS

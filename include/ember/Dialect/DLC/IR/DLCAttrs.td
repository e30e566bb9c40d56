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
    `i1` takes one byte, `index` eight, a vector its lanes, and a vector of `i1`
    a bit for each lane.

    The record of a run has these fields once, and behind them up to `chunk`
    elements of the layout `run`, each `size` of that layout behind the one
    before:

    ```mlir
    #dlc.record<[index : 0], size = 8, align = 8,
                run = <[vector<8xf32> : 0], size = 32, align = 8>, chunk = 16>
    ```
  }];
  let parameters = (ins ArrayRefParameter<"::mlir::Type">:$types,
                        ArrayRefParameter<"int64_t">:$offsets,
                        "int64_t":$size, "int64_t":$align,
                        "::mlir::Attribute":$run, "int64_t":$chunk);

  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// Bytes that a record has at most: access programs count them in 32 bits.
    static constexpr int64_t maxSize = ::std::numeric_limits<int32_t>::max();
    /// Lays out fields in this order: packed, where a vector is aligned like a
    /// word of the core, or `aligned`, where the widest fields come first in
    /// memory, each at a multiple of its size or of a cache line.
    static RecordAttr getLayout(::mlir::MLIRContext *context,
                                ::llvm::ArrayRef<::mlir::Type> types,
                                bool aligned = false);
    /// The record of a run: a header, and up to `chunk` elements.
    static RecordAttr getRunLayout(::mlir::MLIRContext *context,
                                   ::llvm::ArrayRef<::mlir::Type> header,
                                   ::llvm::ArrayRef<::mlir::Type> element,
                                   int64_t chunk, bool aligned = false);
    /// The layout of a run's element; null for an event without runs.
    RecordAttr getElement() const {
      return ::llvm::cast_if_present<RecordAttr>(getRun());
    }
    /// Byte offset of the first element of a run.
    int64_t getRunOffset() const;
    /// Bytes of a field of this type, 0 when a record cannot hold it.
    static int64_t getByteSize(::mlir::Type type);
    /// The largest alignment that field `i` has wherever the record starts.
    int64_t getFieldAlign(unsigned i) const;
  }];
}

#endif // EMBER_DIALECT_DLC_IR_DLCATTRS

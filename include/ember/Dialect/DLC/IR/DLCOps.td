//===- DLCOps.td - Operations of the DLC dialect -*- tablegen -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef EMBER_DIALECT_DLC_IR_DLCOPS
#define EMBER_DIALECT_DLC_IR_DLCOPS

include "ember/Dialect/DLC/IR/DLCAttrs.td"
include "ember/Dialect/DLC/IR/DLCTypes.td"
include "ember/Dialect/SLC/IR/SLCInterfaces.td"
include "ember/Dialect/SLC/IR/SLCTypes.td"
include "mlir/IR/BuiltinAttributes.td"
include "mlir/IR/CommonAttrConstraints.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class DLC_Op<string mnemonic, list<Trait> traits = []>
    : Op<DLC_Dialect, mnemonic, traits>;

/// The queue that the execute region reads. Release writes it, so that nothing
/// moves a pop past the release of its record.
def DLC_QueueResource : Resource<"::ember::dlc::QueueResource">;

def DLC_RecordArrayAttr
    : TypedArrayAttrBase<DLC_RecordAttr, "array of record layouts">;

def DLC_DecoupledOp : DLC_Op<"decoupled", [RecursiveMemoryEffects]> {
  let summary = "A nest, split between the access unit and the execute unit";
  let description = [{
    Starts the access region on the access unit and runs the execute region on
    the core; gives what the execute region yields. A machine has one access
    unit, so such nests do not nest. The event number `k` of
    `dlc.push k` and the token of `dlc.acquire` index `records`, the layouts of
    the events' records; the number of records is the token of the nest's end.

    ```mlir
    dlc.decoupled records = [#dlc.record<[f32 : 0], size = 4, align = 4>] access {
      slc.for %i = %c0 to %n step %c1 {
        %v = slc.mem_str %a[%i] : memref<?xf32>
        dlc.push 0(%v) : f32
      }
    } execute {
      scf.while : () -> () {
        %token, %rec = dlc.acquire
        ...
      }
    }
    ```
  }];
  let arguments = (ins DLC_RecordArrayAttr:$records);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$access, SizedRegion<1>:$execute);
  let assemblyFormat = [{
    `records` `=` $records (`->` type($results)^)? `access` $access
    `execute` $execute attr-dict
  }];
  let extraClassDeclaration = [{
    /// The layout of event `k`'s record.
    RecordAttr getRecord(uint64_t k) {
      return ::llvm::cast<RecordAttr>(getRecords()[k]);
    }
    /// The token that ends the nest.
    int64_t getEndToken() { return getRecords().size(); }
  }];
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

def DLC_YieldOp : DLC_Op<"yield", [
    Pure, Terminator, ParentOneOf<["DecoupledOp"]>]> {
  let summary = "Ends a region of a decoupled nest, and gives its results";
  let arguments = (ins Variadic<AnyType>:$operands);
  let builders = [OpBuilder<(ins), [{ /* nothing to do */ }]>];
  let assemblyFormat = "attr-dict ($operands^ `:` type($operands))?";
}

def DLC_PushOp : DLC_Op<"push", [
        AccessSide, AttrSizedOperandSegments,
        MemoryEffects<[MemWrite<DLC_QueueResource>]>]> {
  let summary = "The access unit pushes an event's token and its record";
  let description = [{
    The fields are streams, in the order of the event's record. Of an event with
    runs, each push adds the element of this iteration to the run; token and
    record leave when the run has all the elements that it can have, or at the
    end of the loop around the push if it has any.

    ```mlir
    dlc.push 0(%b, %v) : index, f32
    dlc.push 1(%b) run(%w) : index, vector<8xf32>
    ```
  }];
  let arguments = (ins ConfinedAttr<I64Attr, [IntNonNegative]>:$event,
                       Variadic<SLC_StreamType>:$fields,
                       Variadic<SLC_StreamType>:$runFields);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def DLC_AcquireOp : DLC_Op<"acquire", [
    MemoryEffects<[MemRead<DLC_QueueResource>, MemWrite<DLC_QueueResource>]>]> {
  let summary = "The execute unit waits for the next token";
  let description = [{
    Gives the token, the event's number, and its record. Every acquire, that of
    the end token included, is followed by one release before the next.
  }];
  let results = (outs Index:$token, DLC_RecType:$record);
  let assemblyFormat = "attr-dict";
  let hasVerifier = 1;
}

def DLC_RunLengthOp : DLC_Op<"run_length", [MemoryEffects<[MemRead<DLC_QueueResource>]>]> {
  let summary = "How many elements the acquired record's run has";
  let arguments = (ins DLC_RecType:$record);
  let results = (outs Index:$result);
  let assemblyFormat = "$record attr-dict";
  let hasVerifier = 1;
}

def DLC_PopOp : DLC_Op<"pop", [MemoryEffects<[MemRead<DLC_QueueResource>]>]> {
  let summary = "Reads a field of the acquired record";
  let description = [{
    `dlc.pop %rec[event, field] : type`, or, with `at %k`, the field of element
    `k` of the record's run. A field that nobody reads moves no other field.

    ```mlir
    %b = dlc.pop %rec[1, 0] : index
    %w = dlc.pop %rec[1, 0] at %k : vector<8xf32>
    ```
  }];
  let arguments = (ins DLC_RecType:$record,
                       ConfinedAttr<I64Attr, [IntNonNegative]>:$event,
                       ConfinedAttr<I64Attr, [IntNonNegative]>:$field,
                       Optional<Index>:$position);
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    $record `[` $event `,` $field `]` (`at` $position^)? attr-dict `:`
    type($result)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The layout of the record that the field is in.
    RecordAttr getLayout();
  }];
}

def DLC_ReleaseOp : DLC_Op<"release", [MemoryEffects<[MemWrite<DLC_QueueResource>]>]> {
  let summary = "The execute unit gives the acquired record back";
  let arguments = (ins DLC_RecType:$record);
  let assemblyFormat = "$record attr-dict";
  let hasVerifier = 1;
}

#endif // EMBER_DIALECT_DLC_IR_DLCOPS

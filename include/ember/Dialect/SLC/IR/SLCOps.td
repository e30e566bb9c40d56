//===- SLCOps.td - Operations of the SLC dialect -*- tablegen -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef EMBER_DIALECT_SLC_IR_SLCOPS
#define EMBER_DIALECT_SLC_IR_SLCOPS

include "ember/Dialect/SLC/IR/SLCAttrs.td"
include "ember/Dialect/SLC/IR/SLCInterfaces.td"
include "ember/Dialect/SLC/IR/SLCTypes.td"
include "mlir/Dialect/Arith/IR/ArithBase.td"
include "mlir/IR/BuiltinAttributes.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/LoopLikeInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class SLC_Op<string mnemonic, list<Trait> traits = []>
    : Op<SLC_Dialect, mnemonic, traits>;

//===----------------------------------------------------------------------===//
// ForOp
//===----------------------------------------------------------------------===//

def SLC_ForOp : SLC_Op<"for", [
    AccessSide, RecursiveMemoryEffects,
    SingleBlockImplicitTerminator<"YieldOp">,
    DeclareOpInterfaceMethods<LoopLikeOpInterface,
      ["getInitsMutable", "getRegionIterArgs", "getYieldedValuesMutable",
       "getLoopResults"]>,
    AccessLoop,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmBlockArgumentNames"]>
  ]> {
  let summary = "A loop of the access unit";
  let description = [{
    Runs its body for the induction stream `lowerBound`, `lowerBound + step`, …
    below `upperBound`, compared as signed integers. Bounds are host values or
    streams of the loops around; the step is a host value and positive: a
    dynamic step that is not is a fault where the loop has an iteration. Where it
    has none, as under a condition that is false, nobody looks at the step.

    `iter_args` carry values of the *execute* unit, of any type, from iteration
    to iteration; the results are their last values. They start anew at every
    reach of the loop, zero trips included. The results of the outermost loop
    are ordinary values, those of an inner one can be used by later callbacks.

    The body is a list of access-side ops and callbacks in program order.

    To upstream passes this is a loop with iter_args and without an induction
    variable: analyses of integers would take the stream for an index.

    ```mlir
    slc.for %b = %c0 to %n step %c1 {
      %beg = slc.mem_str %offsets[%b] : memref<?xindex>
      slc.for %p = %beg to %m step %c1 {
      }
    }
    ```
  }];
  let arguments = (ins SLC_IndexOrStream:$lowerBound,
                       SLC_IndexOrStream:$upperBound, Index:$step,
                       Variadic<AnyType>:$initArgs);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$region);
  let skipDefaultBuilders = 1;
  let builders = [
    OpBuilder<(ins "::mlir::Value":$lowerBound, "::mlir::Value":$upperBound,
                   "::mlir::Value":$step,
                   CArg<"::mlir::ValueRange", "{}">:$initArgs)>
  ];
  let extraClassDeclaration = [{
    /// The induction stream.
    ::mlir::BlockArgument getInductionVar() { return getBody()->getArgument(0); }
    /// A scalar loop: one lane, and no stream but the induction variable.
    int64_t getNumLanes() { return 1; }
    unsigned getNumStreamArgs() { return 1; }
    /// The values that the body hands to the next iteration.
    ::mlir::OperandRange getYieldedValues() {
      return getBody()->getTerminator()->getOperands();
    }
  }];
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let hasCanonicalizer = 1;
}

//===----------------------------------------------------------------------===//
// CallbackOp, ToValOp, YieldOp
//===----------------------------------------------------------------------===//

def SLC_CallbackOp : SLC_Op<"callback", [
    AccessSide, RecursiveMemoryEffects,
    SingleBlockImplicitTerminator<"YieldOp">]> {
  let summary = "Code of the execute unit at this point of the nest";
  let description = [{
    Runs on the execute unit once per reach, in program order with all other
    callbacks of the nest. The only stream that code inside may use is the
    operand of `slc.to_val`; every other value can be captured. Its results are
    values of the execute unit.

    ```mlir
    %r = slc.callback -> (f32) {
      %v = slc.to_val %s : f32
      %sum = arith.addf %acc, %v : f32
      slc.yield %sum : f32
    }
    ```
  }];
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$region);
  let skipDefaultBuilders = 1;
  let builders = [OpBuilder<(ins CArg<"::mlir::TypeRange", "{}">:$results)>];
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let hasCanonicalizer = 1;
}

/// The streams, as the execute unit sees them. Reading one is where a fault of
/// the access unit is raised, so that it must not move into or out of branches
/// and loops.
def SLC_StreamResource : Resource<"::ember::slc::StreamResource">;

def SLC_ToValOp : SLC_Op<"to_val", [
    MemoryEffects<[MemRead<SLC_StreamResource>]>, TypesMatchWith<"result is the stream's element", "stream", "result",
      "::llvm::cast<StreamType>($_self).getElementType()">]> {
  let summary = "The stream's element of this iteration, on the execute unit";
  let description = [{
    Where the access unit failed to compute the element, this is where the fault
    is raised.
  }];
  let arguments = (ins SLC_StreamType:$stream);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$stream attr-dict `:` custom<ElementOfStream>(type($stream), type($result))";
  let hasVerifier = 1;
}

def SLC_YieldOp : SLC_Op<"yield", [
    AccessSide, Pure, Terminator]> {
  let summary = "Ends a callback or the body of a loop";
  let description = [{
    In a loop, hands values of the execute unit to the next iteration; in
    a callback, gives its results.
  }];
  let arguments = (ins Variadic<AnyType>:$operands);
  let builders = [OpBuilder<(ins), [{ /* nothing to do */ }]>];
  let assemblyFormat = "attr-dict ($operands^ `:` type($operands))?";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Streams
//===----------------------------------------------------------------------===//

def SLC_MemStrOp : SLC_Op<"mem_str", [
    AccessSide, AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "A load of the access unit";
  let description = [{
    Loads one element per iteration. Where the optional predicate is false
    nothing is read and the value is unspecified. A load reads memory as it was
    when its nest was entered: nothing in the nest may write what it reads
    (`--slc-verify-decoupling` proves it).

    ```mlir
    %v = slc.mem_str %table[%row, %e] if %p {hint = #slc.hint<level = l2, temporal = false>} : memref<?x?xf32>
    ```
  }];
  let arguments = (ins Arg<AnyMemRef, "the memory read", [MemRead]>:$memref,
                       Variadic<SLC_IndexOrStream>:$indices,
                       Optional<SLC_BoolOrStream>:$predicate,
                       OptionalAttr<SLC_HintAttr>:$hint);
  let results = (outs SLC_StreamType:$result);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasFolder = 1;
}

def SLC_StoreStrOp : SLC_Op<"store_str", [AccessSide, AttrSizedOperandSegments]> {
  let summary = "A store of the access unit, past the core";
  let description = [{
    Stores a stream's element, once per iteration where the optional predicate
    holds. What it writes is touched by nothing else in the nest, and visible
    after the nest.

    ```mlir
    slc.store_str %v, %out[%b, %e] : memref<?x?xf32>
    ```
  }];
  let arguments = (ins SLC_StreamType:$value,
                       Arg<AnyMemRef, "the memory written", [MemWrite]>:$memref,
                       Variadic<SLC_IndexOrStream>:$indices,
                       Optional<SLC_BoolOrStream>:$predicate,
                       OptionalAttr<SLC_HintAttr>:$hint);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def SLC_AluStrOp : SLC_Op<"alu_str", [
    AccessSide, NoMemoryEffect,
    DeclareOpInterfaceMethods<ConditionallySpeculatable>]> {
  let summary = "Integer arithmetic of the access unit";
  let description = [{
    The `arith` op that `kind` names, once per iteration, on integers of 1 to 64
    bits, `index`, and vectors of them; it wraps and rounds as that op does. At
    least one operand is a stream, the others may be host values; where the type
    is a vector, scalars stand for all lanes. Division is not speculatable.

    ```mlir
    %s1 = slc.alu_str addi %s, %c1 : index
    %lt = slc.alu_str cmpi slt, %s, %n : index
    %m = slc.alu_str select %lt, %s, %s1 : index
    %i = slc.alu_str index_cast %x : i64 to index
    ```
  }];
  let arguments = (ins SLC_AluKindAttr:$kind,
                       OptionalAttr<Arith_CmpIPredicateAttr>:$predicate,
                       Variadic<AnyType>:$inputs);
  let results = (outs SLC_StreamType:$result);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasFolder = 1;
}

//===----------------------------------------------------------------------===//
// FallbackOp
//===----------------------------------------------------------------------===//

/// What a machine counts. `slc.fallback` writes it, so that it is neither
/// removed nor merged and yet in the way of no access to memory.
def SLC_CounterResource : Resource<"::ember::slc::CounterResource">;

def SLC_FallbackOp : SLC_Op<"fallback", [
    MemoryEffects<[MemWrite<SLC_CounterResource>]>]> {
  let summary = "Says that other loops run instead of the best nest";
  let description = [{
    Stands where a run-time check chose the original loops, or a nest that is not
    vectorised, so that a machine can count it. It has no effect on memory. The
    loops that follow in its block are not decoupled again.
  }];
  let assemblyFormat = "attr-dict";
}

#endif // EMBER_DIALECT_SLC_IR_SLCOPS

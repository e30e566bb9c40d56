//===- SLCVOps.td - Operations of the SLCV dialect -*- tablegen -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef EMBER_DIALECT_SLCV_IR_SLCVOPS
#define EMBER_DIALECT_SLCV_IR_SLCVOPS

include "ember/Dialect/SLC/IR/SLCAttrs.td"
include "ember/Dialect/SLC/IR/SLCInterfaces.td"
include "ember/Dialect/SLC/IR/SLCTypes.td"
include "ember/Dialect/SLCV/IR/SLCVDialect.td"
include "mlir/IR/BuiltinAttributes.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/Interfaces/LoopLikeInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class SLCV_Op<string mnemonic, list<Trait> traits = []>
    : Op<SLCV_Dialect, mnemonic, traits>;

def SLCV_ForOp : SLCV_Op<"for", [
    AccessSide, RecursiveMemoryEffects,
    SingleBlockImplicitTerminator<"::ember::slc::YieldOp">,
    DeclareOpInterfaceMethods<LoopLikeOpInterface,
      ["getInitsMutable", "getRegionIterArgs", "getYieldedValuesMutable",
       "getLoopResults"]>,
    DeclareOpInterfaceMethods<AccessLoop>,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmBlockArgumentNames"]>
  ]> {
  let summary = "A loop of the access unit that runs vlen iterations at once";
  let description = [{
    Runs the iterations `lowerBound`, `lowerBound + step`, … below `upperBound`
    `vlen` at a time. Its body has the induction variable of the first lane, a
    stream of index, and the mask, a stream of `vector<vlen x i1>`: lane `l`
    stands for the iteration `iv + l * step` and is true when that is below the
    upper bound. The first lane is always true. The step is a positive constant.
    No loop is inside; `iter_args` are those of `slc.for`.

    ```mlir
    slcv.for<8> %e, %m = %c0 to %n step %c1 {
      %v = slcv.mem_str<8> %table[%row, %e] lanes [0, 1] mask %m : memref<?x?xf32>
    }
    ```
  }];
  let arguments = (ins ConfinedAttr<I64Attr, [IntPositive]>:$vlen,
                       SLC_IndexOrStream:$lowerBound,
                       SLC_IndexOrStream:$upperBound, Index:$step,
                       Variadic<AnyType>:$initArgs);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$region);
  let skipDefaultBuilders = 1;
  let builders = [
    OpBuilder<(ins "int64_t":$vlen, "::mlir::Value":$lowerBound,
                   "::mlir::Value":$upperBound, "::mlir::Value":$step,
                   CArg<"::mlir::ValueRange", "{}">:$initArgs)>
  ];
  let extraClassDeclaration = [{
    /// The induction stream of the first lane.
    ::mlir::BlockArgument getInductionVar() { return getBody()->getArgument(0); }
    /// The stream that says which lanes are iterations.
    ::mlir::BlockArgument getMask() { return getBody()->getArgument(1); }
    /// The values that the body hands to the next iteration.
    ::mlir::OperandRange getYieldedValues() {
      return getBody()->getTerminator()->getOperands();
    }
    /// The step, which is constant.
    int64_t getConstantStep();
  }];
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

def SLCV_MemStrOp : SLCV_Op<"mem_str", [AccessSide]> {
  let summary = "A vector load of the access unit";
  let description = [{
    Loads one element for each lane that the mask holds; a false lane reads
    nothing and is zero. In dimension `d`, lane `l` has the index
    `indices[d] + l * laneStrides[d]` where that index is a scalar, and element
    `l` of it where it is a stream of vectors; its lane stride is 0 then.

    ```mlir
    %row = slcv.mem_str<8> %t[%i, %e] lanes [0, 1] mask %m : memref<?x?xf32>
    %got = slcv.mem_str<8> %t[%rows, %c0] lanes [0, 0] mask %m : memref<?x?xf32>
    ```
  }];
  let arguments = (ins ConfinedAttr<I64Attr, [IntPositive]>:$vlen,
                       Arg<AnyMemRef, "the memory read", [MemRead]>:$memref,
                       Variadic<AnyType>:$indices,
                       DenseI64ArrayAttr:$laneStrides,
                       SLC_StreamType:$mask,
                       OptionalAttr<SLC_HintAttr>:$hint);
  let results = (outs SLC_StreamType:$result);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def SLCV_LaneStrOp : SLCV_Op<"lane_str", [AccessSide, Pure]> {
  let summary = "The lanes' values of something that is affine in the lane";
  let description = [{
    A stream of vectors whose lane `l` is `base + l * laneStride`, wrapping.

    ```mlir
    %lanes = slcv.lane_str<8> %e by 3 : index
    ```
  }];
  let arguments = (ins ConfinedAttr<I64Attr, [IntPositive]>:$vlen,
                       SLC_IndexStream:$base, I64Attr:$laneStride);
  let results = (outs SLC_StreamType:$result);
  let assemblyFormat = [{
    `<` $vlen `>` $base `by` $laneStride attr-dict `:`
    custom<LanesOfIndex>(ref($vlen), type($base), type($result))
  }];
  let hasVerifier = 1;
}

def SLCV_CallbackOp : SLCV_Op<"callback", [
    AccessSide, RecursiveMemoryEffects,
    SingleBlockImplicitTerminator<"::ember::slc::YieldOp">]> {
  let summary = "Code of the execute unit for a run of iterations";
  let description = [{
    Stands in the body of an innermost loop. It runs when `chunk` iterations were
    collected since it ran last, and at the end of the loop for those that are
    left, if there are any. Its argument is the number of iterations in the run.
    Streams of the loop's body are read by `slcv.buf_str`, element by element of
    the run; streams of outer loops, which do not change during it, by
    `slc.to_val`. Iterations are grouped in this way at every level: a loop with
    no more than `chunk` iterations is one run.

    Its results, if it has any, are what the loop yields.

    ```mlir
    slcv.callback<16> (%n) {
      scf.for %k = %c0 to %n step %c1 {
        %v = slcv.buf_str %s[%k] : vector<8xf32>
      }
    }
    ```
  }];
  let arguments = (ins ConfinedAttr<I64Attr, [IntPositive]>:$chunk);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$region);
  let skipDefaultBuilders = 1;
  let builders = [
    OpBuilder<(ins "int64_t":$chunk, CArg<"::mlir::TypeRange", "{}">:$results)>
  ];
  let extraClassDeclaration = [{
    /// The number of iterations in the run.
    ::mlir::BlockArgument getRunLength() { return getBody()->getArgument(0); }
  }];
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

def SLCV_BufStrOp : SLCV_Op<"buf_str", [Pure,
    TypesMatchWith<"result is the stream's element", "stream", "result",
      "::llvm::cast<::ember::slc::StreamType>($_self).getElementType()">]> {
  let summary = "An element of a stream's run";
  let description = [{
    `slcv.buf_str %s[%k] : type`: the element that the stream had in iteration
    `k` of the run, `0 <= k < n`.
  }];
  let arguments = (ins SLC_StreamType:$stream, Index:$position);
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    $stream `[` $position `]` attr-dict `:`
    custom<ElementOfStream>(type($stream), type($result))
  }];
  let hasVerifier = 1;
}

#endif // EMBER_DIALECT_SLCV_IR_SLCVOPS

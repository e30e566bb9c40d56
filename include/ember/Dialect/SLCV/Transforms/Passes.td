//===- Passes.td - Vectors, runs and queue layout ----------*- tablegen -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef EMBER_DIALECT_SLCV_TRANSFORMS_PASSES
#define EMBER_DIALECT_SLCV_TRANSFORMS_PASSES

include "ember/Conversion/AliasChecks.td"
include "mlir/Pass/PassBase.td"

def Vectorize : Pass<"slc-vectorize", "::mlir::func::FuncOp"> {
  let summary = "Run the innermost loops of decoupled nests by lanes";
  let description = [{
    Turns each innermost `slc.for` whose callback has a vector form into an
    `slcv.for<vlen>`: its loads become vector streams, element-wise code becomes
    vector code under the mask of the lanes.

    A loop is vectorised when doing all lanes of one op before the next op
    cannot be seen: whatever the callback writes it accesses with the same
    subscripts everywhere, each lane its own. Iteration values are vectorised
    when they are reductions: in lane order, or, for integers, for
    `minimumf` and `maximumf`, and where fast-math flags or `reassociate-fp`
    allow it, in any order; those are carried as vectors, and finished behind the
    loops that hand them on. A remark says why a loop stays scalar, and that a
    reduction is done in lane order.

    Where only the memrefs that a nest gets decide whether lanes are independent,
    there are two versions of the nest, and a check in front of it: of byte ranges
    of memrefs that may overlap, and of strides that may be 0.

    A loop has `vlen` lanes, or as many of its widest element as fit in eight
    registers of `vector-bits`. All of its vectors have the same number of lanes.

    A condition or an assert that is the same for all lanes stays as it is, once
    for each vector. Where lanes differ in the condition of an `scf.if`, both
    branches run, each under the mask of its lanes.

    With `lanes-in-order`, what has no vector form is run for one lane after the
    other, in order, and only its streams are vectors; a remark says why.

    Loops in callbacks that have no loop inside are vectorised by the same rules
    if they access consecutive elements: an `scf.for` over vectors whose lanes
    are all iterations, and a vector with those that are left. Loops outside of
    decoupled nests stay, with a remark.

    Input:

    ```mlir
    func.func @copy(%a: memref<?xf32>, %b: memref<?xf32>, %n: index) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      slc.for %i = %c0 to %n step %c1 {
        %s = slc.mem_str %a[%i] : memref<?xf32>
        slc.callback {
          %e = slc.to_val %i : index
          %v = slc.to_val %s : f32
          memref.store %v, %b[%e] : memref<?xf32>
        }
      }
      return
    }
    ```

    Output:

    ```mlir
    func.func @copy(%a: memref<?xf32>, %b: memref<?xf32>, %n: index) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      slcv.for<8> %i, %m = %c0 to %n step %c1 {
        %s = slcv.mem_str<8> %a[%i] lanes [1] mask %m : memref<?xf32>
        slc.callback {
          %mask = slc.to_val %m : vector<8xi1>
          %e = slc.to_val %i : index
          %v = slc.to_val %s : vector<8xf32>
          vector.maskedstore %b[%e], %mask, %v : memref<?xf32>, vector<8xi1>, vector<8xf32>
        }
      }
      return
    }
    ```
  }];
  let options = [
    Option<"vlen", "vlen", "int64_t", "8",
           "Lanes of a vector: a power of two of 2 to 64">,
    Option<"vectorBits", "vector-bits", "int64_t", "256",
           "Bits of a vector register of the core">,
    Option<"reassociateFP", "reassociate-fp", "bool", "false",
           "Let sums and products of floats be done in any order">,
    Option<"lanesInOrder", "lanes-in-order", "bool", "false",
           "Give callbacks without a vector form vectors all the same, and run "
           "them for one lane after the other; pays with slcv-bufferize">,
    AliasChecksOption<"What to do about lanes that may or may not meet in memory",
                      "check before the nest",
                      "take different memrefs to be disjoint", "leave their loops scalar">
  ];
  let dependentDialects = [
    "::ember::slcv::SLCVDialect", "::mlir::arith::ArithDialect",
    "::mlir::math::MathDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"
  ];
}

def Bufferize : Pass<"slcv-bufferize", "::mlir::func::FuncOp"> {
  let summary = "Give the core runs of iterations instead of single ones";
  let description = [{
    Turns the callback of each innermost loop into an `slcv.callback<chunk>`,
    which loops over the iterations of a run on the core: one token for up to
    `chunk` iterations instead of one for each. Only the last vector of a loop can
    have lanes that are no iterations, so the vectors before the last one of a run
    need no mask. A `chunk` of which the data queue cannot hold a run is an
    error.

    Input:

    ```mlir
    func.func @copy(%a: memref<?xf32>, %b: memref<?xf32>, %n: index) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      slc.for %i = %c0 to %n step %c1 {
        %s = slc.mem_str %a[%i] : memref<?xf32>
        slc.callback {
          %e = slc.to_val %i : index
          %v = slc.to_val %s : f32
          memref.store %v, %b[%e] : memref<?xf32>
        }
      }
      return
    }
    ```

    Output:

    ```mlir
    func.func @copy(%a: memref<?xf32>, %b: memref<?xf32>, %n: index) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      slc.for %i = %c0 to %n step %c1 {
        %s = slc.mem_str %a[%i] : memref<?xf32>
        slcv.callback<64> (%length) {
          scf.for %k = %c0 to %length step %c1 {
            %e = slcv.buf_str %i[%k] : index
            %v = slcv.buf_str %s[%k] : f32
            memref.store %v, %b[%e] : memref<?xf32>
          }
        }
      }
      return
    }
    ```
  }];
  let options = [
    Option<"chunk", "chunk", "int64_t", "0",
           "The largest number of iterations in a run; 0: what fits in a "
           "quarter of the data queue, 64 at most">,
    Option<"queueBytes", "queue-bytes", "int64_t", "16384",
           "Bytes of the data queue">
  ];
  let dependentDialects = [
    "::ember::slcv::SLCVDialect", "::mlir::arith::ArithDialect",
    "::mlir::scf::SCFDialect"
  ];
}

def ShareRuns : Pass<"slcv-share-runs", "::mlir::func::FuncOp"> {
  let summary = "Read runs once that sibling loops have in common";
  let description = [{
    Where a loop of the access unit reads what an earlier loop in the same body
    reads over the same iterations, and all iterations fit in one run, which is
    decided at run time, the callback of that run does the work of both: it goes
    on with the callbacks between the loops and with the code of the later loop
    while the run is in the queue. Their own callbacks and the later loop are
    left out then. Otherwise all loops run as they did.

    Any number of later loops can share the runs of one. What a later loop loads
    beyond that becomes part of the run, at most as many bytes as it shares, as
    it is loaded for nothing where a loop is more than one run. A record takes no
    more of the queue than before, or a quarter of it, for which a run may
    become shorter, but not by more than half. Loads are the same if they are
    built in the same way from the same values: memory that streams read does
    not change in a nest.

    Both loops must take runs, with a constant step, and no other loop may be in
    between. A remark says why a loop that loads again what an earlier one
    loads does not share it.

    Input:

    ```mlir
    slc.for %i = %c0 to %rows step %c1 {
      %sum = slc.for %e = %c0 to %n step %c1 iter_args(%acc = %zero) -> (f32) {
        %s = slc.mem_str %x[%i, %e] : memref<?x?xf32>
        %next = slcv.callback<64> (%length) -> (f32) {
          %all = scf.for %k = %c0 to %length step %c1 iter_args(%a = %acc) -> (f32) {
            %v = slcv.buf_str %s[%k] : f32
            %r = arith.addf %a, %v : f32
            scf.yield %r : f32
          }
          slc.yield %all : f32
        }
        slc.yield %next : f32
      }
      slc.for %e = %c0 to %n step %c1 {
        %s = slc.mem_str %x[%i, %e] : memref<?x?xf32>
        slcv.callback<64> (%length) {
          scf.for %k = %c0 to %length step %c1 {
            %v = slcv.buf_str %s[%k] : f32
            %r = arith.divf %v, %sum : f32
            "use"(%r) : (f32) -> ()
          }
        }
      }
    }
    ```

    Output:

    ```mlir
    %has_any = arith.cmpi slt, %c0, %n : index
    %fits = arith.cmpi ule, %n, %c64 : index
    %is_one_run = arith.andi %has_any, %fits : i1
    %end = arith.select %is_one_run, %c0, %n : index
    slc.for %i = %c0 to %rows step %c1 {
      %sum = slc.for %e = %c0 to %n step %c1 iter_args(%acc = %zero) -> (f32) {
        %s = slc.mem_str %x[%i, %e] : memref<?x?xf32>
        %next = slcv.callback<64> (%length) -> (f32) {
          %all = scf.for %k = %c0 to %length step %c1 iter_args(%a = %acc) -> (f32) {
            %v = slcv.buf_str %s[%k] : f32
            %r = arith.addf %a, %v : f32
            scf.yield %r : f32
          }
          scf.if %is_one_run {
            scf.for %k = %c0 to %length step %c1 {
              %v = slcv.buf_str %s[%k] : f32
              %r = arith.divf %v, %all : f32
              "use"(%r) : (f32) -> ()
            }
          }
          slc.yield %all : f32
        }
        slc.yield %next : f32
      }
      slc.for %e = %c0 to %end step %c1 {
        ... // as before
      }
    }
    ```
  }];
  let options = [
    Option<"queueBytes", "queue-bytes", "int64_t", "16384",
           "Bytes of the data queue">
  ];
  let dependentDialects = [
    "::ember::dlc::DLCDialect", "::ember::slcv::SLCVDialect",
    "::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect",
    "::mlir::ub::UBDialect"
  ];
}

def AlignQueue : Pass<"slc-align-queue", "::mlir::func::FuncOp"> {
  let summary = "Take induction variables and masks out of the queue";
  let description = [{
    Where the core can know an induction variable, it becomes a value that the
    execute side carries, so that it does not cross the queue:

    - of a loop around other loops, counted at the end of each iteration;
    - of an innermost loop whose callback takes runs, computed from how far the
      loop is from its upper bound, which that callback counts down. Where the
      bounds do not change in the nest, this value goes through all loops, one
      for sibling loops between the same bounds, and is set back at the end of
      a row; otherwise the bounds are sent once for each reach of the loop. The
      mask of a vector loop is computed from it, too.

    The variable of a loop directly around an innermost one stays: its event for
    each iteration would cost more than sending it once per run. What is left in
    the records are loaded values; `--convert-slc-to-dlc{aligned=true}` puts
    vectors at their own alignment. A remark states the bytes per record before
    and after.

    Input:

    ```mlir
    func.func @copy(%a: memref<?xf32>, %b: memref<?xf32>, %n: index) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      slc.for %i = %c0 to %n step %c1 {
        %s = slc.mem_str %a[%i] : memref<?xf32>
        slcv.callback<32> (%length) {
          scf.for %k = %c0 to %length step %c1 {
            %e = slcv.buf_str %i[%k] : index
            %v = slcv.buf_str %s[%k] : f32
            memref.store %v, %b[%e] : memref<?xf32>
          }
        }
      }
      return
    }
    ```

    Output:

    ```mlir
    func.func @copy(%a: memref<?xf32>, %b: memref<?xf32>, %n: index) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %last = slc.for %i = %c0 to %n step %c1 iter_args(%left = %n) -> (index) {
        %s = slc.mem_str %a[%i] : memref<?xf32>
        %next = slcv.callback<32> (%length) -> (index) {
          %first = arith.subi %n, %left : index
          scf.for %k = %c0 to %length step %c1 {
            %e = arith.addi %first, %k : index
            %v = slcv.buf_str %s[%k] : f32
            memref.store %v, %b[%e] : memref<?xf32>
          }
          %rest = arith.subi %left, %length : index
          %end = arith.cmpi uge, %length, %left : index
          %set = arith.select %end, %n, %rest : index
          slc.yield %set : index
        }
        slc.yield %next : index
      }
      return
    }
    ```
  }];
  let dependentDialects = [
    "::ember::slcv::SLCVDialect", "::mlir::arith::ArithDialect",
    "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"
  ];
}

#endif // EMBER_DIALECT_SLCV_TRANSFORMS_PASSES

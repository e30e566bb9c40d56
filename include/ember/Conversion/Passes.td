//===- Passes.td - Conversions between the levels ----------*- tablegen -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef EMBER_CONVERSION_PASSES
#define EMBER_CONVERSION_PASSES

include "ember/Conversion/AliasChecks.td"
include "mlir/Pass/PassBase.td"

def ConvertSCFToSLC : Pass<"convert-scf-to-slc"> {
  let summary = "Decouple the loop nests of a function";
  let description = [{
    Turns each nest of `scf.for` that the decoupling analysis plans into an
    `slc.for` nest: its loads become streams, the rest of its code becomes
    callbacks. Where the analysis cannot tell whether a memref that is read and
    one that is written are disjoint, a check of their byte ranges before the
    nest chooses between the decoupled nest and the original loops, and the
    decoupled nest works on `memref.distinct_objects` of the two.

    An `scf.if` whose condition the access unit can compute is no obstacle:
    loops in it get no iterations where the condition is false, loads a
    predicate, and results that bounds and indices need are selected.

    Emits a remark for each nest that is decoupled, and a remark that says why
    for each nest, loop and load that is not.

    Input:

    ```mlir
    func.func @sum(%a: memref<?xf32> {llvm.noalias}, %n: index, %zero: f32) -> f32 {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (f32) {
        %v = memref.load %a[%i] : memref<?xf32>
        %next = arith.addf %acc, %v : f32
        scf.yield %next : f32
      }
      return %sum : f32
    }
    ```

    Output:

    ```mlir
    func.func @sum(%a: memref<?xf32> {llvm.noalias}, %n: index, %zero: f32) -> f32 {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %sum = slc.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (f32) {
        %s = slc.mem_str %a[%i] : memref<?xf32>
        %next = slc.callback -> (f32) {
          %v = slc.to_val %s : f32
          %r = arith.addf %acc, %v : f32
          slc.yield %r : f32
        }
        slc.yield %next : f32
      }
      return %sum : f32
    }
    ```
  }];
  let options = [
    AliasChecksOption<"What to do about memrefs that may or may not be disjoint",
                      "check before the nest, fall back to the original loops",
                      "take them to be disjoint", "leave their loads on the execute unit">
  ];
  let dependentDialects = [
    "::ember::slc::SLCDialect", "::mlir::arith::ArithDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
    "::mlir::ub::UBDialect"
  ];
}

def ConvertSLCToSCF : Pass<"convert-slc-to-scf"> {
  let summary = "Erase streams: the original loops back";
  let description = [{
    Turns each `slc.for` into an `scf.for`, streams into loads and arithmetic
    at their place, and inlines callbacks; the callback of a run stands in the
    first iteration of the run, and its elements are computed where it reads
    them. The result reads memory in program order, so it computes what a legal
    decoupled program computes.

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
      scf.for %i = %c0 to %n step %c1 {
        %v = memref.load %a[%i] : memref<?xf32>
        memref.store %v, %b[%i] : memref<?xf32>
      }
      return
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"
  ];
}

def ConvertSLCToDLC : Pass<"convert-slc-to-dlc"> {
  let summary = "Split decoupled nests into the programs of the two units";
  let description = [{
    Turns each outermost `slc.for` into a `dlc.decoupled`. Its access region is
    the nest with a `dlc.push` in the place of each callback; its execute region
    is a loop over tokens with a case for each callback. The iteration values of
    the loops and the results of callbacks are values of the token loop. What
    callbacks allocate on the stack is freed in the last callback of the
    iteration, which is a new one where the iteration ends with a loop.

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
      dlc.decoupled records = [#dlc.record<[index : 0, f32 : 8], size = 16, align = 8>] access {
        slc.for %i = %c0 to %n step %c1 {
          %s = slc.mem_str %a[%i] : memref<?xf32>
          dlc.push 0(%i, %s) : index, f32
        }
        dlc.yield
      } execute {
        scf.while : () -> () {
          %token, %rec = dlc.acquire
          scf.index_switch %token
          case 0 {
            %e = dlc.pop %rec[0, 0] : index
            %v = dlc.pop %rec[0, 1] : f32
            memref.store %v, %b[%e] : memref<?xf32>
            scf.yield
          }
          default {
          }
          dlc.release %rec
          %end = arith.constant 1 : index
          %more = arith.cmpi ne, %token, %end : index
          scf.condition(%more)
        } do {
          scf.yield
        }
        dlc.yield
      }
      return
    }
    ```
  }];
  let options = [
    Option<"aligned", "aligned", "bool", "false",
           "Order the fields of records by size, each at its own alignment">
  ];
  let dependentDialects = [
    "::ember::dlc::DLCDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect",
    "::mlir::ub::UBDialect"
  ];
}

def ConvertDLCToLLVM : Pass<"convert-dlc-to-llvm", "::mlir::ModuleOp"> {
  let summary = "Turn decoupled nests into access programs and calls of the run-time";
  let description = [{
    Serialises the access region of each `dlc.decoupled` into a constant of the
    module, fills in its configuration words and starts it; inlines the execute
    region and turns acquire, pop and release into calls and loads of the
    run-time ABI (`docs/Architecture.md`). What is around is left as it is: the
    upstream conversions to LLVM follow (`--ember-lower-to-llvm`).

    Input:

    ```mlir
    func.func @copy(%a: memref<?xf32>, %b: memref<?xf32>, %n: index) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      dlc.decoupled records = [#dlc.record<[f32 : 0], size = 4, align = 4>] access {
        slc.for %i = %c0 to %n step %c1 {
          %s = slc.mem_str %a[%i] : memref<?xf32>
          dlc.push 0(%s) : f32
        }
        dlc.yield
      } execute {
        scf.while : () -> () {
          %token, %rec = dlc.acquire
          scf.index_switch %token
          case 0 {
            %v = dlc.pop %rec[0, 0] : f32
            memref.store %v, %b[%c0] : memref<?xf32>
            scf.yield
          }
          default {
          }
          dlc.release %rec
          %more = arith.cmpi ne, %token, %c1 : index
          scf.condition(%more)
        } do {
          scf.yield
        }
        dlc.yield
      }
      return
    }
    ```

    Output:

    ```mlir
    llvm.mlir.global private constant @__ember_access_program("...") {addr_space = 0 : i32, alignment = 8 : i64}
    llvm.func @__ember_start(!llvm.ptr, i64, !llvm.ptr, i64)
    llvm.func @__ember_acquire() -> !llvm.struct<(i64, ptr)>
    llvm.func @__ember_release()
    func.func @copy(%a: memref<?xf32>, %b: memref<?xf32>, %n: index) {
      %0 = llvm.mlir.constant(4 : i64) : i64
      %1 = llvm.alloca %0 x i64 : (i64) -> !llvm.ptr
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %2 = llvm.mlir.constant(4 : i64) : i64
      %3 = llvm.getelementptr %1[0] : (!llvm.ptr) -> !llvm.ptr, i64
      %4 = arith.index_cast %n : index to i64
      llvm.store %4, %3 : i64, !llvm.ptr
      %base_buffer, %offset, %sizes, %strides = memref.extract_strided_metadata %a : memref<?xf32> -> memref<f32>, index, index, index
      %intptr = memref.extract_aligned_pointer_as_index %a : memref<?xf32> -> index
      %c4 = arith.constant 4 : index
      %5 = arith.muli %offset, %c4 : index
      %6 = arith.addi %intptr, %5 : index
      %7 = llvm.getelementptr %1[1] : (!llvm.ptr) -> !llvm.ptr, i64
      %8 = arith.index_cast %6 : index to i64
      llvm.store %8, %7 : i64, !llvm.ptr
      %9 = llvm.getelementptr %1[2] : (!llvm.ptr) -> !llvm.ptr, i64
      %10 = arith.index_cast %sizes : index to i64
      llvm.store %10, %9 : i64, !llvm.ptr
      %11 = llvm.getelementptr %1[3] : (!llvm.ptr) -> !llvm.ptr, i64
      %12 = arith.index_cast %strides : index to i64
      llvm.store %12, %11 : i64, !llvm.ptr
      %13 = llvm.mlir.addressof @__ember_access_program : !llvm.ptr
      %14 = llvm.mlir.constant(651 : i64) : i64
      llvm.call @__ember_start(%13, %14, %1, %2) : (!llvm.ptr, i64, !llvm.ptr, i64) -> ()
      scf.while : () -> () {
        %15 = llvm.call @__ember_acquire() : () -> !llvm.struct<(i64, ptr)>
        %16 = llvm.extractvalue %15[0] : !llvm.struct<(i64, ptr)> 
        %17 = llvm.extractvalue %15[1] : !llvm.struct<(i64, ptr)> 
        %18 = arith.index_cast %16 : i64 to index
        scf.index_switch %18 
        case 0 {
          %20 = llvm.getelementptr %17[0] : (!llvm.ptr) -> !llvm.ptr, i8
          %21 = llvm.load %20 {alignment = 4 : i64} : !llvm.ptr -> f32
          memref.store %21, %b[%c0] : memref<?xf32>
          scf.yield
        }
        default {
        }
        llvm.call @__ember_release() : () -> ()
        %19 = arith.cmpi ne, %18, %c1 : index
        scf.condition(%19)
      } do {
        scf.yield
      }
      return
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::memref::MemRefDialect"
  ];
}

#endif // EMBER_CONVERSION_PASSES

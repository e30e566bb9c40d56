//===- Passes.td - Conversions between the levels ----------*- tablegen -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef EMBER_CONVERSION_PASSES
#define EMBER_CONVERSION_PASSES

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
    Option<"aliasChecks", "alias-checks", "::ember::AliasChecks",
           "::ember::AliasChecks::Runtime",
           "What to do about memrefs that may or may not be disjoint",
           [{::llvm::cl::values(
             clEnumValN(::ember::AliasChecks::Runtime, "runtime",
                        "check before the nest, fall back to the original loops"),
             clEnumValN(::ember::AliasChecks::AssumeNone, "assume-none",
                        "take them to be disjoint"),
             clEnumValN(::ember::AliasChecks::Refuse, "refuse",
                        "leave their loads on the execute unit")
           )}]>
  ];
  let dependentDialects = [
    "::ember::slc::SLCDialect", "::mlir::arith::ArithDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"
  ];
}

def ConvertSLCToSCF : Pass<"convert-slc-to-scf"> {
  let summary = "Erase streams: the original loops back";
  let description = [{
    Turns each `slc.for` into an `scf.for`, streams into loads and arithmetic
    at their place, and inlines callbacks. The result reads memory in program
    order, so it computes what a legal decoupled program computes.

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
    the loops and the results of callbacks are values of the token loop.

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
    "::ember::dlc::DLCDialect", "::mlir::arith::ArithDialect",
    "::mlir::scf::SCFDialect", "::mlir::ub::UBDialect"
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
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::memref::MemRefDialect"
  ];
}

#endif // EMBER_CONVERSION_PASSES

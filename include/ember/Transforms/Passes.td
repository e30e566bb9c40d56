//===- Passes.td - Passes over ordinary MLIR ---------------*- tablegen -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef EMBER_TRANSFORMS_PASSES
#define EMBER_TRANSFORMS_PASSES

include "mlir/Pass/PassBase.td"

def EmberLowerAsserts : Pass<"ember-lower-asserts", "mlir::ModuleOp"> {
  let summary = "Turn asserts into calls of the run-time's fault hook";
  let description = [{
    Replaces each `cf.assert` by a call of `__ember_fault` under the negated
    condition. The message is a constant that begins with the location of the
    assert.

    The functions around the asserts may be of any level; the calls themselves
    are ops of the `llvm` dialect.

    Input:

    ```mlir
    func.func @positive(%n: index) {
      %c0 = arith.constant 0 : index
      %ok = arith.cmpi sgt, %n, %c0 : index
      cf.assert %ok, "expects a positive length"
      return
    }
    ```

    Output:

    ```mlir
    llvm.mlir.global private constant @__ember_string0("kernel.mlir:4:3: expects a positive length\00") {addr_space = 0 : i32, alignment = 1 : i64}
    llvm.func @__ember_fault(!llvm.ptr) attributes {passthrough = ["cold", "noreturn"]}
    func.func @positive(%n: index) {
      %c0 = arith.constant 0 : index
      %ok = arith.cmpi sgt, %n, %c0 : index
      %true = arith.constant true
      %failed = arith.xori %ok, %true : i1
      scf.if %failed {
        %message = llvm.mlir.addressof @__ember_string0 : !llvm.ptr
        llvm.call @__ember_fault(%message) : (!llvm.ptr) -> ()
      }
      return
    }
    ```
  }];
  let dependentDialects = [
    "mlir::arith::ArithDialect", "mlir::LLVM::LLVMDialect",
    "mlir::scf::SCFDialect"
  ];
}

def EmberInsertGuards : Pass<"ember-insert-guards", "mlir::ModuleOp"> {
  let summary = "Guard what could leave memory or trap";
  let description = [{
    Puts a check before each op that could touch memory out of bounds, make a
    view that could, or trap; a check that fails ends the run with a message
    that begins with the location of the op. What constants show to be right is
    not checked.

    | op | faults if |
    |---|---|
    | `memref.load`, `store`, `atomic_rmw`, `generic_atomic_rmw` | an index is not in its dimension |
    | `memref.subview` | a size is negative, or an element is not in the source |
    | `memref.reinterpret_cast` | a size is negative, or an element is not in the allocation of the source |
    | `memref.view` | a size or the shift is negative, or a byte is not in the source |
    | `memref.expand_shape` | a size is negative, or a product of sizes is not the size of the source |
    | `memref.collapse_shape` | collapsed dimensions are not contiguous |
    | `memref.cast` | the source has not the static rank, sizes, strides and offset of the result (a stride matters from two elements on) |
    | `memref.copy` | the sizes differ |
    | `memref.alloc`, `alloca`, `realloc` | a size is negative, or the number of bytes does not fit 63 bits |
    | `memref.dim` | there is no such dimension |
    | integer division and remainder | the divisor is zero, or the signed quotient overflows |
    | `scf.for`, `scf.parallel` | a step is not positive |

    Sizes, strides and pointers of a function's arguments are trusted. Ops of
    the `linalg` dialect and `affine` accesses must be lowered before.

    Input:

    ```mlir
    func.func @row(%table: memref<?x4xf32>, %i: index) -> f32 {
      %c0 = arith.constant 0 : index
      %x = memref.load %table[%i, %c0] : memref<?x4xf32>
      return %x : f32
    }
    ```

    Output:

    ```mlir
    llvm.mlir.global private constant @__ember_string0("kernel.mlir:3:8\00") {addr_space = 0 : i32, alignment = 1 : i64}
    llvm.mlir.global private constant @__ember_string1("memref.load\00") {addr_space = 0 : i32, alignment = 1 : i64}
    llvm.func @__ember_fault_index(!llvm.ptr, !llvm.ptr, i64, i64, i64) attributes {passthrough = ["cold", "noreturn"]}
    func.func @row(%table: memref<?x4xf32>, %i: index) -> f32 {
      %c0 = arith.constant 0 : index
      %zero = arith.constant 0 : index
      %rows = memref.dim %table, %zero : memref<?x4xf32>
      %beyond = arith.cmpi uge, %i, %rows : index
      scf.if %beyond {
        %where = llvm.mlir.addressof @__ember_string0 : !llvm.ptr
        %op = llvm.mlir.addressof @__ember_string1 : !llvm.ptr
        %dim = llvm.mlir.constant(0 : i64) : i64
        %index = arith.index_cast %i : index to i64
        %size = arith.index_cast %rows : index to i64
        llvm.call @__ember_fault_index(%where, %op, %dim, %index, %size) : (!llvm.ptr, !llvm.ptr, i64, i64, i64) -> ()
      }
      %x = memref.load %table[%i, %c0] : memref<?x4xf32>
      return %x : f32
    }
    ```
  }];
  let dependentDialects = [
    "mlir::arith::ArithDialect", "mlir::LLVM::LLVMDialect",
    "mlir::memref::MemRefDialect", "mlir::scf::SCFDialect",
    "mlir::vector::VectorDialect"
  ];
}

#endif // EMBER_TRANSFORMS_PASSES

//===- Passes.td - Passes within the SLC dialect -----------*- tablegen -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef EMBER_DIALECT_SLC_TRANSFORMS_PASSES
#define EMBER_DIALECT_SLC_TRANSFORMS_PASSES

include "mlir/Pass/PassBase.td"

def HoistLoads : Pass<"slc-hoist-loads"> {
  let summary = "Move invariant loads out of loops of the access unit";
  let description = [{
    Front ends leave loads such as `idx[b, l]` in the innermost loop. This pass
    moves an `slc.mem_str`, and the `slc.alu_str` that feed it, in front of an
    inner loop in whose iterations its operands do not change. Where the loop may
    run zero times the load gets the predicate that it does not, so that it still
    touches nothing then, and divisions divide by one. Code of the core reads the
    stream where it did before.

    Emits a remark with the number of loads for each nest where there are any,
    and one for each stream that stays though it is the same in each iteration.

    Input:

    ```mlir
    func.func @rows(%idx: memref<?xindex> {llvm.noalias}, %table: memref<?x?xf32> {llvm.noalias}, %out: memref<?x?xf32>, %n: index, %width: index) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      slc.for %p = %c0 to %n step %c1 {
        slc.for %e = %c0 to %width step %c1 {
          %row = slc.mem_str %idx[%p] : memref<?xindex>
          %s = slc.mem_str %table[%row, %e] : memref<?x?xf32>
          slc.callback {
            %pos = slc.to_val %p : index
            %col = slc.to_val %e : index
            %v = slc.to_val %s : f32
            memref.store %v, %out[%pos, %col] : memref<?x?xf32>
          }
        }
      }
      return
    }
    ```

    Output:

    ```mlir
    func.func @rows(%idx: memref<?xindex> {llvm.noalias}, %table: memref<?x?xf32> {llvm.noalias}, %out: memref<?x?xf32>, %n: index, %width: index) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %runs = arith.cmpi slt, %c0, %width : index
      slc.for %p = %c0 to %n step %c1 {
        %row = slc.mem_str %idx[%p] if %runs : memref<?xindex>
        slc.for %e = %c0 to %width step %c1 {
          %s = slc.mem_str %table[%row, %e] : memref<?x?xf32>
          slc.callback {
            %pos = slc.to_val %p : index
            %col = slc.to_val %e : index
            %v = slc.to_val %s : f32
            memref.store %v, %out[%pos, %col] : memref<?x?xf32>
          }
        }
      }
      return
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def VerifyDecoupling : Pass<"slc-verify-decoupling"> {
  let summary = "Prove that each decoupled load reads what the original would";
  let description = [{
    An access unit runs ahead: a decoupled load reads memory as it was when its
    nest was entered. For each nest, split already or not, this pass proves that

    - nothing in the nest may write what an `slc.mem_str` of it reads,
    - nothing in the nest may read or write what an `slc.store_str` of it
      writes, but that op itself.

    It knows what `memref.distinct_objects`, `llvm.noalias`, distinct
    allocations and views say, and it takes nothing for granted about ops
    without effect interfaces. What it cannot prove is an error. The pass changes
    nothing.

    A legal nest passes.

    Unchanged:

    ```mlir
    func.func @copy(%a: memref<?xf32> {llvm.noalias}, %b: memref<?xf32>, %n: index) {
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
  }];
}

#endif // EMBER_DIALECT_SLC_TRANSFORMS_PASSES

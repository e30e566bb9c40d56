// RUN: ember-opt %s --ember-pipeline="until=slc" | FileCheck %s --check-prefixes=CHECK,SLC
// RUN: ember-opt %s --ember-pipeline="until=dlc" | FileCheck %s --check-prefixes=CHECK,DLC
// RUN: ember-opt %s --ember-pipeline="until=target" | FileCheck %s --check-prefix=TARGET
// RUN: ember-opt %s --ember-pipeline | FileCheck %s --check-prefix=TARGET
// RUN: ember-opt %s --ember-pipeline="opt-level=0" | FileCheck %s --check-prefix=TARGET
// RUN: ember-opt %s --pass-pipeline="builtin.module(ember-pipeline{opt-level=0 until=dlc})" | FileCheck %s --check-prefixes=CHECK,DLC
// RUN: ember-opt %s --ember-pipeline="until=slc alias-checks=refuse" | FileCheck %s --check-prefixes=CHECK,REFUSE
// RUN: ember-opt %s --ember-pipeline="until=slc alias-checks=assume-none" | FileCheck %s --check-prefixes=CHECK,ASSUME
// RUN: ember-opt %s --ember-pipeline | mlir-translate --mlir-to-llvmir -o /dev/null

// The levels that the pipeline stops at, and its other options.

// CHECK-LABEL: func.func @scale(
// SLC: scf.if
// SLC: slc.fallback
// SLC: scf.for
// SLC: slc.for
// SLC: slc.callback
// SLC-NOT: dlc.

// DLC: scf.if
// DLC: slc.fallback
// DLC: dlc.decoupled
// DLC: slc.for
// DLC: dlc.push
// DLC: dlc.acquire
// DLC-NOT: slc.callback

// REFUSE-NOT: slc.
// REFUSE: scf.for

// ASSUME-NOT: scf.
// ASSUME: slc.for

// TARGET: llvm.mlir.global private constant @__ember_access_program
// TARGET: llvm.func @scale(
// TARGET: llvm.call @__ember_fallback
// TARGET: llvm.call @__ember_start
// TARGET: llvm.call @__ember_acquire
// TARGET: llvm.call @__ember_release
// TARGET-NOT: slc.
// TARGET-NOT: dlc.
// TARGET-NOT: builtin.unrealized_conversion_cast
func.func @scale(%a: memref<?xf32>, %b: memref<?xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %a[%i] : memref<?xf32>
    %w = arith.mulf %v, %x : f32
    memref.store %w, %b[%i] : memref<?xf32>
  }
  return
}

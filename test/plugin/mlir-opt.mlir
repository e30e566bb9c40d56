// Ember's dialects and passes in a stock mlir-opt, beside upstream's passes.
//
// REQUIRES: plugin
// RUN: mlir-opt %s --load-dialect-plugin=%ember_plugin --load-pass-plugin=%ember_plugin \
// RUN:   --pass-pipeline='builtin.module(ember-lower-asserts,canonicalize,convert-scf-to-cf)' \
// RUN:   | FileCheck %s

// CHECK-LABEL: func.func @assert
func.func @assert(%ok: i1) {
  // CHECK:     cf.cond_br
  // CHECK:     llvm.call @__ember_fault
  // CHECK-NOT: cf.assert
  cf.assert %ok, "expects a bag"
  return
}

// CHECK-LABEL: func.func @streams
func.func @streams(%m: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: slc.for
  slc.for %i = %c0 to %n step %c1 {
    // CHECK: slc.mem_str
    %s = slc.mem_str %m[%i] : memref<?xf32>
    slc.callback {
      %x = slc.to_val %s : f32
      memref.store %x, %m[%c0] : memref<?xf32>
      slc.yield
    }
  }
  return
}

// RUN: ember-opt %s --pass-pipeline='builtin.module(func.func(convert-slc-to-dlc),ember-insert-guards)' \
// RUN:   | FileCheck %s

// The access unit guards itself; what it could not load is a fault of the pop.
// CHECK-LABEL: func.func @copy
func.func @copy(%a: memref<?xf32>, %b: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK:      dlc.decoupled
  // CHECK-NOT:  __ember
  // CHECK:      execute
  slc.for %i = %c0 to %n step %c1 {
    %s = slc.mem_str %a[%i] : memref<?xf32>
    slc.callback {
      // CHECK-DAG:  %[[FIRST:.*]] = llvm.mlir.constant(0 : i64)
      // CHECK:      llvm.call @__ember_check_field(%[[FIRST]])
      // CHECK-NEXT: dlc.pop %{{.*}}[0, 0]
      %e = slc.to_val %i : index
      // CHECK:      %[[SECOND:.*]] = llvm.mlir.constant(1 : i64)
      // CHECK-NEXT: llvm.call @__ember_check_field(%[[SECOND]])
      // CHECK-NEXT: dlc.pop %{{.*}}[0, 1]
      %v = slc.to_val %s : f32
      // CHECK:      llvm.call @__ember_fault_index
      // CHECK:      memref.store
      memref.store %v, %b[%e] : memref<?xf32>
    }
  }
  return
}

// Of a run, the field of the element that is popped.
// CHECK-LABEL: func.func @run
func.func @run(%a: memref<?xf32>, %b: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: execute
  slc.for %i = %c0 to %n step %c1 {
    %s = slc.mem_str %a[%i] : memref<?xf32>
    slcv.callback<16> (%length) {
      // CHECK: scf.for %[[K:.*]] = %c0
      scf.for %k = %c0 to %length step %c1 {
        // CHECK:      %[[FIELD:.*]] = llvm.mlir.constant(0 : i64)
        // CHECK-NEXT: %[[POSITION:.*]] = arith.index_cast %[[K]] : index to i64
        // CHECK-NEXT: llvm.call @__ember_check_run_field(%[[FIELD]], %[[POSITION]])
        // CHECK-NEXT: dlc.pop %{{.*}}[0, 0] at %[[K]]
        %v = slcv.buf_str %s[%k] : f32
        memref.store %v, %b[%k] : memref<?xf32>
      }
    }
  }
  return
}

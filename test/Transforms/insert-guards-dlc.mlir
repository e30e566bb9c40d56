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

// An op of a dialect that is not loaded stays on the execute unit.

// RUN: ember-opt %s --allow-unregistered-dialect --ember-pipeline="opt-level=0 until=slc" | FileCheck %s
// RUN: ember-opt %s --allow-unregistered-dialect --ember-pipeline="opt-level=3 until=dlc" | FileCheck %s --check-prefix=DLC
// RUN: ember-opt %s --allow-unregistered-dialect --ember-expand-floats --ember-expand-math --ember-insert-guards \
// RUN:   | FileCheck %s --check-prefix=LOWERED

// CHECK: slc.mem_str
// CHECK: slc.callback {
// CHECK: "foo.bar"(%{{.*}}) : (f32) -> f32
// DLC: dlc.decoupled
// DLC: "foo.bar"(%{{.*}}) : (f32) -> f32
// LOWERED: "foo.bar"(%{{.*}}) : (f32) -> f32
func.func @unknown(%x: memref<?xf32> {llvm.noalias}, %out: memref<?xf32> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %b = %c0 to %n step %c1 {
    %v = memref.load %x[%b] : memref<?xf32>
    %w = "foo.bar"(%v) : (f32) -> f32
    memref.store %w, %out[%b] : memref<?xf32>
  }
  return
}

// RUN: ember-opt %s --ember-sequentialize-loops | FileCheck %s

// Two dimensions, two reductions: iteration values go through both loops.
// CHECK-LABEL: @reduce(
// CHECK-SAME:    %{{.*}}: memref<?xf32>, %[[N:.*]]: index, %[[M:.*]]: index, %[[X:.*]]: f32, %[[Y:.*]]: f32)
// CHECK:         %[[OUTER:.*]]:2 = scf.for %[[I:.*]] = %{{.*}} to %[[N]] step %{{.*}} iter_args(%[[A:.*]] = %[[X]], %[[B:.*]] = %[[Y]]) -> (f32, f32) {
// CHECK-NEXT:      %[[INNER:.*]]:2 = scf.for %[[J:.*]] = %[[I]] to %[[M]] step %{{.*}} iter_args(%[[C:.*]] = %[[A]], %[[D:.*]] = %[[B]]) -> (f32, f32) {
// CHECK-NEXT:        %[[V:.*]] = memref.load %{{.*}}[%[[J]]]
// CHECK-NEXT:        %[[SUM:.*]] = arith.addf %[[C]], %[[V]]
// CHECK-NEXT:        %[[W:.*]] = arith.mulf %[[V]], %[[V]]
// CHECK-NEXT:        %[[DIFFERENCE:.*]] = arith.subf %[[D]], %[[W]]
// CHECK-NEXT:        scf.yield %[[SUM]], %[[DIFFERENCE]]
// CHECK-NEXT:      } {mark}
// CHECK-NEXT:      scf.yield %[[INNER]]#0, %[[INNER]]#1
// CHECK:         return %[[OUTER]]#0, %[[OUTER]]#1
func.func @reduce(%a: memref<?xf32>, %n: index, %m: index, %x: f32, %y: f32) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %outer:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %x, %q = %y) -> (f32, f32) {
    %inner:2 = scf.parallel (%j) = (%i) to (%m) step (%c1) init (%p, %q) -> (f32, f32) {
      %v = memref.load %a[%j] : memref<?xf32>
      scf.reduce(%v, %v : f32, f32) {
      ^bb0(%left: f32, %right: f32):
        %0 = arith.addf %left, %right : f32
        scf.reduce.return %0 : f32
      }, {
      ^bb0(%left: f32, %right: f32):
        %0 = arith.mulf %right, %right : f32
        %1 = arith.subf %left, %0 : f32
        scf.reduce.return %1 : f32
      }
    } {mark}
    scf.yield %inner#0, %inner#1 : f32, f32
  }
  return %outer#0, %outer#1 : f32, f32
}

// The first dimension is the outermost.
// CHECK-LABEL: @dimensions(
// CHECK:         scf.for %[[I:.*]] = %c0 to %c4 step %c1 {
// CHECK-NEXT:      scf.for %[[J:.*]] = %c1 to %c8 step %c2 {
// CHECK-NEXT:        memref.store %{{.*}}, %{{.*}}[%[[I]], %[[J]]]
func.func @dimensions(%out: memref<4x8xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  scf.parallel (%i, %j) = (%c0, %c1) to (%c4, %c8) step (%c1, %c2) {
    memref.store %x, %out[%i, %j] : memref<4x8xf32>
  }
  return
}

// CHECK-LABEL: @forall(
// CHECK:         scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step
// CHECK:           scf.for %[[J:.*]] = %{{.*}} to %{{.*}} step
// CHECK:             memref.store %{{.*}}, %{{.*}}[%[[I]], %[[J]]]
// CHECK-NOT:     scf.forall
func.func @forall(%out: memref<?x8xf32>, %n: index, %x: f32) {
  scf.forall (%i, %j) in (%n, 8) {
    memref.store %x, %out[%i, %j] : memref<?x8xf32>
  }
  return
}

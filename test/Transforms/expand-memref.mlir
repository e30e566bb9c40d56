// RUN: ember-opt %s --ember-expand-memref | FileCheck %s

// CHECK-LABEL: func.func @strided(
// CHECK-SAME:    %[[FROM:[a-z0-9]+]]: memref<?x4xf32, strided<[?, ?], offset: ?>>,
// CHECK-SAME:    %[[TO:[a-z0-9]+]]: memref<?x4xf32>)
// CHECK-DAG:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG:   %[[C4:.*]] = arith.constant 4 : index
// CHECK-DAG:   %[[ROWS:.*]] = memref.dim %[[FROM]]
// CHECK:       scf.for %[[I:.*]] = %[[C0]] to %[[ROWS]] step %[[C1]] {
// CHECK-NEXT:    scf.for %[[J:.*]] = %[[C0]] to %[[C4]] step %[[C1]] {
// CHECK-NEXT:      %[[X:.*]] = memref.load %[[FROM]][%[[I]], %[[J]]]
// CHECK-NEXT:      memref.store %[[X]], %[[TO]][%[[I]], %[[J]]]
// CHECK-NOT:   memref.copy
func.func @strided(%from: memref<?x4xf32, strided<[?, ?], offset: ?>>,
                   %to: memref<?x4xf32>) {
  memref.copy %from, %to
      : memref<?x4xf32, strided<[?, ?], offset: ?>> to memref<?x4xf32>
  return
}

// CHECK-LABEL: func.func @scalar(
// CHECK-SAME:    %[[FROM:.*]]: memref<f32>, %[[TO:.*]]: memref<f32>)
// CHECK:       %[[X:.*]] = memref.load %[[FROM]][]
// CHECK-NEXT:  memref.store %[[X]], %[[TO]][]
func.func @scalar(%from: memref<f32>, %to: memref<f32>) {
  memref.copy %from, %to : memref<f32> to memref<f32>
  return
}

// CHECK-LABEL: func.func @distinct(
// CHECK-SAME:    %[[A:.*]]: memref<4xf32>, %[[B:.*]]: memref<4xf32>)
// CHECK-NEXT:  return %[[B]], %[[A]]
func.func @distinct(%a: memref<4xf32>, %b: memref<4xf32>)
    -> (memref<4xf32>, memref<4xf32>) {
  %0, %1 = memref.distinct_objects %a, %b : memref<4xf32>, memref<4xf32>
  return %1, %0 : memref<4xf32>, memref<4xf32>
}

// CHECK-LABEL: func.func @stack(
func.func @stack(%n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // The function's own is freed when it returns.
  // CHECK-NOT:  llvm.intr.stacksave
  // CHECK:      memref.alloca
  %a = memref.alloca() : memref<4xf32>
  memref.store %x, %a[%c0] : memref<4xf32>
  // CHECK:      scf.for
  // CHECK-NEXT:   %[[STACK:.*]] = llvm.intr.stacksave : !llvm.ptr
  // CHECK:        scf.if
  // CHECK-NEXT:     memref.alloca
  // CHECK-NEXT:     memref.alloca
  // CHECK:        }
  // CHECK-NEXT:   llvm.intr.stackrestore %[[STACK]]
  // CHECK-NEXT: }
  // CHECK-NOT:  llvm.intr.stack
  scf.for %i = %c0 to %n step %c1 {
    %some = arith.cmpi eq, %i, %c0 : index
    scf.if %some {
      %b = memref.alloca(%n) : memref<?xf32>
      %c = memref.alloca(%n) : memref<?xf32>
      memref.store %x, %b[%c0] : memref<?xf32>
      memref.store %x, %c[%c0] : memref<?xf32>
    }
  }
  return
}

// The strides of several dynamic dimensions, from the strides of the source.
// CHECK-LABEL: func.func @expand_shape
// CHECK-SAME:      %[[M:.+]]: memref<?x6xf32, {{.+}}, %[[A:.+]]: index, %[[B:.+]]: index)
// CHECK:         %{{.+}}, %[[OFFSET:.+]], %{{.+}}:2, %[[STRIDES:.+]]:2 = memref.extract_strided_metadata %[[M]]
// CHECK:         %[[STRIDE:.+]] = arith.muli %[[STRIDES]]#0, %[[B]]
// CHECK:         %[[R:.+]] = memref.reinterpret_cast %[[M]] to offset: [%[[OFFSET]]], sizes: [%[[A]], %[[B]], 2, 3], strides: [%[[STRIDE]], %[[STRIDES]]#0, 3, 1]
// CHECK:         return %[[R]]
func.func @expand_shape(%m: memref<?x6xf32, strided<[?, 1], offset: ?>>, %a: index,
                        %b: index)
    -> memref<?x?x2x3xf32, strided<[?, ?, 3, 1], offset: ?>> {
  %r = memref.expand_shape %m [[0, 1], [2, 3]] output_shape [%a, %b, 2, 3]
      : memref<?x6xf32, strided<[?, 1], offset: ?>>
      into memref<?x?x2x3xf32, strided<[?, ?, 3, 1], offset: ?>>
  return %r : memref<?x?x2x3xf32, strided<[?, ?, 3, 1], offset: ?>>
}

// Which of the two dimensions of size 1 is dropped makes no difference.
// CHECK-LABEL: func.func @drop_dimension
// CHECK-SAME:      %[[M:.+]]: memref<?x?xf32>, %[[ROW:.+]]: index
// CHECK:         %{{.+}}, %[[OFFSET:.+]], %{{.+}}:2, %[[STRIDES:.+]]:2 = memref.extract_strided_metadata %[[M]]
// CHECK:         %[[ROWS:.+]] = arith.muli %[[ROW]], %[[STRIDES]]#0
// CHECK:         %[[FIRST:.+]] = arith.addi %[[OFFSET]], %[[ROWS]]
// CHECK:         %[[COLUMNS:.+]] = arith.muli %c4{{.*}}, %[[STRIDES]]#1
// CHECK:         %[[START:.+]] = arith.addi %[[FIRST]], %[[COLUMNS]]
// CHECK:         memref.reinterpret_cast %[[M]] to offset: [%[[START]]], sizes: [1], strides: [2]
func.func @drop_dimension(%m: memref<?x?xf32>, %row: index)
    -> memref<1xf32, strided<[2], offset: ?>> {
  %r = memref.subview %m[%row, 4] [1, 1] [1, 2]
      : memref<?x?xf32> to memref<1xf32, strided<[2], offset: ?>>
  return %r : memref<1xf32, strided<[2], offset: ?>>
}

// CHECK-LABEL: func.func @drop_outer
// CHECK-SAME:      %[[M:.+]]: memref<?x?x?xf32>, %[[N:.+]]: index
// CHECK:         memref.reinterpret_cast %[[M]] to offset: [%{{.+}}], sizes: [%[[N]], 1], strides: [%{{.+}}, 1]
func.func @drop_outer(%m: memref<?x?x?xf32>, %n: index)
    -> memref<?x1xf32, strided<[?, 1], offset: ?>> {
  %r = memref.subview %m[0, 0, %n] [1, %n, 1] [1, 1, 1]
      : memref<?x?x?xf32> to memref<?x1xf32, strided<[?, 1], offset: ?>>
  return %r : memref<?x1xf32, strided<[?, 1], offset: ?>>
}

// The result of an update is the old element.
// CHECK-LABEL: func.func @updates
// CHECK-SAME:      %[[M:.+]]: memref<?xf32>, %[[I:.+]]: index, %[[X:.+]]: f32)
// CHECK-NEXT:    %[[OLD:.+]] = memref.load %[[M]][%[[I]]]
// CHECK-NEXT:    %[[ROOT:.+]] = math.sqrt %[[OLD]]
// CHECK-NEXT:    memref.store %[[ROOT]], %[[M]][%[[I]]]
// CHECK-NEXT:    %[[FACTOR:.+]] = memref.load %[[M]][%[[I]]]
// CHECK-NEXT:    %[[PRODUCT:.+]] = arith.mulf %[[FACTOR]], %[[X]]
// CHECK-NEXT:    memref.store %[[PRODUCT]], %[[M]][%[[I]]]
// CHECK-NEXT:    memref.atomic_rmw addf
// CHECK-NEXT:    return %[[OLD]], %[[FACTOR]]
func.func @updates(%m: memref<?xf32>, %i: index, %x: f32) -> (f32, f32) {
  %old = memref.generic_atomic_rmw %m[%i] : memref<?xf32> {
  ^bb0(%element: f32):
    %root = math.sqrt %element : f32
    memref.atomic_yield %root : f32
  }
  %factor = memref.atomic_rmw mulf %x, %m[%i] : (f32, memref<?xf32>) -> f32
  %sum = memref.atomic_rmw addf %x, %m[%i] : (f32, memref<?xf32>) -> f32
  return %old, %factor : f32, f32
}

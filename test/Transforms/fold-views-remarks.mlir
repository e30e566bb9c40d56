// RUN: ember-opt %s --ember-fold-views --remarks-filter=fold-views --verify-diagnostics | FileCheck %s

// Accesses that stay.

#row = strided<[1], offset: ?>

// CHECK-LABEL: func.func @out_of_bounds(
// CHECK-COUNT-4: memref.load %subview
// CHECK:         memref.store %{{.*}}, %subview
func.func @out_of_bounds(%a: memref<?x?xf32>, %n: index, %d: index, %j: index, %out: memref<f32>, %z: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %low = arith.constant -1 : index
  scf.for %i = %c0 to %n step %c1 {
    %row = memref.subview %a[%i, 0] [1, %d] [1, 1] : memref<?x?xf32> to memref<?xf32, #row>
    // expected-remark-re @+1 {{[Missed] ViewNotFolded | Category:fold-views | Reason="it goes through 'memref.subview' at {{.*}}fold-views-remarks.mlir:15:12, and its index 0, argument 3 of 'func.func' at {{.*}}fold-views-remarks.mlir:10:1, is not known to be in bounds there, which only the core checks"}}
    %x = memref.load %row[%j] : memref<?xf32, #row>
    memref.store %x, %out[] : memref<f32>
    scf.for %e = %low to %d step %c1 {
      // expected-remark @+1 {{ViewNotFolded}}
      %y = memref.load %row[%e] : memref<?xf32, #row>
      memref.store %y, %out[] : memref<f32>
    }
    scf.for %e = %c0 to %d step %c1 {
      %e1 = arith.addi %e, %c1 : index
      // expected-remark @+1 {{ViewNotFolded}}
      %y = memref.load %row[%e1] : memref<?xf32, #row>
      memref.store %y, %out[] : memref<f32>
    }
    scf.for %e = %c0 to %n step %c1 {
      // expected-remark @+1 {{ViewNotFolded}}
      %y = memref.load %row[%e] : memref<?xf32, #row>
      memref.store %y, %out[] : memref<f32>
    }
    // expected-remark @+1 {{ViewNotFolded}}
    memref.store %z, %row[%c0] : memref<?xf32, #row>
  }
  return
}

// Bounds that may overflow.
// CHECK-LABEL: func.func @overflow(
// CHECK-COUNT-3: memref.load %subview
// CHECK-NOT:     memref.load %subview
func.func @overflow(%a: memref<?x?xf32>, %n: index, %k: index, %out: memref<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %sum = arith.addi %n, %k : index
  %safe = arith.addi %n, %k overflow<nsw> : index
  %product = arith.muli %n, %n : index
  scf.for %i = %c0 to %n step %c1 {
    %row = memref.subview %a[%i, 0] [1, %sum] [1, 1] : memref<?x?xf32> to memref<?xf32, #row>
    %other = memref.subview %a[%i, 0] [1, %product] [1, 1] : memref<?x?xf32> to memref<?xf32, #row>
    %folded = memref.subview %a[%i, 0] [1, %safe] [1, 1] : memref<?x?xf32> to memref<?xf32, #row>
    scf.for %e = %c0 to %sum step %c1 {
      // expected-remark @+1 {{ViewNotFolded}}
      %y = memref.load %row[%e] : memref<?xf32, #row>
      memref.store %y, %out[] : memref<f32>
    }
    scf.for %e = %c0 to %product step %c1 {
      // expected-remark @+1 {{ViewNotFolded}}
      %y = memref.load %other[%e] : memref<?xf32, #row>
      memref.store %y, %out[] : memref<f32>
    }
    scf.for unsigned %e = %c0 to %n step %c1 {
      %s = memref.subview %a[%i, 0] [1, %n] [1, 1] : memref<?x?xf32> to memref<?xf32, #row>
      // expected-remark @+1 {{ViewNotFolded}}
      %y = memref.load %s[%e] : memref<?xf32, #row>
      memref.store %y, %out[] : memref<f32>
    }
    scf.for %e = %c0 to %safe step %c1 {
      %y = memref.load %folded[%e] : memref<?xf32, #row>
      memref.store %y, %out[] : memref<f32>
    }
  }
  return
}

// Only the inner view is folded, and a vector of which the last element may be
// out of bounds is not.
// CHECK-LABEL: func.func @partly(
// CHECK:         %[[BLOCK:.*]] = memref.subview
// CHECK:         memref.load %[[BLOCK]][%{{.*}}, %c1]
// CHECK:         vector.load %subview
// CHECK:         vector.load %subview
func.func @partly(%a: memref<?x?xf32>, %n: index, %j: index, %out: memref<f32>, %v: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  scf.for %i = %c0 to %n step %c1 {
    %block = memref.subview %a[%i, 0] [4, 8] [1, 1] : memref<?x?xf32> to memref<4x8xf32, strided<[?, 1], offset: ?>>
    %row = memref.subview %block[%j, 0] [1, 8] [1, 1] : memref<4x8xf32, strided<[?, 1], offset: ?>> to memref<8xf32, #row>
    // expected-remark @+1 {{ViewNotFolded}}
    %x = memref.load %row[%c1] : memref<8xf32, #row>
    memref.store %x, %out[] : memref<f32>
    // expected-remark @+1 {{ViewNotFolded}}
    %y = vector.load %row[%c6] : memref<8xf32, #row>, vector<4xf32>
    vector.store %y, %v[%c0] : memref<4xf32>, vector<4xf32>
    // expected-remark-re @+1 {{whose elements need not follow each other like those of the vector}}
    %w = vector.load %block[%c0, %c0] : memref<4x8xf32, strided<[?, 1], offset: ?>>, vector<2x4xf32>
    %first = vector.extract %w[0] : vector<4xf32> from vector<2x4xf32>
    vector.store %first, %v[%c0] : memref<4xf32>, vector<4xf32>
  }
  return
}

// RUN: ember-opt %s --ember-fold-views | FileCheck %s

#row = strided<[1], offset: ?>

// A row of what is read, and one of what is written.
// CHECK-LABEL: func.func @rows(
// CHECK-SAME:    %[[T:.*]]: memref<?x?xf32>, %[[OUT:.*]]: memref<?x?xf32>
// CHECK-NOT:     memref.subview
// CHECK:         scf.for %[[B:.*]] = %c0
// CHECK:           %[[J:.*]] = arith.index_cast
// CHECK:           scf.for %[[E:.*]] = %c0
// CHECK-NEXT:        %[[X:.*]] = memref.load %[[T]][%[[J]], %[[E]]]
// CHECK-NEXT:        %[[Y:.*]] = memref.load %[[OUT]][%[[B]], %[[E]]]
// CHECK-NEXT:        %[[S:.*]] = arith.addf %[[X]], %[[Y]]
// CHECK-NEXT:        memref.store %[[S]], %[[OUT]][%[[B]], %[[E]]]
func.func @rows(%t: memref<?x?xf32>, %out: memref<?x?xf32>, %idx: memref<?xi32>, %n: index, %d: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %b = %c0 to %n step %c1 {
    %i = memref.load %idx[%b] : memref<?xi32>
    %j = arith.index_cast %i : i32 to index
    %from = memref.subview %t[%j, 0] [1, %d] [1, 1] : memref<?x?xf32> to memref<?xf32, #row>
    %to = memref.subview %out[%b, 0] [1, %d] [1, 1] : memref<?x?xf32> to memref<1x?xf32, strided<[?, 1], offset: ?>>
    scf.for %e = %c0 to %d step %c1 {
      %x = memref.load %from[%e] : memref<?xf32, #row>
      %y = memref.load %to[%c0, %e] : memref<1x?xf32, strided<[?, 1], offset: ?>>
      %s = arith.addf %x, %y : f32
      memref.store %s, %to[%c0, %e] : memref<1x?xf32, strided<[?, 1], offset: ?>>
    }
  }
  return
}

// Offsets and strides of all kinds; the dimension that is dropped is the last.
// CHECK-LABEL: func.func @strided(
// CHECK-SAME:    %[[A:.*]]: memref<?x?xf32>, %{{.*}}: index, %[[O:.*]]: index, %[[S:.*]]: index
// CHECK:         scf.for %[[I:.*]] = %c0
// CHECK:           %[[SCALED:.*]] = arith.muli %[[I]], %[[S]]
// CHECK:           %[[PLACE:.*]] = arith.addi %[[SCALED]], %[[O]]
// CHECK:           memref.load %[[A]][%[[PLACE]], %c3]
func.func @strided(%a: memref<?x?xf32>, %n: index, %o: index, %s: index, %out: memref<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %column = memref.subview %a[%o, 3] [%n, 1] [%s, 1] : memref<?x?xf32> to memref<?xf32, strided<[?], offset: ?>>
    %x = memref.load %column[%i] : memref<?xf32, strided<[?], offset: ?>>
    memref.store %x, %out[] : memref<f32>
  }
  return
}

// Views of views, one of them behind a cast.
// CHECK-LABEL: func.func @views_of_views(
// CHECK-SAME:    %[[A:.*]]: memref<?x8xf32>
// CHECK:         scf.for %[[B:.*]] = %c0
// CHECK-NOT:       memref.subview
// CHECK-NOT:       memref.cast
// CHECK:           %[[PLACE:.*]] = arith.muli %[[B]], %c4
// CHECK:           scf.for %[[R:.*]] = %c0
// CHECK:             %[[ROW:.*]] = arith.addi %[[R]], %[[PLACE]]
// CHECK:             memref.load %[[A]][%[[ROW]], %c5]
func.func @views_of_views(%a: memref<?x8xf32>, %n: index, %out: memref<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  scf.for %b = %c0 to %n step %c1 {
    %place = arith.muli %b, %c4 : index
    %block = memref.subview %a[%place, 3] [4, 5] [1, 1] : memref<?x8xf32> to memref<4x5xf32, strided<[8, 1], offset: ?>>
    scf.for %r = %c0 to %c4 step %c1 {
      %row = memref.subview %block[%r, 0] [1, 5] [1, 1] : memref<4x5xf32, strided<[8, 1], offset: ?>> to memref<5xf32, #row>
      %cast = memref.cast %row : memref<5xf32, #row> to memref<?xf32, #row>
      %x = memref.load %cast[%c2] : memref<?xf32, #row>
      memref.store %x, %out[] : memref<f32>
    }
  }
  return
}

// An unrolled loop, and what is left of it; with either way to round the number
// of elements down.
// CHECK-LABEL: func.func @unrolled(
// CHECK-NOT:     memref.subview
func.func @unrolled(%a: memref<?x?xf32>, %out: memref<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %n = memref.dim %a, %c0 : memref<?x?xf32>
  %d = memref.dim %a, %c1 : memref<?x?xf32>
  %q = arith.divui %d, %c4 : index
  %m = arith.muli %q, %c4 : index
  %rest = arith.remsi %d, %c4 : index
  %k = arith.subi %d, %rest : index
  scf.for %b = %c0 to %n step %c1 {
    %row = memref.subview %a[%b, 0] [1, %d] [1, 1] : memref<?x?xf32> to memref<?xf32, #row>
    scf.for %e = %c0 to %m step %c4 {
      %e3 = arith.addi %e, %c3 : index
      %x = memref.load %row[%e3] : memref<?xf32, #row>
      memref.store %x, %out[] : memref<f32>
    }
    scf.for %e = %m to %d step %c1 {
      %x = memref.load %row[%e] : memref<?xf32, #row>
      memref.store %x, %out[] : memref<f32>
    }
    scf.for %e = %c0 to %k step %c4 {
      %e3 = arith.addi %e, %c3 : index
      %x = memref.load %row[%e3] : memref<?xf32, #row>
      memref.store %x, %out[] : memref<f32>
    }
    scf.for %e = %k to %d step %c1 {
      %x = memref.load %row[%e] : memref<?xf32, #row>
      memref.store %x, %out[] : memref<f32>
    }
  }
  return
}

// Vectors that are in bounds as a whole.
// CHECK-LABEL: func.func @vectors(
// CHECK-SAME:    %[[A:.*]]: memref<?x?xf32>
// CHECK:         scf.for %[[B:.*]] = %c0
// CHECK:           scf.for %[[E:.*]] = %c0
// CHECK-NEXT:        vector.load %[[A]][%[[B]], %[[E]]]
// CHECK-NEXT:        vector.store %{{.*}}, %[[A]][%[[B]], %[[E]]]
func.func @vectors(%a: memref<?x?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  scf.for %b = %c0 to %n step %c1 {
    %row = memref.subview %a[%b, 0] [1, 64] [1, 1] : memref<?x?xf32> to memref<64xf32, #row>
    scf.for %e = %c0 to %c64 step %c8 {
      %x = vector.load %row[%e] : memref<64xf32, #row>, vector<8xf32>
      vector.store %x, %row[%e] : memref<64xf32, #row>, vector<8xf32>
    }
  }
  return
}

// What bufferization leaves of a slice that is computed in place.
// CHECK-LABEL: func.func @self_copy(
// CHECK-NEXT:    arith.constant
// CHECK-NEXT:    arith.constant
// CHECK-NEXT:    scf.for
// CHECK-NEXT:    }
// CHECK-NEXT:    return
func.func @self_copy(%a: memref<?x?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %b = %c0 to %n step %c1 {
    %from = memref.subview %a[%b, 0] [1, %n] [1, 1] : memref<?x?xf32> to memref<?xf32, #row>
    %to = memref.subview %a[%b, 0] [1, %n] [1, 1] : memref<?x?xf32> to memref<?xf32, #row>
    memref.copy %from, %to : memref<?xf32, #row> to memref<?xf32, #row>
  }
  return
}

// Other copies stay.
// CHECK-LABEL: func.func @other_copy(
// CHECK:         memref.copy
func.func @other_copy(%a: memref<?x?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %b = %c0 to %n step %c1 {
    %b1 = arith.addi %b, %c1 : index
    %from = memref.subview %a[%b1, 0] [1, %n] [1, 1] : memref<?x?xf32> to memref<?xf32, #row>
    %to = memref.subview %a[%b, 0] [1, %n] [1, 1] : memref<?x?xf32> to memref<?xf32, #row>
    memref.copy %from, %to : memref<?xf32, #row> to memref<?xf32, #row>
  }
  return
}

// A check in front of the loop can look at a view that is made there.
// CHECK-LABEL: func.func @made_before(
// CHECK:         %[[VIEW:.*]] = memref.subview
// CHECK:         memref.load %[[VIEW]]
func.func @made_before(%a: memref<?xf32>, %n: index, %out: memref<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %view = memref.subview %a[%n] [%n] [1] : memref<?xf32> to memref<?xf32, #row>
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %view[%i] : memref<?xf32, #row>
    memref.store %x, %out[] : memref<f32>
  }
  return
}

// Two parts of a memref: what the inner loop reads and what it writes. Where it
// also reads what it writes, it cannot be told apart anyway.
// CHECK-LABEL: func.func @parts(
// CHECK:         %[[FROM:.*]] = memref.subview
// CHECK:         %[[TO:.*]] = memref.subview
// CHECK:         memref.load %[[FROM]]
// CHECK:         memref.store %{{.*}}, %[[TO]]
// CHECK-LABEL: func.func @same_part(
// CHECK-NOT:     memref.subview
func.func @parts(%a: memref<?x?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %t = %c0 to %n step %c1 {
    %t1 = arith.addi %t, %c1 : index
    %from = memref.subview %a[%t, 0] [1, %n] [1, 1] : memref<?x?xf32> to memref<?xf32, #row>
    %to = memref.subview %a[%t1, 0] [1, %n] [1, 1] : memref<?x?xf32> to memref<?xf32, #row>
    scf.for %i = %c0 to %n step %c1 {
      %x = memref.load %from[%i] : memref<?xf32, #row>
      memref.store %x, %to[%i] : memref<?xf32, #row>
    }
  }
  return
}
func.func @same_part(%a: memref<?x?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %t = %c0 to %n step %c1 {
    %from = memref.subview %a[%t, 0] [1, %n] [1, 1] : memref<?x?xf32> to memref<?xf32, #row>
    %to = memref.subview %a[%t, 0] [1, %n] [1, 1] : memref<?x?xf32> to memref<?xf32, #row>
    scf.for %i = %c0 to %n step %c1 {
      %x = memref.load %from[%i] : memref<?xf32, #row>
      %y = arith.addf %x, %x : f32
      memref.store %y, %to[%i] : memref<?xf32, #row>
    }
  }
  return
}

// The same behind views of rows, which are folded.
// CHECK-LABEL: func.func @rows_of_parts(
// CHECK:         %[[FROM:.*]] = memref.subview
// CHECK:         %[[TO:.*]] = memref.subview
// CHECK-NOT:     memref.subview
// CHECK:         memref.load %[[FROM]][
// CHECK:         memref.store %{{.*}}, %[[TO]][
func.func @rows_of_parts(%a: memref<?x?x?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %t = %c0 to %n step %c1 {
    %t1 = arith.addi %t, %c1 : index
    %from = memref.subview %a[%t, 0, 0] [1, %n, %n] [1, 1, 1] : memref<?x?x?xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
    %to = memref.subview %a[%t1, 0, 0] [1, %n, %n] [1, 1, 1] : memref<?x?x?xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
    scf.for %p = %c0 to %n step %c1 {
      %x = memref.subview %from[%p, 0] [1, %n] [1, 1] : memref<?x?xf32, strided<[?, 1], offset: ?>> to memref<?xf32, #row>
      %y = memref.subview %to[%p, 0] [1, %n] [1, 1] : memref<?x?xf32, strided<[?, 1], offset: ?>> to memref<?xf32, #row>
      scf.for %i = %c0 to %n step %c1 {
        %v = memref.load %x[%i] : memref<?xf32, #row>
        memref.store %v, %y[%i] : memref<?xf32, #row>
      }
    }
  }
  return
}

// What is not used any more vanishes, in whatever order it is found.
// CHECK-LABEL: func.func @unused(
// CHECK-NOT:     memref.subview
// CHECK-NOT:     memref.cast
// CHECK-NOT:     memref.copy
// CHECK:         return
func.func @unused(%a: memref<?x8xf32>, %n: index, %out: memref<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %b = %c0 to %n step %c1 {
    %block = memref.subview %a[%b, 0] [4, 5] [1, 1] : memref<?x8xf32> to memref<4x5xf32, strided<[8, 1], offset: ?>>
    %row = memref.subview %block[2, 0] [1, 5] [1, 1] : memref<4x5xf32, strided<[8, 1], offset: ?>> to memref<5xf32, #row>
    %x = memref.load %row[%c1] : memref<5xf32, #row>
    memref.store %x, %out[] : memref<f32>
    %y = memref.load %block[%c1, %c1] : memref<4x5xf32, strided<[8, 1], offset: ?>>
    memref.store %y, %out[] : memref<f32>
    %part = memref.subview %a[%b, 0] [1, 8] [1, 1] : memref<?x8xf32> to memref<8xf32, #row>
    %cast = memref.cast %part : memref<8xf32, #row> to memref<?xf32, #row>
    memref.copy %cast, %part : memref<?xf32, #row> to memref<8xf32, #row>
  }
  return
}

// Nobody checks a size that only bounds a loop: it may be negative, and the view
// or allocation that says that it is not is gone with the size. A dimension may
// not exist.
// CHECK-LABEL: func.func @negative_sizes(
// CHECK-COUNT-4: memref.store %{{.*}}, %{{.*}} : memref<4xf32,
// CHECK:         return
func.func @negative_sizes(%a: memref<?xf32>, %out: memref<?xf32>, %n: index, %m: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c7 = arith.constant 70000000 : index
  %alloc = memref.alloc(%n) : memref<?xf32>
  %begin = memref.dim %alloc, %c0 : memref<?xf32>
  %part = memref.subview %a[%c0] [%n] [1] : memref<?xf32> to memref<?xf32, #row>
  %length = memref.dim %part, %c0 : memref<?xf32, #row>
  %rest = arith.remsi %length, %c4 : index
  scf.for %i = %c0 to %m step %c1 {
    %w = memref.subview %out[%i] [4] [1] : memref<?xf32> to memref<4xf32, #row>
    %v = memref.subview %a[%i] [%n] [1] : memref<?xf32> to memref<?xf32, #row>
    %d = memref.dim %v, %c0 : memref<?xf32, #row>
    scf.for %e = %begin to %c4 step %c1 {
      memref.store %x, %w[%e] : memref<4xf32, #row>
    }
    scf.for %e = %d to %c4 step %c1 {
      memref.store %x, %w[%e] : memref<4xf32, #row>
    }
    memref.store %x, %w[%rest] : memref<4xf32, #row>
    %none = memref.dim %a, %c7 : memref<?xf32>
    scf.for %e = %none to %c4 step %c1 {
      memref.store %x, %w[%e] : memref<4xf32, #row>
    }
  }
  return
}

// RUN: ember-opt %s --ember-normalize-loops | FileCheck %s

// Signed: extended by its sign; so is what is computed from the variable. Other
// uses get it back in its own type.
// CHECK-LABEL: @signed(
// CHECK-SAME:    %{{.*}}: memref<?xi32>, %[[N:.*]]: i16
// CHECK-DAG:     %[[LOWER:.*]] = arith.index_cast %c1_i16 : i16 to index
// CHECK-DAG:     %[[UPPER:.*]] = arith.index_cast %[[N]] : i16 to index
// CHECK-DAG:     %[[STEP:.*]] = arith.index_cast %c3_i16 : i16 to index
// CHECK:         %[[R:.*]] = scf.for %[[I:.*]] = %[[LOWER]] to %[[UPPER]] step %[[STEP]] iter_args(%[[S:.*]] = %{{.*}}) -> (i16) {
// CHECK-NEXT:      %[[NARROW:.*]] = arith.index_cast %[[I]] : index to i16
// CHECK-NEXT:      %[[WIDE:.*]] = arith.index_cast %[[I]] : index to i32
// CHECK-NEXT:      %[[ZERO:.*]] = arith.extui %[[NARROW]] : i16 to i32
// CHECK-NEXT:      memref.store %[[WIDE]], %{{.*}}[%[[I]]]
// CHECK-NEXT:      memref.store %[[ZERO]], %{{.*}}[%[[I]]]
// CHECK-NEXT:      %[[NEXT:.*]] = arith.addi %[[S]], %[[NARROW]] : i16
// CHECK-NEXT:      scf.yield %[[NEXT]] : i16
// CHECK-NEXT:    } {mark}
// CHECK:         return %[[R]]
func.func @signed(%out: memref<?xi32>, %n: i16) -> i16 {
  %c1 = arith.constant 1 : i16
  %c3 = arith.constant 3 : i16
  %r = scf.for %i = %c1 to %n step %c3 iter_args(%s = %c1) -> (i16) : i16 {
    %p = arith.index_cast %i : i16 to index
    %w = arith.extsi %i : i16 to i32
    %z = arith.extui %i : i16 to i32
    memref.store %w, %out[%p] : memref<?xi32>
    memref.store %z, %out[%p] : memref<?xi32>
    %next = arith.addi %s, %i : i16
    scf.yield %next : i16
  } {mark}
  return %r : i16
}

// Unsigned: extended by zeros.
// CHECK-LABEL: @unsigned(
// CHECK-SAME:    %{{.*}}: memref<?xi8>, %[[N:.*]]: i8
// CHECK:         %[[UPPER:.*]] = arith.index_castui %[[N]] : i8 to index
// CHECK:         scf.for %[[I:.*]] = %{{.*}} to %[[UPPER]] step %{{.*}} {
// CHECK-NEXT:      %[[NARROW:.*]] = arith.index_cast %[[I]] : index to i8
// CHECK-NEXT:      %[[SIGNED:.*]] = arith.index_cast %[[NARROW]] : i8 to index
// CHECK-NEXT:      memref.store %{{.*}}, %{{.*}}[%[[I]]]
// CHECK-NEXT:      memref.store %{{.*}}, %{{.*}}[%[[SIGNED]]]
func.func @unsigned(%out: memref<?xi8>, %n: i8) {
  %c0 = arith.constant 0 : i8
  %c1 = arith.constant 1 : i8
  scf.for unsigned %i = %c0 to %n step %c1 : i8 {
    %p = arith.index_castui %i : i8 to index
    %q = arith.index_cast %i : i8 to index
    memref.store %n, %out[%p] : memref<?xi8>
    memref.store %n, %out[%q] : memref<?xi8>
  }
  return
}

// A loop in a loop, each of its own type.
// CHECK-LABEL: @nest(
// CHECK:         scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step %{{.*}} {
// CHECK:           %[[BEGIN:.*]] = arith.index_cast %[[I]] : index to i64
// CHECK:           %[[LOWER:.*]] = arith.index_cast %[[BEGIN]] : i64 to index
// CHECK:           scf.for %[[J:.*]] = %[[LOWER]] to %{{.*}} step %{{.*}} {
// CHECK-NEXT:        memref.store %{{.*}}, %{{.*}}[%[[J]]]
func.func @nest(%out: memref<?xi64>, %n: i64, %m: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %d1 = arith.constant 1 : i64
  scf.for %i = %c0 to %m step %c1 : i32 {
    %begin = arith.extsi %i : i32 to i64
    scf.for %j = %begin to %n step %d1 : i64 {
      %p = arith.index_cast %j : i64 to index
      memref.store %n, %out[%p] : memref<?xi64>
    }
  }
  return
}

// Over 64 bits, unsigned loops compare signed if nothing is negative...
// CHECK-LABEL: @natural(
// CHECK-COUNT-3: scf.for %{{.*}} = %{{.*}} to
// CHECK-NOT:     unsigned
func.func @natural(%out: memref<?xindex>, %n: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %d0 = arith.constant 0 : i64
  %d1 = arith.constant 1 : i64
  %dim = memref.dim %out, %c0 : memref<?xindex>
  scf.for unsigned %i = %c0 to %dim step %c1 {
    memref.store %i, %out[%i] : memref<?xindex>
  }
  %m = arith.index_castui %n : i32 to index
  scf.for unsigned %i = %c0 to %m step %c4 {
    memref.store %i, %out[%i] : memref<?xindex>
  }
  %l = arith.extui %n : i32 to i64
  scf.for unsigned %i = %d0 to %l step %d1 : i64 {
    %p = arith.index_cast %i : i64 to index
    memref.store %p, %out[%p] : memref<?xindex>
  }
  return
}

// ... and stay if that is not known: a bound, or the last step beyond it.
// CHECK-LABEL: @unknown(
// CHECK-COUNT-4: scf.for unsigned
func.func @unknown(%out: memref<?xindex>, %n: index, %l: i64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %d0 = arith.constant 0 : i64
  %d1 = arith.constant 1 : i64
  %dim = memref.dim %out, %c0 : memref<?xindex>
  scf.for unsigned %i = %c0 to %n step %c1 {
    memref.store %i, %out[%i] : memref<?xindex>
  }
  scf.for unsigned %i = %n to %dim step %c1 {
    memref.store %i, %out[%i] : memref<?xindex>
  }
  scf.for unsigned %i = %c0 to %dim step %c4 {
    memref.store %i, %out[%i] : memref<?xindex>
  }
  scf.for unsigned %i = %d0 to %l step %d1 : i64 {
    %p = arith.index_cast %i : i64 to index
    memref.store %p, %out[%p] : memref<?xindex>
  }
  return
}

// What is wider than an index stays.
// CHECK-LABEL: @wide(
// CHECK:         scf.for %{{.*}} : i128
func.func @wide(%out: memref<?xi128>, %n: i128) {
  %c0 = arith.constant 0 : i128
  %c1 = arith.constant 1 : i128
  %p = arith.constant 0 : index
  scf.for %i = %c0 to %n step %c1 : i128 {
    memref.store %i, %out[%p] : memref<?xi128>
  }
  return
}

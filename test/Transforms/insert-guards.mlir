// RUN: ember-opt %s --ember-insert-guards --split-input-file --mlir-print-local-scope | FileCheck %s

// Dimensions are checked in order, each against its size.
// CHECK-DAG: @[[WHERE:__ember_string[0-9]+]]("load.mlir:3:8\00")
// CHECK-DAG: @[[OP:__ember_string[0-9]+]]("memref.load\00")
// CHECK-DAG: llvm.func @__ember_fault_index(!llvm.ptr, !llvm.ptr, i64, i64, i64) attributes {passthrough = ["cold", "noreturn"]}

// CHECK-LABEL: func.func @load(
// CHECK-SAME:    %[[TABLE:.*]]: memref<?x8xf32>, %[[I:.*]]: index, %[[J:.*]]: index)
func.func @load(%table: memref<?x8xf32>, %i: index, %j: index) -> f32 {
  // CHECK:      %[[C0:.*]] = arith.constant 0 : index
  // CHECK-NEXT: %[[ROWS:.*]] = memref.dim %[[TABLE]], %[[C0]]
  // CHECK-NEXT: %[[BEYOND:.*]] = arith.cmpi uge, %[[I]], %[[ROWS]]
  // CHECK-NEXT: scf.if %[[BEYOND]] {
  // CHECK-DAG:    %[[A:.*]] = llvm.mlir.addressof @[[WHERE]]
  // CHECK-DAG:    %[[B:.*]] = llvm.mlir.addressof @[[OP]]
  // CHECK-DAG:    %[[DIM:.*]] = llvm.mlir.constant(0 : i64)
  // CHECK-DAG:    %[[INDEX:.*]] = arith.index_cast %[[I]] : index to i64
  // CHECK-DAG:    %[[SIZE:.*]] = arith.index_cast %[[ROWS]] : index to i64
  // CHECK:        llvm.call @__ember_fault_index(%[[A]], %[[B]], %[[DIM]], %[[INDEX]], %[[SIZE]])
  // CHECK-NEXT: }
  // CHECK-NEXT: %[[C8:.*]] = arith.constant 8 : index
  // CHECK-NEXT: %[[BEYOND:.*]] = arith.cmpi uge, %[[J]], %[[C8]]
  // CHECK-NEXT: scf.if %[[BEYOND]] {
  // CHECK:        llvm.mlir.constant(1 : i64)
  // CHECK:        llvm.call @__ember_fault_index
  // CHECK-NEXT: }
  // CHECK-NEXT: memref.load
  %x = memref.load %table[%i, %j] : memref<?x8xf32> loc("load.mlir":3:8)
  return %x : f32
}

// -----

// CHECK-LABEL: func.func @writes
func.func @writes(%m: memref<4xf32>, %i: index, %x: f32) {
  // CHECK: __ember_fault_index
  // CHECK: memref.store
  memref.store %x, %m[%i] : memref<4xf32>
  // CHECK: __ember_fault_index
  // CHECK: memref.atomic_rmw
  %old = memref.atomic_rmw addf %x, %m[%i] : (f32, memref<4xf32>) -> f32
  // CHECK: __ember_fault_index
  // CHECK: memref.generic_atomic_rmw
  %old2 = memref.generic_atomic_rmw %m[%i] : memref<4xf32> {
  ^bb0(%v: f32):
    memref.atomic_yield %v : f32
  }
  return
}

// -----

// What constants show to be right costs nothing, not even a dead constant.
// CHECK-LABEL: func.func @provable
// CHECK-NOT:   scf.if
// CHECK-NOT:   __ember
// CHECK:         %[[I:.*]] = arith.constant 3 : index
// CHECK-NEXT:    arith.constant 9 : index
// CHECK-NEXT:    memref.load %{{.*}}[%[[I]]]
// CHECK-NEXT:    memref.load %{{.*}}[]
// CHECK-NEXT:    memref.subview
// CHECK-NEXT:    memref.subview
// CHECK-NEXT:    memref.cast
// CHECK-NEXT:    memref.alloc
// CHECK-NEXT:    %[[D:.*]] = arith.constant -2 : i32
// CHECK-NEXT:    arith.divsi %{{.*}}, %[[D]]
// CHECK-NEXT:    scf.for
func.func @provable(%m: memref<4xf32>, %s: memref<f32>, %d: memref<?xf32>,
                    %x: i32) {
  %i = arith.constant 3 : index
  %end = arith.constant 9 : index
  %0 = memref.load %m[%i] : memref<4xf32>
  %1 = memref.load %s[] : memref<f32>
  %2 = memref.subview %m[1] [3] [1]
      : memref<4xf32> to memref<3xf32, strided<[1], offset: 1>>
  %3 = memref.subview %d[7] [0] [1]
      : memref<?xf32> to memref<0xf32, strided<[1], offset: 7>>
  %4 = memref.cast %m : memref<4xf32> to memref<?xf32, strided<[?], offset: ?>>
  %5 = memref.alloc() : memref<4xf32>
  %6 = arith.constant -2 : i32
  %7 = arith.divsi %x, %6 : i32
  scf.for %j = %i to %end step %i {
  }
  return
}

// -----

// A constant that is out of bounds stays to be found at run time.
// CHECK-LABEL: func.func @known_to_fault
func.func @known_to_fault(%m: memref<4xf32>) -> f32 {
  %i = arith.constant 4 : index
  // CHECK: %[[TRUE:.*]] = arith.constant true
  // CHECK: scf.if %[[TRUE]]
  // CHECK: memref.load
  %x = memref.load %m[%i] : memref<4xf32>
  return %x : f32
}

// -----

// CHECK-DAG: ("sub.mlir:1:1: 'memref.subview' op size of dimension 0 is negative\00")

// CHECK-LABEL: func.func @subview(
// CHECK-SAME:    %[[M:.*]]: memref<?xf32>, %[[O:.*]]: index, %[[N:.*]]: index, %[[T:.*]]: index)
func.func @subview(%m: memref<?xf32>, %o: index, %n: index, %t: index) {
  // CHECK:      %[[NEGATIVE:.*]] = arith.cmpi slt, %[[N]]
  // CHECK-NEXT: scf.if %[[NEGATIVE]]
  // CHECK:        llvm.call @__ember_fault(
  // The first element.
  // CHECK:      %[[SOME:.*]] = arith.cmpi sgt, %[[N]]
  // CHECK:      %[[SIZE:.*]] = memref.dim %[[M]]
  // CHECK:      %[[BEYOND:.*]] = arith.cmpi uge, %[[O]], %[[SIZE]]
  // CHECK:      %[[FAULT:.*]] = arith.andi %[[SOME]], %[[BEYOND]]
  // CHECK:      scf.if %[[FAULT]]
  // The last, in numbers that do not wrap.
  // CHECK-DAG:  %[[O128:.*]] = arith.index_cast %[[O]] : index to i128
  // CHECK-DAG:  %[[STEPS:.*]] = arith.subi %[[N]]
  // CHECK-DAG:  %[[STEPS128:.*]] = arith.index_cast %[[STEPS]] : index to i128
  // CHECK-DAG:  %[[T128:.*]] = arith.index_cast %[[T]] : index to i128
  // CHECK:      %[[SPAN:.*]] = arith.muli %[[STEPS128]], %[[T128]] : i128
  // CHECK:      %[[LAST:.*]] = arith.addi %[[O128]], %[[SPAN]] : i128
  // CHECK:      %[[SIZE128:.*]] = arith.index_cast %[[SIZE]] : index to i128
  // CHECK:      %[[BEYOND:.*]] = arith.cmpi uge, %[[LAST]], %[[SIZE128]]
  // CHECK:      %[[FAULT:.*]] = arith.andi %[[SOME]], %[[BEYOND]]
  // CHECK:      %[[INDEX:.*]] = arith.index_cast %[[LAST]] : i128 to index
  // CHECK:      scf.if %[[FAULT]]
  // CHECK:        %[[INDEX64:.*]] = arith.index_cast %[[INDEX]]
  // CHECK:        llvm.call @__ember_fault_index(%{{.*}}, %{{.*}}, %{{.*}}, %[[INDEX64]],
  // CHECK:      memref.subview
  %v = memref.subview %m[%o] [%n] [%t] : memref<?xf32>
      to memref<?xf32, strided<[?], offset: ?>> loc("sub.mlir":1:1)
  return
}

// -----

// The range counts from the base pointer, whatever the offset of the source.
// CHECK-LABEL: func.func @reinterpret_cast(
// CHECK-SAME:    %[[M:[a-z0-9]+]]: memref
func.func @reinterpret_cast(%m: memref<?xf64, strided<[1], offset: ?>>) {
  // CHECK-DAG: %[[LOW:.*]] = arith.constant 16 : index
  // CHECK-DAG: %[[HIGH:.*]] = arith.constant 104 : index
  // CHECK:     %[[BASE:.*]] = memref.extract_aligned_pointer_as_index %[[M]]
  // CHECK:     %[[BITS:.*]] = arith.index_cast %[[BASE]] : index to i64
  // CHECK:     %[[PTR:.*]] = llvm.inttoptr %[[BITS]]
  // CHECK:     %[[LOW64:.*]] = arith.index_cast %[[LOW]] : index to i64
  // CHECK:     %[[HIGH64:.*]] = arith.index_cast %[[HIGH]] : index to i64
  // CHECK:     llvm.call @__ember_check_range(%{{.*}}, %{{.*}}, %[[PTR]], %[[LOW64]], %[[HIGH64]])
  // CHECK:     memref.reinterpret_cast
  %v = memref.reinterpret_cast %m to offset: [2], sizes: [2, 3],
      strides: [8, 1] : memref<?xf64, strided<[1], offset: ?>>
      to memref<2x3xf64, strided<[8, 1], offset: 2>>
  return
}

// -----

// CHECK-DAG: ("cast.mlir:1:1: 'memref.cast' op size of dimension 1 of the source is not 3\00")
// CHECK-DAG: ("cast.mlir:1:1: 'memref.cast' op offset of the source is not 0\00")
// CHECK-DAG: ("cast.mlir:1:1: 'memref.cast' op stride of dimension 0 of the source is not 3\00")
// CHECK-DAG: ("cast.mlir:1:1: 'memref.cast' op stride of dimension 1 of the source is not 1\00")
// CHECK-DAG: ("cast.mlir:2:1: 'memref.cast' op source is not of rank 1\00")

// CHECK-LABEL: func.func @cast
func.func @cast(%m: memref<?x?xf32, strided<[?, ?], offset: ?>>,
                %u: memref<*xf32>) {
  // CHECK: memref.cast
  %0 = memref.cast %m : memref<?x?xf32, strided<[?, ?], offset: ?>>
      to memref<?x3xf32> loc("cast.mlir":1:1)
  // CHECK: memref.rank
  // CHECK: memref.cast %{{.*}} : memref<*xf32> to memref<?xf32, strided<[?], offset: ?>>
  // CHECK: memref.cast %{{.*}} : memref<*xf32> to memref<?xf32>
  %1 = memref.cast %u : memref<*xf32> to memref<?xf32> loc("cast.mlir":2:1)
  return
}

// -----

// CHECK-DAG: 'memref.expand_shape' op size of dimension 0 is negative\00")
// CHECK-DAG: 'memref.expand_shape' op output shape does not fit dimension 0 of the source\00")
// CHECK-DAG: 'memref.collapse_shape' op dimensions 0 and 1 are not contiguous\00")
// CHECK-DAG: 'memref.view' op byte shift is negative\00")
// CHECK-DAG: 'memref.copy' op source and target differ in the size of dimension 0\00")
// CHECK-DAG: 'memref.dim' op dimension is not one of the memref\00")
// CHECK-DAG: 'memref.alloc' op size of dimension 1 is negative\00")
// CHECK-DAG: 'memref.alloc' op size in bytes overflows\00")
// CHECK-DAG: 'memref.realloc' op size of dimension 0 is negative\00")

// CHECK-LABEL: func.func @others
func.func @others(%m: memref<?xf32>, %n: index,
                  %s: memref<?x?xf32, strided<[?, 1]>>, %b: memref<?xi8>) {
  // CHECK: memref.expand_shape
  %0 = memref.expand_shape %m [[0, 1]] output_shape [%n, 4]
      : memref<?xf32> into memref<?x4xf32>
  // CHECK: memref.collapse_shape
  %1 = memref.collapse_shape %s [[0, 1]]
      : memref<?x?xf32, strided<[?, 1]>> into memref<?xf32, strided<[?]>>
  // CHECK: llvm.call @__ember_fault_index
  // CHECK: memref.view
  %2 = memref.view %b[%n][%n] : memref<?xi8> to memref<?x2xf32>
  // CHECK: memref.copy
  memref.copy %m, %1 : memref<?xf32> to memref<?xf32, strided<[?]>>
  // CHECK: memref.dim %{{.*}}, %{{.*}} : memref<?x?xf32, strided<[?, 1]>>
  %3 = memref.dim %s, %n : memref<?x?xf32, strided<[?, 1]>>
  // CHECK: memref.alloc
  %4 = memref.alloc(%n) : memref<2x?xf32>
  // CHECK: memref.realloc
  %5 = memref.realloc %m(%n) : memref<?xf32> to memref<?xf32>
  return
}

// -----

// A static size has a guard where it cannot be allocated: 2^66 bytes.
// CHECK-DAG: 'memref.alloc' op size in bytes overflows\00")
// CHECK-LABEL: func.func @static_sizes
func.func @static_sizes() {
  // CHECK-NEXT: arith.constant true
  // CHECK: llvm.call @__ember_fault
  // CHECK: memref.alloc() : memref<4611686018427387904x4xf32>
  // CHECK-NEXT: memref.alloc() : memref<0x4611686018427387904x4xf32>
  // CHECK-NEXT: memref.alloc() : memref<2xmemref<?xf32>>
  // CHECK-NEXT: return
  %0 = memref.alloc() : memref<4611686018427387904x4xf32>
  %1 = memref.alloc() : memref<0x4611686018427387904x4xf32>
  %2 = memref.alloc() : memref<2xmemref<?xf32>>
  return
}

// -----

// CHECK-DAG: 'arith.divsi' op division by zero\00")
// CHECK-DAG: 'arith.divsi' op signed division overflow\00")
// CHECK-DAG: 'arith.remui' op division by zero\00")
// CHECK-DAG: 'arith.floordivsi' op signed division overflow\00")
// CHECK-DAG: 'scf.for' op step must be positive\00")
// CHECK-DAG: 'scf.for' op induction variable overflows\00")
// CHECK-DAG: 'scf.parallel' op step must be positive\00")

// CHECK-LABEL: func.func @arithmetic(
// CHECK-SAME:    %[[X:.*]]: i32, %[[Y:.*]]: i32, %[[V:.*]]: vector<2x4xi8>, %[[N:.*]]: index, %[[UPPER:.*]]: index)
func.func @arithmetic(%x: i32, %y: i32, %v: vector<2x4xi8>, %n: index,
                      %upper: index) {
  // CHECK-DAG:  %[[ZERO:.*]] = arith.constant 0 : i32
  // CHECK:      %[[IS_ZERO:.*]] = arith.cmpi eq, %[[Y]], %[[ZERO]]
  // CHECK-NEXT: scf.if %[[IS_ZERO]]
  // CHECK-DAG:  %[[MIN:.*]] = arith.constant -2147483648 : i32
  // CHECK-DAG:  %[[MINUS:.*]] = arith.constant -1 : i32
  // CHECK:      %[[A:.*]] = arith.cmpi eq, %[[Y]], %[[MINUS]]
  // CHECK:      %[[B:.*]] = arith.cmpi eq, %[[X]], %[[MIN]]
  // CHECK:      %[[OVERFLOW:.*]] = arith.andi %[[A]], %[[B]]
  // CHECK-NEXT: scf.if %[[OVERFLOW]]
  // CHECK:      arith.divsi
  %0 = arith.divsi %x, %y : i32
  // CHECK:      arith.cmpi eq
  // CHECK:      scf.if
  // CHECK-NOT:  scf.if
  // CHECK:      arith.remui
  %1 = arith.remui %x, %y : i32
  // CHECK:      arith.cmpi eq, %[[V]], %{{.*}} : vector<2x4xi8>
  // CHECK:      vector.reduction <or>
  // CHECK:      arith.floordivsi
  %2 = arith.floordivsi %v, %v : vector<2x4xi8>
  // CHECK:      %[[HAS_ANY:.*]] = arith.cmpi slt, %[[N]], %[[UPPER]]
  // CHECK:      %[[IS_BAD:.*]] = arith.cmpi sle, %[[N]]
  // CHECK:      %[[BAD:.*]] = arith.andi %[[HAS_ANY]], %[[IS_BAD]]
  // CHECK:      scf.if %[[BAD]]
  // CHECK-DAG:  %[[ONE:.*]] = arith.constant 1 : index
  // CHECK-DAG:  %[[LARGEST:.*]] = arith.constant 9223372036854775807 : index
  // CHECK:      %[[ROOM:.*]] = arith.subi %[[LARGEST]], %[[N]]
  // CHECK:      arith.subi %[[UPPER]], %[[ONE]]
  // CHECK:      arith.cmpi sgt, %{{.*}}, %[[ROOM]]
  // CHECK:      scf.if
  // CHECK:        arith.divui %{{.*}}, %[[N]]
  // CHECK:        %[[PASSES:.*]] = arith.cmpi sgt, %{{.*}}, %[[ROOM]]
  // CHECK:        scf.if %[[PASSES]]
  // CHECK:      scf.for
  scf.for %i = %n to %upper step %n {
  }
  // An inner loop is reached where the outer one has iterations.
  // CHECK:      %[[OUTER:.*]] = arith.cmpi slt, %[[N]], %[[UPPER]]
  // CHECK:      %[[BAD_OUTER:.*]] = arith.andi %[[OUTER]]
  // CHECK:      scf.if %[[BAD_OUTER]]
  // CHECK:      %[[INNER:.*]] = arith.cmpi slt, %[[UPPER]], %[[N]]
  // CHECK:      %[[BOTH:.*]] = arith.andi %[[OUTER]], %[[INNER]]
  // CHECK:      %[[BAD_INNER:.*]] = arith.andi %[[BOTH]]
  // CHECK:      scf.if %[[BAD_INNER]]
  // CHECK:      scf.parallel
  scf.parallel (%i, %j) = (%n, %upper) to (%upper, %n) step (%n, %n) {
  }
  return
}

// -----

// Loops that compare unsigned or over a narrower type may wrap, and those of
// step 1 do not pass their bound.
// CHECK-LABEL: func.func @no_overflow
func.func @no_overflow(%n: index, %upper: index, %m: i32, %upper_i32: i32) {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c3_i32 = arith.constant 3 : i32
  // CHECK-NOT: scf.if
  scf.for %i = %n to %upper step %c1 {
  }
  scf.for unsigned %i = %n to %upper step %c3 {
  }
  scf.for %i = %m to %upper_i32 step %c3_i32 : i32 {
  }
  // CHECK: return
  return
}

// -----

// Guards stand where their op stands.
// CHECK-LABEL: func.func @nested
func.func @nested(%m: memref<?xindex>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK-NOT: scf.if
  // CHECK:     scf.for %[[I:.*]] =
  scf.for %i = %c0 to %n step %c1 {
    // CHECK:   arith.cmpi uge, %[[I]]
    // CHECK:   memref.load
    %x = memref.load %m[%i] : memref<?xindex>
  }
  return
}

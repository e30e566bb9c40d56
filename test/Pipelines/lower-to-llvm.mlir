// RUN: ember-opt %s --ember-lower-to-llvm | FileCheck %s
// RUN: ember-opt %s --ember-lower-to-llvm | mlir-translate --mlir-to-llvmir \
// RUN:   | FileCheck %s --check-prefix=LLVM

// Nothing is left that LLVM does not know.
// LLVM: define float @loops(ptr %0, ptr %1, i64 %2, i64 %3, i64 %4, i64 %5)

// A memref is the elements of its descriptor, an index has 64 bits.
// CHECK-LABEL: llvm.func @loops(
// CHECK-SAME:    %{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr, %{{.*}}: i64, %{{.*}}: i64, %{{.*}}: i64, %{{.*}}: i64) -> f32
func.func @loops(%m: memref<?xf32>, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> f32 {
    %x = memref.load %m[%i] : memref<?xf32>
    // CHECK: llvm.fadd %{{[^{]*}} : f32
    %r = arith.addf %acc, %x : f32
    scf.yield %r : f32
  }
  return %sum : f32
}

// Ops of the LLVM dialect may stand among the others.
// CHECK-LABEL: llvm.func @mixed
func.func @mixed(%i: index) -> i64 {
  %0 = arith.index_cast %i : index to i64
  // CHECK-NEXT: llvm.call @clock
  %1 = llvm.call @clock(%0) : (i64) -> i64
  return %1 : i64
}
llvm.func @clock(i64) -> i64

// CHECK-LABEL: llvm.func @heap
func.func @heap(%n: index) {
  // CHECK: llvm.call @malloc
  // CHECK: llvm.call @free
  %m = memref.alloc(%n) : memref<?x4xf32>
  memref.dealloc %m : memref<?x4xf32>
  return
}

// A mask counts in 64 bits, and a sum keeps its order.
// CHECK-LABEL: llvm.func @vectors
func.func @vectors(%m: memref<?xf32>, %i: index, %n: index, %acc: f32) -> f32 {
  %pad = arith.constant dense<0.0> : vector<8xf32>
  // CHECK: llvm.icmp "s{{[gl]}}t" %{{.*}} : vector<8xi64>
  %mask = vector.create_mask %n : vector<8xi1>
  // CHECK: llvm.intr.masked.load
  %v = vector.maskedload %m[%i], %mask, %pad
      : memref<?xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  // CHECK: llvm.intr.vector.reduce.fadd"(%{{.*}}) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, vector<8xf32>) -> f32
  %r = vector.reduction <add>, %v, %acc : vector<8xf32> into f32
  return %r : f32
}

// CHECK-LABEL: llvm.func @transfers
func.func @transfers(%m: memref<?x?xf32>, %i: index, %pad: f32)
    -> vector<2x4xf32> {
  %v = vector.transfer_read %m[%i, %i], %pad
      : memref<?x?xf32>, vector<2x4xf32>
  return %v : vector<2x4xf32>
}

// CHECK-LABEL: llvm.func @views
func.func @views(%m: memref<?x8xf32>, %i: index) -> f32 {
  %c0 = arith.constant 0 : index
  %row = memref.subview %m[%i, 0] [1, 8] [1, 1] : memref<?x8xf32>
      to memref<8xf32, strided<[1], offset: ?>>
  %flat = memref.collapse_shape %m [[0, 1]]
      : memref<?x8xf32> into memref<?xf32>
  %x = memref.load %row[%c0] : memref<8xf32, strided<[1], offset: ?>>
  %y = affine.load %flat[symbol(%i) floordiv 2] : memref<?xf32>
  %r = arith.addf %x, %y : f32
  return %r : f32
}

// CHECK-LABEL: llvm.func @integers
func.func @integers(%x: i32, %y: i32, %i: index) -> i32 {
  %0 = arith.floordivsi %x, %y : i32
  %1 = arith.ceildivui %0, %y : i32
  %2 = index.castu %i : index to i32
  %3 = arith.maxsi %1, %2 : i32
  return %3 : i32
}

// CHECK-LABEL: llvm.func @functions
func.func @functions(%x: f64, %v: vector<4xf64>) -> (f64, vector<4xf64>) {
  // CHECK: llvm.intr.exp
  // CHECK: llvm.call @erf
  // CHECK: llvm.call @erf
  %0 = math.exp %x : f64
  %1 = math.erf %0 : f64
  %2 = math.erf %v : vector<4xf64>
  return %1, %2 : f64, vector<4xf64>
}

// CHECK-LABEL: llvm.func @parallel
func.func @parallel(%m: memref<?xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    memref.store %x, %m[%i] : memref<?xf32>
  }
  scf.forall (%i) in (%n) {
    memref.store %x, %m[%i] : memref<?xf32>
  }
  return
}

// CHECK-LABEL: llvm.func @copies
// CHECK-NOT:   memrefCopy
func.func @copies(%a: memref<?xf32, strided<[?], offset: ?>>,
                  %b: memref<?xf32>) {
  memref.copy %a, %b : memref<?xf32, strided<[?], offset: ?>> to memref<?xf32>
  return
}

// Minima and maxima order zeros, and nothing computes with small floats.
// CHECK-LABEL: llvm.func @floats
// CHECK-NOT:   f16
// CHECK:       llvm.intr.maximum
// CHECK:       llvm.intr.minimum
// CHECK:       llvm.intr.fma
// CHECK:       llvm.intr.vector.reduce.fmaximum
// CHECK-NOT:   f16
func.func @floats(%x: f32, %y: f32, %v: vector<4xf32>, %m: vector<2x4xbf16>,
                  %acc: vector<2xbf16>)
    -> (f32, f32, vector<4xf32>, f32, vector<2xbf16>) {
  %0 = arith.maximumf %x, %y : f32
  %1 = arith.minnumf %x, %y : f32
  %2 = vector.fma %v, %v, %v : vector<4xf32>
  %3 = vector.reduction <maxnumf>, %v : vector<4xf32> into f32
  %4 = vector.multi_reduction <add>, %m, %acc [1]
      : vector<2x4xbf16> to vector<2xbf16>
  return %0, %1, %2, %3, %4 : f32, f32, vector<4xf32>, f32, vector<2xbf16>
}

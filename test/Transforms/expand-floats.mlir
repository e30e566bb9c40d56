// RUN: ember-opt %s --ember-expand-floats --split-input-file \
// RUN:   | FileCheck %s --implicit-check-not=f16

// No small float is left, in values, signatures, memory or constants.

// CHECK-LABEL: memref.global "private" constant @numbers : memref<2xi16> = dense<[15360, -16384]>
memref.global "private" constant @numbers : memref<2xf16> = dense<[1.0, -2.0]>

// CHECK-LABEL: func.func @moved(
// CHECK-SAME:    %[[TABLE:.*]]: memref<?x8xi16>, %[[ROW:.*]]: index, %[[N:.*]]: index, %[[X:.*]]: i16) -> (vector<8xi16>, i16)
func.func @moved(%table: memref<?x8xbf16>, %row: index, %n: index, %x: bf16)
    -> (vector<8xbf16>, bf16) {
  // CHECK-DAG: %[[ONE:.*]] = arith.constant 16256 : i16
  // CHECK-DAG: %[[TWO:.*]] = arith.constant dense<16384> : vector<8xi16>
  %one = arith.constant 1.0 : bf16
  %two = arith.constant dense<2.0> : vector<8xbf16>
  %c0 = arith.constant 0 : index
  %mask = vector.create_mask %n : vector<8xi1>
  // CHECK: %[[V:.*]] = vector.maskedload %[[TABLE]][%[[ROW]], %{{.*}}], %{{.*}}, %[[TWO]] : memref<?x8xi16>, vector<8xi1>, vector<8xi16> into vector<8xi16>
  %v = vector.maskedload %table[%row, %c0], %mask, %two
      : memref<?x8xbf16>, vector<8xi1>, vector<8xbf16> into vector<8xbf16>
  // CHECK: %[[W:.*]] = vector.insert %[[ONE]], %[[V]] [3] : i16 into vector<8xi16>
  %w = vector.insert %one, %v [3] : bf16 into vector<8xbf16>
  %c1 = arith.constant 1 : index
  // CHECK: scf.for {{.*}} iter_args(%{{.*}} = %[[X]]) -> (i16)
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%y = %x) -> bf16 {
    %z = memref.load %table[%i, %c0] : memref<?x8xbf16>
    scf.yield %z : bf16
  }
  return %w, %last : vector<8xbf16>, bf16
}

// Bits of other types stay what they are.
// CHECK-LABEL: func.func @bits(
// CHECK-SAME:    %[[X:.*]]: i16) -> (i16, i16)
// CHECK-NEXT:    return %[[X]], %[[X]] : i16, i16
func.func @bits(%x: f16) -> (i16, bf16) {
  %0 = arith.bitcast %x : f16 to i16
  %1 = arith.bitcast %x : f16 to bf16
  return %0, %1 : i16, bf16
}

// Each step is rounded: the second sum starts from the result of the first.
// CHECK-LABEL: func.func @steps
// CHECK:       arith.addf %{{.*}} : f32
// CHECK:       %[[SUM:.*]] = arith.trunci %{{.*}} : i32 to i16
// CHECK:       arith.extui %[[SUM]] : i16 to i32
// CHECK:       arith.addf %{{.*}} : f32
// CHECK:       arith.trunci %{{.*}} : i32 to i16
func.func @steps(%x: bf16, %y: bf16) -> bf16 {
  %0 = arith.addf %x, %y : bf16
  %1 = arith.addf %0, %y : bf16
  return %1 : bf16
}

// A vector of any shape takes the steps that its elements would take, and
// permissions of the op are kept.
// CHECK-LABEL: func.func @vectors
// CHECK:       arith.mulf %{{.*}} fastmath<contract> : vector<2x3xf32>
// CHECK:       arith.trunci %{{.*}} : vector<2x3xi32> to vector<2x3xi16>
func.func @vectors(%x: vector<2x3xf16>) -> vector<2x3xf16> {
  %0 = arith.mulf %x, %x fastmath<contract> : vector<2x3xf16>
  return %0 : vector<2x3xf16>
}

// Functions are those of f32.
// CHECK-LABEL: func.func @functions
// CHECK:       math.exp %{{.*}} : f32
// CHECK:       math.isnan %{{.*}} : f32
// CHECK:       math.fpowi %{{.*}} : f32, i32
func.func @functions(%x: f16, %n: i32) -> (f16, i1, f16) {
  %0 = math.exp %x : f16
  %1 = math.isnan %x : f16
  %2 = math.fpowi %x, %n : f16, i32
  return %0, %1, %2 : f16, i1, f16
}

// Signs are bits.
// CHECK-LABEL: func.func @signs
// CHECK-NEXT:    %[[SIGN:.*]] = arith.constant -32768 : i16
// CHECK-NEXT:    arith.xori %{{.*}}, %[[SIGN]] : i16
// CHECK-NEXT:    %[[REST:.*]] = arith.constant 32767 : i16
// CHECK-NEXT:    arith.andi %{{.*}}, %[[REST]] : i16
// CHECK-NEXT:    return
func.func @signs(%x: f16) -> (f16, f16) {
  %0 = arith.negf %x : f16
  %1 = math.absf %x : f16
  return %0, %1 : f16, f16
}

// -----

// What f64 or an integer is converted to is rounded to odd first, where f32
// or f64 does not hold it.
// CHECK-LABEL: func.func @once
// CHECK:       %[[F32:.*]] = arith.truncf %{{.*}} : f64 to f32
// CHECK:       arith.extf %[[F32]] : f32 to f64
// CHECK:       arith.uitofp %{{.*}} : i16 to f32
// CHECK-NOT:   f64
// CHECK:       arith.sitofp %{{.*}} : i32 to f64
// CHECK:       arith.sitofp %{{.*}} : i64 to f64
func.func @once(%x: f64, %i: i16, %j: i32, %k: i64) -> (f16, bf16, f16, bf16) {
  %0 = arith.truncf %x : f64 to f16
  %1 = arith.uitofp %i : i16 to bf16
  %2 = arith.sitofp %j : i32 to f16
  %3 = arith.sitofp %k : i64 to bf16
  return %0, %1, %2, %3 : f16, bf16, f16, bf16
}

// -----

// CHECK-LABEL: func.func @fused
// CHECK-NOT:   vector.fma
// CHECK:       math.fma %{{.*}} : vector<4xf32>
// CHECK:       arith.mulf %{{.*}} : vector<4xf64>
func.func @fused(%x: vector<4xf32>, %y: vector<4xf16>)
    -> (vector<4xf32>, vector<4xf16>) {
  %0 = vector.fma %x, %x, %x : vector<4xf32>
  %1 = vector.fma %y, %y, %y : vector<4xf16>
  return %0, %1 : vector<4xf32>, vector<4xf16>
}

// -----

// CHECK-LABEL: func.func @extrema
// CHECK-SAME:    (%[[X:.*]]: f32, %[[Y:.*]]: f32,
// CHECK-NEXT:    %[[NOX:.*]] = arith.cmpf uno, %[[X]], %[[X]] : f32
// CHECK-NEXT:    %[[A:.*]] = arith.select %[[NOX]], %[[Y]], %[[X]] : f32
// CHECK-NEXT:    %[[NOY:.*]] = arith.cmpf uno, %[[Y]], %[[Y]] : f32
// CHECK-NEXT:    %[[B:.*]] = arith.select %[[NOY]], %[[X]], %[[Y]] : f32
// CHECK-NEXT:    arith.minimumf %[[A]], %[[B]] : f32
// CHECK:         arith.maxsi %{{.*}} : vector<8xi16>
// CHECK:         arith.maximumf %[[X]], %[[Y]] : f32
func.func @extrema(%x: f32, %y: f32, %v: vector<8xf16>, %w: vector<8xf16>)
    -> (f32, vector<8xf16>, f32) {
  %0 = arith.minnumf %x, %y : f32
  %1 = arith.maxnumf %v, %w : vector<8xf16>
  %2 = arith.maximumf %x, %y : f32
  return %0, %1, %2 : f32, vector<8xf16>, f32
}

// -----

// CHECK-LABEL: func.func @reductions
// CHECK-SAME:    (%[[V:.*]]: vector<4xf32>, %[[ACC:.*]]: f32, %[[MASK:.*]]: vector<4xi1>)
func.func @reductions(%v: vector<4xf32>, %acc: f32, %mask: vector<4xi1>)
    -> (f32, f32, f32, f32) {
  // CHECK-NEXT: vector.reduction <add>, %[[V]], %[[ACC]] : vector<4xf32> into f32
  %0 = vector.reduction <add>, %v, %acc : vector<4xf32> into f32
  // CHECK-NEXT: %[[ZERO:.*]] = arith.constant -0.000000e+00 : f32
  // CHECK-NEXT: vector.reduction <add>, %[[V]], %[[ZERO]] : vector<4xf32> into f32
  %1 = vector.reduction <add>, %v : vector<4xf32> into f32
  // CHECK-NEXT: %[[ZEROS:.*]] = arith.constant dense<-0.000000e+00> : vector<4xf32>
  // CHECK-NEXT: %[[KEPT:.*]] = arith.select %[[MASK]], %[[V]], %[[ZEROS]]
  // CHECK-NEXT: vector.reduction <add>, %[[KEPT]], %[[ACC]] fastmath<reassoc> : vector<4xf32> into f32
  %2 = vector.mask %mask {
    vector.reduction <add>, %v, %acc fastmath<reassoc> : vector<4xf32> into f32
  } : vector<4xi1> -> f32
  // CHECK: %[[NONE:.*]] = arith.cmpf uno, %[[V]], %[[V]] : vector<4xf32>
  // CHECK: vector.reduction <maximumf>, %{{.*}} : vector<4xf32> into f32
  // CHECK: vector.reduction <and>, %[[NONE]] : vector<4xi1> into i1
  %3 = vector.reduction <maxnumf>, %v : vector<4xf32> into f32
  return %0, %1, %2, %3 : f32, f32, f32, f32
}

// CHECK-LABEL: func.func @small_reductions
// CHECK:       vector.reduction <minsi>, %{{.*}} : vector<4xi16> into i16
// CHECK-COUNT-4: arith.addf %{{.*}} : f32
// CHECK-NOT:   arith.addf
func.func @small_reductions(%v: vector<4xbf16>, %acc: bf16) -> (bf16, bf16) {
  %0 = vector.reduction <minimumf>, %v : vector<4xbf16> into bf16
  %1 = vector.reduction <add>, %v, %acc : vector<4xbf16> into bf16
  return %0, %1 : bf16, bf16
}

// -----

// CHECK-LABEL: func.func @compound
// CHECK-NOT:   vector.{{contract|outerproduct|scan|fma}}
// CHECK:       return
func.func @compound(%a: vector<2xf16>, %b: vector<2xf16>, %m: vector<2x2xf32>,
                    %v: vector<2xf32>)
    -> (vector<2x2xf16>, vector<2xf32>) {
  %0 = vector.outerproduct %a, %b : vector<2xf16>, vector<2xf16>
  %1 = vector.contract {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>,
                       affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]} %m, %v, %v
      : vector<2x2xf32>, vector<2xf32> into vector<2xf32>
  return %0, %1 : vector<2x2xf16>, vector<2xf32>
}

// -----

// CHECK-LABEL: func.func @atomic
// CHECK:       memref.atomic_rmw assign %{{.*}} : (i16, memref<?xi16>) -> i16
// CHECK:       memref.atomic_rmw addf %{{.*}} : (f32, memref<?xf32>) -> f32
func.func @atomic(%m: memref<?xbf16>, %n: memref<?xf32>, %i: index, %x: bf16,
                  %y: f32) {
  memref.atomic_rmw assign %x, %m[%i] : (bf16, memref<?xbf16>) -> bf16
  memref.atomic_rmw addf %y, %n[%i] : (f32, memref<?xf32>) -> f32
  return
}

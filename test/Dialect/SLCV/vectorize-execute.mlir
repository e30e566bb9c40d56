// RUN: ember-opt %s --slc-vectorize=vlen=4 --canonicalize --split-input-file | FileCheck %s

// Loops in callbacks.

// Whole vectors first, then a vector with those that are left.
// CHECK-LABEL: func @mean
// CHECK-SAME: %[[N:[a-z0-9]*]]: memref<?xf32>, %[[OUT:[a-z0-9]*]]: memref<?x?xf32>, %{{.*}}: index, %[[W:[a-z0-9]*]]: index
func.func @mean(%n: memref<?xf32>, %out: memref<?x?xf32>, %bags: index, %width: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
  // CHECK-DAG: %[[C4:.*]] = arith.constant 4 : index
  // CHECK-DAG: %[[WHOLE:.*]] = arith.constant -4 : index
  // CHECK: slc.for
  slc.for %i = %c0 to %bags step %c1 {
    %s = slc.mem_str %n[%i] : memref<?xf32>
    slc.callback {
      // CHECK: %[[B:.*]] = slc.to_val %{{.*}} : index
      // CHECK: %[[V:.*]] = slc.to_val %{{.*}} : f32
      %b = slc.to_val %i : index
      %v = slc.to_val %s : f32
      // CHECK: %[[SPAN:.*]] = arith.maxsi %[[W]], %[[C0]]
      // CHECK: %[[END:.*]] = arith.andi %[[SPAN]], %[[WHOLE]]
      // CHECK: scf.for %[[K:[a-z0-9]*]] = %[[C0]] to %[[END]] step %[[C4]] {
      // CHECK: %[[OLD:.*]] = vector.load %[[OUT]][%[[B]], %[[K]]]
      // CHECK: %[[ALL:.*]] = vector.broadcast %[[V]] : f32 to vector<4xf32>
      // CHECK: %[[NEW:.*]] = arith.divf %[[OLD]], %[[ALL]]
      // CHECK: vector.store %[[NEW]], %[[OUT]][%[[B]], %[[K]]]
      // CHECK: }
      // CHECK: %[[LEFT:.*]] = arith.cmpi slt, %[[END]], %[[W]]
      // CHECK: scf.if %[[LEFT]] {
      // CHECK: %[[COUNT:.*]] = arith.subi %[[W]], %[[END]]
      // CHECK: %[[MASK:.*]] = vector.create_mask %[[COUNT]] : vector<4xi1>
      // CHECK: vector.maskedload %[[OUT]][%[[B]], %[[END]]], %[[MASK]]
      // CHECK: vector.maskedstore %[[OUT]][%[[B]], %[[END]]], %[[MASK]]
      // CHECK: }
      scf.for %k = %c0 to %width step %c1 {
        %old = memref.load %out[%b, %k] : memref<?x?xf32>
        %new = arith.divf %old, %v : f32
        memref.store %new, %out[%b, %k] : memref<?x?xf32>
      }
    }
  }
  return
}

// -----

// What can be combined in any order is combined in vectors, and finished once;
// a sum of floats goes in order.
// CHECK-LABEL: func @reductions
func.func @reductions(%a: memref<?xi32>, %f: memref<?xf32>, %n: index, %z: i32, %zf: f32) -> (i32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK-DAG: %[[MIN:.*]] = arith.constant dense<-2147483648> : vector<4xi32>
  %r:2 = slc.for %i = %c0 to %n step %c1 iter_args(%acc = %z, %accf = %zf) -> (i32, f32) {
    // CHECK: slc.callback
    %next:2 = slc.callback -> (i32, f32) {
      %lower = slc.to_val %i : index
      // CHECK: %[[WHOLE:.*]]:2 = scf.for {{.*}} iter_args(%[[MAX:.*]] = %[[MIN]], %[[SUM:.*]] = %{{.*}}) -> (vector<4xi32>, f32) {
      // CHECK: %[[V:.*]] = vector.load
      // CHECK: %[[F:.*]] = vector.load
      // CHECK: arith.maxsi %[[MAX]], %[[V]] : vector<4xi32>
      // CHECK: vector.reduction <add>, %[[F]], %[[SUM]] : vector<4xf32> into f32
      // CHECK: %[[REST:.*]]:2 = scf.if %{{.*}} -> (vector<4xi32>, f32) {
      // CHECK: %[[ACTIVE:.*]] = arith.select %{{.*}}, %{{.*}}, %[[MIN]]
      // CHECK: arith.maxsi %[[WHOLE]]#0, %[[ACTIVE]] : vector<4xi32>
      // CHECK: vector.reduction <add>, %{{.*}}, %[[WHOLE]]#1
      // CHECK: } else {
      // CHECK: scf.yield %[[WHOLE]]#0, %[[WHOLE]]#1
      // CHECK: vector.reduction <maxsi>, %[[REST]]#0, %{{.*}} : vector<4xi32> into i32
      %x:2 = scf.for %k = %lower to %n step %c1 iter_args(%in = %acc, %inf = %accf) -> (i32, f32) {
        %v = memref.load %a[%k] : memref<?xi32>
        %w = memref.load %f[%k] : memref<?xf32>
        %m = arith.maxsi %in, %v : i32
        %s = arith.addf %inf, %w : f32
        scf.yield %m, %s : i32, f32
      }
      slc.yield %x#0, %x#1 : i32, f32
    }
    slc.yield %next#0, %next#1 : i32, f32
  }
  return %r#0, %r#1 : i32, f32
}

// -----

// An access that is one for each lane beside one that is not, and lanes of the
// induction variable.
// CHECK-LABEL: func @column
func.func @column(%a: memref<?x3xf32>, %b: memref<?xf32> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  slc.for %i = %c0 to %n step %c1 {
    slc.callback {
      // CHECK: %[[L:.*]] = slc.to_val
      %lower = slc.to_val %i : index
      // CHECK: %[[SPAN:.*]] = arith.subi %{{.*}}, %[[L]]
      // CHECK: %[[COUNT:.*]] = arith.maxsi %[[SPAN]], %c0
      // CHECK: %[[WHOLE:.*]] = arith.andi %[[COUNT]], %c-4
      // CHECK: %[[END:.*]] = arith.addi %[[L]], %[[WHOLE]]
      // CHECK: scf.for %[[K:[a-z0-9]*]] = %[[L]] to %[[END]] step %c4 {
      scf.for %k = %lower to %n step %c1 {
        // CHECK: scf.for %[[LANE:[a-z0-9]*]] = %c0 to %c4 step %c1
        // CHECK: memref.load %{{.*}}[%{{.*}}, %c2]
        %v = memref.load %a[%k, %c2] : memref<?x3xf32>
        // CHECK: arith.index_cast %{{.*}} : vector<4xindex> to vector<4xi32>
        %j = arith.index_cast %k : index to i32
        %f = arith.sitofp %j : i32 to f32
        %s = arith.addf %v, %f : f32
        // CHECK: vector.store %{{.*}}[%[[K]]]
        memref.store %s, %b[%k] : memref<?xf32>
      }
    }
  }
  return
}

// -----

// Loops outside of nests are not touched.
// CHECK-LABEL: func @outside
// CHECK-NOT: vector
func.func @outside(%b: memref<?xf32>, %n: index, %z: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    memref.store %z, %b[%k] : memref<?xf32>
  }
  return
}

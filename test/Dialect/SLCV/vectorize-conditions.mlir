// RUN: ember-opt %s --slc-vectorize=vlen=4 --canonicalize --split-input-file | FileCheck %s

// Conditions and asserts in callbacks.

// What is the same in all lanes is asserted once for all of them.
// CHECK-LABEL: func @assert
// CHECK-SAME: %[[P:[a-z0-9]*]]: i1
func.func @assert(%a: memref<?xf32>, %b: memref<?xf32>, %n: index, %p: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: slcv.for<4>
  slc.for %i = %c0 to %n step %c1 {
    %s = slc.mem_str %a[%i] : memref<?xf32>
    slc.callback {
      %e = slc.to_val %i : index
      %v = slc.to_val %s : f32
      // CHECK: cf.assert %[[P]], "expects p"
      cf.assert %p, "expects p"
      // CHECK: vector.maskedstore
      memref.store %v, %b[%e] : memref<?xf32>
    }
  }
  return
}

// -----

// A condition that is the same in all lanes stays around vector code.
// CHECK-LABEL: func @uniform
// CHECK-SAME: %[[P:[a-z0-9]*]]: i1
func.func @uniform(%a: memref<?xf32>, %b: memref<?xf32>, %n: index, %p: i1, %z: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  slc.for %i = %c0 to %n step %c1 {
    %s = slc.mem_str %a[%i] : memref<?xf32>
    slc.callback {
      // CHECK: %[[M:.*]] = slc.to_val %{{.*}} : vector<4xi1>
      %e = slc.to_val %i : index
      // CHECK: %[[V:.*]] = slc.to_val %{{.*}} : vector<4xf32>
      %v = slc.to_val %s : f32
      // CHECK: %[[R:.*]] = scf.if %[[P]] -> (vector<4xf32>) {
      %r = scf.if %p -> f32 {
        // CHECK-NEXT: vector.maskedstore %{{.*}}, %[[M]], %[[V]]
        memref.store %v, %b[%e] : memref<?xf32>
        // CHECK-NEXT: %[[D:.*]] = arith.addf %[[V]], %[[V]] : vector<4xf32>
        // CHECK-NEXT: scf.yield %[[D]]
        %d = arith.addf %v, %v : f32
        scf.yield %d : f32
      } else {
        // CHECK: %[[Z:.*]] = vector.broadcast %{{.*}} : f32 to vector<4xf32>
        // CHECK-NEXT: scf.yield %[[Z]]
        scf.yield %z : f32
      }
      // CHECK: vector.maskedstore %{{.*}}, %[[M]], %[[R]]
      memref.store %r, %b[%e] : memref<?xf32>
    }
  }
  return
}

// -----

// Where lanes differ, each branch runs for its lanes: loads and stores under the
// mask, divisions by one in the others.
// CHECK-LABEL: func @divergent
// CHECK-SAME: %[[A:[a-z0-9]*]]: memref<?xi32>, %[[B:[a-z0-9]*]]: memref<?xi32>
func.func @divergent(%a: memref<?xi32>, %b: memref<?xi32>, %n: index, %k: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  // CHECK-DAG: %[[ALL:.*]] = arith.constant dense<true> : vector<4xi1>
  // CHECK-DAG: %[[NONE:.*]] = arith.constant dense<false> : vector<4xi1>
  // CHECK-DAG: %[[ONES:.*]] = arith.constant dense<1> : vector<4xi32>
  // CHECK-DAG: %[[ZEROS:.*]] = arith.constant dense<0> : vector<4xi32>
  slc.for %i = %c0 to %n step %c1 {
    %s = slc.mem_str %a[%i] : memref<?xi32>
    slc.callback {
      // CHECK: %[[M:.*]] = slc.to_val %{{.*}} : vector<4xi1>
      // CHECK: %[[V:.*]] = slc.to_val %{{.*}} : vector<4xi32>
      %e = slc.to_val %i : index
      %v = slc.to_val %s : i32
      // CHECK: %[[C:.*]] = arith.cmpi ne, %[[V]], %[[ZEROS]]
      %c = arith.cmpi ne, %v, %z : i32
      %r = scf.if %c -> i32 {
        // A lane that is none may have poison as its condition.
        // CHECK: %[[THEN:.*]] = arith.select %[[M]], %[[C]], %[[NONE]]
        // CHECK: %[[OLD:.*]] = vector.maskedload %[[B]][%{{.*}}], %[[THEN]]
        %old = memref.load %b[%e] : memref<?xi32>
        // CHECK: %[[SAFE:.*]] = arith.select %[[THEN]], %[[V]], %[[ONES]]
        // CHECK: %[[Q:.*]] = arith.divsi %[[OLD]], %[[SAFE]]
        %q = arith.divsi %old, %v : i32
        scf.yield %q : i32
      } else {
        // CHECK: %[[NOT:.*]] = arith.xori %[[C]], %[[ALL]]
        // CHECK: %[[ELSE:.*]] = arith.select %[[M]], %[[NOT]], %[[NONE]]
        // CHECK: vector.maskedstore %[[B]][%{{.*}}], %[[ELSE]], %[[ZEROS]]
        memref.store %z, %b[%e] : memref<?xi32>
        // CHECK: %[[K:.*]] = vector.broadcast %{{.*}} : i32 to vector<4xi32>
        scf.yield %k : i32
      }
      // CHECK: %[[R:.*]] = arith.select %[[C]], %[[Q]], %[[K]]
      // CHECK: vector.maskedstore %[[B]][%{{.*}}], %[[M]], %[[R]]
      memref.store %r, %b[%e] : memref<?xi32>
    }
  }
  return
}

// -----

// An element that is the same for all lanes is read under the condition only.
// CHECK-LABEL: func @conditional_load
func.func @conditional_load(%a: memref<?xi1>, %t: memref<?xf32>, %b: memref<?xf32> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  slc.for %i = %c0 to %n step %c1 {
    %s = slc.mem_str %a[%i] : memref<?xi1>
    slc.callback {
      %e = slc.to_val %i : index
      // CHECK: %[[C:.*]] = slc.to_val %{{.*}} : vector<4xi1>
      %c = slc.to_val %s : i1
      scf.if %c {
        // CHECK: scf.for %[[LANE:[a-z0-9]*]] =
        // CHECK: %[[ACTIVE:.*]] = vector.extract %{{.*}}[%[[LANE]]] : i1 from vector<4xi1>
        // CHECK: scf.if %[[ACTIVE]]
        // CHECK: memref.load
        %v = memref.load %t[%c0] : memref<?xf32>
        // CHECK: vector.maskedstore
        memref.store %v, %b[%e] : memref<?xf32>
      }
    }
  }
  return
}

// RUN: ember-opt %s | ember-opt | FileCheck %s
// RUN: ember-opt %s --mlir-print-op-generic | ember-opt | FileCheck %s

// What is printed is what is parsed, in both forms.

// CHECK-LABEL: func @loads
func.func @loads(%a: memref<?x?xf32>, %idx: memref<?xindex>, %n: index) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  // CHECK: slcv.for<8> %[[S:.*]], %[[M:.*]] = %{{.*}} to %{{.*}} step %{{.*}} {
  slcv.for<8> %s, %m = %c0 to %n step %c3 {
    // CHECK-NEXT: slcv.mem_str<8> %{{.*}}[%{{.*}}, %[[S]]] lanes [0, 3] mask %[[M]] : memref<?x?xf32>
    %unit = slcv.mem_str<8> %a[%c0, %s] lanes [0, 3] mask %m : memref<?x?xf32>
    // CHECK-NEXT: slcv.mem_str<8> %{{.*}}[%[[S]], %{{.*}}] lanes [-1, 0] mask %[[M]] {hint = #slc.hint<level = l2, temporal = false>} : memref<?x?xf32>
    %column = slcv.mem_str<8> %a[%s, %c0] lanes [-1, 0] mask %m {hint = #slc.hint<level = l2, temporal = false>} : memref<?x?xf32>
    // CHECK-NEXT: %[[ROWS:.*]] = slcv.mem_str<8> %{{.*}}[%[[S]]] lanes [3] mask %[[M]] : memref<?xindex>
    %rows = slcv.mem_str<8> %idx[%s] lanes [3] mask %m : memref<?xindex>
    // CHECK-NEXT: slcv.mem_str<8> %{{.*}}[%[[ROWS]], %{{.*}}] lanes [0, 0] mask %[[M]] : memref<?x?xf32>
    %gathered = slcv.mem_str<8> %a[%rows, %c0] lanes [0, 0] mask %m : memref<?x?xf32>
    // CHECK-NEXT: slcv.lane_str<8> %[[S]] by -3 : index
    %lanes = slcv.lane_str<8> %s by -3 : index
    // CHECK-NEXT: slc.callback {
    slc.callback {
      // CHECK-NEXT: slc.to_val %[[M]] : vector<8xi1>
      %mask = slc.to_val %m : vector<8xi1>
    }
  }
  return
}

// CHECK-LABEL: func @most_and_fewest_lanes
func.func @most_and_fewest_lanes(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: slcv.for<2>
  slcv.for<2> %s, %m = %c0 to %n step %c1 {
  }
  // CHECK: slcv.for<64>
  slcv.for<64> %s, %m = %c0 to %n step %c1 {
  }
  return
}

// CHECK-LABEL: func @carried
func.func @carried(%a: memref<?xf32>, %n: index, %init: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: slcv.for<4> %[[S:.*]], %[[M:.*]] = {{.*}} iter_args(%[[ACC:.*]] = %{{.*}}) -> (f32) {
  %r = slcv.for<4> %s, %m = %c0 to %n step %c1 iter_args(%acc = %init) -> (f32) {
    %v = slcv.mem_str<4> %a[%s] lanes [1] mask %m : memref<?xf32>
    // CHECK: %[[NEXT:.*]] = slc.callback -> (f32)
    %next = slc.callback -> (f32) {
      %x = slc.to_val %v : vector<4xf32>
      %sum = vector.reduction <add>, %x, %acc : vector<4xf32> into f32
      slc.yield %sum : f32
    }
    // CHECK: slc.yield %[[NEXT]] : f32
    slc.yield %next : f32
  }
  return %r : f32
}

// Runs of vectors, and of scalars, with what outer loops define.
// CHECK-LABEL: func @runs
func.func @runs(%a: memref<?xf32>, %n: index, %init: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: slc.for %[[I:.*]] =
  slc.for %i = %c0 to %n step %c1 {
    // CHECK: slcv.for<8> %[[S:.*]], %[[M:.*]] =
    slcv.for<8> %s, %m = %c0 to %n step %c1 {
      // CHECK-NEXT: slcv.callback<16> (%[[LENGTH:.*]]) {
      slcv.callback<16> (%length) {
        // CHECK-NEXT: slc.to_val %[[I]] : index
        %row = slc.to_val %i : index
        // CHECK-NEXT: scf.for %[[K:.*]] = %{{.*}} to %[[LENGTH]]
        scf.for %k = %c0 to %length step %c1 {
          // CHECK-NEXT: slcv.buf_str %[[S]][%[[K]]] : index
          %e = slcv.buf_str %s[%k] : index
          // CHECK-NEXT: slcv.buf_str %[[M]][%[[K]]] : vector<8xi1>
          %mask = slcv.buf_str %m[%k] : vector<8xi1>
        }
      }
    }
  }
  // CHECK: slc.for {{.*}} iter_args(%[[ACC:.*]] = %{{.*}}) -> (index)
  %r = slc.for %i = %c0 to %n step %c1 iter_args(%acc = %init) -> (index) {
    // CHECK: %[[NEXT:.*]] = slcv.callback<1> (%[[LENGTH:.*]]) -> (index) {
    %next = slcv.callback<1> (%length) -> (index) {
      %sum = arith.addi %acc, %length : index
      // CHECK: slc.yield
      slc.yield %sum : index
    // CHECK-NEXT: } {ember.note = "kept"}
    } {ember.note = "kept"}
    // CHECK-NEXT: slc.yield %[[NEXT]] : index
    slc.yield %next : index
  }
  return %r : index
}

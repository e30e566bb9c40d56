// RUN: ember-opt %s --slc-vectorize="vlen=4 lanes-in-order" --split-input-file --remarks-filter=".*" --verify-diagnostics -o %t
// RUN: FileCheck %s < %t

// Streams in vectors, code for one lane after the other.

// Columns may occur more than once in one vector.
// CHECK-LABEL: func @scatter
// CHECK-SAME: %{{.*}}: memref<?xindex>, %[[V:[a-z0-9]*]]: memref<?xf32>, %[[B:[a-z0-9]*]]: memref<?xf32>
func.func @scatter(%idx: memref<?xindex>, %v: memref<?xf32>, %b: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: slcv.for<4> %[[S:.*]], %[[M:.*]] =
  // expected-remark-re @+1 {{[Missed] LanesInOrder | Category:vectorise | Reason="'memref.store' at {{.*}}vectorize-in-order.mlir:38:7 may store to one element in several lanes"}}
  slc.for %i = %c0 to %n step %c1 {
    // CHECK-NEXT: %[[COLUMNS:.*]] = slcv.mem_str<4>
    // CHECK-NEXT: %[[VALUES:.*]] = slcv.mem_str<4> %[[V]]
    %s = slc.mem_str %idx[%i] : memref<?xindex>
    %t = slc.mem_str %v[%i] : memref<?xf32>
    // CHECK-NEXT: slc.callback {
    slc.callback {
      // CHECK-NEXT: %[[MASK:.*]] = slc.to_val %[[M]] : vector<4xi1>
      // CHECK-NEXT: %[[BITS:.*]] = vector.bitcast %[[MASK]] : vector<4xi1> to vector<1xi4>
      // CHECK-NEXT: %[[NUMBER:.*]] = vector.extract %[[BITS]][0] : i4 from vector<1xi4>
      // CHECK-NEXT: %[[COUNT4:.*]] = math.ctpop %[[NUMBER]] : i4
      // CHECK-NEXT: %[[COUNT:.*]] = arith.index_castui %[[COUNT4]] : i4 to index
      // CHECK-DAG: %[[XV:.*]] = slc.to_val %[[VALUES]] : vector<4xf32>
      // CHECK-DAG: %[[JV:.*]] = slc.to_val %[[COLUMNS]] : vector<4xindex>
      // CHECK: scf.for %[[LANE:[a-z0-9]*]] = %{{.*}} to %[[COUNT]] step
      // CHECK-DAG: %[[X:.*]] = vector.extract %[[XV]][%[[LANE]]] : f32 from vector<4xf32>
      // CHECK-DAG: %[[J:.*]] = vector.extract %[[JV]][%[[LANE]]] : index from vector<4xindex>
      %j = slc.to_val %s : index
      %x = slc.to_val %t : f32
      // CHECK: %[[OLD:.*]] = memref.load %[[B]][%[[J]]]
      %old = memref.load %b[%j] : memref<?xf32>
      // CHECK: %[[SUM:.*]] = arith.addf %[[OLD]], %[[X]] : f32
      %sum = arith.addf %old, %x : f32
      // CHECK: memref.store %[[SUM]], %[[B]][%[[J]]]
      memref.store %sum, %b[%j] : memref<?xf32>
    }
  }
  return
}

// -----

// A prefix sum: the loop over the lanes carries what the callback computes.
// CHECK-LABEL: func @prefix_sum
func.func @prefix_sum(%a: memref<?xf32>, %b: memref<?xf32>, %n: index, %z: f32, %p: i1) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  // CHECK: %[[R:.*]]:2 = slcv.for<4> {{.*}} iter_args(%[[ACC:.*]] = %{{.*}}, %[[SAME:.*]] = %{{.*}}) -> (f32, f32) {
  // expected-remark @+1 {{[Missed] LanesInOrder | Category:vectorise | Reason="it carries a value from iteration to iteration that is no reduction"}}
  %r:2 = slc.for %i = %c0 to %n step %c3 iter_args(%acc = %z, %same = %z) -> (f32, f32) {
    %s = slc.mem_str %a[%i] : memref<?xf32>
    // CHECK: %[[NEXT:.*]] = slc.callback -> (f32) {
    %next = slc.callback -> (f32) {
      // CHECK: %[[FIRST:.*]] = slc.to_val %{{.*}} : index
      %e = slc.to_val %i : index
      // CHECK: %[[EACH:.*]] = scf.for %[[LANE:[a-z0-9]*]] = {{.*}} iter_args(%[[IN:.*]] = %[[ACC]]) -> (f32) {
      // CHECK: %[[BY:.*]] = arith.constant 3 : index
      // CHECK: %[[OFFSET:.*]] = arith.muli %[[LANE]], %[[BY]]
      // CHECK: %[[E:.*]] = arith.addi %[[FIRST]], %[[OFFSET]]
      // CHECK: %[[SUM:.*]] = scf.if
      %sum = scf.if %p -> f32 {
        %v = slc.to_val %s : f32
        // CHECK: arith.addf %[[IN]], %{{.*}} : f32
        %x = arith.addf %acc, %v : f32
        scf.yield %x : f32
      } else {
        scf.yield %same : f32
      }
      // CHECK: memref.store %[[SUM]], %{{.*}}[%[[E]]]
      memref.store %sum, %b[%e] : memref<?xf32>
      // CHECK: scf.yield %[[SUM]]
      // CHECK: slc.yield %[[EACH]]
      slc.yield %sum : f32
    }
    // CHECK: slc.yield %[[NEXT]], %[[SAME]]
    slc.yield %next, %same : f32, f32
  }
  return %r#0, %r#1 : f32, f32
}

// -----

// Values that change places would be those of the wrong lane; vectors that
// nothing is loaded into gain nothing.
// CHECK-LABEL: func @refused
// CHECK-NOT: slcv.for
func.func @refused(%a: memref<?xf32>, %b: memref<?xindex>, %n: index, %z: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark @+1 {{[Missed] NotVectorised | Category:vectorise | Reason="it carries a value from iteration to iteration that is no reduction; nor can lanes run in order: it carries a value that its callback does not compute"}}
  %r:2 = slc.for %i = %c0 to %n step %c1 iter_args(%x = %z, %y = %z) -> (f32, f32) {
    %s = slc.mem_str %a[%i] : memref<?xf32>
    %next = slc.callback -> (f32) {
      %v = slc.to_val %s : f32
      slc.yield %v : f32
    }
    slc.yield %y, %next : f32, f32
  }
  // expected-remark-re @+1 {{[Missed] NotVectorised | Category:vectorise | Reason="'memref.store' at {{.*}}vectorize-in-order.mlir:107:7 stores to the same element in every lane; nor can lanes run in order: it loads nothing that has lanes"}}
  slc.for %i = %c0 to %n step %c1 {
    slc.callback {
      %e = slc.to_val %i : index
      memref.store %e, %b[%c0] : memref<?xindex>
    }
  }
  return %r#0 : f32
}

// -----

// The elements of all lanes are read before the code of the first one runs: a
// fault of a lane would come before the asserts of those before it.
// CHECK-LABEL: func @asserted
// CHECK-NOT: slcv.for
func.func @asserted(%idx: memref<?xindex>, %b: memref<?xf32>, %n: index, %x: f32, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark-re @+1 {{[Missed] NotVectorised | Category:vectorise | Reason="'cf.assert' at {{.*}}vectorize-in-order.mlir:128:7 asserts what differs from lane to lane; nor can lanes run in order: it has an assert, which comes before the faults of the lanes behind"}}
  slc.for %i = %c0 to %n step %c1 {
    %s = slc.mem_str %idx[%i] : memref<?xindex>
    slc.callback {
      %j = slc.to_val %s : index
      %ok = arith.cmpi ult, %j, %m : index
      cf.assert %ok, "expects a column"
      memref.store %x, %b[%j] : memref<?xf32>
    }
  }
  return
}

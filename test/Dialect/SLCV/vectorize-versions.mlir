// RUN: ember-opt %s --slc-vectorize=vlen=4 --split-input-file | FileCheck %s
// RUN: ember-opt %s --slc-vectorize="vlen=4 alias-checks=assume-none" --split-input-file | FileCheck %s --check-prefix=ASSUME
// RUN: ember-opt %s --slc-vectorize="vlen=4 alias-checks=refuse" --split-input-file --remarks-filter=".*" --verify-diagnostics | FileCheck %s --check-prefix=REFUSE

// Two versions of a nest, and a check that chooses.

// Two outputs that may be one array. The inputs are nowhere written.
// CHECK-LABEL: func @outputs
// CHECK-SAME: %{{.*}}: memref<?xf32>, %[[O:[a-z0-9]*]]: memref<?xf32>, %[[P:[a-z0-9]*]]: memref<?xf32>, %{{.*}}: index, %[[Z:[a-z0-9]*]]: f32
// CHECK-DAG: memref.extract_aligned_pointer_as_index %[[O]]
// CHECK-DAG: memref.extract_aligned_pointer_as_index %[[P]]
// CHECK: %[[R:.*]] = scf.if %{{.*}} -> (f32) {
// CHECK-NEXT: slc.fallback
// CHECK-NEXT: %[[SLOW:.*]] = slc.for
// CHECK: memref.store %{{.*}}, %[[O]]
// CHECK: memref.store %{{.*}}, %[[P]]
// CHECK: scf.yield %[[SLOW]] : f32
// CHECK: } else {
// CHECK: %[[D:.*]]:2 = memref.distinct_objects %[[P]], %[[O]]
// CHECK: %[[FAST:.*]] = slcv.for<4>
// CHECK: vector.maskedstore %[[D]]#1
// CHECK: vector.maskedstore %[[D]]#0
// CHECK: scf.yield %[[FAST]] : f32
// CHECK: return %[[R]]

// ASSUME-LABEL: func @outputs
// ASSUME-NOT: scf.if
// ASSUME: memref.distinct_objects
// ASSUME: slcv.for<4>

// REFUSE-LABEL: func @outputs
// REFUSE-NOT: slcv.for
func.func @outputs(%a: memref<?xf32>, %o: memref<?xf32>, %p: memref<?xf32>, %n: index, %z: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark-re @+1 {{[Missed] NotVectorised | Category:vectorise | Reason="'memref.store' at {{.*}}vectorize-versions.mlir:42:7 writes what 'memref.store' at {{.*}}vectorize-versions.mlir:44:7 may access in another lane, and a check at run time is not allowed; alias-checks=runtime allows it"}}
  %r = slc.for %i = %c0 to %n step %c1 iter_args(%acc = %z) -> (f32) {
    %s = slc.mem_str %a[%i] : memref<?xf32>
    %next = slc.callback -> (f32) {
      %e = slc.to_val %i : index
      %v = slc.to_val %s : f32
      memref.store %v, %o[%e] : memref<?xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %p[%e] : memref<?xf32>
      %x = arith.addf %acc, %v : f32
      slc.yield %x : f32
    }
    slc.yield %next : f32
  }
  return %r : f32
}

// -----

// A stride that may be 0: all lanes would be one element.
// CHECK-LABEL: func @distance
// CHECK: %{{.*}}, %{{.*}}, %{{.*}}, %[[STRIDES:.*]]:2 = memref.extract_strided_metadata
// CHECK: %[[STEP:.*]] = arith.muli %[[STRIDES]]#1, %{{.*}} : index
// CHECK: %[[SUM:.*]] = arith.addi %{{.*}}, %[[STEP]]
// CHECK: %[[SAME:.*]] = arith.cmpi eq, %[[SUM]], %{{.*}}
// CHECK: scf.if %[[SAME]] {
// CHECK: slc.for
// CHECK: } else {
// CHECK: slcv.for<4>

// ASSUME-LABEL: func @distance
// ASSUME: scf.if
// ASSUME: slcv.for<4>

// REFUSE-LABEL: func @distance
// REFUSE-NOT: slcv.for
func.func @distance(%a: memref<?xf32>, %o: memref<?x?xf32, strided<[?, ?]>>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark-re @+1 {{[Missed] NotVectorised | Category:vectorise | Reason="'memref.store' at {{.*}}vectorize-versions.mlir:83:7 may store to one element in several lanes, and a check at run time is not allowed; alias-checks=runtime allows it"}}
  slc.for %i = %c0 to %n step %c1 {
    %s = slc.mem_str %a[%i] : memref<?xf32>
    slc.callback {
      %e = slc.to_val %i : index
      %v = slc.to_val %s : f32
      %old = memref.load %o[%n, %e] : memref<?x?xf32, strided<[?, ?]>>
      %w = arith.addf %v, %old : f32
      memref.store %w, %o[%n, %e] : memref<?x?xf32, strided<[?, ?]>>
    }
  }
  return
}

// -----

// What is proven is not checked.
// CHECK-LABEL: func @proven
// REFUSE-LABEL: func @proven
// CHECK-NOT: scf.if
// CHECK: slcv.for<4>
func.func @proven(%a: memref<?xf32>, %o: memref<?xf32> {llvm.noalias}, %p: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark @+1 {{[Passed] Vectorised | Category:vectorise | Lanes=4}}
  slc.for %i = %c0 to %n step %c1 {
    %s = slc.mem_str %a[%i] : memref<?xf32>
    slc.callback {
      %e = slc.to_val %i : index
      %v = slc.to_val %s : f32
      memref.store %v, %o[%e] : memref<?xf32>
      memref.store %v, %p[%e] : memref<?xf32>
    }
  }
  return
}

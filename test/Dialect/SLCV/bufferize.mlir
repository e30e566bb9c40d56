// RUN: ember-opt %s --slcv-bufferize=chunk=16 --split-input-file --remarks-filter=".*" -o %t 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s --input-file=%t
// RUN: ember-opt %s --slcv-bufferize --split-input-file | FileCheck %s --check-prefix=DEFAULT
// RUN: ember-opt %s --slcv-bufferize=queue-bytes=256 --split-input-file | FileCheck %s --check-prefix=SMALL

// One callback for each run. What the loop's body defines has an element for each
// iteration, what is of outer loops is read once. Of the masks only the last can
// have false lanes.

// REMARK: :[[#@LINE+9]]:5: remark: [Passed] Bufferised | Category:bufferise | Chunk=16
// CHECK-LABEL: func @rows
// DEFAULT-LABEL: func @rows
// SMALL-LABEL: func @rows
func.func @rows(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: slc.for %[[O:.*]] =
  slc.for %o = %c0 to %n step %c1 {
    slcv.for<8> %i, %m = %c0 to %n step %c1 {
      // CHECK: slcv.for<8> %[[S:.*]], %[[M:.*]] =
      // CHECK-NEXT: %[[SV:.*]] = slcv.mem_str
      %s = slcv.mem_str<8> %a[%o, %i] lanes [0, 1] mask %m : memref<?x?xf32>
      // 64 elements are too many for a quarter of a small queue.
      // DEFAULT: slcv.callback<64>
      // SMALL: slcv.callback<1>
      // CHECK-NEXT: slcv.callback<16> (%[[LENGTH:.*]]) {
      // CHECK-NEXT: %[[C0:.*]] = arith.constant 0
      // CHECK-NEXT: %[[C1:.*]] = arith.constant 1
      // CHECK-NEXT: %[[ROW:.*]] = slc.to_val %[[O]] : index
      // CHECK-NEXT: %[[LAST:.*]] = arith.subi %[[LENGTH]], %[[C1]]
      // CHECK-NEXT: %[[MLAST:.*]] = slcv.buf_str %[[M]][%[[LAST]]] : vector<8xi1>
      // CHECK-NEXT: %[[ISFULL:.*]] = vector.reduction <and>, %[[MLAST]]
      // CHECK-NEXT: %[[FULL:.*]] = arith.select %[[ISFULL]], %[[LENGTH]], %[[LAST]]
      // CHECK-NEXT: %[[ALL:.*]] = arith.constant dense<true> : vector<8xi1>
      // CHECK-NEXT: scf.for %[[K:.*]] = %[[C0]] to %[[FULL]] step %[[C1]] {
      // CHECK-NEXT: %[[E:.*]] = slcv.buf_str %[[S]][%[[K]]] : index
      // CHECK-NEXT: %[[V:.*]] = slcv.buf_str %[[SV]][%[[K]]] : vector<8xf32>
      // CHECK-NEXT: vector.maskedstore %{{.*}}[%[[ROW]], %[[E]]], %[[ALL]], %[[V]]
      // CHECK-NEXT: }
      // CHECK-NEXT: scf.for %[[K:.*]] = %[[FULL]] to %[[LENGTH]] step %[[C1]] {
      // CHECK-NEXT: %[[MASK:.*]] = slcv.buf_str %[[M]][%[[K]]] : vector<8xi1>
      // CHECK-NEXT: %[[E:.*]] = slcv.buf_str %[[S]][%[[K]]] : index
      // CHECK-NEXT: %[[V:.*]] = slcv.buf_str %[[SV]][%[[K]]] : vector<8xf32>
      // CHECK-NEXT: vector.maskedstore %{{.*}}[%[[ROW]], %[[E]]], %[[MASK]], %[[V]]
      // CHECK-NEXT: }
      slc.callback {
        %row = slc.to_val %o : index
        %mask = slc.to_val %m : vector<8xi1>
        %e = slc.to_val %i : index
        %v = slc.to_val %s : vector<8xf32>
        vector.maskedstore %b[%row, %e], %mask, %v : memref<?x?xf32>, vector<8xi1>, vector<8xf32>
      }
    }
  }
  return
}

// -----

// Two iteration values, of which one is handed on unchanged, and one is set to
// the other.
// REMARK: remark: [Passed] Bufferised | Category:bufferise | Chunk=16
// CHECK-LABEL: func @carried
func.func @carried(%a: memref<?xf32>, %n: index, %z: f32) -> (f32, f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: slc.for %[[I:.*]] = {{.*}} iter_args(%[[X:.*]] = %{{.*}}, %[[SAME:.*]] = %{{.*}}, %[[Y:.*]] = %{{.*}})
  %r:3 = slc.for %i = %c0 to %n step %c1 iter_args(%x = %z, %same = %z, %y = %z) -> (f32, f32, f32) {
    // CHECK-NEXT: %[[S:.*]] = slc.mem_str
    %s = slc.mem_str %a[%i] : memref<?xf32>
    // CHECK-NEXT: %[[NEXT:.*]]:2 = slcv.callback<16> (%[[LENGTH:.*]]) -> (f32, f32) {
    %next:2 = slc.callback -> (f32, f32) {
      // CHECK: %[[R:.*]]:2 = scf.for %[[K:.*]] = %{{.*}} to %[[LENGTH]] step %{{.*}} iter_args(%[[IX:.*]] = %[[X]], %[[IY:.*]] = %[[Y]]) -> (f32, f32) {
      // CHECK-NEXT: %[[V:.*]] = slcv.buf_str %[[S]][%[[K]]] : f32
      %v = slc.to_val %s : f32
      // CHECK-NEXT: %[[Z:.*]] = arith.addf %[[IY]], %[[V]]
      %0 = arith.addf %y, %v : f32
      // CHECK-NEXT: %[[W:.*]] = arith.mulf %[[Z]], %[[SAME]]
      %1 = arith.mulf %0, %same : f32
      // CHECK-NEXT: scf.yield %[[W]], %[[IX]] : f32, f32
      slc.yield %1, %x : f32, f32
    }
    // CHECK: slc.yield %[[R]]#0, %[[R]]#1 : f32, f32
    // CHECK: slc.yield %[[NEXT]]#0, %[[SAME]], %[[NEXT]]#1
    slc.yield %next#0, %same, %next#1 : f32, f32, f32
  }
  return %r#0, %r#1, %r#2 : f32, f32, f32
}

// -----

// The full vectors of a run hand the sum on to the rest.
// REMARK: remark: [Passed] Bufferised | Category:bufferise | Chunk=16
// CHECK-LABEL: func @sum
func.func @sum(%a: memref<?xf32>, %n: index, %z: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: slcv.for<8> {{.*}} iter_args(%[[X:.*]] = %{{.*}}) -> (f32) {
  %r = slcv.for<8> %i, %m = %c0 to %n step %c1 iter_args(%x = %z) -> (f32) {
    %s = slcv.mem_str<8> %a[%i] lanes [1] mask %m : memref<?xf32>
    // CHECK: %[[WHOLE:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %[[X]]) -> (f32) {
    // CHECK: %[[SUM:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %[[WHOLE]]) -> (f32) {
    // CHECK: slc.yield %[[SUM]] : f32
    %next = slc.callback -> (f32) {
      %mask = slc.to_val %m : vector<8xi1>
      %v = slc.to_val %s : vector<8xf32>
      %none = arith.constant dense<-0.0> : vector<8xf32>
      %active = arith.select %mask, %v, %none : vector<8xi1>, vector<8xf32>
      %0 = vector.reduction <add>, %active, %x : vector<8xf32> into f32
      slc.yield %0 : f32
    }
    slc.yield %next : f32
  }
  return %r : f32
}

// -----

// The last element, read by nothing but the yield.
// REMARK: remark: [Passed] Bufferised | Category:bufferise | Chunk=16
// CHECK-LABEL: func @last
func.func @last(%a: memref<?xf32>, %n: index, %z: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = slc.for %i = %c0 to %n step %c1 iter_args(%x = %z) -> (f32) {
    // CHECK: %[[S:.*]] = slc.mem_str
    %s = slc.mem_str %a[%i] : memref<?xf32>
    // CHECK: scf.for %[[K:.*]] = {{.*}} iter_args
    // CHECK-NEXT: %[[V:.*]] = slcv.buf_str %[[S]][%[[K]]] : f32
    // CHECK-NEXT: scf.yield %[[V]] : f32
    %next = slc.callback -> (f32) {
      %v = slc.to_val %s : f32
      slc.yield %v : f32
    }
    slc.yield %next : f32
  }
  return %r : f32
}

// -----

// Bounds that are streams; callbacks before and behind the loop are no runs.
// REMARK: remark: [Passed] Bufferised | Category:bufferise | Chunk=16
// CHECK-LABEL: func @around
func.func @around(%ptr: memref<?xindex>, %b: memref<?xindex>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  slc.for %o = %c0 to %n step %c1 {
    // CHECK: %[[END:.*]] = slc.mem_str
    %end = slc.mem_str %ptr[%o] : memref<?xindex>
    // CHECK: slc.callback {
    slc.callback {
      %e = slc.to_val %o : index
      memref.store %e, %b[%e] : memref<?xindex>
    }
    // CHECK: slc.for %{{.*}} = %c0 to %[[END]]
    // CHECK-NEXT: slcv.callback<16>
    slc.for %i = %c0 to %end step %c1 {
      slc.callback {
        %e = slc.to_val %i : index
        memref.store %e, %b[%e] : memref<?xindex>
      }
    }
    // CHECK: slc.callback {
    slc.callback {
      %e = slc.to_val %o : index
      memref.store %e, %b[%e] : memref<?xindex>
    }
  }
  return
}

// -----

// REMARK: :[[#@LINE+6]]:3: remark: [Missed] NotBufferised | Category:bufferise | Reason="it has more than one callback"
// CHECK-LABEL: func @two_callbacks
// CHECK-NOT: slcv.callback
func.func @two_callbacks(%b: memref<?xindex>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  slc.for %i = %c0 to %n step %c1 {
    slc.callback {
      %e = slc.to_val %i : index
      memref.store %e, %b[%e] : memref<?xindex>
    } {first}
    slc.callback {
      %e = slc.to_val %i : index
      memref.store %e, %b[%e] : memref<?xindex>
    } {second}
  }
  return
}

// -----

// REMARK: :[[#@LINE+4]]:3: remark: [Missed] NotBufferised {{.*}}Reason="it has no callback"
func.func @no_callback(%n: index, %a: memref<?xf32>, %b: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  slc.for %i = %c0 to %n step %c1 {
    %s = slc.mem_str %a[%i] : memref<?xf32>
    slc.store_str %s, %b[%i] : memref<?xf32>
  }
  return
}

// -----

// REMARK: :[[#@LINE+6]]:3: remark: [Missed] NotBufferised {{.*}}Reason="its callback takes runs already"
// CHECK-LABEL: func @runs
// CHECK: slcv.callback<3>
func.func @runs(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  slc.for %i = %c0 to %n step %c1 {
    slcv.callback<3> (%length) {
    }
  }
  return
}

// -----

// REMARK: :[[#@LINE+6]]:10: remark: [Missed] NotBufferised {{.*}}Reason="it carries a value that its callback does not compute"
// CHECK-LABEL: func @swapped
// CHECK-NOT: slcv.callback
func.func @swapped(%n: index, %x: f32, %y: f32) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = slc.for %i = %c0 to %n step %c1 iter_args(%p = %x, %q = %y) -> (f32, f32) {
    slc.callback {
    }
    slc.yield %q, %p : f32, f32
  }
  return %r#0, %r#1 : f32, f32
}

// RUN: ember-opt %s --slc-align-queue --split-input-file --remarks-filter=".*" -o %t 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s --input-file=%t

// Bounds that do not change in the nest: the variable goes through all loops. The
// loop around an innermost one keeps its variable in the records.

// A record has the row, 16 bytes of mask and variable and 32 of floats before.
// REMARK: remark: [Passed] Aligned | Category:align | BytesAfter=40, BytesBefore=49
// CHECK-LABEL: func @invariant
// CHECK-SAME: %[[N:[^:]*]]: index
func.func @invariant(%n: index, %a: memref<?x?xf32>, %b: memref<?x?xf32>, %full_vectors: memref<?xindex>) {
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  // What is left of the row is counted.
  // CHECK: %[[ALL:.*]] = arith.subi %[[N]], %c5
  // CHECK: slc.for %[[O:.*]] = {{.*}} iter_args(%[[F0:.*]] = %[[ALL]]) -> (index) {
  slc.for %o = %c1 to %n step %c1 {
    // CHECK-NEXT: %[[INNER:.*]] = slcv.for<8> %[[S:.*]], %[[M:.*]] = %c5 to %[[N]] step %c1 iter_args(%[[LEFT:.*]] = %[[F0]]) -> (index) {
    slcv.for<8> %i, %m = %c5 to %n step %c1 {
      %s = slcv.mem_str<8> %a[%o, %i] lanes [0, 1] mask %m : memref<?x?xf32>
      // CHECK: %[[NEXT:.*]] = slcv.callback<16> (%[[LENGTH:.*]]) -> (index) {
      // CHECK-NEXT: %[[FIRST:.*]] = arith.subi %[[N]], %[[LEFT]]
      slcv.callback<16> (%length) {
        %c0_0 = arith.constant 0 : index
        %c1_0 = arith.constant 1 : index
        // CHECK: slc.to_val %[[O]] : index
        %row = slc.to_val %o : index
        // CHECK-NOT: slcv.buf_str %[[M]]
        // CHECK-NOT: slcv.buf_str %[[S]]
        // Whether a mask is full is known without it.
        // CHECK: %[[HERE:.*]] = arith.subi %[[LEFT]], %{{.*}}
        // CHECK: %[[C7:.*]] = arith.constant 7
        // CHECK: %[[ISFULL:.*]] = arith.cmpi ugt, %[[HERE]], %[[C7]]
        // CHECK-NOT: vector.create_mask
        // CHECK: arith.select %[[ISFULL]], %[[LENGTH]],
        %last = arith.subi %length, %c1_0 : index
        %mask_last = slcv.buf_str %m[%last] : vector<8xi1>
        %is_full = vector.reduction <and>, %mask_last : vector<8xi1> into i1
        %full = arith.select %is_full, %length, %last : index
        // CHECK: scf.for %[[K:.*]] =
        // CHECK-NOT: slcv.buf_str %[[M]]
        // CHECK-NOT: slcv.buf_str %[[S]]
        // CHECK: %[[LANES:.*]] = arith.minui %{{.*}}, %c8
        // CHECK: %[[TAIL:.*]] = vector.create_mask %[[LANES]]
        // CHECK: %[[E:.*]] = arith.addi %[[FIRST]], %{{.*}}
        // CHECK: vector.maskedstore %{{.*}}[%{{.*}}, %[[E]]], %[[TAIL]],
        memref.store %full, %full_vectors[%row] : memref<?xindex>
        scf.for %k = %c0_0 to %length step %c1_0 {
          %mask = slcv.buf_str %m[%k] : vector<8xi1>
          %e = slcv.buf_str %i[%k] : index
          %v = slcv.buf_str %s[%k] : vector<8xf32>
          vector.maskedstore %b[%row, %e], %mask, %v : memref<?x?xf32>, vector<8xi1>, vector<8xf32>
        }
        // It is set back at the end of the row.
        // CHECK: %[[C8:.*]] = arith.constant 8
        // CHECK: %[[DONE:.*]] = arith.muli %[[LENGTH]], %[[C8]]
        // CHECK: %[[REST:.*]] = arith.subi %[[LEFT]], %[[DONE]]
        // CHECK: %[[END:.*]] = arith.cmpi uge, %[[DONE]], %[[LEFT]]
        // CHECK: %[[SET:.*]] = arith.select %[[END]], %[[ALL]], %[[REST]]
        // CHECK: slc.yield %[[SET]] : index
      }
      // CHECK: slc.yield %[[NEXT]] : index
    }
    // CHECK: slc.yield %[[INNER]] : index
  }
  return
}

// -----

// Bounds that change: they are sent where the loop begins. The step counts.
// REMARK: remark: [Passed] Aligned
// CHECK-LABEL: func @ragged
// CHECK-SAME: %[[N:[a-z0-9]*]]: index)
func.func @ragged(%ptr: memref<?xindex>, %b: memref<?xindex>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  slc.for %o = %c0 to %n step %c1 {
    // CHECK: %[[BEGIN:.*]] = slc.mem_str
    %begin = slc.mem_str %ptr[%o] : memref<?xindex>
    // CHECK: %[[ALL:.*]] = slc.callback -> (index) {
    // CHECK-NEXT: %[[LOWER:.*]] = slc.to_val %[[BEGIN]] : index
    // CHECK-NEXT: %[[SPAN:.*]] = arith.subi %[[N]], %[[LOWER]]
    // CHECK-NEXT: slc.yield %[[SPAN]] : index
    // CHECK: slc.for %[[I:.*]] = %[[BEGIN]] to %{{.*}} step %c3 iter_args(%[[LEFT:.*]] = %[[ALL]]) -> (index)
    slc.for %i = %begin to %n step %c3 {
      // CHECK: slcv.callback<16> (%[[LENGTH:.*]]) -> (index)
      // CHECK-NEXT: %[[FIRST:.*]] = arith.subi %[[N]], %[[LEFT]]
      slcv.callback<16> (%length) {
        %c0_0 = arith.constant 0 : index
        %c1_0 = arith.constant 1 : index
        // CHECK: scf.for %[[K:.*]] =
        scf.for %k = %c0_0 to %length step %c1_0 {
          // CHECK: %[[C3:.*]] = arith.constant 3
          // CHECK: %[[OFFSET:.*]] = arith.muli %[[K]], %[[C3]]
          // CHECK: %[[E:.*]] = arith.addi %[[FIRST]], %[[OFFSET]]
          %e = slcv.buf_str %i[%k] : index
          // CHECK: memref.store %[[E]], %{{.*}}[%[[E]]]
          memref.store %e, %b[%e] : memref<?xindex>
        }
        // CHECK-NOT: arith.select
        // CHECK: %[[REST:.*]] = arith.subi %[[LEFT]], %{{.*}}
        // CHECK-NEXT: slc.yield %[[REST]] : index
      }
    }
  }
  return
}

// -----

// A loop around other loops counts at the end of each iteration; it is directly
// around an innermost one only where there is an event at its end already.
// CHECK-LABEL: func @outer
func.func @outer(%b: memref<?xindex>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  // CHECK: slc.for %{{.*}} = %c0 to %{{.*}} step %c2 iter_args(%[[X:.*]] = %c0) -> (index) {
  slc.for %x = %c0 to %n step %c2 {
    // CHECK: slc.for %[[Y:.*]] = %c0 to %{{.*}} step %c1 {
    // REMARK: :[[#@LINE+1]]:5: remark: [Missed] NotAligned | Category:align | Reason="what it counts stays in the queue: an event for each of its iterations would cost more than sending it with each run"
    slc.for %y = %c0 to %n step %c1 {
      slc.for %z = %c0 to %n step %c1 {
        // CHECK: slc.callback {
        slc.callback {
          // CHECK-NEXT: %[[J:.*]] = slc.to_val %[[Y]] : index
          %i = slc.to_val %x : index
          %j = slc.to_val %y : index
          // CHECK-NEXT: memref.store %[[J]], %{{.*}}[%[[X]]]
          memref.store %j, %b[%i] : memref<?xindex>
        }
      }
    }
    // CHECK: %[[NEXT:.*]] = slc.callback -> (index) {
    // CHECK-NEXT: %[[R:.*]] = arith.addi %[[X]], %c2
    // CHECK-NEXT: slc.yield %[[R]] : index
    // CHECK: slc.yield %[[NEXT]] : index
  }
  return
}

// -----

// Nothing to do: no variable is read, the innermost callback takes no runs, or
// the core cannot count.
// CHECK-LABEL: func @nothing
func.func @nothing(%a: memref<?xf32>, %b: memref<?xindex>, %n: index, %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK-NOT: iter_args
  // REMARK: :[[#@LINE+1]]:3: remark: [Passed] Aligned | Category:align | BytesAfter=4, BytesBefore=4
  slc.for %i = %c0 to %n step %c1 {
    %s = slc.mem_str %a[%i] : memref<?xf32>
    slc.callback {
      %v = slc.to_val %s : f32
    }
  }
  // REMARK: :[[#@LINE+1]]:3: remark: [Missed] NotAligned {{.*}}: it takes no runs"
  slc.for %i = %c0 to %n step %c1 {
    slc.callback {
      %e = slc.to_val %i : index
      memref.store %e, %b[%e] : memref<?xindex>
    }
  }
  // REMARK: :[[#@LINE+1]]:3: remark: [Missed] NotAligned {{.*}}: its step is not constant"
  slc.for %i = %c0 to %n step %k {
    slcv.callback<4> (%length) {
      %e = slcv.buf_str %i[%c0] : index
      memref.store %e, %b[%e] : memref<?xindex>
    }
  }
  slc.for %i = %c0 to %n step %c1 {
    %s = slc.mem_str %b[%i] : memref<?xindex>
    // REMARK: :[[#@LINE+1]]:5: remark: [Missed] NotAligned {{.*}}: its lower bound is a stream"
    slc.for %j = %s to %n step %c1 {
      slc.for %k2 = %c0 to %n step %c1 {
        slc.callback {
          %e = slc.to_val %j : index
          memref.store %e, %b[%e] : memref<?xindex>
        }
      }
    }
  }
  return
}

// -----

// Sibling loops between the same bounds have one counter, each sets it back.
// CHECK-LABEL: func @siblings
// CHECK-SAME: %[[N:[a-z0-9]*]]: index, %[[K:[a-z0-9]*]]: index
func.func @siblings(%b: memref<?xindex>, %n: index, %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: %[[ALL:.*]] = arith.subi %[[K]], %c0
  // CHECK: %[[OTHER:.*]] = arith.subi %[[K]], %c1
  // CHECK: slc.for %{{.*}} iter_args(%[[X:.*]] = %[[ALL]], %[[Y:.*]] = %[[OTHER]]) -> (index, index) {
  slc.for %o = %c0 to %n step %c1 {
    // CHECK: %[[FIRST:.*]] = slc.for {{.*}} iter_args(%{{.*}} = %[[X]]) -> (index) {
    slc.for %i = %c0 to %k step %c1 {
      slcv.callback<4> (%length) {
        %e = slcv.buf_str %i[%c0] : index
        memref.store %e, %b[%e] : memref<?xindex>
        // CHECK: arith.select %{{.*}}, %[[ALL]],
      }
    }
    // CHECK: %[[BETWEEN:.*]] = slc.for {{.*}} iter_args(%{{.*}} = %[[Y]]) -> (index) {
    slc.for %i = %c1 to %k step %c1 {
      slcv.callback<4> (%length) {
        %e = slcv.buf_str %i[%c0] : index
        memref.store %e, %b[%e] : memref<?xindex>
        // CHECK: arith.select %{{.*}}, %[[OTHER]],
      }
    }
    // CHECK: %[[SECOND:.*]] = slc.for {{.*}} iter_args(%{{.*}} = %[[FIRST]]) -> (index) {
    slc.for %i = %c0 to %k step %c1 {
      slcv.callback<4> (%length) {
        %e = slcv.buf_str %i[%c0] : index
        memref.store %e, %b[%e] : memref<?xindex>
        // CHECK: arith.select %{{.*}}, %[[ALL]],
      }
    }
    // CHECK: slc.yield %[[SECOND]], %[[BETWEEN]] : index, index
  }
  return
}

// -----

// CHECK-LABEL: func @long
func.func @long(%b: memref<?xindex>, %n: index) {
  %c0 = arith.constant 0 : index
  %step = arith.constant 4611686018427387904 : index
  // REMARK: :[[#@LINE+1]]:3: remark: [Missed] NotAligned {{.*}}: a run is longer than an index can count"
  slc.for %i = %c0 to %n step %step {
    slcv.callback<4> (%length) {
      %e = slcv.buf_str %i[%c0] : index
      memref.store %e, %b[%e] : memref<?xindex>
    }
  }
  return
}

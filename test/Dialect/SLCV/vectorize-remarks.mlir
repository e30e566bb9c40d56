// RUN: ember-opt %s --slc-vectorize=vlen=4 --split-input-file --remarks-filter=".*" --verify-diagnostics -o %t
// RUN: FileCheck %s --check-prefix=AFTER --input-file=%t
// RUN: ember-opt %s --slc-vectorize="vlen=4 lanes-in-order" --split-input-file --remarks-filter=".*" -o %t 2>&1 | FileCheck %s --check-prefix=ORDER
// RUN: not ember-opt %s --slc-vectorize=vlen=0 --split-input-file 2>&1 | FileCheck %s --check-prefix=ZERO
// RUN: not ember-opt %s --slc-vectorize=vlen=3 --split-input-file 2>&1 | FileCheck %s --check-prefix=THREE
// RUN: not ember-opt %s --slc-vectorize=vlen=128 --split-input-file 2>&1 | FileCheck %s --check-prefix=MANY
// ZERO: error: slc-vectorize expects vlen to be a power of two of 2 to 64, but got 0
// THREE: error: slc-vectorize expects vlen to be a power of two of 2 to 64, but got 3
// MANY: error: slc-vectorize expects vlen to be a power of two of 2 to 64, but got 128

// Why loops stay scalar: each remark names the op.

// AFTER-LABEL: func @yes
// AFTER: slcv.for
func.func @yes(%b: memref<?xindex>, %n: index, %c0: index) {
  %c1 = arith.constant 1 : index
  // expected-remark @+1 {{[Passed] Vectorised | Category:vectorise | Lanes=4}}
  slc.for %i = %c0 to %n step %c1 {
    slc.callback {
      %e = slc.to_val %i : index
      memref.store %e, %b[%e] : memref<?xindex>
    }
  }
  return
}

// -----

// AFTER-LABEL: func @dynamic_step
// AFTER-NOT: slcv.for
func.func @dynamic_step(%b: memref<?xindex>, %n: index, %c0: index, %step: index) {
  // expected-remark @+1 {{[Missed] NotVectorised | Category:vectorise | Reason="its step is not constant"}}
  slc.for %i = %c0 to %n step %step {
    slc.callback {
      %e = slc.to_val %i : index
      memref.store %e, %b[%e] : memref<?xindex>
    }
  }
  return
}

// -----

// AFTER-LABEL: func @two_callbacks
// AFTER-NOT: slcv.for
func.func @two_callbacks(%b: memref<?xindex>, %n: index, %c0: index) {
  %c1 = arith.constant 1 : index
  // expected-remark @+1 {{[Missed] NotVectorised | Category:vectorise | Reason="it has more than one callback"}}
  slc.for %i = %c0 to %n step %c1 {
    slc.callback {
      %e = slc.to_val %i : index
      memref.store %e, %b[%e] : memref<?xindex>
    }
    slc.callback {
      %e = slc.to_val %i : index
      memref.store %e, %b[%e] : memref<?xindex>
    }
  }
  return
}

// -----

func.func @no_callback(%n: index, %c0: index) {
  %c1 = arith.constant 1 : index
  // expected-remark @+1 {{[Missed] NotVectorised | Category:vectorise | Reason="it has no callback"}}
  slc.for %i = %c0 to %n step %c1 {
  }
  return
}

// -----

// A prefix sum: the accumulator is used in each iteration.
// AFTER-LABEL: func @prefix_sum
// AFTER-NOT: slcv.for
func.func @prefix_sum(%a: memref<?xf32>, %b: memref<?xf32>, %n: index, %z: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark @+1 {{[Missed] NotVectorised | Category:vectorise | Reason="it carries a value from iteration to iteration that is no reduction"}}
  %r = slc.for %i = %c0 to %n step %c1 iter_args(%acc = %z) -> (f32) {
    %s = slc.mem_str %a[%i] : memref<?xf32>
    %next = slc.callback -> (f32) {
      %e = slc.to_val %i : index
      %v = slc.to_val %s : f32
      %sum = arith.addf %acc, %v : f32
      memref.store %sum, %b[%e] : memref<?xf32>
      slc.yield %sum : f32
    }
    slc.yield %next : f32
  }
  return
}

// -----

func.func @difference(%a: memref<?xf32>, %n: index, %z: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark @+1 {{[Missed] NotVectorised | Category:vectorise | Reason="it carries a value from iteration to iteration that is no reduction"}}
  %r = slc.for %i = %c0 to %n step %c1 iter_args(%acc = %z) -> (f32) {
    %s = slc.mem_str %a[%i] : memref<?xf32>
    %next = slc.callback -> (f32) {
      %v = slc.to_val %s : f32
      %x = arith.subf %acc, %v : f32
      slc.yield %x : f32
    }
    slc.yield %next : f32
  }
  return %r : f32
}

// -----

// out[b, 0] += v.
// AFTER-LABEL: func @sum_in_memory
// AFTER-NOT: slcv.for
func.func @sum_in_memory(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  slc.for %o = %c0 to %n step %c1 {
    // expected-remark-re @+1 {{[Missed] NotVectorised | Category:vectorise | Reason="'memref.store' at {{.*}}vectorize-remarks.mlir:130:9 stores to the same element in every lane"}}
    slc.for %i = %c0 to %n step %c1 {
      %s = slc.mem_str %a[%o, %i] : memref<?x?xf32>
      slc.callback {
        %row = slc.to_val %o : index
        %v = slc.to_val %s : f32
        %old = memref.load %b[%row, %c0] : memref<?x?xf32>
        %x = arith.addf %old, %v : f32
        memref.store %x, %b[%row, %c0] : memref<?x?xf32>
      }
    }
  }
  return
}

// -----

// Columns may occur more than once in one vector.
// AFTER-LABEL: func @scatter
// AFTER-NOT: slcv.for
func.func @scatter(%idx: memref<?xindex>, %b: memref<?xf32>, %n: index, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark-re @+1 {{[Missed] NotVectorised | Category:vectorise | Reason="'memref.store' at {{.*}}vectorize-remarks.mlir:150:7 may store to one element in several lanes"}}
  slc.for %i = %c0 to %n step %c1 {
    %s = slc.mem_str %idx[%i] : memref<?xindex>
    slc.callback {
      %j = slc.to_val %s : index
      memref.store %v, %b[%j] : memref<?xf32>
    }
  }
  return
}

// -----

// AFTER-LABEL: func @recurrence
// AFTER-NOT: slcv.for
func.func @recurrence(%b: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark-re @+1 {{[Missed] NotVectorised | Category:vectorise | Reason="'memref.store' at {{.*}}vectorize-remarks.mlir:169:7 writes what 'memref.load' at {{.*}}vectorize-remarks.mlir:168:12 may access in another lane"}}
  slc.for %i = %c1 to %n step %c1 {
    slc.callback {
      %e = slc.to_val %i : index
      %before = arith.subi %e, %c1 : index
      %v = memref.load %b[%before] : memref<?xf32>
      memref.store %v, %b[%e] : memref<?xf32>
    }
  }
  return
}

// -----

// What lanes differ in is not asserted lane by lane.
// AFTER-LABEL: func @assert_of_lanes
// AFTER-NOT: slcv.for
func.func @assert_of_lanes(%b: memref<?xindex>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark-re @+1 {{[Missed] NotVectorised | Category:vectorise | Reason="'cf.assert' at {{.*}}vectorize-remarks.mlir:188:7 asserts what differs from lane to lane"}}
  slc.for %i = %c0 to %n step %c1 {
    slc.callback {
      %e = slc.to_val %i : index
      %p = arith.cmpi ult, %e, %n : index
      cf.assert %p, "expects an index in bounds"
      memref.store %e, %b[%e] : memref<?xindex>
    }
  }
  return
}

// -----

// AFTER-LABEL: func @assert_of_some
// AFTER-NOT: slcv.for
func.func @assert_of_some(%a: memref<?xi1>, %b: memref<?xindex>, %n: index, %q: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark-re @+1 {{[Missed] NotVectorised | Category:vectorise | Reason="'cf.assert' at {{.*}}vectorize-remarks.mlir:210:9 is run by some lanes only"}}
  slc.for %i = %c0 to %n step %c1 {
    %s = slc.mem_str %a[%i] : memref<?xi1>
    slc.callback {
      %e = slc.to_val %i : index
      %p = slc.to_val %s : i1
      scf.if %p {
        memref.store %e, %b[%e] : memref<?xindex>
        cf.assert %q, "expects q"
      }
    }
  }
  return
}

// -----

func.func @allocation(%b: memref<?xindex>, %n: index, %p: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark-re @+1 {{[Missed] NotVectorised | Category:vectorise | Reason="'memref.alloc' at {{.*}}vectorize-remarks.mlir:227:14 has no vector form"}}
  slc.for %i = %c0 to %n step %c1 {
    slc.callback {
      %e = slc.to_val %i : index
      scf.if %p {
        %m = memref.alloc(%e) : memref<?xindex>
        memref.dealloc %m : memref<?xindex>
      }
      memref.store %e, %b[%e] : memref<?xindex>
    }
  }
  return
}

// -----

// An element with stride 0 would be that of all lanes.
func.func @no_distance(%b: memref<?xindex, strided<[0]>>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark-re @+1 {{[Missed] NotVectorised | Category:vectorise | Reason="'memref.store' at {{.*}}vectorize-remarks.mlir:246:7 may store to one element in several lanes"}}
  slc.for %i = %c0 to %n step %c1 {
    slc.callback {
      %e = slc.to_val %i : index
      memref.store %e, %b[%e] : memref<?xindex, strided<[0]>>
    }
  }
  return
}

// -----

// Loops of the core.
// AFTER-LABEL: func @loops_of_the_core
// AFTER-NOT: vector
func.func @loops_of_the_core(%b: memref<?xf32>, %n: index, %z: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  // expected-remark-re @+1 {{[Missed] NotVectorised | Category:vectorise | Reason="'scf.for' at {{.*}}vectorize-remarks.mlir:266:12 has no vector form"}}
  slc.for %i = %c0 to %n step %c1 {
    slc.callback {
      %step = slc.to_val %i : index
      // expected-remark @+1 {{[Missed] NotVectorised | Category:vectorise | Reason="it carries a value from iteration to iteration that is no reduction"}}
      %r = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %z) -> f32 {
        %v = memref.load %b[%k] : memref<?xf32>
        %x = arith.subf %acc, %v : f32
        scf.yield %x : f32
      }
      // expected-remark @+1 {{[Missed] NotVectorised | Category:vectorise | Reason="its step is not constant"}}
      scf.for %k = %c0 to %n step %step {
        memref.store %r, %b[%k] : memref<?xf32>
      }
      // expected-remark @+1 {{[Missed] NotVectorised | Category:vectorise | Reason="its induction variable is no signed index"}}
      scf.for unsigned %k = %c0 to %n step %c1 {
        memref.store %r, %b[%k] : memref<?xf32>
      }
      // expected-remark @+1 {{[Missed] NotVectorised | Category:vectorise | Reason="it accesses no consecutive elements"}}
      scf.for %k = %c0 to %n step %c2 {
        memref.store %r, %b[%k] : memref<?xf32>
      }
      // expected-remark-re @+1 {{[Missed] NotVectorised | Category:vectorise | Reason="'memref.store' at {{.*}}vectorize-remarks.mlir:287:9 writes what 'memref.load' at {{.*}}vectorize-remarks.mlir:286:14 may access in another lane"}}
      scf.for %k = %c1 to %n step %c1 {
        %before = arith.subi %k, %c1 : index
        %v = memref.load %b[%before] : memref<?xf32>
        memref.store %v, %b[%k] : memref<?xf32>
      }
    }
  }
  return
}

// -----

// AFTER-LABEL: func @store_of_the_access_unit
func.func @store_of_the_access_unit(%a: memref<?xf32>, %b: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark-re @+1 {{[Missed] NotVectorised | Category:vectorise | Reason="'slc.store_str' at {{.*}}vectorize-remarks.mlir:303:5 has no vector form"}}
  slc.for %i = %c0 to %n step %c1 {
    %s = slc.mem_str %a[%i] : memref<?xf32>
    slc.store_str %s, %b[%i] : memref<?xf32>
  }
  return
}

// -----

func.func @result(%a: memref<?xf32>, %n: index, %z: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark @+1 {{[Missed] NotVectorised | Category:vectorise | Reason="its callback has a result that nothing reads"}}
  %r = slc.for %i = %c0 to %n step %c1 iter_args(%acc = %z) -> (f32) {
    %s = slc.mem_str %a[%i] : memref<?xf32>
    %next:2 = slc.callback -> (f32, f32) {
      %v = slc.to_val %s : f32
      %x = arith.addf %acc, %v : f32
      slc.yield %x, %v : f32, f32
    }
    slc.yield %next#0 : f32
  }
  return %r : f32
}

// -----

// In vectors, but one lane after the other.
func.func @sum_of_floats(%a: memref<?xf32>, %n: index, %z: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark @+2 {{[Passed] Vectorised | Category:vectorise | Lanes=4}}
  // expected-remark-re @+1 {{[Missed] ReductionInOrder | Category:vectorise | Reason="'arith.addf' at {{.*}}vectorize-remarks.mlir:338:12 combines floats lane by lane, in order; reassociate-fp or fastmath<reassoc> allow any order"}}
  %r = slc.for %i = %c0 to %n step %c1 iter_args(%acc = %z) -> (f32) {
    %s = slc.mem_str %a[%i] : memref<?xf32>
    %next = slc.callback -> (f32) {
      %v = slc.to_val %s : f32
      %x = arith.addf %acc, %v : f32
      slc.yield %x : f32
    }
    slc.yield %next : f32
  }
  return %r : f32
}

// -----

// The step is the reason for both.
// ORDER: NotVectorised {{.*}} Reason="its step is not positive and small"
func.func @long_step(%b: memref<?xindex>, %n: index, %c0: index) {
  %step = arith.constant 0x100000000 : index
  // expected-remark @+1 {{[Missed] NotVectorised | Category:vectorise | Reason="its step is not positive and small"}}
  slc.for %i = %c0 to %n step %step {
    slc.callback {
      %e = slc.to_val %i : index
      memref.store %e, %b[%e] : memref<?xindex>
    }
  }
  return
}

// -----

// Loops of the core with values that a vector cannot hold.
func.func @no_elements(%b: memref<?xvector<4xf32>>, %c: memref<?xindex>, %n: index, %x: vector<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark-re @+1 {{[Missed] NotVectorised | Category:vectorise | Reason="'memref.store' at {{.*}}vectorize-remarks.mlir:372:7 stores what a vector cannot hold"}}
  slc.for %i = %c0 to %n step %c1 {
    slc.callback {
      %e = slc.to_val %i : index
      memref.store %x, %b[%e] : memref<?xvector<4xf32>>
    }
  }
  // expected-remark-re @+1 {{[Missed] NotVectorised | Category:vectorise | Reason="'memref.load' at {{.*}}vectorize-remarks.mlir:379:12 gives what a vector cannot hold"}}
  slc.for %i = %c0 to %n step %c1 {
    slc.callback {
      %e = slc.to_val %i : index
      %v = memref.load %b[%e] : memref<?xvector<4xf32>>
      memref.store %e, %c[%e] : memref<?xindex>
    }
  }
  return
}

// -----

// Loops outside of nests get no vectors. Nothing is said of those with a loop
// inside, nor of the original of a nest.
func.func @outside(%a: memref<?xf32>, %b: memref<?xf32>, %n: index, %x: f32, %p: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    // expected-remark @+1 {{[Missed] NotVectorised | Category:vectorise | Reason="it is in no decoupled nest, and only those get vectors"}}
    scf.for %j = %c0 to %n step %c1 {
      memref.store %x, %b[%j] : memref<?xf32>
    }
  }
  scf.if %p {
    slc.fallback
    scf.for %i = %c0 to %n step %c1 {
      %v = memref.load %a[%i] : memref<?xf32>
      memref.store %v, %b[%i] : memref<?xf32>
    }
  }
  return
}

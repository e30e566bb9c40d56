// RUN: ember-opt %s --slcv-share-runs --split-input-file --remarks-filter=".*" -o %t 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s --input-file=%t
// RUN: ember-opt %s --slcv-share-runs --split-input-file --convert-slc-to-scf | FileCheck %s --check-prefix=ERASED
// RUN: not ember-opt %s --slcv-share-runs=queue-bytes=0 --split-input-file 2>&1 | FileCheck %s --check-prefix=QUEUE

// QUEUE: error: slcv-share-runs expects queue-bytes to be positive, but got 0

// The callback of a loop that is one run goes on with the code behind the loop
// and with that of its sibling. Both are left out at their own places.

// ERASED-NOT: slc
// CHECK-LABEL: func @rows
// CHECK-SAME: %[[X:.*]]: memref<?x?xf32>, %[[OUT:.*]]: memref<?xf32>, %[[N:.*]]: index)
func.func @rows(%x: memref<?x?xf32>, %out: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  // CHECK: %[[C0:.*]] = arith.constant 0 : index
  // CHECK: %[[MOST:.*]] = arith.constant 64 : index
  // CHECK: %[[ANY:.*]] = arith.cmpi slt, %[[C0]], %[[N]]
  // CHECK: %[[COUNT:.*]] = arith.subi %[[N]], %[[C0]]
  // CHECK: %[[FITS:.*]] = arith.cmpi ule, %[[COUNT]], %[[MOST]]
  // CHECK: %[[ONE:.*]] = arith.andi %[[ANY]], %[[FITS]]
  // CHECK: %[[END:.*]] = arith.select %[[ONE]], %[[C0]], %[[N]]
  // CHECK: slc.for %[[I:.*]] =
  slc.for %i = %c0 to %n step %c1 {
    // CHECK-NEXT: %[[SUM:.*]] = slc.for %{{.*}} = %[[C0]] to %[[N]] step %{{.*}} iter_args(%[[ACC:.*]] = %{{.*}}) -> (f32) {
    // CHECK-NEXT: %[[S:.*]] = slc.mem_str
    // CHECK-NEXT: slcv.callback<64> (%[[LENGTH:.*]]) -> (f32) {
    // CHECK-NEXT: %[[ALL:.*]] = scf.for
    // CHECK:      }
    // CHECK-NEXT: scf.if %[[ONE]] {
    // CHECK-NEXT: %[[HALF:.*]] = arith.addf %[[ALL]], %[[ALL]]
    // CHECK-NEXT: scf.for %[[K:.*]] = %[[C0]] to %[[LENGTH]]
    // CHECK-NEXT: %[[V:.*]] = slcv.buf_str %[[S]][%[[K]]]
    // CHECK-NEXT: %[[Q:.*]] = arith.divf %[[V]], %[[HALF]]
    // CHECK-NEXT: memref.store %[[Q]], %[[OUT]][%[[K]]]
    // CHECK-NEXT: }
    // CHECK-NEXT: }
    // CHECK-NEXT: slc.yield %[[ALL]]
    %sum = slc.for %e = %c0 to %n step %c1 iter_args(%acc = %zero) -> (f32) {
      %s = slc.mem_str %x[%i, %e] : memref<?x?xf32>
      %next = slcv.callback<64> (%length) -> (f32) {
        %all = scf.for %k = %c0 to %length step %c1 iter_args(%a = %acc) -> (f32) {
          %v = slcv.buf_str %s[%k] : f32
          %r = arith.addf %a, %v : f32
          scf.yield %r : f32
        }
        slc.yield %all : f32
      }
      slc.yield %next : f32
    }
    // CHECK: %[[CODE:.*]] = slc.callback -> (f32) {
    // CHECK-NEXT: %[[IF:.*]] = scf.if %[[ONE]] -> (f32) {
    // CHECK-NEXT: scf.yield %{{.*}} : f32
    // CHECK-NEXT: } else {
    // CHECK-NEXT: %[[HALF:.*]] = arith.addf %[[SUM]], %[[SUM]]
    // CHECK-NEXT: scf.yield %[[HALF]]
    // CHECK-NEXT: }
    // CHECK-NEXT: slc.yield %[[IF]]
    // CHECK-NEXT: }
    %half = slc.callback -> (f32) {
      %twice = arith.addf %sum, %sum : f32
      slc.yield %twice : f32
    }
    // CHECK-NEXT: slc.for %{{.*}} = %[[C0]] to %[[END]]
    // CHECK-NEXT: slc.mem_str
    // CHECK-NEXT: slcv.callback<64>
    // CHECK: arith.divf %{{.*}}, %[[CODE]]
    // REMARK: :[[#@LINE+1]]:5: remark: [Passed] Shared | Category:share | Reason="it reads the runs of the loop at {{.*}}share-runs.mlir:[[#@LINE-29]]:12"
    slc.for %e = %c0 to %n step %c1 {
      %s = slc.mem_str %x[%i, %e] : memref<?x?xf32>
      slcv.callback<64> (%length) {
        scf.for %k = %c0 to %length step %c1 {
          %v = slcv.buf_str %s[%k] : f32
          %q = arith.divf %v, %half : f32
          memref.store %q, %out[%k] : memref<?xf32>
        }
      }
    }
  }
  return
}

// -----

// Values that something else reads come out of the run: poison if it was not
// the only one.

// CHECK-LABEL: func @results
func.func @results(%x: memref<?x?xf32>, %n: index, %init: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK-DAG: %[[ONE:.*]] = arith.andi
  // CHECK-DAG: %[[POISON:.*]] = ub.poison : f32
  // CHECK: slc.for
  %r = slc.for %i = %c0 to %n step %c1 iter_args(%total = %init) -> (f32) {
    // CHECK: %[[L:.*]]:2 = slc.for %{{.*}} iter_args(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) -> (f32, f32) {
    // CHECK: %[[CALL:.*]]:2 = slcv.callback<64> (%{{.*}}) -> (f32, f32) {
    // CHECK: %[[ALL:.*]] = scf.for
    // CHECK: %[[IF:.*]] = scf.if %[[ONE]] -> (f32) {
    // CHECK-NEXT: %[[MAX:.*]] = scf.for %{{.*}} iter_args(%{{.*}} = %[[ALL]])
    // CHECK: scf.yield %[[MAX]]
    // CHECK: } else {
    // CHECK-NEXT: scf.yield %{{.*}} : f32
    // CHECK: slc.yield %[[ALL]], %[[IF]]
    // CHECK: slc.yield %[[CALL]]#0, %[[CALL]]#1
    %sum = slc.for %e = %c0 to %n step %c1 iter_args(%acc = %total) -> (f32) {
      %s = slc.mem_str %x[%i, %e] : memref<?x?xf32>
      %next = slcv.callback<64> (%length) -> (f32) {
        %all = scf.for %k = %c0 to %length step %c1 iter_args(%a = %acc) -> (f32) {
          %v = slcv.buf_str %s[%k] : f32
          %w = arith.addf %a, %v : f32
          scf.yield %w : f32
        }
        slc.yield %all : f32
      }
      slc.yield %next : f32
    }
    // CHECK: %[[INIT:.*]] = slc.callback -> (f32) {
    // CHECK-NEXT: %[[CHOICE:.*]] = arith.select %[[ONE]], %[[L]]#1, %[[L]]#0
    // CHECK-NEXT: slc.yield %[[CHOICE]]
    // CHECK: slc.for %{{.*}} iter_args(%{{.*}} = %[[INIT]])
    %max = slc.for %e = %c0 to %n step %c1 iter_args(%acc = %sum) -> (f32) {
      %s = slc.mem_str %x[%i, %e] : memref<?x?xf32>
      %next = slcv.callback<64> (%length) -> (f32) {
        %all = scf.for %k = %c0 to %length step %c1 iter_args(%a = %acc) -> (f32) {
          %v = slcv.buf_str %s[%k] : f32
          %w = arith.maximumf %a, %v : f32
          scf.yield %w : f32
        }
        slc.yield %all : f32
      }
      slc.yield %next : f32
    }
    slc.yield %max : f32
  }
  return %r : f32
}

// -----

// What the later loop reads beyond the earlier one becomes part of the run,
// which then has fewer iterations if it takes too much of the queue. Bounds that are streams are compared by the
// access unit; streams between the loops come before both.

// CHECK-LABEL: func @streams
// CHECK-SAME: %[[X:[^:]*]]: memref<?xf32>, %[[Y:[^:]*]]: memref<?xf32>
func.func @streams(%x: memref<?xf32>, %y: memref<?xf32>, %p: memref<?xindex>, %out: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  // CHECK-DAG: %[[MOST:.*]] = arith.constant 1008 : index
  // CHECK: slc.for
  slc.for %i = %c0 to %n step %c1 {
    // CHECK: %[[B:.*]] = slc.mem_str
    %b = slc.mem_str %p[%i] : memref<?xindex>
    // CHECK: %[[E:.*]] = slc.mem_str
    // CHECK: %[[ANY:.*]] = slc.alu_str cmpi slt, %[[B]], %[[E]]
    // CHECK: %[[COUNT:.*]] = slc.alu_str subi %[[E]], %[[B]]
    // CHECK: %[[FITS:.*]] = slc.alu_str cmpi ule, %[[COUNT]], %[[MOST]]
    // CHECK: %[[ONE:.*]] = slc.alu_str andi %[[ANY]], %[[FITS]]
    %i1 = slc.alu_str addi %i, %c1 : index
    %e = slc.mem_str %p[%i1] : memref<?xindex>
    // CHECK: slcv.for<8> %[[IV:.*]], %[[M:.*]] = %[[B]] to %[[E]]
    // CHECK-NEXT: %[[SX:.*]] = slcv.mem_str<8> %[[X]][%[[IV]]]
    // CHECK-NEXT: %[[SY:.*]] = slcv.mem_str<8> %[[Y]][%[[IV]]] lanes [3] mask %[[M]]
    // CHECK-NEXT: slcv.callback<42>
    // CHECK: slc.to_val %[[ONE]]
    // CHECK: slcv.buf_str %[[IV]]
    // CHECK: slcv.buf_str %[[M]]
    // CHECK: slcv.buf_str %[[SX]]
    // CHECK: slcv.buf_str %[[SY]]
    %sum = slcv.for<8> %o, %m = %b to %e step %c3 iter_args(%acc = %zero) -> (f32) {
      %s = slcv.mem_str<8> %x[%o] lanes [3] mask %m : memref<?xf32>
      %next = slcv.callback<64> (%length) -> (f32) {
        %all = scf.for %k = %c0 to %length step %c1 iter_args(%a = %acc) -> (f32) {
          %v = slcv.buf_str %s[%k] : vector<8xf32>
          %r = vector.reduction <add>, %v, %a : vector<8xf32> into f32
          scf.yield %r : f32
        }
        slc.yield %all : f32
      }
      slc.yield %next : f32
    }
    %scale = slc.mem_str %x[%i] : memref<?xf32>
    // CHECK: slc.callback -> (f32) {
    // CHECK-NEXT: %[[DONE:.*]] = slc.to_val %[[ONE]]
    // CHECK-NEXT: scf.if %[[DONE]]
    %scaled = slc.callback -> (f32) {
      %v = slc.to_val %scale : f32
      %r = arith.mulf %v, %sum : f32
      slc.yield %r : f32
    }
    // CHECK: %[[END:.*]] = slc.alu_str select %[[ONE]], %[[B]], %[[E]]
    // CHECK: slcv.for<8> %{{.*}} = %[[B]] to %[[END]]
    slcv.for<8> %o, %m = %b to %e step %c3 {
      %s = slcv.mem_str<8> %x[%o] lanes [3] mask %m : memref<?xf32>
      %t = slcv.mem_str<8> %y[%o] lanes [3] mask %m : memref<?xf32>
      slcv.callback<64> (%length) {
        scf.for %k = %c0 to %length step %c1 {
          %at = slcv.buf_str %o[%k] : index
          %mask = slcv.buf_str %m[%k] : vector<8xi1>
          %v = slcv.buf_str %s[%k] : vector<8xf32>
          %w = slcv.buf_str %t[%k] : vector<8xf32>
          %sv = vector.broadcast %scaled : f32 to vector<8xf32>
          %q = arith.divf %v, %sv : vector<8xf32>
          %q2 = arith.addf %q, %w : vector<8xf32>
          vector.maskedstore %out[%at], %mask, %q2 : memref<?xf32>, vector<8xi1>, vector<8xf32>
        }
      }
    }
  }
  return
}

// -----

// Three loops share the runs of the first.

// CHECK-LABEL: func @three
func.func @three(%x: memref<?x?xf32>, %out: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: slc.for
  slc.for %i = %c0 to %n step %c1 {
    // CHECK: slc.for
    // CHECK: slcv.callback<4>
    // CHECK: scf.if
    // CHECK-COUNT-2: memref.store
    // CHECK: slc.for
    slc.for %e = %c0 to %n step %c1 {
      %s = slc.mem_str %x[%i, %e] : memref<?x?xf32>
      slcv.callback<4> (%length) {
        %v = slcv.buf_str %s[%c0] : f32
        memref.store %v, %out[%c0] : memref<?xf32>
      }
    }
    // REMARK: :[[#@LINE+1]]:5: remark: [Passed] Shared
    slc.for %e = %c0 to %n step %c1 {
      %s = slc.mem_str %x[%i, %e] : memref<?x?xf32>
      slcv.callback<4> (%length) {
        %v = slcv.buf_str %s[%c0] : f32
        memref.store %v, %out[%c0] : memref<?xf32>
      }
    }
    // REMARK: :[[#@LINE+1]]:5: remark: [Passed] Shared
    slc.for %e = %c0 to %n step %c1 {
      %s = slc.mem_str %x[%i, %e] : memref<?x?xf32>
      slcv.callback<4> (%length) {
        %v = slcv.buf_str %s[%c0] : f32
        memref.store %v, %out[%c0] : memref<?xf32>
      }
    }
  }
  return
}

// -----

// Loops that load different things, or over other iterations, share nothing.

// REMARK-NOT: share-runs.mlir:{{.*}}Shared
// CHECK-LABEL: func @different
// CHECK-NOT: scf.if
func.func @different(%x: memref<?x?xf32>, %out: memref<?xf32>, %n: index, %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  slc.for %i = %c0 to %n step %c1 {
    slc.for %e = %c0 to %n step %c1 {
      %s = slc.mem_str %x[%i, %e] : memref<?x?xf32>
      slcv.callback<4> (%length) {
        %v = slcv.buf_str %s[%c0] : f32
        memref.store %v, %out[%c0] : memref<?xf32>
      }
    }
    slc.for %e = %c0 to %n step %c1 {
      %s = slc.mem_str %x[%e, %i] : memref<?x?xf32>
      slcv.callback<4> (%length) {
        %v = slcv.buf_str %s[%c0] : f32
        memref.store %v, %out[%c0] : memref<?xf32>
      }
    }
    slc.for %e = %c0 to %k step %c1 {
      %s = slc.mem_str %x[%i, %e] : memref<?x?xf32>
      slcv.callback<4> (%length) {
        %v = slcv.buf_str %s[%c0] : f32
        memref.store %v, %out[%c0] : memref<?xf32>
      }
    }
    slc.for %e = %c1 to %n step %c1 {
      %s = slc.mem_str %x[%i, %e] : memref<?x?xf32>
      slcv.callback<4> (%length) {
        %v = slcv.buf_str %s[%c0] : f32
        memref.store %v, %out[%c0] : memref<?xf32>
      }
    }
    slc.for %e = %c0 to %n step %c2 {
      %s = slc.mem_str %x[%i, %e] : memref<?x?xf32>
      slcv.callback<4> (%length) {
        %v = slcv.buf_str %s[%c0] : f32
        memref.store %v, %out[%c0] : memref<?xf32>
      }
    }
    slcv.for<8> %e, %m = %c0 to %n step %c1 {
      %s = slcv.mem_str<8> %x[%i, %e] lanes [0, 1] mask %m : memref<?x?xf32>
      slcv.callback<4> (%length) {
        %v = slcv.buf_str %s[%c0] : vector<8xf32>
        vector.store %v, %out[%c0] : memref<?xf32>, vector<8xf32>
      }
    }
    slcv.for<4> %e, %m = %c0 to %n step %c1 {
      %s = slcv.mem_str<4> %x[%i, %e] lanes [0, 1] mask %m : memref<?x?xf32>
      slcv.callback<4> (%length) {
        %v = slcv.buf_str %s[%c0] : vector<4xf32>
        vector.store %v, %out[%c0] : memref<?xf32>, vector<4xf32>
      }
    }
  }
  return
}

// -----

// CHECK-LABEL: func @refused
// CHECK-NOT: scf.if
func.func @refused(%x: memref<?x?xf32>, %out: memref<?xf32>, %sink: memref<?x?xf32>, %n: index, %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  slc.for %i = %c0 to %n step %c1 {
    slc.for %e = %c0 to %n step %c1 {
      %s = slc.mem_str %x[%i, %e] : memref<?x?xf32>
      slcv.callback<4> (%length) {
        %v = slcv.buf_str %s[%c0] : f32
        memref.store %v, %out[%c0] : memref<?xf32>
      }
    }
    // REMARK: :[[#@LINE+1]]:5: remark: [Missed] NotShared | Category:share | Reason="it loads again what the loop at {{.*}}share-runs.mlir:[[#@LINE-7]]:5 loads: it takes no runs"
    slc.for %e = %c0 to %n step %c1 {
      %s = slc.mem_str %x[%i, %e] : memref<?x?xf32>
      slc.callback {
        %v = slc.to_val %s : f32
        memref.store %v, %out[%c0] : memref<?xf32>
      }
    }
    // REMARK: :[[#@LINE+1]]:5: remark: [Missed] NotShared | Category:share | Reason="it loads again what the loop at {{.*}}share-runs.mlir:[[#@LINE-7]]:5 loads: the other one takes no runs"
    slc.for %e = %c0 to %n step %c1 {
      %s = slc.mem_str %x[%i, %e] : memref<?x?xf32>
      slcv.callback<4> (%length) {
        %v = slcv.buf_str %s[%c0] : f32
        memref.store %v, %out[%c0] : memref<?xf32>
      }
    }
  }
  slc.for %i = %c0 to %n step %c1 {
    slc.for %e = %c0 to %n step %c1 {
      %s = slc.mem_str %x[%i, %e] : memref<?x?xf32>
      slcv.callback<1000> (%length) {
        %v = slcv.buf_str %s[%c0] : f32
        memref.store %v, %out[%c0] : memref<?xf32>
      }
    }
    // REMARK: :[[#@LINE+1]]:5: remark: [Missed] NotShared {{.*}}: most of what it loads is something else"
    slc.for %e = %c0 to %n step %c1 {
      %s = slc.mem_str %x[%i, %e] : memref<?x?xf32>
      %t = slc.mem_str %x[%e, %i] : memref<?x?xf32>
      %u = slc.mem_str %x[%e, %e] : memref<?x?xf32>
      slcv.callback<1000> (%length) {
        %v = slcv.buf_str %s[%c0] : f32
        %w = slcv.buf_str %t[%c0] : f32
        %y = slcv.buf_str %u[%c0] : f32
        memref.store %v, %out[%c0] : memref<?xf32>
        memref.store %w, %out[%c0] : memref<?xf32>
        memref.store %y, %out[%c0] : memref<?xf32>
      }
    }
  }
  slc.for %i = %c0 to %n step %c1 {
    slc.for %e = %c0 to %n step %c1 {
      %s = slc.mem_str %x[%i, %e] : memref<?x?xf32>
      slcv.callback<1000> (%length) {
        %v = slcv.buf_str %s[%c0] : f32
        memref.store %v, %out[%c0] : memref<?xf32>
      }
    }
    // REMARK: :[[#@LINE+1]]:5: remark: [Missed] NotShared {{.*}}: the run would become much shorter"
    slc.for %e = %c0 to %n step %c1 {
      %s = slc.mem_str %x[%i, %e] : memref<?x?xf32>
      slcv.callback<1000> (%length) {
        %v = slcv.buf_str %s[%c0] : f32
        %w = slcv.buf_str %e[%c0] : index
        memref.store %v, %out[%w] : memref<?xf32>
      }
    }
  }
  slc.for %i = %c0 to %n step %c1 {
    slc.for %e = %c0 to %n step %c1 {
      %s = slc.mem_str %x[%i, %e] : memref<?x?xf32>
      slcv.callback<4> (%length) {
        %v = slcv.buf_str %s[%c0] : f32
        memref.store %v, %out[%c0] : memref<?xf32>
      }
    }
    // REMARK: :[[#@LINE+1]]:5: remark: [Missed] NotShared {{.*}}: it is no innermost loop"
    slc.for %e = %c0 to %n step %c1 {
      %s = slc.mem_str %x[%i, %e] : memref<?x?xf32>
      slc.callback {
        %v = slc.to_val %s : f32
        memref.store %v, %out[%c0] : memref<?xf32>
      }
      slc.for %f = %c0 to %n step %c1 {
      }
    }
  }
  slc.for %i = %c0 to %n step %c1 {
    slc.for %e = %c0 to %n step %k {
      %s = slc.mem_str %x[%i, %e] : memref<?x?xf32>
      slcv.callback<4> (%length) {
        %v = slcv.buf_str %s[%c0] : f32
        memref.store %v, %out[%c0] : memref<?xf32>
      }
    }
    // REMARK: :[[#@LINE+1]]:5: remark: [Missed] NotShared {{.*}}: its step is not constant"
    slc.for %e = %c0 to %n step %k {
      %s = slc.mem_str %x[%i, %e] : memref<?x?xf32>
      slcv.callback<4> (%length) {
        %v = slcv.buf_str %s[%c0] : f32
        memref.store %v, %out[%c0] : memref<?xf32>
      }
    }
  }
  slc.for %i = %c0 to %n step %c1 {
    slc.for %e = %c0 to %n step %c1 {
      %s = slc.mem_str %x[%i, %e] : memref<?x?xf32>
      slcv.callback<4> (%length) {
        %v = slcv.buf_str %s[%c0] : f32
        memref.store %v, %out[%c0] : memref<?xf32>
      }
    }
    slc.for %e = %c0 to %k step %c1 {
      %s = slc.mem_str %x[%e, %i] : memref<?x?xf32>
      slcv.callback<4> (%length) {
        %v = slcv.buf_str %s[%c0] : f32
        memref.store %v, %out[%c0] : memref<?xf32>
      }
    }
    // REMARK: :[[#@LINE+1]]:5: remark: [Missed] NotShared {{.*}}: another loop is in between, at {{.*}}share-runs.mlir:[[#@LINE-7]]:5"
    slc.for %e = %c0 to %n step %c1 {
      %s = slc.mem_str %x[%i, %e] : memref<?x?xf32>
      slcv.callback<4> (%length) {
        %v = slcv.buf_str %s[%c0] : f32
        memref.store %v, %out[%c0] : memref<?xf32>
      }
    }
  }
  slc.for %i = %c0 to %n step %c1 {
    slc.for %e = %c0 to %n step %c1 {
      %s = slc.mem_str %x[%i, %e] : memref<?x?xf32>
      slcv.callback<4> (%length) {
        %v = slcv.buf_str %s[%c0] : f32
        memref.store %v, %out[%c0] : memref<?xf32>
      }
    }
    // REMARK: :[[#@LINE+1]]:5: remark: [Missed] NotShared {{.*}}: the access unit stores in it, at {{.*}}share-runs.mlir:[[#@LINE+3]]:7"
    slc.for %e = %c0 to %n step %c1 {
      %s = slc.mem_str %x[%i, %e] : memref<?x?xf32>
      slc.store_str %s, %sink[%i, %e] : memref<?x?xf32>
      slcv.callback<4> (%length) {
        %v = slcv.buf_str %s[%c0] : f32
        memref.store %v, %out[%c0] : memref<?xf32>
      }
    }
  }
  return
}

// -----

// What stands behind a run is not there when the run is read.

// REMARK-NOT: Shared
// CHECK-LABEL: func @late
// CHECK-NOT: scf.if
func.func @late(%x: memref<?xf32>, %out: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  slc.for %i = %c0 to %n step %c1 {
    slc.for %e = %c0 to %n step %c1 {
      slcv.callback<4> (%length) {
        memref.store %zero, %out[%c0] : memref<?xf32>
      }
      %s = slc.mem_str %x[%e] : memref<?xf32>
    }
    slc.for %e = %c0 to %n step %c1 {
      %s = slc.mem_str %x[%e] : memref<?xf32>
      slcv.callback<4> (%length) {
        %v = slcv.buf_str %s[%c0] : f32
        memref.store %v, %out[%c0] : memref<?xf32>
      }
    }
  }
  return
}

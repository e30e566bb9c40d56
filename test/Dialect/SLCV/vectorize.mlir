// RUN: ember-opt %s --slc-vectorize=vlen=4 --split-input-file | FileCheck %s

// What is vectorised, and into what.

// CHECK-LABEL: func @element_wise
// CHECK-SAME: (%[[A:.*]]: memref<?xf32>, %[[B:.*]]: memref<?xf32>, %{{.*}}: index, %[[SCALE:.*]]: f32)
func.func @element_wise(%a: memref<?xf32>, %b: memref<?xf32>, %n: index, %scale: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: slcv.for<4> %[[S:.*]], %[[M:.*]] = %c0 to %{{.*}} step %c1 {
  slc.for %i = %c0 to %n step %c1 {
    // CHECK-NEXT: %[[SV:.*]] = slcv.mem_str<4> %[[A]][%[[S]]] lanes [1] mask %[[M]] : memref<?xf32>
    %s = slc.mem_str %a[%i] : memref<?xf32>
    // CHECK-NEXT: slc.callback
    slc.callback {
      // CHECK-DAG: %[[MASK:.*]] = slc.to_val %[[M]] : vector<4xi1>
      // CHECK-DAG: %[[E:.*]] = slc.to_val %[[S]] : index
      // CHECK-DAG: %[[V:.*]] = slc.to_val %[[SV]] : vector<4xf32>
      %e = slc.to_val %i : index
      %v = slc.to_val %s : f32
      // CHECK: %[[OLD:.*]] = vector.maskedload %[[B]][%[[E]]], %[[MASK]]
      %old = memref.load %b[%e] : memref<?xf32>
      // CHECK: %[[ALL:.*]] = vector.broadcast %[[SCALE]] : f32 to vector<4xf32>
      // CHECK: %[[P:.*]] = arith.mulf %[[V]], %[[ALL]] fastmath<nnan> : vector<4xf32>
      %p = arith.mulf %v, %scale fastmath<nnan> : f32
      // CHECK: %[[LESS:.*]] = arith.cmpf olt, %[[P]], %[[OLD]] : vector<4xf32>
      %less = arith.cmpf olt, %p, %old : f32
      // CHECK: %[[R:.*]] = arith.select %[[LESS]], %[[P]], %[[OLD]] : vector<4xi1>, vector<4xf32>
      %r = arith.select %less, %p, %old : f32
      // CHECK: %[[Q:.*]] = math.exp %[[R]] : vector<4xf32>
      %q = math.exp %r : f32
      // CHECK: vector.maskedstore %[[B]][%[[E]]], %[[MASK]], %[[Q]]
      // CHECK-NOT: memref.store
      memref.store %q, %b[%e] : memref<?xf32>
    }
  }
  return
}

// -----

// Unit and constant strides, columns, gathers: each is one load.
// CHECK-LABEL: func @access_patterns
func.func @access_patterns(%a: memref<?x?xf32>, %idx: memref<?xindex>, %out: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  // CHECK: slc.for %[[O:.*]] =
  slc.for %o = %c0 to %n step %c1 {
    // CHECK: slcv.for<4> %[[S:.*]], %[[M:.*]] =
    slc.for %i = %c0 to %n step %c1 {
      // CHECK-NEXT: slcv.mem_str<4> %{{.*}}[%[[O]], %[[S]]] lanes [0, 1] mask %[[M]]
      %row = slc.mem_str %a[%o, %i] : memref<?x?xf32>
      // CHECK-NEXT: slcv.mem_str<4> %{{.*}}[%[[S]], %[[O]]] lanes [1, 0] mask %[[M]]
      %column = slc.mem_str %a[%i, %o] : memref<?x?xf32>
      // CHECK-NEXT: slcv.mem_str<4> %{{.*}}[%[[S]], %[[S]]] lanes [1, 1] mask %[[M]]
      %diagonal = slc.mem_str %a[%i, %i] : memref<?x?xf32>
      // CHECK-NEXT: %[[I3:.*]] = slc.alu_str muli %[[S]], %c3 : index
      %i3 = slc.alu_str muli %i, %c3 : index
      // CHECK-NEXT: %[[I4:.*]] = slc.alu_str addi %[[I3]], %[[O]] : index
      %i4 = slc.alu_str addi %i3, %o : index
      // CHECK-NEXT: %[[BACK:.*]] = slc.alu_str subi %[[O]], %[[I4]] : index
      %back = slc.alu_str subi %o, %i4 : index
      // CHECK-NEXT: slcv.mem_str<4> %{{.*}}[%[[I4]], %[[BACK]]] lanes [3, -3] mask %[[M]]
      %strided = slc.mem_str %a[%i4, %back] : memref<?x?xf32>
      // CHECK-NEXT: %[[R:.*]] = slcv.mem_str<4> %{{.*}}[%[[S]]] lanes [1] mask %[[M]] : memref<?xindex>
      %r = slc.mem_str %idx[%i] : memref<?xindex>
      // CHECK-NEXT: slcv.mem_str<4> %{{.*}}[%[[R]], %[[S]]] lanes [0, 1] mask %[[M]]
      %gathered = slc.mem_str %a[%r, %i] : memref<?x?xf32>
      // CHECK-NEXT: %[[LANES:.*]] = slcv.lane_str<4> %[[S]] by 1 : index
      // CHECK-NEXT: %[[AND:.*]] = slc.alu_str andi %[[LANES]], %[[O]] : vector<4xindex>
      %and = slc.alu_str andi %i, %o : index
      // CHECK-NEXT: slcv.mem_str<4> %{{.*}}[%[[AND]], %{{.*}}] lanes [0, 0] mask %[[M]]
      %masked = slc.mem_str %a[%and, %c0] {hint = #slc.hint<level = l2, temporal = false>} : memref<?x?xf32>
      // CHECK-SAME: {hint = #slc.hint<level = l2, temporal = false>}
      // A load that is the same for all lanes is done once.
      // CHECK-NEXT: slc.mem_str %{{.*}}[%[[O]], %{{.*}}] : memref<?x?xf32>
      %uniform = slc.mem_str %a[%o, %c0] : memref<?x?xf32>
      slc.callback {
        %e = slc.to_val %i : index
        %u = slc.to_val %uniform : f32
        %v = slc.to_val %gathered : f32
        // CHECK: vector.broadcast %{{.*}} : f32 to vector<4xf32>
        // CHECK: arith.addf
        %x = arith.addf %u, %v : f32
        memref.store %x, %out[%e] : memref<?xf32>
      }
    }
  }
  return
}

// -----

// The lanes of an induction variable with a step; bounds that are streams.
// CHECK-LABEL: func @bounds
func.func @bounds(%ptr: memref<?xindex>, %b: memref<?xindex>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  // CHECK: slc.for
  slc.for %o = %c0 to %n step %c1 {
    // CHECK: %[[BEGIN:.*]] = slc.mem_str
    // CHECK: %[[END:.*]] = slc.mem_str
    %begin = slc.mem_str %ptr[%o] : memref<?xindex>
    %o1 = slc.alu_str addi %o, %c1 : index
    %end = slc.mem_str %ptr[%o1] : memref<?xindex>
    // CHECK: slcv.for<4> %{{.*}} = %[[BEGIN]] to %[[END]] step %c3
    slc.for %i = %begin to %end step %c3 {
      slc.callback {
        %e = slc.to_val %i : index
        // CHECK: %[[BASE:.*]] = vector.broadcast %{{.*}} : index to vector<4xindex>
        // CHECK: %[[STEPS:.*]] = arith.constant dense<[0, 3, 6, 9]> : vector<4xindex>
        // CHECK: %[[LANES:.*]] = arith.addi %[[BASE]], %[[STEPS]]
        // A step of three: lane by lane.
        // CHECK: scf.for
        // CHECK: memref.store
        memref.store %e, %b[%e] : memref<?xindex>
      }
    }
  }
  return
}

// -----

// A lane that is no iteration divides by one.
// CHECK-LABEL: func @division
func.func @division(%a: memref<?xi32>, %b: memref<?xi32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  slc.for %i = %c0 to %n step %c1 {
    %s = slc.mem_str %a[%i] : memref<?xi32>
    slc.callback {
      // CHECK: %[[MASK:.*]] = slc.to_val %{{.*}} : vector<4xi1>
      %e = slc.to_val %i : index
      %v = slc.to_val %s : i32
      // CHECK: %[[OLD:.*]] = vector.maskedload
      %old = memref.load %b[%e] : memref<?xi32>
      // CHECK: %[[ONE:.*]] = arith.constant dense<1> : vector<4xi32>
      // CHECK: %[[SAFE:.*]] = arith.select %[[MASK]], %{{.*}}, %[[ONE]]
      // CHECK: arith.divsi %[[OLD]], %[[SAFE]] : vector<4xi32>
      %q = arith.divsi %old, %v : i32
      memref.store %q, %b[%e] : memref<?xi32>
    }
  }
  return
}

// -----

// Elements of several widths: the number of lanes is one for all.
// CHECK-LABEL: func @widths
func.func @widths(%a: memref<?xi8>, %b: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  slc.for %i = %c0 to %n step %c1 {
    %s = slc.mem_str %a[%i] : memref<?xi8>
    slc.callback {
      %e = slc.to_val %i : index
      %v = slc.to_val %s : i8
      // CHECK: arith.sitofp %{{.*}} : vector<4xi8> to vector<4xf64>
      %f = arith.sitofp %v : i8 to f64
      // CHECK: vector.maskedstore {{.*}} vector<4xf64>
      memref.store %f, %b[%e] : memref<?xf64>
    }
  }
  return
}

// -----

// Without fast-math, a sum of floats begins with the accumulator and goes on lane
// by lane: vector.reduction without `reassoc` is that. False lanes add -0.0. What
// may be done in any order is carried as a vector and finished behind the loop.
// CHECK-LABEL: func @reductions
// CHECK-SAME: %[[Z:[a-z0-9]*]]: f32, %[[ZI:[a-z0-9]*]]: i32
func.func @reductions(%a: memref<?xf32>, %k: memref<?xi32>, %n: index, %z: f32, %zi: i32) -> (f32, f32, f32, f32, i32, i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: %[[I1:.*]] = arith.constant dense<-0.000000e+00> : vector<4xf32>
  // CHECK: %[[I3:.*]] = arith.constant dense<0xFF800000> : vector<4xf32>
  // CHECK: %[[I4:.*]] = arith.constant dense<-1> : vector<4xi32>
  // CHECK: %[[I5:.*]] = arith.constant dense<2147483647> : vector<4xi32>
  // CHECK: %[[R:.*]]:7 = slcv.for<4> {{.*}} iter_args(%[[A0:.*]] = %[[Z]], %[[A1:.*]] = %[[I1]], %[[A2:.*]] = %[[Z]], %[[A3:.*]] = %[[I3]], %[[A4:.*]] = %[[I4]], %[[A5:.*]] = %[[I5]], %[[A6:.*]] = %[[ZI]])
  %r:7 = slc.for %i = %c0 to %n step %c1
      iter_args(%sum = %z, %fast = %z, %product = %z, %max = %z, %and = %zi, %min = %zi, %same = %zi)
      -> (f32, f32, f32, f32, i32, i32, i32) {
    %s = slc.mem_str %a[%i] : memref<?xf32>
    %t = slc.mem_str %k[%i] : memref<?xi32>
    %next:6 = slc.callback -> (f32, f32, f32, f32, i32, i32) {
      // CHECK: %[[MASK:.*]] = slc.to_val %{{.*}} : vector<4xi1>
      %v = slc.to_val %s : f32
      %j = slc.to_val %t : i32
      // CHECK: %[[N0:.*]] = arith.constant dense<-0.000000e+00> : vector<4xf32>
      // CHECK: %[[V0:.*]] = arith.select %[[MASK]], %{{.*}}, %[[N0]]
      // CHECK: vector.reduction <add>, %[[V0]], %[[A0]] : vector<4xf32> into f32
      %0 = arith.addf %sum, %v : f32
      // CHECK: arith.addf %{{.*}}, %[[A1]] fastmath<reassoc> : vector<4xf32>
      %1 = arith.addf %v, %fast fastmath<reassoc> : f32
      // CHECK: dense<1.000000e+00>
      // CHECK: vector.reduction <mul>, %{{.*}}, %[[A2]] : vector<4xf32> into f32
      %2 = arith.mulf %product, %v : f32
      // CHECK: %[[N3:.*]] = arith.constant dense<0xFF800000>
      // CHECK: %[[V3:.*]] = arith.select %[[MASK]], %{{.*}}, %[[N3]]
      // CHECK: arith.maximumf %[[A3]], %[[V3]] : vector<4xf32>
      %3 = arith.maximumf %max, %v : f32
      // CHECK: arith.andi %[[A4]], %{{.*}} : vector<4xi32>
      %4 = arith.andi %and, %j : i32
      // CHECK: arith.minsi %{{.*}}, %[[A5]] : vector<4xi32>
      %5 = arith.minsi %j, %min : i32
      slc.yield %0, %1, %2, %3, %4, %5 : f32, f32, f32, f32, i32, i32
    }
    // CHECK: slc.yield %[[NEXT:.*]]#0, %[[NEXT]]#1, %[[NEXT]]#2, %[[NEXT]]#3, %[[NEXT]]#4, %[[NEXT]]#5, %[[A6]]
    slc.yield %next#0, %next#1, %next#2, %next#3, %next#4, %next#5, %same : f32, f32, f32, f32, i32, i32, i32
  }
  // CHECK-DAG: vector.reduction <add>, %[[R]]#1, %[[Z]] fastmath<reassoc> : vector<4xf32> into f32
  // CHECK-DAG: vector.reduction <maximumf>, %[[R]]#3, %[[Z]] : vector<4xf32> into f32
  // CHECK-DAG: vector.reduction <and>, %[[R]]#4, %[[ZI]] : vector<4xi32> into i32
  // CHECK-DAG: vector.reduction <minsi>, %[[R]]#5, %[[ZI]] : vector<4xi32> into i32
  return %r#0, %r#1, %r#2, %r#3, %r#4, %r#5, %r#6 : f32, f32, f32, f32, i32, i32, i32
}

// -----

// A vector accumulator goes through the loops that hand it on; where somebody
// reads it, it is finished first.
// CHECK-LABEL: func @accumulators
// CHECK-SAME: %[[Z:[a-z0-9]*]]: i32
func.func @accumulators(%a: memref<?xi32>, %o: memref<?xi32>, %n: index, %z: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: %[[ZEROS:.*]] = arith.constant dense<0> : vector<4xi32>
  // CHECK: %[[ONES:.*]] = arith.constant dense<-1> : vector<4xi32>
  // CHECK: %[[OUTER:.*]] = slc.for {{.*}} iter_args(%[[SUM:.*]] = %[[ZEROS]]) -> (vector<4xi32>) {
  %r = slc.for %b = %c0 to %n step %c1 iter_args(%sum = %z) -> (i32) {
    // CHECK: %[[INNER:.*]] = slcv.for<4> {{.*}} iter_args(%{{.*}} = %[[SUM]]) -> (vector<4xi32>) {
    %inner = slc.for %i = %c0 to %n step %c1 iter_args(%acc = %sum) -> (i32) {
      %s = slc.mem_str %a[%i] : memref<?xi32>
      %next = slc.callback -> (i32) {
        %v = slc.to_val %s : i32
        %x = arith.addi %acc, %v : i32
        slc.yield %x : i32
      }
      slc.yield %next : i32
    }
    // CHECK: %[[AND:.*]] = slcv.for<4> {{.*}} iter_args(%{{.*}} = %[[ONES]]) -> (vector<4xi32>) {
    %and = slc.for %i = %c0 to %b step %c1 iter_args(%acc = %z) -> (i32) {
      %s = slc.mem_str %a[%i] : memref<?xi32>
      %next = slc.callback -> (i32) {
        %v = slc.to_val %s : i32
        %x = arith.andi %acc, %v : i32
        slc.yield %x : i32
      }
      slc.yield %next : i32
    }
    // CHECK: %[[FINISHED:.*]] = slc.callback -> (i32) {
    // CHECK-NEXT: vector.reduction <and>, %[[AND]], %[[Z]] : vector<4xi32> into i32
    // CHECK: slc.callback {
    slc.callback {
      %e = slc.to_val %b : index
      // CHECK: memref.store %[[FINISHED]]
      memref.store %and, %o[%e] : memref<?xi32>
    }
    // CHECK: slc.yield %[[INNER]] : vector<4xi32>
    slc.yield %inner : i32
  }
  // CHECK: %[[R:.*]] = vector.reduction <add>, %[[OUTER]], %[[Z]] : vector<4xi32> into i32
  // CHECK: return %[[R]]
  return %r : i32
}

// -----

// The innermost loop is vectorised, its siblings' bodies and the loops around are
// as they were.
// CHECK-LABEL: func @nest
func.func @nest(%a: memref<?xf32>, %b: memref<?xf32>, %c: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: slc.for
  slc.for %o = %c0 to %n step %c1 {
    // CHECK: slc.callback
    // CHECK-NEXT: slc.to_val %{{.*}} : index
    slc.callback {
      %e = slc.to_val %o : index
      %z = arith.constant 0.0 : f32
      // CHECK: memref.store
      memref.store %z, %c[%e] : memref<?xf32>
    }
    // CHECK: slcv.for<4>
    slc.for %i = %c0 to %n step %c1 {
      %s = slc.mem_str %a[%i] : memref<?xf32>
      slc.callback {
        %e = slc.to_val %i : index
        %v = slc.to_val %s : f32
        memref.store %v, %b[%e] : memref<?xf32>
      }
    }
    // CHECK: slcv.for<4>
    slc.for %i = %c0 to %n step %c1 {
      slc.callback {
        %e = slc.to_val %i : index
        %z = arith.constant 1.0 : f32
        memref.store %z, %b[%e] : memref<?xf32>
      }
    }
    // CHECK: slc.callback
    slc.callback {
      %e = slc.to_val %o : index
      %z = arith.constant 0.0 : f32
      // CHECK: memref.store
      memref.store %z, %b[%e] : memref<?xf32>
    }
  }
  return
}

// -----

// An i1 is a byte of an array, but a bit of a vector: lane by lane.
// CHECK-LABEL: func @bits
func.func @bits(%a: memref<?xi1>, %b: memref<?xi1>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  slc.for %i = %c0 to %n step %c1 {
    // CHECK: slcv.mem_str<4> {{.*}} : memref<?xi1>
    %s = slc.mem_str %a[%i] : memref<?xi1>
    slc.callback {
      %e = slc.to_val %i : index
      %v = slc.to_val %s : i1
      // CHECK-NOT: vector.maskedstore
      // CHECK: scf.for
      // CHECK: memref.store
      memref.store %v, %b[%e] : memref<?xi1>
    }
  }
  return
}

// -----

// What a stream of lanes is under a predicate, and the divisor of a lane that is
// no iteration.
// CHECK-LABEL: func @predicates
// CHECK-SAME: %[[P:[a-z0-9]*]]: i1
func.func @predicates(%a: memref<?xf32>, %q: memref<?xi1>, %b: memref<?xf32>, %n: index, %p: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: %[[ONE:c1_[0-9]*]] = arith.constant 1 : index
  // CHECK: slcv.for<4> %[[S:.*]], %[[M:.*]] =
  slc.for %i = %c0 to %n step %c1 {
    // CHECK-NEXT: %[[MP:.*]] = slc.alu_str andi %[[M]], %[[P]] : vector<4xi1>
    // CHECK-NEXT: slcv.mem_str<4> %{{.*}}[%[[S]]] lanes [1] mask %[[MP]] : memref<?xf32>
    %s = slc.mem_str %a[%i] if %p : memref<?xf32>
    // CHECK-NEXT: %[[Q:.*]] = slcv.mem_str<4> %{{.*}} : memref<?xi1>
    %c = slc.mem_str %q[%i] : memref<?xi1>
    // CHECK-NEXT: %[[L:.*]] = slcv.lane_str<4> %[[S]] by 1 : index
    // CHECK-NEXT: %[[D:.*]] = slc.alu_str select %[[M]], %{{.*}}, %[[ONE]] : vector<4xindex>
    // CHECK-NEXT: %[[H:.*]] = slc.alu_str divui %[[L]], %[[D]] : vector<4xindex>
    %h = slc.alu_str divui %i, %n : index
    // CHECK-NEXT: %[[MQ:.*]] = slc.alu_str andi %[[M]], %[[Q]] : vector<4xi1>
    // CHECK-NEXT: slcv.mem_str<4> %{{.*}}[%[[H]]] lanes [0] mask %[[MQ]] : memref<?xf32>
    %t = slc.mem_str %a[%h] if %c : memref<?xf32>
    // The same for all lanes: loaded once where any lane wants it.
    // CHECK-NEXT: slc.mem_str %{{.*}}[%{{.*}}] if %[[P]] : memref<?xf32>
    %u = slc.mem_str %a[%n] if %p : memref<?xf32>
    slc.callback {
      %e = slc.to_val %i : index
      %v = slc.to_val %s : f32
      %w = slc.to_val %t : f32
      %x = slc.to_val %u : f32
      %y = arith.addf %v, %w : f32
      %z = arith.addf %y, %x : f32
      memref.store %z, %b[%e] : memref<?xf32>
    }
  }
  return
}

// -----

// An inner stride that is known at run time only: one vector where it is 1, lane
// by lane where it is not.
// CHECK-LABEL: func @dynamic_stride
// CHECK-SAME: %{{.*}}: memref<?xf32>, %[[B:[a-z0-9]*]]: memref<?x?xf32, strided<[?, ?], offset: ?>>
func.func @dynamic_stride(%a: memref<?xf32>, %b: memref<?x?xf32, strided<[?, ?], offset: ?>>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: slcv.for<4>
  slc.for %i = %c0 to %n step %c1 {
    %s = slc.mem_str %a[%i] : memref<?xf32>
    slc.callback {
      // CHECK: %[[MASK:.*]] = slc.to_val %{{.*}} : vector<4xi1>
      // CHECK: %[[E:.*]] = slc.to_val %{{.*}} : index
      %e = slc.to_val %i : index
      %v = slc.to_val %s : f32
      // CHECK: %{{.*}}, %{{.*}}, %{{.*}}:2, %[[STRIDES:.*]]:2 = memref.extract_strided_metadata %[[M:.*]] :
      // CHECK: %[[UNIT:.*]] = arith.cmpi eq, %[[STRIDES]]#1, %{{.*}} : index
      // CHECK: %[[OLD:.*]] = scf.if %[[UNIT]] -> (vector<4xf32>) {
      // CHECK-NEXT: %[[CAST:.*]] = memref.reinterpret_cast %[[M]] to offset: [%{{.*}}], sizes: [%{{.*}}, %{{.*}}], strides: [%[[STRIDES]]#0, 1] : memref<?x?xf32, strided<[?, ?], offset: ?>> to memref<?x?xf32, strided<[?, 1], offset: ?>>
      // CHECK-NEXT: %[[WIDE:.*]] = vector.maskedload %[[CAST]][%{{.*}}, %[[E]]], %[[MASK]]
      // CHECK-NEXT: scf.yield %[[WIDE]]
      // CHECK-NEXT: } else {
      // CHECK: memref.load %[[M]]
      %old = memref.load %b[%n, %e] : memref<?x?xf32, strided<[?, ?], offset: ?>>
      // CHECK: %[[SUM:.*]] = arith.addf %{{.*}}, %[[OLD]]
      %sum = arith.addf %v, %old : f32
      // CHECK: scf.if
      // CHECK: vector.maskedstore
      // CHECK: } else {
      // CHECK: memref.store
      memref.store %sum, %b[%n, %e] : memref<?x?xf32, strided<[?, ?], offset: ?>>
    }
  }
  return
}

// -----

// The sums of single lanes may overflow where the one of all does not.
// CHECK-LABEL: func @no_overflow
// CHECK: arith.addi %{{.*}}, %{{[a-z0-9]*}} : vector<4xi32>
func.func @no_overflow(%x: memref<?xi32>, %w: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %sum = slc.for %e = %c0 to %w step %c1 iter_args(%a = %z) -> (i32) {
    %s = slc.mem_str %x[%e] : memref<?xi32>
    %r = slc.callback -> (i32) {
      %v = slc.to_val %s : i32
      %0 = arith.addi %a, %v overflow<nsw, nuw> : i32
      slc.yield %0 : i32
    }
    slc.yield %r : i32
  }
  return %sum : i32
}

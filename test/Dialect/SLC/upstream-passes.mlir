// What upstream passes may and may not do to decoupled nests.

// RUN: split-file %s %t
// RUN: ember-opt %t/cse.mlir --cse --allow-unregistered-dialect | FileCheck %t/cse.mlir
// RUN: ember-opt %t/licm.mlir --loop-invariant-code-motion --allow-unregistered-dialect | FileCheck %t/licm.mlir
// RUN: ember-opt %t/sccp.mlir --sccp --canonicalize --allow-unregistered-dialect | FileCheck %t/sccp.mlir
// RUN: ember-opt %t/sink.mlir --control-flow-sink --allow-unregistered-dialect | FileCheck %t/sink.mlir
// RUN: ember-opt %t/int-range.mlir --int-range-optimizations --allow-unregistered-dialect | FileCheck %t/int-range.mlir

// All of them, one after the other, keep what has effects.
// DEFINE: %{all} = --canonicalize --cse --loop-invariant-code-motion --sccp --control-flow-sink --symbol-dce --int-range-optimizations --canonicalize --allow-unregistered-dialect
// RUN: ember-opt %t/all.mlir %{all} | FileCheck %t/all.mlir

//--- all.mlir

// CHECK-LABEL: func.func @all(
// CHECK-SAME:    %[[IDX:.*]]: memref<?xindex>, %[[A:.*]]: memref<?x?xf32>, %[[OUT:.*]]: memref<?xf32>, %[[N:.*]]: index, %[[X:.*]]: f32)
func.func @all(%idx: memref<?xindex>, %a: memref<?x?xf32>, %out: memref<?xf32>,
               %n: index, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  // CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
  // CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %one = arith.subi %c2, %c1 : index
  // CHECK: %[[R:.*]] = slc.for %[[I:.*]] = %[[C0]] to %[[N]] step %[[C1]] iter_args(%[[ACC:.*]] = %[[X]]) -> (f32) {
  %r:2 = slc.for %i = %c0 to %n step %one iter_args(%acc = %x, %last = %x) -> (f32, f32) {
    // CHECK-NEXT: %[[B:.*]] = slc.mem_str %[[IDX]][%[[I]]]
    %b = slc.mem_str %idx[%i] : memref<?xindex>
    // CHECK-NEXT: %[[I1:.*]] = slc.alu_str addi %[[I]], %[[C1]]
    // CHECK-NEXT: %[[E:.*]] = slc.mem_str %[[IDX]][%[[I1]]]
    %i1 = slc.alu_str addi %i, %one : index
    %e = slc.mem_str %idx[%i1] : memref<?xindex>
    // CHECK-NEXT: slc.callback {
    // CHECK-NEXT:   memref.store %[[ACC]], %[[OUT]][%[[C0]]]
    // CHECK-NEXT: }
    slc.callback {
      memref.store %acc, %out[%c0] : memref<?xf32>
    }
    // CHECK-NEXT: %[[NEXT:.*]] = slc.for %[[J:.*]] = %[[B]] to %[[E]] step %[[C1]] iter_args(%[[S:.*]] = %[[ACC]]) -> (f32) {
    %next = slc.for %j = %b to %e step %one iter_args(%s = %acc) -> (f32) {
      // CHECK-NEXT: %[[V:.*]] = slc.mem_str %[[A]][%[[J]], %[[I1]]]
      %k = slc.alu_str addi %i, %one : index
      %v = slc.mem_str %a[%j, %k] : memref<?x?xf32>
      // CHECK-NEXT: %[[SUM:.*]] = slc.callback -> (f32) {
      // CHECK-NEXT:   %[[VAL:.*]] = slc.to_val %[[V]]
      // CHECK-NEXT:   %[[ADD:.*]] = arith.addf %[[S]], %[[VAL]]
      // CHECK-NEXT:   slc.yield %[[ADD]]
      // CHECK-NEXT: }
      %sum = slc.callback -> (f32) {
        %val = slc.to_val %v : f32
        %add = arith.addf %s, %val : f32
        slc.yield %add : f32
      }
      // CHECK-NEXT: slc.yield %[[SUM]]
      slc.yield %sum : f32
    }
    // CHECK: slc.yield %[[NEXT]]
    slc.yield %next, %acc : f32, f32
  }
  // CHECK: return %[[R]]
  return %r#0 : f32
}

//--- cse.mlir

// Loads of the same element are one where nothing is written in between. The
// nest writes nothing that they read, but CSE looks at effects only.

// CHECK-LABEL: func.func @loads(
func.func @loads(%a: memref<?xf32>, %b: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: slc.for %[[I:.*]] =
  slc.for %i = %c0 to %n step %c1 {
    // CHECK-NEXT: %[[S:.*]] = slc.mem_str
    %s = slc.mem_str %a[%i] : memref<?xf32>
    %t = slc.mem_str %a[%i] : memref<?xf32>
    // CHECK-NEXT: slc.callback {
    // CHECK: %[[V:.*]] = slc.to_val %[[S]]
    // CHECK: "test.use"(%[[V]], %[[V]])
    slc.callback {
      %v = slc.to_val %s : f32
      %w = slc.to_val %t : f32
      "test.use"(%v, %w) : (f32, f32) -> ()
    }
    // CHECK: slc.mem_str
    %u = slc.mem_str %a[%i] : memref<?xf32>
    // CHECK: slc.callback {
    slc.callback {
      // A stream is read again in each callback.
      // CHECK-NEXT: slc.to_val
      // CHECK-NEXT: slc.to_val
      %v = slc.to_val %s : f32
      %w = slc.to_val %u : f32
      "test.use"(%v, %w) : (f32, f32) -> ()
    }
  }
  return
}

// Loads of other elements, or with other predicates, are not the same; nor are
// a load of a loop and one of the loop around.

// CHECK-LABEL: func.func @different_loads(
func.func @different_loads(%a: memref<?xf32>, %n: index, %p: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  slc.for %i = %c0 to %n step %c1 {
    // CHECK: slc.mem_str
    %s = slc.mem_str %a[%i] : memref<?xf32>
    // CHECK-NEXT: slc.mem_str
    %t = slc.mem_str %a[%i] if %p : memref<?xf32>
    // CHECK-NEXT: slc.mem_str
    %u = slc.mem_str %a[%n] : memref<?xf32>
    // CHECK-NEXT: slc.for
    slc.for %j = %c0 to %i step %c1 {
      // CHECK-NEXT: slc.mem_str
      %v = slc.mem_str %a[%i] : memref<?xf32>
      slc.callback {
        %x = slc.to_val %v : f32
        "test.use"(%x) : (f32) -> ()
      }
    }
    slc.callback {
      %x = slc.to_val %s : f32
      %y = slc.to_val %t : f32
      %z = slc.to_val %u : f32
      "test.use"(%x, %y, %z) : (f32, f32, f32) -> ()
    }
  }
  return
}

// Arithmetic is the same across loops, callbacks with effects are not.

// CHECK-LABEL: func.func @arithmetic(
func.func @arithmetic(%a: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: slc.for %[[I:.*]] =
  slc.for %i = %c0 to %n step %c1 {
    // CHECK-NEXT: %[[NEXT:.*]] = slc.alu_str addi %[[I]]
    %x = slc.alu_str addi %i, %c1 : index
    // CHECK-NEXT: slc.for %{{.*}} = %{{.*}} to %[[NEXT]]
    slc.for %j = %c0 to %x step %c1 {
      %y = slc.alu_str addi %i, %c1 : index
      // CHECK-NEXT: slc.mem_str %{{.*}}[%[[NEXT]]]
      %s = slc.mem_str %a[%y] : memref<?xf32>
      // CHECK: slc.callback {
      slc.callback {
        %v = slc.to_val %s : f32
        "test.use"(%v) : (f32) -> ()
      }
      // CHECK: slc.callback {
      slc.callback {
        %v = slc.to_val %s : f32
        "test.use"(%v) : (f32) -> ()
      }
    }
  }
  return
}

// Loops that give the same and write nothing are one only if they are equal;
// loops with stores are two.

// CHECK-LABEL: func.func @loops(
func.func @loops(%b: memref<f32>, %n: index, %x: f32, %y: f32) -> (f32, f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: %[[R:.*]] = slc.for
  %r = slc.for %i = %c0 to %n step %c1 iter_args(%acc = %x) -> (f32) {
    %next = slc.callback -> (f32) {
      %y0 = arith.addf %acc, %x : f32
      slc.yield %y0 : f32
    }
    slc.yield %next : f32
  }
  // CHECK: %[[S:.*]] = slc.for
  %s = slc.for %i = %c0 to %n step %c1 iter_args(%acc = %y) -> (f32) {
    %next = slc.callback -> (f32) {
      %y0 = arith.addf %acc, %x : f32
      slc.yield %y0 : f32
    }
    slc.yield %next : f32
  }
  // CHECK: %[[T:.*]] = slc.for
  %t = slc.for %i = %c0 to %n step %c1 iter_args(%acc = %x) -> (f32) {
    %next = slc.callback -> (f32) {
      %y0 = arith.addf %acc, %x : f32
      memref.store %y0, %b[] : memref<f32>
      slc.yield %y0 : f32
    }
    slc.yield %next : f32
  }
  // CHECK: return %[[R]], %[[S]], %[[T]]
  return %r, %s, %t : f32, f32, f32
}

// The value of the callback depends on the iteration: two pure callbacks are
// one only in one body, and with the same streams.

// CHECK-LABEL: func.func @pure_callbacks(
func.func @pure_callbacks(%n: index, %out: memref<?xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  slc.for %i = %c0 to %n step %c1 {
    // CHECK: %[[X:.*]] = slc.callback -> (index)
    %x = slc.callback -> (index) {
      %v = slc.to_val %i : index
      slc.yield %v : index
    }
    // CHECK: slc.for
    slc.for %j = %c0 to %n step %c1 {
      // CHECK-NEXT: %[[Y:.*]] = slc.callback -> (index)
      %y = slc.callback -> (index) {
        %v = slc.to_val %j : index
        slc.yield %v : index
      }
      // CHECK: "test.use"(%[[X]], %[[Y]])
      slc.callback {
        "test.use"(%x, %y) : (index, index) -> ()
      }
    }
  }
  return
}

//--- licm.mlir

// Arithmetic on outer streams leaves inner loops, never the nest. Divisions,
// which can trap, and loads, which a loop without iterations does not touch,
// stay.

// CHECK-LABEL: func.func @streams(
func.func @streams(%a: memref<?xindex>, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: slc.for %[[I:.*]] =
  slc.for %i = %c0 to %n step %c1 {
    // CHECK-NEXT: %[[X:.*]] = slc.alu_str addi %[[I]]
    // CHECK-NEXT: %[[LT:.*]] = slc.alu_str cmpi slt, %[[X]]
    // CHECK-NEXT: slc.for %[[J:.*]] =
    slc.for %j = %c0 to %i step %c1 {
      %x = slc.alu_str addi %i, %m : index
      %lt = slc.alu_str cmpi slt, %x, %n : index
      // CHECK-NEXT: slc.alu_str divsi %[[X]]
      %d = slc.alu_str divsi %x, %m : index
      // CHECK-NEXT: slc.alu_str remui %[[I]]
      %r = slc.alu_str remui %i, %m : index
      // CHECK-NEXT: slc.mem_str %{{.*}}[%[[X]]] if %[[LT]]
      %s = slc.mem_str %a[%x] if %lt : memref<?xindex>
      // CHECK-NEXT: slc.alu_str addi %[[J]]
      %y = slc.alu_str addi %j, %s : index
      // CHECK-NEXT: slc.callback
      slc.callback {
        %v = slc.to_val %y : index
        %w = slc.to_val %d : index
        %u = slc.to_val %r : index
        "test.use"(%u, %v, %w) : (index, index, index) -> ()
      }
    }
  }
  return
}

// Callbacks never leave their loop, even if all that they compute is invariant:
// neither do loops.

// CHECK-LABEL: func.func @callbacks(
func.func @callbacks(%n: index, %x: f32, %out: memref<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: slc.for
  slc.for %i = %c0 to %n step %c1 {
    // CHECK-NEXT: slc.callback -> (f32)
    %r = slc.callback -> (f32) {
      %y = arith.mulf %x, %x : f32
      slc.yield %y : f32
    }
    // CHECK: slc.for
    slc.for %j = %c0 to %n step %c1 {
      // CHECK-NEXT: slc.callback -> (f32)
      %s = slc.callback -> (f32) {
        %y = arith.addf %r, %x : f32
        slc.yield %y : f32
      }
      // CHECK: slc.for
      %t = slc.for %k = %c0 to %n step %c1 iter_args(%acc = %x) -> (f32) {
        %next = slc.callback -> (f32) {
          %y = arith.addf %acc, %x : f32
          slc.yield %y : f32
        }
        slc.yield %next : f32
      }
      slc.callback {
        memref.store %s, %out[] : memref<f32>
        memref.store %t, %out[] : memref<f32>
      }
    }
  }
  return
}

// In a callback, streams are read where they are read: that is where a fault of
// the access unit is raised.

// CHECK-LABEL: func.func @plain_loop(
func.func @plain_loop(%n: index, %out: memref<?xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: slc.for %[[I:.*]] =
  slc.for %i = %c0 to %n step %c1 {
    // CHECK-NEXT: slc.callback {
    slc.callback {
      // CHECK-NEXT: scf.for
      scf.for %j = %c0 to %n step %c1 {
        // CHECK-NEXT: %[[V:.*]] = slc.to_val %[[I]]
        // CHECK-NEXT: arith.addi %[[V]]
        %v = slc.to_val %i : index
        %s = arith.addi %v, %n : index
        memref.store %s, %out[%j] : memref<?xindex>
      }
    }
  }
  return
}

// A nest is not moved out of a plain loop around it.

// CHECK-LABEL: func.func @nest_in_a_loop(
func.func @nest_in_a_loop(%n: index, %x: f32, %out: memref<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: scf.for
  scf.for %k = %c0 to %n step %c1 {
    // CHECK-NEXT: slc.for
    %t = slc.for %i = %c0 to %n step %c1 iter_args(%acc = %x) -> (f32) {
      %next = slc.callback -> (f32) {
        %y = arith.addf %acc, %x : f32
        slc.yield %y : f32
      }
      slc.yield %next : f32
    }
    memref.store %t, %out[] : memref<f32>
  }
  return
}

//--- sccp.mlir

// Iteration values are not their initial values.

// CHECK-LABEL: func.func @iter_args(
func.func @iter_args(%n: index) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: %[[R:.*]]:2 = slc.for {{.*}} iter_args(%[[P:.*]] = %{{.*}}, %[[Q:.*]] = %{{.*}}) -> (index, index)
  %r:2 = slc.for %i = %c0 to %n step %c1 iter_args(%p = %c0, %q = %c1) -> (index, index) {
    // CHECK: slc.callback
    %next = slc.callback -> (index) {
      // CHECK-NEXT: %[[NEXT:.*]] = arith.addi %[[P]], %{{.*}}
      %x = arith.addi %p, %c1 : index
      slc.yield %x : index
    }
    // CHECK: slc.yield %{{.*}}, %[[P]]
    slc.yield %next, %p : index, index
  }
  // CHECK: return %[[R]]#0, %[[R]]#1
  return %r#0, %r#1 : index, index
}

// A nest with a single iteration: its induction stream is no constant, what
// the callback computes from constants is.

// CHECK-LABEL: func.func @single_iteration(
func.func @single_iteration(%out: memref<?xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: %[[C3:.*]] = arith.constant 3 : index
  %c2 = arith.constant 2 : index
  // CHECK: slc.for %[[I:.*]] =
  slc.for %i = %c0 to %c1 step %c1 {
    // CHECK-NEXT: slc.callback
    slc.callback {
      // CHECK-NEXT: %[[E:.*]] = slc.to_val %[[I]]
      %e = slc.to_val %i : index
      %x = arith.addi %c1, %c2 : index
      // CHECK-NEXT: memref.store %[[C3]], %{{.*}}[%[[E]]]
      memref.store %x, %out[%e] : memref<?xindex>
    }
  }
  return
}

// Bounds that become constant: the loop goes, its initial value stays.

// CHECK-LABEL: func.func @constant_bounds(
// CHECK-SAME:    %[[X:.*]]: f32)
func.func @constant_bounds(%x: f32) -> f32 {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n = arith.subi %c1, %c2 : index
  // CHECK-NEXT: return %[[X]]
  %r = slc.for %i = %c1 to %n step %c1 iter_args(%acc = %x) -> (f32) {
    %next = slc.callback -> (f32) {
      %y = "test.use"(%acc) : (f32) -> f32
      slc.yield %y : f32
    }
    slc.yield %next : f32
  }
  return %r : f32
}

//--- sink.mlir

// Neither streams nor what reads them sinks into branches.

// CHECK-LABEL: func.func @sink(
func.func @sink(%a: memref<?xindex>, %n: index, %p: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: slc.for
  slc.for %i = %c0 to %n step %c1 {
    // CHECK-NEXT: %[[X:.*]] = slc.alu_str
    %x = slc.alu_str addi %i, %n : index
    // CHECK-NEXT: slc.callback
    slc.callback {
      // CHECK-NEXT: %[[V:.*]] = slc.to_val %[[X]]
      %v = slc.to_val %x : index
      // CHECK-NEXT: scf.if
      scf.if %p {
        // CHECK-NEXT: "test.use"(%[[V]])
        "test.use"(%v) : (index) -> ()
      }
    }
  }
  return
}

//--- int-range.mlir

// Streams have no constants: the analysis of ranges leaves them alone.

// CHECK-LABEL: func.func @ranges(
func.func @ranges(%a: memref<?xindex>, %out: memref<?xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: slc.for %[[I:.*]] =
  slc.for %i = %c0 to %c1 step %c1 {
    // CHECK-NEXT: %[[S:.*]] = slc.mem_str %{{.*}}[%[[I]]]
    %s = slc.mem_str %a[%i] : memref<?xindex>
    // CHECK-NEXT: slc.for %[[J:.*]] = %[[S]] to
    slc.for %j = %s to %c1 step %c1 {
      slc.callback {
        // CHECK: slc.to_val %[[J]]
        %e = slc.to_val %j : index
        memref.store %e, %out[%e] : memref<?xindex>
      }
    }
  }
  return
}

// RUN: ember-opt %s --slc-hoist-loads --allow-unregistered-dialect | FileCheck %s

// Streams leave the loops in which they do not change.

// Out of a loop that may run zero times: the load gets a predicate, the
// division a divisor; casts need neither.

// CHECK-LABEL: func.func @guarded(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?xi32>, %[[ARG1:.*]]: memref<?x?xf32>, %[[ARG2:.*]]: index, %[[ARG3:.*]]: index
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[C1_0:.*]] = arith.constant 1 : index
// CHECK-NEXT:   slc.for %[[S:.*]] = %[[C0]] to %[[ARG2]] step %[[C1]] {
// CHECK-NEXT:     %[[V0:.*]] = slc.alu_str cmpi slt, %[[C0]], %[[S]] : index
// CHECK-NEXT:     %[[V1:.*]] = slc.mem_str %[[ARG0]][%[[S]]] if %[[V0]] : memref<?xi32>
// CHECK-NEXT:     %[[V2:.*]] = slc.alu_str index_cast %[[V1]] : i32 to index
// CHECK-NEXT:     %[[V3:.*]] = slc.alu_str select %[[V0]], %[[ARG3]], %[[C1_0]] : index
// CHECK-NEXT:     %[[V4:.*]] = slc.alu_str remui %[[V2]], %[[V3]] : index
// CHECK-NEXT:     slc.for %[[S_1:.*]] = %[[C0]] to %[[S]] step %[[C1]] {
// CHECK-NEXT:       %[[V5:.*]] = slc.mem_str %[[ARG1]][%[[V4]], %[[S_1]]] : memref<?x?xf32>
// CHECK-NEXT:       slc.callback {
// CHECK-NEXT:         %[[V6:.*]] = slc.to_val %[[V4]] : index
// CHECK-NEXT:         %[[V7:.*]] = slc.to_val %[[V5]] : f32
// CHECK-NEXT:         "test.use"(%[[V6]], %[[V7]]) : (index, f32) -> ()
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   return
func.func @guarded(%a: memref<?xi32>, %t: memref<?x?xf32>, %n: index, %d: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  slc.for %i = %c0 to %n step %c1 {
    slc.for %j = %c0 to %i step %c1 {
      %x = slc.mem_str %a[%i] : memref<?xi32>
      %at = slc.alu_str index_cast %x : i32 to index
      %row = slc.alu_str remui %at, %d : index
      %v = slc.mem_str %t[%row, %j] : memref<?x?xf32>
      slc.callback {
        %r = slc.to_val %row : index
        %w = slc.to_val %v : f32
        "test.use"(%r, %w) : (index, f32) -> ()
      }
    }
  }
  return
}

// Out of two loops, one of which has constant bounds. The other one's are
// compared before the nest.

// CHECK-LABEL: func.func @two_loops(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?xf32>, %[[ARG1:.*]]: index
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[C3:.*]] = arith.constant 3 : index
// CHECK-NEXT:   %[[V0:.*]] = arith.cmpi slt, %[[C1]], %[[ARG1]] : index
// CHECK-NEXT:   slc.for %[[S:.*]] = %[[C0]] to %[[ARG1]] step %[[C1]] {
// CHECK-NEXT:     %[[V1:.*]] = slc.mem_str %[[ARG0]][%[[S]]] if %[[V0]] : memref<?xf32>
// CHECK-NEXT:     slc.for %[[S_0:.*]] = %[[C1]] to %[[ARG1]] step %[[C1]] {
// CHECK-NEXT:       slc.for %[[S_1:.*]] = %[[C0]] to %[[C3]] step %[[C1]] {
// CHECK-NEXT:         slc.callback {
// CHECK-NEXT:           %[[V2:.*]] = slc.to_val %[[V1]] : f32
// CHECK-NEXT:           "test.use"(%[[V2]]) : (f32) -> ()
// CHECK-NEXT:         }
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   return
func.func @two_loops(%a: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  slc.for %i = %c0 to %n step %c1 {
    slc.for %j = %c1 to %n step %c1 {
      slc.for %k = %c0 to %c3 step %c1 {
        %v = slc.mem_str %a[%i] : memref<?xf32>
        slc.callback {
          %w = slc.to_val %v : f32
          "test.use"(%w) : (f32) -> ()
        }
      }
    }
  }
  return
}

// A predicate that does not change in the loop counts where the loop runs.

// CHECK-LABEL: func.func @predicate(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?xf32>, %[[ARG1:.*]]: memref<?xi1>, %[[ARG2:.*]]: index
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[FALSE:.*]] = arith.constant false
// CHECK-NEXT:   slc.for %[[S:.*]] = %[[C0]] to %[[ARG2]] step %[[C1]] {
// CHECK-NEXT:     %[[V0:.*]] = slc.mem_str %[[ARG1]][%[[S]]] : memref<?xi1>
// CHECK-NEXT:     %[[V1:.*]] = slc.alu_str cmpi slt, %[[S]], %[[ARG2]] : index
// CHECK-NEXT:     %[[V2:.*]] = slc.alu_str select %[[V1]], %[[V0]], %[[FALSE]] : i1
// CHECK-NEXT:     %[[V3:.*]] = slc.mem_str %[[ARG0]][%[[S]]] if %[[V2]] : memref<?xf32>
// CHECK-NEXT:     slc.for %[[S_0:.*]] = %[[S]] to %[[ARG2]] step %[[C1]] {
// CHECK-NEXT:       %[[V4:.*]] = slc.mem_str %[[ARG1]][%[[S_0]]] : memref<?xi1>
// CHECK-NEXT:       %[[V5:.*]] = slc.mem_str %[[ARG0]][%[[S]]] if %[[V4]] : memref<?xf32>
// CHECK-NEXT:       slc.callback {
// CHECK-NEXT:         %[[V6:.*]] = slc.to_val %[[V3]] : f32
// CHECK-NEXT:         %[[V7:.*]] = slc.to_val %[[V5]] : f32
// CHECK-NEXT:         "test.use"(%[[V6]], %[[V7]]) : (f32, f32) -> ()
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   return
func.func @predicate(%a: memref<?xf32>, %m: memref<?xi1>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  slc.for %i = %c0 to %n step %c1 {
    %p = slc.mem_str %m[%i] : memref<?xi1>
    slc.for %j = %i to %n step %c1 {
      %v = slc.mem_str %a[%i] if %p : memref<?xf32>
      %q = slc.mem_str %m[%j] : memref<?xi1>
      %w = slc.mem_str %a[%i] if %q : memref<?xf32>
      slc.callback {
        %x = slc.to_val %v : f32
        %y = slc.to_val %w : f32
        "test.use"(%x, %y) : (f32, f32) -> ()
      }
    }
  }
  return
}

// What stays: streams of the outermost loop, what changes, a division of single
// bits, what is read as a run, and all that is in a loop without iterations.

// CHECK-LABEL: func.func @stays(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?xf32>, %[[ARG1:.*]]: memref<?xi1>, %[[ARG2:.*]]: index, %[[ARG3:.*]]: i1
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   slc.for %[[S:.*]] = %[[C0]] to %[[ARG2]] step %[[C1]] {
// CHECK-NEXT:     %[[V0:.*]] = slc.mem_str %[[ARG0]][%[[C0]]] : memref<?xf32>
// CHECK-NEXT:     %[[V1:.*]] = slc.mem_str %[[ARG1]][%[[S]]] : memref<?xi1>
// CHECK-NEXT:     slc.for %[[S_0:.*]] = %[[C0]] to %[[ARG2]] step %[[C1]] {
// CHECK-NEXT:       %[[V2:.*]] = slc.alu_str addi %[[S]], %[[S_0]] : index
// CHECK-NEXT:       %[[V3:.*]] = slc.mem_str %[[ARG0]][%[[V2]]] : memref<?xf32>
// CHECK-NEXT:       %[[V4:.*]] = slc.alu_str divsi %[[ARG3]], %[[V1]] : i1
// CHECK-NEXT:       slc.callback {
// CHECK-NEXT:         %[[V5:.*]] = slc.to_val %[[V0]] : f32
// CHECK-NEXT:         %[[V6:.*]] = slc.to_val %[[V3]] : f32
// CHECK-NEXT:         %[[V7:.*]] = slc.to_val %[[V4]] : i1
// CHECK-NEXT:         "test.use"(%[[V5]], %[[V6]], %[[V7]]) : (f32, f32, i1) -> ()
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     slc.for %[[S_0:.*]] = %[[C0]] to %[[ARG2]] step %[[C1]] {
// CHECK-NEXT:       %[[V2:.*]] = slc.mem_str %[[ARG0]][%[[S]]] : memref<?xf32>
// CHECK-NEXT:       slcv.callback<4> (%[[ARG4:.*]]) {
// CHECK-NEXT:         %[[V3:.*]] = slcv.buf_str %[[V2]][%[[C0]]] : f32
// CHECK-NEXT:         "test.use"(%[[V3]]) : (f32) -> ()
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     slc.for %[[S_0:.*]] = %[[C1]] to %[[C1]] step %[[C1]] {
// CHECK-NEXT:       %[[V2:.*]] = slc.mem_str %[[ARG0]][%[[S]]] : memref<?xf32>
// CHECK-NEXT:       slc.callback {
// CHECK-NEXT:         %[[V3:.*]] = slc.to_val %[[V2]] : f32
// CHECK-NEXT:         "test.use"(%[[V3]]) : (f32) -> ()
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   return
func.func @stays(%a: memref<?xf32>, %m: memref<?xi1>, %n: index, %bit: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  slc.for %i = %c0 to %n step %c1 {
    %u = slc.mem_str %a[%c0] : memref<?xf32>
    %p = slc.mem_str %m[%i] : memref<?xi1>
    slc.for %j = %c0 to %n step %c1 {
      %at = slc.alu_str addi %i, %j : index
      %v = slc.mem_str %a[%at] : memref<?xf32>
      %q = slc.alu_str divsi %bit, %p : i1
      slc.callback {
        %x = slc.to_val %u : f32
        %y = slc.to_val %v : f32
        %z = slc.to_val %q : i1
        "test.use"(%x, %y, %z) : (f32, f32, i1) -> ()
      }
    }
    slc.for %j = %c0 to %n step %c1 {
      %v = slc.mem_str %a[%i] : memref<?xf32>
      slcv.callback<4> (%l) {
        %x = slcv.buf_str %v[%c0] : f32
        "test.use"(%x) : (f32) -> ()
      }
    }
    slc.for %j = %c1 to %c1 step %c1 {
      %v = slc.mem_str %a[%i] : memref<?xf32>
      slc.callback {
        %x = slc.to_val %v : f32
        "test.use"(%x) : (f32) -> ()
      }
    }
  }
  return
}

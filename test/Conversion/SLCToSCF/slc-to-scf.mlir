// RUN: ember-opt %s --convert-slc-to-scf --allow-unregistered-dialect | FileCheck %s

// Erasure: streams become loads and arithmetic at their place, callbacks are
// inlined.

// CHECK-LABEL: func.func @embedding_bag(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?xindex>, %[[ARG1:.*]]: memref<?xindex>, %[[ARG2:.*]]: memref<?x?xf32>, %[[ARG3:.*]]: memref<?x?xf32>, %[[ARG4:.*]]: index, %[[ARG5:.*]]: index
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   scf.for %[[ARG6:.*]] = %[[C0]] to %[[ARG4]] step %[[C1]] {
// CHECK-NEXT:     %[[V0:.*]] = memref.load %[[ARG0]][%[[ARG6]]] : memref<?xindex>
// CHECK-NEXT:     %[[V1:.*]] = arith.addi %[[ARG6]], %[[C1]] : index
// CHECK-NEXT:     %[[V2:.*]] = memref.load %[[ARG0]][%[[V1]]] : memref<?xindex>
// CHECK-NEXT:     scf.for %[[ARG7:.*]] = %[[V0]] to %[[V2]] step %[[C1]] {
// CHECK-NEXT:       %[[V3:.*]] = memref.load %[[ARG1]][%[[ARG7]]] : memref<?xindex>
// CHECK-NEXT:       scf.for %[[ARG8:.*]] = %[[C0]] to %[[ARG5]] step %[[C1]] {
// CHECK-NEXT:         %[[V4:.*]] = memref.load %[[ARG2]][%[[V3]], %[[ARG8]]] : memref<?x?xf32>
// CHECK-NEXT:         %[[V5:.*]] = memref.load %[[ARG3]][%[[ARG6]], %[[ARG8]]] : memref<?x?xf32>
// CHECK-NEXT:         %[[V6:.*]] = arith.addf %[[V5]], %[[V4]] : f32
// CHECK-NEXT:         memref.store %[[V6]], %[[ARG3]][%[[ARG6]], %[[ARG8]]] : memref<?x?xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   return
func.func @embedding_bag(%ptrs: memref<?xindex>, %idxs: memref<?xindex>,
                         %vals: memref<?x?xf32>, %out: memref<?x?xf32>,
                         %n: index, %emb: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  slc.for %s_b = %c0 to %n step %c1 {
    %s_beg = slc.mem_str %ptrs[%s_b] : memref<?xindex>
    %s_b1  = slc.alu_str addi %s_b, %c1 : index
    %s_end = slc.mem_str %ptrs[%s_b1] : memref<?xindex>
    slc.for %s_p = %s_beg to %s_end step %c1 {
      %s_i = slc.mem_str %idxs[%s_p] : memref<?xindex>
      slc.for %s_e = %c0 to %emb step %c1 {
        %s_v = slc.mem_str %vals[%s_i, %s_e] : memref<?x?xf32>
        slc.callback {
          %b = slc.to_val %s_b : index
          %e = slc.to_val %s_e : index
          %v = slc.to_val %s_v : f32
          %a = memref.load %out[%b, %e] : memref<?x?xf32>
          %r = arith.addf %a, %v : f32
          memref.store %r, %out[%b, %e] : memref<?x?xf32>
        }
      }
    }
  }
  return
}

// Iteration values at every level, results of callbacks, attributes of loops.

// CHECK-LABEL: func.func @carried(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?xf32>, %[[ARG1:.*]]: index, %[[ARG2:.*]]: f32
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[V0:.*]]:2 = scf.for %[[ARG3:.*]] = %[[C0]] to %[[ARG1]] step %[[C1]] iter_args(%[[ARG4:.*]] = %[[ARG2]], %[[ARG5:.*]] = %[[ARG2]]) -> (f32, f32) {
// CHECK-NEXT:     %[[V1:.*]] = arith.mulf %[[ARG4]], %[[ARG5]] : f32
// CHECK-NEXT:     %[[V2:.*]] = scf.for %[[ARG6:.*]] = %[[C0]] to %[[ARG3]] step %[[C1]] iter_args(%[[ARG7:.*]] = %[[V1]]) -> (f32) {
// CHECK-NEXT:       %[[V3:.*]] = memref.load %[[ARG0]][%[[ARG6]]] : memref<?xf32>
// CHECK-NEXT:       %[[V4:.*]] = arith.addf %[[ARG7]], %[[V3]] : f32
// CHECK-NEXT:       scf.yield %[[V4]] : f32
// CHECK-NEXT:     } {name = "inner"}
// CHECK-NEXT:     "test.use"(%[[V1]], %[[V2]]) : (f32, f32) -> ()
// CHECK-NEXT:     scf.yield %[[V2]], %[[ARG4]] : f32, f32
// CHECK-NEXT:   }
// CHECK-NEXT:   return %[[V0]]#0, %[[V0]]#1 : f32, f32
func.func @carried(%a: memref<?xf32>, %n: index, %x: f32) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = slc.for %i = %c0 to %n step %c1 iter_args(%p = %x, %q = %x) -> (f32, f32) {
    %first = slc.callback -> (f32) {
      %y = arith.mulf %p, %q : f32
      slc.yield %y : f32
    }
    %s = slc.for %j = %c0 to %i step %c1 iter_args(%z = %first) -> (f32) {
      %v = slc.mem_str %a[%j] : memref<?xf32>
      %next = slc.callback -> (f32) {
        %w = slc.to_val %v : f32
        %y = arith.addf %z, %w : f32
        slc.yield %y : f32
      }
      slc.yield %next : f32
    } {name = "inner"}
    slc.callback {
      "test.use"(%first, %s) : (f32, f32) -> ()
    }
    slc.yield %s, %p : f32, f32
  }
  return %r#0, %r#1 : f32, f32
}

// Predicated loads and stores; a value that is not loaded is some value.

// CHECK-LABEL: func.func @predicates(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?xf32>, %[[ARG1:.*]]: memref<?xf32>, %[[ARG2:.*]]: index, %[[ARG3:.*]]: i1
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   scf.for %[[ARG4:.*]] = %[[C0]] to %[[ARG2]] step %[[C1]] {
// CHECK-NEXT:     %[[V0:.*]] = arith.cmpi ult, %[[ARG4]], %[[ARG2]] : index
// CHECK-NEXT:     %[[V1:.*]] = scf.if %[[V0]] -> (f32) {
// CHECK-NEXT:       %[[V2:.*]] = memref.load %[[ARG0]][%[[ARG4]]] : memref<?xf32>
// CHECK-NEXT:       scf.yield %[[V2]] : f32
// CHECK-NEXT:     } else {
// CHECK-NEXT:       %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:       scf.yield %[[CST]] : f32
// CHECK-NEXT:     }
// CHECK-NEXT:     scf.if %[[ARG3]] {
// CHECK-NEXT:       memref.store %[[V1]], %[[ARG1]][%[[ARG4]]] : memref<?xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     memref.store %[[V1]], %[[ARG1]][%[[ARG2]]] : memref<?xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   return
func.func @predicates(%a: memref<?xf32>, %b: memref<?xf32>, %n: index, %p: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  slc.for %i = %c0 to %n step %c1 {
    %lt = slc.alu_str cmpi ult, %i, %n : index
    %v = slc.mem_str %a[%i] if %lt {hint = #slc.hint<level = l2, temporal = true>} : memref<?xf32>
    slc.store_str %v, %b[%i] if %p : memref<?xf32>
    slc.store_str %v, %b[%n] : memref<?xf32>
  }
  return
}

// Reads of streams inside of other ops, also of an op that captures both a
// stream's element and a value.

// CHECK-LABEL: func.func @nested_reads(
// CHECK-SAME:    %[[ARG0:.*]]: index, %[[ARG1:.*]]: memref<?xindex>, %[[ARG2:.*]]: i1
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   scf.for %[[ARG3:.*]] = %[[C0]] to %[[ARG0]] step %[[C1]] {
// CHECK-NEXT:     %[[V0:.*]] = arith.divsi %[[ARG3]], %[[ARG0]] : index
// CHECK-NEXT:     scf.if %[[ARG2]] {
// CHECK-NEXT:       memref.store %[[V0]], %[[ARG1]][%[[ARG3]]] : memref<?xindex>
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   return
func.func @nested_reads(%n: index, %out: memref<?xindex>, %p: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  slc.for %i = %c0 to %n step %c1 {
    %d = slc.alu_str divsi %i, %n : index
    slc.callback {
      scf.if %p {
        %v = slc.to_val %d : index
        %w = slc.to_val %i : index
        memref.store %v, %out[%w] : memref<?xindex>
      }
    }
  }
  return
}

// Nests inside other ops, one after the other; a fallback is erased.

// CHECK-LABEL: func.func @nests(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?xf32>, %[[ARG1:.*]]: memref<f32>, %[[ARG2:.*]]: index, %[[ARG3:.*]]: i1, %[[ARG4:.*]]: f32
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[V0:.*]] = scf.if %[[ARG3]] -> (f32) {
// CHECK-NEXT:     scf.yield %[[ARG4]] : f32
// CHECK-NEXT:   } else {
// CHECK-NEXT:     %[[V1:.*]] = scf.for %[[ARG5:.*]] = %[[C0]] to %[[ARG2]] step %[[C1]] iter_args(%[[ARG6:.*]] = %[[ARG4]]) -> (f32) {
// CHECK-NEXT:       %[[V2:.*]] = memref.load %[[ARG0]][%[[ARG5]]] : memref<?xf32>
// CHECK-NEXT:       scf.yield %[[V2]] : f32
// CHECK-NEXT:     }
// CHECK-NEXT:     scf.yield %[[V1]] : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   scf.for %[[ARG5:.*]] = %[[C0]] to %[[ARG2]] step %[[C1]] {
// CHECK-NEXT:     memref.store %[[V0]], %[[ARG1]][] : memref<f32>
// CHECK-NEXT:   }
// CHECK-NEXT:   return %[[V0]] : f32
func.func @nests(%a: memref<?xf32>, %out: memref<f32>, %n: index, %p: i1, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.if %p -> (f32) {
    slc.fallback
    scf.yield %x : f32
  } else {
    %s = slc.for %i = %c0 to %n step %c1 iter_args(%y = %x) -> (f32) {
      %v = slc.mem_str %a[%i] : memref<?xf32>
      %next = slc.callback -> (f32) {
        %w = slc.to_val %v : f32
        slc.yield %w : f32
      }
      slc.yield %next : f32
    }
    scf.yield %s : f32
  }
  slc.for %i = %c0 to %n step %c1 {
    slc.callback {
      memref.store %r, %out[] : memref<f32>
    }
  }
  return %r : f32
}

// What is split already stays.

// CHECK-LABEL: func.func @split(
// CHECK-SAME:    %[[ARG0:.*]]: index
// CHECK-NEXT:   dlc.decoupled records = [#dlc.record<[index : 0], size = 8, align = 8>] access {
// CHECK-NEXT:     slc.for %[[S:.*]] = %[[ARG0]] to %[[ARG0]] step %[[ARG0]] {
// CHECK-NEXT:       dlc.push 0(%[[S]]) : index
// CHECK-NEXT:     }
// CHECK-NEXT:     dlc.yield
// CHECK-NEXT:   } execute {
// CHECK-NEXT:     dlc.yield
// CHECK-NEXT:   }
// CHECK-NEXT:   return
func.func @split(%n: index) {
  dlc.decoupled records = [#dlc.record<[index : 0], size = 8, align = 8>] access {
    slc.for %i = %n to %n step %n {
      dlc.push 0(%i) : index
    }
    dlc.yield
  } execute {
    dlc.yield
  }
  return
}

// RUN: ember-opt %s --convert-slc-to-dlc --allow-unregistered-dialect | FileCheck %s

// One event for each callback, in their order; its record has each stream that
// the callback reads once, those of outer loops too.

// CHECK-LABEL: func.func @events(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?xf32>, %[[ARG1:.*]]: memref<?xi8>, %[[ARG2:.*]]: memref<?xf32>, %[[ARG3:.*]]: index, %[[ARG4:.*]]: f32
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   dlc.decoupled records = [#dlc.record<[], size = 0, align = 1>, #dlc.record<[i8 : 0, index : 8, f32 : 16], size = 24, align = 8>, #dlc.record<[f32 : 0], size = 4, align = 4>] access {
// CHECK-NEXT:     slc.for %[[S:.*]] = %[[C0]] to %[[ARG3]] step %[[C1]] {
// CHECK-NEXT:       %[[V0:.*]] = slc.mem_str %[[ARG0]][%[[S]]] : memref<?xf32>
// CHECK-NEXT:       dlc.push 0()
// CHECK-NEXT:       slc.for %[[S_0:.*]] = %[[C0]] to %[[S]] step %[[C1]] {
// CHECK-NEXT:         %[[V1:.*]] = slc.mem_str %[[ARG1]][%[[S_0]]] : memref<?xi8>
// CHECK-NEXT:         dlc.push 1(%[[V1]], %[[S]], %[[V0]]) : i8, index, f32
// CHECK-NEXT:       }
// CHECK-NEXT:       dlc.push 2(%[[V0]]) : f32
// CHECK-NEXT:     } {name = "loop"}
// CHECK-NEXT:     dlc.yield
// CHECK-NEXT:   } execute {
// CHECK-NEXT:     scf.while : () -> () {
// CHECK-NEXT:       %[[TOKEN:.*]], %[[RECORD:.*]] = dlc.acquire
// CHECK-NEXT:       scf.index_switch %[[TOKEN]]
// CHECK-NEXT:       case 0 {
// CHECK-NEXT:         memref.store %[[ARG4]], %[[ARG2]][%[[C0]]] : memref<?xf32>
// CHECK-NEXT:         scf.yield
// CHECK-NEXT:       }
// CHECK-NEXT:       case 1 {
// CHECK-NEXT:         %[[V1:.*]] = dlc.pop %[[RECORD]][1, 0] : i8
// CHECK-NEXT:         %[[V2:.*]] = dlc.pop %[[RECORD]][1, 1] : index
// CHECK-NEXT:         %[[V3:.*]] = dlc.pop %[[RECORD]][1, 2] : f32
// CHECK-NEXT:         %[[V4:.*]] = dlc.pop %[[RECORD]][1, 1] : index
// CHECK-NEXT:         %[[V5:.*]] = arith.addi %[[V2]], %[[V4]] : index
// CHECK-NEXT:         "test.use"(%[[V1]], %[[V5]], %[[V3]]) : (i8, index, f32) -> ()
// CHECK-NEXT:         scf.yield
// CHECK-NEXT:       }
// CHECK-NEXT:       case 2 {
// CHECK-NEXT:         %[[V1:.*]] = dlc.pop %[[RECORD]][2, 0] : f32
// CHECK-NEXT:         "test.use"(%[[V1]]) : (f32) -> ()
// CHECK-NEXT:         scf.yield
// CHECK-NEXT:       }
// CHECK-NEXT:       default {
// CHECK-NEXT:       }
// CHECK-NEXT:       dlc.release %[[RECORD]]
// CHECK-NEXT:       %[[C3:.*]] = arith.constant 3 : index
// CHECK-NEXT:       %[[V0:.*]] = arith.cmpi ne, %[[TOKEN]], %[[C3]] : index
// CHECK-NEXT:       scf.condition(%[[V0]])
// CHECK-NEXT:     } do {
// CHECK-NEXT:       scf.yield
// CHECK-NEXT:     }
// CHECK-NEXT:     dlc.yield
// CHECK-NEXT:   }
// CHECK-NEXT:   return
func.func @events(%a: memref<?xf32>, %b: memref<?xi8>, %out: memref<?xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  slc.for %i = %c0 to %n step %c1 {
    %v = slc.mem_str %a[%i] : memref<?xf32>
    slc.callback {
      memref.store %x, %out[%c0] : memref<?xf32>
    }
    slc.for %j = %c0 to %i step %c1 {
      %w = slc.mem_str %b[%j] : memref<?xi8>
      slc.callback {
        %e = slc.to_val %w : i8
        %f = slc.to_val %i : index
        %g = slc.to_val %v : f32
        %h = slc.to_val %i : index
        %k = arith.addi %f, %h : index
        "test.use"(%e, %k, %g) : (i8, index, f32) -> ()
      }
    }
    slc.callback {
      %g = slc.to_val %v : f32
      "test.use"(%g) : (f32) -> ()
    }
  } {name = "loop"}
  return
}

// A value that only the iteration values of its own event need has no slot. An
// iteration value and the result of its loop are one.

// CHECK-LABEL: func.func @sum(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?xf32>, %[[ARG1:.*]]: index, %[[ARG2:.*]]: f32
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[V0:.*]] = dlc.decoupled records = [#dlc.record<[f32 : 0], size = 4, align = 4>] -> f32 access {
// CHECK-NEXT:     slc.for %[[S:.*]] = %[[C0]] to %[[ARG1]] step %[[C1]] {
// CHECK-NEXT:       %[[V1:.*]] = slc.mem_str %[[ARG0]][%[[S]]] : memref<?xf32>
// CHECK-NEXT:       dlc.push 0(%[[V1]]) : f32
// CHECK-NEXT:     }
// CHECK-NEXT:     dlc.yield
// CHECK-NEXT:   } execute {
// CHECK-NEXT:     %[[V1:.*]] = scf.while (%[[ARG3:.*]] = %[[ARG2]]) : (f32) -> f32 {
// CHECK-NEXT:       %[[TOKEN:.*]], %[[RECORD:.*]] = dlc.acquire
// CHECK-NEXT:       %[[V2:.*]] = scf.index_switch %[[TOKEN]] -> f32
// CHECK-NEXT:       case 0 {
// CHECK-NEXT:         %[[V4:.*]] = dlc.pop %[[RECORD]][0, 0] : f32
// CHECK-NEXT:         %[[V5:.*]] = arith.addf %[[ARG3]], %[[V4]] : f32
// CHECK-NEXT:         scf.yield %[[V5]] : f32
// CHECK-NEXT:       }
// CHECK-NEXT:       default {
// CHECK-NEXT:         scf.yield %[[ARG3]] : f32
// CHECK-NEXT:       }
// CHECK-NEXT:       dlc.release %[[RECORD]]
// CHECK-NEXT:       %[[C1_0:.*]] = arith.constant 1 : index
// CHECK-NEXT:       %[[V3:.*]] = arith.cmpi ne, %[[TOKEN]], %[[C1_0]] : index
// CHECK-NEXT:       scf.condition(%[[V3]]) %[[V2]] : f32
// CHECK-NEXT:     } do {
// CHECK-NEXT:     ^bb0(%[[ARG3:.*]]: f32):
// CHECK-NEXT:       scf.yield %[[ARG3]] : f32
// CHECK-NEXT:     }
// CHECK-NEXT:     dlc.yield %[[V1]] : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   return %[[V0]] : f32
func.func @sum(%a: memref<?xf32>, %n: index, %zero: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %sum = slc.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (f32) {
    %v = slc.mem_str %a[%i] : memref<?xf32>
    %next = slc.callback -> (f32) {
      %w = slc.to_val %v : f32
      %s = arith.addf %acc, %w : f32
      slc.yield %s : f32
    }
    slc.yield %next : f32
  }
  return %sum : f32
}

// An inner loop starts at the event of the callback before it, or at one of its
// own; at none where it goes on with a value that nobody else reads. So does the
// end of an iteration that no callback is at.

// CHECK-LABEL: func.func @starts_and_ends(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?xf32>, %[[ARG1:.*]]: index, %[[ARG2:.*]]: f32, %[[ARG3:.*]]: f32
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[V0:.*]]:2 = dlc.decoupled records = [#dlc.record<[], size = 0, align = 1>, #dlc.record<[f32 : 0], size = 4, align = 4>, #dlc.record<[], size = 0, align = 1>, #dlc.record<[f32 : 0], size = 4, align = 4>, #dlc.record<[f32 : 0], size = 4, align = 4>, #dlc.record<[], size = 0, align = 1>] -> f32, f32 access {
// CHECK-NEXT:     slc.for %[[S:.*]] = %[[C0]] to %[[ARG1]] step %[[C1]] {
// CHECK-NEXT:       dlc.push 0()
// CHECK-NEXT:       slc.for %[[S_0:.*]] = %[[C0]] to %[[S]] step %[[C1]] {
// CHECK-NEXT:         %[[V1:.*]] = slc.mem_str %[[ARG0]][%[[S_0]]] : memref<?xf32>
// CHECK-NEXT:         dlc.push 1(%[[V1]]) : f32
// CHECK-NEXT:       }
// CHECK-NEXT:       dlc.push 2()
// CHECK-NEXT:       slc.for %[[S_0:.*]] = %[[C0]] to %[[S]] step %[[C1]] {
// CHECK-NEXT:         %[[V1:.*]] = slc.mem_str %[[ARG0]][%[[S_0]]] : memref<?xf32>
// CHECK-NEXT:         dlc.push 3(%[[V1]]) : f32
// CHECK-NEXT:       }
// CHECK-NEXT:       slc.for %[[S_0:.*]] = %[[C0]] to %[[S]] step %[[C1]] {
// CHECK-NEXT:         %[[V1:.*]] = slc.mem_str %[[ARG0]][%[[S_0]]] : memref<?xf32>
// CHECK-NEXT:         dlc.push 4(%[[V1]]) : f32
// CHECK-NEXT:       }
// CHECK-NEXT:       dlc.push 5()
// CHECK-NEXT:     }
// CHECK-NEXT:     dlc.yield
// CHECK-NEXT:   } execute {
// CHECK-NEXT:     %[[V1:.*]] = ub.poison : f32
// CHECK-NEXT:     %[[V2:.*]] = ub.poison : f32
// CHECK-NEXT:     %[[V3:.*]] = ub.poison : f32
// CHECK-NEXT:     %[[V4:.*]]:5 = scf.while (%[[ARG4:.*]] = %[[ARG2]], %[[ARG5:.*]] = %[[ARG3]], %[[ARG6:.*]] = %[[V1]], %[[ARG7:.*]] = %[[V2]], %[[ARG8:.*]] = %[[V3]]) : (f32, f32, f32, f32, f32) -> (f32, f32, f32, f32, f32) {
// CHECK-NEXT:       %[[TOKEN:.*]], %[[RECORD:.*]] = dlc.acquire
// CHECK-NEXT:       %[[V5:.*]]:5 = scf.index_switch %[[TOKEN]] -> f32, f32, f32, f32, f32
// CHECK-NEXT:       case 0 {
// CHECK-NEXT:         %[[V7:.*]] = arith.mulf %[[ARG4]], %[[ARG5]] : f32
// CHECK-NEXT:         scf.yield %[[ARG4]], %[[ARG5]], %[[V7]], %[[V7]], %[[ARG8]] : f32, f32, f32, f32, f32
// CHECK-NEXT:       }
// CHECK-NEXT:       case 1 {
// CHECK-NEXT:         %[[V7:.*]] = dlc.pop %[[RECORD]][1, 0] : f32
// CHECK-NEXT:         %[[V8:.*]] = arith.addf %[[ARG7]], %[[V7]] : f32
// CHECK-NEXT:         scf.yield %[[ARG4]], %[[ARG5]], %[[ARG6]], %[[V8]], %[[ARG8]] : f32, f32, f32, f32, f32
// CHECK-NEXT:       }
// CHECK-NEXT:       case 2 {
// CHECK-NEXT:         scf.yield %[[ARG4]], %[[ARG5]], %[[ARG6]], %[[ARG7]], %[[ARG6]] : f32, f32, f32, f32, f32
// CHECK-NEXT:       }
// CHECK-NEXT:       case 3 {
// CHECK-NEXT:         %[[V7:.*]] = dlc.pop %[[RECORD]][3, 0] : f32
// CHECK-NEXT:         %[[V8:.*]] = arith.addf %[[ARG8]], %[[V7]] : f32
// CHECK-NEXT:         scf.yield %[[ARG4]], %[[ARG5]], %[[ARG6]], %[[ARG7]], %[[V8]] : f32, f32, f32, f32, f32
// CHECK-NEXT:       }
// CHECK-NEXT:       case 4 {
// CHECK-NEXT:         %[[V7:.*]] = dlc.pop %[[RECORD]][4, 0] : f32
// CHECK-NEXT:         %[[V8:.*]] = arith.addf %[[ARG8]], %[[V7]] : f32
// CHECK-NEXT:         scf.yield %[[ARG4]], %[[ARG5]], %[[ARG6]], %[[ARG7]], %[[V8]] : f32, f32, f32, f32, f32
// CHECK-NEXT:       }
// CHECK-NEXT:       case 5 {
// CHECK-NEXT:         scf.yield %[[ARG8]], %[[ARG7]], %[[ARG6]], %[[ARG7]], %[[ARG8]] : f32, f32, f32, f32, f32
// CHECK-NEXT:       }
// CHECK-NEXT:       default {
// CHECK-NEXT:         scf.yield %[[ARG4]], %[[ARG5]], %[[ARG6]], %[[ARG7]], %[[ARG8]] : f32, f32, f32, f32, f32
// CHECK-NEXT:       }
// CHECK-NEXT:       dlc.release %[[RECORD]]
// CHECK-NEXT:       %[[C6:.*]] = arith.constant 6 : index
// CHECK-NEXT:       %[[V6:.*]] = arith.cmpi ne, %[[TOKEN]], %[[C6]] : index
// CHECK-NEXT:       scf.condition(%[[V6]]) %[[V5]]#0, %[[V5]]#1, %[[V5]]#2, %[[V5]]#3, %[[V5]]#4 : f32, f32, f32, f32, f32
// CHECK-NEXT:     } do {
// CHECK-NEXT:     ^bb0(%[[ARG4:.*]]: f32, %[[ARG5:.*]]: f32, %[[ARG6:.*]]: f32, %[[ARG7:.*]]: f32, %[[ARG8:.*]]: f32):
// CHECK-NEXT:       scf.yield %[[ARG4]], %[[ARG5]], %[[ARG6]], %[[ARG7]], %[[ARG8]] : f32, f32, f32, f32, f32
// CHECK-NEXT:     }
// CHECK-NEXT:     dlc.yield %[[V4]]#0, %[[V4]]#1 : f32, f32
// CHECK-NEXT:   }
// CHECK-NEXT:   return %[[V0]]#0, %[[V0]]#1 : f32, f32
func.func @starts_and_ends(%a: memref<?xf32>, %n: index, %x: f32, %y: f32) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %both:2 = slc.for %i = %c0 to %n step %c1 iter_args(%p = %x, %q = %y) -> (f32, f32) {
    %first = slc.callback -> (f32) {
      %f = arith.mulf %p, %q : f32
      slc.yield %f : f32
    }
    %s = slc.for %j = %c0 to %i step %c1 iter_args(%z = %first) -> (f32) {
      %v = slc.mem_str %a[%j] : memref<?xf32>
      %next = slc.callback -> (f32) {
        %w = slc.to_val %v : f32
        %t = arith.addf %z, %w : f32
        slc.yield %t : f32
      }
      slc.yield %next : f32
    }
    %t = slc.for %j = %c0 to %i step %c1 iter_args(%z = %first) -> (f32) {
      %v = slc.mem_str %a[%j] : memref<?xf32>
      %next = slc.callback -> (f32) {
        %w = slc.to_val %v : f32
        %u = arith.addf %z, %w : f32
        slc.yield %u : f32
      }
      slc.yield %next : f32
    }
    %r = slc.for %j = %c0 to %i step %c1 iter_args(%z = %t) -> (f32) {
      %v = slc.mem_str %a[%j] : memref<?xf32>
      %next = slc.callback -> (f32) {
        %w = slc.to_val %v : f32
        %u = arith.addf %z, %w : f32
        slc.yield %u : f32
      }
      slc.yield %next : f32
    }
    slc.yield %r, %s : f32, f32
  }
  return %both#0, %both#1 : f32, f32
}

// Values that change places do so at once.

// CHECK-LABEL: func.func @swap(
// CHECK-SAME:    %[[ARG0:.*]]: index, %[[ARG1:.*]]: f32, %[[ARG2:.*]]: f32
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[V0:.*]]:2 = dlc.decoupled records = [#dlc.record<[], size = 0, align = 1>] -> f32, f32 access {
// CHECK-NEXT:     slc.for %[[S:.*]] = %[[C0]] to %[[ARG0]] step %[[C1]] {
// CHECK-NEXT:       dlc.push 0()
// CHECK-NEXT:     }
// CHECK-NEXT:     dlc.yield
// CHECK-NEXT:   } execute {
// CHECK-NEXT:     %[[V1:.*]]:2 = scf.while (%[[ARG3:.*]] = %[[ARG1]], %[[ARG4:.*]] = %[[ARG2]]) : (f32, f32) -> (f32, f32) {
// CHECK-NEXT:       %[[TOKEN:.*]], %[[RECORD:.*]] = dlc.acquire
// CHECK-NEXT:       %[[V2:.*]]:2 = scf.index_switch %[[TOKEN]] -> f32, f32
// CHECK-NEXT:       case 0 {
// CHECK-NEXT:         scf.yield %[[ARG4]], %[[ARG3]] : f32, f32
// CHECK-NEXT:       }
// CHECK-NEXT:       default {
// CHECK-NEXT:         scf.yield %[[ARG3]], %[[ARG4]] : f32, f32
// CHECK-NEXT:       }
// CHECK-NEXT:       dlc.release %[[RECORD]]
// CHECK-NEXT:       %[[C1_0:.*]] = arith.constant 1 : index
// CHECK-NEXT:       %[[V3:.*]] = arith.cmpi ne, %[[TOKEN]], %[[C1_0]] : index
// CHECK-NEXT:       scf.condition(%[[V3]]) %[[V2]]#0, %[[V2]]#1 : f32, f32
// CHECK-NEXT:     } do {
// CHECK-NEXT:     ^bb0(%[[ARG3:.*]]: f32, %[[ARG4:.*]]: f32):
// CHECK-NEXT:       scf.yield %[[ARG3]], %[[ARG4]] : f32, f32
// CHECK-NEXT:     }
// CHECK-NEXT:     dlc.yield %[[V1]]#0, %[[V1]]#1 : f32, f32
// CHECK-NEXT:   }
// CHECK-NEXT:   return %[[V0]]#0, %[[V0]]#1 : f32, f32
func.func @swap(%n: index, %x: f32, %y: f32) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = slc.for %i = %c0 to %n step %c1 iter_args(%p = %x, %q = %y) -> (f32, f32) {
    slc.yield %q, %p : f32, f32
  }
  return %r#0, %r#1 : f32, f32
}

// A result that a later callback reads has a slot, as has one that is yielded
// after another event.

// CHECK-LABEL: func.func @results(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?xf32>, %[[ARG1:.*]]: index, %[[ARG2:.*]]: f32
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[V0:.*]] = dlc.decoupled records = [#dlc.record<[], size = 0, align = 1>, #dlc.record<[], size = 0, align = 1>, #dlc.record<[], size = 0, align = 1>] -> f32 access {
// CHECK-NEXT:     slc.for %[[S:.*]] = %[[C0]] to %[[ARG1]] step %[[C1]] {
// CHECK-NEXT:       dlc.push 0()
// CHECK-NEXT:       slc.for %[[S_0:.*]] = %[[C0]] to %[[S]] step %[[C1]] {
// CHECK-NEXT:         dlc.push 1()
// CHECK-NEXT:       }
// CHECK-NEXT:       dlc.push 2()
// CHECK-NEXT:     }
// CHECK-NEXT:     dlc.yield
// CHECK-NEXT:   } execute {
// CHECK-NEXT:     %[[V1:.*]] = ub.poison : f32
// CHECK-NEXT:     %[[V2:.*]] = ub.poison : f32
// CHECK-NEXT:     %[[V3:.*]]:3 = scf.while (%[[ARG3:.*]] = %[[ARG2]], %[[ARG4:.*]] = %[[V1]], %[[ARG5:.*]] = %[[V2]]) : (f32, f32, f32) -> (f32, f32, f32) {
// CHECK-NEXT:       %[[TOKEN:.*]], %[[RECORD:.*]] = dlc.acquire
// CHECK-NEXT:       %[[V4:.*]]:3 = scf.index_switch %[[TOKEN]] -> f32, f32, f32
// CHECK-NEXT:       case 0 {
// CHECK-NEXT:         %[[V6:.*]]:2 = "test.def"(%[[ARG3]]) : (f32) -> (f32, f32)
// CHECK-NEXT:         scf.yield %[[ARG3]], %[[V6]]#0, %[[V6]]#1 : f32, f32, f32
// CHECK-NEXT:       }
// CHECK-NEXT:       case 1 {
// CHECK-NEXT:         "test.use"(%[[ARG4]]) : (f32) -> ()
// CHECK-NEXT:         scf.yield %[[ARG3]], %[[ARG4]], %[[ARG5]] : f32, f32, f32
// CHECK-NEXT:       }
// CHECK-NEXT:       case 2 {
// CHECK-NEXT:         scf.yield %[[ARG5]], %[[ARG4]], %[[ARG5]] : f32, f32, f32
// CHECK-NEXT:       }
// CHECK-NEXT:       default {
// CHECK-NEXT:         scf.yield %[[ARG3]], %[[ARG4]], %[[ARG5]] : f32, f32, f32
// CHECK-NEXT:       }
// CHECK-NEXT:       dlc.release %[[RECORD]]
// CHECK-NEXT:       %[[C3:.*]] = arith.constant 3 : index
// CHECK-NEXT:       %[[V5:.*]] = arith.cmpi ne, %[[TOKEN]], %[[C3]] : index
// CHECK-NEXT:       scf.condition(%[[V5]]) %[[V4]]#0, %[[V4]]#1, %[[V4]]#2 : f32, f32, f32
// CHECK-NEXT:     } do {
// CHECK-NEXT:     ^bb0(%[[ARG3:.*]]: f32, %[[ARG4:.*]]: f32, %[[ARG5:.*]]: f32):
// CHECK-NEXT:       scf.yield %[[ARG3]], %[[ARG4]], %[[ARG5]] : f32, f32, f32
// CHECK-NEXT:     }
// CHECK-NEXT:     dlc.yield %[[V3]]#0 : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   return %[[V0]] : f32
func.func @results(%a: memref<?xf32>, %n: index, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = slc.for %i = %c0 to %n step %c1 iter_args(%p = %x) -> (f32) {
    %b:2 = slc.callback -> (f32, f32) {
      %c:2 = "test.def"(%p) : (f32) -> (f32, f32)
      slc.yield %c#0, %c#1 : f32, f32
    }
    slc.for %j = %c0 to %i step %c1 {
      slc.callback {
        "test.use"(%b#0) : (f32) -> ()
      }
    }
    slc.yield %b#1 : f32
  }
  return %r : f32
}

// Reads inside of other ops; stores of the access unit stay there.

// CHECK-LABEL: func.func @nested_reads(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?xf32>, %[[ARG1:.*]]: memref<?xf32>, %[[ARG2:.*]]: index, %[[ARG3:.*]]: i1
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   dlc.decoupled records = [#dlc.record<[f32 : 0], size = 4, align = 4>] access {
// CHECK-NEXT:     slc.for %[[S:.*]] = %[[C0]] to %[[ARG2]] step %[[C1]] {
// CHECK-NEXT:       %[[V0:.*]] = slc.mem_str %[[ARG0]][%[[S]]] if %[[ARG3]] : memref<?xf32>
// CHECK-NEXT:       slc.store_str %[[V0]], %[[ARG1]][%[[S]]] if %[[ARG3]] {hint = #slc.hint<level = l2, temporal = false>} : memref<?xf32>
// CHECK-NEXT:       dlc.push 0(%[[V0]]) : f32
// CHECK-NEXT:     }
// CHECK-NEXT:     dlc.yield
// CHECK-NEXT:   } execute {
// CHECK-NEXT:     scf.while : () -> () {
// CHECK-NEXT:       %[[TOKEN:.*]], %[[RECORD:.*]] = dlc.acquire
// CHECK-NEXT:       scf.index_switch %[[TOKEN]]
// CHECK-NEXT:       case 0 {
// CHECK-NEXT:         scf.if %[[ARG3]] {
// CHECK-NEXT:           %[[V1:.*]] = dlc.pop %[[RECORD]][0, 0] : f32
// CHECK-NEXT:           "test.use"(%[[V1]]) : (f32) -> ()
// CHECK-NEXT:         }
// CHECK-NEXT:         scf.yield
// CHECK-NEXT:       }
// CHECK-NEXT:       default {
// CHECK-NEXT:       }
// CHECK-NEXT:       dlc.release %[[RECORD]]
// CHECK-NEXT:       %[[C1_0:.*]] = arith.constant 1 : index
// CHECK-NEXT:       %[[V0:.*]] = arith.cmpi ne, %[[TOKEN]], %[[C1_0]] : index
// CHECK-NEXT:       scf.condition(%[[V0]])
// CHECK-NEXT:     } do {
// CHECK-NEXT:       scf.yield
// CHECK-NEXT:     }
// CHECK-NEXT:     dlc.yield
// CHECK-NEXT:   }
// CHECK-NEXT:   return
func.func @nested_reads(%a: memref<?xf32>, %out: memref<?xf32>, %n: index, %p: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  slc.for %i = %c0 to %n step %c1 {
    %v = slc.mem_str %a[%i] if %p : memref<?xf32>
    slc.store_str %v, %out[%i] if %p {hint = #slc.hint<level = l2, temporal = false>} : memref<?xf32>
    slc.callback {
      scf.if %p {
        %w = slc.to_val %v : f32
        "test.use"(%w) : (f32) -> ()
      }
    }
  }
  return
}

// Without callbacks there is the end token only.

// CHECK-LABEL: func.func @no_events(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?xf32>, %[[ARG1:.*]]: memref<?xf32>, %[[ARG2:.*]]: index
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   dlc.decoupled records = [] access {
// CHECK-NEXT:     slc.for %[[S:.*]] = %[[C0]] to %[[ARG2]] step %[[C1]] {
// CHECK-NEXT:       %[[V0:.*]] = slc.mem_str %[[ARG0]][%[[S]]] : memref<?xf32>
// CHECK-NEXT:       slc.store_str %[[V0]], %[[ARG1]][%[[S]]] : memref<?xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     dlc.yield
// CHECK-NEXT:   } execute {
// CHECK-NEXT:     scf.while : () -> () {
// CHECK-NEXT:       %[[TOKEN:.*]], %[[RECORD:.*]] = dlc.acquire
// CHECK-NEXT:       scf.index_switch %[[TOKEN]]
// CHECK-NEXT:       default {
// CHECK-NEXT:       }
// CHECK-NEXT:       dlc.release %[[RECORD]]
// CHECK-NEXT:       %[[C0_0:.*]] = arith.constant 0 : index
// CHECK-NEXT:       %[[V0:.*]] = arith.cmpi ne, %[[TOKEN]], %[[C0_0]] : index
// CHECK-NEXT:       scf.condition(%[[V0]])
// CHECK-NEXT:     } do {
// CHECK-NEXT:       scf.yield
// CHECK-NEXT:     }
// CHECK-NEXT:     dlc.yield
// CHECK-NEXT:   }
// CHECK-NEXT:   return
func.func @no_events(%a: memref<?xf32>, %out: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  slc.for %i = %c0 to %n step %c1 {
    %v = slc.mem_str %a[%i] : memref<?xf32>
    slc.store_str %v, %out[%i] : memref<?xf32>
  }
  return
}

// What is split stays, and what is beside it is split.

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
// CHECK-NEXT:   dlc.decoupled records = [#dlc.record<[], size = 0, align = 1>] access {
// CHECK-NEXT:     slc.for %[[S:.*]] = %[[ARG0]] to %[[ARG0]] step %[[ARG0]] {
// CHECK-NEXT:       dlc.push 0()
// CHECK-NEXT:     }
// CHECK-NEXT:     dlc.yield
// CHECK-NEXT:   } execute {
// CHECK-NEXT:     scf.while : () -> () {
// CHECK-NEXT:       %[[TOKEN:.*]], %[[RECORD:.*]] = dlc.acquire
// CHECK-NEXT:       scf.index_switch %[[TOKEN]]
// CHECK-NEXT:       case 0 {
// CHECK-NEXT:         scf.yield
// CHECK-NEXT:       }
// CHECK-NEXT:       default {
// CHECK-NEXT:       }
// CHECK-NEXT:       dlc.release %[[RECORD]]
// CHECK-NEXT:       %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:       %[[V0:.*]] = arith.cmpi ne, %[[TOKEN]], %[[C1]] : index
// CHECK-NEXT:       scf.condition(%[[V0]])
// CHECK-NEXT:     } do {
// CHECK-NEXT:       scf.yield
// CHECK-NEXT:     }
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
  slc.for %i = %n to %n step %n {
    slc.callback {
    }
  }
  return
}

// What the iteration of the outer loop allocates is used until its end, which
// is a new event; an iteration of the inner loop allocates, uses and frees in
// one. What a loop of a callback allocates, that frees.

// CHECK-LABEL: func.func @stack(
// CHECK:   dlc.push 0()
// CHECK:   slc.for
// CHECK:     dlc.push 1()
// CHECK:   }
// CHECK:   dlc.push 2()
// CHECK: scf.while (%[[OLD_ARRAY:.*]] = %{{.*}}, %[[OLD_STACK:.*]] = %{{.*}})
// CHECK:   case 0 {
// CHECK-NEXT: %[[STACK:.*]] = llvm.intr.stacksave : !llvm.ptr
// CHECK-NEXT: %[[ARRAY:.*]] = memref.alloca(
// CHECK-NEXT: scf.yield %[[ARRAY]], %[[STACK]]
// CHECK:   case 1 {
// CHECK-NEXT: %[[INNER_STACK:.*]] = llvm.intr.stacksave : !llvm.ptr
// CHECK-NEXT: %[[INNER:.*]] = memref.alloca()
// CHECK-NEXT: "test.use"(%[[OLD_ARRAY]], %[[INNER]])
// CHECK-NEXT: scf.for
// CHECK-NEXT:   memref.alloca()
// CHECK:      }
// CHECK-NEXT: llvm.intr.stackrestore %[[INNER_STACK]]
// CHECK-NEXT: scf.yield
// CHECK:   case 2 {
// CHECK-NEXT: llvm.intr.stackrestore %[[OLD_STACK]]
// CHECK-NEXT: scf.yield
func.func @stack(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  slc.for %i = %c0 to %n step %c1 {
    %array = slc.callback -> (memref<?xf32>) {
      %0 = memref.alloca(%n) : memref<?xf32>
      slc.yield %0 : memref<?xf32>
    }
    slc.for %j = %c0 to %n step %c1 {
      slc.callback {
        %0 = memref.alloca() : memref<4xf32>
        "test.use"(%array, %0) : (memref<?xf32>, memref<4xf32>) -> ()
        scf.for %k = %c0 to %n step %c1 {
          %1 = memref.alloca() : memref<4xf32>
          "test.use"(%1) : (memref<4xf32>) -> ()
        }
      }
    }
  }
  return
}

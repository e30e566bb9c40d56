// RUN: ember-opt %s --convert-scf-to-slc --allow-unregistered-dialect | FileCheck %s

// Conditions that the access unit computes.

// Loops in an `scf.if` run zero times where the condition is false; code of the
// execute unit stays under the condition.

// CHECK-LABEL: func.func @loops(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?xf32> {llvm.noalias}, %[[ARG1:.*]]: memref<?xi1> {llvm.noalias}, %[[ARG2:.*]]: memref<?xf32>, %[[ARG3:.*]]: index
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[TRUE:.*]] = arith.constant true
// CHECK-NEXT:   slc.for %[[S:.*]] = %[[C0]] to %[[ARG3]] step %[[C1]] {
// CHECK-NEXT:     %[[V0:.*]] = slc.mem_str %[[ARG1]][%[[S]]] : memref<?xi1>
// CHECK-NEXT:     slc.callback {
// CHECK-NEXT:       %[[V4:.*]] = slc.to_val %[[V0]] : i1
// CHECK-NEXT:       "test.always"() : () -> ()
// CHECK-NEXT:       scf.if %[[V4]] {
// CHECK-NEXT:         "test.before"() : () -> ()
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     %[[V1:.*]] = slc.alu_str select %[[V0]], %[[S]], %[[C0]] : index
// CHECK-NEXT:     slc.for %[[S_0:.*]] = %[[C0]] to %[[V1]] step %[[C1]] {
// CHECK-NEXT:       %[[V4:.*]] = slc.mem_str %[[ARG0]][%[[S_0]]] : memref<?xf32>
// CHECK-NEXT:       slc.callback {
// CHECK-NEXT:         %[[V5:.*]] = slc.to_val %[[S_0]] : index
// CHECK-NEXT:         %[[V6:.*]] = slc.to_val %[[V4]] : f32
// CHECK-NEXT:         memref.store %[[V6]], %[[ARG2]][%[[V5]]] : memref<?xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     slc.callback {
// CHECK-NEXT:       %[[V4:.*]] = slc.to_val %[[V0]] : i1
// CHECK-NEXT:       scf.if %[[V4]] {
// CHECK-NEXT:         "test.after"() : () -> ()
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     %[[V2:.*]] = slc.alu_str xori %[[V0]], %[[TRUE]] : i1
// CHECK-NEXT:     %[[V3:.*]] = slc.alu_str select %[[V2]], %[[ARG3]], %[[S]] : index
// CHECK-NEXT:     slc.for %[[S_0:.*]] = %[[S]] to %[[V3]] step %[[C1]] {
// CHECK-NEXT:       %[[V4:.*]] = slc.mem_str %[[ARG0]][%[[S_0]]] : memref<?xf32>
// CHECK-NEXT:       slc.callback {
// CHECK-NEXT:         %[[V5:.*]] = slc.to_val %[[S_0]] : index
// CHECK-NEXT:         %[[V6:.*]] = slc.to_val %[[V4]] : f32
// CHECK-NEXT:         memref.store %[[V6]], %[[ARG2]][%[[V5]]] : memref<?xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     slc.callback {
// CHECK-NEXT:       %[[V4:.*]] = slc.to_val %[[V0]] : i1
// CHECK-NEXT:       scf.if %[[V4]] {
// CHECK-NEXT:       } else {
// CHECK-NEXT:         "test.after_else"() : () -> ()
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   return
func.func @loops(%a: memref<?xf32> {llvm.noalias}, %cond: memref<?xi1> {llvm.noalias}, %out: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %c = memref.load %cond[%i] : memref<?xi1>
    "test.always"() : () -> ()
    scf.if %c {
      "test.before"() : () -> ()
      scf.for %j = %c0 to %i step %c1 {
        %v = memref.load %a[%j] : memref<?xf32>
        memref.store %v, %out[%j] : memref<?xf32>
      }
      "test.after"() : () -> ()
    } else {
      scf.for %j = %i to %n step %c1 {
        %v = memref.load %a[%j] : memref<?xf32>
        memref.store %v, %out[%j] : memref<?xf32>
      }
      "test.after_else"() : () -> ()
    }
  }
  return
}

// A load in an `scf.if` has the condition as its predicate; inner conditions
// count only where the outer ones hold.

// CHECK-LABEL: func.func @loads(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?xf32> {llvm.noalias}, %[[ARG1:.*]]: memref<?xindex> {llvm.noalias}, %[[ARG2:.*]]: memref<?xf32>, %[[ARG3:.*]]: index
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[TRUE:.*]] = arith.constant true
// CHECK-NEXT:   %[[FALSE:.*]] = arith.constant false
// CHECK-NEXT:   slc.for %[[S:.*]] = %[[C0]] to %[[ARG3]] step %[[C1]] {
// CHECK-NEXT:     %[[V0:.*]] = slc.mem_str %[[ARG1]][%[[S]]] : memref<?xindex>
// CHECK-NEXT:     %[[V1:.*]] = slc.alu_str cmpi slt, %[[V0]], %[[ARG3]] : index
// CHECK-NEXT:     %[[V2:.*]] = slc.mem_str %[[ARG1]][%[[V0]]] if %[[V1]] : memref<?xindex>
// CHECK-NEXT:     %[[V3:.*]] = slc.alu_str cmpi slt, %[[V2]], %[[ARG3]] : index
// CHECK-NEXT:     %[[V4:.*]] = slc.alu_str xori %[[V3]], %[[TRUE]] : i1
// CHECK-NEXT:     %[[V5:.*]] = slc.alu_str select %[[V1]], %[[V4]], %[[FALSE]] : i1
// CHECK-NEXT:     %[[V6:.*]] = slc.mem_str %[[ARG0]][%[[V2]]] if %[[V5]] : memref<?xf32>
// CHECK-NEXT:     slc.callback {
// CHECK-NEXT:       %[[V7:.*]] = slc.to_val %[[S]] : index
// CHECK-NEXT:       %[[V8:.*]] = slc.to_val %[[V1]] : i1
// CHECK-NEXT:       scf.if %[[V8]] {
// CHECK-NEXT:         %[[V9:.*]] = slc.to_val %[[V3]] : i1
// CHECK-NEXT:         scf.if %[[V9]] {
// CHECK-NEXT:           "test.nothing"() : () -> ()
// CHECK-NEXT:         } else {
// CHECK-NEXT:           %[[V10:.*]] = slc.to_val %[[V6]] : f32
// CHECK-NEXT:           memref.store %[[V10]], %[[ARG2]][%[[V7]]] : memref<?xf32>
// CHECK-NEXT:         }
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   return
func.func @loads(%a: memref<?xf32> {llvm.noalias}, %at: memref<?xindex> {llvm.noalias}, %out: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %at[%i] : memref<?xindex>
    %c = arith.cmpi slt, %x, %n : index
    scf.if %c {
      %y = memref.load %at[%x] : memref<?xindex>
      %d = arith.cmpi slt, %y, %n : index
      scf.if %d {
        "test.nothing"() : () -> ()
      } else {
        %v = memref.load %a[%y] : memref<?xf32>
        memref.store %v, %out[%i] : memref<?xf32>
      }
    }
  }
  return
}

// Values of the execute unit leave through results; where the other branch was
// taken they are poison that nobody reads.

// CHECK-LABEL: func.func @carried(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?xf32> {llvm.noalias}, %[[ARG1:.*]]: memref<?xindex> {llvm.noalias}, %[[ARG2:.*]]: index, %[[ARG3:.*]]: f32
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[V0:.*]] = slc.for %[[S:.*]] = %[[C0]] to %[[ARG2]] step %[[C1]] iter_args(%[[ARG4:.*]] = %[[ARG3]]) -> (f32) {
// CHECK-NEXT:     %[[V1:.*]] = slc.mem_str %[[ARG1]][%[[S]]] : memref<?xindex>
// CHECK-NEXT:     %[[V2:.*]] = slc.alu_str cmpi ne, %[[V1]], %[[C0]] : index
// CHECK-NEXT:     %[[V3:.*]] = slc.callback -> (f32) {
// CHECK-NEXT:       %[[V7:.*]] = slc.to_val %[[V2]] : i1
// CHECK-NEXT:       %[[V8:.*]] = scf.if %[[V7]] -> (f32) {
// CHECK-NEXT:         %[[V9:.*]] = arith.addf %[[ARG4]], %[[ARG4]] : f32
// CHECK-NEXT:         scf.yield %[[V9]] : f32
// CHECK-NEXT:       } else {
// CHECK-NEXT:         %[[V9:.*]] = ub.poison : f32
// CHECK-NEXT:         scf.yield %[[V9]] : f32
// CHECK-NEXT:       }
// CHECK-NEXT:       slc.yield %[[V8]] : f32
// CHECK-NEXT:     }
// CHECK-NEXT:     %[[V4:.*]] = slc.alu_str select %[[V2]], %[[V1]], %[[C0]] : index
// CHECK-NEXT:     %[[V5:.*]] = slc.for %[[S_0:.*]] = %[[C0]] to %[[V4]] step %[[C1]] iter_args(%[[ARG5:.*]] = %[[V3]]) -> (f32) {
// CHECK-NEXT:       %[[V7:.*]] = slc.mem_str %[[ARG0]][%[[S_0]]] : memref<?xf32>
// CHECK-NEXT:       %[[V8:.*]] = slc.callback -> (f32) {
// CHECK-NEXT:         %[[V9:.*]] = slc.to_val %[[V7]] : f32
// CHECK-NEXT:         %[[V10:.*]] = arith.addf %[[ARG5]], %[[V9]] : f32
// CHECK-NEXT:         slc.yield %[[V10]] : f32
// CHECK-NEXT:       }
// CHECK-NEXT:       slc.yield %[[V8]] : f32
// CHECK-NEXT:     }
// CHECK-NEXT:     %[[V6:.*]] = slc.callback -> (f32) {
// CHECK-NEXT:       %[[V7:.*]] = slc.to_val %[[V2]] : i1
// CHECK-NEXT:       %[[V8:.*]] = scf.if %[[V7]] -> (f32) {
// CHECK-NEXT:         %[[V9:.*]] = arith.mulf %[[V5]], %[[V3]] : f32
// CHECK-NEXT:         scf.yield %[[V9]] : f32
// CHECK-NEXT:       } else {
// CHECK-NEXT:         scf.yield %[[ARG4]] : f32
// CHECK-NEXT:       }
// CHECK-NEXT:       slc.yield %[[V8]] : f32
// CHECK-NEXT:     }
// CHECK-NEXT:     slc.yield %[[V6]] : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   return %[[V0]] : f32
func.func @carried(%a: memref<?xf32> {llvm.noalias}, %at: memref<?xindex> {llvm.noalias}, %n: index, %zero: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %zero) -> (f32) {
    %k = memref.load %at[%i] : memref<?xindex>
    %c = arith.cmpi ne, %k, %c0 : index
    %y = scf.if %c -> (f32) {
      %first = arith.addf %x, %x : f32
      %sum = scf.for %j = %c0 to %k step %c1 iter_args(%z = %first) -> (f32) {
        %v = memref.load %a[%j] : memref<?xf32>
        %w = arith.addf %z, %v : f32
        scf.yield %w : f32
      }
      %last = arith.mulf %sum, %first : f32
      scf.yield %last : f32
    } else {
      scf.yield %x : f32
    }
    scf.yield %y : f32
  }
  return %r : f32
}

// A result that an index needs is selected. A division is by one where it is not
// reached; other arithmetic is done anyway.

// CHECK-LABEL: func.func @selects(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?xf32> {llvm.noalias}, %[[ARG1:.*]]: memref<?xindex> {llvm.noalias}, %[[ARG2:.*]]: memref<?xf32>, %[[ARG3:.*]]: index
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[C3:.*]] = arith.constant 3 : index
// CHECK-NEXT:   %[[C1_0:.*]] = arith.constant 1 : index
// CHECK-NEXT:   slc.for %[[S:.*]] = %[[C0]] to %[[ARG3]] step %[[C1]] {
// CHECK-NEXT:     %[[V0:.*]] = slc.mem_str %[[ARG1]][%[[S]]] : memref<?xindex>
// CHECK-NEXT:     %[[V1:.*]] = slc.alu_str cmpi ne, %[[V0]], %[[C0]] : index
// CHECK-NEXT:     %[[V2:.*]] = slc.alu_str select %[[V1]], %[[V0]], %[[C1_0]] : index
// CHECK-NEXT:     %[[V3:.*]] = slc.alu_str divui %[[ARG3]], %[[V2]] : index
// CHECK-NEXT:     %[[V4:.*]] = slc.alu_str divui %[[V3]], %[[C3]] : index
// CHECK-NEXT:     %[[V5:.*]] = slc.alu_str select %[[V1]], %[[V4]], %[[S]] : index
// CHECK-NEXT:     %[[V6:.*]] = slc.mem_str %[[ARG0]][%[[V5]]] : memref<?xf32>
// CHECK-NEXT:     slc.callback {
// CHECK-NEXT:       %[[V7:.*]] = slc.to_val %[[S]] : index
// CHECK-NEXT:       %[[V8:.*]] = slc.to_val %[[V1]] : i1
// CHECK-NEXT:       %[[V9:.*]] = scf.if %[[V8]] -> (index) {
// CHECK-NEXT:         %[[V12:.*]] = slc.to_val %[[V3]] : index
// CHECK-NEXT:         scf.yield %[[V12]] : index
// CHECK-NEXT:       } else {
// CHECK-NEXT:         scf.yield %[[V7]] : index
// CHECK-NEXT:       }
// CHECK-NEXT:       %[[V10:.*]] = slc.to_val %[[V5]] : index
// CHECK-NEXT:       %[[V11:.*]] = slc.to_val %[[V6]] : f32
// CHECK-NEXT:       "test.use"(%[[V11]], %[[V10]], %[[V9]]) : (f32, index, index) -> ()
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   return
func.func @selects(%a: memref<?xf32> {llvm.noalias}, %at: memref<?xindex> {llvm.noalias}, %out: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  scf.for %i = %c0 to %n step %c1 {
    %k = memref.load %at[%i] : memref<?xindex>
    %c = arith.cmpi ne, %k, %c0 : index
    %row, %f = scf.if %c -> (index, index) {
      %q = arith.divui %n, %k : index
      %by3 = arith.divui %q, %c3 : index
      scf.yield %by3, %q : index, index
    } else {
      scf.yield %i, %i : index, index
    }
    %v = memref.load %a[%row] : memref<?xf32>
    "test.use"(%v, %row, %f) : (f32, index, index) -> ()
  }
  return
}

// What is computed before the nest stays a host value.

// CHECK-LABEL: func.func @host(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?xf32> {llvm.noalias}, %[[ARG1:.*]]: index, %[[ARG2:.*]]: i1
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[V0:.*]] = scf.if %[[ARG2]] -> (index) {
// CHECK-NEXT:     %[[V3:.*]] = arith.addi %[[ARG1]], %[[ARG1]] : index
// CHECK-NEXT:     scf.yield %[[V3]] : index
// CHECK-NEXT:   } else {
// CHECK-NEXT:     scf.yield %[[ARG1]] : index
// CHECK-NEXT:   }
// CHECK-NEXT:   %[[V1:.*]] = arith.select %[[ARG2]], %[[ARG1]], %[[C0]] : index
// CHECK-NEXT:   %[[TRUE:.*]] = arith.constant true
// CHECK-NEXT:   %[[V2:.*]] = arith.xori %[[ARG2]], %[[TRUE]] : i1
// CHECK-NEXT:   slc.for %[[S:.*]] = %[[C0]] to %[[ARG1]] step %[[C1]] {
// CHECK-NEXT:     slc.for %[[S_0:.*]] = %[[C0]] to %[[V1]] step %[[C1]] {
// CHECK-NEXT:       %[[V5:.*]] = slc.mem_str %[[ARG0]][%[[S_0]]] : memref<?xf32>
// CHECK-NEXT:       slc.callback {
// CHECK-NEXT:         %[[V6:.*]] = slc.to_val %[[V5]] : f32
// CHECK-NEXT:         "test.use"(%[[V6]]) : (f32) -> ()
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     %[[V3:.*]] = slc.mem_str %[[ARG0]][%[[S]]] if %[[V2]] : memref<?xf32>
// CHECK-NEXT:     %[[V4:.*]] = slc.mem_str %[[ARG0]][%[[V0]]] : memref<?xf32>
// CHECK-NEXT:     slc.callback {
// CHECK-NEXT:       scf.if %[[ARG2]] {
// CHECK-NEXT:       } else {
// CHECK-NEXT:         %[[V6:.*]] = slc.to_val %[[V3]] : f32
// CHECK-NEXT:         "test.use"(%[[V6]]) : (f32) -> ()
// CHECK-NEXT:       }
// CHECK-NEXT:       %[[V5:.*]] = slc.to_val %[[V4]] : f32
// CHECK-NEXT:       "test.use"(%[[V5]]) : (f32) -> ()
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   return
func.func @host(%a: memref<?xf32> {llvm.noalias}, %n: index, %p: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.if %p {
      scf.for %j = %c0 to %n step %c1 {
        %v = memref.load %a[%j] : memref<?xf32>
        "test.use"(%v) : (f32) -> ()
      }
    } else {
      %v = memref.load %a[%i] : memref<?xf32>
      "test.use"(%v) : (f32) -> ()
    }
    %m = scf.if %p -> (index) {
      %twice = arith.addi %n, %n : index
      scf.yield %twice : index
    } else {
      scf.yield %n : index
    }
    %w = memref.load %a[%m] : memref<?xf32>
    "test.use"(%w) : (f32) -> ()
  }
  return
}

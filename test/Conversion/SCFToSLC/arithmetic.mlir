// RUN: ember-opt %s --convert-scf-to-slc --allow-unregistered-dialect | FileCheck %s

// Arithmetic of the access unit: what bounds and indices need, nothing else.

// CHECK-LABEL: func.func @chains(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?xi32> {llvm.noalias}, %[[ARG1:.*]]: memref<?xf32> {llvm.noalias}, %[[ARG2:.*]]: memref<?xf32>, %[[ARG3:.*]]: index, %[[ARG4:.*]]: i32
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[C7_I32:.*]] = arith.constant 7 : i32
// CHECK-NEXT:   slc.for %[[S:.*]] = %[[C0]] to %[[ARG3]] step %[[C1]] {
// CHECK-NEXT:     %[[V0:.*]] = slc.mem_str %[[ARG0]][%[[S]]] : memref<?xi32>
// CHECK-NEXT:     %[[V1:.*]] = slc.alu_str extsi %[[V0]] : i32 to i64
// CHECK-NEXT:     %[[V2:.*]] = slc.alu_str index_cast %[[V1]] : i64 to index
// CHECK-NEXT:     %[[V3:.*]] = slc.alu_str minsi %[[V2]], %[[ARG3]] : index
// CHECK-NEXT:     %[[V4:.*]] = slc.alu_str maxui %[[V3]], %[[C0]] : index
// CHECK-NEXT:     %[[V5:.*]] = slc.alu_str cmpi slt, %[[V0]], %[[ARG4]] : i32
// CHECK-NEXT:     %[[V6:.*]] = slc.alu_str select %[[V5]], %[[V4]], %[[S]] : index
// CHECK-NEXT:     %[[V7:.*]] = slc.mem_str %[[ARG1]][%[[V6]]] : memref<?xf32>
// CHECK-NEXT:     slc.callback {
// CHECK-NEXT:       %[[V8:.*]] = slc.to_val %[[V0]] : i32
// CHECK-NEXT:       %[[V9:.*]] = slc.to_val %[[V6]] : index
// CHECK-NEXT:       %[[V10:.*]] = slc.to_val %[[V7]] : f32
// CHECK-NEXT:       %[[V11:.*]] = arith.addi %[[V8]], %[[C7_I32]] : i32
// CHECK-NEXT:       "test.use"(%[[V11]]) : (i32) -> ()
// CHECK-NEXT:       memref.store %[[V10]], %[[ARG2]][%[[V9]]] : memref<?xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   return
func.func @chains(%a: memref<?xi32> {llvm.noalias}, %b: memref<?xf32> {llvm.noalias},
                  %out: memref<?xf32>, %n: index, %h: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k = arith.constant 7 : i32
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<?xi32>
    %wide = arith.extsi %x : i32 to i64
    %at = arith.index_cast %wide : i64 to index
    %clamped = arith.minsi %at, %n : index
    %floor = arith.maxui %clamped, %c0 : index
    %isLow = arith.cmpi slt, %x, %h : i32
    %chosen = arith.select %isLow, %floor, %i : index
    %v = memref.load %b[%chosen] : memref<?xf32>
    %value = arith.addi %x, %k : i32
    "test.use"(%value) : (i32) -> ()
    memref.store %v, %out[%chosen] : memref<?xf32>
  }
  return
}

// Divisions, too; a host value that cannot be computed before the nest stays.

// CHECK-LABEL: func.func @divisions(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?xf32>, %[[ARG1:.*]]: memref<?xf32> {llvm.noalias}, %[[ARG2:.*]]: index, %[[ARG3:.*]]: index
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   slc.for %[[S:.*]] = %[[C0]] to %[[ARG2]] step %[[C1]] {
// CHECK-NEXT:     %[[V0:.*]] = slc.alu_str divui %[[S]], %[[ARG3]] : index
// CHECK-NEXT:     %[[V1:.*]] = slc.alu_str remsi %[[S]], %[[ARG3]] : index
// CHECK-NEXT:     %[[V2:.*]] = slc.alu_str floordivsi %[[V0]], %[[ARG3]] : index
// CHECK-NEXT:     slc.for %[[S_0:.*]] = %[[V2]] to %[[V0]] step %[[C1]] {
// CHECK-NEXT:       %[[V3:.*]] = slc.mem_str %[[ARG0]][%[[V1]]] : memref<?xf32>
// CHECK-NEXT:       slc.callback {
// CHECK-NEXT:         %[[V4:.*]] = slc.to_val %[[S_0]] : index
// CHECK-NEXT:         %[[V5:.*]] = slc.to_val %[[V3]] : f32
// CHECK-NEXT:         memref.store %[[V5]], %[[ARG1]][%[[V4]]] : memref<?xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   return
func.func @divisions(%a: memref<?xf32>, %out: memref<?xf32> {llvm.noalias}, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %q = arith.divui %i, %m : index
    %r = arith.remsi %i, %m : index
    %f = arith.floordivsi %q, %m : index
    scf.for %j = %f to %q step %c1 {
      %v = memref.load %a[%r] : memref<?xf32>
      memref.store %v, %out[%j] : memref<?xf32>
    }
  }
  return
}

// An op whose result both units need is on both sides: the execute unit reads
// the stream.

// CHECK-LABEL: func.func @shared(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?xf32> {llvm.noalias}, %[[ARG1:.*]]: memref<?xindex>, %[[ARG2:.*]]: index
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   slc.for %[[S:.*]] = %[[C0]] to %[[ARG2]] step %[[C1]] {
// CHECK-NEXT:     %[[V0:.*]] = slc.alu_str addi %[[S]], %[[ARG2]] : index
// CHECK-NEXT:     %[[V1:.*]] = slc.mem_str %[[ARG0]][%[[V0]]] : memref<?xf32>
// CHECK-NEXT:     slc.callback {
// CHECK-NEXT:       %[[V2:.*]] = slc.to_val %[[V0]] : index
// CHECK-NEXT:       %[[V3:.*]] = slc.to_val %[[V1]] : f32
// CHECK-NEXT:       %[[V4:.*]] = arith.muli %[[V2]], %[[ARG2]] : index
// CHECK-NEXT:       "test.use"(%[[V3]]) : (f32) -> ()
// CHECK-NEXT:       memref.store %[[V4]], %[[ARG1]][%[[V2]]] : memref<?xindex>
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   return
func.func @shared(%a: memref<?xf32> {llvm.noalias}, %out: memref<?xindex>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %j = arith.addi %i, %n : index
    %v = memref.load %a[%j] : memref<?xf32>
    %k = arith.muli %j, %n : index
    "test.use"(%v) : (f32) -> ()
    memref.store %k, %out[%j] : memref<?xindex>
  }
  return
}

// Flags of overflow are dropped: the access unit wraps.

// CHECK-LABEL: func.func @flags(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?xf32> {llvm.noalias}, %[[ARG1:.*]]: index
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   slc.for %[[S:.*]] = %[[C0]] to %[[ARG1]] step %[[C1]] {
// CHECK-NEXT:     %[[V0:.*]] = slc.alu_str addi %[[S]], %[[ARG1]] : index
// CHECK-NEXT:     %[[V1:.*]] = slc.mem_str %[[ARG0]][%[[V0]]] : memref<?xf32>
// CHECK-NEXT:     slc.callback {
// CHECK-NEXT:       %[[V2:.*]] = slc.to_val %[[V1]] : f32
// CHECK-NEXT:       "test.use"(%[[V2]]) : (f32) -> ()
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   return
func.func @flags(%a: memref<?xf32> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %j = arith.addi %i, %n overflow<nsw> : index
    %v = memref.load %a[%j] : memref<?xf32>
    "test.use"(%v) : (f32) -> ()
  }
  return
}

// RUN: ember-opt %s --convert-scf-to-slc --allow-unregistered-dialect | FileCheck %s

// Values that loops carry.

// CHECK-LABEL: func.func @sum(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?xf32>, %[[ARG1:.*]]: index, %[[ARG2:.*]]: f32
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[V0:.*]] = slc.for %[[S:.*]] = %[[C0]] to %[[ARG1]] step %[[C1]] iter_args(%[[ARG3:.*]] = %[[ARG2]]) -> (f32) {
// CHECK-NEXT:     %[[V1:.*]] = slc.mem_str %[[ARG0]][%[[S]]] : memref<?xf32>
// CHECK-NEXT:     %[[V2:.*]] = slc.callback -> (f32) {
// CHECK-NEXT:       %[[V3:.*]] = slc.to_val %[[V1]] : f32
// CHECK-NEXT:       %[[V4:.*]] = arith.addf %[[ARG3]], %[[V3]] : f32
// CHECK-NEXT:       slc.yield %[[V4]] : f32
// CHECK-NEXT:     }
// CHECK-NEXT:     slc.yield %[[V2]] : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   return %[[V0]] : f32
func.func @sum(%a: memref<?xf32>, %n: index, %zero: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (f32) {
    %v = memref.load %a[%i] : memref<?xf32>
    %next = arith.addf %acc, %v : f32
    scf.yield %next : f32
  }
  return %sum : f32
}

// Values that change places, one that stays, and one that is a load.

// CHECK-LABEL: func.func @swap(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?xf32>, %[[ARG1:.*]]: index, %[[ARG2:.*]]: f32, %[[ARG3:.*]]: f32
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[V0:.*]]:4 = slc.for %[[S:.*]] = %[[C0]] to %[[ARG1]] step %[[C1]] iter_args(%[[ARG4:.*]] = %[[ARG2]], %[[ARG5:.*]] = %[[ARG3]], %[[ARG6:.*]] = %[[ARG2]], %[[ARG7:.*]] = %[[ARG3]]) -> (f32, f32, f32, f32) {
// CHECK-NEXT:     %[[V1:.*]] = slc.mem_str %[[ARG0]][%[[S]]] : memref<?xf32>
// CHECK-NEXT:     %[[V2:.*]] = slc.callback -> (f32) {
// CHECK-NEXT:       %[[V3:.*]] = slc.to_val %[[V1]] : f32
// CHECK-NEXT:       slc.yield %[[V3]] : f32
// CHECK-NEXT:     }
// CHECK-NEXT:     slc.yield %[[ARG5]], %[[ARG4]], %[[ARG6]], %[[V2]] : f32, f32, f32, f32
// CHECK-NEXT:   }
// CHECK-NEXT:   return %[[V0]]#0, %[[V0]]#1, %[[V0]]#2, %[[V0]]#3 : f32, f32, f32, f32
func.func @swap(%a: memref<?xf32>, %n: index, %x: f32, %y: f32) -> (f32, f32, f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:4 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %x, %q = %y, %s = %x, %t = %y) -> (f32, f32, f32, f32) {
    %v = memref.load %a[%i] : memref<?xf32>
    scf.yield %q, %p, %s, %v : f32, f32, f32, f32
  }
  return %r#0, %r#1, %r#2, %r#3 : f32, f32, f32, f32
}

// At every level: the initial value of the inner loop is a load, the outer one
// yields what the inner one gives, and a callback uses it.

// CHECK-LABEL: func.func @levels(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?xf32>, %[[ARG1:.*]]: memref<?xf32> {llvm.noalias}, %[[ARG2:.*]]: index, %[[ARG3:.*]]: f32
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[V0:.*]] = slc.for %[[S:.*]] = %[[C0]] to %[[ARG2]] step %[[C1]] iter_args(%[[ARG4:.*]] = %[[ARG3]]) -> (f32) {
// CHECK-NEXT:     %[[V1:.*]] = slc.mem_str %[[ARG0]][%[[S]]] : memref<?xf32>
// CHECK-NEXT:     %[[V2:.*]] = slc.callback -> (f32) {
// CHECK-NEXT:       %[[V4:.*]] = slc.to_val %[[V1]] : f32
// CHECK-NEXT:       slc.yield %[[V4]] : f32
// CHECK-NEXT:     }
// CHECK-NEXT:     %[[V3:.*]]:2 = slc.for %[[S_0:.*]] = %[[C0]] to %[[S]] step %[[C1]] iter_args(%[[ARG5:.*]] = %[[V2]], %[[ARG6:.*]] = %[[ARG4]]) -> (f32, f32) {
// CHECK-NEXT:       %[[V4:.*]] = slc.for %[[S_1:.*]] = %[[C0]] to %[[S_0]] step %[[C1]] iter_args(%[[ARG7:.*]] = %[[ARG5]]) -> (f32) {
// CHECK-NEXT:         %[[V5:.*]] = slc.mem_str %[[ARG0]][%[[S_1]]] : memref<?xf32>
// CHECK-NEXT:         %[[V6:.*]] = slc.callback -> (f32) {
// CHECK-NEXT:           %[[V7:.*]] = slc.to_val %[[V5]] : f32
// CHECK-NEXT:           %[[V8:.*]] = arith.addf %[[ARG7]], %[[V7]] : f32
// CHECK-NEXT:           slc.yield %[[V8]] : f32
// CHECK-NEXT:         }
// CHECK-NEXT:         slc.yield %[[V6]] : f32
// CHECK-NEXT:       }
// CHECK-NEXT:       slc.yield %[[V4]], %[[ARG5]] : f32, f32
// CHECK-NEXT:     }
// CHECK-NEXT:     slc.callback {
// CHECK-NEXT:       %[[V4:.*]] = slc.to_val %[[S]] : index
// CHECK-NEXT:       memref.store %[[V3]]#1, %[[ARG1]][%[[V4]]] : memref<?xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     slc.yield %[[V3]]#0 : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   return %[[V0]] : f32
func.func @levels(%a: memref<?xf32>, %out: memref<?xf32> {llvm.noalias}, %n: index, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%p = %x) -> (f32) {
    %first = memref.load %a[%i] : memref<?xf32>
    %s:2 = scf.for %j = %c0 to %i step %c1 iter_args(%q = %first, %u = %p) -> (f32, f32) {
      %t = scf.for %k = %c0 to %j step %c1 iter_args(%z = %q) -> (f32) {
        %v = memref.load %a[%k] : memref<?xf32>
        %w = arith.addf %z, %v : f32
        scf.yield %w : f32
      }
      scf.yield %t, %q : f32, f32
    }
    memref.store %s#1, %out[%i] : memref<?xf32>
    scf.yield %s#0 : f32
  }
  return %r : f32
}

// The initial value of an inner loop is computed before it; a sibling starts
// with what the first loop gave.

// CHECK-LABEL: func.func @siblings(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?xf32>, %[[ARG1:.*]]: index, %[[ARG2:.*]]: f32
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[V0:.*]] = slc.for %[[S:.*]] = %[[C0]] to %[[ARG1]] step %[[C1]] iter_args(%[[ARG3:.*]] = %[[ARG2]]) -> (f32) {
// CHECK-NEXT:     %[[V1:.*]] = slc.callback -> (f32) {
// CHECK-NEXT:       %[[V5:.*]] = arith.mulf %[[ARG3]], %[[ARG3]] : f32
// CHECK-NEXT:       slc.yield %[[V5]] : f32
// CHECK-NEXT:     }
// CHECK-NEXT:     %[[V2:.*]] = slc.for %[[S_0:.*]] = %[[C0]] to %[[S]] step %[[C1]] iter_args(%[[ARG4:.*]] = %[[V1]]) -> (f32) {
// CHECK-NEXT:       %[[V5:.*]] = slc.mem_str %[[ARG0]][%[[S_0]]] : memref<?xf32>
// CHECK-NEXT:       %[[V6:.*]] = slc.callback -> (f32) {
// CHECK-NEXT:         %[[V7:.*]] = slc.to_val %[[V5]] : f32
// CHECK-NEXT:         %[[V8:.*]] = arith.addf %[[ARG4]], %[[V7]] : f32
// CHECK-NEXT:         slc.yield %[[V8]] : f32
// CHECK-NEXT:       }
// CHECK-NEXT:       slc.yield %[[V6]] : f32
// CHECK-NEXT:     }
// CHECK-NEXT:     %[[V3:.*]] = slc.for %[[S_0:.*]] = %[[C0]] to %[[S]] step %[[C1]] iter_args(%[[ARG4:.*]] = %[[V2]]) -> (f32) {
// CHECK-NEXT:       %[[V5:.*]] = slc.mem_str %[[ARG0]][%[[S_0]]] : memref<?xf32>
// CHECK-NEXT:       %[[V6:.*]] = slc.callback -> (f32) {
// CHECK-NEXT:         %[[V7:.*]] = slc.to_val %[[V5]] : f32
// CHECK-NEXT:         %[[V8:.*]] = arith.mulf %[[ARG4]], %[[V7]] : f32
// CHECK-NEXT:         slc.yield %[[V8]] : f32
// CHECK-NEXT:       }
// CHECK-NEXT:       slc.yield %[[V6]] : f32
// CHECK-NEXT:     }
// CHECK-NEXT:     %[[V4:.*]] = slc.callback -> (f32) {
// CHECK-NEXT:       %[[V5:.*]] = arith.addf %[[V3]], %[[V1]] : f32
// CHECK-NEXT:       slc.yield %[[V5]] : f32
// CHECK-NEXT:     }
// CHECK-NEXT:     slc.yield %[[V4]] : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   return %[[V0]] : f32
func.func @siblings(%a: memref<?xf32>, %n: index, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%p = %x) -> (f32) {
    %start = arith.mulf %p, %p : f32
    %s = scf.for %j = %c0 to %i step %c1 iter_args(%q = %start) -> (f32) {
      %v = memref.load %a[%j] : memref<?xf32>
      %w = arith.addf %q, %v : f32
      scf.yield %w : f32
    }
    %t = scf.for %j = %c0 to %i step %c1 iter_args(%q = %s) -> (f32) {
      %v = memref.load %a[%j] : memref<?xf32>
      %w = arith.mulf %q, %v : f32
      scf.yield %w : f32
    }
    %next = arith.addf %t, %start : f32
    scf.yield %next : f32
  }
  return %r : f32
}

// Values of any type are carried; the induction variable becomes one.

// CHECK-LABEL: func.func @types(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?xf32>, %[[ARG1:.*]]: memref<?xf32> {llvm.noalias}, %[[ARG2:.*]]: tensor<2xf32>, %[[ARG3:.*]]: index
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[V0:.*]]:3 = slc.for %[[S:.*]] = %[[C0]] to %[[ARG3]] step %[[C1]] iter_args(%[[ARG4:.*]] = %[[ARG1]], %[[ARG5:.*]] = %[[ARG2]], %[[ARG6:.*]] = %[[ARG3]]) -> (memref<?xf32>, tensor<2xf32>, index) {
// CHECK-NEXT:     %[[V1:.*]] = slc.mem_str %[[ARG0]][%[[S]]] : memref<?xf32>
// CHECK-NEXT:     %[[V2:.*]]:2 = slc.callback -> (index, tensor<2xf32>) {
// CHECK-NEXT:       %[[V3:.*]] = slc.to_val %[[S]] : index
// CHECK-NEXT:       %[[V4:.*]] = slc.to_val %[[V1]] : f32
// CHECK-NEXT:       %[[INSERTED:.*]] = tensor.insert %[[V4]] into %[[ARG5]][%[[C0]]] : tensor<2xf32>
// CHECK-NEXT:       slc.yield %[[V3]], %[[INSERTED]] : index, tensor<2xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     slc.yield %[[ARG4]], %[[V2]]#1, %[[V2]]#0 : memref<?xf32>, tensor<2xf32>, index
// CHECK-NEXT:   }
// CHECK-NEXT:   return %[[V0]]#0, %[[V0]]#1, %[[V0]]#2 : memref<?xf32>, tensor<2xf32>, index
func.func @types(%a: memref<?xf32>, %b: memref<?xf32> {llvm.noalias}, %t: tensor<2xf32>, %n: index)
    -> (memref<?xf32>, tensor<2xf32>, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:3 = scf.for %i = %c0 to %n step %c1 iter_args(%m = %b, %u = %t, %last = %n)
      -> (memref<?xf32>, tensor<2xf32>, index) {
    %v = memref.load %a[%i] : memref<?xf32>
    %w = tensor.insert %v into %u[%c0] : tensor<2xf32>
    scf.yield %m, %w, %i : memref<?xf32>, tensor<2xf32>, index
  }
  return %r#0, %r#1, %r#2 : memref<?xf32>, tensor<2xf32>, index
}

// The second nest reads a memref that the first one gave: the check names what
// replaces it.

// CHECK-LABEL: func.func @result_of_a_nest(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?xf32>, %[[ARG1:.*]]: memref<?xf32>, %[[ARG2:.*]]: memref<?xf32> {llvm.noalias}, %[[ARG3:.*]]: index
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[V0:.*]] = slc.for %[[S:.*]] = %[[C0]] to %[[ARG3]] step %[[C1]] iter_args(%[[ARG4:.*]] = %[[ARG0]]) -> (memref<?xf32>) {
// CHECK-NEXT:     %[[V36:.*]] = slc.mem_str %[[ARG2]][%[[S]]] : memref<?xf32>
// CHECK-NEXT:     %[[V37:.*]] = slc.callback -> (memref<?xf32>) {
// CHECK-NEXT:       %[[V38:.*]] = slc.to_val %[[V36]] : f32
// CHECK-NEXT:       %[[V39:.*]] = "test.next"(%[[V38]]) : (f32) -> memref<?xf32>
// CHECK-NEXT:       slc.yield %[[V39]] : memref<?xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     slc.yield %[[V37]] : memref<?xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   %[[C0_0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1_1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[BASE_BUFFER:.*]], %[[OFFSET:.*]], %[[SIZES:.*]], %[[STRIDES:.*]] = memref.extract_strided_metadata %[[V0]] : memref<?xf32> -> memref<f32>, index, index, index
// CHECK-NEXT:   %[[INTPTR:.*]] = memref.extract_aligned_pointer_as_index %[[V0]] : memref<?xf32> -> index
// CHECK-NEXT:   %[[FALSE:.*]] = arith.constant false
// CHECK-NEXT:   %[[V1:.*]] = arith.cmpi sle, %[[SIZES]], %[[C0_0]] : index
// CHECK-NEXT:   %[[V2:.*]] = arith.ori %[[FALSE]], %[[V1]] : i1
// CHECK-NEXT:   %[[V3:.*]] = arith.subi %[[SIZES]], %[[C1_1]] : index
// CHECK-NEXT:   %[[V4:.*]] = arith.muli %[[V3]], %[[STRIDES]] : index
// CHECK-NEXT:   %[[V5:.*]] = arith.maxsi %[[V4]], %[[C0_0]] : index
// CHECK-NEXT:   %[[V6:.*]] = arith.minsi %[[V4]], %[[C0_0]] : index
// CHECK-NEXT:   %[[V7:.*]] = arith.addi %[[OFFSET]], %[[V5]] : index
// CHECK-NEXT:   %[[V8:.*]] = arith.addi %[[OFFSET]], %[[V6]] : index
// CHECK-NEXT:   %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT:   %[[V9:.*]] = arith.muli %[[V8]], %[[C4]] : index
// CHECK-NEXT:   %[[V10:.*]] = arith.addi %[[V7]], %[[C1_1]] : index
// CHECK-NEXT:   %[[V11:.*]] = arith.muli %[[V10]], %[[C4]] : index
// CHECK-NEXT:   %[[V12:.*]] = arith.addi %[[INTPTR]], %[[V9]] : index
// CHECK-NEXT:   %[[V13:.*]] = arith.addi %[[INTPTR]], %[[V11]] : index
// CHECK-NEXT:   %[[V14:.*]] = arith.select %[[V2]], %[[V12]], %[[V13]] : index
// CHECK-NEXT:   %[[C0_2:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1_3:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[BASE_BUFFER_4:.*]], %[[OFFSET_5:.*]], %[[SIZES_6:.*]], %[[STRIDES_7:.*]] = memref.extract_strided_metadata %[[ARG1]] : memref<?xf32> -> memref<f32>, index, index, index
// CHECK-NEXT:   %[[INTPTR_8:.*]] = memref.extract_aligned_pointer_as_index %[[ARG1]] : memref<?xf32> -> index
// CHECK-NEXT:   %[[FALSE_9:.*]] = arith.constant false
// CHECK-NEXT:   %[[V15:.*]] = arith.cmpi sle, %[[SIZES_6]], %[[C0_2]] : index
// CHECK-NEXT:   %[[V16:.*]] = arith.ori %[[FALSE_9]], %[[V15]] : i1
// CHECK-NEXT:   %[[V17:.*]] = arith.subi %[[SIZES_6]], %[[C1_3]] : index
// CHECK-NEXT:   %[[V18:.*]] = arith.muli %[[V17]], %[[STRIDES_7]] : index
// CHECK-NEXT:   %[[V19:.*]] = arith.maxsi %[[V18]], %[[C0_2]] : index
// CHECK-NEXT:   %[[V20:.*]] = arith.minsi %[[V18]], %[[C0_2]] : index
// CHECK-NEXT:   %[[V21:.*]] = arith.addi %[[OFFSET_5]], %[[V19]] : index
// CHECK-NEXT:   %[[V22:.*]] = arith.addi %[[OFFSET_5]], %[[V20]] : index
// CHECK-NEXT:   %[[C4_10:.*]] = arith.constant 4 : index
// CHECK-NEXT:   %[[V23:.*]] = arith.muli %[[V22]], %[[C4_10]] : index
// CHECK-NEXT:   %[[V24:.*]] = arith.addi %[[V21]], %[[C1_3]] : index
// CHECK-NEXT:   %[[V25:.*]] = arith.muli %[[V24]], %[[C4_10]] : index
// CHECK-NEXT:   %[[V26:.*]] = arith.addi %[[INTPTR_8]], %[[V23]] : index
// CHECK-NEXT:   %[[V27:.*]] = arith.addi %[[INTPTR_8]], %[[V25]] : index
// CHECK-NEXT:   %[[V28:.*]] = arith.select %[[V16]], %[[V26]], %[[V27]] : index
// CHECK-NEXT:   %[[V29:.*]] = arith.cmpi ult, %[[V12]], %[[V28]] : index
// CHECK-NEXT:   %[[V30:.*]] = arith.cmpi ult, %[[V26]], %[[V14]] : index
// CHECK-NEXT:   %[[V31:.*]] = arith.andi %[[V29]], %[[V30]] : i1
// CHECK-NEXT:   %[[V32:.*]] = arith.cmpi ult, %[[V12]], %[[V14]] : index
// CHECK-NEXT:   %[[V33:.*]] = arith.andi %[[V31]], %[[V32]] : i1
// CHECK-NEXT:   %[[V34:.*]] = arith.cmpi ult, %[[V26]], %[[V28]] : index
// CHECK-NEXT:   %[[V35:.*]] = arith.andi %[[V33]], %[[V34]] : i1
// CHECK-NEXT:   scf.if %[[V35]] {
// CHECK-NEXT:     slc.fallback
// CHECK-NEXT:     scf.for %[[ARG4:.*]] = %[[C0]] to %[[ARG3]] step %[[C1]] {
// CHECK-NEXT:       %[[V36:.*]] = memref.load %[[V0]][%[[ARG4]]] : memref<?xf32>
// CHECK-NEXT:       memref.store %[[V36]], %[[ARG1]][%[[ARG4]]] : memref<?xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:   } else {
// CHECK-NEXT:     %[[V36:.*]]:2 = memref.distinct_objects %[[V0]], %[[ARG1]] : memref<?xf32>, memref<?xf32>
// CHECK-NEXT:     slc.for %[[S:.*]] = %[[C0]] to %[[ARG3]] step %[[C1]] {
// CHECK-NEXT:       %[[V37:.*]] = slc.mem_str %[[V36]]#0[%[[S]]] : memref<?xf32>
// CHECK-NEXT:       slc.callback {
// CHECK-NEXT:         %[[V38:.*]] = slc.to_val %[[S]] : index
// CHECK-NEXT:         %[[V39:.*]] = slc.to_val %[[V37]] : f32
// CHECK-NEXT:         memref.store %[[V39]], %[[V36]]#1[%[[V38]]] : memref<?xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   return
func.func @result_of_a_nest(%a: memref<?xf32>, %b: memref<?xf32>, %c: memref<?xf32> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> (memref<?xf32>) {
    %v = memref.load %c[%i] : memref<?xf32>
    %y = "test.next"(%v) : (f32) -> memref<?xf32>
    scf.yield %y : memref<?xf32>
  }
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %m[%i] : memref<?xf32>
    memref.store %v, %b[%i] : memref<?xf32>
  }
  return
}

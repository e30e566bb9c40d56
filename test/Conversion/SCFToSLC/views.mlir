// RUN: ember-opt %s --convert-scf-to-slc | FileCheck %s

// Loads of views, and what is known of the memory behind them.

memref.global "private" constant @table : memref<16xf32> = dense<1.0>

// Views that are made before the nest are loaded from; memory of two origins
// that are known needs no check.

// CHECK-LABEL: func.func @origins(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?xf32> {llvm.noalias}, %[[ARG1:.*]]: memref<?xf32> {llvm.noalias}, %[[ARG2:.*]]: index
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[C2:.*]] = arith.constant 2 : index
// CHECK-NEXT:   %[[SUBVIEW:.*]] = memref.subview %[[ARG0]][%[[ARG2]]] [%[[ARG2]]] [2] : memref<?xf32> to memref<?xf32, strided<[2], offset: ?>>
// CHECK-NEXT:   %[[CAST:.*]] = memref.cast %[[SUBVIEW]] : memref<?xf32, strided<[2], offset: ?>> to memref<?xf32, strided<[?], offset: ?>>
// CHECK-NEXT:   %[[REINTERPRET_CAST:.*]] = memref.reinterpret_cast %[[ARG0]] to offset: [0], sizes: [2, 8], strides: [8, 1] : memref<?xf32> to memref<2x8xf32>
// CHECK-NEXT:   %[[COLLAPSE_SHAPE:.*]] = memref.collapse_shape %[[REINTERPRET_CAST]] {{\[\[}}0, 1]] : memref<2x8xf32> into memref<16xf32>
// CHECK-NEXT:   %[[EXPAND_SHAPE:.*]] = memref.expand_shape %[[COLLAPSE_SHAPE]] {{\[\[}}0, 1]] output_shape [4, 4] : memref<16xf32> into memref<4x4xf32>
// CHECK-NEXT:   %[[ALLOC:.*]] = memref.alloc(%[[ARG2]]) : memref<?xf32>
// CHECK-NEXT:   %[[ALLOCA:.*]] = memref.alloca() : memref<16xf32>
// CHECK-NEXT:   %[[V0:.*]] = memref.get_global @table : memref<16xf32>
// CHECK-NEXT:   %[[SUBVIEW_0:.*]] = memref.subview %[[ARG1]][0] [%[[ARG2]]] [1] : memref<?xf32> to memref<?xf32, strided<[1]>>
// CHECK-NEXT:   slc.for %[[S:.*]] = %[[C0]] to %[[ARG2]] step %[[C1]] {
// CHECK-NEXT:     %[[V1:.*]] = slc.mem_str %[[CAST]][%[[S]]] : memref<?xf32, strided<[?], offset: ?>>
// CHECK-NEXT:     %[[V2:.*]] = slc.mem_str %[[REINTERPRET_CAST]][%[[C1]], %[[S]]] : memref<2x8xf32>
// CHECK-NEXT:     %[[V3:.*]] = slc.mem_str %[[COLLAPSE_SHAPE]][%[[S]]] : memref<16xf32>
// CHECK-NEXT:     %[[V4:.*]] = slc.mem_str %[[EXPAND_SHAPE]][%[[S]], %[[C2]]] : memref<4x4xf32>
// CHECK-NEXT:     %[[V5:.*]] = slc.mem_str %[[ALLOC]][%[[S]]] : memref<?xf32>
// CHECK-NEXT:     %[[V6:.*]] = slc.mem_str %[[ALLOCA]][%[[S]]] : memref<16xf32>
// CHECK-NEXT:     %[[V7:.*]] = slc.mem_str %[[V0]][%[[S]]] : memref<16xf32>
// CHECK-NEXT:     slc.callback {
// CHECK-NEXT:       %[[V8:.*]] = slc.to_val %[[S]] : index
// CHECK-NEXT:       %[[V9:.*]] = slc.to_val %[[V1]] : f32
// CHECK-NEXT:       %[[V10:.*]] = slc.to_val %[[V2]] : f32
// CHECK-NEXT:       %[[V11:.*]] = slc.to_val %[[V3]] : f32
// CHECK-NEXT:       %[[V12:.*]] = slc.to_val %[[V4]] : f32
// CHECK-NEXT:       %[[V13:.*]] = slc.to_val %[[V5]] : f32
// CHECK-NEXT:       %[[V14:.*]] = slc.to_val %[[V6]] : f32
// CHECK-NEXT:       %[[V15:.*]] = slc.to_val %[[V7]] : f32
// CHECK-NEXT:       %[[V16:.*]] = arith.addf %[[V9]], %[[V10]] : f32
// CHECK-NEXT:       %[[V17:.*]] = arith.addf %[[V16]], %[[V11]] : f32
// CHECK-NEXT:       %[[V18:.*]] = arith.addf %[[V17]], %[[V12]] : f32
// CHECK-NEXT:       %[[V19:.*]] = arith.addf %[[V18]], %[[V13]] : f32
// CHECK-NEXT:       %[[V20:.*]] = arith.addf %[[V19]], %[[V14]] : f32
// CHECK-NEXT:       %[[V21:.*]] = arith.addf %[[V20]], %[[V15]] : f32
// CHECK-NEXT:       memref.store %[[V21]], %[[SUBVIEW_0]][%[[V8]]] : memref<?xf32, strided<[1]>>
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   memref.dealloc %[[ALLOC]] : memref<?xf32>
// CHECK-NEXT:   return
func.func @origins(%a: memref<?xf32> {llvm.noalias}, %out: memref<?xf32> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %sub = memref.subview %a[%n] [%n] [2] : memref<?xf32> to memref<?xf32, strided<[2], offset: ?>>
  %cast = memref.cast %sub : memref<?xf32, strided<[2], offset: ?>> to memref<?xf32, strided<[?], offset: ?>>
  %wide = memref.reinterpret_cast %a to offset: [0], sizes: [2, 8], strides: [8, 1] : memref<?xf32> to memref<2x8xf32>
  %flat = memref.collapse_shape %wide [[0, 1]] : memref<2x8xf32> into memref<16xf32>
  %square = memref.expand_shape %flat [[0, 1]] output_shape [4, 4] : memref<16xf32> into memref<4x4xf32>
  %heap = memref.alloc(%n) : memref<?xf32>
  %stack = memref.alloca() : memref<16xf32>
  %global = memref.get_global @table : memref<16xf32>
  %low = memref.subview %out[0] [%n] [1] : memref<?xf32> to memref<?xf32, strided<[1]>>
  scf.for %i = %c0 to %n step %c1 {
    %v0 = memref.load %cast[%i] : memref<?xf32, strided<[?], offset: ?>>
    %v1 = memref.load %wide[%c1, %i] : memref<2x8xf32>
    %v2 = memref.load %flat[%i] : memref<16xf32>
    %v3 = memref.load %square[%i, %c2] : memref<4x4xf32>
    %v4 = memref.load %heap[%i] : memref<?xf32>
    %v5 = memref.load %stack[%i] : memref<16xf32>
    %v6 = memref.load %global[%i] : memref<16xf32>
    %s0 = arith.addf %v0, %v1 : f32
    %s1 = arith.addf %s0, %v2 : f32
    %s2 = arith.addf %s1, %v3 : f32
    %s3 = arith.addf %s2, %v4 : f32
    %s4 = arith.addf %s3, %v5 : f32
    %s5 = arith.addf %s4, %v6 : f32
    memref.store %s5, %low[%i] : memref<?xf32, strided<[1]>>
  }
  memref.dealloc %heap : memref<?xf32>
  return
}

// Memory that the nest allocates is not that of older memrefs, and what it
// loads from is made inside of it.

// CHECK-LABEL: func.func @allocation_in_the_nest(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?xf32>, %[[ARG1:.*]]: index
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   slc.for %[[S:.*]] = %[[C0]] to %[[ARG1]] step %[[C1]] {
// CHECK-NEXT:     %[[V0:.*]] = slc.mem_str %[[ARG0]][%[[S]]] : memref<?xf32>
// CHECK-NEXT:     slc.callback {
// CHECK-NEXT:       %[[V1:.*]] = slc.to_val %[[S]] : index
// CHECK-NEXT:       %[[ALLOCA:.*]] = memref.alloca() : memref<4xf32>
// CHECK-NEXT:       %[[V2:.*]] = slc.to_val %[[V0]] : f32
// CHECK-NEXT:       memref.store %[[V2]], %[[ALLOCA]][%[[V1]]] : memref<4xf32>
// CHECK-NEXT:       %[[V3:.*]] = memref.load %[[ALLOCA]][%[[C0]]] : memref<4xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   return
func.func @allocation_in_the_nest(%a: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %buffer = memref.alloca() : memref<4xf32>
    %v = memref.load %a[%i] : memref<?xf32>
    memref.store %v, %buffer[%i] : memref<4xf32>
    %w = memref.load %buffer[%c0] : memref<4xf32>
  }
  return
}

// A view that is made inside the nest is not made elsewhere, as nobody may say
// whether its bounds are right.

// CHECK-LABEL: func.func @view_in_the_nest(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?x?xf32>, %[[ARG1:.*]]: memref<?xindex>, %[[ARG2:.*]]: memref<?xf32> {llvm.noalias}, %[[ARG3:.*]]: index
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   slc.for %[[S:.*]] = %[[C0]] to %[[ARG3]] step %[[C1]] {
// CHECK-NEXT:     %[[V0:.*]] = slc.mem_str %[[ARG1]][%[[S]]] : memref<?xindex>
// CHECK-NEXT:     slc.callback {
// CHECK-NEXT:       %[[V1:.*]] = slc.to_val %[[S]] : index
// CHECK-NEXT:       %[[V2:.*]] = slc.to_val %[[V0]] : index
// CHECK-NEXT:       %[[SUBVIEW:.*]] = memref.subview %[[ARG0]][%[[ARG3]], 0] [1, 4] [1, 1] : memref<?x?xf32> to memref<4xf32, strided<[1], offset: ?>>
// CHECK-NEXT:       %[[V3:.*]] = memref.load %[[SUBVIEW]][%[[V2]]] : memref<4xf32, strided<[1], offset: ?>>
// CHECK-NEXT:       memref.store %[[V3]], %[[ARG2]][%[[V1]]] : memref<?xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   return
func.func @view_in_the_nest(%a: memref<?x?xf32>, %b: memref<?xindex>, %out: memref<?xf32> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %j = memref.load %b[%i] : memref<?xindex>
    %row = memref.subview %a[%n, 0] [1, 4] [1, 1] : memref<?x?xf32> to memref<4xf32, strided<[1], offset: ?>>
    %v = memref.load %row[%j] : memref<4xf32, strided<[1], offset: ?>>
    memref.store %v, %out[%i] : memref<?xf32>
  }
  return
}

// What is written through a view of the memory that is read, or freed, is not
// read ahead; the other load is.

// CHECK-LABEL: func.func @written(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?xf32> {llvm.noalias}, %[[ARG1:.*]]: memref<?xindex> {llvm.noalias}, %[[ARG2:.*]]: memref<?xf32>, %[[ARG3:.*]]: index
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[SUBVIEW:.*]] = memref.subview %[[ARG0]][0] [%[[ARG3]]] [1] : memref<?xf32> to memref<?xf32, strided<[1]>>
// CHECK-NEXT:   slc.for %[[S:.*]] = %[[C0]] to %[[ARG3]] step %[[C1]] {
// CHECK-NEXT:     %[[V0:.*]] = slc.mem_str %[[ARG1]][%[[S]]] : memref<?xindex>
// CHECK-NEXT:     slc.callback {
// CHECK-NEXT:       %[[V1:.*]] = slc.to_val %[[S]] : index
// CHECK-NEXT:       %[[V2:.*]] = slc.to_val %[[V0]] : index
// CHECK-NEXT:       %[[V3:.*]] = memref.load %[[ARG0]][%[[V2]]] : memref<?xf32>
// CHECK-NEXT:       memref.store %[[V3]], %[[SUBVIEW]][%[[V1]]] : memref<?xf32, strided<[1]>>
// CHECK-NEXT:       memref.dealloc %[[ARG2]] : memref<?xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   return
func.func @written(%a: memref<?xf32> {llvm.noalias}, %b: memref<?xindex> {llvm.noalias}, %c: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %view = memref.subview %a[0] [%n] [1] : memref<?xf32> to memref<?xf32, strided<[1]>>
  scf.for %i = %c0 to %n step %c1 {
    %j = memref.load %b[%i] : memref<?xindex>
    %v = memref.load %a[%j] : memref<?xf32>
    memref.store %v, %view[%i] : memref<?xf32, strided<[1]>>
    memref.dealloc %c : memref<?xf32>
  }
  return
}

// RUN: ember-opt %s --ember-lower-to-scf --split-input-file | FileCheck %s

// Sparse tensors become their buffers and sizes.
#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>
// CHECK-LABEL: func.func @spmv(
// CHECK-SAME:    %{{.*}}: memref<?xindex>, %{{.*}}: memref<?xindex>, %{{.*}}: memref<?xf32>, %{{.*}}: !llvm.struct<(array<2 x i64>, array<3 x i64>)>, %{{.*}}: memref<?xf32>, %{{.*}}: memref<?xf32>) -> memref<?xf32>
// CHECK-COUNT-2: scf.for
// CHECK-NOT:     sparse_tensor
func.func @spmv(%a: tensor<?x?xf32, #CSR>, %x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = linalg.matvec ins(%a, %x : tensor<?x?xf32, #CSR>, tensor<?xf32>) outs(%y : tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// The other form of what the sparsifier gives.
#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>
// CHECK-LABEL: func.func @specifier(
// CHECK-SAME:    %[[S:.*]]: !llvm.struct<(array<2 x i64>, array<3 x i64>)>
// CHECK:         llvm.extractvalue %[[S]][1, 2]
func.func @specifier(%s: !sparse_tensor.storage_specifier<#CSR>) -> index {
  %0 = sparse_tensor.storage_specifier.get %s val_mem_sz : !sparse_tensor.storage_specifier<#CSR>
  return %0 : index
}

// -----

// Identity layouts at calls and returns, a copy where there is another.
// CHECK-LABEL: func.func @slice(
// CHECK-SAME:    %{{.*}}: memref<8x6xf32>) -> memref<8x2xf32>
// CHECK:         memref.copy
func.func @slice(%a: tensor<8x6xf32>) -> tensor<8x2xf32> {
  %0 = tensor.extract_slice %a[0, 3] [8, 2] [1, 1] : tensor<8x6xf32> to tensor<8x2xf32>
  return %0 : tensor<8x2xf32>
}

// -----

// CHECK-LABEL: func.func @clone(
// CHECK:         memref.alloc
// CHECK:         memref.copy
func.func @clone(%a: memref<4xf32>) -> memref<4xf32> {
  %0 = bufferization.clone %a : memref<4xf32> to memref<4xf32>
  return %0 : memref<4xf32>
}

// -----

// CHECK-LABEL: func.func @grow(
// CHECK:         scf.if
// CHECK:           memref.alloc
// CHECK:           memref.copy
// CHECK:           memref.dealloc
// CHECK-NOT:     memref.realloc
func.func @grow(%a: memref<?xf32>, %n: index) -> memref<?xf32> {
  %0 = memref.realloc %a(%n) : memref<?xf32> to memref<?xf32>
  return %0 : memref<?xf32>
}

// -----

// An affine loop of which linalg is a part, in a forall.
// CHECK-LABEL: func.func @mixed(
// CHECK-COUNT-3: scf.for
// CHECK-NOT:     {{affine|linalg|forall}}
func.func @mixed(%a: memref<?x4x4xf32>, %n: index, %x: f32) {
  scf.forall (%i) in (%n) {
    affine.for %j = 0 to 4 {
      %row = memref.subview %a[%i, %j, 0] [1, 1, 4] [1, 1, 1] : memref<?x4x4xf32> to memref<4xf32, strided<[1], offset: ?>>
      linalg.fill ins(%x : f32) outs(%row : memref<4xf32, strided<[1], offset: ?>>)
    }
  }
  return
}

// -----

// What is at the level already stays as it is, down to the order of constants.
// CHECK-LABEL: func.func @loops(
// CHECK-NEXT:    %c1 = arith.constant 1 : index
// CHECK-NEXT:    %c0 = arith.constant 0 : index
// CHECK-NEXT:    %c0_0 = arith.constant 0 : index
// CHECK-NEXT:    scf.for %{{.*}} = %c0 to %{{.*}} step %c1 {
func.func @loops(%a: memref<?xf32>, %n: index, %x: f32) {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %d0 = arith.constant 0 : index
  scf.for %i = %c0 to %n step %c1 {
    memref.store %x, %a[%d0] : memref<?xf32>
  }
  return
}

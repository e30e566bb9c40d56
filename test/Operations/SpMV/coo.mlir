// RUN: %operation %s
//
// Operation: sparse matrix times vector
// Front end: sparsifier
// Data: values:2xindex:0,9 values:20xindex:1,1,1,4,1,6,3,0,3,1,3,2,3,4,3,7,4,4,99,99 values:11xf32:0.5,-1.25,2.0,1.0,-0.75,3.0,0.25,-2.0,-0.5,nan,nan struct:6,8,2,18,9 uniform:8xf32,seed=1 uniform:6xf32,seed=2
//
// A sparse matrix in the form of sorted coordinates, times a vector.
// Inputs/SpMV/coo.mlir after the passes of Inputs/sparsify.py.

module {
  func.func @spmv(%arg0: memref<?xindex>, %arg1: memref<?xindex>, %arg2: memref<?xf32>, %arg3: !llvm.struct<(array<2 x i64>, array<3 x i64>)>, %arg4: memref<?xf32>, %arg5: memref<?xf32>) -> memref<?xf32> {
    %c2 = arith.constant 2 : index
    %false = arith.constant false
    %c1 = arith.constant 1 : index
    %c0 = arith.constant 0 : index
    %0 = llvm.extractvalue %arg3[1, 2] : !llvm.struct<(array<2 x i64>, array<3 x i64>)> 
    %1 = arith.index_cast %0 : i64 to index
    %subview = memref.subview %arg2[0] [%1] [1] : memref<?xf32> to memref<?xf32>
    %2 = llvm.extractvalue %arg3[1, 0] : !llvm.struct<(array<2 x i64>, array<3 x i64>)> 
    %3 = arith.index_cast %2 : i64 to index
    %subview_0 = memref.subview %arg0[0] [%3] [1] : memref<?xindex> to memref<?xindex>
    %4 = llvm.extractvalue %arg3[1, 1] : !llvm.struct<(array<2 x i64>, array<3 x i64>)> 
    %5 = arith.index_cast %4 : i64 to index
    %6 = arith.divui %5, %c2 : index
    %subview_1 = memref.subview %arg1[0] [%6] [2] : memref<?xindex> to memref<?xindex, strided<[2]>>
    %subview_2 = memref.subview %arg1[1] [%6] [2] : memref<?xindex> to memref<?xindex, strided<[2], offset: 1>>
    %7 = memref.load %subview_0[%c0] : memref<?xindex>
    %8 = memref.load %subview_0[%c1] : memref<?xindex>
    %9 = scf.while (%arg6 = %7) : (index) -> index {
      %11 = arith.cmpi ult, %arg6, %8 : index
      %12 = scf.if %11 -> (i1) {
        %13 = memref.load %subview_1[%7] : memref<?xindex, strided<[2]>>
        %14 = memref.load %subview_1[%arg6] : memref<?xindex, strided<[2]>>
        %15 = arith.cmpi eq, %13, %14 : index
        scf.yield %15 : i1
      } else {
        scf.yield %false : i1
      }
      scf.condition(%12) %arg6 : index
    } do {
    ^bb0(%arg6: index):
      %11 = arith.addi %arg6, %c1 : index
      scf.yield %11 : index
    }
    %10:2 = scf.while (%arg6 = %7, %arg7 = %9) : (index, index) -> (index, index) {
      %11 = arith.cmpi ult, %arg6, %8 : index
      scf.condition(%11) %arg6, %arg7 : index, index
    } do {
    ^bb0(%arg6: index, %arg7: index):
      %11 = memref.load %subview_1[%arg6] : memref<?xindex, strided<[2]>>
      %12 = memref.load %arg5[%11] : memref<?xf32>
      %13 = scf.for %arg8 = %arg6 to %arg7 step %c1 iter_args(%arg9 = %12) -> (f32) {
        %15 = memref.load %subview_2[%arg8] : memref<?xindex, strided<[2], offset: 1>>
        %16 = memref.load %subview[%arg8] : memref<?xf32>
        %17 = memref.load %arg4[%15] : memref<?xf32>
        %18 = arith.mulf %16, %17 : f32
        %19 = arith.addf %arg9, %18 : f32
        scf.yield %19 : f32
      } {"Emitted from" = "linalg.generic"}
      memref.store %13, %arg5[%11] : memref<?xf32>
      %14 = scf.while (%arg8 = %arg7) : (index) -> index {
        %15 = arith.cmpi ult, %arg8, %8 : index
        %16 = scf.if %15 -> (i1) {
          %17 = memref.load %subview_1[%arg7] : memref<?xindex, strided<[2]>>
          %18 = memref.load %subview_1[%arg8] : memref<?xindex, strided<[2]>>
          %19 = arith.cmpi eq, %17, %18 : index
          scf.yield %19 : i1
        } else {
          scf.yield %false : i1
        }
        scf.condition(%16) %arg8 : index
      } do {
      ^bb0(%arg8: index):
        %15 = arith.addi %arg8, %c1 : index
        scf.yield %15 : index
      }
      scf.yield %arg7, %14 : index, index
    } attributes {"Emitted from" = "linalg.generic"}
    return %arg5 : memref<?xf32>
  }
}

// RUN: %operation %s
//
// Operation: sampled dense-dense product
// Front end: sparsifier
// Data: values:11xindex:0,1,3,4,4,7,7,8,9,99,99 values:11xindex:3,1,3,3,1,3,4,1,3,99,99 values:11xf32:1.0,0.5,-0.75,3.0,-1.25,0.25,-0.5,2.0,-2.0,nan,nan struct:8,6,9,9,9 uniform:6x11xf32,seed=1 uniform:11x8xf32,seed=2 uniform:6x8xf32,seed=3
//
// The elements of a dense product where a sparse matrix has elements, times
// these. It is in the form of compressed columns.
// Inputs/SDDMM/csc.mlir after the passes of Inputs/sparsify.py.

module {
  func.func @sddmm(%arg0: memref<?xindex>, %arg1: memref<?xindex>, %arg2: memref<?xf32>, %arg3: !llvm.struct<(array<2 x i64>, array<3 x i64>)>, %arg4: memref<?x?xf32>, %arg5: memref<?x?xf32>, %arg6: memref<?x?xf32>) -> memref<?x?xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %0 = llvm.extractvalue %arg3[1, 2] : !llvm.struct<(array<2 x i64>, array<3 x i64>)> 
    %1 = arith.index_cast %0 : i64 to index
    %subview = memref.subview %arg2[0] [%1] [1] : memref<?xf32> to memref<?xf32>
    %dim = memref.dim %arg4, %c1 : memref<?x?xf32>
    %dim_0 = memref.dim %arg5, %c1 : memref<?x?xf32>
    %2 = llvm.extractvalue %arg3[1, 0] : !llvm.struct<(array<2 x i64>, array<3 x i64>)> 
    %3 = arith.index_cast %2 : i64 to index
    %subview_1 = memref.subview %arg0[0] [%3] [1] : memref<?xindex> to memref<?xindex>
    %4 = llvm.extractvalue %arg3[1, 1] : !llvm.struct<(array<2 x i64>, array<3 x i64>)> 
    %5 = arith.index_cast %4 : i64 to index
    %subview_2 = memref.subview %arg1[0] [%5] [1] : memref<?xindex> to memref<?xindex>
    scf.for %arg7 = %c0 to %dim_0 step %c1 {
      %6 = memref.load %subview_1[%arg7] : memref<?xindex>
      %7 = arith.addi %arg7, %c1 : index
      %8 = memref.load %subview_1[%7] : memref<?xindex>
      scf.for %arg8 = %6 to %8 step %c1 {
        %9 = memref.load %subview_2[%arg8] : memref<?xindex>
        %10 = memref.load %arg6[%9, %arg7] : memref<?x?xf32>
        %11 = memref.load %subview[%arg8] : memref<?xf32>
        %12 = scf.for %arg9 = %c0 to %dim step %c1 iter_args(%arg10 = %10) -> (f32) {
          %13 = memref.load %arg4[%9, %arg9] : memref<?x?xf32>
          %14 = memref.load %arg5[%arg9, %arg7] : memref<?x?xf32>
          %15 = arith.mulf %13, %14 : f32
          %16 = arith.mulf %11, %15 : f32
          %17 = arith.addf %arg10, %16 : f32
          scf.yield %17 : f32
        } {"Emitted from" = "linalg.generic"}
        memref.store %12, %arg6[%9, %arg7] : memref<?x?xf32>
      } {"Emitted from" = "linalg.generic"}
    } {"Emitted from" = "linalg.generic"}
    return %arg6 : memref<?x?xf32>
  }
}

// RUN: %operation %s
//
// Operation: sparse matrix times matrix
// Front end: sparsifier
// Data: values:2xindex:0,3 values:5xindex:1,3,4,99,99 values:6xindex:0,3,8,9,99,99 values:11xindex:1,4,6,0,1,2,4,7,4,99,99 values:11xf32:0.5,-1.25,2.0,1.0,-0.75,3.0,0.25,-2.0,-0.5,nan,nan struct:6,8,2,3,4,9,9 uniform:8x11xf32,seed=1 uniform:6x11xf32,seed=2
//
// A sparse matrix in the form of doubly compressed rows, times a dense matrix.
// Inputs/SpMM/dcsr.mlir after the passes of Inputs/sparsify.py.

module {
  func.func @spmm(%arg0: memref<?xindex>, %arg1: memref<?xindex>, %arg2: memref<?xindex>, %arg3: memref<?xindex>, %arg4: memref<?xf32>, %arg5: !llvm.struct<(array<2 x i64>, array<5 x i64>)>, %arg6: memref<?x?xf32>, %arg7: memref<?x?xf32>) -> memref<?x?xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %0 = llvm.extractvalue %arg5[1, 4] : !llvm.struct<(array<2 x i64>, array<5 x i64>)> 
    %1 = arith.index_cast %0 : i64 to index
    %subview = memref.subview %arg4[0] [%1] [1] : memref<?xf32> to memref<?xf32>
    %2 = llvm.extractvalue %arg5[1, 0] : !llvm.struct<(array<2 x i64>, array<5 x i64>)> 
    %3 = arith.index_cast %2 : i64 to index
    %subview_0 = memref.subview %arg0[0] [%3] [1] : memref<?xindex> to memref<?xindex>
    %4 = llvm.extractvalue %arg5[1, 1] : !llvm.struct<(array<2 x i64>, array<5 x i64>)> 
    %5 = arith.index_cast %4 : i64 to index
    %subview_1 = memref.subview %arg1[0] [%5] [1] : memref<?xindex> to memref<?xindex>
    %6 = llvm.extractvalue %arg5[1, 2] : !llvm.struct<(array<2 x i64>, array<5 x i64>)> 
    %7 = arith.index_cast %6 : i64 to index
    %subview_2 = memref.subview %arg2[0] [%7] [1] : memref<?xindex> to memref<?xindex>
    %8 = llvm.extractvalue %arg5[1, 3] : !llvm.struct<(array<2 x i64>, array<5 x i64>)> 
    %9 = arith.index_cast %8 : i64 to index
    %subview_3 = memref.subview %arg3[0] [%9] [1] : memref<?xindex> to memref<?xindex>
    %dim = memref.dim %arg6, %c1 : memref<?x?xf32>
    %10 = memref.load %subview_0[%c0] : memref<?xindex>
    %11 = memref.load %subview_0[%c1] : memref<?xindex>
    scf.for %arg8 = %10 to %11 step %c1 {
      %12 = memref.load %subview_1[%arg8] : memref<?xindex>
      %13 = memref.load %subview_2[%arg8] : memref<?xindex>
      %14 = arith.addi %arg8, %c1 : index
      %15 = memref.load %subview_2[%14] : memref<?xindex>
      scf.for %arg9 = %13 to %15 step %c1 {
        %16 = memref.load %subview_3[%arg9] : memref<?xindex>
        %17 = memref.load %subview[%arg9] : memref<?xf32>
        scf.for %arg10 = %c0 to %dim step %c1 {
          %18 = memref.load %arg7[%12, %arg10] : memref<?x?xf32>
          %19 = memref.load %arg6[%16, %arg10] : memref<?x?xf32>
          %20 = arith.mulf %17, %19 : f32
          %21 = arith.addf %18, %20 : f32
          memref.store %21, %arg7[%12, %arg10] : memref<?x?xf32>
        } {"Emitted from" = "linalg.generic"}
      } {"Emitted from" = "linalg.generic"}
    } {"Emitted from" = "linalg.generic"}
    return %arg7 : memref<?x?xf32>
  }
}

// RUN: %operation %s
//
// Operation: sparse matrix times matrix
// Front end: sparsifier
// Data: values:12xindex:0,0,1,4,5,5,6,11,12,13,14,14 values:15xindex:99,1,4,6,99,99,0,1,2,4,7,99,4,99,99 values:15xf32:nan,0.5,-1.25,2.0,nan,nan,1.0,-0.75,3.0,0.25,-2.0,nan,-0.5,nan,nan struct:6,8,12,15,15 uniform:8x11xf32,seed=1 uniform:6x11xf32,seed=2
//
// A sparse matrix in the form of loosely compressed rows, each with a beginning
// and an end of its own, times a dense matrix.
// Inputs/SpMM/loose.mlir after the passes of Inputs/sparsify.py.

module {
  func.func @spmm(%arg0: memref<?xindex>, %arg1: memref<?xindex>, %arg2: memref<?xf32>, %arg3: !llvm.struct<(array<2 x i64>, array<3 x i64>)>, %arg4: memref<?x?xf32>, %arg5: memref<?x?xf32>) -> memref<?x?xf32> {
    %c2 = arith.constant 2 : index
    %c1 = arith.constant 1 : index
    %c0 = arith.constant 0 : index
    %0 = llvm.extractvalue %arg3[1, 2] : !llvm.struct<(array<2 x i64>, array<3 x i64>)> 
    %1 = arith.index_cast %0 : i64 to index
    %subview = memref.subview %arg2[0] [%1] [1] : memref<?xf32> to memref<?xf32>
    %2 = llvm.extractvalue %arg3[0, 0] : !llvm.struct<(array<2 x i64>, array<3 x i64>)> 
    %3 = arith.index_cast %2 : i64 to index
    %4 = llvm.extractvalue %arg3[1, 0] : !llvm.struct<(array<2 x i64>, array<3 x i64>)> 
    %5 = arith.index_cast %4 : i64 to index
    %subview_0 = memref.subview %arg0[0] [%5] [1] : memref<?xindex> to memref<?xindex>
    %6 = llvm.extractvalue %arg3[1, 1] : !llvm.struct<(array<2 x i64>, array<3 x i64>)> 
    %7 = arith.index_cast %6 : i64 to index
    %subview_1 = memref.subview %arg1[0] [%7] [1] : memref<?xindex> to memref<?xindex>
    %dim = memref.dim %arg4, %c1 : memref<?x?xf32>
    scf.for %arg6 = %c0 to %3 step %c1 {
      %8 = arith.muli %arg6, %c2 : index
      %9 = memref.load %subview_0[%8] : memref<?xindex>
      %10 = arith.addi %8, %c1 : index
      %11 = memref.load %subview_0[%10] : memref<?xindex>
      scf.for %arg7 = %9 to %11 step %c1 {
        %12 = memref.load %subview_1[%arg7] : memref<?xindex>
        %13 = memref.load %subview[%arg7] : memref<?xf32>
        scf.for %arg8 = %c0 to %dim step %c1 {
          %14 = memref.load %arg5[%arg6, %arg8] : memref<?x?xf32>
          %15 = memref.load %arg4[%12, %arg8] : memref<?x?xf32>
          %16 = arith.mulf %13, %15 : f32
          %17 = arith.addf %14, %16 : f32
          memref.store %17, %arg5[%arg6, %arg8] : memref<?x?xf32>
        } {"Emitted from" = "linalg.generic"}
      } {"Emitted from" = "linalg.generic"}
    } {"Emitted from" = "linalg.generic"}
    return %arg5 : memref<?x?xf32>
  }
}

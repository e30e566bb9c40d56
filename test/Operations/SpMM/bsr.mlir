// RUN: %operation %s
//
// Operation: sparse matrix times matrix
// Front end: sparsifier
// Data: values:4xindex:0,3,7,8 values:10xindex:0,2,3,0,1,2,3,2,99,99 values:34xf32:0.0,0.0,0.0,0.5,0.0,0.0,-1.25,0.0,0.0,0.0,2.0,0.0,0.0,0.0,1.0,-0.75,0.0,0.0,3.0,0.0,0.0,0.0,0.25,0.0,0.0,0.0,0.0,-2.0,-0.5,0.0,0.0,0.0,nan,nan struct:3,4,2,2,4,8,32 uniform:8x11xf32,seed=1 uniform:6x11xf32,seed=2
//
// A sparse matrix in the form of compressed rows of 2x2 blocks, times a dense
// matrix.
// Inputs/SpMM/bsr.mlir after the passes of Inputs/sparsify.py.

module {
  func.func @spmm(%arg0: memref<?xindex>, %arg1: memref<?xindex>, %arg2: memref<?xf32>, %arg3: !llvm.struct<(array<4 x i64>, array<3 x i64>)>, %arg4: memref<?x?xf32>, %arg5: memref<?x?xf32>) -> memref<?x?xf32> {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c0 = arith.constant 0 : index
    %0 = llvm.extractvalue %arg3[1, 2] : !llvm.struct<(array<4 x i64>, array<3 x i64>)> 
    %1 = arith.index_cast %0 : i64 to index
    %subview = memref.subview %arg2[0] [%1] [1] : memref<?xf32> to memref<?xf32>
    %2 = llvm.extractvalue %arg3[0, 0] : !llvm.struct<(array<4 x i64>, array<3 x i64>)> 
    %3 = arith.index_cast %2 : i64 to index
    %4 = llvm.extractvalue %arg3[1, 0] : !llvm.struct<(array<4 x i64>, array<3 x i64>)> 
    %5 = arith.index_cast %4 : i64 to index
    %subview_0 = memref.subview %arg0[0] [%5] [1] : memref<?xindex> to memref<?xindex>
    %6 = llvm.extractvalue %arg3[1, 1] : !llvm.struct<(array<4 x i64>, array<3 x i64>)> 
    %7 = arith.index_cast %6 : i64 to index
    %subview_1 = memref.subview %arg1[0] [%7] [1] : memref<?xindex> to memref<?xindex>
    %dim = memref.dim %arg4, %c1 : memref<?x?xf32>
    scf.for %arg6 = %c0 to %3 step %c1 {
      %8 = memref.load %subview_0[%arg6] : memref<?xindex>
      %9 = arith.addi %arg6, %c1 : index
      %10 = memref.load %subview_0[%9] : memref<?xindex>
      %11 = arith.muli %arg6, %c2 : index
      scf.for %arg7 = %8 to %10 step %c1 {
        %12 = memref.load %subview_1[%arg7] : memref<?xindex>
        %13 = arith.muli %arg7, %c2 : index
        %14 = arith.muli %12, %c2 : index
        scf.for %arg8 = %c0 to %c2 step %c1 {
          %15 = arith.addi %arg8, %13 : index
          %16 = arith.muli %15, %c2 : index
          %17 = arith.addi %11, %arg8 : index
          scf.for %arg9 = %c0 to %c2 step %c1 {
            %18 = arith.addi %arg9, %16 : index
            %19 = memref.load %subview[%18] : memref<?xf32>
            %20 = arith.addi %14, %arg9 : index
            scf.for %arg10 = %c0 to %dim step %c1 {
              %21 = memref.load %arg5[%17, %arg10] : memref<?x?xf32>
              %22 = memref.load %arg4[%20, %arg10] : memref<?x?xf32>
              %23 = arith.mulf %19, %22 : f32
              %24 = arith.addf %21, %23 : f32
              memref.store %24, %arg5[%17, %arg10] : memref<?x?xf32>
            } {"Emitted from" = "linalg.generic"}
          } {"Emitted from" = "linalg.generic"}
        } {"Emitted from" = "linalg.generic"}
      } {"Emitted from" = "linalg.generic"}
    } {"Emitted from" = "linalg.generic"}
    return %arg5 : memref<?x?xf32>
  }
}

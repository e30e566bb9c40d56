// RUN: %operation %s
//
// Operation: sparse matrix times vector
// Front end: sparsifier
// Data: values:11xindex:0,1,3,4,4,7,7,8,9,99,99 values:11xindex:3,1,3,3,1,3,4,1,3,99,99 values:11xf32:1.0,0.5,-0.75,3.0,-1.25,0.25,-0.5,2.0,-2.0,nan,nan struct:8,6,9,9,9 uniform:8xf32,seed=1 uniform:6xf32,seed=2
//
// A sparse matrix in the form of compressed columns, times a vector.
// Inputs/SpMV/csc.mlir after the passes of Inputs/sparsify.py.

module {
  func.func @spmv(%arg0: memref<?xindex>, %arg1: memref<?xindex>, %arg2: memref<?xf32>, %arg3: !llvm.struct<(array<2 x i64>, array<3 x i64>)>, %arg4: memref<?xf32>, %arg5: memref<?xf32>) -> memref<?xf32> {
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
    scf.for %arg6 = %c0 to %3 step %c1 {
      %8 = memref.load %arg4[%arg6] : memref<?xf32>
      %9 = memref.load %subview_0[%arg6] : memref<?xindex>
      %10 = arith.addi %arg6, %c1 : index
      %11 = memref.load %subview_0[%10] : memref<?xindex>
      scf.for %arg7 = %9 to %11 step %c1 {
        %12 = memref.load %subview_1[%arg7] : memref<?xindex>
        %13 = memref.load %arg5[%12] : memref<?xf32>
        %14 = memref.load %subview[%arg7] : memref<?xf32>
        %15 = arith.mulf %14, %8 : f32
        %16 = arith.addf %13, %15 : f32
        memref.store %16, %arg5[%12] : memref<?xf32>
      } {"Emitted from" = "linalg.generic"}
    } {"Emitted from" = "linalg.generic"}
    return %arg5 : memref<?xf32>
  }
}

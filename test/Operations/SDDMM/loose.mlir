// RUN: %operation %s
//
// Operation: sampled dense-dense product
// Front end: sparsifier
// Data: values:12xindex:0,0,1,4,5,5,6,11,12,13,14,14 values:15xindex:99,1,4,6,99,99,0,1,2,4,7,99,4,99,99 values:15xf32:nan,0.5,-1.25,2.0,nan,nan,1.0,-0.75,3.0,0.25,-2.0,nan,-0.5,nan,nan struct:6,8,12,15,15 uniform:6x11xf32,seed=1 uniform:11x8xf32,seed=2 uniform:6x8xf32,seed=3
//
// The elements of a dense product where a sparse matrix has elements, times
// these. It is in the form of loosely compressed rows, each with a beginning
// and an end of its own.
// Inputs/SDDMM/loose.mlir after the passes of Inputs/sparsify.py.

module {
  func.func @sddmm(%arg0: memref<?xindex>, %arg1: memref<?xindex>, %arg2: memref<?xf32>, %arg3: !llvm.struct<(array<2 x i64>, array<3 x i64>)>, %arg4: memref<?x?xf32>, %arg5: memref<?x?xf32>, %arg6: memref<?x?xf32>) -> memref<?x?xf32> {
    %c2 = arith.constant 2 : index
    %c1 = arith.constant 1 : index
    %c0 = arith.constant 0 : index
    %0 = llvm.extractvalue %arg3[1, 2] : !llvm.struct<(array<2 x i64>, array<3 x i64>)> 
    %1 = arith.index_cast %0 : i64 to index
    %subview = memref.subview %arg2[0] [%1] [1] : memref<?xf32> to memref<?xf32>
    %dim = memref.dim %arg4, %c0 : memref<?x?xf32>
    %dim_0 = memref.dim %arg4, %c1 : memref<?x?xf32>
    %2 = llvm.extractvalue %arg3[1, 0] : !llvm.struct<(array<2 x i64>, array<3 x i64>)> 
    %3 = arith.index_cast %2 : i64 to index
    %subview_1 = memref.subview %arg0[0] [%3] [1] : memref<?xindex> to memref<?xindex>
    %4 = llvm.extractvalue %arg3[1, 1] : !llvm.struct<(array<2 x i64>, array<3 x i64>)> 
    %5 = arith.index_cast %4 : i64 to index
    %subview_2 = memref.subview %arg1[0] [%5] [1] : memref<?xindex> to memref<?xindex>
    scf.for %arg7 = %c0 to %dim step %c1 {
      %6 = arith.muli %arg7, %c2 : index
      %7 = arith.addi %6, %c1 : index
      scf.for %arg8 = %c0 to %dim_0 step %c1 {
        %8 = memref.load %arg4[%arg7, %arg8] : memref<?x?xf32>
        %9 = memref.load %subview_1[%6] : memref<?xindex>
        %10 = memref.load %subview_1[%7] : memref<?xindex>
        scf.for %arg9 = %9 to %10 step %c1 {
          %11 = memref.load %subview_2[%arg9] : memref<?xindex>
          %12 = memref.load %arg6[%arg7, %11] : memref<?x?xf32>
          %13 = memref.load %subview[%arg9] : memref<?xf32>
          %14 = memref.load %arg5[%arg8, %11] : memref<?x?xf32>
          %15 = arith.mulf %8, %14 : f32
          %16 = arith.mulf %13, %15 : f32
          %17 = arith.addf %12, %16 : f32
          memref.store %17, %arg6[%arg7, %11] : memref<?x?xf32>
        } {"Emitted from" = "linalg.generic"}
      } {"Emitted from" = "linalg.generic"}
    } {"Emitted from" = "linalg.generic"}
    return %arg6 : memref<?x?xf32>
  }
}

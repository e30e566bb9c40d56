// RUN: %operation %s
//
// Operation: sampled dense-dense product
// Front end: sparsifier
// Data: values:9xindex:0,0,3,3,8,9,9,99,99 values:11xindex:1,4,6,0,1,2,4,7,4,99,99 values:11xf32:0.5,-1.25,2.0,1.0,-0.75,3.0,0.25,-2.0,-0.5,nan,nan struct:6,8,7,9,9 uniform:6x11xf32,seed=1 uniform:11x8xf32,seed=2 uniform:6x8xf32,seed=3
//
// The elements of a dense product where a sparse matrix has elements, times
// these. It is in the form of compressed rows.
// Inputs/SDDMM/csr.mlir after the passes of Inputs/sparsify.py.

module {
  func.func @sddmm(%arg0: memref<?xindex>, %arg1: memref<?xindex>, %arg2: memref<?xf32>, %arg3: !llvm.struct<(array<2 x i64>, array<3 x i64>)>, %arg4: memref<?x?xf32>, %arg5: memref<?x?xf32>, %arg6: memref<?x?xf32>) -> memref<?x?xf32> {
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
      %6 = arith.addi %arg7, %c1 : index
      scf.for %arg8 = %c0 to %dim_0 step %c1 {
        %7 = memref.load %arg4[%arg7, %arg8] : memref<?x?xf32>
        %8 = memref.load %subview_1[%arg7] : memref<?xindex>
        %9 = memref.load %subview_1[%6] : memref<?xindex>
        scf.for %arg9 = %8 to %9 step %c1 {
          %10 = memref.load %subview_2[%arg9] : memref<?xindex>
          %11 = memref.load %arg6[%arg7, %10] : memref<?x?xf32>
          %12 = memref.load %subview[%arg9] : memref<?xf32>
          %13 = memref.load %arg5[%arg8, %10] : memref<?x?xf32>
          %14 = arith.mulf %7, %13 : f32
          %15 = arith.mulf %12, %14 : f32
          %16 = arith.addf %11, %15 : f32
          memref.store %16, %arg6[%arg7, %10] : memref<?x?xf32>
        } {"Emitted from" = "linalg.generic"}
      } {"Emitted from" = "linalg.generic"}
    } {"Emitted from" = "linalg.generic"}
    return %arg6 : memref<?x?xf32>
  }
}

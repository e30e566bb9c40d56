// RUN: %operation %s
//
// Operation: sampled dense-dense product
// Front end: sparsifier
// Data: values:2xindex:0,3 values:5xindex:1,3,4,99,99 values:6xindex:0,3,8,9,99,99 values:11xindex:1,4,6,0,1,2,4,7,4,99,99 values:11xf32:0.5,-1.25,2.0,1.0,-0.75,3.0,0.25,-2.0,-0.5,nan,nan struct:6,8,2,3,4,9,9 uniform:6x11xf32,seed=1 uniform:11x8xf32,seed=2 uniform:6x8xf32,seed=3
//
// The elements of a dense product where a sparse matrix has elements, times
// these. It is in the form of doubly compressed rows.
// Inputs/SDDMM/dcsr.mlir after the passes of Inputs/sparsify.py.

module {
  func.func @sddmm(%arg0: memref<?xindex>, %arg1: memref<?xindex>, %arg2: memref<?xindex>, %arg3: memref<?xindex>, %arg4: memref<?xf32>, %arg5: !llvm.struct<(array<2 x i64>, array<5 x i64>)>, %arg6: memref<?x?xf32>, %arg7: memref<?x?xf32>, %arg8: memref<?x?xf32>) -> memref<?x?xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %0 = llvm.extractvalue %arg5[1, 4] : !llvm.struct<(array<2 x i64>, array<5 x i64>)> 
    %1 = arith.index_cast %0 : i64 to index
    %subview = memref.subview %arg4[0] [%1] [1] : memref<?xf32> to memref<?xf32>
    %dim = memref.dim %arg6, %c1 : memref<?x?xf32>
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
    %10 = memref.load %subview_0[%c0] : memref<?xindex>
    %11 = memref.load %subview_0[%c1] : memref<?xindex>
    scf.for %arg9 = %10 to %11 step %c1 {
      %12 = memref.load %subview_1[%arg9] : memref<?xindex>
      %13 = arith.addi %arg9, %c1 : index
      scf.for %arg10 = %c0 to %dim step %c1 {
        %14 = memref.load %arg6[%12, %arg10] : memref<?x?xf32>
        %15 = memref.load %subview_2[%arg9] : memref<?xindex>
        %16 = memref.load %subview_2[%13] : memref<?xindex>
        scf.for %arg11 = %15 to %16 step %c1 {
          %17 = memref.load %subview_3[%arg11] : memref<?xindex>
          %18 = memref.load %arg8[%12, %17] : memref<?x?xf32>
          %19 = memref.load %subview[%arg11] : memref<?xf32>
          %20 = memref.load %arg7[%arg10, %17] : memref<?x?xf32>
          %21 = arith.mulf %14, %20 : f32
          %22 = arith.mulf %19, %21 : f32
          %23 = arith.addf %18, %22 : f32
          memref.store %23, %arg8[%12, %17] : memref<?x?xf32>
        } {"Emitted from" = "linalg.generic"}
      } {"Emitted from" = "linalg.generic"}
    } {"Emitted from" = "linalg.generic"}
    return %arg8 : memref<?x?xf32>
  }
}

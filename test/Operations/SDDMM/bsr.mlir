// RUN: %operation %s
//
// Operation: sampled dense-dense product
// Front end: sparsifier
// Data: values:4xindex:0,3,7,8 values:10xindex:0,2,3,0,1,2,3,2,99,99 values:34xf32:0.0,0.0,0.0,0.5,0.0,0.0,-1.25,0.0,0.0,0.0,2.0,0.0,0.0,0.0,1.0,-0.75,0.0,0.0,3.0,0.0,0.0,0.0,0.25,0.0,0.0,0.0,0.0,-2.0,-0.5,0.0,0.0,0.0,nan,nan struct:3,4,2,2,4,8,32 uniform:6x11xf32,seed=1 uniform:11x8xf32,seed=2 uniform:6x8xf32,seed=3
//
// The elements of a dense product where a sparse matrix has elements, times
// these. It is in the form of compressed rows of 2x2 blocks.
// Inputs/SDDMM/bsr.mlir after the passes of Inputs/sparsify.py.

module {
  func.func @sddmm(%arg0: memref<?xindex>, %arg1: memref<?xindex>, %arg2: memref<?xf32>, %arg3: !llvm.struct<(array<4 x i64>, array<3 x i64>)>, %arg4: memref<?x?xf32>, %arg5: memref<?x?xf32>, %arg6: memref<?x?xf32>) -> memref<?x?xf32> {
    %c2 = arith.constant 2 : index
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %0 = llvm.extractvalue %arg3[1, 2] : !llvm.struct<(array<4 x i64>, array<3 x i64>)> 
    %1 = arith.index_cast %0 : i64 to index
    %subview = memref.subview %arg2[0] [%1] [1] : memref<?xf32> to memref<?xf32>
    %dim = memref.dim %arg4, %c1 : memref<?x?xf32>
    %2 = llvm.extractvalue %arg3[0, 0] : !llvm.struct<(array<4 x i64>, array<3 x i64>)> 
    %3 = arith.index_cast %2 : i64 to index
    %4 = llvm.extractvalue %arg3[1, 0] : !llvm.struct<(array<4 x i64>, array<3 x i64>)> 
    %5 = arith.index_cast %4 : i64 to index
    %subview_0 = memref.subview %arg0[0] [%5] [1] : memref<?xindex> to memref<?xindex>
    %6 = llvm.extractvalue %arg3[1, 1] : !llvm.struct<(array<4 x i64>, array<3 x i64>)> 
    %7 = arith.index_cast %6 : i64 to index
    %subview_1 = memref.subview %arg1[0] [%7] [1] : memref<?xindex> to memref<?xindex>
    scf.for %arg7 = %c0 to %3 step %c1 {
      %8 = memref.load %subview_0[%arg7] : memref<?xindex>
      %9 = arith.addi %arg7, %c1 : index
      %10 = memref.load %subview_0[%9] : memref<?xindex>
      %11 = arith.muli %arg7, %c2 : index
      scf.for %arg8 = %8 to %10 step %c1 {
        %12 = memref.load %subview_1[%arg8] : memref<?xindex>
        %13 = arith.muli %arg8, %c2 : index
        %14 = arith.muli %12, %c2 : index
        scf.for %arg9 = %c0 to %c2 step %c1 {
          %15 = arith.addi %arg9, %13 : index
          %16 = arith.muli %15, %c2 : index
          %17 = arith.addi %11, %arg9 : index
          scf.for %arg10 = %c0 to %c2 step %c1 {
            %18 = arith.addi %arg10, %16 : index
            %19 = arith.addi %14, %arg10 : index
            %20 = memref.load %arg6[%17, %19] : memref<?x?xf32>
            %21 = memref.load %subview[%18] : memref<?xf32>
            %22 = scf.for %arg11 = %c0 to %dim step %c1 iter_args(%arg12 = %20) -> (f32) {
              %23 = memref.load %arg4[%17, %arg11] : memref<?x?xf32>
              %24 = memref.load %arg5[%arg11, %19] : memref<?x?xf32>
              %25 = arith.mulf %23, %24 : f32
              %26 = arith.mulf %21, %25 : f32
              %27 = arith.addf %arg12, %26 : f32
              scf.yield %27 : f32
            } {"Emitted from" = "linalg.generic"}
            memref.store %22, %arg6[%17, %19] : memref<?x?xf32>
          } {"Emitted from" = "linalg.generic"}
        } {"Emitted from" = "linalg.generic"}
      } {"Emitted from" = "linalg.generic"}
    } {"Emitted from" = "linalg.generic"}
    return %arg6 : memref<?x?xf32>
  }
}

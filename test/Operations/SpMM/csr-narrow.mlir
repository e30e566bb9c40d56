// RUN: %operation %s
//
// Operation: sparse matrix times matrix
// Front end: sparsifier
// Data: values:9xi16:0,0,3,3,8,9,9,99,99 values:11xi8:1,4,6,0,1,2,4,7,4,99,99 values:11xf32:0.5,-1.25,2.0,1.0,-0.75,3.0,0.25,-2.0,-0.5,nan,nan struct:6,8,7,9,9 uniform:8x11xf32,seed=1 uniform:6x11xf32,seed=2
//
// A sparse matrix in the form of compressed rows, with positions of 16 and
// coordinates of 8 bits, times a dense matrix.
// Inputs/SpMM/csr-narrow.mlir after the passes of Inputs/sparsify.py.

module {
  func.func @spmm(%arg0: memref<?xi16>, %arg1: memref<?xi8>, %arg2: memref<?xf32>, %arg3: !llvm.struct<(array<2 x i64>, array<3 x i64>)>, %arg4: memref<?x?xf32>, %arg5: memref<?x?xf32>) -> memref<?x?xf32> {
    %c1 = arith.constant 1 : index
    %c0 = arith.constant 0 : index
    %0 = llvm.extractvalue %arg3[1, 2] : !llvm.struct<(array<2 x i64>, array<3 x i64>)> 
    %1 = arith.index_cast %0 : i64 to index
    %subview = memref.subview %arg2[0] [%1] [1] : memref<?xf32> to memref<?xf32>
    %2 = llvm.extractvalue %arg3[0, 0] : !llvm.struct<(array<2 x i64>, array<3 x i64>)> 
    %3 = arith.index_cast %2 : i64 to index
    %4 = llvm.extractvalue %arg3[1, 0] : !llvm.struct<(array<2 x i64>, array<3 x i64>)> 
    %5 = arith.index_cast %4 : i64 to index
    %subview_0 = memref.subview %arg0[0] [%5] [1] : memref<?xi16> to memref<?xi16>
    %6 = llvm.extractvalue %arg3[1, 1] : !llvm.struct<(array<2 x i64>, array<3 x i64>)> 
    %7 = arith.index_cast %6 : i64 to index
    %subview_1 = memref.subview %arg1[0] [%7] [1] : memref<?xi8> to memref<?xi8>
    %dim = memref.dim %arg4, %c1 : memref<?x?xf32>
    scf.for %arg6 = %c0 to %3 step %c1 {
      %8 = memref.load %subview_0[%arg6] : memref<?xi16>
      %9 = arith.extui %8 : i16 to i64
      %10 = arith.index_cast %9 : i64 to index
      %11 = arith.addi %arg6, %c1 : index
      %12 = memref.load %subview_0[%11] : memref<?xi16>
      %13 = arith.extui %12 : i16 to i64
      %14 = arith.index_cast %13 : i64 to index
      scf.for %arg7 = %10 to %14 step %c1 {
        %15 = memref.load %subview_1[%arg7] : memref<?xi8>
        %16 = arith.extui %15 : i8 to i64
        %17 = arith.index_cast %16 : i64 to index
        %18 = memref.load %subview[%arg7] : memref<?xf32>
        scf.for %arg8 = %c0 to %dim step %c1 {
          %19 = memref.load %arg5[%arg6, %arg8] : memref<?x?xf32>
          %20 = memref.load %arg4[%17, %arg8] : memref<?x?xf32>
          %21 = arith.mulf %18, %20 : f32
          %22 = arith.addf %19, %21 : f32
          memref.store %22, %arg5[%arg6, %arg8] : memref<?x?xf32>
        } {"Emitted from" = "linalg.generic"}
      } {"Emitted from" = "linalg.generic"}
    } {"Emitted from" = "linalg.generic"}
    return %arg5 : memref<?x?xf32>
  }
}

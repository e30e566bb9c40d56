// RUN: %operation %s
//
// Operation: semiring product
// Front end: sparsifier
// Data: values:9xindex:0,0,3,3,8,9,9,99,99 values:11xindex:1,4,6,0,1,2,4,7,4,99,99 values:11xf32:0.5,-1.25,2.0,1.0,-0.75,3.0,0.25,-2.0,-0.5,nan,nan struct:6,8,7,9,9 uniform:8x11xf32,seed=1 uniform:6x11xf32,seed=2
//
// A sparse matrix in the form of compressed rows times a dense matrix over
// another semiring: max-plus, of longest paths.
// Inputs/Semiring/max-plus.mlir after the passes of Inputs/sparsify.py.

module {
  func.func @semiring(%arg0: memref<?xindex>, %arg1: memref<?xindex>, %arg2: memref<?xf32>, %arg3: !llvm.struct<(array<2 x i64>, array<3 x i64>)>, %arg4: memref<?x?xf32>, %arg5: memref<?x?xf32>) -> memref<?x?xf32> {
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
      %8 = memref.load %subview_0[%arg6] : memref<?xindex>
      %9 = arith.addi %arg6, %c1 : index
      %10 = memref.load %subview_0[%9] : memref<?xindex>
      scf.for %arg7 = %8 to %10 step %c1 {
        %11 = memref.load %subview_1[%arg7] : memref<?xindex>
        %12 = memref.load %subview[%arg7] : memref<?xf32>
        scf.for %arg8 = %c0 to %dim step %c1 {
          %13 = memref.load %arg5[%arg6, %arg8] : memref<?x?xf32>
          %14 = memref.load %arg4[%11, %arg8] : memref<?x?xf32>
          %15 = arith.addf %12, %14 : f32
          %16 = arith.maximumf %13, %15 : f32
          memref.store %16, %arg5[%arg6, %arg8] : memref<?x?xf32>
        } {"Emitted from" = "linalg.generic"}
      } {"Emitted from" = "linalg.generic"}
    } {"Emitted from" = "linalg.generic"}
    return %arg5 : memref<?x?xf32>
  }
}

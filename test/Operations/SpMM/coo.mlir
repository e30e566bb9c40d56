// RUN: %operation %s
//
// Operation: sparse matrix times matrix
// Front end: sparsifier
// Data: values:2xindex:0,9 values:20xindex:1,1,1,4,1,6,3,0,3,1,3,2,3,4,3,7,4,4,99,99 values:11xf32:0.5,-1.25,2.0,1.0,-0.75,3.0,0.25,-2.0,-0.5,nan,nan struct:6,8,2,18,9 uniform:8x11xf32,seed=1 uniform:6x11xf32,seed=2
//
// A sparse matrix in the form of sorted coordinates, times a dense matrix.
// Inputs/SpMM/coo.mlir after the passes of Inputs/sparsify.py.

module {
  func.func @spmm(%arg0: memref<?xindex>, %arg1: memref<?xindex>, %arg2: memref<?xf32>, %arg3: !llvm.struct<(array<2 x i64>, array<3 x i64>)>, %arg4: memref<?x?xf32>, %arg5: memref<?x?xf32>) -> memref<?x?xf32> {
    %c2 = arith.constant 2 : index
    %false = arith.constant false
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %0 = llvm.extractvalue %arg3[1, 2] : !llvm.struct<(array<2 x i64>, array<3 x i64>)> 
    %1 = arith.index_cast %0 : i64 to index
    %subview = memref.subview %arg2[0] [%1] [1] : memref<?xf32> to memref<?xf32>
    %2 = llvm.extractvalue %arg3[1, 0] : !llvm.struct<(array<2 x i64>, array<3 x i64>)> 
    %3 = arith.index_cast %2 : i64 to index
    %subview_0 = memref.subview %arg0[0] [%3] [1] : memref<?xindex> to memref<?xindex>
    %4 = llvm.extractvalue %arg3[1, 1] : !llvm.struct<(array<2 x i64>, array<3 x i64>)> 
    %5 = arith.index_cast %4 : i64 to index
    %6 = arith.divui %5, %c2 : index
    %subview_1 = memref.subview %arg1[0] [%6] [2] : memref<?xindex> to memref<?xindex, strided<[2]>>
    %subview_2 = memref.subview %arg1[1] [%6] [2] : memref<?xindex> to memref<?xindex, strided<[2], offset: 1>>
    %dim = memref.dim %arg4, %c1 : memref<?x?xf32>
    %7 = memref.load %subview_0[%c0] : memref<?xindex>
    %8 = memref.load %subview_0[%c1] : memref<?xindex>
    %9 = scf.while (%arg6 = %7) : (index) -> index {
      %11 = arith.cmpi ult, %arg6, %8 : index
      %12 = scf.if %11 -> (i1) {
        %13 = memref.load %subview_1[%7] : memref<?xindex, strided<[2]>>
        %14 = memref.load %subview_1[%arg6] : memref<?xindex, strided<[2]>>
        %15 = arith.cmpi eq, %13, %14 : index
        scf.yield %15 : i1
      } else {
        scf.yield %false : i1
      }
      scf.condition(%12) %arg6 : index
    } do {
    ^bb0(%arg6: index):
      %11 = arith.addi %arg6, %c1 : index
      scf.yield %11 : index
    }
    %10:2 = scf.while (%arg6 = %7, %arg7 = %9) : (index, index) -> (index, index) {
      %11 = arith.cmpi ult, %arg6, %8 : index
      scf.condition(%11) %arg6, %arg7 : index, index
    } do {
    ^bb0(%arg6: index, %arg7: index):
      %11 = memref.load %subview_1[%arg6] : memref<?xindex, strided<[2]>>
      scf.for %arg8 = %arg6 to %arg7 step %c1 {
        %13 = memref.load %subview_2[%arg8] : memref<?xindex, strided<[2], offset: 1>>
        %14 = memref.load %subview[%arg8] : memref<?xf32>
        scf.for %arg9 = %c0 to %dim step %c1 {
          %15 = memref.load %arg5[%11, %arg9] : memref<?x?xf32>
          %16 = memref.load %arg4[%13, %arg9] : memref<?x?xf32>
          %17 = arith.mulf %14, %16 : f32
          %18 = arith.addf %15, %17 : f32
          memref.store %18, %arg5[%11, %arg9] : memref<?x?xf32>
        } {"Emitted from" = "linalg.generic"}
      } {"Emitted from" = "linalg.generic"}
      %12 = scf.while (%arg8 = %arg7) : (index) -> index {
        %13 = arith.cmpi ult, %arg8, %8 : index
        %14 = scf.if %13 -> (i1) {
          %15 = memref.load %subview_1[%arg7] : memref<?xindex, strided<[2]>>
          %16 = memref.load %subview_1[%arg8] : memref<?xindex, strided<[2]>>
          %17 = arith.cmpi eq, %15, %16 : index
          scf.yield %17 : i1
        } else {
          scf.yield %false : i1
        }
        scf.condition(%14) %arg8 : index
      } do {
      ^bb0(%arg8: index):
        %13 = arith.addi %arg8, %c1 : index
        scf.yield %13 : index
      }
      scf.yield %arg7, %12 : index, index
    } attributes {"Emitted from" = "linalg.generic"}
    return %arg5 : memref<?x?xf32>
  }
}

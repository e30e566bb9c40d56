// RUN: %operation %s
//
// Operation: sampled dense-dense product
// Front end: sparsifier
// Data: values:2xindex:0,9 values:20xindex:1,1,1,4,1,6,3,0,3,1,3,2,3,4,3,7,4,4,99,99 values:11xf32:0.5,-1.25,2.0,1.0,-0.75,3.0,0.25,-2.0,-0.5,nan,nan struct:6,8,2,18,9 uniform:6x11xf32,seed=1 uniform:11x8xf32,seed=2 uniform:6x8xf32,seed=3
//
// The elements of a dense product where a sparse matrix has elements, times
// these. It is in the form of sorted coordinates.
// Inputs/SDDMM/coo.mlir after the passes of Inputs/sparsify.py.

module {
  func.func @sddmm(%arg0: memref<?xindex>, %arg1: memref<?xindex>, %arg2: memref<?xf32>, %arg3: !llvm.struct<(array<2 x i64>, array<3 x i64>)>, %arg4: memref<?x?xf32>, %arg5: memref<?x?xf32>, %arg6: memref<?x?xf32>) -> memref<?x?xf32> {
    %c2 = arith.constant 2 : index
    %false = arith.constant false
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %0 = llvm.extractvalue %arg3[1, 2] : !llvm.struct<(array<2 x i64>, array<3 x i64>)> 
    %1 = arith.index_cast %0 : i64 to index
    %subview = memref.subview %arg2[0] [%1] [1] : memref<?xf32> to memref<?xf32>
    %dim = memref.dim %arg4, %c1 : memref<?x?xf32>
    %2 = llvm.extractvalue %arg3[1, 0] : !llvm.struct<(array<2 x i64>, array<3 x i64>)> 
    %3 = arith.index_cast %2 : i64 to index
    %subview_0 = memref.subview %arg0[0] [%3] [1] : memref<?xindex> to memref<?xindex>
    %4 = llvm.extractvalue %arg3[1, 1] : !llvm.struct<(array<2 x i64>, array<3 x i64>)> 
    %5 = arith.index_cast %4 : i64 to index
    %6 = arith.divui %5, %c2 : index
    %subview_1 = memref.subview %arg1[0] [%6] [2] : memref<?xindex> to memref<?xindex, strided<[2]>>
    %subview_2 = memref.subview %arg1[1] [%6] [2] : memref<?xindex> to memref<?xindex, strided<[2], offset: 1>>
    %7 = memref.load %subview_0[%c0] : memref<?xindex>
    %8 = memref.load %subview_0[%c1] : memref<?xindex>
    %9 = scf.while (%arg7 = %7) : (index) -> index {
      %11 = arith.cmpi ult, %arg7, %8 : index
      %12 = scf.if %11 -> (i1) {
        %13 = memref.load %subview_1[%7] : memref<?xindex, strided<[2]>>
        %14 = memref.load %subview_1[%arg7] : memref<?xindex, strided<[2]>>
        %15 = arith.cmpi eq, %13, %14 : index
        scf.yield %15 : i1
      } else {
        scf.yield %false : i1
      }
      scf.condition(%12) %arg7 : index
    } do {
    ^bb0(%arg7: index):
      %11 = arith.addi %arg7, %c1 : index
      scf.yield %11 : index
    }
    %10:2 = scf.while (%arg7 = %7, %arg8 = %9) : (index, index) -> (index, index) {
      %11 = arith.cmpi ult, %arg7, %8 : index
      scf.condition(%11) %arg7, %arg8 : index, index
    } do {
    ^bb0(%arg7: index, %arg8: index):
      %11 = memref.load %subview_1[%arg7] : memref<?xindex, strided<[2]>>
      scf.for %arg9 = %c0 to %dim step %c1 {
        %13 = memref.load %arg4[%11, %arg9] : memref<?x?xf32>
        scf.for %arg10 = %arg7 to %arg8 step %c1 {
          %14 = memref.load %subview_2[%arg10] : memref<?xindex, strided<[2], offset: 1>>
          %15 = memref.load %arg6[%11, %14] : memref<?x?xf32>
          %16 = memref.load %subview[%arg10] : memref<?xf32>
          %17 = memref.load %arg5[%arg9, %14] : memref<?x?xf32>
          %18 = arith.mulf %13, %17 : f32
          %19 = arith.mulf %16, %18 : f32
          %20 = arith.addf %15, %19 : f32
          memref.store %20, %arg6[%11, %14] : memref<?x?xf32>
        } {"Emitted from" = "linalg.generic"}
      } {"Emitted from" = "linalg.generic"}
      %12 = scf.while (%arg9 = %arg8) : (index) -> index {
        %13 = arith.cmpi ult, %arg9, %8 : index
        %14 = scf.if %13 -> (i1) {
          %15 = memref.load %subview_1[%arg8] : memref<?xindex, strided<[2]>>
          %16 = memref.load %subview_1[%arg9] : memref<?xindex, strided<[2]>>
          %17 = arith.cmpi eq, %15, %16 : index
          scf.yield %17 : i1
        } else {
          scf.yield %false : i1
        }
        scf.condition(%14) %arg9 : index
      } do {
      ^bb0(%arg9: index):
        %13 = arith.addi %arg9, %c1 : index
        scf.yield %13 : index
      }
      scf.yield %arg8, %12 : index, index
    } attributes {"Emitted from" = "linalg.generic"}
    return %arg6 : memref<?x?xf32>
  }
}

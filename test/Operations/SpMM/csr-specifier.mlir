// RUN: %operation %s
//
// Operation: sparse matrix times matrix
// Front end: sparsifier, storage specifiers
// Data: values:9xindex:0,0,3,3,8,9,9,99,99 values:11xindex:1,4,6,0,1,2,4,7,4,99,99 values:11xf32:0.5,-1.25,2.0,1.0,-0.75,3.0,0.25,-2.0,-0.5,nan,nan struct:6,8,7,9,9 uniform:8x11xf32,seed=1 uniform:6x11xf32,seed=2
//
// A sparse matrix in the form of compressed rows, times a dense matrix. Its
// sizes are a storage specifier. Inputs/SpMM/csr-specifier.mlir after the
// passes of Inputs/sparsify.py.

#sparse = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
module {
  func.func @spmm(%arg0: memref<?xindex>, %arg1: memref<?xindex>, %arg2: memref<?xf32>, %arg3: !sparse_tensor.storage_specifier<#sparse>, %arg4: memref<?x?xf32>, %arg5: memref<?x?xf32>) -> memref<?x?xf32> {
    %c1 = arith.constant 1 : index
    %c0 = arith.constant 0 : index
    %0 = sparse_tensor.storage_specifier.get %arg3  val_mem_sz : !sparse_tensor.storage_specifier<#sparse>
    %subview = memref.subview %arg2[0] [%0] [1] : memref<?xf32> to memref<?xf32>
    %1 = sparse_tensor.storage_specifier.get %arg3  lvl_sz at 0 : !sparse_tensor.storage_specifier<#sparse>
    %2 = sparse_tensor.storage_specifier.get %arg3  pos_mem_sz at 1 : !sparse_tensor.storage_specifier<#sparse>
    %subview_0 = memref.subview %arg0[0] [%2] [1] : memref<?xindex> to memref<?xindex>
    %3 = sparse_tensor.storage_specifier.get %arg3  crd_mem_sz at 1 : !sparse_tensor.storage_specifier<#sparse>
    %subview_1 = memref.subview %arg1[0] [%3] [1] : memref<?xindex> to memref<?xindex>
    %dim = memref.dim %arg4, %c1 : memref<?x?xf32>
    scf.for %arg6 = %c0 to %1 step %c1 {
      %4 = memref.load %subview_0[%arg6] : memref<?xindex>
      %5 = arith.addi %arg6, %c1 : index
      %6 = memref.load %subview_0[%5] : memref<?xindex>
      scf.for %arg7 = %4 to %6 step %c1 {
        %7 = memref.load %subview_1[%arg7] : memref<?xindex>
        %8 = memref.load %subview[%arg7] : memref<?xf32>
        scf.for %arg8 = %c0 to %dim step %c1 {
          %9 = memref.load %arg5[%arg6, %arg8] : memref<?x?xf32>
          %10 = memref.load %arg4[%7, %arg8] : memref<?x?xf32>
          %11 = arith.mulf %8, %10 : f32
          %12 = arith.addf %9, %11 : f32
          memref.store %12, %arg5[%arg6, %arg8] : memref<?x?xf32>
        } {"Emitted from" = "linalg.generic"}
      } {"Emitted from" = "linalg.generic"}
    } {"Emitted from" = "linalg.generic"}
    return %arg5 : memref<?x?xf32>
  }
}

// RUN: %operation %s
//
// Operation: sparse matrix times matrix
// Front end: linalg on sparse tensors
// Data: values:9xindex:0,0,3,3,8,9,9,99,99 values:11xindex:1,4,6,0,1,2,4,7,4,99,99 values:11xf32:0.5,-1.25,2.0,1.0,-0.75,3.0,0.25,-2.0,-0.5,nan,nan struct:6,8,7,9,9 uniform:8x11xf32,seed=1 uniform:6x11xf32,seed=2
//
// A sparse matrix in the form of compressed rows, times a dense matrix, before
// the sparsifier.

#A = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed) }>

func.func @spmm(%a: tensor<?x?xf32, #A>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<?x?xf32, #A>, tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

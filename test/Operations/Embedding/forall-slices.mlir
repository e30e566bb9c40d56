// RUN: %operation %s
//
// Operation: embedding
// Front end: slices of tensors
// Data: values:6xi64:3,0,6,3,1,2 uniform:7x11xf32,seed=1 uniform:6x11xf32,seed=2
//
// Each iteration of a parallel loop multiplies a row by the one that it looks up,
// as fusion of tiles leaves it.

func.func @scale_rows(%indices: tensor<?xi64>, %table: tensor<?x?xf32>,
                      %out: tensor<?x?xf32>)
    -> (tensor<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %indices, %c0 : tensor<?xi64>
  %width = tensor.dim %table, %c1 : tensor<?x?xf32>
  %rows = scf.forall (%p) in (%n) shared_outs(%t = %out) -> (tensor<?x?xf32>) {
    %i = tensor.extract %indices[%p] : tensor<?xi64>
    %row = arith.index_cast %i : i64 to index
    %from = tensor.extract_slice %table[%row, 0] [1, %width] [1, 1]
        : tensor<?x?xf32> to tensor<1x?xf32>
    %to = tensor.extract_slice %t[%p, 0] [1, %width] [1, 1]
        : tensor<?x?xf32> to tensor<1x?xf32>
    %product = linalg.mul ins(%from, %to : tensor<1x?xf32>, tensor<1x?xf32>)
        outs(%to : tensor<1x?xf32>) -> tensor<1x?xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %product into %t[%p, 0] [1, %width] [1, 1]
          : tensor<1x?xf32> into tensor<?x?xf32>
    }
  }
  return %rows : tensor<?x?xf32>
}

// RUN: %operation %s
//
// Operation: embedding bag
// Front end: slices of tensors
// Data: values:8xi64:0,0,3,3,3,4,9,9 values:9xi64:5,0,5,6,1,1,2,6,0 uniform:7x11xf32,seed=1 uniform:7x11xf32,seed=2
//
// Rows of tensors are extracted, added and inserted again. Bufferization makes
// views of them.

func.func @bag_of_row_slices(%offsets: tensor<?xi64>, %indices: tensor<?xi64>,
                             %table: tensor<?x?xf32>, %out: tensor<?x?xf32>)
    -> (tensor<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %bags = tensor.dim %out, %c0 : tensor<?x?xf32>
  %width = tensor.dim %out, %c1 : tensor<?x?xf32>
  %sums = scf.for %b = %c0 to %bags step %c1
      iter_args(%t = %out) -> (tensor<?x?xf32>) {
    %first = tensor.extract %offsets[%b] : tensor<?xi64>
    %begin = arith.index_cast %first : i64 to index
    %b1 = arith.addi %b, %c1 : index
    %last = tensor.extract %offsets[%b1] : tensor<?xi64>
    %end = arith.index_cast %last : i64 to index
    %bag = scf.for %p = %begin to %end step %c1
        iter_args(%u = %t) -> (tensor<?x?xf32>) {
      %i = tensor.extract %indices[%p] : tensor<?xi64>
      %row = arith.index_cast %i : i64 to index
      %from = tensor.extract_slice %table[%row, 0] [1, %width] [1, 1]
          : tensor<?x?xf32> to tensor<?xf32>
      %to = tensor.extract_slice %u[%b, 0] [1, %width] [1, 1]
          : tensor<?x?xf32> to tensor<?xf32>
      %sum = linalg.add ins(%to, %from : tensor<?xf32>, tensor<?xf32>)
          outs(%to : tensor<?xf32>) -> tensor<?xf32>
      %v = tensor.insert_slice %sum into %u[%b, 0] [1, %width] [1, 1]
          : tensor<?xf32> into tensor<?x?xf32>
      scf.yield %v : tensor<?x?xf32>
    }
    scf.yield %bag : tensor<?x?xf32>
  }
  return %sums : tensor<?x?xf32>
}

#A = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : loose_compressed) }>

func.func @spmv(%a: tensor<?x?xf32, #A>, %x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = linalg.matvec ins(%a, %x : tensor<?x?xf32, #A>, tensor<?xf32>) outs(%y : tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

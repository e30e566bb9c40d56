#A = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed) }>

#spmm = {
  indexing_maps = [
    affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>
  ],
  iterator_types = ["parallel", "parallel", "reduction"]
}
func.func @semiring(%a: tensor<?x?xf32, #A>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %identity = arith.constant 0.0 : f32
  %0 = linalg.generic #spmm
    ins(%a, %b : tensor<?x?xf32, #A>, tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %p = sparse_tensor.binary %x, %y : f32, f32 to f32
      overlap = {
      ^bb0(%l: f32, %r: f32):
        %d = arith.subf %l, %r : f32
        %m = math.absf %d : f32
        sparse_tensor.yield %m : f32
      }
      left = {}
      right = {}
    %q = sparse_tensor.reduce %o, %p, %identity : f32 {
    ^bb0(%l: f32, %r: f32):
      %m = arith.addf %l, %r : f32
      sparse_tensor.yield %m : f32
    }
    linalg.yield %q : f32
  } -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

#A = #sparse_tensor.encoding<{ map = (i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense) }>

#sddmm = {
  indexing_maps = [
    affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>,
    affine_map<(i, j, k) -> (i, j)>, affine_map<(i, j, k) -> (i, j)>
  ],
  iterator_types = ["parallel", "parallel", "reduction"]
}
func.func @sddmm(%s: tensor<?x?xf32, #A>, %a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = linalg.generic #sddmm
    ins(%a, %b, %s : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32, #A>) outs(%c : tensor<?x?xf32>) {
  ^bb0(%x: f32, %y: f32, %w: f32, %o: f32):
    %p = arith.mulf %x, %y : f32
    %q = arith.mulf %w, %p : f32
    %r = arith.addf %o, %q : f32
    linalg.yield %r : f32
  } -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// Kernels over sparse tensors, as a user of the MLIR sparsifier writes them.

#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>
#CSR32 = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed), posWidth = 32, crdWidth = 32}>
#CSR8 = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed), posWidth = 16, crdWidth = 8}>
#CSC = #sparse_tensor.encoding<{map = (i, j) -> (j : dense, i : compressed)}>
#DCSR = #sparse_tensor.encoding<{map = (i, j) -> (i : compressed, j : compressed)}>
#COO = #sparse_tensor.encoding<{map = (i, j) -> (i : compressed(nonunique), j : singleton(soa))}>
#BSR = #sparse_tensor.encoding<{map = (i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)}>
#LOOSE = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : loose_compressed)}>
#NM = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j floordiv 4 : dense, j mod 4 : structured[2, 4])}>
#VECTOR = #sparse_tensor.encoding<{map = (i) -> (i : compressed)}>

func.func @spmm_csr(%a: tensor<?x?xf64, #CSR>, %b: tensor<?x?xf64>, %c: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %0 = linalg.matmul ins(%a, %b : tensor<?x?xf64, #CSR>, tensor<?x?xf64>) outs(%c : tensor<?x?xf64>) -> tensor<?x?xf64>
  return %0 : tensor<?x?xf64>
}
func.func @spmm_csr32(%a: tensor<?x?xf64, #CSR32>, %b: tensor<?x?xf64>, %c: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %0 = linalg.matmul ins(%a, %b : tensor<?x?xf64, #CSR32>, tensor<?x?xf64>) outs(%c : tensor<?x?xf64>) -> tensor<?x?xf64>
  return %0 : tensor<?x?xf64>
}
func.func @spmm_csr8(%a: tensor<?x?xf64, #CSR8>, %b: tensor<?x?xf64>, %c: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %0 = linalg.matmul ins(%a, %b : tensor<?x?xf64, #CSR8>, tensor<?x?xf64>) outs(%c : tensor<?x?xf64>) -> tensor<?x?xf64>
  return %0 : tensor<?x?xf64>
}
func.func @spmm_csc(%a: tensor<?x?xf64, #CSC>, %b: tensor<?x?xf64>, %c: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %0 = linalg.matmul ins(%a, %b : tensor<?x?xf64, #CSC>, tensor<?x?xf64>) outs(%c : tensor<?x?xf64>) -> tensor<?x?xf64>
  return %0 : tensor<?x?xf64>
}
func.func @spmm_dcsr(%a: tensor<?x?xf64, #DCSR>, %b: tensor<?x?xf64>, %c: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %0 = linalg.matmul ins(%a, %b : tensor<?x?xf64, #DCSR>, tensor<?x?xf64>) outs(%c : tensor<?x?xf64>) -> tensor<?x?xf64>
  return %0 : tensor<?x?xf64>
}
func.func @spmm_coo(%a: tensor<?x?xf64, #COO>, %b: tensor<?x?xf64>, %c: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %0 = linalg.matmul ins(%a, %b : tensor<?x?xf64, #COO>, tensor<?x?xf64>) outs(%c : tensor<?x?xf64>) -> tensor<?x?xf64>
  return %0 : tensor<?x?xf64>
}
func.func @spmm_bsr(%a: tensor<?x?xf64, #BSR>, %b: tensor<?x?xf64>, %c: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %0 = linalg.matmul ins(%a, %b : tensor<?x?xf64, #BSR>, tensor<?x?xf64>) outs(%c : tensor<?x?xf64>) -> tensor<?x?xf64>
  return %0 : tensor<?x?xf64>
}
func.func @spmm_loose(%a: tensor<?x?xf64, #LOOSE>, %b: tensor<?x?xf64>, %c: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %0 = linalg.matmul ins(%a, %b : tensor<?x?xf64, #LOOSE>, tensor<?x?xf64>) outs(%c : tensor<?x?xf64>) -> tensor<?x?xf64>
  return %0 : tensor<?x?xf64>
}
func.func @spmm_nm(%a: tensor<?x?xf64, #NM>, %b: tensor<?x?xf64>, %c: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %0 = linalg.matmul ins(%a, %b : tensor<?x?xf64, #NM>, tensor<?x?xf64>) outs(%c : tensor<?x?xf64>) -> tensor<?x?xf64>
  return %0 : tensor<?x?xf64>
}
func.func @spmv_csr(%a: tensor<?x?xf32, #CSR>, %x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = linalg.matvec ins(%a, %x : tensor<?x?xf32, #CSR>, tensor<?xf32>) outs(%y : tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// Sampled: only the products at the elements of S are computed.
#sddmm = {
  indexing_maps = [affine_map<(i, j, k) -> (i, j)>, affine_map<(i, j, k) -> (i, k)>,
                   affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
  iterator_types = ["parallel", "parallel", "reduction"]
}
func.func @sddmm_csr(%s: tensor<?x?xf32, #CSR>, %a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = linalg.generic #sddmm ins(%s, %a, %b : tensor<?x?xf32, #CSR>, tensor<?x?xf32>, tensor<?x?xf32>) outs(%x : tensor<?x?xf32>) {
  ^bb0(%vs: f32, %va: f32, %vb: f32, %vx: f32):
    %p = arith.mulf %va, %vb : f32
    %q = arith.mulf %vs, %p : f32
    %r = arith.addf %vx, %q : f32
    linalg.yield %r : f32
  } -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// Two cursors that are merged: a while loop.
#dot = {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
func.func @dot(%a: tensor<?xf32, #VECTOR>, %b: tensor<?xf32, #VECTOR>, %y: tensor<f32>) -> tensor<f32> {
  %0 = linalg.generic #dot ins(%a, %b : tensor<?xf32, #VECTOR>, tensor<?xf32, #VECTOR>) outs(%y : tensor<f32>) {
  ^bb0(%va: f32, %vb: f32, %vy: f32):
    %p = arith.mulf %va, %vb : f32
    %r = arith.addf %vy, %p : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  return %0 : tensor<f32>
}

// A sparse result, into which elements are inserted; its sum, twice, is returned.
#twice = {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
#total = {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]}
func.func @inserts(%s: tensor<?x?xf32, #CSR>, %y: tensor<f32>) -> tensor<f32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %s, %c0 : tensor<?x?xf32, #CSR>
  %n = tensor.dim %s, %c1 : tensor<?x?xf32, #CSR>
  %empty = tensor.empty(%m, %n) : tensor<?x?xf32, #CSR>
  %0 = linalg.generic #twice ins(%s : tensor<?x?xf32, #CSR>) outs(%empty : tensor<?x?xf32, #CSR>) {
  ^bb0(%vs: f32, %vx: f32):
    %q = arith.addf %vs, %vs : f32
    linalg.yield %q : f32
  } -> tensor<?x?xf32, #CSR>
  %1 = linalg.generic #total ins(%0 : tensor<?x?xf32, #CSR>) outs(%y : tensor<f32>) {
  ^bb0(%vs: f32, %vy: f32):
    %r = arith.addf %vy, %vs : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  %2 = linalg.generic #total ins(%0 : tensor<?x?xf32, #CSR>) outs(%1 : tensor<f32>) {
  ^bb0(%vs: f32, %vy: f32):
    %r = arith.addf %vy, %vs : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  return %2 : tensor<f32>
}

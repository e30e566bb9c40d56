// `linalg` on memrefs and on tensors, named and generic.

// Rows of a table, gathered by a list, times a dense matrix.
func.func @gather_matmul(%table: tensor<?x?xf32>, %rows: tensor<?xi32>, %b: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %m = tensor.dim %rows, %c0 : tensor<?xi32>
  %k = tensor.dim %table, %c1 : tensor<?x?xf32>
  %n = tensor.dim %b, %c1 : tensor<?x?xf32>
  %e0 = tensor.empty(%m, %k) : tensor<?x?xf32>
  %gathered = linalg.generic {
    indexing_maps = [affine_map<(i, e) -> (i)>, affine_map<(i, e) -> (i, e)>],
    iterator_types = ["parallel", "parallel"]
  } ins(%rows : tensor<?xi32>) outs(%e0 : tensor<?x?xf32>) {
  ^bb0(%row: i32, %old: f32):
    %r = arith.index_cast %row : i32 to index
    %e = linalg.index 1 : index
    %x = tensor.extract %table[%r, %e] : tensor<?x?xf32>
    linalg.yield %x : f32
  } -> tensor<?x?xf32>
  %e1 = tensor.empty(%m, %n) : tensor<?x?xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e1 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %product = linalg.matmul ins(%gathered, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%init : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %product : tensor<?x?xf32>
}

// A padding index gives zeros, and need not be in the table.
func.func @padded(%table: tensor<?x4xi8>, %rows: tensor<?xi64>) -> tensor<?x4xi32> {
  %c0 = arith.constant 0 : index
  %pad = arith.constant -1 : i64
  %zero = arith.constant 0 : i32
  %m = tensor.dim %rows, %c0 : tensor<?xi64>
  %empty = tensor.empty(%m) : tensor<?x4xi32>
  %0 = linalg.generic {
    indexing_maps = [affine_map<(i, e) -> (i)>, affine_map<(i, e) -> (i, e)>],
    iterator_types = ["parallel", "parallel"]
  } ins(%rows : tensor<?xi64>) outs(%empty : tensor<?x4xi32>) {
  ^bb0(%row: i64, %old: i32):
    %r = arith.index_cast %row : i64 to index
    %e = linalg.index 1 : index
    %x = tensor.extract %table[%r, %e] : tensor<?x4xi8>
    %wide = arith.extsi %x : i8 to i32
    %is_pad = arith.cmpi eq, %row, %pad : i64
    %y = arith.select %is_pad, %zero, %wide : i32
    linalg.yield %y : i32
  } -> tensor<?x4xi32>
  return %0 : tensor<?x4xi32>
}

// The result is written where it says.
func.func @in_place(%table: memref<?x?xbf16>, %rows: memref<?xi16>, %out: memref<?x?xbf16>) {
  linalg.generic {
    indexing_maps = [affine_map<(i, e) -> (i)>, affine_map<(i, e) -> (i, e)>],
    iterator_types = ["parallel", "parallel"]
  } ins(%rows : memref<?xi16>) outs(%out : memref<?x?xbf16>) {
  ^bb0(%row: i16, %old: bf16):
    %r = arith.index_castui %row : i16 to index
    %e = linalg.index 1 : index
    %x = memref.load %table[%r, %e] : memref<?x?xbf16>
    %y = arith.addf %old, %x : bf16
    linalg.yield %y : bf16
  }
  return
}

// Named ops on memrefs, through a transposed view.
func.func @named(%a: memref<4x6xf64>, %x: memref<4xf64>, %y: memref<6xf64>) {
  %zero = arith.constant 0.0 : f64
  linalg.fill ins(%zero : f64) outs(%y : memref<6xf64>)
  %t = memref.transpose %a (i, j) -> (j, i) : memref<4x6xf64> to memref<6x4xf64, affine_map<(i, j) -> (j * 6 + i)>>
  %b = memref.alloc() : memref<6x4xf64>
  linalg.copy ins(%t : memref<6x4xf64, affine_map<(i, j) -> (j * 6 + i)>>) outs(%b : memref<6x4xf64>)
  linalg.matvec ins(%b, %x : memref<6x4xf64>, memref<4xf64>) outs(%y : memref<6xf64>)
  memref.dealloc %b : memref<6x4xf64>
  return
}

// A part of a tensor is updated; it has another layout, but the result has not.
func.func @slice(%table: tensor<8x6xf16>, %rows: tensor<3xi64>) -> tensor<3x2xf16> {
  %empty = tensor.empty() : tensor<3x6xf16>
  %0 = linalg.generic {
    indexing_maps = [affine_map<(i, e) -> (i)>, affine_map<(i, e) -> (i, e)>],
    iterator_types = ["parallel", "parallel"]
  } ins(%rows : tensor<3xi64>) outs(%empty : tensor<3x6xf16>) {
  ^bb0(%row: i64, %old: f16):
    %r = arith.index_cast %row : i64 to index
    %e = linalg.index 1 : index
    %x = tensor.extract %table[%r, %e] : tensor<8x6xf16>
    linalg.yield %x : f16
  } -> tensor<3x6xf16>
  %1 = tensor.extract_slice %0[0, 3] [3, 2] [1, 1] : tensor<3x6xf16> to tensor<3x2xf16>
  return %1 : tensor<3x2xf16>
}

// Arithmetic on whole tensors, constants among them.
func.func @elementwise(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %ones = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %0 = arith.mulf %x, %y : tensor<2x3xf32>
  %1 = arith.addf %0, %ones : tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}

// A call of a function on tensors: both become functions on memrefs.
func.func private @twice(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = linalg.generic {
    indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]
  } outs(%x : tensor<?xf32>) {
  ^bb0(%old: f32):
    %y = arith.addf %old, %old : f32
    linalg.yield %y : f32
  } -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func @call(%table: tensor<?xf32>, %rows: tensor<?xi64>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %m = tensor.dim %rows, %c0 : tensor<?xi64>
  %empty = tensor.empty(%m) : tensor<?xf32>
  %0 = linalg.generic {
    indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]
  } ins(%rows : tensor<?xi64>) outs(%empty : tensor<?xf32>) {
  ^bb0(%row: i64, %old: f32):
    %r = arith.index_cast %row : i64 to index
    %x = tensor.extract %table[%r] : tensor<?xf32>
    linalg.yield %x : f32
  } -> tensor<?xf32>
  %1 = call @twice(%0) : (tensor<?xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

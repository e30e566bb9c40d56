// RUN: %operation %s
//
// Operation: embedding
// Front end: torch-mlir
// Data: uniform:4x5x6xf64,seed=1 values:2xi64:3,0
//
// What torch-mlir makes of aten.index_select, dim = 1. Written after
// lib/Conversion/TorchToLinalg/IndirectDataMovement.cpp and
// test/Conversion/TorchToLinalg of https://github.com/llvm/torch-mlir (Apache
// License v2.0 with LLVM Exceptions).

func.func @index_select(%input: tensor<4x5x6xf64>, %index: tensor<2xi64>) -> tensor<4x2x6xf64> {
  %empty = tensor.empty() : tensor<4x2x6xf64>
  %0 = linalg.generic {
    indexing_maps = [affine_map<(i, j, k) -> (j)>, affine_map<(i, j, k) -> (i, j, k)>],
    iterator_types = ["parallel", "parallel", "parallel"]
  } ins(%index : tensor<2xi64>) outs(%empty : tensor<4x2x6xf64>) {
  ^bb0(%n: i64, %old: f64):
    %j = arith.index_cast %n : i64 to index
    %i = linalg.index 0 : index
    %k = linalg.index 2 : index
    %x = tensor.extract %input[%i, %j, %k] : tensor<4x5x6xf64>
    linalg.yield %x : f64
  } -> tensor<4x2x6xf64>
  %cast = tensor.cast %0 : tensor<4x2x6xf64> to tensor<4x2x6xf64>
  return %cast : tensor<4x2x6xf64>
}

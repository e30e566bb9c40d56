// RUN: %operation %s
//
// Operation: embedding
// Front end: torch-mlir
// Data: uniform:7x11xf32,seed=1 values:3x4xi64:5,0,5,6,1,1,1,1,2,6,0,3
//
// What torch-mlir makes of aten.embedding. Written after
// lib/Conversion/TorchToLinalg/IndirectDataMovement.cpp and
// test/Conversion/TorchToLinalg of https://github.com/llvm/torch-mlir (Apache
// License v2.0 with LLVM Exceptions).

func.func @embedding(%weight: tensor<?x?xf32>, %indices: tensor<?x?xi64>) -> tensor<?x?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %width = tensor.dim %weight, %c1 : tensor<?x?xf32>
  %m = tensor.dim %indices, %c0 : tensor<?x?xi64>
  %n = tensor.dim %indices, %c1 : tensor<?x?xi64>
  %empty = tensor.empty(%m, %n, %width) : tensor<?x?x?xf32>
  %0 = linalg.generic {
    indexing_maps = [affine_map<(i, j, e) -> (i, j)>, affine_map<(i, j, e) -> (i, j, e)>],
    iterator_types = ["parallel", "parallel", "parallel"]
  } ins(%indices : tensor<?x?xi64>) outs(%empty : tensor<?x?x?xf32>) {
  ^bb0(%index: i64, %old: f32):
    %row = arith.index_cast %index : i64 to index
    %e = linalg.index 2 : index
    %rows = tensor.dim %weight, %c0 : tensor<?x?xf32>
    %below = arith.cmpi slt, %row, %rows : index
    cf.assert %below, "index must be smaller than dim size"
    %zero = arith.constant 0 : i64
    %natural = arith.cmpi sge, %index, %zero : i64
    cf.assert %natural, "index must be larger or equal to 0"
    %x = tensor.extract %weight[%row, %e] : tensor<?x?xf32>
    linalg.yield %x : f32
  } -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}

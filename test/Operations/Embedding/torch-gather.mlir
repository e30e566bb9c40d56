// RUN: %operation %s
//
// Operation: embedding
// Front end: torch-mlir
// Data: uniform:7x11xi32,max=99,seed=1 values:2x11xi64:0,1,2,3,4,5,6,0,1,2,3,6,6,6,6,6,6,6,5,0,5,0
//
// What torch-mlir makes of aten.gather, dim = 0. Written after
// lib/Conversion/TorchToLinalg/IndirectDataMovement.cpp and
// test/Conversion/TorchToLinalg of https://github.com/llvm/torch-mlir (Apache
// License v2.0 with LLVM Exceptions).

func.func @gather(%input: tensor<?x?xi32>, %index: tensor<?x?xi64>) -> tensor<?x?xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %m = tensor.dim %index, %c0 : tensor<?x?xi64>
  %n = tensor.dim %index, %c1 : tensor<?x?xi64>
  %empty = tensor.empty(%m, %n) : tensor<?x?xi32>
  %fill = linalg.fill ins(%zero : i32) outs(%empty : tensor<?x?xi32>) -> tensor<?x?xi32>
  %0 = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
    iterator_types = ["parallel", "parallel"]
  } ins(%index : tensor<?x?xi64>) outs(%fill : tensor<?x?xi32>) {
  ^bb0(%number: i64, %old: i32):
    %row = arith.index_cast %number : i64 to index
    %j = linalg.index 1 : index
    %rows = tensor.dim %input, %c0 : tensor<?x?xi32>
    %below = arith.cmpi slt, %row, %rows : index
    cf.assert %below, "index must be smaller than dim size"
    %none = arith.constant 0 : i64
    %natural = arith.cmpi sge, %number, %none : i64
    cf.assert %natural, "index must be larger or equal to 0"
    %x = tensor.extract %input[%row, %j] : tensor<?x?xi32>
    linalg.yield %x : i32
  } -> tensor<?x?xi32>
  return %0 : tensor<?x?xi32>
}

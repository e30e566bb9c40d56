// RUN: %operation %s
//
// Operation: embedding bag
// Front end: torch-mlir
// Data: uniform:7x11xf32,seed=1 values:9xi64:5,0,5,6,1,1,2,6,0 values:7xi64:0,0,3,3,3,4,9
// Data: uniform:7x11xf32,seed=1 values:0xi64: values:3xi64:0,0,0
//
// What torch-mlir makes of aten.embedding_bag, mode sum: every bag walks all
// indices and selects its own, which is recognised as a loop over its own.
// Written after lib/Conversion/TorchToLinalg/IndirectDataMovement.cpp and
// test/Conversion/TorchToLinalg of https://github.com/llvm/torch-mlir (Apache
// License v2.0 with LLVM Exceptions).

#ij = affine_map<(b, j, e) -> (j)>
#ib = affine_map<(b, j, e) -> (b)>
#obe = affine_map<(b, j, e) -> (b, e)>

func.func @embedding_bag(%weight: tensor<?x?xf32>, %indices: tensor<?xi64>, %offsets: tensor<?xi64>)
    -> (tensor<?x?xf32>, tensor<0xi64>, tensor<?xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c1_i64 = arith.constant 1 : i64
  %c0_i64 = arith.constant 0 : i64
  %zero = arith.constant 0.0 : f32
  %width = tensor.dim %weight, %c1 : tensor<?x?xf32>
  %bags = tensor.dim %offsets, %c0 : tensor<?xi64>
  %empty = tensor.empty(%bags, %width) : tensor<?x?xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<?x?xf32>) -> tensor<?x?xf32>
  %length = tensor.dim %indices, %c0 : tensor<?xi64>
  %0 = linalg.generic {
    indexing_maps = [#ij, #ib, #obe], iterator_types = ["parallel", "reduction", "parallel"]
  } ins(%indices, %offsets : tensor<?xi64>, tensor<?xi64>) outs(%init : tensor<?x?xf32>) {
  ^bb0(%index: i64, %offset: i64, %acc: f32):
    %b = linalg.index 0 : index
    %bag = arith.index_cast %b : index to i64
    %next_bag = arith.addi %bag, %c1_i64 : i64
    %next_index = arith.index_cast %next_bag : i64 to index
    %number = arith.index_cast %bags : index to i64
    %is_last = arith.cmpi eq, %number, %next_bag : i64
    %all = arith.index_cast %length : index to i64
    %next_offset = tensor.extract %offsets[%next_index] : tensor<?xi64>
    %end = arith.select %is_last, %all, %next_offset : i64
    %j = linalg.index 1 : index
    %position = arith.index_cast %j : index to i64
    %after = arith.cmpi slt, %offset, %position : i64
    %at = arith.cmpi eq, %offset, %position : i64
    %from = arith.ori %after, %at : i1
    %before = arith.cmpi slt, %position, %end : i64
    %inside = arith.andi %from, %before : i1
    %row = arith.index_cast %index : i64 to index
    %e = linalg.index 2 : index
    %x = tensor.extract %weight[%row, %e] : tensor<?x?xf32>
    %sum = arith.addf %x, %acc : f32
    %result = arith.select %inside, %sum, %acc : f32
    linalg.yield %result : f32
  } -> tensor<?x?xf32>
  %none = tensor.empty() : tensor<0xi64>
  %sizes = tensor.empty(%bags) : tensor<?xi64>
  %zeros = linalg.fill ins(%c0_i64 : i64) outs(%sizes : tensor<?xi64>) -> tensor<?xi64>
  return %0, %none, %zeros : tensor<?x?xf32>, tensor<0xi64>, tensor<?xi64>
}

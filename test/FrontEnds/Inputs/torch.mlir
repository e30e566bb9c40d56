// What torch-mlir's lowering to linalg gives for lookups: indices of i64 that are
// asserted in the body, `tensor.extract`, `linalg.index`. Written after
// lib/Conversion/TorchToLinalg/IndirectDataMovement.cpp and
// test/Conversion/TorchToLinalg/{embeddingBag,datamovement}.mlir of
// https://github.com/llvm/torch-mlir (Apache License v2.0 with LLVM Exceptions).

#ij = affine_map<(b, j, e) -> (j)>
#ib = affine_map<(b, j, e) -> (b)>
#obe = affine_map<(b, j, e) -> (b, e)>

// aten.embedding: two dimensions of indices.
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

// aten.index_select, dim = 1.
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

// aten.gather, dim = 0: an index for each element. What it fills with zeros first
// is overwritten.
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

// aten.embedding_bag, mode sum: every bag walks all indices, and selects those of
// its own. The offset after the last one, which there is not, is never selected.
// Also returns what aten.embedding_bag returns beside: no offsets, no sizes.
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

// As the bag, but the sums go to memory that may be that of the offsets.
func.func @may_overlap(%table: memref<?xi64>, %offsets: memref<?xi64>, %out: memref<?xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %table, %c0 : memref<?xi64>
  %bags = memref.dim %out, %c0 : memref<?xi64>
  scf.for %b = %c0 to %bags step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %position = arith.index_cast %j : index to i64
      %begin = memref.load %offsets[%b] : memref<?xi64>
      %next = arith.addi %b, %c1 : index
      %end = memref.load %offsets[%next] : memref<?xi64>
      %from = arith.cmpi sle, %begin, %position : i64
      %before = arith.cmpi slt, %position, %end : i64
      %inside = arith.andi %from, %before : i1
      %acc = memref.load %out[%b] : memref<?xi64>
      %x = memref.load %table[%j] : memref<?xi64>
      %sum = arith.addi %x, %acc : i64
      %result = arith.select %inside, %sum, %acc : i64
      memref.store %result, %out[%b] : memref<?xi64>
    }
  }
  return
}

// The embedding bag in the shapes of a recommender's table.
func.func @static_bag(%weight: tensor<50x16xf32>, %indices: tensor<40xi64>, %offsets: tensor<8xi64>) -> tensor<8x16xf32> {
  %c1_i64 = arith.constant 1 : i64
  %c8_i64 = arith.constant 8 : i64
  %c40_i64 = arith.constant 40 : i64
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<8x16xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<8x16xf32>) -> tensor<8x16xf32>
  %0 = linalg.generic {
    indexing_maps = [#ij, #ib, #obe], iterator_types = ["parallel", "reduction", "parallel"]
  } ins(%indices, %offsets : tensor<40xi64>, tensor<8xi64>) outs(%init : tensor<8x16xf32>) {
  ^bb0(%index: i64, %offset: i64, %acc: f32):
    %b = linalg.index 0 : index
    %bag = arith.index_cast %b : index to i64
    %next_bag = arith.addi %bag, %c1_i64 : i64
    %next_index = arith.index_cast %next_bag : i64 to index
    %is_last = arith.cmpi eq, %c8_i64, %next_bag : i64
    %next_offset = tensor.extract %offsets[%next_index] : tensor<8xi64>
    %end = arith.select %is_last, %c40_i64, %next_offset : i64
    %j = linalg.index 1 : index
    %position = arith.index_cast %j : index to i64
    %from = arith.cmpi sle, %offset, %position : i64
    %before = arith.cmpi slt, %position, %end : i64
    %inside = arith.andi %from, %before : i1
    %row = arith.index_cast %index : i64 to index
    %e = linalg.index 2 : index
    %x = tensor.extract %weight[%row, %e] : tensor<50x16xf32>
    %sum = arith.addf %x, %acc : f32
    %result = arith.select %inside, %sum, %acc : f32
    linalg.yield %result : f32
  } -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}

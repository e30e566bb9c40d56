// RUN: %operation %s
//
// Operation: block-sparse attention
// Front end: by hand
// Data: values:4xi64:0,2,2,5 values:5xi64:0,1,0,2,1 4 uniform:12x11xf32,seed=1 uniform:12x11xf32,seed=2 zeros:5x4x4xf32
//
// The scores of the blocks that a list of block indices per query block names:
// rows of the keys of a block are contiguous. The access unit walks the blocks
// and loads both rows, the dot products are the core's.

func.func @scores(%positions: memref<?xi64>, %blocks: memref<?xi64>,
                  %size: index, %queries: memref<?x?xf32>,
                  %keys: memref<?x?xf32>, %scores: memref<?x?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %rows = memref.dim %queries, %c0 : memref<?x?xf32>
  %width = memref.dim %queries, %c1 : memref<?x?xf32>
  %queryBlocks = arith.divui %rows, %size : index
  scf.for %qb = %c0 to %queryBlocks step %c1 {
    %firstQuery = arith.muli %qb, %size : index
    %first = memref.load %positions[%qb] : memref<?xi64>
    %begin = arith.index_cast %first : i64 to index
    %qb1 = arith.addi %qb, %c1 : index
    %last = memref.load %positions[%qb1] : memref<?xi64>
    %end = arith.index_cast %last : i64 to index
    scf.for %p = %begin to %end step %c1 {
      %n = memref.load %blocks[%p] : memref<?xi64>
      %kb = arith.index_cast %n : i64 to index
      %firstKey = arith.muli %kb, %size : index
      scf.for %r = %c0 to %size step %c1 {
        %q = arith.addi %firstQuery, %r : index
        scf.for %c = %c0 to %size step %c1 {
          %k = arith.addi %firstKey, %c : index
          %dot = scf.for %e = %c0 to %width step %c1 iter_args(%sum = %zero) -> (f32) {
            %x = memref.load %queries[%q, %e] : memref<?x?xf32>
            %y = memref.load %keys[%k, %e] : memref<?x?xf32>
            %m = arith.mulf %x, %y : f32
            %s = arith.addf %sum, %m : f32
            scf.yield %s : f32
          }
          memref.store %dot, %scores[%p, %r, %c] : memref<?x?x?xf32>
        }
      }
    }
  }
  return
}

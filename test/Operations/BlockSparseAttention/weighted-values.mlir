// RUN: %operation %s
//
// Operation: block-sparse attention
// Front end: by hand
// Data: values:4xi64:0,2,2,5 values:5xi64:0,1,0,2,1 uniform:5x4x4xf32,seed=1 uniform:12x11xf32,seed=2 zeros:12x11xf32
//
// The weights of each block times its rows of values, added up per query.

func.func @weighted_values(%positions: memref<?xi64>, %blocks: memref<?xi64>,
                           %weights: memref<?x4x4xf32>,
                           %values: memref<?x?xf32>, %out: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %rows = memref.dim %out, %c0 : memref<?x?xf32>
  %width = memref.dim %out, %c1 : memref<?x?xf32>
  %queryBlocks = arith.divui %rows, %c4 : index
  scf.for %qb = %c0 to %queryBlocks step %c1 {
    %firstQuery = arith.muli %qb, %c4 : index
    %first = memref.load %positions[%qb] : memref<?xi64>
    %begin = arith.index_cast %first : i64 to index
    %qb1 = arith.addi %qb, %c1 : index
    %last = memref.load %positions[%qb1] : memref<?xi64>
    %end = arith.index_cast %last : i64 to index
    scf.for %p = %begin to %end step %c1 {
      %n = memref.load %blocks[%p] : memref<?xi64>
      %kb = arith.index_cast %n : i64 to index
      %firstValue = arith.muli %kb, %c4 : index
      scf.for %r = %c0 to %c4 step %c1 {
        %q = arith.addi %firstQuery, %r : index
        scf.for %c = %c0 to %c4 step %c1 {
          %k = arith.addi %firstValue, %c : index
          %w = memref.load %weights[%p, %r, %c] : memref<?x4x4xf32>
          scf.for %e = %c0 to %width step %c1 {
            %v = memref.load %values[%k, %e] : memref<?x?xf32>
            %x = arith.mulf %v, %w : f32
            %a = memref.load %out[%q, %e] : memref<?x?xf32>
            %s = arith.addf %a, %x : f32
            memref.store %s, %out[%q, %e] : memref<?x?xf32>
          }
        }
      }
    }
  }
  return
}

// RUN: %operation %s
//
// Operation: block-sparse attention
// Front end: by hand
// Data: values:3x3xi64:0,1,0,2,1,1,2,2,0 uniform:3x4x11xf32,seed=1 zeros:3x3x4x11xf32
//
// The blocks of keys of each query block, copied side by side for a dense
// product: as many block indices for each query block.

func.func @gather_keys(%blocks: memref<?x?xi64>, %keys: memref<?x?x?xf32>,
                       %out: memref<?x?x?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %queryBlocks = memref.dim %blocks, %c0 : memref<?x?xi64>
  %slots = memref.dim %blocks, %c1 : memref<?x?xi64>
  %size = memref.dim %keys, %c1 : memref<?x?x?xf32>
  %width = memref.dim %keys, %c2 : memref<?x?x?xf32>
  scf.for %qb = %c0 to %queryBlocks step %c1 {
    scf.for %s = %c0 to %slots step %c1 {
      %n = memref.load %blocks[%qb, %s] : memref<?x?xi64>
      %kb = arith.index_cast %n : i64 to index
      scf.for %r = %c0 to %size step %c1 {
        scf.for %e = %c0 to %width step %c1 {
          %v = memref.load %keys[%kb, %r, %e] : memref<?x?x?xf32>
          memref.store %v, %out[%qb, %s, %r, %e] : memref<?x?x?x?xf32>
        }
      }
    }
  }
  return
}

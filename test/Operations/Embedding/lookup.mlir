// RUN: %operation %s
//
// Operation: embedding
// Front end: linalg as loops
// Data: values:3x4xi64:5,0,5,6,1,1,1,1,2,6,0,3 uniform:7x11xf32,seed=1 zeros:3x4x11xf32
// Data: values:0x4xi64: uniform:7x11xf32,seed=1 zeros:0x4x11xf32
//
// `embedding` with indices of two dimensions, as a gather in `linalg` becomes
// loops: the index is loaded in the innermost loop, again for each column.

func.func @embedding(%indices: memref<?x?xi64>, %table: memref<?x?xf32>,
                     %out: memref<?x?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n = memref.dim %out, %c0 : memref<?x?x?xf32>
  %m = memref.dim %out, %c1 : memref<?x?x?xf32>
  %width = memref.dim %out, %c2 : memref<?x?x?xf32>
  scf.for %b = %c0 to %n step %c1 {
    scf.for %l = %c0 to %m step %c1 {
      scf.for %e = %c0 to %width step %c1 {
        %i = memref.load %indices[%b, %l] : memref<?x?xi64>
        %row = arith.index_cast %i : i64 to index
        %v = memref.load %table[%row, %e] : memref<?x?xf32>
        memref.store %v, %out[%b, %l, %e] : memref<?x?x?xf32>
      }
    }
  }
  return
}

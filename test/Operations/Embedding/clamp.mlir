// RUN: %operation %s
//
// Operation: embedding
// Front end: by hand
// Data: values:7xi64:5,-3,5,7,1,100,0 uniform:7x11xf32,seed=1 zeros:7x11xf32
//
// Indices that are out of bounds are clamped, on the access unit.

func.func @embedding_clamp(%indices: memref<?xi64>, %table: memref<?x?xf32>,
                           %out: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %indices, %c0 : memref<?xi64>
  %rows = memref.dim %table, %c0 : memref<?x?xf32>
  %lastRow = arith.subi %rows, %c1 : index
  %width = memref.dim %table, %c1 : memref<?x?xf32>
  scf.for %b = %c0 to %n step %c1 {
    %i = memref.load %indices[%b] : memref<?xi64>
    %any = arith.index_cast %i : i64 to index
    %positive = arith.maxsi %any, %c0 : index
    %row = arith.minsi %positive, %lastRow : index
    scf.for %e = %c0 to %width step %c1 {
      %v = memref.load %table[%row, %e] : memref<?x?xf32>
      memref.store %v, %out[%b, %e] : memref<?x?xf32>
    }
  }
  return
}

// RUN: %operation %s
//
// Operation: embedding
// Front end: linalg as loops
// Data: values:3x11xi64:0,1,2,3,4,5,6,0,1,2,3,6,6,6,6,6,6,6,6,6,6,6,5,0,5,0,5,0,5,0,5,0,5 uniform:3x7xf32,seed=1 zeros:3x11xf32
//
// `gather` along the columns.

func.func @gather_columns(%indices: memref<?x?xi64>, %table: memref<?x?xf32>,
                          %out: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %indices, %c0 : memref<?x?xi64>
  %width = memref.dim %indices, %c1 : memref<?x?xi64>
  scf.for %b = %c0 to %n step %c1 {
    scf.for %e = %c0 to %width step %c1 {
      %i = memref.load %indices[%b, %e] : memref<?x?xi64>
      %column = arith.index_cast %i : i64 to index
      %v = memref.load %table[%b, %column] : memref<?x?xf32>
      memref.store %v, %out[%b, %e] : memref<?x?xf32>
    }
  }
  return
}

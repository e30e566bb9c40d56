// RUN: %operation %s
//
// Operation: embedding
// Front end: by hand
// Data: values:11xi64:5,0,5,6,1,1,0,3,3,2,6 uniform:5x7xf32,seed=1 zeros:5x11xf32
//
// Columns of a matrix, selected by index: the innermost loop runs over the
// indices, and the elements lie anywhere in a row.

func.func @index_select_columns(%indices: memref<?xi64>,
                                %table: memref<?x?xf32>,
                                %out: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rows = memref.dim %table, %c0 : memref<?x?xf32>
  %n = memref.dim %indices, %c0 : memref<?xi64>
  scf.for %r = %c0 to %rows step %c1 {
    scf.for %e = %c0 to %n step %c1 {
      %i = memref.load %indices[%e] : memref<?xi64>
      %column = arith.index_cast %i : i64 to index
      %v = memref.load %table[%r, %column] : memref<?x?xf32>
      memref.store %v, %out[%r, %e] : memref<?x?xf32>
    }
  }
  return
}

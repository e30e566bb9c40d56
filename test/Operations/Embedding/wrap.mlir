// RUN: %operation %s
//
// Operation: embedding
// Front end: linalg as loops
// Data: values:7xi64:5,-7,5,-1,1,1,0 uniform:7x11xf32,seed=1 zeros:7x11xf32
//
// Negative indices count from the end, as in `index` of tensor libraries. All
// of it stands in the innermost loop.

func.func @embedding_wrap(%indices: memref<?xi64>, %table: memref<?x?xf32>,
                          %out: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i64
  %n = memref.dim %indices, %c0 : memref<?xi64>
  %rows = memref.dim %table, %c0 : memref<?x?xf32>
  %rowsInt = arith.index_cast %rows : index to i64
  %width = memref.dim %table, %c1 : memref<?x?xf32>
  scf.for %b = %c0 to %n step %c1 {
    scf.for %e = %c0 to %width step %c1 {
      %i = memref.load %indices[%b] : memref<?xi64>
      %isNegative = arith.cmpi slt, %i, %zero : i64
      %wrapped = arith.addi %i, %rowsInt : i64
      %positive = arith.select %isNegative, %wrapped, %i : i64
      %row = arith.index_cast %positive : i64 to index
      %v = memref.load %table[%row, %e] : memref<?x?xf32>
      memref.store %v, %out[%b, %e] : memref<?x?xf32>
    }
  }
  return
}

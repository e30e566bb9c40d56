// RUN: %operation %s
//
// Operation: embedding
// Front end: linalg as loops
// Data: values:7xi64:5,0,5,6,1,1,0 uniform:7x11xf32,seed=1 zeros:7x11xf32
//
// `index_select` with bounds asserts, in the innermost loop with the load of
// the index.

func.func @index_select_assert(%indices: memref<?xi64>, %table: memref<?x?xf32>,
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
      %isSmall = arith.cmpi slt, %i, %rowsInt : i64
      cf.assert %isSmall, "index must be smaller than dim size"
      %isPositive = arith.cmpi sge, %i, %zero : i64
      cf.assert %isPositive, "index must be larger or equal to 0"
      %row = arith.index_cast %i : i64 to index
      %v = memref.load %table[%row, %e] : memref<?x?xf32>
      memref.store %v, %out[%b, %e] : memref<?x?xf32>
    }
  }
  return
}

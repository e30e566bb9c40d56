// RUN: %operation %s
//
// Operation: embedding
// Front end: by hand
// Data: values:7xi32:5,0,5,6,1,1,0 uniform:7x11xf64,seed=1 zeros:7x11xf64
// Data: values:2xi32:0,0 uniform:1x8xf64,seed=1 zeros:2x8xf64
//
// Rows of a matrix, selected by index.

func.func @index_select(%indices: memref<?xi32>, %table: memref<?x?xf64>,
                        %out: memref<?x?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %indices, %c0 : memref<?xi32>
  %width = memref.dim %table, %c1 : memref<?x?xf64>
  scf.for %b = %c0 to %n step %c1 {
    %i = memref.load %indices[%b] : memref<?xi32>
    %row = arith.index_cast %i : i32 to index
    scf.for %e = %c0 to %width step %c1 {
      %v = memref.load %table[%row, %e] : memref<?x?xf64>
      memref.store %v, %out[%b, %e] : memref<?x?xf64>
    }
  }
  return
}

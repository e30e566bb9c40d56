// RUN: %operation %s
//
// Operation: embedding
// Front end: by hand
// Data: values:7xi64:5,0,5,6,1,1,0 uniform:7x11xf32,seed=1 zeros:7x11xf32
//
// The bounds assert stands once per row, before the loop that copies it.

func.func @assert_outside(%indices: memref<?xi64>, %table: memref<?x?xf32>,
                          %out: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %indices, %c0 : memref<?xi64>
  %rows = memref.dim %table, %c0 : memref<?x?xf32>
  %width = memref.dim %table, %c1 : memref<?x?xf32>
  scf.for %b = %c0 to %n step %c1 {
    %i = memref.load %indices[%b] : memref<?xi64>
    %row = arith.index_cast %i : i64 to index
    %inBounds = arith.cmpi ult, %row, %rows : index
    cf.assert %inBounds, "embedding index out of range"
    scf.for %e = %c0 to %width step %c1 {
      %v = memref.load %table[%row, %e] : memref<?x?xf32>
      memref.store %v, %out[%b, %e] : memref<?x?xf32>
    }
  }
  return
}

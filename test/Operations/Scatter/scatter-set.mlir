// RUN: %operation %s
//
// Operation: scatter
// Front end: by hand
// Data: values:9xi64:5,0,5,6,1,1,2,6,0 uniform:9x11xf32,seed=1 uniform:7x11xf32,seed=2
//
// Rows of the target are overwritten, the last one stays.

func.func @scatter_set(%indices: memref<?xi64>, %source: memref<?x?xf32>,
                       %target: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %indices, %c0 : memref<?xi64>
  %width = memref.dim %source, %c1 : memref<?x?xf32>
  scf.for %p = %c0 to %n step %c1 {
    %i = memref.load %indices[%p] : memref<?xi64>
    %row = arith.index_cast %i : i64 to index
    scf.for %e = %c0 to %width step %c1 {
      %v = memref.load %source[%p, %e] : memref<?x?xf32>
      memref.store %v, %target[%row, %e] : memref<?x?xf32>
    }
  }
  return
}

// RUN: %operation %s
//
// Operation: scatter
// Front end: by hand
// Data: values:9xi64:5,0,5,6,1,1,2,6,0 uniform:9x11xf32,seed=1 uniform:7x11xf32,seed=2
// Data: values:0xi64: uniform:0x11xf32 uniform:7x11xf32,seed=2
//
// `index_add`: row p of the source is added to row indices[p] of the target.
// Rows of the target occur more than once, so their loads stay on the core.

func.func @scatter_add(%indices: memref<?xi64>, %source: memref<?x?xf32>,
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
      %a = memref.load %target[%row, %e] : memref<?x?xf32>
      %s = arith.addf %a, %v : f32
      memref.store %s, %target[%row, %e] : memref<?x?xf32>
    }
  }
  return
}

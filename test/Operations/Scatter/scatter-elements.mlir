// RUN: %operation %s
//
// Operation: scatter
// Front end: by hand
// Data: values:3x11xi64:0,1,2,3,4,5,6,0,1,2,3,6,6,6,6,6,6,6,6,6,6,6,5,0,5,0,5,0,5,0,5,0,5 uniform:3x11xf32,seed=1 uniform:7x11xf32,seed=2
//
// `scatter_add` along the rows: each element has an index of its own.

func.func @scatter_elements(%indices: memref<?x?xi64>, %source: memref<?x?xf32>,
                            %target: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %indices, %c0 : memref<?x?xi64>
  %width = memref.dim %indices, %c1 : memref<?x?xi64>
  scf.for %p = %c0 to %n step %c1 {
    scf.for %e = %c0 to %width step %c1 {
      %i = memref.load %indices[%p, %e] : memref<?x?xi64>
      %row = arith.index_cast %i : i64 to index
      %v = memref.load %source[%p, %e] : memref<?x?xf32>
      %a = memref.load %target[%row, %e] : memref<?x?xf32>
      %s = arith.addf %a, %v : f32
      memref.store %s, %target[%row, %e] : memref<?x?xf32>
    }
  }
  return
}

// RUN: %operation %s
//
// Operation: sampled dense-dense product
// Front end: by hand
// Data: values:6x5xi32:0,0,0,0,0,1,4,6,0,0,0,0,0,0,0,0,1,2,4,7,4,4,4,4,4,0,0,0,0,0 values:6x5xf32:0,0,0,0,0,0.5,-1.25,2,0,0,0,0,0,0,0,1,-0.75,3,0.25,-2,-0.5,0,0,0,0,0,0,0,0,0 uniform:6x11xf32,seed=1 uniform:8x11xf32,seed=2 zeros:6x5xf32
//
// ELL: as many elements in each row. The result has the same form, and the rows
// of both factors are contiguous.

func.func @sddmm_ell(%columns: memref<?x?xi32>, %values: memref<?x?xf32>,
                     %a: memref<?x?xf32>, %b: memref<?x?xf32>,
                     %out: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %rows = memref.dim %columns, %c0 : memref<?x?xi32>
  %slots = memref.dim %columns, %c1 : memref<?x?xi32>
  %width = memref.dim %a, %c1 : memref<?x?xf32>
  scf.for %i = %c0 to %rows step %c1 {
    scf.for %s = %c0 to %slots step %c1 {
      %column = memref.load %columns[%i, %s] : memref<?x?xi32>
      %j = arith.index_cast %column : i32 to index
      %v = memref.load %values[%i, %s] : memref<?x?xf32>
      %dot = scf.for %e = %c0 to %width step %c1 iter_args(%sum = %zero) -> (f32) {
        %x = memref.load %a[%i, %e] : memref<?x?xf32>
        %y = memref.load %b[%j, %e] : memref<?x?xf32>
        %p = arith.mulf %x, %y : f32
        %n = arith.addf %sum, %p : f32
        scf.yield %n : f32
      }
      %w = arith.mulf %dot, %v : f32
      memref.store %w, %out[%i, %s] : memref<?x?xf32>
    }
  }
  return
}

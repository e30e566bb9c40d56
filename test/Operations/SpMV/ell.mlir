// RUN: %operation %s
//
// Operation: sparse matrix times vector
// Front end: by hand
// Data: values:6x5xi32:0,0,0,0,0,1,4,6,0,0,0,0,0,0,0,0,1,2,4,7,4,4,4,4,4,0,0,0,0,0 values:6x5xf32:0,0,0,0,0,0.5,-1.25,2,0,0,0,0,0,0,0,1,-0.75,3,0.25,-2,-0.5,0,0,0,0,0,0,0,0,0 uniform:8xf32,seed=1 zeros:6xf32
//
// ELL: as many elements in each row, zeros where it has fewer.

func.func @spmv_ell(%columns: memref<?x?xi32>, %values: memref<?x?xf32>,
                    %x: memref<?xf32>, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %rows = memref.dim %columns, %c0 : memref<?x?xi32>
  %slots = memref.dim %columns, %c1 : memref<?x?xi32>
  scf.for %i = %c0 to %rows step %c1 {
    %sum = scf.for %s = %c0 to %slots step %c1 iter_args(%a = %zero) -> (f32) {
      %column = memref.load %columns[%i, %s] : memref<?x?xi32>
      %k = arith.index_cast %column : i32 to index
      %v = memref.load %values[%i, %s] : memref<?x?xf32>
      %e = memref.load %x[%k] : memref<?xf32>
      %p = arith.mulf %v, %e : f32
      %n = arith.addf %a, %p : f32
      scf.yield %n : f32
    }
    memref.store %sum, %y[%i] : memref<?xf32>
  }
  return
}

// RUN: %operation %s
//
// Operation: sparse matrix times matrix
// Front end: by hand
// Data: values:6x5xi32:0,0,0,0,0,1,4,6,0,0,0,0,0,0,0,0,1,2,4,7,4,4,4,4,4,0,0,0,0,0 values:6x5xf32:0,0,0,0,0,0.5,-1.25,2,0,0,0,0,0,0,0,1,-0.75,3,0.25,-2,-0.5,0,0,0,0,0,0,0,0,0 uniform:8x11xf32,seed=1 uniform:6x11xf32,seed=2
//
// ELL: as many elements in each row of the sparse matrix, zeros where it has
// fewer.

func.func @spmm_ell(%columns: memref<?x?xi32>, %values: memref<?x?xf32>,
                    %b: memref<?x?xf32>, %c: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rows = memref.dim %columns, %c0 : memref<?x?xi32>
  %slots = memref.dim %columns, %c1 : memref<?x?xi32>
  %width = memref.dim %b, %c1 : memref<?x?xf32>
  scf.for %i = %c0 to %rows step %c1 {
    scf.for %s = %c0 to %slots step %c1 {
      %column = memref.load %columns[%i, %s] : memref<?x?xi32>
      %k = arith.index_cast %column : i32 to index
      %v = memref.load %values[%i, %s] : memref<?x?xf32>
      scf.for %j = %c0 to %width step %c1 {
        %x = memref.load %b[%k, %j] : memref<?x?xf32>
        %p = arith.mulf %v, %x : f32
        %a = memref.load %c[%i, %j] : memref<?x?xf32>
        %n = arith.addf %a, %p : f32
        memref.store %n, %c[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}

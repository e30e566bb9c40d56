// RUN: %operation %s
//
// Operation: sampled dense-dense product
// Front end: by hand
// Data: values:7xi64:0,0,3,3,8,9,9 values:9xi64:1,4,6,0,1,2,4,7,4 uniform:6x11xf32,seed=1 uniform:8x11xf32,seed=2 zeros:9xf32
//
// The result is the values of a sparse matrix in the form of compressed rows, as
// graph libraries compute a score for each edge.

func.func @sddmm_values(%positions: memref<?xi64>, %columns: memref<?xi64>,
                        %a: memref<?x?xf32>, %b: memref<?x?xf32>,
                        %values: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %rows = memref.dim %a, %c0 : memref<?x?xf32>
  %width = memref.dim %a, %c1 : memref<?x?xf32>
  scf.for %i = %c0 to %rows step %c1 {
    %first = memref.load %positions[%i] : memref<?xi64>
    %begin = arith.index_cast %first : i64 to index
    %i1 = arith.addi %i, %c1 : index
    %last = memref.load %positions[%i1] : memref<?xi64>
    %end = arith.index_cast %last : i64 to index
    scf.for %p = %begin to %end step %c1 {
      %column = memref.load %columns[%p] : memref<?xi64>
      %j = arith.index_cast %column : i64 to index
      %dot = scf.for %e = %c0 to %width step %c1 iter_args(%sum = %zero) -> (f32) {
        %x = memref.load %a[%i, %e] : memref<?x?xf32>
        %y = memref.load %b[%j, %e] : memref<?x?xf32>
        %m = arith.mulf %x, %y : f32
        %n = arith.addf %sum, %m : f32
        scf.yield %n : f32
      }
      memref.store %dot, %values[%p] : memref<?xf32>
    }
  }
  return
}

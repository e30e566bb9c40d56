// RUN: %operation %s
//
// Operation: embedding bag
// Front end: by hand
// Data: values:8xi64:0,0,3,3,3,4,9,9 values:9xi64:5,0,5,6,1,1,2,6,0 uniform:7x11xf32,seed=1 uniform:7x11xf32,seed=2
//
// Loops over i64, as the offsets are: no casts of bounds, but one of each
// index.

func.func @bag_i64(%offsets: memref<?xi64>, %indices: memref<?xi64>,
                   %table: memref<?x?xf32>, %out: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i64
  %bags = memref.dim %out, %c0 : memref<?x?xf32>
  %width = memref.dim %out, %c1 : memref<?x?xf32>
  scf.for %b = %c0 to %bags step %c1 {
    %begin = memref.load %offsets[%b] : memref<?xi64>
    %b1 = arith.addi %b, %c1 : index
    %end = memref.load %offsets[%b1] : memref<?xi64>
    scf.for %n = %begin to %end step %one : i64 {
      %p = arith.index_cast %n : i64 to index
      %i = memref.load %indices[%p] : memref<?xi64>
      %row = arith.index_cast %i : i64 to index
      scf.for %e = %c0 to %width step %c1 {
        %v = memref.load %table[%row, %e] : memref<?x?xf32>
        %a = memref.load %out[%b, %e] : memref<?x?xf32>
        %s = arith.addf %a, %v : f32
        memref.store %s, %out[%b, %e] : memref<?x?xf32>
      }
    }
  }
  return
}

// RUN: %operation %s
//
// Operation: embedding bag
// Front end: by hand
// Data: values:8xi32:0,0,3,3,3,4,9,9 values:9xi32:5,0,5,6,1,1,2,6,0 uniform:7x11xi8,max=128,seed=1 uniform:7x2xf32,seed=3 uniform:7x11xf32,seed=2
//
// A table of unsigned bytes, with a scale and a bias for each row.

func.func @bag_quantised(%offsets: memref<?xi32>, %indices: memref<?xi32>,
                         %table: memref<?x?xi8>, %scales: memref<?x2xf32>,
                         %out: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %bags = memref.dim %out, %c0 : memref<?x?xf32>
  %width = memref.dim %out, %c1 : memref<?x?xf32>
  scf.for %b = %c0 to %bags step %c1 {
    %first = memref.load %offsets[%b] : memref<?xi32>
    %begin = arith.index_cast %first : i32 to index
    %b1 = arith.addi %b, %c1 : index
    %last = memref.load %offsets[%b1] : memref<?xi32>
    %end = arith.index_cast %last : i32 to index
    scf.for %p = %begin to %end step %c1 {
      %i = memref.load %indices[%p] : memref<?xi32>
      %row = arith.index_castui %i : i32 to index
      %scale = memref.load %scales[%row, %c0] : memref<?x2xf32>
      %bias = memref.load %scales[%row, %c1] : memref<?x2xf32>
      scf.for %e = %c0 to %width step %c1 {
        %q = memref.load %table[%row, %e] : memref<?x?xi8>
        %f = arith.uitofp %q : i8 to f32
        %m = arith.mulf %f, %scale : f32
        %v = arith.addf %m, %bias : f32
        %a = memref.load %out[%b, %e] : memref<?x?xf32>
        %s = arith.addf %a, %v : f32
        memref.store %s, %out[%b, %e] : memref<?x?xf32>
      }
    }
  }
  return
}

// RUN: %operation %s
//
// Operation: message passing
// Front end: by hand
// Data: values:8xi64:0,0,3,3,3,4,9,9 values:9xi64:5,0,5,6,1,1,2,6,0 values:7xf32:1,0.5,1,1,1,0.25,2 uniform:7x11xf32,seed=1 zeros:7x11xf32
//
// A graph convolution: each edge has the product of the factors of its two
// nodes as its weight.

func.func @normalised(%positions: memref<?xi64>, %neighbours: memref<?xi64>,
                      %factors: memref<?xf32>, %features: memref<?x?xf32>,
                      %out: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %nodes = memref.dim %features, %c0 : memref<?x?xf32>
  %width = memref.dim %features, %c1 : memref<?x?xf32>
  scf.for %i = %c0 to %nodes step %c1 {
    %fi = memref.load %factors[%i] : memref<?xf32>
    %first = memref.load %positions[%i] : memref<?xi64>
    %begin = arith.index_cast %first : i64 to index
    %i1 = arith.addi %i, %c1 : index
    %last = memref.load %positions[%i1] : memref<?xi64>
    %end = arith.index_cast %last : i64 to index
    scf.for %p = %begin to %end step %c1 {
      %n = memref.load %neighbours[%p] : memref<?xi64>
      %j = arith.index_cast %n : i64 to index
      %fj = memref.load %factors[%j] : memref<?xf32>
      %w = arith.mulf %fi, %fj : f32
      scf.for %e = %c0 to %width step %c1 {
        %v = memref.load %features[%j, %e] : memref<?x?xf32>
        %x = arith.mulf %v, %w : f32
        %a = memref.load %out[%i, %e] : memref<?x?xf32>
        %s = arith.addf %a, %x : f32
        memref.store %s, %out[%i, %e] : memref<?x?xf32>
      }
    }
  }
  return
}

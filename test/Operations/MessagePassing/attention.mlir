// RUN: %operation %s
//
// Operation: message passing
// Front end: by hand
// Data: values:8xi64:0,0,3,3,3,4,9,9 values:9xi64:5,0,5,6,1,1,2,6,0 uniform:7xf32,seed=2 uniform:7xf32,seed=3 uniform:7x11xf32,seed=1 zeros:7x11xf32
//
// Graph attention: the scores of a node's edges are made positive by exp, added
// up in a first loop over the edges, and weigh the rows in a second one.

func.func @attention(%positions: memref<?xi64>, %neighbours: memref<?xi64>,
                     %sources: memref<?xf32>, %targets: memref<?xf32>,
                     %features: memref<?x?xf32>, %out: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %slope = arith.constant 0.2 : f32
  %nodes = memref.dim %features, %c0 : memref<?x?xf32>
  %width = memref.dim %features, %c1 : memref<?x?xf32>
  scf.for %i = %c0 to %nodes step %c1 {
    %si = memref.load %sources[%i] : memref<?xf32>
    %first = memref.load %positions[%i] : memref<?xi64>
    %begin = arith.index_cast %first : i64 to index
    %i1 = arith.addi %i, %c1 : index
    %last = memref.load %positions[%i1] : memref<?xi64>
    %end = arith.index_cast %last : i64 to index
    %total = scf.for %p = %begin to %end step %c1 iter_args(%sum = %zero) -> (f32) {
      %n = memref.load %neighbours[%p] : memref<?xi64>
      %j = arith.index_cast %n : i64 to index
      %tj = memref.load %targets[%j] : memref<?xf32>
      %score = arith.addf %si, %tj : f32
      %small = arith.mulf %score, %slope : f32
      %leaky = arith.maximumf %score, %small : f32
      %weight = math.exp %leaky : f32
      %s = arith.addf %sum, %weight : f32
      scf.yield %s : f32
    }
    scf.for %p = %begin to %end step %c1 {
      %n = memref.load %neighbours[%p] : memref<?xi64>
      %j = arith.index_cast %n : i64 to index
      %tj = memref.load %targets[%j] : memref<?xf32>
      %score = arith.addf %si, %tj : f32
      %small = arith.mulf %score, %slope : f32
      %leaky = arith.maximumf %score, %small : f32
      %exp = math.exp %leaky : f32
      %weight = arith.divf %exp, %total : f32
      scf.for %e = %c0 to %width step %c1 {
        %v = memref.load %features[%j, %e] : memref<?x?xf32>
        %x = arith.mulf %v, %weight : f32
        %a = memref.load %out[%i, %e] : memref<?x?xf32>
        %s = arith.addf %a, %x : f32
        memref.store %s, %out[%i, %e] : memref<?x?xf32>
      }
    }
  }
  return
}

// RUN: %operation %s
//
// Operation: message passing
// Front end: by hand
// Data: values:8xi64:0,0,3,3,3,4,9,9 values:9xi64:5,0,5,6,1,1,2,6,0 uniform:7x11xf32,seed=1 zeros:7x11xf32
// Data: values:1xi64:0 values:0xi64: uniform:0x11xf32 zeros:0x11xf32
//
// Fused: per edge the dot product of the rows of both nodes, a sigmoid, then
// the weighted sum of the neighbour's row, which is read twice.

func.func @fused_sigmoid(%positions: memref<?xi64>, %neighbours: memref<?xi64>,
                         %features: memref<?x?xf32>, %out: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %nodes = memref.dim %features, %c0 : memref<?x?xf32>
  %width = memref.dim %features, %c1 : memref<?x?xf32>
  scf.for %i = %c0 to %nodes step %c1 {
    %first = memref.load %positions[%i] : memref<?xi64>
    %begin = arith.index_cast %first : i64 to index
    %i1 = arith.addi %i, %c1 : index
    %last = memref.load %positions[%i1] : memref<?xi64>
    %end = arith.index_cast %last : i64 to index
    scf.for %p = %begin to %end step %c1 {
      %n = memref.load %neighbours[%p] : memref<?xi64>
      %j = arith.index_cast %n : i64 to index
      %dot = scf.for %e = %c0 to %width step %c1 iter_args(%sum = %zero) -> (f32) {
        %x = memref.load %features[%i, %e] : memref<?x?xf32>
        %y = memref.load %features[%j, %e] : memref<?x?xf32>
        %m = arith.mulf %x, %y : f32
        %s = arith.addf %sum, %m : f32
        scf.yield %s : f32
      }
      %negative = arith.negf %dot : f32
      %exp = math.exp %negative : f32
      %more = arith.addf %exp, %one : f32
      %w = arith.divf %one, %more : f32
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

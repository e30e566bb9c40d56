// RUN: %operation %s
//
// Operation: scatter
// Front end: by hand
// Data: values:9xi64:5,0,5,6,1,1,2,6,0 values:9xi64:0,1,2,3,0,1,2,3,3 uniform:4x11xf32,seed=1 uniform:7x11xf32,seed=2
//
// The maximum over the messages of all edges of a graph in coordinate form:
// rows are gathered by the source of an edge and scattered to its target.

func.func @scatter_max(%targets: memref<?xi64>, %sources: memref<?xi64>,
                       %features: memref<?x?xf32>, %out: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %targets, %c0 : memref<?xi64>
  %width = memref.dim %features, %c1 : memref<?x?xf32>
  scf.for %p = %c0 to %n step %c1 {
    %i = memref.load %targets[%p] : memref<?xi64>
    %target = arith.index_cast %i : i64 to index
    %j = memref.load %sources[%p] : memref<?xi64>
    %source = arith.index_cast %j : i64 to index
    scf.for %e = %c0 to %width step %c1 {
      %v = memref.load %features[%source, %e] : memref<?x?xf32>
      %a = memref.load %out[%target, %e] : memref<?x?xf32>
      %m = arith.maximumf %a, %v : f32
      memref.store %m, %out[%target, %e] : memref<?x?xf32>
    }
  }
  return
}

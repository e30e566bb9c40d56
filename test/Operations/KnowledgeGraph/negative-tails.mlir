// RUN: %operation %s
//
// Operation: knowledge graph
// Front end: by hand
// Data: values:3xi64:0,6,3 values:3xi64:1,0,2 values:3x4xi64:5,6,0,3,0,0,0,1,6,5,4,3 uniform:7x11xf32,seed=1 uniform:3x11xf32,seed=2 zeros:3x4xf32
//
// Each head and relation is scored against a list of tails, as in training with
// negative samples. The rows of head and relation are read again for each.

func.func @negative_tails(%heads: memref<?xi64>, %relations: memref<?xi64>,
                          %tails: memref<?x?xi64>, %entities: memref<?x?xf32>,
                          %diagonals: memref<?x?xf32>,
                          %scores: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %n = memref.dim %tails, %c0 : memref<?x?xi64>
  %samples = memref.dim %tails, %c1 : memref<?x?xi64>
  %width = memref.dim %entities, %c1 : memref<?x?xf32>
  scf.for %t = %c0 to %n step %c1 {
    %i = memref.load %heads[%t] : memref<?xi64>
    %head = arith.index_cast %i : i64 to index
    %j = memref.load %relations[%t] : memref<?xi64>
    %relation = arith.index_cast %j : i64 to index
    scf.for %m = %c0 to %samples step %c1 {
      %k = memref.load %tails[%t, %m] : memref<?x?xi64>
      %tail = arith.index_cast %k : i64 to index
      %score = scf.for %e = %c0 to %width step %c1 iter_args(%sum = %zero) -> (f32) {
        %h = memref.load %entities[%head, %e] : memref<?x?xf32>
        %r = memref.load %diagonals[%relation, %e] : memref<?x?xf32>
        %q = memref.load %entities[%tail, %e] : memref<?x?xf32>
        %hr = arith.mulf %h, %r : f32
        %hrq = arith.mulf %hr, %q : f32
        %s = arith.addf %sum, %hrq : f32
        scf.yield %s : f32
      }
      memref.store %score, %scores[%t, %m] : memref<?x?xf32>
    }
  }
  return
}

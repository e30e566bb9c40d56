// RUN: %operation %s
//
// Operation: knowledge graph
// Front end: by hand
// Data: values:5x3xi32:0,1,5,6,0,6,3,2,0,3,2,3,0,1,5 uniform:7x11xf32,seed=1 uniform:3x11xf32,seed=2 zeros:5xf32
//
// DistMult: the score is the sum of head * relation * tail. A triple is a row
// of one array.

func.func @distmult(%triples: memref<?x3xi32>, %entities: memref<?x?xf32>,
                    %relations: memref<?x?xf32>, %scores: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f32
  %n = memref.dim %triples, %c0 : memref<?x3xi32>
  %width = memref.dim %entities, %c1 : memref<?x?xf32>
  scf.for %t = %c0 to %n step %c1 {
    %i = memref.load %triples[%t, %c0] : memref<?x3xi32>
    %head = arith.index_cast %i : i32 to index
    %j = memref.load %triples[%t, %c1] : memref<?x3xi32>
    %relation = arith.index_cast %j : i32 to index
    %k = memref.load %triples[%t, %c2] : memref<?x3xi32>
    %tail = arith.index_cast %k : i32 to index
    %score = scf.for %e = %c0 to %width step %c1 iter_args(%sum = %zero) -> (f32) {
      %h = memref.load %entities[%head, %e] : memref<?x?xf32>
      %r = memref.load %relations[%relation, %e] : memref<?x?xf32>
      %q = memref.load %entities[%tail, %e] : memref<?x?xf32>
      %hr = arith.mulf %h, %r : f32
      %hrq = arith.mulf %hr, %q : f32
      %s = arith.addf %sum, %hrq : f32
      scf.yield %s : f32
    }
    memref.store %score, %scores[%t] : memref<?xf32>
  }
  return
}

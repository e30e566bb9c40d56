// RUN: %operation %s
//
// Operation: knowledge graph
// Front end: by hand
// Data: values:5xi64:0,6,3,3,0 values:5xi64:1,0,2,2,1 values:5xi64:5,6,0,3,5 uniform:7x11xf32,seed=1 uniform:3x11xf32,seed=2 zeros:5xf32
//
// TransE with the L2 norm: the root is taken once per triple.

func.func @transe_l2(%heads: memref<?xi64>, %relations: memref<?xi64>,
                     %tails: memref<?xi64>, %entities: memref<?x?xf32>,
                     %translations: memref<?x?xf32>, %scores: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %n = memref.dim %heads, %c0 : memref<?xi64>
  %width = memref.dim %entities, %c1 : memref<?x?xf32>
  scf.for %t = %c0 to %n step %c1 {
    %i = memref.load %heads[%t] : memref<?xi64>
    %head = arith.index_cast %i : i64 to index
    %j = memref.load %relations[%t] : memref<?xi64>
    %relation = arith.index_cast %j : i64 to index
    %k = memref.load %tails[%t] : memref<?xi64>
    %tail = arith.index_cast %k : i64 to index
    %square = scf.for %e = %c0 to %width step %c1 iter_args(%sum = %zero) -> (f32) {
      %h = memref.load %entities[%head, %e] : memref<?x?xf32>
      %r = memref.load %translations[%relation, %e] : memref<?x?xf32>
      %q = memref.load %entities[%tail, %e] : memref<?x?xf32>
      %moved = arith.addf %h, %r : f32
      %difference = arith.subf %moved, %q : f32
      %product = arith.mulf %difference, %difference : f32
      %s = arith.addf %sum, %product : f32
      scf.yield %s : f32
    }
    %score = math.sqrt %square : f32
    memref.store %score, %scores[%t] : memref<?xf32>
  }
  return
}

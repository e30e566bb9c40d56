// RUN: %operation %s
//
// Operation: embedding bag
// Front end: by hand
// Data: values:3x4xi64:5,0,5,6,1,1,1,1,2,6,0,3 uniform:7x11xf32,seed=1 uniform:3x11xf32,seed=2
// Data: values:3x0xi64: uniform:7x11xf32,seed=1 uniform:3x11xf32,seed=2
//
// Each row of the indices is a bag, and the innermost loop runs over the bag:
// the sum is a value that it carries, and the elements lie in different rows.

func.func @bag_by_column(%indices: memref<?x?xi64>, %table: memref<?x?xf32>,
                         %out: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %bags = memref.dim %indices, %c0 : memref<?x?xi64>
  %length = memref.dim %indices, %c1 : memref<?x?xi64>
  %width = memref.dim %out, %c1 : memref<?x?xf32>
  scf.for %b = %c0 to %bags step %c1 {
    scf.for %e = %c0 to %width step %c1 {
      %sum = scf.for %l = %c0 to %length step %c1 iter_args(%a = %zero) -> (f32) {
        %i = memref.load %indices[%b, %l] : memref<?x?xi64>
        %row = arith.index_cast %i : i64 to index
        %v = memref.load %table[%row, %e] : memref<?x?xf32>
        %s = arith.addf %a, %v : f32
        scf.yield %s : f32
      }
      memref.store %sum, %out[%b, %e] : memref<?x?xf32>
    }
  }
  return
}

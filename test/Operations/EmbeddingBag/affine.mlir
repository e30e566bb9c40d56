// RUN: %operation %s
//
// Operation: embedding bag
// Front end: affine
// Data: values:3x4xi64:5,0,5,6,1,1,1,1,2,6,0,3 uniform:7x11xf32,seed=1 uniform:3x11xf32,seed=2
//
// Loops of affine, around a lookup that is not affine.

func.func @bag_affine(%indices: memref<?x4xi64>, %table: memref<?x11xf32>,
                      %out: memref<?x11xf32>) {
  %c0 = arith.constant 0 : index
  %bags = memref.dim %indices, %c0 : memref<?x4xi64>
  affine.for %b = 0 to %bags {
    affine.for %l = 0 to 4 {
      %i = affine.load %indices[%b, %l] : memref<?x4xi64>
      %row = arith.index_cast %i : i64 to index
      affine.for %e = 0 to 11 {
        %v = memref.load %table[%row, %e] : memref<?x11xf32>
        %a = affine.load %out[%b, %e] : memref<?x11xf32>
        %s = arith.addf %a, %v : f32
        affine.store %s, %out[%b, %e] : memref<?x11xf32>
      }
    }
  }
  return
}

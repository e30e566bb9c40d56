// RUN: %operation %s
//
// Operation: scatter
// Front end: by hand
// Data: values:19xi32:5,0,5,6,1,1,2,6,0,1,1,1,1,1,1,1,1,1,1 uniform:7xi32,max=9,seed=2
//
// Counts how often each index occurs: several lanes of one vector may count at
// the same place.

func.func @histogram(%indices: memref<?xi32>, %counts: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i32
  %n = memref.dim %indices, %c0 : memref<?xi32>
  scf.for %p = %c0 to %n step %c1 {
    %i = memref.load %indices[%p] : memref<?xi32>
    %at = arith.index_cast %i : i32 to index
    %a = memref.load %counts[%at] : memref<?xi32>
    %s = arith.addi %a, %one : i32
    memref.store %s, %counts[%at] : memref<?xi32>
  }
  return
}

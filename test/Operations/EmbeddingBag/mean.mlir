// RUN: %operation %s
//
// Operation: embedding bag
// Front end: by hand
// Data: values:8xi32:0,0,3,3,3,4,9,9 values:9xi64:5,0,5,6,1,1,2,6,0 uniform:7x11xf32,seed=1 uniform:7x11xf32,seed=2
// Data: values:3xi32:0,0,0 values:0xi64: uniform:7x11xf32,seed=1 uniform:2x11xf32,seed=2
//
// The mean of the rows of each bag, zero for an empty one: the sum is divided
// behind the lookups. Offsets are i32, indices i64.

func.func @bag_mean(%offsets: memref<?xi32>, %indices: memref<?xi64>,
                    %table: memref<?x?xf32>, %out: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i32
  %zero = arith.constant 0.0 : f32
  %bags = memref.dim %out, %c0 : memref<?x?xf32>
  %width = memref.dim %out, %c1 : memref<?x?xf32>
  scf.for %b = %c0 to %bags step %c1 {
    scf.for %e = %c0 to %width step %c1 {
      memref.store %zero, %out[%b, %e] : memref<?x?xf32>
    }
    %first = memref.load %offsets[%b] : memref<?xi32>
    %begin = arith.index_cast %first : i32 to index
    %b1 = arith.addi %b, %c1 : index
    %last = memref.load %offsets[%b1] : memref<?xi32>
    %end = arith.index_cast %last : i32 to index
    scf.for %p = %begin to %end step %c1 {
      %i = memref.load %indices[%p] : memref<?xi64>
      %row = arith.index_cast %i : i64 to index
      scf.for %e = %c0 to %width step %c1 {
        %v = memref.load %table[%row, %e] : memref<?x?xf32>
        %a = memref.load %out[%b, %e] : memref<?x?xf32>
        %s = arith.addf %a, %v : f32
        memref.store %s, %out[%b, %e] : memref<?x?xf32>
      }
    }
    %length = arith.subi %last, %first : i32
    %divisor = arith.maxsi %length, %one : i32
    %count = arith.sitofp %divisor : i32 to f32
    scf.for %e = %c0 to %width step %c1 {
      %a = memref.load %out[%b, %e] : memref<?x?xf32>
      %m = arith.divf %a, %count : f32
      memref.store %m, %out[%b, %e] : memref<?x?xf32>
    }
  }
  return
}

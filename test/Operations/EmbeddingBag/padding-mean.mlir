// RUN: %operation %s
//
// Operation: embedding bag
// Front end: by hand
// Data: values:8xi64:0,0,3,3,3,4,9,9 values:9xi64:5,0,5,6,1,1,2,6,0 1 uniform:7x11xf32,seed=1 uniform:7x11xf32,seed=2
// Data: values:4xi64:0,2,2,5 values:5xi64:3,3,3,3,3 3 uniform:7x11xf32,seed=1 uniform:3x11xf32,seed=2
//
// The mean without the rows of the padding index: the core counts the others.

func.func @bag_padding_mean(%offsets: memref<?xi64>, %indices: memref<?xi64>,
                            %padding: i64, %table: memref<?x?xf32>,
                            %out: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %bags = memref.dim %out, %c0 : memref<?x?xf32>
  %width = memref.dim %out, %c1 : memref<?x?xf32>
  scf.for %b = %c0 to %bags step %c1 {
    scf.for %e = %c0 to %width step %c1 {
      memref.store %zero, %out[%b, %e] : memref<?x?xf32>
    }
    %first = memref.load %offsets[%b] : memref<?xi64>
    %begin = arith.index_cast %first : i64 to index
    %b1 = arith.addi %b, %c1 : index
    %last = memref.load %offsets[%b1] : memref<?xi64>
    %end = arith.index_cast %last : i64 to index
    %rows = scf.for %p = %begin to %end step %c1 iter_args(%n = %zero) -> (f32) {
      %i = memref.load %indices[%p] : memref<?xi64>
      %isRow = arith.cmpi ne, %i, %padding : i64
      %next = scf.if %isRow -> (f32) {
        %row = arith.index_cast %i : i64 to index
        scf.for %e = %c0 to %width step %c1 {
          %v = memref.load %table[%row, %e] : memref<?x?xf32>
          %a = memref.load %out[%b, %e] : memref<?x?xf32>
          %s = arith.addf %a, %v : f32
          memref.store %s, %out[%b, %e] : memref<?x?xf32>
        }
        %more = arith.addf %n, %one : f32
        scf.yield %more : f32
      } else {
        scf.yield %n : f32
      }
      scf.yield %next : f32
    }
    %divisor = arith.maximumf %rows, %one : f32
    scf.for %e = %c0 to %width step %c1 {
      %a = memref.load %out[%b, %e] : memref<?x?xf32>
      %m = arith.divf %a, %divisor : f32
      memref.store %m, %out[%b, %e] : memref<?x?xf32>
    }
  }
  return
}

// RUN: %operation %s
//
// Operation: embedding bag
// Front end: by hand
// Data: values:8xindex:0,0,3,3,3,4,9,9 values:9xindex:5,0,5,6,1,1,2,6,0 uniform:7x11xf32,seed=1 uniform:7x11xf32,seed=2
// Data: values:3xindex:0,0,0 values:0xindex: uniform:7x11xf32,seed=1 uniform:2x11xf32,seed=2
//
// The maximum of the rows of each bag, zero for an empty one.

func.func @bag_max(%offsets: memref<?xindex>, %indices: memref<?xindex>,
                   %table: memref<?x?xf32>, %out: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %bags = memref.dim %out, %c0 : memref<?x?xf32>
  %width = memref.dim %out, %c1 : memref<?x?xf32>
  scf.for %b = %c0 to %bags step %c1 {
    %begin = memref.load %offsets[%b] : memref<?xindex>
    %b1 = arith.addi %b, %c1 : index
    %end = memref.load %offsets[%b1] : memref<?xindex>
    %empty = arith.cmpi eq, %begin, %end : index
    %start = arith.select %empty, %zero, %least : f32
    scf.for %e = %c0 to %width step %c1 {
      memref.store %start, %out[%b, %e] : memref<?x?xf32>
    }
    scf.for %p = %begin to %end step %c1 {
      %row = memref.load %indices[%p] : memref<?xindex>
      scf.for %e = %c0 to %width step %c1 {
        %v = memref.load %table[%row, %e] : memref<?x?xf32>
        %a = memref.load %out[%b, %e] : memref<?x?xf32>
        %m = arith.maximumf %a, %v : f32
        memref.store %m, %out[%b, %e] : memref<?x?xf32>
      }
    }
  }
  return
}

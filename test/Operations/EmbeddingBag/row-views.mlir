// RUN: %operation %s
//
// Operation: embedding bag
// Front end: views of rows
// Data: values:8xi64:0,0,3,3,3,4,9,9 values:9xi64:5,0,5,6,1,1,2,6,0 uniform:7x11xf32,seed=1 uniform:7x11xf32,seed=2
//
// A view of each row that is read, and of each one that is written; linalg adds
// one to the other.

#row = strided<[1], offset: ?>

func.func @bag_of_row_views(%offsets: memref<?xi64>, %indices: memref<?xi64>,
                            %table: memref<?x?xf32>, %out: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %bags = memref.dim %out, %c0 : memref<?x?xf32>
  %width = memref.dim %out, %c1 : memref<?x?xf32>
  scf.for %b = %c0 to %bags step %c1 {
    %to = memref.subview %out[%b, 0] [1, %width] [1, 1]
        : memref<?x?xf32> to memref<?xf32, #row>
    %first = memref.load %offsets[%b] : memref<?xi64>
    %begin = arith.index_cast %first : i64 to index
    %b1 = arith.addi %b, %c1 : index
    %last = memref.load %offsets[%b1] : memref<?xi64>
    %end = arith.index_cast %last : i64 to index
    scf.for %p = %begin to %end step %c1 {
      %i = memref.load %indices[%p] : memref<?xi64>
      %row = arith.index_cast %i : i64 to index
      %from = memref.subview %table[%row, 0] [1, %width] [1, 1]
          : memref<?x?xf32> to memref<?xf32, #row>
      linalg.add ins(%to, %from : memref<?xf32, #row>, memref<?xf32, #row>)
          outs(%to : memref<?xf32, #row>)
    }
  }
  return
}

// RUN: %operation %s
//
// Operation: embedding bag
// Front end: by hand
// Data: values:3xi64:0,35,41 values:4xi64:0,5,7,18 values:7xi64:0,0,3,4,4,5,7 values:7xi64:6,0,6,1,2,1,0 uniform:96xf32,seed=1 zeros:2x18xf32
//
// Tables of several widths behind each other in one array, as libraries for
// recommendation models keep them: the outermost loop runs over the tables, the
// place of a row is computed from the table's beginning and width.

func.func @bags_of_tables(%tables: memref<?xi64>, %columns: memref<?xi64>,
                          %offsets: memref<?xi64>, %indices: memref<?xi64>,
                          %weights: memref<?xf32>, %out: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %count = memref.dim %tables, %c0 : memref<?xi64>
  %bags = memref.dim %out, %c0 : memref<?x?xf32>
  scf.for %t = %c0 to %count step %c1 {
    %place = memref.load %tables[%t] : memref<?xi64>
    %table = arith.index_cast %place : i64 to index
    %t1 = arith.addi %t, %c1 : index
    %from = memref.load %columns[%t] : memref<?xi64>
    %left = arith.index_cast %from : i64 to index
    %to = memref.load %columns[%t1] : memref<?xi64>
    %right = arith.index_cast %to : i64 to index
    %width = arith.subi %right, %left : index
    %firstBag = arith.muli %t, %bags : index
    scf.for %b = %c0 to %bags step %c1 {
      %bag = arith.addi %firstBag, %b : index
      %first = memref.load %offsets[%bag] : memref<?xi64>
      %begin = arith.index_cast %first : i64 to index
      %bag1 = arith.addi %bag, %c1 : index
      %last = memref.load %offsets[%bag1] : memref<?xi64>
      %end = arith.index_cast %last : i64 to index
      scf.for %p = %begin to %end step %c1 {
        %i = memref.load %indices[%p] : memref<?xi64>
        %row = arith.index_cast %i : i64 to index
        %distance = arith.muli %row, %width : index
        %rowPlace = arith.addi %table, %distance : index
        scf.for %e = %c0 to %width step %c1 {
          %at = arith.addi %rowPlace, %e : index
          %v = memref.load %weights[%at] : memref<?xf32>
          %column = arith.addi %left, %e : index
          %a = memref.load %out[%b, %column] : memref<?x?xf32>
          %s = arith.addf %a, %v : f32
          memref.store %s, %out[%b, %column] : memref<?x?xf32>
        }
      }
    }
  }
  return
}

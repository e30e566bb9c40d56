// RUN: %operation %s
//
// Operation: embedding bag
// Front end: by hand
// Data: values:5xi64:0,0,3,3,4 values:4xi64:5,0,5,6 uniform:7x11xf32,seed=1 values:5xi64:0,1,1,2,2 values:2xi64:0,0 uniform:1x3xf32,seed=2 values:5xi32:0,0,0,0,6 values:6xi32:9,0,3,3,3,8 uniform:10x16xf32,seed=3 zeros:4x11xf32 zeros:4x3xf32 zeros:4x16xf32
//
// Three tables of different widths in one function, one nest after the other.

func.func @bags(%offsets0: memref<?xi64>, %indices0: memref<?xi64>,
                %table0: memref<?x11xf32>, %offsets1: memref<?xi64>,
                %indices1: memref<?xi64>, %table1: memref<?x3xf32>,
                %offsets2: memref<?xi32>, %indices2: memref<?xi32>,
                %table2: memref<?x16xf32>, %out0: memref<?x11xf32>,
                %out1: memref<?x3xf32>, %out2: memref<?x16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c11 = arith.constant 11 : index
  %c16 = arith.constant 16 : index
  %bags = memref.dim %out0, %c0 : memref<?x11xf32>
  scf.for %b = %c0 to %bags step %c1 {
    %first = memref.load %offsets0[%b] : memref<?xi64>
    %begin = arith.index_cast %first : i64 to index
    %b1 = arith.addi %b, %c1 : index
    %last = memref.load %offsets0[%b1] : memref<?xi64>
    %end = arith.index_cast %last : i64 to index
    scf.for %p = %begin to %end step %c1 {
      %i = memref.load %indices0[%p] : memref<?xi64>
      %row = arith.index_cast %i : i64 to index
      scf.for %e = %c0 to %c11 step %c1 {
        %v = memref.load %table0[%row, %e] : memref<?x11xf32>
        %a = memref.load %out0[%b, %e] : memref<?x11xf32>
        %s = arith.addf %a, %v : f32
        memref.store %s, %out0[%b, %e] : memref<?x11xf32>
      }
    }
  }
  scf.for %b = %c0 to %bags step %c1 {
    %first = memref.load %offsets1[%b] : memref<?xi64>
    %begin = arith.index_cast %first : i64 to index
    %b1 = arith.addi %b, %c1 : index
    %last = memref.load %offsets1[%b1] : memref<?xi64>
    %end = arith.index_cast %last : i64 to index
    scf.for %p = %begin to %end step %c1 {
      %i = memref.load %indices1[%p] : memref<?xi64>
      %row = arith.index_cast %i : i64 to index
      scf.for %e = %c0 to %c3 step %c1 {
        %v = memref.load %table1[%row, %e] : memref<?x3xf32>
        %a = memref.load %out1[%b, %e] : memref<?x3xf32>
        %s = arith.addf %a, %v : f32
        memref.store %s, %out1[%b, %e] : memref<?x3xf32>
      }
    }
  }
  scf.for %b = %c0 to %bags step %c1 {
    %first = memref.load %offsets2[%b] : memref<?xi32>
    %begin = arith.index_cast %first : i32 to index
    %b1 = arith.addi %b, %c1 : index
    %last = memref.load %offsets2[%b1] : memref<?xi32>
    %end = arith.index_cast %last : i32 to index
    scf.for %p = %begin to %end step %c1 {
      %i = memref.load %indices2[%p] : memref<?xi32>
      %row = arith.index_cast %i : i32 to index
      scf.for %e = %c0 to %c16 step %c1 {
        %v = memref.load %table2[%row, %e] : memref<?x16xf32>
        %a = memref.load %out2[%b, %e] : memref<?x16xf32>
        %s = arith.addf %a, %v : f32
        memref.store %s, %out2[%b, %e] : memref<?x16xf32>
      }
    }
  }
  return
}

// A table of 40,000,000 rows, 10 GB: no index has 32 bits, and what is not looked
// up is not touched.

// REQUIRES: pagemap

// RUN: ember-sim %s --check --opt-level=3 --stats=%t.json offsets:3xi64,length=40 zipf:80xi64,max=40000000,alpha=0,seed=3 \
// RUN:   zeros:40000000x64xf32 uniform:2x64xf32,seed=1
// RUN: FileCheck %s < %t.json
// CHECK: "decoupled": 1,

// The last element is there, number 2,560,000,000; none is behind it.
// RUN: not ember-sim %s --entry=row --check zeros:40000000x64xf32 40000000 2>&1 | FileCheck %s --check-prefix=BEYOND
// BEYOND: index 40000000 is out of bounds for dimension 0 of size 40000000
// RUN: ember-sim %s --entry=row --check zeros:40000000x64xf32 39999999

func.func @bag(%offsets: memref<?xi64>, %rows: memref<?xi64>, %table: memref<?x64xf32>, %out: memref<?x64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %bags = memref.dim %out, %c0 : memref<?x64xf32>
  scf.for %b = %c0 to %bags step %c1 {
    %b1 = arith.addi %b, %c1 : index
    %begin = memref.load %offsets[%b] : memref<?xi64>
    %end = memref.load %offsets[%b1] : memref<?xi64>
    %lower = arith.index_cast %begin : i64 to index
    %upper = arith.index_cast %end : i64 to index
    scf.for %p = %lower to %upper step %c1 {
      %row = memref.load %rows[%p] : memref<?xi64>
      %r = arith.index_cast %row : i64 to index
      scf.for %e = %c0 to %c64 step %c1 {
        %acc = memref.load %out[%b, %e] : memref<?x64xf32>
        %x = memref.load %table[%r, %e] : memref<?x64xf32>
        %sum = arith.addf %acc, %x : f32
        memref.store %sum, %out[%b, %e] : memref<?x64xf32>
      }
    }
  }
  return
}

func.func private @row(%table: memref<?x64xf32>, %r: index) -> f32 {
  %c63 = arith.constant 63 : index
  %x = memref.load %table[%r, %c63] : memref<?x64xf32>
  return %x : f32
}

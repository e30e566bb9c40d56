// Views of rows, made by the nest: of what is read, and of what is written.

// DEFINE: %{run} = ember-sim %s --check --entry

// All that the original loads of the table, the access unit loads.
// RUN: %{run}=bag --opt-level=0 --stats=%t.0 zeros:7x9xf32 values:6xindex:3,6,0,3,1,2 values:4xindex:0,2,2,6 uniform:3x9xf32,seed=1 9
// RUN: FileCheck %s --check-prefix=LOADS < %t.0
// RUN: %{run}=bag --opt-level=1 --vlen=4 --stats=%t.1 uniform:7x9xf32,seed=2 values:6xindex:3,6,0,3,1,2 values:4xindex:0,2,2,6 uniform:3x9xf32,seed=1 9
// RUN: FileCheck %s --check-prefix=LOADS < %t.1
// RUN: %{run}=bag --opt-level=2 --vlen=4 --stats=%t.2 uniform:7x9xf32,seed=2 values:6xindex:3,6,0,3,1,2 values:4xindex:0,2,2,6 uniform:3x9xf32,seed=1 9
// RUN: FileCheck %s --check-prefix=LOADS < %t.2
// RUN: %{run}=bag --opt-level=3 --vlen=4 --stats=%t.3 uniform:7x9xf32,seed=2 values:6xindex:3,6,0,3,1,2 values:4xindex:0,2,2,6 uniform:3x9xf32,seed=1 9
// RUN: FileCheck %s --check-prefix=LOADS < %t.3
// LOADS: "decoupled": 1
// LOADS: "fallback": 0
// LOADS: "access": 66,

// A check at run time tells whether the rows that are written are those that are
// read: here they are.
// RUN: %{run}=bag --opt-level=3 --stats=%t.overlap uniform:7x9xf32,seed=2 values:6xindex:3,6,0,3,1,2 values:4xindex:0,2,2,6 view:0,shape=3x9 9
// RUN: FileCheck %s --check-prefix=OVERLAP < %t.overlap
// OVERLAP: "fallback": 1

// A row that is out of bounds, at the first load of it; nothing is loaded of
// rows without elements.
// DEFINE: %{outside} = not %{run}=bag zeros:7x9xf32 values:2xindex:3,7 values:2xindex:0,2 zeros:1x9xf32 9
// RUN: %{outside} --opt-level=0 2>&1 | FileCheck %s --check-prefix=ROW
// RUN: %{outside} --opt-level=1 2>&1 | FileCheck %s --check-prefix=ROW
// RUN: %{outside} --opt-level=2 2>&1 | FileCheck %s --check-prefix=ROW
// RUN: %{outside} --opt-level=3 2>&1 | FileCheck %s --check-prefix=ROW
// ROW: row-views.mlir:[[#@LINE+28]]:{{[0-9]+}}: 'memref.load' index 7 is out of bounds for dimension 0 of size 7
// RUN: %{run}=bag --opt-level=0 zeros:7x9xf32 values:2xindex:3,7 values:2xindex:0,2 zeros:1x9xf32 0
// RUN: %{run}=bag --opt-level=3 zeros:7x9xf32 values:2xindex:3,7 values:2xindex:0,2 zeros:1x9xf32 0

// Rows that are too wide.
// DEFINE: %{wide} = not %{run}=bag zeros:7x9xf32 values:2xindex:3,6 values:2xindex:0,2 zeros:1x10xf32 10
// RUN: %{wide} --opt-level=0 2>&1 | FileCheck %s --check-prefix=WIDE
// RUN: %{wide} --opt-level=1 2>&1 | FileCheck %s --check-prefix=WIDE
// RUN: %{wide} --opt-level=2 2>&1 | FileCheck %s --check-prefix=WIDE
// RUN: %{wide} --opt-level=3 2>&1 | FileCheck %s --check-prefix=WIDE
// WIDE: row-views.mlir:[[#@LINE+18]]:{{[0-9]+}}: 'memref.load' index 9 is out of bounds for dimension 1 of size 9

#row = strided<[1], offset: ?>

func.func @bag(%table: memref<?x?xf32>, %indices: memref<?xindex>, %offsets: memref<?xindex>,
               %out: memref<?x?xf32>, %width: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %bags = memref.dim %out, %c0 : memref<?x?xf32>
  scf.for %b = %c0 to %bags step %c1 {
    %to = memref.subview %out[%b, 0] [1, %width] [1, 1] : memref<?x?xf32> to memref<?xf32, #row>
    %b1 = arith.addi %b, %c1 : index
    %begin = memref.load %offsets[%b] : memref<?xindex>
    %end = memref.load %offsets[%b1] : memref<?xindex>
    scf.for %p = %begin to %end step %c1 {
      %i = memref.load %indices[%p] : memref<?xindex>
      %from = memref.subview %table[%i, 0] [1, %width] [1, 1] : memref<?x?xf32> to memref<?xf32, #row>
      scf.for %e = %c0 to %width step %c1 {
        %v = memref.load %from[%e] : memref<?xf32, #row>
        %a = memref.load %to[%e] : memref<?xf32, #row>
        %s = arith.addf %a, %v : f32
        memref.store %s, %to[%e] : memref<?xf32, #row>
      }
    }
  }
  return
}

// An index that is outside the view but inside what it is a view of.
// DEFINE: %{past} = %{run}=past uniform:4x9xf32,seed=1 zeros:4x9xf32 5
// RUN: %{past} --opt-level=0 5
// RUN: %{past} --opt-level=3 5
// RUN: not %{past} --opt-level=0 6 2>&1 | FileCheck %s --check-prefix=PAST
// RUN: not %{past} --opt-level=1 6 2>&1 | FileCheck %s --check-prefix=PAST
// RUN: not %{past} --opt-level=2 6 2>&1 | FileCheck %s --check-prefix=PAST
// RUN: not %{past} --opt-level=3 6 2>&1 | FileCheck %s --check-prefix=PAST
// PAST: row-views.mlir:[[#@LINE+8]]:{{[0-9]+}}: 'memref.load' index 5 is out of bounds for dimension 0 of size 5
func.func @past(%table: memref<?x?xf32>, %out: memref<?x?xf32>, %width: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rows = memref.dim %out, %c0 : memref<?x?xf32>
  scf.for %b = %c0 to %rows step %c1 {
    %from = memref.subview %table[%b, 0] [1, %width] [1, 1] : memref<?x?xf32> to memref<?xf32, #row>
    scf.for %e = %c0 to %n step %c1 {
      %v = memref.load %from[%e] : memref<?xf32, #row>
      memref.store %v, %out[%b, %e] : memref<?x?xf32>
    }
  }
  return
}

// A size that is negative, of a view that is gone with it.
// DEFINE: %{negative} = %{run}=negative uniform:12xf32,seed=1 zeros:12xf32
// RUN: %{negative} --opt-level=0 2 6
// RUN: %{negative} --opt-level=3 2 6
// RUN: not %{negative} --opt-level=0 -- -2 6 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// RUN: not %{negative} --opt-level=3 -- -2 6 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// NEGATIVE: row-views.mlir:{{[0-9]+}}:7: '{{memref.store|vector.maskedstore|vector.store}}' index -2 is out of bounds for dimension 0 of size 4
func.func @negative(%a: memref<?xf32>, %out: memref<?xf32>, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c2 to %m step %c1 {
    %v = memref.subview %a[%i] [%n] [1] : memref<?xf32> to memref<?xf32, #row>
    %d = memref.dim %v, %c0 : memref<?xf32, #row>
    %w = memref.subview %out[%i] [4] [1] : memref<?xf32> to memref<4xf32, #row>
    scf.for %e = %d to %c4 step %c1 {
      %x = memref.load %a[%i] : memref<?xf32>
      memref.store %x, %w[%e] : memref<4xf32, #row>
    }
  }
  return
}

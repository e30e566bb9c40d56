// Loops that end near the largest index, in vectors that end behind it.

// RUN: %python %S/Inputs/run_kernels.py %ember_tools/ember-sim %s

// The erasure runs no more and no fewer iterations.
// RUN: ember-opt %s --ember-pipeline="opt-level=1 until=slcv" --convert-slc-to-scf > %t.level1.mlir
// RUN: ember-sim %t.level1.mlir --entry=rows --save=1:%t.level1.npy values:3xf32:1,2,3 zeros:3x3xf32 3 9223372036854775802 9223372036854775805
// RUN: ember-opt %s --ember-pipeline="opt-level=3 until=slcv" --convert-slc-to-scf > %t.level3.mlir
// RUN: ember-sim %t.level3.mlir --entry=rows --save=1:%t.level3.npy values:3xf32:1,2,3 zeros:3x3xf32 3 9223372036854775802 9223372036854775805
// RUN: ember-sim %s --entry=rows --save=1:%t.npy values:3xf32:1,2,3 zeros:3x3xf32 3 9223372036854775802 9223372036854775805
// RUN: cmp %t.npy %t.level1.npy && cmp %t.npy %t.level3.npy

// KERNEL: rows values:3xf32:1,2,3 zeros:3x3xf32 3 9223372036854775802 9223372036854775805
// EXPECT: nests.vectorised=1
// KERNEL: rows uniform:40xf32,seed=1 zeros:3x40xf32 3 9223372036854775766 9223372036854775806
// KERNEL: rows uniform:20xf32,seed=1 zeros:3x20xf32 3 -9223372036854775808 -9223372036854775788
func.func @rows(%x: memref<?xf32>, %out: memref<?x?xf32>, %n: index, %low: index, %high: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %b = %c0 to %n step %c1 {
    scf.for %e = %low to %high step %c1 {
      %k = arith.subi %e, %low : index
      %v = memref.load %x[%k] : memref<?xf32>
      memref.store %v, %out[%b, %k] : memref<?x?xf32>
    }
  }
  return
}

// KERNEL: weighted values:3xi32:1,2,3 zeros:3xi64 3 9223372036854775802 9223372036854775805
// EXPECT: nests.vectorised=1
func.func @weighted(%x: memref<?xi32>, %out: memref<?xi64>, %n: index, %low: index, %high: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i64
  scf.for %b = %c0 to %n step %c1 {
    %s = scf.for %e = %low to %high step %c1 iter_args(%a = %z) -> (i64) {
      %k = arith.subi %e, %low : index
      %v = memref.load %x[%k] : memref<?xi32>
      %w = arith.extsi %v : i32 to i64
      %ei = arith.index_cast %e : index to i64
      %p = arith.muli %w, %ei : i64
      %r = arith.addi %a, %p : i64
      scf.yield %r : i64
    }
    memref.store %s, %out[%b] : memref<?xi64>
  }
  return
}

// From the smallest index to the largest in three steps: they are farther apart
// than a signed number says, and a run of them longer than an index.
// KERNEL: far values:3xf32:1,2,3 zeros:3x3xf32 3 -9223372036854775808 3458764513820540928
func.func @far(%x: memref<?xf32>, %out: memref<?x?xf32>, %n: index, %low: index, %high: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %step = arith.constant 4611686018427387904 : index
  scf.for %b = %c0 to %n step %c1 {
    scf.for %e = %low to %high step %step {
      %d = arith.subi %e, %low : index
      %k = arith.divui %d, %step : index
      %v = memref.load %x[%k] : memref<?xf32>
      memref.store %v, %out[%b, %k] : memref<?x?xf32>
    }
  }
  return
}

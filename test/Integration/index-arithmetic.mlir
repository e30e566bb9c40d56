// Indices that are clamped, wrapped and computed on the access unit, executed:
// the core loads nothing, so all of it is decoupled.

// RUN: %python %S/Inputs/run_kernels.py %ember_tools/ember-sim %s

// Clamped at both ends, wrapped from below, and by a mask.

// KERNEL: clamped uniform:60xi64,max=40,seed=1 uniform:8x5xf32,seed=2 zeros:60x5xf32
// EXPECT: loads.execute=0 nests.vectorised=1
func.func @clamped(%idx: memref<?xi64>, %table: memref<?x?xf32>, %out: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %zero = arith.constant 0 : i64
  %twenty = arith.constant 20 : i64
  %n = memref.dim %idx, %c0 : memref<?xi64>
  %rows = memref.dim %table, %c0 : memref<?x?xf32>
  %width = memref.dim %table, %c1 : memref<?x?xf32>
  %last = arith.subi %rows, %c1 : index
  %rowsWide = arith.index_cast %rows : index to i64
  scf.for %p = %c0 to %n step %c1 {
    scf.for %e = %c0 to %width step %c1 {
      // -20 to 19.
      %i = memref.load %idx[%p] : memref<?xi64>
      %signed = arith.subi %i, %twenty : i64
      %at = arith.index_cast %signed : i64 to index
      %floor = arith.maxsi %at, %c0 : index
      %clamped = arith.minsi %floor, %last : index
      %v0 = memref.load %table[%clamped, %e] : memref<?x?xf32>
      // As Python does: negative ones count from the end.
      %rest = arith.remsi %signed, %rowsWide : i64
      %isNegative = arith.cmpi slt, %rest, %zero : i64
      %wrapped = arith.addi %rest, %rowsWide : i64
      %row = arith.select %isNegative, %wrapped, %rest : i64
      %rowIndex = arith.index_cast %row : i64 to index
      %v1 = memref.load %table[%rowIndex, %e] : memref<?x?xf32>
      %masked = arith.andi %at, %c7 : index
      %v2 = memref.load %table[%masked, %e] : memref<?x?xf32>
      %s = arith.addf %v0, %v1 : f32
      %t = arith.subf %s, %v2 : f32
      memref.store %t, %out[%p, %e] : memref<?x?xf32>
    }
  }
  return
}

// Narrow and unsigned integers, shifts, and divisions of all roundings.

// KERNEL: divided uniform:60xi8,max=120,seed=1 uniform:300xf32,seed=2 zeros:60xf32
// EXPECT: loads.execute=0
func.func @divided(%idx: memref<?xi8>, %a: memref<?xf32>, %out: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c150 = arith.constant 150 : index
  %two = arith.constant 2 : i8
  %n = memref.dim %idx, %c0 : memref<?xi8>
  scf.for %p = %c0 to %n step %c1 {
    %i = memref.load %idx[%p] : memref<?xi8>
    // Wraps: 0 to 254, or negative.
    %twice = arith.muli %i, %two : i8
    %unsigned = arith.index_castui %twice : i8 to index
    %signed = arith.index_cast %twice : i8 to index
    %v0 = memref.load %a[%unsigned] : memref<?xf32>
    %q0 = arith.floordivsi %signed, %c3 : index
    %q1 = arith.ceildivsi %signed, %c3 : index
    %q2 = arith.ceildivui %unsigned, %c3 : index
    %q3 = arith.shrui %unsigned, %c1 : index
    %q01 = arith.addi %q0, %q1 : index
    %at1 = arith.addi %q01, %c150 : index
    %v1 = memref.load %a[%at1] : memref<?xf32>
    %at2 = arith.addi %q2, %q3 : index
    %v2 = memref.load %a[%at2] : memref<?xf32>
    %s = arith.addf %v0, %v1 : f32
    %t = arith.subf %s, %v2 : f32
    memref.store %t, %out[%p] : memref<?xf32>
  }
  return
}

// Indices of affine maps with floordiv, ceildiv and mod, as the lowering expands
// them.

// KERNEL: affine uniform:24x5xf32,seed=2 zeros:48x5xf32
// EXPECT: loads.execute=0
func.func @affine(%a: memref<24x5xf32>, %out: memref<48x5xf32>) {
  affine.for %i = 0 to 48 {
    affine.for %j = 0 to 5 {
      %v = affine.load %a[%i floordiv 3 + %i mod 4, (%j * 3) mod 5] : memref<24x5xf32>
      %w = affine.load %a[%i ceildiv 4, 4 - %j] : memref<24x5xf32>
      %s = arith.addf %v, %w : f32
      affine.store %s, %out[%i, %j] : memref<48x5xf32>
    }
  }
  return
}

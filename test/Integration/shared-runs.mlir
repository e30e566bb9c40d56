// Sibling loops that read the same rows: once, where a row fits in a run.

// RUN: %python %S/Inputs/run_kernels.py %ember_tools/ember-sim %s

// The maximum of a gathered row, then the row divided by it. Rows of a part of a
// vector, of some vectors and a rest, of exactly one run, and of more.

// KERNEL: divide values:5xi64:3,0,2,2,1 uniform:4x1xf32,seed=1 zeros:5x1xf32
// EXPECT: loads.access@2=10 loads.execute=0 nests.vectorised=1
// KERNEL: divide values:5xi64:3,0,2,2,1 uniform:4x13xf32,seed=1 zeros:5x13xf32
// EXPECT: loads.access@2=70 loads.execute=0
// KERNEL: divide values:5xi64:3,0,2,2,1 uniform:4x200xf32,seed=1 zeros:5x200xf32
// EXPECT: loads.access@2=1005 loads.execute=0
// KERNEL: divide values:2xi64:3,0 uniform:4x256xf32,seed=1 zeros:2x256xf32
// EXPECT: loads.access@2=514
// KERNEL: divide values:2xi64:3,0 uniform:4x257xf32,seed=1 zeros:2x257xf32
// KERNEL: divide values:2xi64:3,0 uniform:4x512xf32,seed=1 zeros:2x512xf32
// KERNEL: divide values:2xi64:3,0 uniform:4x513xf32,seed=1 zeros:2x513xf32
// KERNEL: divide values:5xi64:3,0,2,2,1 uniform:4x900xf32,seed=1 zeros:5x900xf32
// EXPECT: loads.access@2=9005 loads.execute=0
// KERNEL: divide values:5xi64:3,0,2,2,1 uniform:4x0xf32 zeros:5x0xf32
func.func @divide(%idx: memref<?xi64>, %x: memref<?x?xf32>, %out: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %least = arith.constant 0xFF800000 : f32
  %n = memref.dim %idx, %c0 : memref<?xi64>
  %width = memref.dim %x, %c1 : memref<?x?xf32>
  scf.for %p = %c0 to %n step %c1 {
    %i = memref.load %idx[%p] : memref<?xi64>
    %j = arith.index_cast %i : i64 to index
    %max = scf.for %e = %c0 to %width step %c1 iter_args(%acc = %least) -> (f32) {
      %v = memref.load %x[%j, %e] : memref<?x?xf32>
      %m = arith.maximumf %acc, %v : f32
      scf.yield %m : f32
    }
    scf.for %e = %c0 to %width step %c1 {
      %v = memref.load %x[%j, %e] : memref<?x?xf32>
      %q = arith.divf %v, %max : f32
      memref.store %q, %out[%p, %e] : memref<?x?xf32>
    }
  }
  return
}

// Segments of values, normalised by their sums, which are kept: some segments
// are empty, some are one run, some are more. Scalar from the stride on.

// KERNEL: segments values:7xi64:0,0,3,3,70,71,200 uniform:200xf32,seed=1 zeros:6xf32 zeros:200xf32
// EXPECT: loads.execute=0
// KERNEL: segments values:4xi64:0,9,900,901 uniform:901xf32,seed=1 zeros:3xf32 zeros:901xf32
// KERNEL: segments values:2xi64:5,3 uniform:7xf32,seed=1 zeros:1xf32 zeros:7xf32
func.func @segments(%offsets: memref<?xi64>, %x: memref<?xf32>, %sums: memref<?xf32>, %out: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %n = memref.dim %sums, %c0 : memref<?xf32>
  %total = scf.for %s = %c0 to %n step %c1 iter_args(%t = %zero) -> (f32) {
    %o0 = memref.load %offsets[%s] : memref<?xi64>
    %begin = arith.index_cast %o0 : i64 to index
    %s1 = arith.addi %s, %c1 : index
    %o1 = memref.load %offsets[%s1] : memref<?xi64>
    %end = arith.index_cast %o1 : i64 to index
    %sum = scf.for %p = %begin to %end step %c1 iter_args(%acc = %zero) -> (f32) {
      %v = memref.load %x[%p] : memref<?xf32>
      %a = arith.addf %acc, %v : f32
      scf.yield %a : f32
    }
    %more = arith.addf %t, %sum : f32
    memref.store %more, %sums[%s] : memref<?xf32>
    scf.for %p = %begin to %end step %c1 {
      %v = memref.load %x[%p] : memref<?xf32>
      %q = arith.divf %v, %sum : f32
      memref.store %q, %out[%p] : memref<?xf32>
    }
    scf.yield %more : f32
  }
  return
}

// Layer normalisation: the row is read three times, and weights with it in the
// last loop, from one place on and with gaps. A number of rows that do not
// spread comes out of the second loop.

// KERNEL: normalise values:5xi64:3,0,2,2,1 uniform:4x29xf32,seed=1 uniform:29xf32,seed=2 zeros:5x29xf32
// EXPECT: loads.access@2=145 loads.execute=0
// KERNEL: normalise values:5xi64:3,0,2,2,1 uniform:4x512xf32,seed=1 uniform:512xf32,seed=2 zeros:5x512xf32
// KERNEL: normalise values:5xi64:3,0,2,2,1 uniform:4x1501xf32,seed=1 uniform:1501xf32,seed=2 zeros:5x1501xf32
// KERNEL: normalise values:5xi64:3,0,2,2,1 uniform:4x29xf32,seed=1 uniform:20xf32,seed=2 zeros:5x29xf32
// FAULT: index 21 is out of bounds for dimension 0 of size 20
func.func @normalise(%idx: memref<?xi64>, %x: memref<?x?xf32>, %weights: memref<?xf32>, %out: memref<?x?xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %n = memref.dim %idx, %c0 : memref<?xi64>
  %width = memref.dim %x, %c1 : memref<?x?xf32>
  %last = scf.for %p = %c0 to %n step %c1 iter_args(%before = %zero) -> (f32) {
    %i = memref.load %idx[%p] : memref<?xi64>
    %j = arith.index_cast %i : i64 to index
    %sum = scf.for %e = %c1 to %width step %c2 iter_args(%acc = %zero) -> (f32) {
      %v = memref.load %x[%j, %e] : memref<?x?xf32>
      %a = arith.addf %acc, %v : f32
      scf.yield %a : f32
    }
    %mean = arith.mulf %sum, %one : f32
    %spread = scf.for %e = %c1 to %width step %c2 iter_args(%acc = %before) -> (f32) {
      %v = memref.load %x[%j, %e] : memref<?x?xf32>
      %d = arith.subf %v, %mean : f32
      %d2 = arith.mulf %d, %d : f32
      %a = arith.addf %acc, %d2 : f32
      scf.yield %a : f32
    }
    %root = math.sqrt %spread : f32
    scf.for %e = %c1 to %width step %c2 {
      %v = memref.load %x[%j, %e] : memref<?x?xf32>
      %w = memref.load %weights[%e] : memref<?xf32>
      %d = arith.subf %v, %mean : f32
      %q = arith.divf %d, %root : f32
      %r = arith.mulf %q, %w : f32
      memref.store %r, %out[%p, %e] : memref<?x?xf32>
    }
    scf.yield %spread : f32
  }
  return %last : f32
}

// An assert between the loops fails before the second loop's weights are out of
// bounds, though the access unit has met that when it does.

// KERNEL: ordered values:2xi64:1,0 uniform:4x29xf32,seed=1 uniform:20xf32,seed=2 zeros:5x29xf32
// FAULT: rows add up to nothing
func.func @ordered(%idx: memref<?xi64>, %x: memref<?x?xf32>, %weights: memref<?xf32>, %out: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %n = memref.dim %idx, %c0 : memref<?xi64>
  %width = memref.dim %x, %c1 : memref<?x?xf32>
  scf.for %p = %c0 to %n step %c1 {
    %i = memref.load %idx[%p] : memref<?xi64>
    %j = arith.index_cast %i : i64 to index
    %sum = scf.for %e = %c0 to %width step %c1 iter_args(%acc = %zero) -> (f32) {
      %v = memref.load %x[%j, %e] : memref<?x?xf32>
      %a = arith.addf %acc, %v : f32
      scf.yield %a : f32
    }
    %isNothing = arith.cmpf oeq, %sum, %zero : f32
    cf.assert %isNothing, "rows add up to nothing"
    scf.for %e = %c0 to %width step %c1 {
      %v = memref.load %x[%j, %e] : memref<?x?xf32>
      %w = memref.load %weights[%e] : memref<?xf32>
      %r = arith.mulf %v, %w : f32
      memref.store %r, %out[%p, %e] : memref<?x?xf32>
    }
  }
  return
}

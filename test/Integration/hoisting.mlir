// Loads that front ends leave in inner loops, executed. What a loop without
// iterations would have loaded is not touched.

// RUN: %python %S/Inputs/run_kernels.py %ember_tools/ember-sim %s

// An embedding bag over a matrix of indices: one load for each of these, not
// for each element of a row.

// KERNEL: matrix uniform:4x5xi64,max=9,seed=1 uniform:9x13xf32,seed=2 zeros:4x13xf32
// EXPECT: loads.access=280 nests.vectorised=1
// KERNEL: matrix uniform:4x5xi64,max=9,seed=1 uniform:2x0xf32 zeros:4x0xf32
// EXPECT: loads.access=0
func.func @matrix(%idx: memref<?x?xi64>, %table: memref<?x?xf32>, %out: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %bags = memref.dim %idx, %c0 : memref<?x?xi64>
  %length = memref.dim %idx, %c1 : memref<?x?xi64>
  %width = memref.dim %out, %c1 : memref<?x?xf32>
  scf.for %b = %c0 to %bags step %c1 {
    scf.for %l = %c0 to %length step %c1 {
      scf.for %e = %c0 to %width step %c1 {
        %i = memref.load %idx[%b, %l] : memref<?x?xi64>
        %row = arith.index_cast %i : i64 to index
        %v = memref.load %table[%row, %e] : memref<?x?xf32>
        %acc = memref.load %out[%b, %e] : memref<?x?xf32>
        %sum = arith.addf %acc, %v : f32
        memref.store %sum, %out[%b, %e] : memref<?x?xf32>
      }
    }
  }
  return
}

// Bounds that are loaded. Bags from the limit on are empty, and have no weights
// that could be loaded; row numbers are wrapped by a divisor that may be 0 where
// no row is needed.

// KERNEL: weighted offsets:7xindex,length=2 uniform:6xindex,max=50,seed=1 uniform:3xf32,seed=2 uniform:5x13xf32,seed=3 zeros:6x13xf32 6
// EXPECT: loads.access=99 nests.vectorised=1
// KERNEL: weighted offsets:7xindex,length=2 uniform:6xindex,max=50,seed=1 uniform:0xf32 uniform:0x0xf32 zeros:6x0xf32 6
// EXPECT: loads.access=12
// KERNEL: weighted offsets:7xindex,length=2 uniform:6xindex,max=50,seed=1 uniform:3xf32,seed=2 uniform:5x13xf32,seed=3 zeros:6x13xf32 7
// FAULT: 'memref.load' index 3 is out of bounds for dimension 0 of size 3
// KERNEL: weighted offsets:7xindex,length=2 uniform:6xindex,max=50,seed=1 uniform:3xf32,seed=2 uniform:0x13xf32 zeros:6x13xf32 6
// FAULT: 'arith.remui' division by zero
func.func @weighted(%offsets: memref<?xindex>, %idx: memref<?xindex>, %weights: memref<?xf32>, %table: memref<?x?xf32>, %out: memref<?x?xf32>, %limit: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %bags = memref.dim %out, %c0 : memref<?x?xf32>
  %rows = memref.dim %table, %c0 : memref<?x?xf32>
  %width = memref.dim %out, %c1 : memref<?x?xf32>
  scf.for %b = %c0 to %bags step %c1 {
    %b1 = arith.addi %b, %c1 : index
    %o0 = memref.load %offsets[%b] : memref<?xindex>
    %begin = arith.minui %o0, %limit : index
    %o1 = memref.load %offsets[%b1] : memref<?xindex>
    %end = arith.minui %o1, %limit : index
    scf.for %p = %begin to %end step %c1 {
      scf.for %e = %c0 to %width step %c1 {
        %w = memref.load %weights[%b] : memref<?xf32>
        %i = memref.load %idx[%p] : memref<?xindex>
        %row = arith.remui %i, %rows : index
        %v = memref.load %table[%row, %e] : memref<?x?xf32>
        %x = arith.mulf %v, %w : f32
        %acc = memref.load %out[%b, %e] : memref<?x?xf32>
        %sum = arith.addf %acc, %x : f32
        memref.store %sum, %out[%b, %e] : memref<?x?xf32>
      }
    }
  }
  return
}

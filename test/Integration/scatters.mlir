// Nests that write where they are told to by the access unit: the reads of the
// source are decoupled, the target is never read ahead of a write to it.

// RUN: %python %S/Inputs/run_kernels.py %ember_tools/ember-sim %s

// Rows with duplicates: 40 indices and 40 x 13 elements are loaded by the access
// unit, each element of the target is read by the core.

// KERNEL: rows uniform:40xindex,max=5,seed=1 uniform:40x13xf32,seed=2 uniform:5x13xf32,seed=3
// EXPECT: loads.access=560 loads.execute=520 nests.vectorised=1 nests.fallback=0
// KERNEL: rows uniform:5xindex,max=3,seed=1 uniform:5x3xf32,seed=2 view:1,shape=5x3
// EXPECT: nests.fallback=1 loads.access=0
func.func @rows(%idx: memref<?xindex>, %src: memref<?x?xf32>, %out: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %src, %c0 : memref<?x?xf32>
  %width = memref.dim %src, %c1 : memref<?x?xf32>
  scf.for %p = %c0 to %n step %c1 {
    scf.for %e = %c0 to %width step %c1 {
      %row = memref.load %idx[%p] : memref<?xindex>
      %v = memref.load %src[%p, %e] : memref<?x?xf32>
      %acc = memref.load %out[%row, %e] : memref<?x?xf32>
      %sum = arith.addf %acc, %v : f32
      memref.store %sum, %out[%row, %e] : memref<?x?xf32>
    }
  }
  return
}

// Single elements, and two targets, one of which gets what the other had.

// KERNEL: elements uniform:40xi32,max=5,seed=1 uniform:40xf32,seed=2 uniform:5xf32,seed=3 uniform:40xf32,seed=4
// EXPECT: loads.access=80 loads.execute=40
func.func @elements(%idx: memref<?xi32>, %src: memref<?xf32>, %sums: memref<?xf32>, %before: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %src, %c0 : memref<?xf32>
  scf.for %p = %c0 to %n step %c1 {
    %i = memref.load %idx[%p] : memref<?xi32>
    %at = arith.index_castui %i : i32 to index
    %v = memref.load %src[%p] : memref<?xf32>
    %acc = memref.load %sums[%at] : memref<?xf32>
    memref.store %acc, %before[%p] : memref<?xf32>
    %sum = arith.addf %acc, %v : f32
    memref.store %sum, %sums[%at] : memref<?xf32>
  }
  return
}

// What an earlier iteration wrote is an index of a later one: that load is not
// decoupled, the one of the source is.

// KERNEL: chain uniform:40xindex,max=40,seed=1 uniform:40xindex,max=40,seed=2
// EXPECT: loads.access=40 loads.execute=40
func.func @chain(%links: memref<?xindex> {llvm.noalias}, %src: memref<?xindex> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %src, %c0 : memref<?xindex>
  scf.for %p = %c0 to %n step %c1 {
    %k = memref.load %src[%p] : memref<?xindex>
    %l = memref.load %links[%k] : memref<?xindex>
    memref.store %p, %links[%l] : memref<?xindex>
  }
  return
}

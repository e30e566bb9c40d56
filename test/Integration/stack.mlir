// The stack that an iteration allocates is free again in the next one.

// RUN: %python %S/Inputs/run_cases.py %ember_tools/ember-sim %s
// RUN: %python %S/Inputs/run_kernels.py %ember_tools/ember-sim %s
// RUN: ember-opt %s --convert-scf-to-slc --convert-slc-to-dlc --slc-verify-decoupling -o /dev/null

// CASE: stack 100000
func.func @stack(%m: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.alloca(%c64) : memref<?xf32>
    %v = memref.load %m[%c0] : memref<?xf32>
    %j = arith.remui %i, %c64 : index
    %bits = arith.bitcast %v : f32 to i32
    %mantissa = arith.index_castui %bits : i32 to index
    %k = arith.remui %mantissa, %c64 : index
    memref.store %v, %a[%j] : memref<?xf32>
    memref.store %v, %a[%k] : memref<?xf32>
    %w = memref.load %a[%j] : memref<?xf32>
    memref.store %w, %m[%c0] : memref<?xf32>
  }
  return
}

// Loops on the core and an offloaded one fill an array of the iteration around
// them; all iterations together would overflow the stack.

// KERNEL: rows uniform:1000xindex,max=9,seed=1 uniform:9xf32,seed=2 zeros:1000xf32
func.func @rows(%idx: memref<?xindex>, %x: memref<?xf32>, %out: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %n = memref.dim %idx, %c0 : memref<?xindex>
  scf.for %b = %c0 to %n step %c1 {
    %i = memref.load %idx[%b] : memref<?xindex>
    %row = memref.alloca() : memref<4096xf32>
    scf.for %e = %c0 to %c4 step %c1 {
      %ei = arith.index_cast %e : index to i32
      %f = arith.sitofp %ei : i32 to f32
      memref.store %f, %row[%e] : memref<4096xf32>
    }
    scf.for %e = %c4 to %c5 step %c1 {
      %v = memref.load %x[%i] : memref<?xf32>
      memref.store %v, %row[%e] : memref<4096xf32>
    }
    %0 = memref.load %row[%c1] : memref<4096xf32>
    %1 = memref.load %row[%c4] : memref<4096xf32>
    %2 = arith.addf %0, %1 : f32
    memref.store %2, %out[%b] : memref<?xf32>
  }
  return
}

// Arrays of dynamic size: one under a condition, whose iteration ends with a
// loop that reads it, and one of each iteration of that loop.

// KERNEL: nested uniform:500xindex,max=4,seed=1 uniform:4x3xf32,seed=2 zeros:500x3xf32 4096
func.func @nested(%idx: memref<?xindex>, %x: memref<?x?xf32>, %out: memref<?x?xf32>, %size: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %idx, %c0 : memref<?xindex>
  %width = memref.dim %x, %c1 : memref<?x?xf32>
  scf.for %b = %c0 to %n step %c1 {
    %i = memref.load %idx[%b] : memref<?xindex>
    %p = arith.cmpi ne, %i, %c0 : index
    scf.if %p {
      %outer = memref.alloca(%size) : memref<?xf32>
      %v = memref.load %x[%i, %c0] : memref<?x?xf32>
      memref.store %v, %outer[%b] : memref<?xf32>
      scf.for %e = %c0 to %width step %c1 {
        %inner = memref.alloca(%size) : memref<?xf32>
        %w = memref.load %x[%i, %e] : memref<?x?xf32>
        memref.store %w, %inner[%b] : memref<?xf32>
        %0 = memref.load %outer[%b] : memref<?xf32>
        %1 = memref.load %inner[%b] : memref<?xf32>
        %2 = arith.subf %0, %1 : f32
        memref.store %2, %out[%b, %e] : memref<?x?xf32>
      }
    }
  }
  return
}

// The last value of an array goes on when the array is gone.

// KERNEL: last uniform:1000xindex,max=9,seed=1 uniform:9xf32,seed=2
func.func @last(%idx: memref<?xindex>, %x: memref<?xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %zero = arith.constant 0.0 : f32
  %n = memref.dim %idx, %c0 : memref<?xindex>
  %r = scf.for %b = %c0 to %n step %c1 iter_args(%before = %zero) -> (f32) {
    %i = memref.load %idx[%b] : memref<?xindex>
    %array = memref.alloca() : memref<4096xf32>
    memref.store %before, %array[%c0] : memref<4096xf32>
    %sum = scf.for %e = %i to %c7 step %c1 iter_args(%s = %before) -> (f32) {
      %v = memref.load %x[%e] : memref<?xf32>
      %0 = memref.load %array[%c0] : memref<4096xf32>
      %1 = arith.mulf %0, %v : f32
      %2 = arith.addf %s, %1 : f32
      memref.store %v, %array[%c0] : memref<4096xf32>
      scf.yield %2 : f32
    }
    scf.yield %sum : f32
  }
  return %r : f32
}

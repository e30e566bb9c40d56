// The stack that an iteration allocates is free again in the next one.

// RUN: %python %S/Inputs/run_cases.py %ember_tools/ember-sim %s

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

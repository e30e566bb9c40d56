// Atomic updates that LLVM has, and those that it has not.

// RUN: %python %S/Inputs/run_kernels.py %ember_tools/ember-sim %s

// KERNEL: updates values:6xi64:3,0,3,1,0,3 uniform:4xf32,seed=1 uniform:4xf32,seed=2 uniform:4xf32,seed=3
func.func @updates(%rows: memref<?xi64> {llvm.noalias}, %sums: memref<?xf32> {llvm.noalias}, %products: memref<?xf32> {llvm.noalias}, %squares: memref<?xf32> {llvm.noalias}) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %factor = arith.constant 1.5 : f32
  %n = memref.dim %rows, %c0 : memref<?xi64>
  %all = scf.for %i = %c0 to %n step %c1 iter_args(%seen = %zero) -> (f32) {
    %row = memref.load %rows[%i] : memref<?xi64>
    %r = arith.index_cast %row : i64 to index
    %0 = memref.atomic_rmw addf %factor, %sums[%r] : (f32, memref<?xf32>) -> f32
    %1 = memref.atomic_rmw mulf %factor, %products[%r] : (f32, memref<?xf32>) -> f32
    %2 = memref.generic_atomic_rmw %squares[%r] : memref<?xf32> {
    ^bb0(%old: f32):
      %square = arith.mulf %old, %old : f32
      memref.atomic_yield %square : f32
    }
    %3 = arith.addf %0, %1 : f32
    %4 = arith.addf %3, %2 : f32
    %5 = arith.addf %seen, %4 : f32
    scf.yield %5 : f32
  }
  return %all : f32
}

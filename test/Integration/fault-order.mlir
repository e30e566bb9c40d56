// The first fault of the program wins at every opt level: what the access unit
// could not load is raised where the core uses it, before an assert behind it and
// after one before it.

// DEFINE: %{fault} = not ember-sim %s --check zeros:4x5xf32 zeros:4xf32 2>&1

// Column 5 of row 0 comes before the assert at the end of the row.
// RUN: %{fault} --opt-level=0 6 0 | FileCheck %s --check-prefix=BOUNDS
// RUN: %{fault} --opt-level=1 6 0 | FileCheck %s --check-prefix=BOUNDS
// RUN: %{fault} --opt-level=2 6 0 | FileCheck %s --check-prefix=BOUNDS
// RUN: %{fault} --opt-level=3 6 0 | FileCheck %s --check-prefix=BOUNDS
// RUN: %{fault} --opt-level=2 --vlen=2 --pipeline-options=chunk=2 6 0 | FileCheck %s --check-prefix=BOUNDS
// RUN: %{fault} --opt-level=3 --vlen=2 --run-ahead=max 6 0 | FileCheck %s --check-prefix=BOUNDS
// BOUNDS: fault-order.mlir:[[#@LINE+21]]:{{[0-9]+}}: 'memref.load' index 5 is out of bounds for dimension 1 of size 5

// Without it, the assert is the first one.
// RUN: %{fault} --opt-level=0 5 0 | FileCheck %s --check-prefix=ASSERT
// RUN: %{fault} --opt-level=1 5 0 | FileCheck %s --check-prefix=ASSERT
// RUN: %{fault} --opt-level=2 5 0 | FileCheck %s --check-prefix=ASSERT
// RUN: %{fault} --opt-level=3 5 0 | FileCheck %s --check-prefix=ASSERT
// RUN: %{fault} --opt-level=3 5 3 | FileCheck %s --check-prefix=ASSERT
// ASSERT: the sum of a row is positive

// Row 4 is behind the assert at the end of row 3, whose sum is not positive.
// RUN: %{fault} --opt-level=2 5 3 | FileCheck %s --check-prefix=ASSERT

module {
  func.func @sums(%a: memref<?x?xf32>, %sums: memref<?xf32>, %n: index, %first: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %rows = arith.constant 8 : index
    %zero = arith.constant 0.0 : f32
    scf.for %i = %first to %rows step %c1 {
      %sum = scf.for %e = %c0 to %n step %c1 iter_args(%x = %zero) -> (f32) {
        %v = memref.load %a[%i, %e] : memref<?x?xf32>
        %y = arith.addf %x, %v : f32
        scf.yield %y : f32
      }
      memref.store %sum, %sums[%i] : memref<?xf32>
      %ok = arith.cmpf ogt, %sum, %zero : f32
      cf.assert %ok, "the sum of a row is positive"
    }
    return
  }
}

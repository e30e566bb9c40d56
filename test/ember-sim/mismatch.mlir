// A scatter-add whose target is a stream reads elements before they are
// written. It is refused; when it is forced, the check finds the difference.

// RUN: %python %S/Inputs/npy.py write %t.rows.npy '<i8' '(4,)' --values 0,2,2,0
// RUN: not ember-sim %s %t.rows.npy uniform:3xf32,seed=1 2>&1 \
// RUN:   | FileCheck %s --check-prefix=REFUSED
// RUN: rm -f %t.json %t.npy
// RUN: ember-sim %s --check --no-verify-decoupling --stats=%t.json \
// RUN:   --save=1:%t.npy %t.rows.npy uniform:3xf32,seed=1 2>&1; test $? = 2
// RUN: not ember-sim %s --check --no-verify-decoupling \
// RUN:   %t.rows.npy uniform:3xf32,seed=1 2>&1 | FileCheck %s
// RUN: not ls %t.json
// RUN: not ls %t.npy

// REFUSED: mismatch.mlir:{{[0-9]+}}:{{[0-9]+}}: error: 'slc.mem_str' op reads memory that its nest may write
// REFUSED: ember-sim: error: cannot decouple the kernel

// CHECK: ember-sim: error: the program at run-ahead max differs from the original in argument 1 at (0,): expects {{.+}}, but got {{.+}}

func.func @scatter(%rows: memref<?xindex> {llvm.noalias},
                   %out: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f32
  %n = memref.dim %rows, %c0 : memref<?xindex>
  slc.for %s_i = %c0 to %n step %c1 {
    %s_row = slc.mem_str %rows[%s_i] : memref<?xindex>
    %s_old = slc.mem_str %out[%s_row] : memref<?xf32>
    slc.callback {
      %row = slc.to_val %s_row : index
      %old = slc.to_val %s_old : f32
      %new = arith.addf %old, %one : f32
      memref.store %new, %out[%row] : memref<?xf32>
    }
  }
  return
}

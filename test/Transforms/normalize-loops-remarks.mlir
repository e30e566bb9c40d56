// RUN: ember-opt %s --ember-normalize-loops --remarks-filter=normalise --verify-diagnostics -o /dev/null

// Loops that stay unsigned, or over integers.

func.func @wide(%out: memref<?xi128>, %n: i128) {
  %c0 = arith.constant 0 : i128
  %c1 = arith.constant 1 : i128
  // expected-remark @+1 {{[Missed] LoopNotNormalised | Category:normalise | Reason="its induction variable has more than 64 bits"}}
  scf.for %i = %c0 to %n step %c1 : i128 {
    %at = arith.index_cast %i : i128 to index
    memref.store %i, %out[%at] : memref<?xi128>
  }
  return
}

func.func @unsigned(%out: memref<i64>, %n: i64, %half: i32) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %big = arith.constant 0x7fffffffffffffff : i64
  %small = arith.extui %half : i32 to i64
  // expected-remark-re @+1 {{[Missed] LoopNotNormalised | Category:normalise | Reason="its lower bound may be more than a signed number holds: argument 1 of 'func.func' at {{.*}}normalize-loops-remarks.mlir:16:1; one extended from fewer bits is not"}}
  scf.for unsigned %i = %n to %small step %c1 : i64 {
    memref.store %i, %out[] : memref<i64>
  }
  // expected-remark-re @+1 {{[Missed] LoopNotNormalised | Category:normalise | Reason="its upper bound may be more than a signed number holds: argument 1 of 'func.func' at {{.*}}normalize-loops-remarks.mlir:16:1; one extended from fewer bits is not"}}
  scf.for unsigned %i = %c0 to %n step %c1 : i64 {
    memref.store %i, %out[] : memref<i64>
  }
  // expected-remark-re @+1 {{[Missed] LoopNotNormalised | Category:normalise | Reason="its step may be 0 or more than a signed number holds: argument 1 of 'func.func' at {{.*}}normalize-loops-remarks.mlir:16:1"}}
  scf.for unsigned %i = %c0 to %small step %n : i64 {
    memref.store %i, %out[] : memref<i64>
  }
  // expected-remark @+1 {{[Missed] LoopNotNormalised | Category:normalise | Reason="its last step may leave the signed numbers"}}
  scf.for unsigned %i = %c0 to %small step %big : i64 {
    memref.store %i, %out[] : memref<i64>
  }
  // Nothing to say.
  scf.for unsigned %i = %c0 to %small step %c1 : i64 {
    memref.store %i, %out[] : memref<i64>
  }
  return
}

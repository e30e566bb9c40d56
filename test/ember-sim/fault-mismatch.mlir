// Only one of the two programs faults: that is a mismatch, too. The original
// repairs each index before it is used; the access unit has read it before.

// RUN: %python %S/Inputs/npy.py write %t.rows.npy '<i8' '(3,)' --values 0,9,9
// RUN: not ember-sim %s --check --no-verify-decoupling --entry=repair %t.rows.npy zeros:3xf32 \
// RUN:   zeros:3xf32 2>&1 | FileCheck %s --check-prefix=DECOUPLED
// RUN: ember-sim %s --check --no-verify-decoupling --entry=repair %t.rows.npy zeros:3xf32 \
// RUN:   zeros:3xf32 || test $? = 2
// DECOUPLED: ember-sim: error: the original ends without a fault, but the program at run-ahead max faults: {{.*}}fault-mismatch.mlir:[[#@LINE+24]]:{{[0-9]+}}: 'memref.load' index 9 is out of bounds for dimension 0 of size 3

// The other way round: the original finds an index that it made wrong itself.
// RUN: not ember-sim %s --check --no-verify-decoupling zeros:3xindex zeros:0xf32 \
// RUN:   zeros:3xf32 --entry=spoil 2>&1 | FileCheck %s --check-prefix=BOTH
// RUN: not ember-sim %s --check --no-verify-decoupling zeros:3xindex zeros:1xf32 \
// RUN:   zeros:3xf32 --entry=spoil 2>&1 | FileCheck %s --check-prefix=ORIGINAL
// BOTH: ember-sim: error: {{.*}}fault-mismatch.mlir:{{[0-9]+}}:{{[0-9]+}}: 'memref.load' index 0 is out of bounds for dimension 0 of size 0
// ORIGINAL: ember-sim: error: the program at run-ahead max ends without a fault, but the original faults: {{.*}}: 'memref.load' index 9 is out of bounds for dimension 0 of size 1

// The timed run has no guards: even without --check it does not get to see what
// is in bounds only when the access unit is late.
// RUN: not ember-sim %s --run-ahead=1 --no-verify-decoupling --entry=repair %t.rows.npy \
// RUN:   zeros:3xf32 zeros:3xf32 2>&1 | FileCheck %s --check-prefix=LATE
// LATE: ember-sim: error: {{.*}}fault-mismatch.mlir:{{[0-9]+}}:{{[0-9]+}}: 'memref.load' index 9 is out of bounds

func.func @repair(%rows: memref<?xindex>, %table: memref<?xf32>,
                  %out: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %out, %c0 : memref<?xf32>
  %last = arith.subi %n, %c1 : index
  slc.for %s_i = %c0 to %n step %c1 {
    %s_row = slc.mem_str %rows[%s_i] : memref<?xindex>
    %s_value = slc.mem_str %table[%s_row] : memref<?xf32>
    slc.callback {
      %i = slc.to_val %s_i : index
      %value = slc.to_val %s_value : f32
      memref.store %value, %out[%i] : memref<?xf32>
      %next = arith.addi %i, %c1 : index
      %inside = arith.minui %next, %last : index
      memref.store %c0, %rows[%inside] : memref<?xindex>
    }
  }
  return
}
func.func @spoil(%rows: memref<?xindex>, %table: memref<?xf32>,
                 %out: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %n = memref.dim %out, %c0 : memref<?xf32>
  %last = arith.subi %n, %c1 : index
  slc.for %s_i = %c0 to %n step %c1 {
    %s_row = slc.mem_str %rows[%s_i] : memref<?xindex>
    %s_value = slc.mem_str %table[%s_row] : memref<?xf32>
    slc.callback {
      %i = slc.to_val %s_i : index
      %value = slc.to_val %s_value : f32
      memref.store %value, %out[%i] : memref<?xf32>
      %next = arith.addi %i, %c1 : index
      %inside = arith.minui %next, %last : index
      memref.store %c9, %rows[%inside] : memref<?xindex>
    }
  }
  return
}

// A kernel that is SLC already; its oracle is its erasure.

// RUN: ember-sim %s --check --baseline --stats=%t.json \
// RUN:   uniform:100xindex,max=8,seed=1 uniform:8xf32,seed=1 zeros:100xf32
// RUN: FileCheck %s < %t.json
// CHECK: "found": 1,
// CHECK: "decoupled": 1,
// CHECK: "access": 200,

func.func @gather(%rows: memref<?xindex>, %table: memref<?xf32>,
                  %out: memref<?xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %rows, %c0 : memref<?xindex>
  slc.for %s_i = %c0 to %n step %c1 {
    %s_row = slc.mem_str %rows[%s_i] : memref<?xindex>
    %s_value = slc.mem_str %table[%s_row] : memref<?xf32>
    slc.callback {
      %i = slc.to_val %s_i : index
      %value = slc.to_val %s_value : f32
      memref.store %value, %out[%i] : memref<?xf32>
    }
  }
  return
}

// RUN: ember-opt %s | ember-opt | FileCheck %s
// RUN: ember-opt %s --mlir-print-op-generic | ember-opt | FileCheck %s

// CHECK-LABEL: func.func private @hints
// CHECK-SAME:    l1 = #slc.hint<level = l1, temporal = true>
// CHECK-SAME:    l2 = #slc.hint<level = l2, temporal = false>
// CHECK-SAME:    l3 = #slc.hint<level = l3, temporal = true>
func.func private @hints() attributes {
  l1 = #slc.hint<level = l1, temporal = true>,
  l2 = #slc.hint<level = l2, temporal = false>,
  l3 = #slc.hint<temporal = true, level = l3>
}

// CHECK-LABEL: func.func private @alu_kinds
// CHECK-SAME:    add = #slc<alu addi>
// CHECK-SAME:    cast = #slc<alu index_castui>
func.func private @alu_kinds() attributes {
  add = #slc<alu addi>, cast = #slc<alu index_castui>
}

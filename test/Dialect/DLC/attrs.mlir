// RUN: ember-opt %s | ember-opt | FileCheck %s
// RUN: ember-opt %s --mlir-print-op-generic | ember-opt | FileCheck %s

// Records: of nothing, natural, packed, padded, out of order.

// CHECK-LABEL: func.func private @records
// CHECK-SAME:    empty = #dlc.record<[], size = 0, align = 1>
// CHECK-SAME:    natural = #dlc.record<[index : 0, i1 : 8, bf16 : 10, f64 : 16], size = 24, align = 8>
// CHECK-SAME:    packed = #dlc.record<[i8 : 0, f32 : 1, i40 : 5], size = 13, align = 1>
// CHECK-SAME:    padded = #dlc.record<[f32 : 60], size = 64, align = 64>
// CHECK-SAME:    swapped = #dlc.record<[f32 : 4, i32 : 0], size = 8, align = 4>
// CHECK-SAME:    vectors = #dlc.record<[vector<16xi1> : 0, vector<16xf32> : 64], size = 128, align = 64>
func.func private @records() attributes {
  empty = #dlc.record<[], size = 0, align = 1>,
  natural = #dlc.record<[index : 0, i1 : 8, bf16 : 10, f64 : 16], size = 24, align = 8>,
  packed = #dlc.record<[i8 : 0, f32 : 1, i40 : 5], size = 13, align = 1>,
  padded = #dlc.record<[f32 : 60], size = 64, align = 64>,
  swapped = #dlc.record<[f32 : 4, i32 : 0], size = 8, align = 4>,
  vectors = #dlc.record<[vector<16xi1> : 0, vector<16xf32> : 64], size = 128, align = 64>
}

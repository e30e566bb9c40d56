// RUN: ember-opt %s | ember-opt | FileCheck %s
// RUN: ember-opt %s --mlir-print-op-generic | ember-opt | FileCheck %s

// CHECK-LABEL: func.func private @integers(
// CHECK-SAME:    !slc.stream<index>, !slc.stream<i1>, !slc.stream<i7>, !slc.stream<i8>,
// CHECK-SAME:    !slc.stream<i32>, !slc.stream<i64>)
func.func private @integers(!slc.stream<index>, !slc.stream<i1>,
                            !slc.stream<i7>, !slc.stream<i8>,
                            !slc.stream<i32>, !slc.stream<i64>)

// CHECK-LABEL: func.func private @floats(
// CHECK-SAME:    !slc.stream<f8E4M3FN>, !slc.stream<bf16>, !slc.stream<f16>,
// CHECK-SAME:    !slc.stream<f32>, !slc.stream<f64>)
func.func private @floats(!slc.stream<f8E4M3FN>, !slc.stream<bf16>,
                          !slc.stream<f16>, !slc.stream<f32>,
                          !slc.stream<f64>)

// CHECK-LABEL: func.func private @vectors(
// CHECK-SAME:    !slc.stream<vector<2xindex>>, !slc.stream<vector<64xi1>>,
// CHECK-SAME:    !slc.stream<vector<16xbf16>>)
func.func private @vectors(!slc.stream<vector<2xindex>>,
                           !slc.stream<vector<64xi1>>,
                           !slc.stream<vector<16xbf16>>)

// RUN: ember-opt %s --ember-expand-math | FileCheck %s

// CHECK-LABEL: func.func @scalar
// CHECK-NOT:   math.exp
func.func @scalar(%x: f32) -> f32 {
  %0 = math.exp %x : f32
  return %0 : f32
}

// A vector takes the steps that its elements would take.
// CHECK-LABEL: func.func @vector
// CHECK-NOT:   math.tanh
// CHECK:       math.fma %{{.*}} : vector<4xf32>
// CHECK-NOT:   math.tanh
func.func @vector(%x: vector<4xf32>) -> vector<4xf32> {
  %0 = math.tanh %x : vector<4xf32>
  return %0 : vector<4xf32>
}

// CHECK-LABEL: func.func @half
// CHECK:       arith.extf %{{.*}} : f16 to f32
// CHECK:       arith.truncf %{{.*}} : f32 to f16
func.func @half(%x: f16) -> f16 {
  %0 = math.erf %x : f16
  return %0 : f16
}

// Functions of f64, and those that hardware has, stay.
// CHECK-LABEL: func.func @kept
// CHECK:       math.exp %{{.*}} : f64
// CHECK:       math.sqrt %{{.*}} : f32
func.func @kept(%x: f64, %y: f32) -> (f64, f32) {
  %0 = math.exp %x : f64
  %1 = math.sqrt %y : f32
  return %0, %1 : f64, f32
}

// RUN: ember-opt %s --ember-sink-extracts | FileCheck %s

// Both arms, each with what only it needs; an op that both need stays.
// CHECK-LABEL: @both(
// CHECK-SAME:    %[[T:.*]]: tensor<?xf32>, %[[I:.*]]: index, %[[C:.*]]: i1
// CHECK:         %[[ONE:.*]] = arith.constant 1
// CHECK:         %[[NEXT:.*]] = arith.addi %[[I]], %[[ONE]]
// CHECK-NEXT:    scf.if %[[C]] -> (f32) {
// CHECK-NEXT:      %[[A:.*]] = tensor.extract %[[T]][%[[NEXT]]]
// CHECK-NEXT:      scf.yield %[[A]]
// CHECK-NEXT:    } else {
// CHECK-NEXT:      %[[J:.*]] = arith.muli %[[NEXT]], %[[NEXT]]
// CHECK-NEXT:      %[[B:.*]] = tensor.extract %[[T]][%[[J]]]
// CHECK-NEXT:      %[[S:.*]] = arith.addf %[[B]], %[[B]]
// CHECK-NEXT:      scf.yield %[[S]]
func.func @both(%t: tensor<?xf32>, %i: index, %c: i1) -> f32 {
  %c1 = arith.constant 1 : index
  %next = arith.addi %i, %c1 : index
  %a = tensor.extract %t[%next] : tensor<?xf32>
  %j = arith.muli %next, %next : index
  %b = tensor.extract %t[%j] : tensor<?xf32>
  %s = arith.addf %b, %b : f32
  %x = arith.select %c, %a, %s : f32
  return %x : f32
}

// A select in an arm of another.
// CHECK-LABEL: @nested(
// CHECK:         scf.if %{{.*}} -> (f32) {
// CHECK:           scf.if %{{.*}} -> (f32) {
// CHECK:             tensor.extract
// CHECK:             scf.yield
// CHECK:           } else {
// CHECK:             scf.yield
// CHECK:           }
// CHECK:         } else {
func.func @nested(%t: tensor<?xf32>, %i: index, %c: i1, %d: i1, %zero: f32) -> f32 {
  %a = tensor.extract %t[%i] : tensor<?xf32>
  %b = arith.select %d, %a, %zero : f32
  %x = arith.select %c, %b, %zero : f32
  return %x : f32
}

// What is used elsewhere, too, is extracted anyway.
// CHECK-LABEL: @shared(
// CHECK-NOT:     scf.if
func.func @shared(%t: tensor<?xf32>, %i: index, %c: i1, %zero: f32) -> (f32, f32) {
  %a = tensor.extract %t[%i] : tensor<?xf32>
  %x = arith.select %c, %a, %zero : f32
  return %x, %a : f32, f32
}

// A condition on floats is for the execute unit: its loads would be, too.
// CHECK-LABEL: @float_condition(
// CHECK-NOT:     scf.if
func.func @float_condition(%t: tensor<?xf32>, %i: index, %y: f32, %zero: f32) -> f32 {
  %c = arith.cmpf ogt, %y, %zero : f32
  %a = tensor.extract %t[%i] : tensor<?xf32>
  %x = arith.select %c, %a, %zero : f32
  return %x : f32
}

// Vectors of conditions, and selects without extracts, stay.
// CHECK-LABEL: @others(
// CHECK-NOT:     scf.if
func.func @others(%t: tensor<?xvector<4xf32>>, %i: index, %c: vector<4xi1>, %d: i1, %y: vector<4xf32>) -> (vector<4xf32>, index) {
  %a = tensor.extract %t[%i] : tensor<?xvector<4xf32>>
  %x = arith.select %c, %a, %y : vector<4xi1>, vector<4xf32>
  %j = arith.addi %i, %i : index
  %k = arith.select %d, %j, %i : index
  return %x, %k : vector<4xf32>, index
}

// An index of a `linalg` op exists in its own block only.
// CHECK-LABEL: @in_linalg(
// CHECK:         linalg.generic
// CHECK:           %[[ROW:.*]] = linalg.index 0
// CHECK:           scf.if
// CHECK-NEXT:        arith.addi %[[ROW]]
// CHECK-NEXT:        tensor.extract
func.func @in_linalg(%t: tensor<?xf32>, %out: tensor<?xf32>, %c: i1) -> tensor<?xf32> {
  %c1 = arith.constant 1 : index
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      outs(%out : tensor<?xf32>) {
  ^bb0(%old: f32):
    %i = linalg.index 0 : index
    %next = arith.addi %i, %c1 : index
    %a = tensor.extract %t[%next] : tensor<?xf32>
    %x = arith.select %c, %a, %old : f32
    linalg.yield %x : f32
  } -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

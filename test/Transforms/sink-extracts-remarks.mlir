// RUN: ember-opt %s --ember-sink-extracts --remarks-filter=sink-extracts --verify-diagnostics -o /dev/null

func.func @float_condition(%a: tensor<?xf32>, %b: tensor<?xf32>, %i: index, %x: f32, %zero: f32) -> f32 {
  // expected-remark-re @+1 {{[Missed] ExtractNotSunk | Category:sink-extracts | Reason="it is performed even where its element is not selected, because the condition of 'arith.select' at {{.*}}sink-extracts-remarks.mlir:10:8 is not computed from integers"}}
  %u = tensor.extract %a[%i] : tensor<?xf32>
  // expected-remark-re @+1 {{[Missed] ExtractNotSunk | Category:sink-extracts | Reason="it is performed even where its element is not selected, because the condition of 'arith.select' at {{.*}}sink-extracts-remarks.mlir:10:8 is not computed from integers"}}
  %v = tensor.extract %b[%i] : tensor<?xf32>
  %w = arith.addf %v, %x : f32
  %p = arith.cmpf ogt, %x, %zero : f32
  %r = arith.select %p, %u, %w : f32
  return %r : f32
}

// Nothing to say: it is sunk, and the other one is needed anyway.
func.func @integer_condition(%a: tensor<?xf32>, %b: tensor<?xf32>, %i: index, %n: index) -> (f32, f32) {
  %u = tensor.extract %a[%i] : tensor<?xf32>
  %v = tensor.extract %b[%i] : tensor<?xf32>
  %p = arith.cmpi slt, %i, %n : index
  %r = arith.select %p, %u, %v : f32
  return %r, %v : f32, f32
}

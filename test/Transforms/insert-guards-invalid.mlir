// RUN: ember-opt %s --ember-insert-guards --split-input-file --verify-diagnostics

func.func @linalg(%m: memref<4xf32>) {
  // expected-error @+1 {{'linalg.copy' op has no guards, expects it to be lowered before}}
  linalg.copy ins(%m : memref<4xf32>) outs(%m : memref<4xf32>)
  return
}

// -----

func.func @affine(%m: memref<4xf32>, %i: index) -> f32 {
  // expected-error @+1 {{'affine.load' op has no guards, expects it to be lowered before}}
  %x = affine.load %m[0] : memref<4xf32>
  return %x : f32
}

// -----

// expected-error @+1 {{symbol '__ember_fault_index' is reserved for the run-time}}
llvm.mlir.global @__ember_fault_index(0 : i64) : i64

// -----

func.func @scalable(%m: memref<?xf32>, %i: index) {
  // expected-error @+1 {{'vector.load' op has no guards, expects it to be lowered before}}
  %v = vector.load %m[%i] : memref<?xf32>, vector<[4]xf32>
  return
}

// -----

func.func @elements(%n: index) {
  // expected-error @+1 {{'memref.alloc' op has no guards, expects its elements to be numbers or vectors of numbers, or its sizes to be static}}
  %a = memref.alloc(%n) : memref<?xmemref<?xi64>>
  return
}

// -----

func.func @vector_without_dimensions(%n: index) {
  // expected-error @+1 {{'memref.alloca' op has no guards}}
  %a = memref.alloca(%n) : memref<?xvector<i64>>
  return
}

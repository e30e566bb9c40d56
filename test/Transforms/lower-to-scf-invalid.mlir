// RUN: ember-opt %s --ember-lower-to-scf --split-input-file --verify-diagnostics -o /dev/null

func.func private @newSparseTensor(memref<?xindex>) -> !llvm.ptr
func.func @create(%sizes: memref<?xindex>) -> !llvm.ptr {
  // expected-error @below {{calls 'newSparseTensor' of the run-time library of sparse tensors, which Ember does not have; expects sparse tensors themselves, or code that the sparsifier made without it (enable-runtime-library=false)}}
  %0 = call @newSparseTensor(%sizes) : (memref<?xindex>) -> !llvm.ptr
  return %0 : !llvm.ptr
}

// -----

func.func private @_mlir_ciface_sparseValuesF64(!llvm.ptr, !llvm.ptr)
func.func @values(%a: !llvm.ptr, %b: !llvm.ptr) {
  // expected-error @below {{calls '_mlir_ciface_sparseValuesF64' of the run-time library}}
  call @_mlir_ciface_sparseValuesF64(%a, %b) : (!llvm.ptr, !llvm.ptr) -> ()
  return
}

// -----

// A function of the user's own of such a name is no library.
func.func @sparseValuesF64(%x: f64) -> f64 {
  return %x : f64
}
func.func @own(%x: f64) -> f64 {
  %0 = call @sparseValuesF64(%x) : (f64) -> f64
  return %0 : f64
}

// -----

// Sparse tensors of a file are read by the library, whatever else does without.
#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>
func.func @read(%file: !llvm.ptr) -> tensor<?x?xf32, #CSR> {
  // expected-error @below {{calls 'createCheckedSparseTensorReader' of the run-time library}}
  %0 = sparse_tensor.new %file : !llvm.ptr to tensor<?x?xf32, #CSR>
  return %0 : tensor<?x?xf32, #CSR>
}

// -----

func.func @softmax(%a: memref<4x8xf32>, %b: memref<4x8xf32>) {
  // expected-error @below {{'linalg.softmax' op cannot be lowered to loops over memrefs}}
  linalg.softmax dimension(1) ins(%a : memref<4x8xf32>) outs(%b : memref<4x8xf32>)
  return
}

// -----

// Upstream leaves this undefined, and its patterns may crash.
func.func @negative_dimension(%a: memref<?xf32>) -> index {
  %c = arith.constant -1 : index
  // expected-error @below {{'memref.dim' op expects a dimension that is not negative, but got -1}}
  %0 = memref.dim %a, %c : memref<?xf32>
  return %0 : index
}

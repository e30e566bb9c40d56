// With the run-time library of sparse tensors there is nothing that Ember could
// run.

// RUN: mlir-opt %s --linalg-generalize-named-ops --sparse-reinterpret-map --sparsification --sparse-tensor-conversion -o %t.mlir
// RUN: not ember-sim %t.mlir 2>&1 | FileCheck %s
// CHECK: mlir:{{[0-9]+}}:{{[0-9]+}}: error: 'func.call' op calls 'sparseValuesF64' of the run-time library of sparse tensors, which Ember does not have
// CHECK: ember-sim: error: '{{.*}}.mlir' cannot be lowered to loops

#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>
func.func @spmm(%a: tensor<?x?xf64, #CSR>, %b: tensor<?x?xf64>, %c: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %0 = linalg.matmul ins(%a, %b : tensor<?x?xf64, #CSR>, tensor<?x?xf64>) outs(%c : tensor<?x?xf64>) -> tensor<?x?xf64>
  return %0 : tensor<?x?xf64>
}

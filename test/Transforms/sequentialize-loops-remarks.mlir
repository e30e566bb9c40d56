// RUN: ember-opt %s --ember-sequentialize-loops --remarks-filter=sequentialise --verify-diagnostics -o /dev/null

func.func @tensors(%a: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<8xf32> {
  // expected-remark @+1 {{[Missed] LoopNotSequentialised | Category:sequentialise | Reason="it works on tensors; bufferization, which --ember-lower-to-scf does, comes first"}}
  %r = scf.forall (%i) in (8) shared_outs(%o = %b) -> (tensor<8xf32>) {
    %x = tensor.extract_slice %a[%i] [1] [1] : tensor<8xf32> to tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %x into %o[%i] [1] [1] : tensor<1xf32> into tensor<8xf32>
    }
  }
  return %r : tensor<8xf32>
}

// RUN: not ember-opt %s --slcv-bufferize=chunk=-1 2>&1 | FileCheck %s --check-prefix=CHUNK
// RUN: not ember-opt %s --slcv-bufferize=queue-bytes=0 2>&1 | FileCheck %s --check-prefix=QUEUE
// RUN: not ember-opt %s --slcv-bufferize="chunk=65 queue-bytes=256" 2>&1 | FileCheck %s --check-prefix=LONG
// RUN: not ember-opt %s --ember-pipeline="opt-level=2 chunk=65 queue-bytes=256" 2>&1 | FileCheck %s --check-prefix=LONG
// RUN: ember-opt %s --slcv-bufferize="chunk=64 queue-bytes=256" -o /dev/null

// CHUNK: error: slcv-bufferize expects chunk not to be negative and queue-bytes to be positive, but got -1 and
// QUEUE: error: slcv-bufferize expects chunk not to be negative and queue-bytes to be positive, but got 0 and 0
// LONG: bufferize-invalid.mlir:[[#@LINE+4]]:{{[0-9]+}}: error: slcv-bufferize expects a chunk that fits in the data queue of 256 bytes, but got 65 iterations of {{[0-9]+}} bytes each
func.func @last(%a: memref<?xf32>, %n: index, %z: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = slc.for %i = %c0 to %n step %c1 iter_args(%x = %z) -> (f32) {
    %s = slc.mem_str %a[%i] : memref<?xf32>
    %next = slc.callback -> (f32) {
      %v = slc.to_val %s : f32
      slc.yield %v : f32
    }
    slc.yield %next : f32
  }
  return %r : f32
}

// RUN: not ember-opt %s --slcv-bufferize=chunk=-1 2>&1 | FileCheck %s --check-prefix=CHUNK
// RUN: not ember-opt %s --slcv-bufferize=queue-bytes=0 2>&1 | FileCheck %s --check-prefix=QUEUE
// RUN: not ember-opt %s --ember-pipeline="opt-level=2 chunk=-1" 2>&1 | FileCheck %s --check-prefix=CHUNK

// CHUNK: error: slcv-bufferize expects chunk not to be negative and queue-bytes to be positive, but got -1 and
// QUEUE: error: slcv-bufferize expects chunk not to be negative and queue-bytes to be positive, but got 0 and 0
func.func @none() {
  return
}

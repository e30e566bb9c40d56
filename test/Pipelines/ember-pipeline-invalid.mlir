// RUN: not ember-opt %s --ember-pipeline="until=core" 2>&1 | FileCheck %s --check-prefix=LEVEL
// RUN: not ember-opt %s --ember-pipeline="opt-level=9" 2>&1 | FileCheck %s --check-prefix=OPT
// RUN: not ember-opt %s --ember-pipeline="opt-level=-1" 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// RUN: not ember-opt %s --ember-pipeline="opt-level" 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not ember-opt %s --ember-pipeline="vlen=many" 2>&1 | FileCheck %s --check-prefix=NUMBER
// RUN: not ember-opt %s --ember-pipeline="reassociate-fp=maybe" 2>&1 | FileCheck %s --check-prefix=BOOL
// RUN: not ember-opt %s --ember-pipeline="=3" 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not ember-opt %s --ember-pipeline="chunk=-1" 2>&1 | FileCheck %s --check-prefix=CHUNK
// RUN: not ember-opt %s --ember-pipeline="queue-bytes=0" 2>&1 | FileCheck %s --check-prefix=QUEUE
// RUN: not ember-opt %s --ember-pipeline="alias-checks=maybe" 2>&1 | FileCheck %s --check-prefix=ALIAS
// RUN: not ember-opt %s --ember-pipeline="speed=high" 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not ember-opt %s --ember-pipeline="vlen=0" 2>&1 | FileCheck %s --check-prefix=ZERO
// RUN: not ember-opt %s --ember-pipeline="opt-level=0 vlen=12" 2>&1 | FileCheck %s --check-prefix=TWELVE
// RUN: not ember-opt %s --ember-pipeline="opt-level=3 vlen=128" 2>&1 | FileCheck %s --check-prefix=MANY
// RUN: not ember-opt %s --ember-pipeline="vlen=-8" 2>&1 | FileCheck %s --check-prefix=FEW
// RUN: not ember-opt %s --ember-pipeline="vector-bits=0" 2>&1 | FileCheck %s --check-prefix=BITS
// RUN: not ember-opt %s --ember-pipeline 2>&1 | FileCheck %s --check-prefix=ILLEGAL
// RUN: ember-opt %s --ember-pipeline="verify-decoupling=false" -o /dev/null

// What the pipeline's options cannot be.

// LEVEL-NOT: option:
// LEVEL: error: expects until to be one of slc, slcv, dlc, target, but got 'core'
// OPT: error: expects an opt-level of at most {{[0-9]+}}, but got 9
// NEGATIVE-NOT: option:
// NEGATIVE: error: expects opt-level to be a non-negative integer, but got '-1'
// MISSING-NOT: option:
// MISSING: error: expects opt-level to be a non-negative integer, but got ''
// NUMBER-NOT: option:
// NUMBER: error: expects vlen to be an integer, but got 'many'
// BOOL-NOT: option:
// BOOL: error: expects reassociate-fp to be true or false, but got 'maybe'
// ALIAS-NOT: option:
// ALIAS: error: expects alias-checks to be one of runtime, assume-none, refuse, but got 'maybe'
// UNKNOWN: error: no such option 'speed', but opt-level, vlen, {{.*}}
// NAME: error: no such option '', but opt-level, vlen, {{.*}}

// ZERO: error: expects vlen to be a power of two of 2 to 64, but got 0
// TWELVE: error: expects vlen to be a power of two of 2 to 64, but got 12
// MANY: error: expects vlen to be a power of two of 2 to 64, but got 128
// FEW: error: expects vlen to be a power of two of 2 to 64, but got -8
// BITS: error: expects vector-bits to be positive, but got 0
// CHUNK: error: expects chunk not to be negative, but got -1
// QUEUE: error: expects queue-bytes to be positive, but got 0

// A nest that is decoupled by hand is proved legal, unless that is switched off.

// ILLEGAL: error: 'slc.mem_str' op reads memory that its nest may write
func.func @illegal(%a: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  slc.for %i = %c0 to %n step %c1 {
    %s = slc.mem_str %a[%i] : memref<?xf32>
    slc.callback {
      %v = slc.to_val %s : f32
      memref.store %v, %a[%c0] : memref<?xf32>
    }
  }
  return
}

// RUN: ember-opt %s --slc-vectorize="vlen=64" --remarks-filter=".*" --verify-diagnostics -o %t
// RUN: FileCheck %s < %t
// RUN: ember-opt %s --slc-vectorize="vlen=16 vector-bits=64" | FileCheck %s --check-prefix=SMALL
// RUN: ember-opt %s --slc-vectorize="vlen=2 vector-bits=8" --remarks-filter=".*" 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not ember-opt %s --slc-vectorize="vector-bits=0" 2>&1 | FileCheck %s --check-prefix=BITS
// BITS: error: slc-vectorize expects vector-bits to be positive, but got 0

// A vector is eight registers at most: the widest element decides.

// REMARK-NOT: FewerLanes

// CHECK-LABEL: func @widths
// SMALL-LABEL: func @widths
// NONE: Reason="an element of 64 bits leaves no two lanes in a vector"
func.func @widths(%a: memref<?xi8>, %b: memref<?xf64>, %c: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: slcv.for<32>
  // SMALL: slcv.for<8>
  // expected-remark @+2 {{[Passed] Vectorised | Category:vectorise | Lanes=32}}
  // expected-remark @+1 {{[Missed] FewerLanes | Category:vectorise | Reason="32 lanes of its widest element, of 64 bits, are all that a vector holds"}}
  slc.for %i = %c0 to %n step %c1 {
    // CHECK: slcv.mem_str<32> {{.*}} : memref<?xi8>
    %s = slc.mem_str %a[%i] : memref<?xi8>
    slc.callback {
      %e = slc.to_val %i : index
      %v = slc.to_val %s : i8
      %f = arith.sitofp %v : i8 to f64
      memref.store %f, %b[%e] : memref<?xf64>
    }
  }
  // CHECK: slcv.for<64>
  // SMALL: slcv.for<16>
  // expected-remark @+1 {{[Passed] Vectorised | Category:vectorise | Lanes=64}}
  slc.for %i = %c0 to %n step %c1 {
    %s = slc.mem_str %c[%i] : memref<?xf32>
    slc.callback {
      %e = slc.to_val %i : index
      %v = slc.to_val %s : f32
      memref.store %v, %c[%e] : memref<?xf32>
    }
  }
  return
}

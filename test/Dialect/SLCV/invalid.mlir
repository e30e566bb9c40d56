// RUN: ember-opt %s --verify-diagnostics --split-input-file

// Constraints of docs/Dialects/SLCV/Spec.md, each in functions that are named
// after it; what the definitions of the ops demand, and the parsers, at the end.

func.func @c1_for(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{'slcv.for' op (C1) expects a power of two of 2 to 64 lanes, but got 3}}
  "slcv.for"(%c0, %n, %c1) <{vlen = 3 : i64}> ({
  ^bb0(%s: !slc.stream<index>, %m: !slc.stream<vector<8xi1>>):
    slc.yield
  }) : (index, index, index) -> ()
  return
}

// -----

func.func @c1_one_lane(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{'slcv.for' op (C1) expects a power of two of 2 to 64 lanes, but got 1}}
  "slcv.for"(%c0, %n, %c1) <{vlen = 1 : i64}> ({
  ^bb0(%s: !slc.stream<index>, %m: !slc.stream<vector<8xi1>>):
    slc.yield
  }) : (index, index, index) -> ()
  return
}

// -----

func.func @c1_too_many_lanes(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{'slcv.for' op (C1) expects a power of two of 2 to 64 lanes, but got 128}}
  "slcv.for"(%c0, %n, %c1) <{vlen = 128 : i64}> ({
  ^bb0(%s: !slc.stream<index>, %m: !slc.stream<vector<8xi1>>):
    slc.yield
  }) : (index, index, index) -> ()
  return
}

// -----

func.func @c1_load(%a: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  slcv.for<8> %s, %m = %c0 to %n step %c1 {
    // expected-error @+1 {{'slcv.mem_str' op (C1) expects a power of two of 2 to 64 lanes, but got 6}}
    %v = "slcv.mem_str"(%a, %s, %m) <{vlen = 6 : i64, laneStrides = array<i64: 1>}>
        : (memref<?xf32>, !slc.stream<index>, !slc.stream<vector<8xi1>>) -> !slc.stream<vector<8xf32>>
  }
  return
}

// -----

func.func @c1_lanes(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  slcv.for<8> %s, %m = %c0 to %n step %c1 {
    // expected-error @+1 {{'slcv.lane_str' op (C1) expects a power of two of 2 to 64 lanes, but got 6}}
    %v = "slcv.lane_str"(%s) <{vlen = 6 : i64, laneStride = 1 : i64}>
        : (!slc.stream<index>) -> !slc.stream<vector<8xindex>>
  }
  return
}

// -----

func.func @c2_zero(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %step = arith.constant 0 : index
  // expected-error @+1 {{'slcv.for' op (C2) expects its step to be a positive constant}}
  slcv.for<8> %s, %m = %c0 to %n step %step {
  }
  return
}

// -----

func.func @c2_negative(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %step = arith.constant -1 : index
  // expected-error @+1 {{'slcv.for' op (C2) expects its step to be a positive constant}}
  slcv.for<8> %s, %m = %c0 to %n step %step {
  }
  return
}

// -----

func.func @c2_dynamic(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{'slcv.for' op (C2) expects its step to be a positive constant}}
  slcv.for<8> %s, %m = %c0 to %n step %n {
  }
  return
}

// -----

func.func @c3_no_mask(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{'slcv.for' op (C3) expects the arguments of its body to be a stream of index, the mask of its lanes and its iter_args}}
  "slcv.for"(%c0, %n, %c1) <{vlen = 8 : i64}> ({
  ^bb0(%s: !slc.stream<index>):
    slc.yield
  }) : (index, index, index) -> ()
  return
}

// -----

func.func @c3_other_lanes(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{'slcv.for' op (C3) expects the arguments of its body to be a stream of index, the mask of its lanes and its iter_args}}
  "slcv.for"(%c0, %n, %c1) <{vlen = 8 : i64}> ({
  ^bb0(%s: !slc.stream<index>, %m: !slc.stream<vector<4xi1>>):
    slc.yield
  }) : (index, index, index) -> ()
  return
}

// -----

func.func @c3_host(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{'slcv.for' op (C3) expects the arguments of its body to be a stream of index, the mask of its lanes and its iter_args}}
  "slcv.for"(%c0, %n, %c1) <{vlen = 8 : i64}> ({
  ^bb0(%s: index, %m: !slc.stream<vector<8xi1>>):
    slc.yield
  }) : (index, index, index) -> ()
  return
}

// -----

func.func @c3_too_many(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{'slcv.for' op (C3) expects the arguments of its body to be a stream of index, the mask of its lanes and its iter_args}}
  "slcv.for"(%c0, %n, %c1) <{vlen = 8 : i64}> ({
  ^bb0(%s: !slc.stream<index>, %m: !slc.stream<vector<8xi1>>, %x: f32):
    slc.yield
  }) : (index, index, index) -> ()
  return
}

// -----

func.func @c4_stream(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  slc.for %i = %c0 to %n step %c1 {
    // expected-error @+1 {{'slcv.for' op (C4) expects iter_args to be values of the execute unit, but got '!slc.stream<index>'}}
    %r = slcv.for<8> %s, %m = %c0 to %n step %c1 iter_args(%acc = %i) -> (!slc.stream<index>) {
      slc.yield %acc : !slc.stream<index>
    }
  }
  return
}

// -----

func.func @c4_initial_value(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{'slcv.for' op (C4) expects the types of iter_args and results to agree}}
  %r = "slcv.for"(%c0, %n, %c1, %n) <{vlen = 8 : i64}> ({
  ^bb0(%s: !slc.stream<index>, %m: !slc.stream<vector<8xi1>>, %acc: f32):
    slc.yield %acc : f32
  }) : (index, index, index, index) -> f32
  return
}

// -----

func.func @c4_yielded(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{'slcv.for' op (C4) expects its body to yield values of the types of its results}}
  %r = slcv.for<8> %s, %m = %c0 to %n step %c1 iter_args(%acc = %n) -> (index) {
    slc.yield
  }
  return
}

// -----

func.func @c5_other_op(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{'slcv.for' op (C5) expects its body to hold only access-side ops and callbacks, and no loop}}
  slcv.for<8> %s, %m = %c0 to %n step %c1 {
    // expected-note @+1 {{see this op}}
    %c2 = arith.constant 2 : index
  }
  return
}

// -----

func.func @c5_loop(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{'slcv.for' op (C5) expects its body to hold only access-side ops and callbacks, and no loop}}
  slcv.for<8> %s, %m = %c0 to %n step %c1 {
    // expected-note @+1 {{see this op}}
    slc.for %t = %c0 to %n step %c1 {
    }
  }
  return
}

// -----

func.func @c5_vector_loop(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{'slcv.for' op (C5) expects its body to hold only access-side ops and callbacks, and no loop}}
  slcv.for<8> %s, %m = %c0 to %n step %c1 {
    // expected-note @+1 {{see this op}}
    slcv.for<8> %t, %mm = %c0 to %n step %c1 {
    }
  }
  return
}

// -----

func.func @c6_layout(%a: memref<?xf32, affine_map<(d0) -> (d0 floordiv 2)>>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  slcv.for<8> %s, %m = %c0 to %n step %c1 {
    // expected-error @+1 {{'slcv.mem_str' op (C6) expects a memref with a strided layout of elements that a stream can carry}}
    %v = slcv.mem_str<8> %a[%s] lanes [1] mask %m : memref<?xf32, affine_map<(d0) -> (d0 floordiv 2)>>
  }
  return
}

// -----

func.func @c6_elements(%a: memref<?xf128>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  slcv.for<8> %s, %m = %c0 to %n step %c1 {
    // expected-error @+1 {{'slcv.mem_str' op (C6) expects a memref with a strided layout of elements that a stream can carry}}
    %v = "slcv.mem_str"(%a, %s, %m) <{vlen = 8 : i64, laneStrides = array<i64: 1>}>
        : (memref<?xf128>, !slc.stream<index>, !slc.stream<vector<8xi1>>) -> !slc.stream<vector<8xf32>>
  }
  return
}

// -----

func.func @c7_indices(%a: memref<?x?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  slcv.for<8> %s, %m = %c0 to %n step %c1 {
    // expected-error @+1 {{'slcv.mem_str' op (C7) expects 2 indices and lane strides, but got 1 and 2}}
    %v = slcv.mem_str<8> %a[%s] lanes [1, 0] mask %m : memref<?x?xf32>
  }
  return
}

// -----

func.func @c7_strides(%a: memref<?x?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  slcv.for<8> %s, %m = %c0 to %n step %c1 {
    // expected-error @+1 {{'slcv.mem_str' op (C7) expects 2 indices and lane strides, but got 2 and 1}}
    %v = slcv.mem_str<8> %a[%s, %s] lanes [1] mask %m : memref<?x?xf32>
  }
  return
}

// -----

func.func @c8_type(%a: memref<?xf32>, %n: index, %i: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  slcv.for<8> %s, %m = %c0 to %n step %c1 {
    // expected-error @+1 {{'slcv.mem_str' op (C8) expects its indices to be index, a stream of it, or a stream of vectors of its lanes, but got 'i32'}}
    %v = "slcv.mem_str"(%a, %i, %m) <{vlen = 8 : i64, laneStrides = array<i64: 1>}>
        : (memref<?xf32>, i32, !slc.stream<vector<8xi1>>) -> !slc.stream<vector<8xf32>>
  }
  return
}

// -----

func.func @c8_mask(%a: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  slcv.for<8> %s, %m = %c0 to %n step %c1 {
    // expected-error @+1 {{'slcv.mem_str' op (C8) expects its indices to be index, a stream of it, or a stream of vectors of its lanes, but got '!slc.stream<vector<8xi1>>'}}
    %v = "slcv.mem_str"(%a, %m, %m) <{vlen = 8 : i64, laneStrides = array<i64: 0>}>
        : (memref<?xf32>, !slc.stream<vector<8xi1>>, !slc.stream<vector<8xi1>>) -> !slc.stream<vector<8xf32>>
  }
  return
}

// -----

func.func @c8_lane_stride(%a: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  slcv.for<8> %s, %m = %c0 to %n step %c1 {
    %lanes = slcv.lane_str<8> %s by 1 : index
    // expected-error @+1 {{'slcv.mem_str' op (C8) expects no lane stride for an index that gives each lane its own}}
    %v = slcv.mem_str<8> %a[%lanes] lanes [1] mask %m : memref<?xf32>
  }
  return
}

// -----

func.func @c8_lanes(%a: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  slcv.for<8> %s, %m = %c0 to %n step %c1 {
    %lanes = slcv.lane_str<4> %s by 1 : index
    // expected-error @+1 {{'slcv.mem_str' op (C8) expects its indices to be index, a stream of it, or a stream of vectors of its lanes, but got '!slc.stream<vector<4xindex>>'}}
    %v = "slcv.mem_str"(%a, %lanes, %m) <{vlen = 8 : i64, laneStrides = array<i64: 0>}>
        : (memref<?xf32>, !slc.stream<vector<4xindex>>, !slc.stream<vector<8xi1>>) -> !slc.stream<vector<8xf32>>
  }
  return
}

// -----

func.func @c9_mask(%a: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  slcv.for<8> %s, %m = %c0 to %n step %c1 {
    // expected-error @+1 {{'slcv.mem_str' op (C9) expects its mask and its result to have its lanes, and the memref's elements}}
    %v = "slcv.mem_str"(%a, %s, %m) <{vlen = 4 : i64, laneStrides = array<i64: 1>}>
        : (memref<?xf32>, !slc.stream<index>, !slc.stream<vector<8xi1>>) -> !slc.stream<vector<4xf32>>
  }
  return
}

// -----

func.func @c9_result(%a: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  slcv.for<8> %s, %m = %c0 to %n step %c1 {
    // expected-error @+1 {{'slcv.mem_str' op (C9) expects its mask and its result to have its lanes, and the memref's elements}}
    %v = "slcv.mem_str"(%a, %s, %m) <{vlen = 8 : i64, laneStrides = array<i64: 1>}>
        : (memref<?xf32>, !slc.stream<index>, !slc.stream<vector<8xi1>>) -> !slc.stream<vector<8xf64>>
  }
  return
}

// -----

func.func @c9_lanes(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  slcv.for<8> %s, %m = %c0 to %n step %c1 {
    // expected-error @+1 {{'slcv.lane_str' op (C9) expects a result of its lanes}}
    %v = "slcv.lane_str"(%s) <{vlen = 8 : i64, laneStride = 1 : i64}>
        : (!slc.stream<index>) -> !slc.stream<vector<4xindex>>
  }
  return
}

// -----

func.func @c10_no_loop() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{'slcv.callback' op (C10) expects to stand in the body of an innermost loop of the access unit}}
  slcv.callback<8> (%length) {
  }
  return
}

// -----

func.func @c10_outer_loop(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  slc.for %i = %c0 to %n step %c1 {
    // expected-error @+1 {{'slcv.callback' op (C10) expects to stand in the body of an innermost loop of the access unit}}
    slcv.callback<8> (%length) {
    }
    slc.for %j = %c0 to %n step %c1 {
    }
  }
  return
}

// -----

func.func @c10_second_run(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  slc.for %i = %c0 to %n step %c1 {
    // expected-error @+1 {{'slcv.callback' op (C10) expects to be the only callback of its loop}}
    slcv.callback<8> (%length) {
    }
    slcv.callback<8> (%other) {
    }
  }
  return
}

// -----

func.func @c10_second_callback(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  slc.for %i = %c0 to %n step %c1 {
    // expected-error @+1 {{'slcv.callback' op (C10) expects to be the only callback of its loop}}
    slcv.callback<8> (%length) {
    }
    slc.callback {
    }
  }
  return
}

// -----

func.func @c11_result(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  slc.for %i = %c0 to %n step %c1 {
    slc.for %j = %c0 to %n step %c1 {
      // expected-error @+1 {{'slcv.callback' op (C11) expects its results to be used by the yield of its loop only}}
      %r = "slcv.callback"() <{chunk = 8 : i64}> ({
      ^bb0(%length: index):
        slc.yield %length : index
      }) : () -> index
      %v = slc.alu_str addi %j, %r : index
    }
  }
  return
}

// -----

func.func @c12_argument_none(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  slc.for %i = %c0 to %n step %c1 {
    // expected-error @+1 {{'slcv.callback' op (C12) expects a body with one argument of type index}}
    "slcv.callback"() <{chunk = 8 : i64}> ({
    ^bb0:
      slc.yield
    }) : () -> ()
  }
  return
}

// -----

func.func @c12_argument_type(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  slc.for %i = %c0 to %n step %c1 {
    // expected-error @+1 {{'slcv.callback' op (C12) expects a body with one argument of type index}}
    "slcv.callback"() <{chunk = 8 : i64}> ({
    ^bb0(%length: i64):
      slc.yield
    }) : () -> ()
  }
  return
}

// -----

func.func @c12_argument_two(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  slc.for %i = %c0 to %n step %c1 {
    // expected-error @+1 {{'slcv.callback' op (C12) expects a body with one argument of type index}}
    "slcv.callback"() <{chunk = 8 : i64}> ({
    ^bb0(%length: index, %more: index):
      slc.yield
    }) : () -> ()
  }
  return
}

// -----

func.func @c12_yield(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = slc.for %i = %c0 to %n step %c1 iter_args(%acc = %n) -> (index) {
    // expected-error @+1 {{'slcv.callback' op (C12) expects its body to yield values of the types of its results}}
    %r = slcv.callback<8> (%length) -> (index) {
      slc.yield
    }
    slc.yield %r : index
  }
  return
}

// -----

func.func @c13_to_val_of_the_body(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  slc.for %i = %c0 to %n step %c1 {
    // expected-error @+1 {{'slcv.callback' op (C13) expects streams of its loop's body to be read by slcv.buf_str, and those of outer loops by slc.to_val}}
    slcv.callback<8> (%length) {
      // expected-note @+1 {{see this op}}
      %v = slc.to_val %i : index
    }
  }
  return
}

// -----

func.func @c13_buf_str_of_an_outer_loop(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  slc.for %o = %c0 to %n step %c1 {
    slc.for %i = %c0 to %n step %c1 {
      // expected-error @+1 {{'slcv.callback' op (C13) expects streams of its loop's body to be read by slcv.buf_str, and those of outer loops by slc.to_val}}
      slcv.callback<8> (%length) {
        scf.for %k = %c0 to %length step %c1 {
          // expected-note @+1 {{see this op}}
          %v = slcv.buf_str %o[%k] : index
        }
      }
    }
  }
  return
}

// -----

func.func @c14_callback(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  slc.for %i = %c0 to %n step %c1 {
    slc.callback {
      // expected-error @+1 {{'slcv.buf_str' op (C14) expects to stand in an slcv.callback}}
      %v = slcv.buf_str %i[%c0] : index
    }
  }
  return
}

// -----

// What the definitions of the ops demand, and the parsers.

func.func @lanes(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{expects a power of two of 2 to 64 lanes, but got 12}}
  slcv.for<12> %s, %m = %c0 to %n step %c1 {
  }
  return
}

// -----

func.func @chunk(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  slc.for %i = %c0 to %n step %c1 {
    // expected-error @+1 {{attribute 'chunk' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive}}
    slcv.callback<0> (%length) {
    }
  }
  return
}

// -----

func.func @elements(%a: memref<?xf128>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  slcv.for<8> %s, %m = %c0 to %n step %c1 {
    // expected-error @+1 {{expects elements that a stream can carry, but got 'f128'}}
    %v = slcv.mem_str<8> %a[%s] lanes [1] mask %m : memref<?xf128>
  }
  return
}

// -----

func.func @lane_type(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  slcv.for<8> %s, %m = %c0 to %n step %c1 {
    // expected-error @+1 {{expects index and a power of two of 2 to 64 lanes}}
    %v = slcv.lane_str<8> %s by 1 : i32
  }
  return
}

// RUN: ember-opt %s --verify-diagnostics --split-input-file --allow-unregistered-dialect

// Constraints of docs/Dialects/SLC/Spec.md, each in functions that are named
// after it; what the definitions of the ops demand, and the parsers, at the end.

// expected-error @+1 {{(C1) expects the element of a stream to be index, a signless integer of 1 to 64 bits, a float of at most 64 bits, or a vector of 2, 4, ... 64 lanes of one, but got 'si32'}}
func.func private @c1_signed(!slc.stream<si32>)

// -----

// expected-error @+1 {{(C1) expects the element of a stream to be index, a signless integer of 1 to 64 bits, a float of at most 64 bits, or a vector of 2, 4, ... 64 lanes of one, but got 'i65'}}
func.func private @c1_wide_integer(!slc.stream<i65>)

// -----

// expected-error @+1 {{(C1) expects the element of a stream to be index, a signless integer of 1 to 64 bits, a float of at most 64 bits, or a vector of 2, 4, ... 64 lanes of one, but got 'f80'}}
func.func private @c1_wide_float(!slc.stream<f80>)

// -----

// expected-error @+1 {{(C1) expects the element of a stream to be index, a signless integer of 1 to 64 bits, a float of at most 64 bits, or a vector of 2, 4, ... 64 lanes of one, but got 'vector<4x4xf32>'}}
func.func private @c1_vector_of_two_dimensions(!slc.stream<vector<4x4xf32>>)

// -----

// expected-error @+1 {{but got 'vector<3xf32>'}}
func.func private @c1_lanes(!slc.stream<vector<3xf32>>)

// -----

// expected-error @+1 {{but got 'vector<128xf32>'}}
func.func private @c1_too_many_lanes(!slc.stream<vector<128xf32>>)

// -----

// expected-error @+1 {{but got 'vector<[4]xf32>'}}
func.func private @c1_scalable(!slc.stream<vector<[4]xf32>>)

// -----

// expected-error @+1 {{but got 'vector<4xf80>'}}
func.func private @c1_wide_lanes(!slc.stream<vector<4xf80>>)

// -----

// expected-error @+1 {{(C1) expects the element of a stream to be index, a signless integer of 1 to 64 bits, a float of at most 64 bits, or a vector of 2, 4, ... 64 lanes of one, but got '!slc.stream<i8>'}}
func.func private @c1_stream(!slc.stream<!slc.stream<i8>>)

// -----

func.func @c2_stream_of_the_function(%s: !slc.stream<index>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{'slc.for' op (C2) expects its streams to be defined in the same nest}}
  slc.for %i = %c0 to %s step %c1 {
  }
  return
}

// -----

func.func @c2_stream_of_the_function_as_index(%a: memref<?xf32>, %s: !slc.stream<index>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  slc.for %i = %c0 to %n step %c1 {
    // expected-error @+1 {{'slc.mem_str' op (C2) expects its streams to be defined in the same nest}}
    %v = slc.mem_str %a[%s] : memref<?xf32>
  }
  return
}

// -----

func.func @c2_stream_of_the_function_in_arithmetic(%s: !slc.stream<index>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  slc.for %i = %c0 to %n step %c1 {
    // expected-error @+1 {{'slc.alu_str' op (C2) expects its streams to be defined in the same nest}}
    %v = slc.alu_str addi %i, %s : index
  }
  return
}

// -----

func.func @c2_stream_of_a_callback(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  slc.for %i = %c0 to %n step %c1 {
    slc.callback {
      %s = "test.stream"() : () -> !slc.stream<f32>
      // expected-error @+1 {{'slc.to_val' op (C2) expects its streams to be defined in the same nest}}
      %v = slc.to_val %s : f32
    }
  }
  return
}

// -----

func.func @c3_bound_of_the_execute_unit(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  slc.for %i = %c0 to %n step %c1 {
    %x = slc.callback -> (index) {
      %v = slc.to_val %i : index
      slc.yield %v : index
    }
    // expected-error @+1 {{'slc.for' op (C3) expects the values it uses to be streams or to be defined before the nest, but got one of the execute unit}}
    slc.for %j = %c0 to %x step %c1 {
    }
  }
  return
}

// -----

func.func @c3_step_of_the_execute_unit(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = slc.for %i = %c0 to %n step %c1 iter_args(%x = %n) -> (index) {
    // expected-error @+1 {{'slc.for' op (C3) expects the values it uses to be streams or to be defined before the nest, but got one of the execute unit}}
    slc.for %j = %c0 to %n step %x {
    }
    slc.yield %x : index
  }
  return
}

// -----

func.func @c3_index_of_the_execute_unit(%a: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = slc.for %i = %c0 to %n step %c1 iter_args(%x = %c0) -> (index) {
    // expected-error @+1 {{'slc.mem_str' op (C3) expects the values it uses to be streams or to be defined before the nest, but got one of the execute unit}}
    %v = slc.mem_str %a[%x] : memref<?xf32>
    slc.yield %x : index
  }
  return
}

// -----

func.func @c3_memref_of_the_execute_unit(%a: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = slc.for %i = %c0 to %n step %c1 iter_args(%m = %a) -> (memref<?xf32>) {
    // expected-error @+1 {{'slc.mem_str' op (C3) expects the values it uses to be streams or to be defined before the nest, but got one of the execute unit}}
    %v = slc.mem_str %m[%i] : memref<?xf32>
    slc.yield %m : memref<?xf32>
  }
  return
}

// -----

func.func @c3_operand_of_the_execute_unit(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = slc.for %i = %c0 to %n step %c1 iter_args(%x = %c0) -> (index) {
    // expected-error @+1 {{'slc.alu_str' op (C3) expects the values it uses to be streams or to be defined before the nest, but got one of the execute unit}}
    %v = slc.alu_str addi %i, %x : index
    slc.yield %x : index
  }
  return
}

// -----

func.func @c3_predicate_of_the_execute_unit(%a: memref<?xf32>, %n: index, %p: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = slc.for %i = %c0 to %n step %c1 iter_args(%x = %p) -> (i1) {
    %v = slc.mem_str %a[%i] : memref<?xf32>
    // expected-error @+1 {{'slc.store_str' op (C3) expects the values it uses to be streams or to be defined before the nest, but got one of the execute unit}}
    slc.store_str %v, %a[%i] if %x : memref<?xf32>
    slc.yield %x : i1
  }
  return
}

// -----

func.func @c4_no_arguments(%n: index) {
  // expected-error @+1 {{'slc.for' op (C4) expects the first argument of its body to be a stream of index}}
  "slc.for"(%n, %n, %n) ({
    "slc.yield"() : () -> ()
  }) : (index, index, index) -> ()
  return
}

// -----

func.func @c4_no_stream(%n: index) {
  // expected-error @+1 {{'slc.for' op (C4) expects the first argument of its body to be a stream of index}}
  "slc.for"(%n, %n, %n) ({
  ^bb0(%i: index):
    "slc.yield"() : () -> ()
  }) : (index, index, index) -> ()
  return
}

// -----

func.func @c4_other_stream(%n: index) {
  // expected-error @+1 {{'slc.for' op (C4) expects the first argument of its body to be a stream of index}}
  "slc.for"(%n, %n, %n) ({
  ^bb0(%i: !slc.stream<i64>):
    "slc.yield"() : () -> ()
  }) : (index, index, index) -> ()
  return
}

// -----

func.func @c5_initial_value(%n: index) {
  // expected-error @+1 {{'slc.for' op (C5) expects the types of iter_args and results to agree}}
  %r = "slc.for"(%n, %n, %n, %n) ({
  ^bb0(%i: !slc.stream<index>, %x: i32):
    "slc.yield"(%x) : (i32) -> ()
  }) : (index, index, index, index) -> i32
  return
}

// -----

func.func @c5_number_of_results(%n: index) {
  // expected-error @+1 {{'slc.for' op (C5) expects the types of iter_args and results to agree}}
  "slc.for"(%n, %n, %n, %n) ({
  ^bb0(%i: !slc.stream<index>, %x: index):
    "slc.yield"(%x) : (index) -> ()
  }) : (index, index, index, index) -> ()
  return
}

// -----

func.func @c5_argument(%n: index) {
  // expected-error @+1 {{'slc.for' op (C5) expects the types of its body's arguments and results to agree}}
  %r = "slc.for"(%n, %n, %n, %n) ({
  ^bb0(%i: !slc.stream<index>, %x: i32):
    "slc.yield"(%n) : (index) -> ()
  }) : (index, index, index, index) -> index
  return
}

// -----

func.func @c5_number_of_arguments(%n: index) {
  // expected-error @+1 {{'slc.for' op (C5) expects the types of its body's arguments and results to agree}}
  %r = "slc.for"(%n, %n, %n, %n) ({
  ^bb0(%i: !slc.stream<index>):
    "slc.yield"(%n) : (index) -> ()
  }) : (index, index, index, index) -> index
  return
}

// -----

func.func @c5_nothing_yielded(%n: index) {
  // expected-error @+1 {{'slc.for' op (C5) expects its body to yield values of the types of its results}}
  %r = slc.for %i = %n to %n step %n iter_args(%x = %n) -> (index) {
  }
  return
}

// -----

// The interface of loops complains first about values of other types.
func.func @c5_yield(%n: index, %x: f32) {
  // expected-error @+1 {{'slc.for' op 0-th region iter_arg and 0-th yielded value have different type: 'index' != 'f32'}}
  %r = "slc.for"(%n, %n, %n, %n) ({
  ^bb0(%i: !slc.stream<index>, %y: index):
    "slc.yield"(%x) : (f32) -> ()
  }) : (index, index, index, index) -> index
  return
}

// -----

func.func @c6_stream(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  slc.for %i = %c0 to %n step %c1 {
    // expected-error @+1 {{'slc.for' op (C6) expects iter_args to be values of the execute unit, but got '!slc.stream<index>'}}
    %r = slc.for %j = %c0 to %n step %c1 iter_args(%s = %i) -> (!slc.stream<index>) {
      slc.yield %s : !slc.stream<index>
    }
  }
  return
}

// -----

func.func @c7_zero(%n: index) {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{'slc.for' op (C7) expects a positive step, but got 0}}
  slc.for %i = %c0 to %n step %c0 {
  }
  return
}

// -----

func.func @c7_negative(%n: index) {
  %c0 = arith.constant 0 : index
  %step = arith.constant -2 : index
  // expected-error @+1 {{'slc.for' op (C7) expects a positive step, but got -2}}
  slc.for %i = %c0 to %n step %step {
  }
  return
}

// -----

func.func @c8_load(%a: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{'slc.for' op (C8) expects its body to hold only access-side ops and callbacks}}
  slc.for %i = %c0 to %n step %c1 {
    // expected-note @+1 {{this op belongs in an slc.callback}}
    %v = memref.load %a[%n] : memref<?xf32>
  }
  return
}

// -----

func.func @c14_loop(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  slc.for %i = %c0 to %n step %c1 {
    // expected-error @+1 {{'slc.to_val' op (C14) expects to stand in a callback}}
    %v = slc.to_val %i : index
  }
  return
}

// -----

func.func @c8_unknown(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{'slc.for' op (C8) expects its body to hold only access-side ops and callbacks}}
  slc.for %i = %c0 to %n step %c1 {
    // expected-note @+1 {{this op belongs in an slc.callback}}
    "test.unknown"() : () -> ()
  }
  return
}

// -----

func.func @c9_function() {
  // expected-error @+1 {{'slc.callback' op (C9) expects to stand in the body of a loop of the access unit}}
  slc.callback {
  }
  return
}

// -----

func.func @c9_callback(%n: index) {
  slc.for %i = %n to %n step %n {
    slc.callback {
      // expected-error @+1 {{'slc.callback' op (C9) expects to stand in the body of a loop of the access unit}}
      slc.callback {
      }
    }
  }
  return
}

// -----

func.func @c9_plain_loop(%n: index) {
  scf.for %i = %n to %n step %n {
    // expected-error @+1 {{'slc.callback' op (C9) expects to stand in the body of a loop of the access unit}}
    slc.callback {
    }
  }
  return
}

// -----

func.func @c10_stream(%n: index) {
  slc.for %i = %n to %n step %n {
    // expected-error @+1 {{'slc.callback' op (C10) expects results of the execute unit, but got '!slc.stream<index>'}}
    %s = slc.callback -> (!slc.stream<index>) {
      slc.yield %i : !slc.stream<index>
    }
  }
  return
}

// -----

func.func @c11_arguments(%n: index) {
  slc.for %i = %n to %n step %n {
    // expected-error @+1 {{'slc.callback' op (C11) expects a body without arguments}}
    "slc.callback"() ({
    ^bb0(%x: f32):
      "slc.yield"() : () -> ()
    }) : () -> ()
  }
  return
}

// -----

func.func @c12_types(%n: index) {
  slc.for %i = %n to %n step %n {
    // expected-error @+1 {{'slc.callback' op (C12) expects its body to yield values of the types of its results}}
    %x = slc.callback -> (f32) {
      slc.yield %n : index
    }
  }
  return
}

// -----

func.func @c12_nothing(%n: index) {
  slc.for %i = %n to %n step %n {
    // expected-error @+1 {{'slc.callback' op (C12) expects its body to yield values of the types of its results}}
    %x = slc.callback -> (f32) {
    }
  }
  return
}

// -----

func.func @c13_stream_as_operand(%n: index) {
  slc.for %i = %n to %n step %n {
    // expected-error @+1 {{'slc.callback' op (C13) expects its streams to be read by slc.to_val only, and no op of the access unit in its body}}
    slc.callback {
      // expected-note @+1 {{see this op}}
      "test.use"(%i) : (!slc.stream<index>) -> ()
    }
  }
  return
}

// -----

func.func @c13_nested_stream_as_operand(%n: index, %p: i1) {
  slc.for %i = %n to %n step %n {
    // expected-error @+1 {{'slc.callback' op (C13) expects its streams to be read by slc.to_val only, and no op of the access unit in its body}}
    slc.callback {
      scf.if %p {
        // expected-note @+1 {{see this op}}
        "test.use"(%i) : (!slc.stream<index>) -> ()
      }
    }
  }
  return
}

// -----

func.func @c13_load(%a: memref<?xf32>, %n: index) {
  slc.for %i = %n to %n step %n {
    // expected-error @+1 {{'slc.callback' op (C13) expects its streams to be read by slc.to_val only, and no op of the access unit in its body}}
    slc.callback {
      // expected-note @+1 {{see this op}}
      %v = slc.mem_str %a[%n] : memref<?xf32>
    }
  }
  return
}

// -----

func.func @c13_loop(%n: index) {
  slc.for %i = %n to %n step %n {
    // expected-error @+1 {{'slc.callback' op (C13) expects its streams to be read by slc.to_val only, and no op of the access unit in its body}}
    slc.callback {
      // expected-note @+1 {{see this op}}
      slc.for %j = %n to %n step %n {
      }
    }
  }
  return
}

// -----

func.func @c14_function(%s: !slc.stream<f32>) {
  // expected-error @+1 {{'slc.to_val' op (C14) expects to stand in a callback}}
  %v = slc.to_val %s : f32
  return
}

// -----

func.func @c15_function() {
  // expected-error @+1 {{'slc.yield' op (C15) expects to end a loop of the access unit or a callback}}
  slc.yield
}

// -----

func.func @c16_load(%a: memref<f32>) {
  // expected-error @+1 {{'slc.mem_str' op (C16) expects to stand in a loop of the access unit}}
  %v = slc.mem_str %a[] : memref<f32>
  return
}

// -----

func.func @c16_store(%a: memref<f32>, %s: !slc.stream<f32>) {
  // expected-error @+1 {{'slc.store_str' op (C16) expects to stand in a loop of the access unit}}
  slc.store_str %s, %a[] : memref<f32>
  return
}

// -----

func.func @c16_arithmetic(%s: !slc.stream<index>) {
  // expected-error @+1 {{'slc.alu_str' op (C16) expects to stand in a loop of the access unit}}
  %v = slc.alu_str addi %s, %s : index
  return
}

// -----

func.func @c17_load(%a: memref<vector<4xf32>>, %n: index) {
  slc.for %i = %n to %n step %n {
    // expected-error @+1 {{'slc.mem_str' op (C17) expects elements that a stream can carry, but got 'vector<4xf32>'}}
    %v = "slc.mem_str"(%a) <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (memref<vector<4xf32>>) -> !slc.stream<f32>
  }
  return
}

// -----

func.func @c17_store(%a: memref<vector<4xf32>>, %n: index) {
  slc.for %i = %n to %n step %n {
    // expected-error @+1 {{'slc.store_str' op (C17) expects elements that a stream can carry, but got 'vector<4xf32>'}}
    "slc.store_str"(%i, %a) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>}> : (!slc.stream<index>, memref<vector<4xf32>>) -> ()
  }
  return
}

// -----

func.func @c18_load(%a: memref<?xf32, affine_map<(i) -> (i floordiv 2)>>, %n: index) {
  slc.for %i = %n to %n step %n {
    // expected-error @+1 {{'slc.mem_str' op (C18) expects a memref with a strided layout}}
    %v = slc.mem_str %a[%i] : memref<?xf32, affine_map<(i) -> (i floordiv 2)>>
  }
  return
}

// -----

func.func @c19_too_few(%a: memref<?x?xf32>, %n: index) {
  slc.for %i = %n to %n step %n {
    // expected-error @+1 {{'slc.mem_str' op (C19) expects 2 indices, but got 1}}
    %v = slc.mem_str %a[%i] : memref<?x?xf32>
  }
  return
}

// -----

func.func @c19_too_many(%a: memref<f32>, %n: index) {
  slc.for %i = %n to %n step %n {
    %v = slc.mem_str %a[] : memref<f32>
    // expected-error @+1 {{'slc.store_str' op (C19) expects 0 indices, but got 1}}
    slc.store_str %v, %a[%i] : memref<f32>
  }
  return
}

// -----

func.func @c20_type(%a: memref<f32>, %n: index) {
  slc.for %i = %n to %n step %n {
    // expected-error @+1 {{'slc.store_str' op (C20) expects to store a stream of 'f32', but got '!slc.stream<index>'}}
    "slc.store_str"(%i, %a) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>}> : (!slc.stream<index>, memref<f32>) -> ()
  }
  return
}

// -----

func.func @c21_binary(%n: index) {
  slc.for %i = %n to %n step %n {
    // expected-error @+1 {{'slc.alu_str' op (C21) expects 2 operands for addi, but got 3}}
    %v = slc.alu_str addi %i, %i, %i : index
  }
  return
}

// -----

func.func @c21_select(%n: index) {
  slc.for %i = %n to %n step %n {
    // expected-error @+1 {{'slc.alu_str' op (C21) expects 3 operands for select, but got 2}}
    %v = "slc.alu_str"(%i, %i) <{kind = #slc<alu select>}> : (!slc.stream<index>, !slc.stream<index>) -> !slc.stream<index>
  }
  return
}

// -----

func.func @c21_cast(%n: index) {
  slc.for %i = %n to %n step %n {
    // expected-error @+1 {{'slc.alu_str' op (C21) expects 1 operands for index_cast, but got 2}}
    %v = slc.alu_str index_cast %i, %i : index to i32
  }
  return
}

// -----

func.func @c21_none(%n: index) {
  slc.for %i = %n to %n step %n {
    // expected-error @+1 {{'slc.alu_str' op (C21) expects 2 operands for addi, but got 0}}
    %v = "slc.alu_str"() <{kind = #slc<alu addi>}> : () -> !slc.stream<index>
  }
  return
}

// -----

func.func @c22_missing(%n: index) {
  slc.for %i = %n to %n step %n {
    // expected-error @+1 {{'slc.alu_str' op (C22) expects a comparison predicate for cmpi, and for nothing else}}
    %v = "slc.alu_str"(%i, %i) <{kind = #slc<alu cmpi>}> : (!slc.stream<index>, !slc.stream<index>) -> !slc.stream<i1>
  }
  return
}

// -----

func.func @c22_needless(%n: index) {
  slc.for %i = %n to %n step %n {
    // expected-error @+1 {{'slc.alu_str' op (C22) expects a comparison predicate for cmpi, and for nothing else}}
    %v = "slc.alu_str"(%i, %i) <{kind = #slc<alu addi>, predicate = 0 : i64}> : (!slc.stream<index>, !slc.stream<index>) -> !slc.stream<index>
  }
  return
}

// -----

func.func @c23_host_only(%n: index) {
  slc.for %i = %n to %n step %n {
    // expected-error @+1 {{'slc.alu_str' op (C23) expects at least one operand to be a stream}}
    %v = slc.alu_str addi %n, %n : index
  }
  return
}

// -----

func.func @c24_float(%a: memref<f32>, %n: index) {
  slc.for %i = %n to %n step %n {
    %x = slc.mem_str %a[] : memref<f32>
    // expected-error @+1 {{'slc.alu_str' op (C24) expects integers or index}}
    %v = slc.alu_str addi %x, %x : f32
  }
  return
}

// -----

func.func @c24_mixed(%x: i32, %n: index) {
  slc.for %i = %n to %n step %n {
    // expected-error @+1 {{'slc.alu_str' op (C24) expects the types that arith.addi takes}}
    %v = "slc.alu_str"(%i, %x) <{kind = #slc<alu addi>}> : (!slc.stream<index>, i32) -> !slc.stream<i32>
  }
  return
}

// -----

func.func @c24_comparison(%n: index) {
  slc.for %i = %n to %n step %n {
    // expected-error @+1 {{'slc.alu_str' op (C24) expects the types that arith.cmpi takes}}
    %v = "slc.alu_str"(%i, %i) <{kind = #slc<alu cmpi>, predicate = 0 : i64}> : (!slc.stream<index>, !slc.stream<index>) -> !slc.stream<index>
  }
  return
}

// -----

func.func @c24_condition(%n: index) {
  slc.for %i = %n to %n step %n {
    // expected-error @+1 {{'slc.alu_str' op (C24) expects the types that arith.select takes}}
    %v = "slc.alu_str"(%i, %i, %i) <{kind = #slc<alu select>}> : (!slc.stream<index>, !slc.stream<index>, !slc.stream<index>) -> !slc.stream<index>
  }
  return
}

// -----

func.func @c24_extension(%a: memref<i32>, %n: index) {
  slc.for %i = %n to %n step %n {
    %x = slc.mem_str %a[] : memref<i32>
    // expected-error @+1 {{'slc.alu_str' op (C24) expects the types that arith.extsi takes}}
    %v = slc.alu_str extsi %x : i32 to i32
  }
  return
}

// -----

func.func @c24_truncation(%a: memref<i32>, %n: index) {
  slc.for %i = %n to %n step %n {
    %x = slc.mem_str %a[] : memref<i32>
    // expected-error @+1 {{'slc.alu_str' op (C24) expects the types that arith.trunci takes}}
    %v = slc.alu_str trunci %x : i32 to i64
  }
  return
}

// -----

func.func @c24_index_cast(%a: memref<i32>, %n: index) {
  slc.for %i = %n to %n step %n {
    %x = slc.mem_str %a[] : memref<i32>
    // expected-error @+1 {{'slc.alu_str' op (C24) expects the types that arith.index_cast takes}}
    %v = slc.alu_str index_cast %x : i32 to i64
  }
  return
}

// -----

// What the definitions of the ops demand.

func.func @bound_is_no_index(%n: index, %x: f32) {
  // expected-error @+1 {{'slc.for' op operand #0 must be index or stream of index, but got 'f32'}}
  "slc.for"(%x, %n, %n) ({
  ^bb0(%i: !slc.stream<index>):
    "slc.yield"() : () -> ()
  }) : (f32, index, index) -> ()
  return
}

// -----

func.func @step_is_a_stream(%n: index) {
  slc.for %i = %n to %n step %n {
    // expected-error @+1 {{'slc.for' op operand #2 must be index, but got '!slc.stream<index>'}}
    "slc.for"(%n, %n, %i) ({
    ^bb0(%j: !slc.stream<index>):
      "slc.yield"() : () -> ()
    }) : (index, index, !slc.stream<index>) -> ()
  }
  return
}

// -----

func.func @no_body(%n: index) {
  // expected-error @+1 {{region with 1 blocks}}
  "slc.for"(%n, %n, %n) ({
  }) : (index, index, index) -> ()
  return
}

// -----

func.func @foreign_terminator(%n: index) {
  // expected-error @+1 {{'slc.for' op expects regions to end with 'slc.yield', found 'llvm.unreachable'}}
  "slc.for"(%n, %n, %n) ({
  // expected-note @-1 {{in custom textual format, the absence of terminator implies 'slc.yield'}}
  ^bb0(%i: !slc.stream<index>):
    "llvm.unreachable"() : () -> ()
  }) : (index, index, index) -> ()
  return
}

// -----

func.func @predicate_is_no_boolean(%a: memref<f32>, %n: index) {
  slc.for %i = %n to %n step %n {
    // expected-error @+1 {{'slc.mem_str' op operand #1 must be i1 or stream of i1, but got '!slc.stream<index>'}}
    %v = "slc.mem_str"(%a, %i) <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (memref<f32>, !slc.stream<index>) -> !slc.stream<f32>
  }
  return
}

// -----

func.func @result_of_load(%a: memref<f32>, %n: index) {
  slc.for %i = %n to %n step %n {
    // expected-error @+2 {{inferred type(s) '!slc.stream<f32>' are incompatible with return type(s) of operation '!slc.stream<i32>'}}
    // expected-error @+1 {{'slc.mem_str' op failed to infer returned types}}
    %v = "slc.mem_str"(%a) <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (memref<f32>) -> !slc.stream<i32>
  }
  return
}

// -----

func.func @type_of_to_val(%n: index) {
  slc.for %i = %n to %n step %n {
    slc.callback {
      // expected-error @+1 {{result is the stream's element}}
      %v = "slc.to_val"(%i) : (!slc.stream<index>) -> f32
    }
  }
  return
}

// -----

// Parsers.

func.func @parse_types_of_iter_args(%n: index) {
  // expected-error @+1 {{expects as many types as iter_args, but got 2 for 1}}
  %r:2 = slc.for %i = %n to %n step %n iter_args(%x = %n) -> (index, index) {
  }
  return
}

// -----

func.func @parse_bound(%n: index, %x: f32) {
  // expected-note @-1 {{prior use here}}
  // expected-error @+1 {{use of value '%x' expects different type than prior uses: 'index' vs 'f32'}}
  slc.for %i = %x to %n step %n {
  }
  return
}

// -----

func.func @parse_unknown_kind(%n: index) {
  slc.for %i = %n to %n step %n {
    // expected-error @+1 {{expects an integer operation of the access unit, but got 'addf'}}
    %v = slc.alu_str addf %i, %i : index
  }
  return
}

// -----

func.func @parse_unknown_predicate(%n: index) {
  slc.for %i = %n to %n step %n {
    // expected-error @+1 {{expects a predicate of arith.cmpi, but got 'olt'}}
    %v = slc.alu_str cmpi olt, %i, %i : index
  }
  return
}

// -----

func.func @parse_type_of_arithmetic(%n: index) {
  slc.for %i = %n to %n step %n {
    // expected-error @+1 {{expects a type that a stream can carry, but got 'i128'}}
    %v = slc.alu_str index_cast %i : index to i128
  }
  return
}

// -----

func.func @parse_type_of_load(%a: memref<?xvector<4xf32>>, %n: index) {
  slc.for %i = %n to %n step %n {
    // expected-error @+1 {{expects elements that a stream can carry, but got 'vector<4xf32>'}}
    %v = slc.mem_str %a[%i] : memref<?xvector<4xf32>>
  }
  return
}

// -----

func.func @parse_type_of_store(%a: memref<?xvector<4xf32>>, %n: index) {
  slc.for %i = %n to %n step %n {
    // expected-error @+1 {{expects elements that a stream can carry, but got 'vector<4xf32>'}}
    slc.store_str %i, %a[%i] : memref<?xvector<4xf32>>
  }
  return
}

// -----

func.func @parse_type_of_to_val(%n: index) {
  slc.for %i = %n to %n step %n {
    slc.callback {
      // expected-error @+1 {{expects the element type of a stream, but got 'vector<3xf32>'}}
      %v = slc.to_val %i : vector<3xf32>
    }
  }
  return
}

// -----

// expected-error @+2 {{expected ::ember::slc::CacheLevel to be one of: l1, l2, l3}}
// expected-error @+1 {{failed to parse SLC_HintAttr parameter 'level'}}
func.func private @parse_hint() attributes { hint = #slc.hint<level = l4, temporal = true> }

// -----

// A value of a callback of the loop itself is not known yet where it is used.

func.func @not_known(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  slc.for %s = %c0 to %n step %c1 {
    // expected-error @+1 {{operation's operand is unlinked}}
    slc.for %t = %c0 to %x step %c1 {
      slc.callback {
        %x = slc.to_val %s : index
      }
    }
  }
  return
}

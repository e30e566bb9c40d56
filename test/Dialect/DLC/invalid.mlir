// RUN: ember-opt %s --verify-diagnostics --split-input-file --allow-unregistered-dialect

// Constraints of docs/Dialects/DLC/Spec.md, each in functions that are named
// after it; what the definitions of the ops demand, and the parsers, at the end.

// expected-error @+1 {{(C1) expects the alignment of a record to be a power of two, but got 6}}
func.func private @c1_no_power() attributes { r = #dlc.record<[i8 : 0], size = 1, align = 6> }

// -----

// expected-error @+1 {{(C1) expects the alignment of a record to be a power of two, but got 0}}
func.func private @c1_zero() attributes { r = #dlc.record<[i8 : 0], size = 1, align = 0> }

// -----

// expected-error @+1 {{(C1) expects the alignment of a record to be a power of two, but got -8}}
func.func private @c1_negative() attributes { r = #dlc.record<[i8 : 0], size = 1, align = -8> }

// -----

// expected-error @+1 {{(C2) expects a record of 0 to 2147483647 bytes, but got -1}}
func.func private @c2_negative() attributes { r = #dlc.record<[], size = -1, align = 1> }

// -----

// expected-error @+1 {{(C2) expects a record of 0 to 2147483647 bytes, but got 2147483648}}
func.func private @c2_too_large() attributes { r = #dlc.record<[], size = 2147483648, align = 1> }

// -----

// expected-error @+1 {{(C4) expects a type that a stream can carry as the field of a record, but got 'vector<3xf32>'}}
func.func private @c4_vector() attributes { r = #dlc.record<[vector<3xf32> : 0], size = 16, align = 16> }

// -----

// expected-error @+1 {{(C5) expects the field at offset 1 to lie in a record of 4 bytes}}
func.func private @c5_end() attributes { r = #dlc.record<[f32 : 1], size = 4, align = 4> }

// -----

// expected-error @+1 {{(C5) expects the field at offset 8 to lie in a record of 4 bytes}}
func.func private @c5_behind() attributes { r = #dlc.record<[i8 : 8], size = 4, align = 4> }

// -----

// expected-error @+1 {{(C5) expects the field at offset -4 to lie in a record of 4 bytes}}
func.func private @c5_before() attributes { r = #dlc.record<[f32 : -4], size = 4, align = 4> }

// -----

// expected-error @+1 {{(C6) expects the fields of a record not to overlap, but those at offsets 0 and 4 do}}
func.func private @c6_overlap() attributes { r = #dlc.record<[f32 : 4, index : 0], size = 8, align = 8> }

// -----

// expected-error @+1 {{(C6) expects the fields of a record not to overlap, but those at offsets 2 and 2 do}}
func.func private @c6_same() attributes { r = #dlc.record<[i8 : 2, i1 : 2], size = 8, align = 8> }

// -----

func.func @c7_nested() {
  dlc.decoupled records = [] access {
    dlc.yield
  } execute {
    // expected-error @+1 {{'dlc.decoupled' op (C7) expects not to stand in another decoupled nest}}
    dlc.decoupled records = [] access {
      dlc.yield
    } execute {
      dlc.yield
    }
    dlc.yield
  }
  return
}

// -----

func.func @c8_access() {
  // expected-error @+1 {{'dlc.decoupled' op (C8) expects regions without arguments}}
  dlc.decoupled records = [] access {
  ^bb0(%i: index):
    dlc.yield
  } execute {
    dlc.yield
  }
  return
}

// -----

func.func @c8_execute() {
  // expected-error @+1 {{'dlc.decoupled' op (C8) expects regions without arguments}}
  dlc.decoupled records = [] access {
    dlc.yield
  } execute {
  ^bb0(%i: index):
    dlc.yield
  }
  return
}

// -----

func.func @c9_access() {
  // expected-error @+1 {{'dlc.decoupled' op (C9) expects its regions to end in dlc.yield}}
  dlc.decoupled records = [] access {
    llvm.unreachable
  } execute {
    dlc.yield
  }
  return
}

// -----

func.func @c9_execute() {
  // expected-error @+1 {{'dlc.decoupled' op (C9) expects its regions to end in dlc.yield}}
  dlc.decoupled records = [] access {
    dlc.yield
  } execute {
    llvm.unreachable
  }
  return
}

// -----

func.func @c10_access_yields(%x: f32) {
  // expected-error @+1 {{'dlc.decoupled' op (C10) expects its access region to yield nothing}}
  dlc.decoupled records = [] access {
    dlc.yield %x : f32
  } execute {
    dlc.yield
  }
  return
}

// -----

func.func @c11_types(%x: f32) {
  // expected-error @+1 {{'dlc.decoupled' op (C11) expects its execute region to yield values of the types of its results}}
  %r = dlc.decoupled records = [] -> index access {
    dlc.yield
  } execute {
    dlc.yield %x : f32
  }
  return
}

// -----

func.func @c11_number(%x: f32) {
  // expected-error @+1 {{'dlc.decoupled' op (C11) expects its execute region to yield values of the types of its results}}
  dlc.decoupled records = [] access {
    dlc.yield
  } execute {
    dlc.yield %x : f32
  }
  return
}

// -----

func.func @c12_constant() {
  // expected-error @+1 {{'dlc.decoupled' op (C12) expects its access region to hold loops of the access unit}}
  dlc.decoupled records = [] access {
    // expected-note @+1 {{see this op}}
    %c = arith.constant 1 : index
    dlc.yield
  } execute {
    dlc.yield
  }
  return
}

// -----

func.func @c12_push() {
  // expected-error @+1 {{'dlc.decoupled' op (C12) expects its access region to hold loops of the access unit}}
  dlc.decoupled records = [#dlc.record<[], size = 0, align = 1>] access {
    // expected-note @+1 {{see this op}}
    dlc.push 0()
    dlc.yield
  } execute {
    dlc.yield
  }
  return
}

// -----

func.func @c13_iter_args(%n: index, %x: f32) {
  dlc.decoupled records = [] access {
    // expected-error @+1 {{'slc.for' op (C13) expects no iter_args in an access region}}
    %r = slc.for %i = %n to %n step %n iter_args(%y = %x) -> (f32) {
      slc.yield %y : f32
    }
    dlc.yield
  } execute {
    dlc.yield
  }
  return
}

// -----

func.func @c13_callback(%n: index, %x: f32) {
  dlc.decoupled records = [] access {
    slc.for %i = %n to %n step %n {
      // expected-error @+1 {{'slc.callback' op (C13) expects no callback in an access region}}
      slc.callback {
      }
    }
    dlc.yield
  } execute {
    dlc.yield
  }
  return
}

// -----

func.func @c14_twice(%n: index) {
  dlc.decoupled records = [#dlc.record<[], size = 0, align = 1>] access {
    slc.for %i = %n to %n step %n {
      // expected-note @+1 {{event pushed here as well}}
      dlc.push 0()
      // expected-error @+1 {{'dlc.push' op (C14) expects one push for each event}}
      dlc.push 0()
    }
    dlc.yield
  } execute {
    dlc.yield
  }
  return
}

// -----

func.func @c14_never(%n: index) {
  // expected-error @+1 {{'dlc.decoupled' op (C14) expects a push for each event, but event 1 has none}}
  dlc.decoupled records = [#dlc.record<[], size = 0, align = 1>, #dlc.record<[], size = 0, align = 1>] access {
    slc.for %i = %n to %n step %n {
      dlc.push 0()
    }
    dlc.yield
  } execute {
    dlc.yield
  }
  return
}

// -----

func.func @c15_function() {
  // expected-error @+1 {{'dlc.push' op (C15) expects to stand in an access region}}
  dlc.push 0()
  return
}

// -----

func.func @c15_loop(%n: index) {
  slc.for %i = %n to %n step %n {
    // expected-error @+1 {{'dlc.push' op (C15) expects to stand in an access region}}
    dlc.push 0()
  }
  return
}

// -----

func.func @c15_execute_region() {
  dlc.decoupled records = [#dlc.record<[], size = 0, align = 1>] access {
    dlc.yield
  } execute {
    // expected-error @+1 {{'dlc.push' op (C15) expects to stand in an access region}}
    dlc.push 0()
    dlc.yield
  }
  return
}

// -----

func.func @c16_push(%n: index) {
  dlc.decoupled records = [#dlc.record<[], size = 0, align = 1>] access {
    slc.for %i = %n to %n step %n {
      // expected-error @+1 {{'dlc.push' op (C16) expects an event below 1, but got 1}}
      dlc.push 1()
    }
    dlc.yield
  } execute {
    dlc.yield
  }
  return
}

// -----

func.func @c16_pop(%n: index) {
  dlc.decoupled records = [] access {
    dlc.yield
  } execute {
    %token, %rec = dlc.acquire
    // expected-error @+1 {{'dlc.pop' op (C16) expects an event below 0, but got 0}}
    %v = dlc.pop %rec[0, 0] : index
    dlc.yield
  }
  return
}

// -----

func.func @c17_number(%n: index) {
  dlc.decoupled records = [#dlc.record<[index : 0], size = 8, align = 8>] access {
    slc.for %i = %n to %n step %n {
      // expected-error @+1 {{'dlc.push' op (C17) expects 1 fields and 0 of a run, but got 2 and 0}}
      dlc.push 0(%i, %i) : index, index
    }
    dlc.yield
  } execute {
    dlc.yield
  }
  return
}

// -----

func.func @c17_type(%n: index) {
  dlc.decoupled records = [#dlc.record<[index : 0, f32 : 8], size = 16, align = 8>] access {
    slc.for %i = %n to %n step %n {
      // expected-error @+1 {{'dlc.push' op (C17) expects field 1 to be a stream of 'f32', but got '!slc.stream<index>'}}
      dlc.push 0(%i, %i) : index, index
    }
    dlc.yield
  } execute {
    dlc.yield
  }
  return
}

// -----

func.func @c18_stream_of_the_function(%s: !slc.stream<index>, %n: index) {
  dlc.decoupled records = [#dlc.record<[index : 0], size = 8, align = 8>] access {
    slc.for %i = %n to %n step %n {
      // expected-error @+1 {{'dlc.push' op (C18) expects its streams to be defined in the same nest}}
      dlc.push 0(%s) : index
    }
    dlc.yield
  } execute {
    dlc.yield
  }
  return
}

// -----

func.func @c19_acquire() {
  // expected-error @+1 {{'dlc.acquire' op (C19) expects to stand in an execute region}}
  %token, %rec = dlc.acquire
  return
}

// -----

func.func @c19_pop(%rec: !dlc.rec) {
  // expected-error @+1 {{'dlc.pop' op (C19) expects to stand in an execute region}}
  %v = dlc.pop %rec[0, 0] : f32
  return
}

// -----

func.func @c19_release(%rec: !dlc.rec) {
  dlc.decoupled records = [] access {
    // expected-error @+1 {{'dlc.release' op (C19) expects to stand in an execute region}}
    dlc.release %rec
    dlc.yield
  } execute {
    dlc.yield
  }
  return
}

// -----

func.func @c20_field(%n: index) {
  dlc.decoupled records = [#dlc.record<[index : 0], size = 8, align = 8>] access {
    slc.for %i = %n to %n step %n {
      dlc.push 0(%i) : index
    }
    dlc.yield
  } execute {
    %token, %rec = dlc.acquire
    // expected-error @+1 {{'dlc.pop' op (C20) expects a field below 1, but got 1}}
    %v = dlc.pop %rec[0, 1] : index
    dlc.yield
  }
  return
}

// -----

func.func @c21_type(%n: index) {
  dlc.decoupled records = [#dlc.record<[index : 0], size = 8, align = 8>] access {
    slc.for %i = %n to %n step %n {
      dlc.push 0(%i) : index
    }
    dlc.yield
  } execute {
    %token, %rec = dlc.acquire
    // expected-error @+1 {{'dlc.pop' op (C21) expects the field's type 'index', but got 'i64'}}
    %v = dlc.pop %rec[0, 0] : i64
    dlc.yield
  }
  return
}

// -----

// What the definitions of the ops demand.

func.func @no_access_region() {
  // expected-error @+1 {{'dlc.decoupled' op region #0 ('access') failed to verify constraint: region with 1 blocks}}
  dlc.decoupled records = [] access {
  } execute {
    dlc.yield
  }
  return
}

// -----

func.func @empty_block() {
  // expected-error @+1 {{empty block: expect at least a terminator}}
  "dlc.decoupled"() <{records = []}> ({
  ^bb0:
  }, {
    "dlc.yield"() : () -> ()
  }) : () -> ()
  return
}

// -----

func.func @no_records() {
  // expected-error @+1 {{'dlc.decoupled' op attribute 'records' failed to satisfy constraint: array of record layouts}}
  "dlc.decoupled"() <{records = [1]}> ({
    "dlc.yield"() : () -> ()
  }, {
    "dlc.yield"() : () -> ()
  }) : () -> ()
  return
}

// -----

func.func @yield_elsewhere() {
  // expected-error @+1 {{'dlc.yield' op expects parent op 'dlc.decoupled'}}
  dlc.yield
}

// -----

func.func @push_of_a_host_value(%n: index) {
  dlc.decoupled records = [#dlc.record<[index : 0], size = 8, align = 8>] access {
    slc.for %i = %n to %n step %n {
      // expected-error @+1 {{'dlc.push' op operand #0 must be variadic of stream of values of the access unit, one per iteration of its loop, but got 'index'}}
      "dlc.push"(%n) <{event = 0 : i64, operandSegmentSizes = array<i32: 1, 0>}> : (index) -> ()
    }
    dlc.yield
  } execute {
    dlc.yield
  }
  return
}

// -----

func.func @negative_event(%n: index) {
  dlc.decoupled records = [] access {
    slc.for %i = %n to %n step %n {
      // expected-error @+1 {{'dlc.push' op attribute 'event' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
      dlc.push -1()
    }
    dlc.yield
  } execute {
    dlc.yield
  }
  return
}

// -----

func.func @negative_field() {
  dlc.decoupled records = [] access {
    dlc.yield
  } execute {
    %token, %rec = dlc.acquire
    // expected-error @+1 {{'dlc.pop' op attribute 'field' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
    %v = dlc.pop %rec[0, -1] : index
    dlc.yield
  }
  return
}

// -----

// Parsers.

func.func @parse_types_of_push(%n: index) {
  dlc.decoupled records = [] access {
    slc.for %i = %n to %n step %n {
      // expected-error @+1 {{expects 1 types, but got 2}}
      dlc.push 0(%i) : index, index
    }
    dlc.yield
  } execute {
    dlc.yield
  }
  return
}

// -----

func.func @parse_type_of_push(%n: index) {
  dlc.decoupled records = [] access {
    slc.for %i = %n to %n step %n {
      // expected-error @+1 {{expects a type that a stream can carry, but got 'vector<3xf32>'}}
      dlc.push 0(%i) : vector<3xf32>
    }
    dlc.yield
  } execute {
    dlc.yield
  }
  return
}

// -----

func.func @parse_host_value_of_push(%n: index) {
  // expected-note @-1 {{prior use here}}
  dlc.decoupled records = [] access {
    slc.for %i = %n to %n step %n {
      // expected-error @+1 {{use of value '%n' expects different type than prior uses: '!slc.stream<index>' vs 'index'}}
      dlc.push 0(%n) : index
    }
    dlc.yield
  } execute {
    dlc.yield
  }
  return
}

// -----

// expected-error @+1 {{expected 'size'}}
func.func private @parse_record() attributes { r = #dlc.record<[i8 : 0], bytes = 1, align = 1> }

// -----

// expected-error @+1 {{(C22) expects the elements of a run to be records with fields and without runs}}
#record = #dlc.record<[], size = 0, align = 1, run = <[], size = 0, align = 1>, chunk = 1>
func.func @c22_no_fields() { return }

// -----

// expected-error @+1 {{(C23) expects the alignment of a record to be at least that of its run's elements, but got 1 and 8}}
#record = #dlc.record<[], size = 0, align = 1, run = <[index : 0], size = 8, align = 8>, chunk = 1>
func.func @c23_alignment() { return }

// -----

// expected-error @+1 {{(C24) expects a run of at least one element and at most 2147483647 bytes, but got 0 elements of 8 bytes}}
#record = #dlc.record<[], size = 0, align = 8, run = <[index : 0], size = 8, align = 8>, chunk = 0>
func.func @c24_no_elements() { return }

// -----

func.func @c25_no_run(%n: index) {
  dlc.decoupled records = [#dlc.record<[index : 0], size = 8, align = 8>] access {
    slc.for %i = %n to %n step %n {
      dlc.push 0(%i) : index
    }
    dlc.yield
  } execute {
    %token, %rec = dlc.acquire
    // expected-error @+1 {{'dlc.pop' op (C25) expects an event with runs to read an element of}}
    %v = dlc.pop %rec[0, 0] at %n : index
    dlc.yield
  }
  return
}

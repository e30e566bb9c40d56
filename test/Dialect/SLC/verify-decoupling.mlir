// RUN: ember-opt %s --slc-verify-decoupling --verify-diagnostics --split-input-file --allow-unregistered-dialect
// RUN: ember-opt %s --pass-pipeline="builtin.module(func.func(slc-verify-decoupling))" --verify-diagnostics --split-input-file --allow-unregistered-dialect

// The scatter-add whose target is a stream.

func.func @scatter_add(%idx: memref<?xindex> {llvm.noalias}, %acc: memref<?xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  slc.for %i = %c0 to %n step %c1 {
    %j = slc.mem_str %idx[%i] : memref<?xindex>
    // expected-error @+1 {{'slc.mem_str' op reads memory that its nest may write}}
    %a = slc.mem_str %acc[%j] : memref<?xf32>
    slc.callback {
      %at = slc.to_val %j : index
      %v = slc.to_val %a : f32
      %sum = arith.addf %v, %x : f32
      // expected-note @+1 {{accessed here by 'memref.store'}}
      memref.store %sum, %acc[%at] : memref<?xf32>
    }
  }
  return
}

// -----

// Nothing is known of two arguments.

// expected-note @+1 {{nothing says that it is disjoint from this memref; memref.distinct_objects or llvm.noalias can}}
func.func @arguments(%a: memref<?xf32>, %b: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  slc.for %i = %c0 to %n step %c1 {
    // expected-error @+1 {{'slc.mem_str' op reads memory that its nest may write}}
    %s = slc.mem_str %a[%i] : memref<?xf32>
    slc.callback {
      %e = slc.to_val %i : index
      %v = slc.to_val %s : f32
      memref.store %v, %b[%e] : memref<?xf32>
    }
  }
  return
}

// -----

func.func @distinct_objects(%a: memref<?xf32>, %b: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d:2 = memref.distinct_objects %a, %b : memref<?xf32>, memref<?xf32>
  slc.for %i = %c0 to %n step %c1 {
    %s = slc.mem_str %d#0[%i] : memref<?xf32>
    slc.callback {
      %e = slc.to_val %i : index
      %v = slc.to_val %s : f32
      memref.store %v, %d#1[%e] : memref<?xf32>
    }
  }
  return
}

// -----

// The op says nothing about its operands.

// expected-note @+1 {{nothing says that it is disjoint from this memref}}
func.func @operand_of_distinct_objects(%a: memref<?xf32>, %b: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d:2 = memref.distinct_objects %a, %b : memref<?xf32>, memref<?xf32>
  slc.for %i = %c0 to %n step %c1 {
    // expected-error @+1 {{'slc.mem_str' op reads memory that its nest may write}}
    %s = slc.mem_str %d#0[%i] : memref<?xf32>
    slc.callback {
      %e = slc.to_val %i : index
      %v = slc.to_val %s : f32
      memref.store %v, %b[%e] : memref<?xf32>
    }
  }
  return
}

// -----

// Views of distinct objects, and distinct objects of distinct objects.

func.func @views_of_distinct_objects(%a: memref<?xf32>, %b: memref<?xf32>, %c: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d:2 = memref.distinct_objects %a, %c : memref<?xf32>, memref<?xf32>
  %e:2 = memref.distinct_objects %b, %d#1 : memref<?xf32>, memref<?xf32>
  %view = memref.subview %d#0[%n] [%n] [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: ?>>
  %cast = memref.cast %e#1 : memref<?xf32> to memref<?xf32, strided<[?], offset: ?>>
  slc.for %i = %c0 to %n step %c1 {
    %s = slc.mem_str %view[%i] : memref<?xf32, strided<[1], offset: ?>>
    %t = slc.mem_str %e#0[%i] : memref<?xf32>
    slc.callback {
      %at = slc.to_val %i : index
      %v = slc.to_val %s : f32
      %w = slc.to_val %t : f32
      memref.store %v, %cast[%at] : memref<?xf32, strided<[?], offset: ?>>
      memref.store %w, %e#1[%at] : memref<?xf32>
    }
  }
  return
}

// -----

// Two memrefs of one op are disjoint, two of different ones are not.

// expected-note @+1 {{nothing says that it is disjoint from this memref}}
func.func @other_distinct_objects(%a: memref<?xf32>, %b: memref<?xf32>, %c: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d:2 = memref.distinct_objects %a, %c : memref<?xf32>, memref<?xf32>
  slc.for %i = %c0 to %n step %c1 {
    // expected-error @+1 {{'slc.mem_str' op reads memory that its nest may write}}
    %s = slc.mem_str %d#0[%i] : memref<?xf32>
    slc.callback {
      %at = slc.to_val %i : index
      %v = slc.to_val %s : f32
      memref.store %v, %d#1[%at] : memref<?xf32>
      memref.store %v, %b[%at] : memref<?xf32>
    }
  }
  return
}

// -----

// A view is the memory that it views.

func.func @views(%a: memref<?xf32> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %low = memref.subview %a[0] [4] [1] : memref<?xf32> to memref<4xf32, strided<[1]>>
  %cast = memref.cast %low : memref<4xf32, strided<[1]>> to memref<?xf32, strided<[1]>>
  slc.for %i = %c0 to %n step %c1 {
    // expected-error @+1 {{'slc.mem_str' op reads memory that its nest may write}}
    %s = slc.mem_str %cast[%i] : memref<?xf32, strided<[1]>>
    slc.callback {
      %e = slc.to_val %i : index
      %v = slc.to_val %s : f32
      // expected-note @+1 {{accessed here by 'memref.store'}}
      memref.store %v, %a[%e] : memref<?xf32>
    }
  }
  return
}

// -----

// Two views of one memref: nobody looks at their offsets.

func.func @two_views(%a: memref<?xf32> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %low = memref.subview %a[0] [4] [1] : memref<?xf32> to memref<4xf32, strided<[1]>>
  // expected-note @+1 {{nothing says that it is disjoint from this memref}}
  %high = memref.subview %a[4] [4] [1] : memref<?xf32> to memref<4xf32, strided<[1], offset: 4>>
  slc.for %i = %c0 to %n step %c1 {
    // expected-error @+1 {{'slc.mem_str' op reads memory that its nest may write}}
    %s = slc.mem_str %low[%i] : memref<4xf32, strided<[1]>>
    slc.callback {
      %e = slc.to_val %i : index
      %v = slc.to_val %s : f32
      memref.store %v, %high[%e] : memref<4xf32, strided<[1], offset: 4>>
    }
  }
  return
}

// -----

// One noalias argument is enough; allocations and globals are different from
// arguments and from each other.

memref.global "private" constant @table : memref<8xf32>
memref.global "private" @other : memref<8xf32>

func.func @known_origins(%a: memref<?xf32> {llvm.noalias}, %b: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %alloc = memref.alloc(%n) : memref<?xf32>
  %alloca = memref.alloca(%n) : memref<?xf32>
  %table = memref.get_global @table : memref<8xf32>
  %other = memref.get_global @other : memref<8xf32>
  slc.for %i = %c0 to %n step %c1 {
    %s = slc.mem_str %a[%i] : memref<?xf32>
    %t = slc.mem_str %alloc[%i] : memref<?xf32>
    %u = slc.mem_str %table[%i] : memref<8xf32>
    slc.callback {
      %e = slc.to_val %i : index
      %v = slc.to_val %s : f32
      memref.store %v, %alloca[%e] : memref<?xf32>
      memref.store %v, %other[%e] : memref<8xf32>
    }
  }
  slc.for %i = %c0 to %n step %c1 {
    %s = slc.mem_str %a[%i] : memref<?xf32>
    %t = slc.mem_str %alloc[%i] : memref<?xf32>
    slc.callback {
      %e = slc.to_val %i : index
      %v = slc.to_val %s : f32
      memref.store %v, %b[%e] : memref<?xf32>
    }
  }
  memref.dealloc %alloc : memref<?xf32>
  return
}

// -----

memref.global "private" @table : memref<8xf32>

// The caller may pass a global.
// expected-note @+1 {{nothing says that it is disjoint from this memref}}
func.func @global_and_argument(%a: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %table = memref.get_global @table : memref<8xf32>
  slc.for %i = %c0 to %n step %c1 {
    // expected-error @+1 {{'slc.mem_str' op reads memory that its nest may write}}
    %s = slc.mem_str %table[%i] : memref<8xf32>
    slc.callback {
      %e = slc.to_val %i : index
      %v = slc.to_val %s : f32
      memref.store %v, %a[%e] : memref<?xf32>
    }
  }
  return
}

// -----

memref.global "private" @table : memref<8xf32>

func.func @same_global(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = memref.get_global @table : memref<8xf32>
  %two = memref.get_global @table : memref<8xf32>
  slc.for %i = %c0 to %n step %c1 {
    // expected-error @+1 {{'slc.mem_str' op reads memory that its nest may write}}
    %s = slc.mem_str %one[%i] : memref<8xf32>
    slc.callback {
      %e = slc.to_val %i : index
      %v = slc.to_val %s : f32
      // expected-note @+1 {{accessed here by 'memref.store'}}
      memref.store %v, %two[%e] : memref<8xf32>
    }
  }
  return
}

// -----

// Whose memory a call returned is not known, unless the allocation or argument
// never left the function.

func.func private @get() -> memref<?xf32>

func.func @memref_of_a_call(%a: memref<?xf32> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %alloc = memref.alloc(%n) : memref<?xf32>
  %got = func.call @get() : () -> memref<?xf32>
  slc.for %i = %c0 to %n step %c1 {
    %s = slc.mem_str %alloc[%i] : memref<?xf32>
    %t = slc.mem_str %a[%i] : memref<?xf32>
    slc.callback {
      %e = slc.to_val %i : index
      %v = slc.to_val %s : f32
      %w = slc.to_val %t : f32
      %sum = arith.addf %v, %w : f32
      memref.store %sum, %got[%e] : memref<?xf32>
    }
  }
  return
}

// -----

func.func private @take(memref<?xf32>)
func.func private @get() -> memref<?xf32>

func.func @escaped_allocation(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %alloc = memref.alloc(%n) : memref<?xf32>
  func.call @take(%alloc) : (memref<?xf32>) -> ()
  // expected-note @+1 {{nothing says that it is disjoint from this memref}}
  %got = func.call @get() : () -> memref<?xf32>
  slc.for %i = %c0 to %n step %c1 {
    // expected-error @+1 {{'slc.mem_str' op reads memory that its nest may write}}
    %s = slc.mem_str %alloc[%i] : memref<?xf32>
    slc.callback {
      %e = slc.to_val %i : index
      %v = slc.to_val %s : f32
      memref.store %v, %got[%e] : memref<?xf32>
    }
  }
  return
}

// -----

// An allocation whose address became a number may be anywhere.

func.func private @take(index)

func.func @escaped_address(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %alloc = memref.alloc(%n) : memref<?xf32>
  %address = memref.extract_aligned_pointer_as_index %alloc : memref<?xf32> -> index
  func.call @take(%address) : (index) -> ()
  slc.for %i = %c0 to %n step %c1 {
    // expected-error @+1 {{'slc.mem_str' op reads memory that its nest may write}}
    %s = slc.mem_str %alloc[%i] : memref<?xf32>
    slc.callback {
      %v = slc.to_val %s : f32
      // expected-note @+1 {{accessed here by 'test.unknown'}}
      "test.unknown"(%v) : (f32) -> ()
    }
  }
  return
}

// -----

// A memref that was stored in another one may be anywhere.

func.func @stored_memref(%where: memref<memref<?xf32>>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %alloc = memref.alloc(%n) : memref<?xf32>
  memref.store %alloc, %where[] : memref<memref<?xf32>>
  slc.for %i = %c0 to %n step %c1 {
    // expected-error @+1 {{'slc.mem_str' op reads memory that its nest may write}}
    %s = slc.mem_str %alloc[%i] : memref<?xf32>
    slc.callback {
      // expected-note @+1 {{accessed here by 'test.unknown'}}
      "test.unknown"() : () -> ()
    }
  }
  return
}

// -----

// An op without effect interfaces is taken to write everything that it can
// reach: not a local allocation, nor a noalias argument, that it is not given.

func.func @unknown_op(%a: memref<?xf32> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %alloc = memref.alloc(%n) : memref<?xf32>
  slc.for %i = %c0 to %n step %c1 {
    %s = slc.mem_str %alloc[%i] : memref<?xf32>
    %t = slc.mem_str %a[%i] : memref<?xf32>
    slc.callback {
      %v = slc.to_val %s : f32
      "test.unknown"(%v) : (f32) -> ()
    }
  }
  return
}

// -----

func.func @unknown_op_and_argument(%a: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  slc.for %i = %c0 to %n step %c1 {
    // expected-error @+1 {{'slc.mem_str' op reads memory that its nest may write}}
    %s = slc.mem_str %a[%i] : memref<?xf32>
    slc.callback {
      // expected-note @+1 {{accessed here by 'test.unknown'}}
      "test.unknown"() : () -> ()
    }
  }
  return
}

// -----

func.func private @extern(memref<?xf32>)

func.func @call(%a: memref<?xf32> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  slc.for %i = %c0 to %n step %c1 {
    // expected-error @+1 {{'slc.mem_str' op reads memory that its nest may write}}
    %s = slc.mem_str %a[%i] : memref<?xf32>
    slc.callback {
      // expected-note @+1 {{accessed here by 'func.call'}}
      func.call @extern(%a) : (memref<?xf32>) -> ()
    }
  }
  return
}

// -----

// An assert writes nothing; what is read in the callback does not matter.

func.func @assert(%a: memref<?xf32>, %b: memref<?xi1>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  slc.for %i = %c0 to %n step %c1 {
    %s = slc.mem_str %a[%i] : memref<?xf32>
    slc.callback {
      %e = slc.to_val %i : index
      %ok = memref.load %b[%e] : memref<?xi1>
      %again = memref.load %a[%e] : memref<?xf32>
      cf.assert %ok, "not ok"
    }
  }
  return
}

// -----

// Freed memory is written.

func.func @dealloc(%a: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  slc.for %i = %c0 to %n step %c1 {
    // expected-error @+1 {{'slc.mem_str' op reads memory that its nest may write}}
    %s = slc.mem_str %a[%i] : memref<?xf32>
    slc.callback {
      // expected-note @+1 {{accessed here by 'memref.dealloc'}}
      memref.dealloc %a : memref<?xf32>
    }
  }
  return
}

// -----

// The whole nest counts: what a later sibling or an outer callback writes.

func.func @sibling(%a: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  slc.for %i = %c0 to %n step %c1 {
    slc.for %j = %c0 to %n step %c1 {
      // expected-error @+1 {{'slc.mem_str' op reads memory that its nest may write}}
      %s = slc.mem_str %a[%j] : memref<?xf32>
    }
    slc.callback {
      %e = slc.to_val %i : index
      %z = arith.constant 0.0 : f32
      // expected-note @+1 {{accessed here by 'memref.store'}}
      memref.store %z, %a[%e] : memref<?xf32>
    }
  }
  return
}

// -----

// What another nest writes does not count.

func.func @other_nest(%a: memref<?xf32>, %b: memref<?xf32> {llvm.noalias}, %n: index, %z: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  slc.for %i = %c0 to %n step %c1 {
    slc.callback {
      %e = slc.to_val %i : index
      memref.store %z, %a[%e] : memref<?xf32>
    }
  }
  slc.for %i = %c0 to %n step %c1 {
    %s = slc.mem_str %a[%i] : memref<?xf32>
    slc.callback {
      %e = slc.to_val %i : index
      %v = slc.to_val %s : f32
      memref.store %v, %b[%e] : memref<?xf32>
    }
  }
  return
}

// -----

// Stores of the access unit: nothing else in the nest may touch their memory.

func.func @store_str(%a: memref<?xf32> {llvm.noalias}, %b: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  slc.for %i = %c0 to %n step %c1 {
    %s = slc.mem_str %a[%i] : memref<?xf32>
    slc.store_str %s, %b[%i] : memref<?xf32>
  }
  return
}

// -----

func.func @store_str_of_what_is_read(%a: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  slc.for %i = %c0 to %n step %c1 {
    // expected-error @+1 {{'slc.mem_str' op reads memory that its nest may write}}
    %s = slc.mem_str %a[%i] : memref<?xf32>
    // expected-note @+1 {{accessed here by 'slc.store_str'}}
    slc.store_str %s, %a[%i] : memref<?xf32>
  }
  return
}

// -----

func.func @store_str_and_load(%a: memref<?xf32> {llvm.noalias}, %b: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  slc.for %i = %c0 to %n step %c1 {
    %s = slc.mem_str %a[%i] : memref<?xf32>
    // expected-error @+1 {{'slc.store_str' op writes memory that its nest may read}}
    slc.store_str %s, %b[%i] : memref<?xf32>
    slc.callback {
      // expected-note @+1 {{accessed here by 'memref.load'}}
      %v = memref.load %b[%n] : memref<?xf32>
    }
  }
  return
}

// -----

func.func @two_store_strs(%a: memref<?xf32> {llvm.noalias}, %b: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  slc.for %i = %c0 to %n step %c1 {
    %s = slc.mem_str %a[%i] : memref<?xf32>
    // expected-error @+1 {{'slc.store_str' op writes memory that its nest may also write elsewhere}}
    slc.store_str %s, %b[%i] : memref<?xf32>
    // expected-note @+1 {{accessed here by 'slc.store_str'}}
    slc.store_str %s, %b[%n] : memref<?xf32>
  }
  return
}

// -----

// A view that a callback gives is one of what the callback made it of.

func.func @view_from_callback(%a: memref<?xf32> {llvm.noalias}, %b: memref<?xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  slc.for %i = %c0 to %n step %c1 {
    %w:2 = slc.callback -> (index, memref<?xf32, strided<[1]>>) {
      %view = memref.subview %b[0] [%n] [1] : memref<?xf32> to memref<?xf32, strided<[1]>>
      slc.yield %n, %view : index, memref<?xf32, strided<[1]>>
    }
    slc.for %j = %c0 to %n step %c1 {
      %s = slc.mem_str %a[%j] : memref<?xf32>
      slc.callback {
        %e = slc.to_val %j : index
        %v = slc.to_val %s : f32
        memref.store %v, %w#1[%e] : memref<?xf32, strided<[1]>>
        "test.unknown"() : () -> ()
      }
    }
  }
  return
}

// -----

func.func @view_of_source_from_callback(%a: memref<?xf32> {llvm.noalias}, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  slc.for %i = %c0 to %n step %c1 {
    %w = slc.callback -> (memref<?xf32, strided<[1]>>) {
      %view = memref.subview %a[0] [%n] [1] : memref<?xf32> to memref<?xf32, strided<[1]>>
      slc.yield %view : memref<?xf32, strided<[1]>>
    }
    // expected-error @+1 {{'slc.mem_str' op reads memory that its nest may write}}
    %s = slc.mem_str %a[%i] : memref<?xf32>
    slc.for %j = %c0 to %n step %c1 {
      slc.callback {
        %e = slc.to_val %j : index
        // expected-note @+1 {{accessed here by 'memref.store'}}
        memref.store %x, %w[%e] : memref<?xf32, strided<[1]>>
      }
    }
  }
  return
}

// -----

// A view of the memref that is read leaves its callback, but not the nest.

func.func @view_read_from_callback(%a: memref<?xf32> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  slc.for %i = %c0 to %n step %c1 {
    %w = slc.callback -> (memref<?xf32, strided<[1]>>) {
      %view = memref.subview %a[0] [%n] [1] : memref<?xf32> to memref<?xf32, strided<[1]>>
      slc.yield %view : memref<?xf32, strided<[1]>>
    }
    %s = slc.mem_str %a[%i] : memref<?xf32>
    slc.for %j = %c0 to %n step %c1 {
      slc.callback {
        %e = slc.to_val %j : index
        %u = slc.to_val %s : f32
        %v = memref.load %w[%e] : memref<?xf32, strided<[1]>>
        "test.unknown"(%u, %v) : (f32, f32) -> ()
      }
    }
  }
  return
}

// -----

// A load of vectors is a load.

func.func @vector(%a: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 1.0 : f32
  slcv.for<4> %e, %m = %c0 to %n step %c1 {
    // expected-error @+1 {{'slcv.mem_str' op reads memory that its nest may write}}
    %s = slcv.mem_str<4> %a[%e] lanes [1] mask %m : memref<?xf32>
    slc.callback {
      // expected-note @+1 {{accessed here by 'memref.store'}}
      memref.store %x, %a[%c0] : memref<?xf32>
    }
  }
  return
}

// -----

// The views that a loop or a choice may hand on are of one memref, or of two.

func.func @carried_views(%a: memref<?xf32>, %p: i1, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %alloc = memref.alloc(%n) : memref<?xf32>
  slc.for %i = %c0 to %n step %c1 {
    %w = slc.callback -> (memref<?xf32, strided<[1]>>) {
      %view = scf.if %p -> memref<?xf32, strided<[1]>> {
        %0 = memref.subview %alloc[0] [%n] [1] : memref<?xf32> to memref<?xf32, strided<[1]>>
        scf.yield %0 : memref<?xf32, strided<[1]>>
      } else {
        %0 = ub.poison : memref<?xf32, strided<[1]>>
        scf.yield %0 : memref<?xf32, strided<[1]>>
      }
      slc.yield %view : memref<?xf32, strided<[1]>>
    }
    %last = slc.for %j = %c0 to %n step %c1 iter_args(%m = %w) -> (memref<?xf32, strided<[1]>>) {
      %s = slc.mem_str %a[%j] : memref<?xf32>
      slc.callback {
        %e = slc.to_val %j : index
        %v = slc.to_val %s : f32
        memref.store %v, %m[%e] : memref<?xf32, strided<[1]>>
      }
      slc.yield %m : memref<?xf32, strided<[1]>>
    }
    slc.callback {
      memref.store %x, %last[%c0] : memref<?xf32, strided<[1]>>
    }
  }
  return
}

// -----

func.func @one_of_two(%a: memref<?xf32>, %p: i1, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %alloc = memref.alloc(%n) : memref<?xf32>
  slc.for %i = %c0 to %n step %c1 {
    // expected-error @+1 {{'slc.mem_str' op reads memory that its nest may write}}
    %s = slc.mem_str %alloc[%i] : memref<?xf32>
    slc.callback {
      // expected-note @+1 {{nothing says that it is disjoint from this memref}}
      %either = scf.if %p -> memref<?xf32> {
        scf.yield %alloc : memref<?xf32>
      } else {
        scf.yield %a : memref<?xf32>
      }
      %v = slc.to_val %s : f32
      memref.store %v, %either[%c0] : memref<?xf32>
    }
  }
  return
}

// RUN: ember-opt %s --canonicalize --split-input-file --allow-unregistered-dialect | FileCheck %s

// A loop without iterations gives its initial values.

// CHECK-LABEL: func.func @empty_loop(
// CHECK-SAME:    %[[A:.*]]: memref<?xf32>, %[[X:.*]]: f32)
func.func @empty_loop(%a: memref<?xf32>, %x: f32) -> f32 {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  // CHECK-NEXT: return %[[X]] : f32
  %r = slc.for %i = %c4 to %c4 step %c1 iter_args(%acc = %x) -> (f32) {
    %s = slc.mem_str %a[%i] : memref<?xf32>
    %n = slc.callback -> (f32) {
      %v = slc.to_val %s : f32
      "test.use"(%v) : (f32) -> ()
      slc.yield %v : f32
    }
    slc.yield %n : f32
  }
  return %r : f32
}

// -----

// Bounds are signed: from -1 up to 0 there is an iteration.

// CHECK-LABEL: func.func @signed_bounds(
func.func @signed_bounds() {
  %cm1 = arith.constant -1 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: slc.for
  slc.for %i = %cm1 to %c0 step %c1 {
    slc.callback {
      "test.use"() : () -> ()
    }
  }
  // CHECK-NOT: slc.for
  slc.for %i = %c0 to %cm1 step %c1 {
    slc.callback {
      "test.use"() : () -> ()
    }
  }
  return
}

// -----

// CHECK-LABEL: func.func @unknown_bounds(
func.func @unknown_bounds(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: slc.for
  slc.for %i = %n to %c0 step %c1 {
    // CHECK: slc.for
    slc.for %j = %c1 to %i step %c1 {
      slc.callback {
        "test.use"() : () -> ()
      }
    }
  }
  return
}

// -----

// An inner loop without iterations: the callback that uses its result gets the
// initial value.

// CHECK-LABEL: func.func @empty_inner_loop(
func.func @empty_inner_loop(%n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: slc.for
  // CHECK-NEXT: slc.callback {
  // CHECK-NEXT:   "test.use"(%{{.*}}) : (f32) -> ()
  // CHECK-NEXT: }
  // CHECK-NEXT: }
  slc.for %i = %c0 to %n step %c1 {
    %r = slc.for %j = %c1 to %c1 step %c1 iter_args(%acc = %x) -> (f32) {
      slc.yield %acc : f32
    }
    slc.callback {
      "test.use"(%r) : (f32) -> ()
    }
  }
  return
}

// -----

// The loops of an access region stay: the execute region has code for what
// they push.

// CHECK-LABEL: func.func @empty_loop_of_an_access_region(
func.func @empty_loop_of_an_access_region() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  dlc.decoupled records = [#dlc.record<[index : 0], size = 8, align = 8>] access {
    // CHECK: slc.for
    slc.for %i = %c1 to %c0 step %c1 {
      // CHECK-NEXT: dlc.push
      dlc.push 0(%i) : index
    }
    dlc.yield
  } execute {
    dlc.yield
  }
  return
}

// -----

// An iteration value that stays what it was is its initial value.

// CHECK-LABEL: func.func @invariant_iter_args(
// CHECK-SAME:    %[[N:.*]]: index, %[[X:.*]]: f32, %[[Y:.*]]: f32)
func.func @invariant_iter_args(%n: index, %x: f32, %y: f32) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: slc.for %{{.*}} = %{{.*}} to %[[N]] step %{{.*}} {
  %r:2 = slc.for %i = %c0 to %n step %c1 iter_args(%p = %x, %q = %y) -> (f32, f32) {
    // CHECK-NEXT: slc.callback {
    slc.callback {
      // CHECK-NEXT: "test.use"(%[[X]], %[[Y]])
      "test.use"(%p, %q) : (f32, f32) -> ()
    }
    slc.yield %p, %y : f32, f32
  }
  // CHECK: return %[[X]], %[[Y]] : f32, f32
  return %r#0, %r#1 : f32, f32
}

// -----

// Values that change places are not invariant.

// CHECK-LABEL: func.func @swapped_iter_args(
func.func @swapped_iter_args(%n: index, %x: f32, %y: f32) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: %[[R:.*]]:2 = slc.for {{.*}} iter_args(%[[P:.*]] = %{{.*}}, %[[Q:.*]] = %{{.*}}) -> (f32, f32) {
  %r:2 = slc.for %i = %c0 to %n step %c1 iter_args(%p = %x, %q = %y) -> (f32, f32) {
    // CHECK-NEXT: slc.yield %[[Q]], %[[P]] : f32, f32
    slc.yield %q, %p : f32, f32
  }
  // CHECK: return %[[R]]#0, %[[R]]#1
  return %r#0, %r#1 : f32, f32
}

// -----

// Iteration values that nothing reads are not carried; what others are, and
// the attributes, stay.

// CHECK-LABEL: func.func @unused_iter_args(
// CHECK-SAME:    %[[N:.*]]: index, %[[X:.*]]: f32, %[[Y:.*]]: i32)
func.func @unused_iter_args(%n: index, %x: f32, %y: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: %[[R:.*]] = slc.for {{.*}} iter_args(%[[Q:.*]] = %[[Y]]) -> (i32) {
  %r:3 = slc.for %i = %c0 to %n step %c1 iter_args(%p = %x, %q = %y, %s = %x) -> (f32, i32, f32) {
    // CHECK: %[[NEXT:.*]] = slc.callback -> (i32) {
    %next:2 = slc.callback -> (f32, i32) {
      %u:2 = "test.use"(%q) : (i32) -> (f32, i32)
      // CHECK: slc.yield %{{.*}} : i32
      slc.yield %u#0, %u#1 : f32, i32
    }
    // CHECK: slc.yield %[[NEXT]] : i32
    slc.yield %next#0, %next#1, %s : f32, i32, f32
  // CHECK: } {name = "loop"}
  } {name = "loop"}
  // CHECK: return %[[R]] : i32
  return %r#1 : i32
}

// -----

// An iteration value that only becomes another one is read.

// CHECK-LABEL: func.func @iter_arg_read_by_another(
func.func @iter_arg_read_by_another(%n: index, %x: f32, %y: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: slc.for {{.*}} iter_args(%[[P:.*]] = %{{.*}}, %[[Q:.*]] = %{{.*}}) -> (f32, f32) {
  %r:2 = slc.for %i = %c0 to %n step %c1 iter_args(%p = %x, %q = %y) -> (f32, f32) {
    // CHECK: %[[NEXT:.*]] = slc.callback -> (f32)
    %next = slc.callback -> (f32) {
      %u = "test.use"() : () -> f32
      slc.yield %u : f32
    }
    // CHECK: slc.yield %[[NEXT]], %[[P]] : f32, f32
    slc.yield %next, %p : f32, f32
  }
  return %r#1 : f32
}

// -----

// Results that nobody uses are not yielded.

// CHECK-LABEL: func.func @unused_results(
func.func @unused_results(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  slc.for %i = %c0 to %n step %c1 {
    // CHECK: %[[B:.*]] = slc.callback -> (i32) {
    %a, %b = slc.callback -> (f32, i32) {
      // CHECK-NEXT: %[[V:.*]]:2 = "test.def"()
      %v:2 = "test.def"() : () -> (f32, i32)
      // CHECK-NEXT: slc.yield %[[V]]#1 : i32
      slc.yield %v#0, %v#1 : f32, i32
    // CHECK-NEXT: } {name = "def"}
    } {name = "def"}
    // CHECK-NEXT: slc.callback {
    slc.callback {
      // CHECK-NEXT: "test.use"(%[[B]])
      "test.use"(%b) : (i32) -> ()
    }
  }
  return
}

// -----

// Adjacent callbacks are one, with the uses of the first one's results.

// CHECK-LABEL: func.func @adjacent(
func.func @adjacent(%n: index, %x: f32) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: slc.for
  %r:2 = slc.for %i = %c0 to %n step %c1 iter_args(%p = %x, %q = %x) -> (f32, f32) {
    // CHECK-NEXT: %[[M:.*]]:2 = slc.callback -> (f32, f32) {
    %a = slc.callback -> (f32) {
      // CHECK-NEXT: %[[A:.*]] = "test.first"(%{{.*}})
      %v = "test.first"(%p) : (f32) -> f32
      slc.yield %v : f32
    }
    %b = slc.callback -> (f32) {
      // CHECK-NEXT: %[[B:.*]] = "test.second"(%[[A]])
      %v = "test.second"(%a) : (f32) -> f32
      slc.yield %v : f32
    }
    slc.callback {
      // CHECK-NEXT: "test.third"(%[[A]], %[[B]])
      "test.third"(%a, %b) : (f32, f32) -> ()
      // CHECK-NEXT: slc.yield %[[A]], %[[B]]
    }
    // CHECK: slc.yield %[[M]]#0, %[[M]]#1
    slc.yield %a, %b : f32, f32
  }
  return %r#0, %r#1 : f32, f32
}

// -----

// A stream, a loop or a store in between, or other attributes: two callbacks.

// CHECK-LABEL: func.func @not_adjacent(
func.func @not_adjacent(%a: memref<?xf32>, %b: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: slc.for
  slc.for %i = %c0 to %n step %c1 {
    // CHECK: slc.callback {
    // CHECK-NEXT: "test.first"
    // CHECK-NEXT: }
    slc.callback {
      "test.first"() : () -> ()
    }
    // CHECK-NEXT: slc.mem_str
    %s = slc.mem_str %a[%i] : memref<?xf32>
    // CHECK-NEXT: slc.callback {
    // CHECK-NEXT: "test.second"
    // CHECK-NEXT: }
    slc.callback {
      "test.second"() : () -> ()
    }
    // CHECK-NEXT: slc.for
    slc.for %j = %c0 to %i step %c1 {
      // CHECK-NEXT: slc.store_str
      slc.store_str %s, %b[%j] : memref<?xf32>
    }
    // CHECK: slc.callback {
    // CHECK-NEXT: "test.third"
    // CHECK-NEXT: }
    slc.callback {
      "test.third"() : () -> ()
    }
    // CHECK-NEXT: slc.callback {
    // CHECK-NEXT: "test.fourth"
    // CHECK-NEXT: } {name = "other"}
    slc.callback {
      "test.fourth"() : () -> ()
    } {name = "other"}
  }
  return
}

// -----

// Loads look through casts.

// CHECK-LABEL: func.func @load_of_cast(
// CHECK-SAME:    %[[A:.*]]: memref<4xf32>, %[[N:.*]]: index)
func.func @load_of_cast(%a: memref<4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %cast = memref.cast %a : memref<4xf32> to memref<?xf32>
  slc.for %i = %c0 to %n step %c1 {
    // CHECK: slc.mem_str %[[A]][%{{.*}}] : memref<4xf32>
    %s = slc.mem_str %cast[%i] : memref<?xf32>
    slc.callback {
      %v = slc.to_val %s : f32
      "test.use"(%v) : (f32) -> ()
    }
  }
  return
}

// -----

// A cast from an unranked memref says more than its source.

// CHECK-LABEL: func.func @load_of_unranked_cast(
func.func @load_of_unranked_cast(%a: memref<*xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: %[[CAST:.*]] = memref.cast
  %cast = memref.cast %a : memref<*xf32> to memref<?xf32>
  slc.for %i = %c0 to %n step %c1 {
    // CHECK: slc.mem_str %[[CAST]][%{{.*}}] : memref<?xf32>
    %s = slc.mem_str %cast[%i] : memref<?xf32>
    slc.callback {
      %v = slc.to_val %s : f32
      "test.use"(%v) : (f32) -> ()
    }
  }
  return
}

// -----

// Neutral elements of arithmetic.

// CHECK-LABEL: func.func @neutral_elements(
func.func @neutral_elements(%a: memref<?xi32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  slc.for %i = %c0 to %n step %c1 {
    // CHECK: %[[X:.*]] = slc.mem_str
    %x = slc.mem_str %a[%i] : memref<?xi32>
    %0 = slc.alu_str addi %x, %zero : i32
    %1 = slc.alu_str addi %zero, %0 : i32
    %2 = slc.alu_str ori %zero, %1 : i32
    %3 = slc.alu_str xori %2, %zero : i32
    %4 = slc.alu_str subi %3, %zero : i32
    %5 = slc.alu_str shli %4, %zero : i32
    %6 = slc.alu_str shrui %5, %zero : i32
    %7 = slc.alu_str shrsi %6, %zero : i32
    %8 = slc.alu_str muli %7, %one : i32
    %9 = slc.alu_str muli %one, %8 : i32
    %10 = slc.alu_str divui %9, %one : i32
    %11 = slc.alu_str divsi %10, %one : i32
    %12 = slc.alu_str ceildivui %11, %one : i32
    %13 = slc.alu_str ceildivsi %12, %one : i32
    %14 = slc.alu_str floordivsi %13, %one : i32
    // CHECK-NEXT: slc.callback {
    slc.callback {
      // CHECK-NEXT: slc.to_val %[[X]] : i32
      %v = slc.to_val %14 : i32
      "test.use"(%v) : (i32) -> ()
    }
  }
  return
}

// -----

// What has no neutral element on that side, and results that are no streams.

// CHECK-LABEL: func.func @no_neutral_elements(
func.func @no_neutral_elements(%a: memref<?xi32>, %b: memref<?xi1>, %h: i32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %true = arith.constant true
  slc.for %i = %c0 to %n step %c1 {
    %x = slc.mem_str %a[%i] : memref<?xi32>
    %y = slc.mem_str %b[%i] : memref<?xi1>
    // CHECK: slc.alu_str subi
    %0 = slc.alu_str subi %zero, %x : i32
    // CHECK-NEXT: slc.alu_str shli
    %1 = slc.alu_str shli %zero, %x : i32
    // CHECK-NEXT: slc.alu_str divsi
    %2 = slc.alu_str divsi %one, %x : i32
    // CHECK-NEXT: slc.alu_str remsi
    %3 = slc.alu_str remsi %x, %one : i32
    // CHECK-NEXT: slc.alu_str andi
    %4 = slc.alu_str andi %x, %zero : i32
    // CHECK-NEXT: slc.alu_str muli
    %5 = slc.alu_str muli %x, %zero : i32
    // CHECK-NEXT: slc.alu_str addi
    %6 = slc.alu_str addi %x, %one : i32
    // An i1 of one is -1 to a signed division.
    // CHECK-NEXT: slc.alu_str divsi
    %7 = slc.alu_str divsi %y, %true : i1
    // CHECK-NEXT: slc.callback {
    slc.callback {
      %v0 = slc.to_val %0 : i32
      %v1 = slc.to_val %1 : i32
      %v2 = slc.to_val %2 : i32
      %v3 = slc.to_val %3 : i32
      %v4 = slc.to_val %4 : i32
      %v5 = slc.to_val %5 : i32
      %v6 = slc.to_val %6 : i32
      %v7 = slc.to_val %7 : i1
      "test.use"(%v0, %v1, %v2, %v3, %v4, %v5, %v6, %v7)
        : (i32, i32, i32, i32, i32, i32, i32, i1) -> ()
    }
  }
  return
}

// -----

// CHECK-LABEL: func.func @select(
func.func @select(%a: memref<?xi32>, %h: i32, %p: i1, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %true = arith.constant true
  %false = arith.constant false
  slc.for %i = %c0 to %n step %c1 {
    // CHECK: %[[X:.*]] = slc.mem_str
    %x = slc.mem_str %a[%i] : memref<?xi32>
    // CHECK-NEXT: %[[Y:.*]] = slc.alu_str addi
    %y = slc.alu_str addi %x, %h : i32
    %0 = slc.alu_str select %true, %x, %y : i32
    %1 = slc.alu_str select %false, %x, %y : i32
    %2 = slc.alu_str select %p, %x, %x : i32
    // The host value that is chosen is no stream.
    // CHECK-NEXT: %[[S3:.*]] = slc.alu_str select
    %3 = slc.alu_str select %true, %h, %x : i32
    // CHECK-NEXT: %[[S4:.*]] = slc.alu_str select
    %4 = slc.alu_str select %p, %x, %y : i32
    slc.callback {
      // CHECK: slc.to_val %[[X]]
      %v0 = slc.to_val %0 : i32
      // CHECK-NEXT: slc.to_val %[[Y]]
      %v1 = slc.to_val %1 : i32
      // CHECK-NEXT: slc.to_val %[[X]]
      %v2 = slc.to_val %2 : i32
      // CHECK-NEXT: slc.to_val %[[S3]]
      %v3 = slc.to_val %3 : i32
      // CHECK-NEXT: slc.to_val %[[S4]]
      %v4 = slc.to_val %4 : i32
      "test.use"(%v0, %v1, %v2, %v3, %v4) : (i32, i32, i32, i32, i32) -> ()
    }
  }
  return
}

// -----

// Streams that nothing reads, and nests without effects, go; effects stay.

// CHECK-LABEL: func.func @dead(
func.func @dead(%a: memref<?xf32>, %b: memref<?xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: slc.for %[[I:.*]] =
  // CHECK-NEXT: slc.callback {
  // CHECK-NEXT: "test.use"() : () -> ()
  // CHECK-NEXT: }
  // CHECK-NEXT: }
  slc.for %i = %c0 to %n step %c1 {
    %s = slc.mem_str %a[%i] : memref<?xf32>
    %j = slc.alu_str addi %i, %c1 : index
    slc.callback {
      "test.use"() : () -> ()
    }
  }
  %r = slc.for %i = %c0 to %n step %c1 iter_args(%acc = %x) -> (f32) {
    %s = slc.mem_str %a[%i] : memref<?xf32>
    %next = slc.callback -> (f32) {
      %v = slc.to_val %s : f32
      %sum = arith.addf %acc, %v : f32
      slc.yield %sum : f32
    }
    slc.yield %next : f32
  }
  // CHECK: slc.for
  // CHECK: slc.store_str
  slc.for %i = %c0 to %n step %c1 {
    %s = slc.mem_str %a[%i] : memref<?xf32>
    slc.store_str %s, %b[%i] : memref<?xf32>
  }
  // CHECK: slc.fallback
  slc.fallback
  // CHECK-NEXT: slc.fallback
  slc.fallback
  return
}

// RUN: ember-opt %s --pass-pipeline="builtin.module(func.func(convert-scf-to-slc))" --remarks-filter=decouple --verify-diagnostics --split-input-file --allow-unregistered-dialect -o /dev/null

// What is decoupled, and for everything else why not: one case for each reason.

func.func @decoupled(%a: memref<?xf32>, %b: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark @+1 {{[Passed] NestDecoupled | Category:decouple | Loads=2, Loops=2, OverlapChecks=1}}
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %a[%i] : memref<?xf32>
    memref.store %v, %b[%i] : memref<?xf32>
    scf.for %j = %c0 to %n step %c1 {
      %w = memref.load %a[%j] : memref<?xf32>
      memref.store %w, %b[%i] : memref<?xf32>
    }
  }
  return
}

// -----

// expected-remark @+1 {{[Missed] NothingDecoupled | Category:decouple | Reason="there is no 'scf.for' to decouple"}}
func.func @no_loop() {
  return
}

// -----

// Reasons of nests.

func.func @decoupled_nest_inside(%a: memref<?xf32>, %n: index) {
  // expected-remark @+1 {{[Missed] NestNotDecoupled | Category:decouple | Reason="it holds a nest that is decoupled already"}}
  scf.for %i = %n to %n step %n {
    %v = memref.load %a[%i] : memref<?xf32>
    slc.for %j = %n to %n step %n {
    }
  }
  return
}

// -----

func.func @split_nest_inside(%a: memref<?xf32>, %n: index) {
  // expected-remark @+1 {{it holds a nest that is decoupled already}}
  scf.for %i = %n to %n step %n {
    %v = memref.load %a[%i] : memref<?xf32>
    dlc.decoupled records = [] access {
      dlc.yield
    } execute {
      dlc.yield
    }
  }
  return
}

// -----

// expected-remark @+1 {{there is no 'scf.for' to decouple}}
func.func @callee() {
  return
}

func.func @call(%a: memref<?xf32> {llvm.noalias}, %n: index) {
  // expected-remark @+1 {{Reason="it holds a call, at}}
  scf.for %i = %n to %n step %n {
    %v = memref.load %a[%i] : memref<?xf32>
    func.call @callee() : () -> ()
  }
  return
}

// -----

// The loop around a call may stay while one beside it is decoupled.

// expected-remark @+1 {{there is no 'scf.for' to decouple}}
func.func @callee() {
  return
}

func.func @call_beside(%a: memref<?xf32> {llvm.noalias}, %n: index) {
  scf.for %i = %n to %n step %n {
    // expected-remark @+1 {{NestDecoupled}}
    scf.for %j = %n to %n step %n {
      %v = memref.load %a[%i] : memref<?xf32>
    }
    func.call @callee() : () -> ()
  }
  return
}

// -----

// What a declared function does is known to start no nest.

func.func private @extern()

func.func @external_call(%a: memref<?xf32> {llvm.noalias}, %n: index) {
  // expected-remark @+1 {{NestDecoupled}}
  scf.for %i = %n to %n step %n {
    %v = memref.load %a[%i] : memref<?xf32>
    func.call @extern() : () -> ()
  }
  return
}

// -----

func.func @indirect_call(%a: memref<?xf32> {llvm.noalias}, %f: () -> (), %n: index) {
  // expected-remark @+1 {{of code that may be decoupled itself}}
  scf.for %i = %n to %n step %n {
    %v = memref.load %a[%i] : memref<?xf32>
    func.call_indirect %f() : () -> ()
  }
  return
}

// -----

// Reasons of loops.

func.func @i32_loop(%a: memref<?xf32>, %n: i32) {
  // expected-remark @+1 {{Reason="its induction variable is no index"}}
  scf.for %i = %n to %n step %n : i32 {
    %at = arith.index_cast %i : i32 to index
    %v = memref.load %a[%at] : memref<?xf32>
  }
  return
}

// -----

func.func @unsigned_loop(%a: memref<?xf32>, %n: index) {
  // expected-remark @+1 {{Reason="it compares its induction variable unsigned"}}
  scf.for unsigned %i = %n to %n step %n {
    %v = memref.load %a[%i] : memref<?xf32>
  }
  return
}

// -----

func.func @step(%a: memref<?xf32>, %n: index) {
  // expected-remark @+1 {{NestDecoupled}}
  scf.for %i = %n to %n step %n {
    %v = memref.load %a[%i] : memref<?xf32>
    // expected-remark @+1 {{[Missed] LoopNotOffloaded | Category:decouple | Reason="its step is computed inside the nest"}}
    scf.for %j = %n to %n step %i {
      %w = memref.load %a[%j] : memref<?xf32>
    }
  }
  return
}

// -----

func.func @constant_step(%a: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  // expected-remark @+1 {{Reason="its step is not positive"}}
  scf.for %i = %n to %n step %c0 {
    %v = memref.load %a[%i] : memref<?xf32>
  }
  return
}

// -----

func.func @bounds(%a: memref<?xf32> {llvm.noalias}, %b: memref<?xindex>, %n: index) {
  // expected-remark @+1 {{NestDecoupled}}
  %r = scf.for %i = %n to %n step %n iter_args(%x = %n) -> (index) {
    %v = memref.load %a[%i] : memref<?xf32>
    %h = "test.host"() : () -> index
    // expected-remark @+1 {{Reason="its lower bound depends on the execute unit: 'test.host' at}}
    scf.for %j = %h to %n step %n {
    }
    // expected-remark @+1 {{Reason="its upper bound depends on the execute unit: a value that its loop carries"}}
    scf.for %j = %n to %x step %n {
    }
    scf.yield %h : index
  }
  return
}

// -----

func.func @no_load(%a: memref<?xf32>, %n: index, %x: f32) {
  // expected-remark @+1 {{Reason="'scf.for' at}}
  scf.for %i = %n to %n step %n {
    scf.for %j = %n to %n step %n {
      memref.store %x, %a[%j] : memref<?xf32>
    }
  }
  return
}

// -----

// Reasons of loads.

func.func @element_type(%a: memref<?xf32>, %b: memref<?xvector<4xf32>>, %c: memref<?xcomplex<f32>>, %n: index) {
  // expected-remark @+1 {{NestDecoupled}}
  scf.for %i = %n to %n step %n {
    %v = memref.load %a[%i] : memref<?xf32>
    // expected-remark @+1 {{[Missed] LoadNotOffloaded | Category:decouple | Reason="the access unit has no elements of its type"}}
    %w = memref.load %b[%i] : memref<?xvector<4xf32>>
    // expected-remark @+1 {{Reason="the access unit has no elements of its type"}}
    %u = memref.load %c[%i] : memref<?xcomplex<f32>>
  }
  return
}

// -----

func.func @layout(%a: memref<?xf32, affine_map<(i) -> (i floordiv 2)>>, %n: index) {
  // expected-remark @+1 {{its memref has no strided layout; it reaches no load that the access unit can perform"}}
  scf.for %i = %n to %n step %n {
    %v = memref.load %a[%i] : memref<?xf32, affine_map<(i) -> (i floordiv 2)>>
  }
  return
}

// -----

func.func @memref_of_the_nest(%a: memref<?xf32>, %n: index) {
  // expected-remark @+1 {{its memref is made inside the nest; it reaches no load}}
  scf.for %i = %n to %n step %n {
    %b = memref.cast %a : memref<?xf32> to memref<4xf32>
    %v = memref.load %b[%i] : memref<4xf32>
  }
  return
}

// -----

func.func @index(%a: memref<?xf32>, %b: memref<?xindex> {llvm.noalias}, %n: index) {
  // expected-remark @+1 {{NestDecoupled}}
  %r = scf.for %i = %n to %n step %n iter_args(%x = %n) -> (index) {
    %u = memref.load %a[%i] : memref<?xf32>
    %h = arith.addi %x, %i : index
    memref.store %h, %b[%i] : memref<?xindex>
    // expected-remark @+1 {{Reason="an index depends on the execute unit: 'arith.addi' at}}
    %v = memref.load %a[%h] : memref<?xf32>
    // expected-remark @+1 {{Reason="an index depends on the execute unit: a value that its loop carries"}}
    %w = memref.load %a[%x] : memref<?xf32>
    scf.yield %h : index
  }
  return
}

// -----

func.func @written(%a: memref<?xf32>, %b: memref<?xf32> {llvm.noalias}, %n: index) {
  // expected-remark @+1 {{NestDecoupled}}
  scf.for %i = %n to %n step %n {
    %u = memref.load %b[%i] : memref<?xf32>
    // expected-remark @+1 {{Reason="the nest writes its memory: 'memref.store' at}}
    %v = memref.load %a[%i] : memref<?xf32>
    memref.store %v, %a[%i] : memref<?xf32>
  }
  return
}

// -----

func.func private @extern(memref<?xf32>)

func.func @given_to_a_call(%a: memref<?xf32> {llvm.noalias}, %b: memref<?xf32> {llvm.noalias}, %n: index) {
  // expected-remark @+1 {{NestDecoupled}}
  scf.for %i = %n to %n step %n {
    %u = memref.load %b[%i] : memref<?xf32>
    // expected-remark @+1 {{Reason="the nest may write its memory: 'func.call' at}}
    %v = memref.load %a[%i] : memref<?xf32>
    func.call @extern(%a) : (memref<?xf32>) -> ()
  }
  return
}

// -----

func.func @unknown_op(%a: memref<?xf32>, %b: memref<?xf32> {llvm.noalias}, %n: index) {
  // expected-remark @+1 {{NestDecoupled}}
  scf.for %i = %n to %n step %n {
    %u = memref.load %b[%i] : memref<?xf32>
    // expected-remark @+1 {{Reason="the nest may write its memory: 'test.unknown' at}}
    %v = memref.load %a[%i] : memref<?xf32>
    "test.unknown"() : () -> ()
  }
  return
}

// -----

// Written memrefs that no check before the nest can look at.

func.func @not_checkable(%a: memref<?xf32>, %b: memref<?xf32> {llvm.noalias}, %c: memref<?xf32>, %n: index, %x: f32) {
  // expected-remark @+1 {{NestDecoupled}}
  scf.for %i = %n to %n step %n {
    %u = memref.load %b[%i] : memref<?xf32>
    // expected-remark @+1 {{Reason="the nest may write its memory through a memref that cannot be checked before the nest"}}
    %v = memref.load %a[%i] : memref<?xf32>
    %view = memref.subview %c[%i] [1] [1] : memref<?xf32> to memref<1xf32, strided<[1], offset: ?>>
    memref.store %x, %view[%i] : memref<1xf32, strided<[1], offset: ?>>
  }
  return
}

// -----

func.func @no_bytes(%a: memref<?xf32>, %b: memref<?xf32> {llvm.noalias}, %c: memref<?xvector<4xf32>>, %n: index, %x: vector<4xf32>) {
  // expected-remark @+1 {{NestDecoupled}}
  scf.for %i = %n to %n step %n {
    %u = memref.load %b[%i] : memref<?xf32>
    // expected-remark @+1 {{Reason="the nest may write its memory through a memref that cannot be checked before the nest"}}
    %v = memref.load %a[%i] : memref<?xf32>
    memref.store %x, %c[%i] : memref<?xvector<4xf32>>
  }
  return
}

// -----

func.func @unranked(%a: memref<?xf32>, %b: memref<?xf32> {llvm.noalias}, %c: memref<*xf32>, %d: memref<*xf32>, %n: index) {
  // expected-remark @+1 {{NestDecoupled}}
  scf.for %i = %n to %n step %n {
    %u = memref.load %b[%i] : memref<?xf32>
    // expected-remark @+1 {{Reason="the nest may write its memory through a memref that cannot be checked before the nest"}}
    %v = memref.load %a[%i] : memref<?xf32>
    memref.copy %c, %d : memref<*xf32> to memref<*xf32>
  }
  return
}

// -----

// What the execute unit runs as a whole.

func.func @inside(%a: memref<?xf32>, %n: index, %p: i32) {
  // expected-remark @+1 {{NestDecoupled}}
  scf.for %i = %n to %n step %n {
    %u = memref.load %a[%i] : memref<?xf32>
    scf.index_switch %i
    case 0 {
      // expected-remark @+1 {{[Missed] LoadNotOffloaded | Category:decouple | Reason="it is inside 'scf.index_switch', which the execute unit runs"}}
      %v = memref.load %a[%i] : memref<?xf32>
      // expected-remark @+1 {{[Missed] LoopNotOffloaded | Category:decouple | Reason="it is inside 'scf.index_switch', which the execute unit runs"}}
      scf.for %j = %n to %n step %n {
      }
      scf.yield
    }
    default {
    }
  }
  return
}

// -----

// What is in an `scf.if` is decided as if it stood beside it, if the access unit
// can compute the condition.

func.func @condition(%a: memref<?xf32>, %n: index, %p: i1, %x: f32) {
  // expected-remark @+1 {{[Passed] NestDecoupled | Category:decouple | Loads=3, Loops=2, OverlapChecks=0}}
  scf.for %i = %n to %n step %n {
    %u = memref.load %a[%i] : memref<?xf32>
    scf.if %p {
      %v = memref.load %a[%i] : memref<?xf32>
      // expected-remark @+1 {{[Missed] LoopNotOffloaded | Category:decouple | Reason="it reaches no load that the access unit can perform"}}
      scf.for %j = %n to %n step %n {
      }
    } else {
      scf.for %j = %n to %n step %n {
        %v = memref.load %a[%j] : memref<?xf32>
      }
    }
    %c = arith.cmpf ogt, %u, %x : f32
    scf.if %c {
      // expected-remark @+1 {{[Missed] LoadNotOffloaded | Category:decouple | Reason="it is inside 'scf.if', whose condition depends on the execute unit: 'arith.cmpf' at}}
      %v = memref.load %a[%i] : memref<?xf32>
      scf.if %p {
        // expected-remark @+1 {{[Missed] LoopNotOffloaded | Category:decouple | Reason="it is inside 'scf.if', whose condition depends on the execute unit: 'arith.cmpf' at}}
        scf.for %j = %n to %n step %n {
        }
      }
    }
  }
  return
}

// -----

// A division of one-bit integers has no divisor that is safe.

func.func @division_of_bits(%a: memref<?xf32>, %b: memref<?xi1>, %n: index, %p: i1) {
  // expected-remark @+1 {{[Passed] NestDecoupled | Category:decouple | Loads=1, Loops=1, OverlapChecks=0}}
  scf.for %i = %n to %n step %n {
    %x = memref.load %b[%i] : memref<?xi1>
    scf.if %x {
      %q = arith.divsi %p, %x : i1
      %k = arith.index_cast %q : i1 to index
      // expected-remark @+1 {{Reason="an index depends on the execute unit: 'arith.index_cast' at}}
      %v = memref.load %a[%k] : memref<?xf32>
    }
  }
  return
}

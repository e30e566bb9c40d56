// RUN: ember-opt %s --pass-pipeline="builtin.module(func.func(convert-scf-to-slc))" --remarks-filter=decouple --verify-diagnostics --split-input-file --allow-unregistered-dialect -o /dev/null

// What is decoupled, and for every other loop, and every other load in a loop, why
// not: one case for each reason.

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
  // expected-remark-re @+1 {{[Missed] NestNotDecoupled | Category:decouple | Reason="it holds a nest that is decoupled already, at {{.*}}decoupling-remarks.mlir:37:5"}}
  scf.for %i = %n to %n step %n {
    // expected-remark-re @+1 {{[Missed] LoadNotOffloaded | Category:decouple | Reason="it is inside 'scf.for' at {{.*}}decoupling-remarks.mlir:34:3, which the execute unit runs"}}
    %v = memref.load %a[%i] : memref<?xf32>
    slc.for %j = %n to %n step %n {
    }
  }
  return
}

// -----

func.func @split_nest_inside(%a: memref<?xf32>, %n: index) {
  // expected-remark-re @+1 {{[Missed] NestNotDecoupled | Category:decouple | Reason="it holds a nest that is decoupled already, at {{.*}}decoupling-remarks.mlir:50:5"}}
  scf.for %i = %n to %n step %n {
    // expected-remark-re @+1 {{[Missed] LoadNotOffloaded | Category:decouple | Reason="it is inside 'scf.for' at {{.*}}decoupling-remarks.mlir:47:3, which the execute unit runs"}}
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

// expected-remark @+1 {{[Missed] NothingDecoupled | Category:decouple | Reason="there is no 'scf.for' to decouple"}}
func.func @callee() {
  return
}

func.func @call(%a: memref<?xf32> {llvm.noalias}, %n: index) {
  // expected-remark-re @+1 {{[Missed] NestNotDecoupled | Category:decouple | Reason="it holds a call, at {{.*}}decoupling-remarks.mlir:71:5, of code that may be decoupled itself; --inline can help"}}
  scf.for %i = %n to %n step %n {
    // expected-remark-re @+1 {{[Missed] LoadNotOffloaded | Category:decouple | Reason="it is inside 'scf.for' at {{.*}}decoupling-remarks.mlir:68:3, which the execute unit runs"}}
    %v = memref.load %a[%i] : memref<?xf32>
    func.call @callee() : () -> ()
  }
  return
}

// -----

// The loop around a call may stay while one beside it is decoupled.

// expected-remark @+1 {{[Missed] NothingDecoupled | Category:decouple | Reason="there is no 'scf.for' to decouple"}}
func.func @callee() {
  return
}

func.func @call_beside(%a: memref<?xf32> {llvm.noalias}, %n: index) {
  // expected-remark-re @+1 {{[Missed] LoopNotOffloaded | Category:decouple | Reason="it holds a call, at {{.*}}decoupling-remarks.mlir:92:5, of code that may be decoupled itself; --inline can help"}}
  scf.for %i = %n to %n step %n {
    // expected-remark @+1 {{[Passed] NestDecoupled | Category:decouple | Loads=1, Loops=1, OverlapChecks=0}}
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
  // expected-remark @+1 {{[Passed] NestDecoupled | Category:decouple | Loads=1, Loops=1, OverlapChecks=0}}
  scf.for %i = %n to %n step %n {
    %v = memref.load %a[%i] : memref<?xf32>
    func.call @extern() : () -> ()
  }
  return
}

// -----

func.func @indirect_call(%a: memref<?xf32> {llvm.noalias}, %f: () -> (), %n: index) {
  // expected-remark-re @+1 {{[Missed] NestNotDecoupled | Category:decouple | Reason="it holds a call, at {{.*}}decoupling-remarks.mlir:119:5, of code that may be decoupled itself; --inline can help"}}
  scf.for %i = %n to %n step %n {
    // expected-remark-re @+1 {{[Missed] LoadNotOffloaded | Category:decouple | Reason="it is inside 'scf.for' at {{.*}}decoupling-remarks.mlir:116:3, which the execute unit runs"}}
    %v = memref.load %a[%i] : memref<?xf32>
    func.call_indirect %f() : () -> ()
  }
  return
}

// -----

// Reasons of loops.

func.func @i32_loop(%a: memref<?xf32>, %n: i32) {
  // expected-remark @+1 {{[Missed] NestNotDecoupled | Category:decouple | Reason="its induction variable is no index"}}
  scf.for %i = %n to %n step %n : i32 {
    %at = arith.index_cast %i : i32 to index
    // expected-remark-re @+1 {{[Missed] LoadNotOffloaded | Category:decouple | Reason="it is inside 'scf.for' at {{.*}}decoupling-remarks.mlir:130:3, which the execute unit runs"}}
    %v = memref.load %a[%at] : memref<?xf32>
  }
  return
}

// -----

func.func @unsigned_loop(%a: memref<?xf32>, %n: index) {
  // expected-remark @+1 {{[Missed] NestNotDecoupled | Category:decouple | Reason="it compares its induction variable unsigned"}}
  scf.for unsigned %i = %n to %n step %n {
    // expected-remark-re @+1 {{[Missed] LoadNotOffloaded | Category:decouple | Reason="it is inside 'scf.for' at {{.*}}decoupling-remarks.mlir:142:3, which the execute unit runs"}}
    %v = memref.load %a[%i] : memref<?xf32>
  }
  return
}

// -----

func.func @step(%a: memref<?xf32>, %n: index) {
  // expected-remark @+1 {{[Passed] NestDecoupled | Category:decouple | Loads=1, Loops=1, OverlapChecks=0}}
  scf.for %i = %n to %n step %n {
    %v = memref.load %a[%i] : memref<?xf32>
    // expected-remark-re @+1 {{[Missed] LoopNotOffloaded | Category:decouple | Reason="its step is computed inside the nest: the induction variable of 'scf.for' at {{.*}}decoupling-remarks.mlir:153:3"}}
    scf.for %j = %n to %n step %i {
      // expected-remark-re @+1 {{[Missed] LoadNotOffloaded | Category:decouple | Reason="it is inside 'scf.for' at {{.*}}decoupling-remarks.mlir:156:5, which the execute unit runs"}}
      %w = memref.load %a[%j] : memref<?xf32>
    }
  }
  return
}

// -----

func.func @constant_step(%a: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  // expected-remark @+1 {{[Missed] NestNotDecoupled | Category:decouple | Reason="its step is not positive"}}
  scf.for %i = %n to %n step %c0 {
    // expected-remark-re @+1 {{[Missed] LoadNotOffloaded | Category:decouple | Reason="it is inside 'scf.for' at {{.*}}decoupling-remarks.mlir:169:3, which the execute unit runs"}}
    %v = memref.load %a[%i] : memref<?xf32>
  }
  return
}

// -----

func.func @bounds(%a: memref<?xf32> {llvm.noalias}, %b: memref<?xindex>, %n: index) {
  // expected-remark @+1 {{[Passed] NestDecoupled | Category:decouple | Loads=1, Loops=1, OverlapChecks=0}}
  %r = scf.for %i = %n to %n step %n iter_args(%x = %n) -> (index) {
    %v = memref.load %a[%i] : memref<?xf32>
    %h = "test.host"() : () -> index
    // expected-remark-re @+1 {{[Missed] LoopNotOffloaded | Category:decouple | Reason="its lower bound depends on the execute unit: 'test.host' at {{.*}}decoupling-remarks.mlir:182:10"}}
    scf.for %j = %h to %n step %n {
    }
    // expected-remark-re @+1 {{[Missed] LoopNotOffloaded | Category:decouple | Reason="its upper bound depends on the execute unit: a value that 'scf.for' at {{.*}}decoupling-remarks.mlir:180:8 carries"}}
    scf.for %j = %n to %x step %n {
    }
    scf.yield %h : index
  }
  return
}

// -----

func.func @no_load(%a: memref<?xf32>, %n: index, %x: f32) {
  // expected-remark @+1 {{[Missed] NestNotDecoupled | Category:decouple | Reason="it loads nothing"}}
  scf.for %i = %n to %n step %n {
    // expected-remark @+1 {{[Missed] LoopNotOffloaded | Category:decouple | Reason="it loads nothing"}}
    scf.for %j = %n to %n step %n {
      memref.store %x, %a[%j] : memref<?xf32>
    }
  }
  return
}

// -----

// Reasons of loads.

func.func @element_type(%a: memref<?xf32>, %b: memref<?xvector<4xf32>>, %c: memref<?xcomplex<f32>>, %n: index) {
  // expected-remark @+1 {{[Passed] NestDecoupled | Category:decouple | Loads=1, Loops=1, OverlapChecks=0}}
  scf.for %i = %n to %n step %n {
    %v = memref.load %a[%i] : memref<?xf32>
    // expected-remark @+1 {{[Missed] LoadNotOffloaded | Category:decouple | Reason="the access unit has no elements of its type, 'vector<4xf32>'"}}
    %w = memref.load %b[%i] : memref<?xvector<4xf32>>
    // expected-remark @+1 {{[Missed] LoadNotOffloaded | Category:decouple | Reason="the access unit has no elements of its type, 'complex<f32>'"}}
    %u = memref.load %c[%i] : memref<?xcomplex<f32>>
  }
  return
}

// -----

func.func @layout(%a: memref<?xf32, affine_map<(i) -> (i floordiv 2)>>, %n: index) {
  // expected-remark @+1 {{[Missed] NestNotDecoupled | Category:decouple | Reason="it reaches no load that the access unit can perform"}}
  scf.for %i = %n to %n step %n {
    // expected-remark @+1 {{[Missed] LoadNotOffloaded | Category:decouple | Reason="its memref has no strided layout: 'memref<?xf32, affine_map<(d0) -> (d0 floordiv 2)>>'"}}
    %v = memref.load %a[%i] : memref<?xf32, affine_map<(i) -> (i floordiv 2)>>
  }
  return
}

// -----

func.func @memref_of_the_nest(%a: memref<?xf32>, %n: index) {
  // expected-remark @+1 {{[Missed] NestNotDecoupled | Category:decouple | Reason="it reaches no load that the access unit can perform"}}
  scf.for %i = %n to %n step %n {
    %b = memref.cast %a : memref<?xf32> to memref<4xf32>
    // expected-remark-re @+1 {{[Missed] LoadNotOffloaded | Category:decouple | Reason="its memref is made inside the nest: 'memref.cast' at {{.*}}decoupling-remarks.mlir:239:10"}}
    %v = memref.load %b[%i] : memref<4xf32>
  }
  return
}

// -----

func.func @index(%a: memref<?xf32>, %b: memref<?xindex> {llvm.noalias}, %n: index) {
  // expected-remark @+1 {{[Passed] NestDecoupled | Category:decouple | Loads=1, Loops=1, OverlapChecks=0}}
  %r = scf.for %i = %n to %n step %n iter_args(%x = %n) -> (index) {
    %u = memref.load %a[%i] : memref<?xf32>
    %h = arith.addi %x, %i : index
    memref.store %h, %b[%i] : memref<?xindex>
    // expected-remark-re @+1 {{[Missed] LoadNotOffloaded | Category:decouple | Reason="an index depends on the execute unit: 'arith.addi' at {{.*}}decoupling-remarks.mlir:252:10"}}
    %v = memref.load %a[%h] : memref<?xf32>
    // expected-remark-re @+1 {{[Missed] LoadNotOffloaded | Category:decouple | Reason="an index depends on the execute unit: a value that 'scf.for' at {{.*}}decoupling-remarks.mlir:250:8 carries"}}
    %w = memref.load %a[%x] : memref<?xf32>
    scf.yield %h : index
  }
  return
}

// -----

func.func @written(%a: memref<?xf32>, %b: memref<?xf32> {llvm.noalias}, %n: index) {
  // expected-remark @+1 {{[Passed] NestDecoupled | Category:decouple | Loads=1, Loops=1, OverlapChecks=0}}
  scf.for %i = %n to %n step %n {
    %u = memref.load %b[%i] : memref<?xf32>
    // expected-remark-re @+1 {{[Missed] LoadNotOffloaded | Category:decouple | Reason="the nest writes its memory: 'memref.store' at {{.*}}decoupling-remarks.mlir:271:5"}}
    %v = memref.load %a[%i] : memref<?xf32>
    memref.store %v, %a[%i] : memref<?xf32>
  }
  return
}

// -----

func.func private @extern(memref<?xf32>)

func.func @given_to_a_call(%a: memref<?xf32> {llvm.noalias}, %b: memref<?xf32> {llvm.noalias}, %n: index) {
  // expected-remark @+1 {{[Passed] NestDecoupled | Category:decouple | Loads=1, Loops=1, OverlapChecks=0}}
  scf.for %i = %n to %n step %n {
    %u = memref.load %b[%i] : memref<?xf32>
    // expected-remark-re @+1 {{[Missed] LoadNotOffloaded | Category:decouple | Reason="the nest may write its memory: 'func.call' at {{.*}}decoupling-remarks.mlir:286:5"}}
    %v = memref.load %a[%i] : memref<?xf32>
    func.call @extern(%a) : (memref<?xf32>) -> ()
  }
  return
}

// -----

func.func @unknown_op(%a: memref<?xf32>, %b: memref<?xf32> {llvm.noalias}, %n: index) {
  // expected-remark @+1 {{[Passed] NestDecoupled | Category:decouple | Loads=1, Loops=1, OverlapChecks=0}}
  scf.for %i = %n to %n step %n {
    %u = memref.load %b[%i] : memref<?xf32>
    // expected-remark-re @+1 {{[Missed] LoadNotOffloaded | Category:decouple | Reason="the nest may write its memory: 'test.unknown' at {{.*}}decoupling-remarks.mlir:299:5"}}
    %v = memref.load %a[%i] : memref<?xf32>
    "test.unknown"() : () -> ()
  }
  return
}

// -----

// Written memrefs that no check before the nest can look at.

func.func @not_checkable(%a: memref<?xf32>, %b: memref<?xf32> {llvm.noalias}, %c: memref<?xf32>, %n: index, %x: f32) {
  // expected-remark @+1 {{[Passed] NestDecoupled | Category:decouple | Loads=1, Loops=1, OverlapChecks=0}}
  scf.for %i = %n to %n step %n {
    %u = memref.load %b[%i] : memref<?xf32>
    // expected-remark-re @+1 {{[Missed] LoadNotOffloaded | Category:decouple | Reason="the nest may write its memory through 'memref.subview' at {{.*}}decoupling-remarks.mlir:314:13, which is made inside the nest, and a check in front of it looks only at what is made before"}}
    %v = memref.load %a[%i] : memref<?xf32>
    %view = memref.subview %c[%i] [1] [1] : memref<?xf32> to memref<1xf32, strided<[1], offset: ?>>
    memref.store %x, %view[%i] : memref<1xf32, strided<[1], offset: ?>>
  }
  return
}

// -----

func.func @no_bytes(%a: memref<?xf32>, %b: memref<?xf32> {llvm.noalias}, %c: memref<?xvector<4xf32>>, %n: index, %x: vector<4xf32>) {
  // expected-remark @+1 {{[Passed] NestDecoupled | Category:decouple | Loads=1, Loops=1, OverlapChecks=0}}
  scf.for %i = %n to %n step %n {
    %u = memref.load %b[%i] : memref<?xf32>
    // expected-remark-re @+1 {{[Missed] LoadNotOffloaded | Category:decouple | Reason="the nest may write its memory through argument 2 of 'func.func' at {{.*}}decoupling-remarks.mlir:322:1, of whose type, 'memref<?xvector<4xf32>>', no check can tell the bytes"}}
    %v = memref.load %a[%i] : memref<?xf32>
    memref.store %x, %c[%i] : memref<?xvector<4xf32>>
  }
  return
}

// -----

func.func @unranked(%a: memref<?xf32>, %b: memref<?xf32> {llvm.noalias}, %c: memref<*xf32>, %d: memref<*xf32>, %n: index) {
  // expected-remark @+1 {{[Passed] NestDecoupled | Category:decouple | Loads=1, Loops=1, OverlapChecks=0}}
  scf.for %i = %n to %n step %n {
    %u = memref.load %b[%i] : memref<?xf32>
    // expected-remark-re @+1 {{[Missed] LoadNotOffloaded | Category:decouple | Reason="the nest may write its memory through argument 3 of 'func.func' at {{.*}}decoupling-remarks.mlir:335:1, of whose type, 'memref<*xf32>', no check can tell the bytes"}}
    %v = memref.load %a[%i] : memref<?xf32>
    // expected-remark @+1 {{[Missed] LoadNotOffloaded | Category:decouple | Reason="it is 'memref.copy', and the access unit performs only 'memref.load'"}}
    memref.copy %c, %d : memref<*xf32> to memref<*xf32>
  }
  return
}

// -----

// What the execute unit runs as a whole.

func.func @inside(%a: memref<?xf32>, %n: index, %p: i32) {
  // expected-remark @+1 {{[Passed] NestDecoupled | Category:decouple | Loads=1, Loops=1, OverlapChecks=0}}
  scf.for %i = %n to %n step %n {
    %u = memref.load %a[%i] : memref<?xf32>
    scf.index_switch %i
    case 0 {
      // expected-remark-re @+1 {{[Missed] LoadNotOffloaded | Category:decouple | Reason="it is inside 'scf.index_switch' at {{.*}}decoupling-remarks.mlir:355:5, which the execute unit runs"}}
      %v = memref.load %a[%i] : memref<?xf32>
      // expected-remark-re @+1 {{[Missed] LoopNotOffloaded | Category:decouple | Reason="it is inside 'scf.index_switch' at {{.*}}decoupling-remarks.mlir:355:5, which the execute unit runs"}}
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
      // expected-remark @+1 {{[Missed] LoopNotOffloaded | Category:decouple | Reason="it loads nothing"}}
      scf.for %j = %n to %n step %n {
      }
    } else {
      scf.for %j = %n to %n step %n {
        %v = memref.load %a[%j] : memref<?xf32>
      }
    }
    %c = arith.cmpf ogt, %u, %x : f32
    scf.if %c {
      // expected-remark-re @+1 {{[Missed] LoadNotOffloaded | Category:decouple | Reason="it is inside 'scf.if' at {{.*}}decoupling-remarks.mlir:390:5, whose condition depends on the execute unit: 'arith.cmpf' at {{.*}}decoupling-remarks.mlir:389:10"}}
      %v = memref.load %a[%i] : memref<?xf32>
      scf.if %p {
        // expected-remark-re @+1 {{[Missed] LoopNotOffloaded | Category:decouple | Reason="it is inside 'scf.if' at {{.*}}decoupling-remarks.mlir:390:5, whose condition depends on the execute unit: 'arith.cmpf' at {{.*}}decoupling-remarks.mlir:389:10"}}
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
      // expected-remark-re @+1 {{[Missed] LoadNotOffloaded | Category:decouple | Reason="an index depends on the execute unit: 'arith.index_cast' at {{.*}}decoupling-remarks.mlir:413:12"}}
      %v = memref.load %a[%k] : memref<?xf32>
    }
  }
  return
}

// -----

// Other loops, and what is in them.

func.func @while(%a: memref<?xindex>, %n: index) {
  %c0 = arith.constant 0 : index
  // expected-remark @+1 {{[Missed] NestNotDecoupled | Category:decouple | Reason="it is 'scf.while', and the access unit runs only 'scf.for'"}}
  %r = scf.while (%i = %c0) : (index) -> index {
    // expected-remark-re @+1 {{[Missed] LoadNotOffloaded | Category:decouple | Reason="it is inside 'scf.while' at {{.*}}decoupling-remarks.mlir:428:8, which the execute unit runs"}}
    %v = memref.load %a[%i] : memref<?xindex>
    %more = arith.cmpi slt, %v, %n : index
    scf.condition(%more) %v : index
  } do {
  ^bb0(%i: index):
    scf.yield %i : index
  }
  return
}

// -----

// Two cursors: the merge of two sparse rows.

func.func @merge(%a: memref<?xindex> {llvm.noalias}, %b: memref<?xindex> {llvm.noalias}, %out: memref<?xindex> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark @+1 {{[Passed] NestDecoupled | Category:decouple | Loads=1, Loops=1, OverlapChecks=0}}
  scf.for %row = %c0 to %n step %c1 {
    %begin = memref.load %a[%row] : memref<?xindex>
    // expected-remark @+1 {{[Missed] LoopNotOffloaded | Category:decouple | Reason="it is 'scf.while', and the access unit runs only 'scf.for'"}}
    %r:2 = scf.while (%i = %begin, %j = %c0) : (index, index) -> (index, index) {
      %left = arith.cmpi slt, %i, %n : index
      %right = arith.cmpi slt, %j, %n : index
      %both = arith.andi %left, %right : i1
      scf.condition(%both) %i, %j : index, index
    } do {
    ^bb0(%i: index, %j: index):
      // expected-remark-re @+1 {{[Missed] LoadNotOffloaded | Category:decouple | Reason="it is inside 'scf.while' at {{.*}}decoupling-remarks.mlir:451:12, which the execute unit runs"}}
      %x = memref.load %a[%i] : memref<?xindex>
      // expected-remark-re @+1 {{[Missed] LoadNotOffloaded | Category:decouple | Reason="it is inside 'scf.while' at {{.*}}decoupling-remarks.mlir:451:12, which the execute unit runs"}}
      %y = memref.load %b[%j] : memref<?xindex>
      %z = arith.addi %x, %y : index
      memref.store %z, %out[%row] : memref<?xindex>
      // expected-remark-re @+1 {{[Missed] LoopNotOffloaded | Category:decouple | Reason="it is inside 'scf.while' at {{.*}}decoupling-remarks.mlir:451:12, which the execute unit runs"}}
      scf.for %k = %c0 to %n step %c1 {
        // expected-remark-re @+1 {{[Missed] LoadNotOffloaded | Category:decouple | Reason="it is inside 'scf.while' at {{.*}}decoupling-remarks.mlir:451:12, which the execute unit runs"}}
        %w = memref.load %a[%k] : memref<?xindex>
        memref.store %w, %out[%k] : memref<?xindex>
      }
      scf.yield %x, %y : index, index
    }
  }
  return
}

// -----

func.func @around_a_nest(%a: memref<?xf32>, %n: index, %p: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark @+1 {{[Missed] LoopNotOffloaded | Category:decouple | Reason="it is 'scf.while', and the access unit runs only 'scf.for'"}}
  scf.while : () -> () {
    scf.condition(%p)
  } do {
    // expected-remark @+1 {{[Missed] LoopNotOffloaded | Category:decouple | Reason="it is 'scf.parallel', and the access unit runs only 'scf.for'"}}
    scf.parallel (%i) = (%c0) to (%n) step (%c1) {
      // expected-remark @+1 {{[Passed] NestDecoupled | Category:decouple | Loads=1, Loops=1, OverlapChecks=0}}
      scf.for %j = %c0 to %n step %c1 {
        %v = memref.load %a[%j] : memref<?xf32>
      }
      // expected-remark-re @+1 {{[Missed] LoadNotOffloaded | Category:decouple | Reason="it is inside 'scf.parallel' at {{.*}}decoupling-remarks.mlir:486:5, which the execute unit runs"}}
      %w = memref.load %a[%i] : memref<?xf32>
    }
    scf.yield
  }
  return
}

// -----

func.func @around_a_nest_by_its_header(%a: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark @+1 {{[Missed] LoopNotOffloaded | Category:decouple | Reason="it compares its induction variable unsigned"}}
  scf.for unsigned %i = %c0 to %n step %c1 {
    // expected-remark @+1 {{[Passed] NestDecoupled | Category:decouple | Loads=1, Loops=1, OverlapChecks=0}}
    scf.for %j = %c0 to %n step %c1 {
      %v = memref.load %a[%j] : memref<?xf32>
    }
    // expected-remark-re @+1 {{[Missed] LoadNotOffloaded | Category:decouple | Reason="it is inside 'scf.for' at {{.*}}decoupling-remarks.mlir:505:3, which the execute unit runs"}}
    %w = memref.load %a[%i] : memref<?xf32>
  }
  return
}

// -----

// What the inner loop reads, the outer one writes.

func.func @around_nests_by_its_writes(%a: memref<?xf32> {llvm.noalias}, %b: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark-re @+1 {{[Missed] LoopNotOffloaded | Category:decouple | Reason="what is in it is decoupled without it, because with it 'memref.load' at {{.*}}decoupling-remarks.mlir:530:12 is not: the nest writes its memory: 'memref.store' at {{.*}}decoupling-remarks.mlir:527:5"}}
  scf.for %i = %c0 to %n step %c1 {
    // expected-remark-re @+1 {{[Missed] LoadNotOffloaded | Category:decouple | Reason="the nest writes its memory: 'memref.store' at {{.*}}decoupling-remarks.mlir:533:7"}}
    %x = memref.load %b[%i] : memref<?xf32>
    memref.store %x, %a[%i] : memref<?xf32>
    // expected-remark @+1 {{[Passed] NestDecoupled | Category:decouple | Loads=2, Loops=1, OverlapChecks=0}}
    scf.for %j = %c0 to %n step %c1 {
      %v = memref.load %a[%j] : memref<?xf32>
      %w = memref.load %a[%i] : memref<?xf32>
      %s = arith.addf %v, %w : f32
      memref.store %s, %b[%j] : memref<?xf32>
    }
  }
  return
}

// -----

// What only the inner loop can take.

func.func @inside_a_loop(%a: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark-re @+1 {{[Missed] LoopNotOffloaded | Category:decouple | Reason="what is in it is decoupled without it, because with it 'scf.for' at {{.*}}decoupling-remarks.mlir:552:5 is not: its upper bound depends on the execute unit: 'test.host' at {{.*}}decoupling-remarks.mlir:550:10"}}
  scf.for %i = %c0 to %n step %c1 {
    // expected-remark-re @+1 {{[Missed] LoadNotOffloaded | Category:decouple | Reason="the nest may write its memory: 'test.host' at {{.*}}decoupling-remarks.mlir:550:10"}}
    %u = memref.load %a[%i] : memref<?xf32>
    %h = "test.host"() : () -> index
    // expected-remark @+1 {{[Passed] NestDecoupled | Category:decouple | Loads=1, Loops=2, OverlapChecks=0}}
    scf.for %j = %c0 to %h step %c1 {
      scf.for %k = %c0 to %n step %c1 {
        %v = memref.load %a[%k] : memref<?xf32>
      }
    }
  }
  return
}

// -----

func.func @execute_region(%a: memref<?xf32>, %n: index, %p: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.execute_region {
    // expected-remark @+1 {{[Passed] NestDecoupled | Category:decouple | Loads=1, Loops=1, OverlapChecks=0}}
    scf.for %i = %c0 to %n step %c1 {
      %v = memref.load %a[%i] : memref<?xf32>
      scf.execute_region {
        // expected-remark-re @+1 {{[Missed] LoopNotOffloaded | Category:decouple | Reason="it is inside 'scf.execute_region' at {{.*}}decoupling-remarks.mlir:570:7, which the execute unit runs"}}
        scf.for %j = %c0 to %n step %c1 {
          // expected-remark-re @+1 {{[Missed] LoadNotOffloaded | Category:decouple | Reason="it is inside 'scf.execute_region' at {{.*}}decoupling-remarks.mlir:570:7, which the execute unit runs"}}
          %w = memref.load %a[%j] : memref<?xf32>
        }
        scf.yield
      }
    }
    scf.yield
  }
  return
}

// -----

// Loops of branches, one inside the other, the second around a nest.

func.func @branches(%a: memref<?xindex>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %first = memref.load %a[%c0] : memref<?xindex>
  cf.br ^outer(%c0 : index)
^outer(%i: index):
  cf.br ^inner(%c0 : index)
^inner(%j: index):
  // expected-remark-re @+1 {{[Missed] LoadNotOffloaded | Category:decouple | Reason="it is inside the loop that 'cf.cond_br' at {{.*}}decoupling-remarks.mlir:604:3 closes, which the execute unit runs"}}
  %v = memref.load %a[%j] : memref<?xindex>
  %more = arith.cmpi slt, %v, %n : index
  // expected-remark @+1 {{[Missed] NestNotDecoupled | Category:decouple | Reason="it closes a loop of branches, and the access unit runs only 'scf.for'"}}
  cf.cond_br %more, ^inner(%v : index), ^latch
^latch:
  %again = arith.cmpi slt, %i, %n : index
  // expected-remark @+1 {{[Missed] NestNotDecoupled | Category:decouple | Reason="it closes a loop of branches, and the access unit runs only 'scf.for'"}}
  cf.cond_br %again, ^outer(%i : index), ^second
^second:
  // expected-remark @+1 {{[Passed] NestDecoupled | Category:decouple | Loads=1, Loops=1, OverlapChecks=0}}
  scf.for %k = %c0 to %n step %c1 {
    %w = memref.load %a[%k] : memref<?xindex>
  }
  %once = arith.cmpi slt, %first, %n : index
  // expected-remark @+1 {{[Missed] LoopNotOffloaded | Category:decouple | Reason="it closes a loop of branches, and the access unit runs only 'scf.for'"}}
  cf.cond_br %once, ^second, ^end
^end:
  return
}

// -----

// Loads of other kinds.

func.func @other_loads(%a: memref<?xf32> {llvm.noalias}, %b: memref<?xf32> {llvm.noalias}, %out: memref<?xf32> {llvm.noalias}, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  // expected-remark @+1 {{[Passed] NestDecoupled | Category:decouple | Loads=1, Loops=1, OverlapChecks=0}}
  scf.for %i = %c0 to %n step %c4 {
    %u = memref.load %a[%i] : memref<?xf32>
    // expected-remark @+1 {{[Missed] LoadNotOffloaded | Category:decouple | Reason="it is 'vector.load', and the access unit performs only 'memref.load'"}}
    %v = vector.load %b[%i] : memref<?xf32>, vector<4xf32>
    vector.store %v, %out[%i] : memref<?xf32>, vector<4xf32>
    // expected-remark @+1 {{[Missed] LoadNotOffloaded | Category:decouple | Reason="it is 'memref.atomic_rmw', and the access unit performs only 'memref.load'"}}
    %old = memref.atomic_rmw addf %x, %out[%i] : (f32, memref<?xf32>) -> f32
  }
  return
}

// -----

// The units share the default memory space only.

func.func @memory_space(%a: memref<?xf32, 3>, %b: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark @+1 {{[Missed] NestNotDecoupled | Category:decouple | Reason="it reaches no load that the access unit can perform"}}
  scf.for %i = %c0 to %n step %c1 {
    // expected-remark @+1 {{[Missed] LoadNotOffloaded | Category:decouple | Reason="its memref is in a memory space of its own: 'memref<?xf32, 3>'"}}
    %v = memref.load %a[%i] : memref<?xf32, 3>
    // expected-remark-re @+1 {{[Missed] LoadNotOffloaded | Category:decouple | Reason="the nest may write its memory through argument 0 of 'func.func' at {{.*}}decoupling-remarks.mlir:640:1, of whose type, 'memref<?xf32, 3>', no check can tell the bytes"}}
    %w = memref.load %b[%i] : memref<?xf32>
    memref.store %w, %a[%i] : memref<?xf32, 3>
  }
  return
}

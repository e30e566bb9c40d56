// Decoupling and erasure give back the loops that were there.

// RUN: ember-opt %s --canonicalize --allow-unregistered-dialect -o %t.original
// RUN: ember-opt %t.original --convert-scf-to-slc --convert-slc-to-scf --canonicalize --allow-unregistered-dialect -o %t.erased
// RUN: diff %t.original %t.erased
// And something was decoupled in between.
// RUN: ember-opt %t.original --convert-scf-to-slc --allow-unregistered-dialect | FileCheck %s
// CHECK-COUNT-13: slc.for
// CHECK-NOT: scf.for

func.func @embedding_bag(%offsets: memref<?xindex>, %indices: memref<?xindex>,
                         %table: memref<?x?xf32>,
                         %out: memref<?x?xf32> {llvm.noalias}, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %b = %c0 to %n step %c1 {
    %begin = memref.load %offsets[%b] : memref<?xindex>
    %b1 = arith.addi %b, %c1 : index
    %end = memref.load %offsets[%b1] : memref<?xindex>
    scf.for %p = %begin to %end step %c1 {
      %row = memref.load %indices[%p] : memref<?xindex>
      scf.for %e = %c0 to %m step %c1 {
        %v = memref.load %table[%row, %e] : memref<?x?xf32>
        %acc = memref.load %out[%b, %e] : memref<?x?xf32>
        %sum = arith.addf %acc, %v : f32
        memref.store %sum, %out[%b, %e] : memref<?x?xf32>
      }
    }
  }
  return
}

func.func @siblings(%a: memref<?xf32>, %out: memref<?xf32> {llvm.noalias}, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    memref.store %x, %out[%i] : memref<?xf32>
    scf.for %j = %c0 to %i step %c1 {
      %v = memref.load %a[%j] : memref<?xf32>
      memref.store %v, %out[%j] : memref<?xf32>
    }
    %w = memref.load %a[%i] : memref<?xf32>
    memref.store %w, %out[%i] : memref<?xf32>
    scf.for %k = %i to %n step %c1 {
      %v = memref.load %a[%k] : memref<?xf32>
      memref.store %v, %out[%k] : memref<?xf32>
    }
    memref.store %w, %out[%n] : memref<?xf32>
  }
  return
}

func.func @carried(%a: memref<?xf32>, %out: memref<?xf32> {llvm.noalias}, %n: index, %x: f32, %y: f32)
    -> (f32, f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:3 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %x, %q = %y, %l = %x) -> (f32, f32, f32) {
    %first = memref.load %a[%i] : memref<?xf32>
    %s:2 = scf.for %j = %c0 to %i step %c1 iter_args(%u = %first, %v = %p) -> (f32, f32) {
      %t = scf.for %k = %c0 to %j step %c1 iter_args(%z = %u) -> (f32) {
        %d = memref.load %a[%k] : memref<?xf32>
        %w = arith.addf %z, %d : f32
        scf.yield %w : f32
      }
      scf.yield %t, %u : f32, f32
    }
    memref.store %s#1, %out[%i] : memref<?xf32>
    scf.yield %q, %s#0, %first : f32, f32, f32
  }
  return %r#0, %r#1, %r#2 : f32, f32, f32
}

func.func @arithmetic(%a: memref<?xi32> {llvm.noalias}, %b: memref<?xf32> {llvm.noalias},
                      %out: memref<?xf32>, %n: index, %h: i32, %p: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<?xi32>
    %wide = arith.extsi %x : i32 to i64
    %at = arith.index_cast %wide : i64 to index
    %clamped = arith.minsi %at, %n : index
    %isLow = arith.cmpi slt, %x, %h : i32
    %chosen = arith.select %isLow, %clamped, %i : index
    %rest = arith.remui %chosen, %n : index
    %v = memref.load %b[%rest] : memref<?xf32>
    scf.if %p {
      %w = memref.load %out[%chosen] : memref<?xf32>
      %sum = arith.addf %v, %w : f32
      memref.store %sum, %out[%rest] : memref<?xf32>
    }
    "test.use"(%x, %v) : (i32, f32) -> ()
  }
  return
}

func.func @nests(%a: memref<?xf32> {llvm.noalias}, %out: memref<f32> {llvm.noalias}, %n: index, %p: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.if %p {
    scf.for %i = %c0 to %n step %c1 {
      %v = memref.load %a[%i] : memref<?xf32>
      memref.store %v, %out[] : memref<f32>
    }
  }
  scf.while : () -> () {
    %more = "test.more"() : () -> i1
    scf.condition(%more)
  } do {
    scf.for %i = %c0 to %n step %c1 {
      %v = memref.load %a[%i] : memref<?xf32>
      memref.store %v, %out[] : memref<f32>
    } {name = "loop"}
    scf.yield
  }
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %a[%i] : memref<?xf32>
    memref.store %v, %out[] : memref<f32>
  }
  return
}

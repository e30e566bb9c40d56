// Functions with more than one nest, and nests that are for the execute unit.

// A copy, an allocation, a call of a library function, arithmetic between nests;
// what the first one writes, the second one reads.
func.func private @helper(%x: f32) -> f32 {
  %y = arith.addf %x, %x : f32
  return %y : f32
}
func.func @several(%a: memref<8xf32>, %rows: memref<?xi64>, %out: memref<?xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %n = memref.dim %rows, %c0 : memref<?xi64>
  %b = memref.alloc() : memref<8xf32>
  memref.copy %a, %b : memref<8xf32> to memref<8xf32>
  %t = memref.alloc(%n) : memref<?xf32>
  scf.for %i = %c0 to %n step %c1 {
    %row = memref.load %rows[%i] : memref<?xi64>
    %r = arith.index_cast %row : i64 to index
    %x = memref.load %b[%r] : memref<8xf32>
    memref.store %x, %t[%i] : memref<?xf32>
  }
  %first = memref.load %t[%c0] : memref<?xf32>
  %twice = func.call @helper(%first) : (f32) -> f32
  memref.store %twice, %t[%c0] : memref<?xf32>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (f32) {
    %x = memref.load %t[%i] : memref<?xf32>
    %u = arith.addf %s, %x : f32
    memref.store %u, %out[%i] : memref<?xf32>
    scf.yield %u : f32
  }
  memref.dealloc %t : memref<?xf32>
  memref.dealloc %b : memref<8xf32>
  return %sum : f32
}

// Returns before, between and after its nests.
func.func @returns(%rows: memref<?xi64>, %table: memref<?xi32>, %out: memref<?xi32>, %early: i1) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %minus = arith.constant -1 : i32
  %n = memref.dim %rows, %c0 : memref<?xi64>
  cf.cond_br %early, ^none, ^first
^none:
  return %minus : i32
^first:
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (i32) {
    %row = memref.load %rows[%i] : memref<?xi64>
    %r = arith.index_cast %row : i64 to index
    %x = memref.load %table[%r] : memref<?xi32>
    %t = arith.addi %s, %x : i32
    scf.yield %t : i32
  }
  %negative = arith.cmpi slt, %sum, %zero : i32
  cf.cond_br %negative, ^last, ^second
^second:
  scf.for %i = %c0 to %n step %c1 {
    %row = memref.load %rows[%i] : memref<?xi64>
    %r = arith.index_cast %row : i64 to index
    %x = memref.load %table[%r] : memref<?xi32>
    memref.store %x, %out[%i] : memref<?xi32>
  }
  cf.br ^last
^last:
  return %sum : i32
}

// One nest is for the access unit, the others are not: a while loop, a loop with a
// call of code that has a nest itself, a loop whose bound is computed from floats.
func.func private @row(%table: memref<?x4xf32>, %r: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  %sum = scf.for %e = %c0 to %c4 step %c1 iter_args(%s = %zero) -> (f32) {
    %x = memref.load %table[%r, %e] : memref<?x4xf32>
    %t = arith.addf %s, %x : f32
    scf.yield %t : f32
  }
  return %sum : f32
}
func.func @refused(%rows: memref<?xi64>, %table: memref<?x4xf32>, %lengths: memref<?xf32>, %out: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %rows, %c0 : memref<?xi64>
  %pad = arith.constant -1 : i64
  // As far as a row that is none.
  %length = scf.while (%i = %c0) : (index) -> index {
    %inside = arith.cmpi slt, %i, %n : index
    %more = scf.if %inside -> (i1) {
      %row = memref.load %rows[%i] : memref<?xi64>
      %is = arith.cmpi ne, %row, %pad : i64
      scf.yield %is : i1
    } else {
      %false = arith.constant false
      scf.yield %false : i1
    }
    scf.condition(%more) %i : index
  } do {
  ^bb0(%i: index):
    %next = arith.addi %i, %c1 : index
    scf.yield %next : index
  }
  scf.for %i = %c0 to %length step %c1 {
    %row = memref.load %rows[%i] : memref<?xi64>
    %r = arith.index_cast %row : i64 to index
    %x = func.call @row(%table, %r) : (memref<?x4xf32>, index) -> f32
    memref.store %x, %out[%i] : memref<?xf32>
  }
  scf.for %i = %c0 to %length step %c1 {
    %l = memref.load %lengths[%i] : memref<?xf32>
    %m = arith.fptosi %l : f32 to i64
    %end = arith.index_cast %m : i64 to index
    scf.for %j = %c0 to %end step %c1 {
      %y = memref.load %out[%i] : memref<?xf32>
      %z = arith.addf %y, %y : f32
      memref.store %z, %out[%i] : memref<?xf32>
    }
  }
  return
}

// A branch that depends on what the execute unit computes: its loads are its own.
func.func @branch(%rows: memref<?xi64>, %table: memref<?xf32>, %other: memref<?xf32>, %out: memref<?xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %n = memref.dim %rows, %c0 : memref<?xi64>
  scf.for %i = %c0 to %n step %c1 {
    %row = memref.load %rows[%i] : memref<?xi64>
    %r = arith.index_cast %row : i64 to index
    %x = memref.load %table[%r] : memref<?xf32>
    %positive = arith.cmpf ogt, %x, %zero : f32
    %y = scf.if %positive -> (f32) {
      %o = memref.load %other[%r] : memref<?xf32>
      scf.yield %o : f32
    } else {
      scf.yield %zero : f32
    }
    memref.store %y, %out[%i] : memref<?xf32>
  }
  return
}

// Guards at run time: what is in bounds by one runs, what is out by one faults.
// Each line is a function, its arguments after an array of ten floats, and what
// the run says.

// RUN: %python %S/Inputs/run_cases.py %ember_tools/ember-sim %s

// CASE: load 9
// CASE: load 10: 'memref.load' index 10 is out of bounds for dimension 0 of size 10
// CASE: load -1: 'memref.load' index -1 is out of bounds for dimension 0 of size 10
func.func @load(%m: memref<?xf32>, %i: index) {
  %c0 = arith.constant 0 : index
  %v = memref.load %m[%i] : memref<?xf32>
  memref.store %v, %m[%c0] : memref<?xf32>
  return
}

// CASE: load8 2
// CASE: load8 3: 'vector.load' index 10 is out of bounds for dimension 0 of size 10
// CASE: load8 -1: 'vector.load' index -1 is out of bounds
// CASE: load8 9223372036854775807: 'vector.load' index 9223372036854775807 is out of bounds
func.func @load8(%m: memref<?xf32>, %i: index) {
  %v = vector.load %m[%i] : memref<?xf32>, vector<8xf32>
  vector.store %v, %m[%i] : memref<?xf32>, vector<8xf32>
  return
}

// CASE: masked 2 8
// CASE: masked 3 7
// CASE: masked 3 8: 'vector.maskedload' index 10 is out of bounds
// CASE: masked 10 0
// CASE: masked -3 0
// CASE: masked -3 8: 'vector.maskedload' index -3 is out of bounds
func.func @masked(%m: memref<?xf32>, %i: index, %n: index) {
  %zero = arith.constant dense<0.0> : vector<8xf32>
  %mask = vector.create_mask %n : vector<8xi1>
  %v = vector.maskedload %m[%i], %mask, %zero
      : memref<?xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  vector.maskedstore %m[%i], %mask, %v
      : memref<?xf32>, vector<8xi1>, vector<8xf32>
  return
}

// CASE: packed 3 7
// CASE: packed 3 8: 'vector.expandload' index 10 is out of bounds
// CASE: packed -5 0
// CASE: packed -5 1: 'vector.expandload' index -5 is out of bounds
func.func @packed(%m: memref<?xf32>, %i: index, %n: index) {
  %zero = arith.constant dense<0.0> : vector<8xf32>
  %mask = vector.create_mask %n : vector<8xi1>
  %v = vector.expandload %m[%i], %mask, %zero
      : memref<?xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  vector.compressstore %m[%i], %mask, %v
      : memref<?xf32>, vector<8xi1>, vector<8xf32>
  return
}

// CASE: gather 0 3
// CASE: gather 0 4: 'vector.gather' index 12 is out of bounds
// CASE: gather 1 3: 'vector.gather' index 10 is out of bounds
// CASE: gather 9 -3
// CASE: gather 5 -3: 'vector.gather' index -1 is out of bounds
func.func @gather(%m: memref<?xf32>, %i: index, %stride: i32) {
  %zero = arith.constant dense<0.0> : vector<4xf32>
  %mask = arith.constant dense<[true, false, true, true]> : vector<4xi1>
  %lanes = arith.constant dense<[0, 1, 2, 3]> : vector<4xi32>
  %strides = vector.broadcast %stride : i32 to vector<4xi32>
  %indices = arith.muli %lanes, %strides : vector<4xi32>
  %v = vector.gather %m[%i][%indices], %mask, %zero
      : memref<?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32>
      into vector<4xf32>
  vector.scatter %m[%i][%indices], %mask, %v
      : memref<?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32>
  return
}

// CASE: transfer 5 5
// CASE: transfer 5 6: 'vector.transfer_read' index 10 is out of bounds
// CASE: transfer 12 0
// CASE: transfer -1 0: 'vector.transfer_read' index -1 is out of bounds
func.func @transfer(%m: memref<?xf32>, %i: index, %n: index) {
  %pad = arith.constant 0.0 : f32
  %mask = vector.create_mask %n : vector<8xi1>
  %v = vector.transfer_read %m[%i], %pad, %mask {in_bounds = [true]}
      : memref<?xf32>, vector<8xf32>
  %w = vector.transfer_read %m[%i], %pad : memref<?xf32>, vector<8xf32>
  %sum = arith.addf %v, %w : vector<8xf32>
  vector.transfer_write %sum, %m[%i] : vector<8xf32>, memref<?xf32>
  return
}

// CASE: subview 0 10 1
// CASE: subview 1 10 1: 'memref.subview' index 10 is out of bounds
// CASE: subview 9 10 -1
// CASE: subview 9 11 -1: 'memref.subview' index -1 is out of bounds
// CASE: subview 50 0 1
// CASE: subview 0 -1 1: 'memref.subview' op size of dimension 0 is negative
// CASE: subview 2 9223372036854775807 9223372036854775807: 'memref.subview' index
func.func @subview(%m: memref<?xf32>, %offset: index, %size: index,
                   %stride: index) {
  %c0 = arith.constant 0 : index
  %v = memref.subview %m[%offset] [%size] [%stride]
      : memref<?xf32> to memref<?xf32, strided<[?], offset: ?>>
  call @touch(%v) : (memref<?xf32, strided<[?], offset: ?>>) -> ()
  return
}

// CASE: reinterpret 0 10 1
// CASE: reinterpret 0 11 1: 'memref.reinterpret_cast'
// CASE: reinterpret 9 4 -3
// CASE: reinterpret 8 4 -3: 'memref.reinterpret_cast'
// CASE: reinterpret 1000 0 1
// CASE: reinterpret 0 -1 1: 'memref.reinterpret_cast' op size of dimension 0 is negative
// CASE: reinterpret 0 9223372036854775807 9223372036854775807: 'memref.reinterpret_cast'
func.func @reinterpret(%m: memref<?xf32>, %offset: index, %size: index,
                       %stride: index) {
  %v = memref.reinterpret_cast %m to offset: [%offset], sizes: [%size],
      strides: [%stride]
      : memref<?xf32> to memref<?xf32, strided<[?], offset: ?>>
  call @touch(%v) : (memref<?xf32, strided<[?], offset: ?>>) -> ()
  return
}
func.func private @touch(%v: memref<?xf32, strided<[?], offset: ?>>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %v, %c0 : memref<?xf32, strided<[?], offset: ?>>
  %some = arith.cmpi sgt, %n, %c0 : index
  scf.if %some {
    %x = memref.load %v[%c0] : memref<?xf32, strided<[?], offset: ?>>
    %y = arith.addf %x, %x : f32
    memref.store %y, %v[%c0] : memref<?xf32, strided<[?], offset: ?>>
  }
  return
}

// CASE: cast 10
// CASE: cast 9: 'memref.cast' op size of dimension 0 of the source is not 10
func.func @cast(%m: memref<?xf32>, %n: index) {
  %v = memref.subview %m[0] [%n] [1] : memref<?xf32> to memref<?xf32, strided<[1]>>
  %s = memref.cast %v : memref<?xf32, strided<[1]>> to memref<10xf32>
  call @touch_last(%s) : (memref<10xf32>) -> ()
  return
}
func.func private @touch_last(%m: memref<10xf32>) {
  %c9 = arith.constant 9 : index
  %x = memref.load %m[%c9] : memref<10xf32>
  %y = arith.addf %x, %x : f32
  memref.store %y, %m[%c9] : memref<10xf32>
  return
}

// CASE: alloc 3 4
// CASE: alloc -1 3: 'memref.alloc' op size of dimension 0 is negative
// CASE: alloc 4611686018427387904 4: 'memref.alloc' op size in bytes overflows
// CASE: alloc 4294967296 4294967296: 'memref.alloc' op size in bytes overflows
func.func @alloc(%m: memref<?xf32>, %rows: index, %columns: index) {
  %c0 = arith.constant 0 : index
  %v = memref.load %m[%c0] : memref<?xf32>
  %a = memref.alloc(%rows, %columns) : memref<?x?xf32>
  memref.store %v, %a[%c0, %c0] : memref<?x?xf32>
  %w = memref.load %a[%c0, %c0] : memref<?x?xf32>
  %sum = arith.addf %v, %w : f32
  memref.store %sum, %m[%c0] : memref<?xf32>
  memref.dealloc %a : memref<?x?xf32>
  return
}

// CASE: divide 9 2
// CASE: divide 9 0: 'arith.divsi' op division by zero
// CASE: divide -9223372036854775808 -1: 'arith.divsi' op signed division overflow
// CASE: divide 9 -9: 'memref.load' index -1 is out of bounds
func.func @divide(%m: memref<?xf32>, %x: index, %y: index) {
  %c0 = arith.constant 0 : index
  %i = arith.divsi %x, %y : index
  %v = memref.load %m[%i] : memref<?xf32>
  memref.store %v, %m[%c0] : memref<?xf32>
  return
}

// CASE: step 3
// CASE: step 0: 'scf.for' op step must be positive
// CASE: step -1: 'scf.for' op step must be positive
func.func @step(%m: memref<?xf32>, %step: index) {
  %c0 = arith.constant 0 : index
  %c10 = arith.constant 10 : index
  scf.for %i = %c0 to %c10 step %step {
    %v = memref.load %m[%i] : memref<?xf32>
    %w = arith.addf %v, %v : f32
    memref.store %w, %m[%i] : memref<?xf32>
  }
  return
}

// A loop without an iteration takes no step, and an outer one of several that
// has none reaches no inner one.
// CASE: unstepped 0 10 0
// CASE: unstepped 0 0 0
// CASE: unstepped 10 0 0
// CASE: unstepped 10 1 0: 'scf.for' op step must be positive
// CASE: unstepped 10 1 1
func.func @unstepped(%m: memref<?xf32>, %n: index, %k: index, %step: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %k) step (%c1, %step) {
    %v = memref.load %m[%i] : memref<?xf32>
    memref.store %v, %m[%i] : memref<?xf32>
  }
  return
}

// A variable that would pass the largest index is a fault, also of the access
// unit; one that becomes it is none.
// CASE: largest 9223372036854775803 9223372036854775807 1
// CASE: largest 9223372036854775804 9223372036854775807 2: 'scf.for' induction variable overflows
// CASE: largest 9223372036854775803 9223372036854775806 2
// CASE: largest 9223372036854775803 9223372036854775807 4
// CASE: largest 9223372036854775803 9223372036854775807 5: 'scf.for' induction variable overflows
// CASE: largest -9223372036854775808 9223372036854775807 9223372036854775807: 'scf.for' induction variable overflows
// CASE: largest 9223372036854775807 9223372036854775807 9223372036854775807
// CASE: largest 9223372036854775807 0 9223372036854775807
func.func @largest(%m: memref<?xf32>, %lower: index, %upper: index, %step: index)
    -> f32 {
  %c7 = arith.constant 7 : index
  %zero = arith.constant 0.0 : f32
  %sum = scf.for %i = %lower to %upper step %step
      iter_args(%partial = %zero) -> (f32) {
    %k = arith.andi %i, %c7 : index
    %v = memref.load %m[%k] : memref<?xf32>
    %next = arith.addf %partial, %v : f32
    scf.yield %next : f32
  }
  return %sum : f32
}

// The same on the core.
// CASE: largestStored 9223372036854775803 9223372036854775807 4
// CASE: largestStored 9223372036854775803 9223372036854775807 5: 'scf.for' op induction variable overflows
func.func @largestStored(%m: memref<?xf32>, %lower: i64, %upper: i64,
                         %step: i64) {
  %c7 = arith.constant 7 : i64
  %zero = arith.constant 0.0 : f32
  scf.for %i = %lower to %upper step %step : i64 {
    %k = arith.andi %i, %c7 : i64
    %j = arith.index_cast %k : i64 to index
    memref.store %zero, %m[%j] : memref<?xf32>
  }
  return
}

// CASE: indexDivide 9 2
// CASE: indexDivide 9 0: 'index.divs' op division by zero
// CASE: indexDivide -9223372036854775808 -1: 'index.divs' op signed division overflow
// CASE: indexDivide 9 -9: 'memref.load' index -1 is out of bounds
func.func @indexDivide(%m: memref<?xf32>, %x: index, %y: index) {
  %c0 = arith.constant 0 : index
  %i = index.divs %x, %y
  %v = memref.load %m[%i] : memref<?xf32>
  memref.store %v, %m[%c0] : memref<?xf32>
  return
}

// CASE: indexRemainder 9 2
// CASE: indexRemainder 9 0: 'index.remu' op division by zero
func.func @indexRemainder(%m: memref<?xf32>, %x: index, %y: index) {
  %c0 = arith.constant 0 : index
  %i = index.remu %x, %y
  %v = memref.load %m[%i] : memref<?xf32>
  memref.store %v, %m[%c0] : memref<?xf32>
  return
}

// CASE: reshape 2 5 1 4
// CASE: reshape 5 2 4 1
// CASE: reshape 2 5 1 5: 'memref.load' index 5 is out of bounds for dimension 1 of size 5
// CASE: reshape 2 6 0 0: 'memref.reshape' op shape does not fit the elements of the source
// CASE: reshape 4611686018427387904 4 0 0: 'memref.reshape' op shape does not fit
// CASE: reshape -2 -5 0 0: 'memref.reshape' op size of dimension 0 is negative
func.func @reshape(%m: memref<?xf32>, %rows: index, %columns: index, %i: index,
                   %j: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %shape = memref.alloca() : memref<2xindex>
  memref.store %rows, %shape[%c0] : memref<2xindex>
  memref.store %columns, %shape[%c1] : memref<2xindex>
  %r = memref.reshape %m(%shape)
      : (memref<?xf32>, memref<2xindex>) -> memref<?x?xf32>
  %v = memref.load %r[%i, %j] : memref<?x?xf32>
  memref.store %v, %m[%c0] : memref<?xf32>
  return
}

// CASE: expand 2 5 1 4
// CASE: expand 2 5 2 0: 'memref.load' index 2 is out of bounds for dimension 0 of size 2
// CASE: expand 2 6 0 0: 'memref.expand_shape' op output shape does not fit dimension 0
// CASE: expand -2 -5 0 0: 'memref.expand_shape' op size of dimension 0 is negative
func.func @expand(%m: memref<?xf32>, %rows: index, %columns: index, %i: index,
                  %j: index) {
  %c0 = arith.constant 0 : index
  %r = memref.expand_shape %m [[0, 1]] output_shape [%rows, %columns]
      : memref<?xf32> into memref<?x?xf32>
  %v = memref.load %r[%i, %j] : memref<?x?xf32>
  memref.store %v, %m[%c0] : memref<?xf32>
  return
}

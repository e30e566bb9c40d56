// Loops of other dialects and types.

func.func @affine(%table: memref<?x8xf32>, %rows: memref<?xi32>, %out: memref<?x8xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %rows, %c0 : memref<?xi32>
  affine.for %i = 0 to %n {
    affine.for %e = 0 to 8 {
      %row = affine.load %rows[%i] : memref<?xi32>
      %r = arith.index_cast %row : i32 to index
      %x = memref.load %table[%r, %e] : memref<?x8xf32>
      affine.if affine_set<(d) : (d - 2 >= 0)>(%e) {
        affine.store %x, %out[%i, %e - 2] : memref<?x8xf32>
      }
    }
  }
  return
}

// Rounds in the order of the iterations.
func.func @parallel(%table: memref<?xf32>, %rows: memref<?x4xi64>, %n: index) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  %low = arith.constant -1.0e30 : f32
  %r:2 = scf.parallel (%i, %j) = (%c0, %c0) to (%n, %c4) step (%c1, %c1) init (%zero, %low) -> (f32, f32) {
    %row = memref.load %rows[%i, %j] : memref<?x4xi64>
    %p = arith.index_cast %row : i64 to index
    %x = memref.load %table[%p] : memref<?xf32>
    scf.reduce(%x, %x : f32, f32) {
    ^bb0(%left: f32, %right: f32):
      %0 = arith.addf %left, %right : f32
      scf.reduce.return %0 : f32
    }, {
    ^bb0(%left: f32, %right: f32):
      %0 = arith.maximumf %left, %right : f32
      scf.reduce.return %0 : f32
    }
  }
  return %r#0, %r#1 : f32, f32
}

func.func @forall(%table: memref<?x?xf32>, %rows: memref<?xi64>, %out: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %out, %c0 : memref<?x?xf32>
  %width = memref.dim %out, %c1 : memref<?x?xf32>
  scf.forall (%i, %e) in (%n, %width) {
    %row = memref.load %rows[%i] : memref<?xi64>
    %r = arith.index_cast %row : i64 to index
    %x = memref.load %table[%r, %e] : memref<?x?xf32>
    memref.store %x, %out[%i, %e] : memref<?x?xf32>
  }
  return
}

// Offsets and rows of i32, and so the loops.
func.func @i32(%offsets: memref<?xi32>, %rows: memref<?xi32>, %table: memref<?x?xf32>, %out: memref<?x?xf32>, %bags: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1 : index
  %width = memref.dim %table, %one : memref<?x?xf32>
  %w = arith.index_cast %width : index to i32
  scf.for %b = %c0 to %bags step %c1 : i32 {
    %bi = arith.index_cast %b : i32 to index
    %begin = memref.load %offsets[%bi] : memref<?xi32>
    %b1 = arith.addi %b, %c1 : i32
    %b1i = arith.index_cast %b1 : i32 to index
    %end = memref.load %offsets[%b1i] : memref<?xi32>
    scf.for %p = %begin to %end step %c1 : i32 {
      %pi = arith.index_cast %p : i32 to index
      %row = memref.load %rows[%pi] : memref<?xi32>
      %r = arith.index_cast %row : i32 to index
      scf.for %e = %c0 to %w step %c1 : i32 {
        %ei = arith.index_cast %e : i32 to index
        %acc = memref.load %out[%bi, %ei] : memref<?x?xf32>
        %x = memref.load %table[%r, %ei] : memref<?x?xf32>
        %sum = arith.addf %acc, %x : f32
        memref.store %sum, %out[%bi, %ei] : memref<?x?xf32>
      }
    }
  }
  return
}

// 0, 100, 200: the step after the last one does not fit.
func.func @u8(%table: memref<?xi16>, %out: memref<?xi16>, %n: i8) -> i16 {
  %c0 = arith.constant 0 : i8
  %c100 = arith.constant 100 : i8
  %zero = arith.constant 0 : i16
  %r = scf.for unsigned %i = %c0 to %n step %c100 iter_args(%s = %zero) -> (i16) : i8 {
    %p = arith.index_castui %i : i8 to index
    %x = memref.load %table[%p] : memref<?xi16>
    memref.store %x, %out[%p] : memref<?xi16>
    %t = arith.addi %s, %x : i16
    scf.yield %t : i16
  }
  return %r : i16
}

// From -3, over i16; the variable is used as it is, too.
func.func @i16(%table: memref<?xi16>, %out: memref<?xi16>, %n: i16) {
  %low = arith.constant -3 : i16
  %c2 = arith.constant 2 : i16
  %c3 = arith.constant 3 : index
  scf.for %i = %low to %n step %c2 : i16 {
    %p = arith.index_cast %i : i16 to index
    %q = arith.addi %p, %c3 : index
    %x = memref.load %table[%q] : memref<?xi16>
    %y = arith.addi %x, %i : i16
    memref.store %y, %out[%q] : memref<?xi16>
  }
  return
}

// Over all 64 bits, without a sign: as far as the memref goes.
func.func @u64(%table: memref<?xi32>, %rows: memref<?xi64>, %out: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %rows, %c0 : memref<?xi64>
  scf.for unsigned %i = %c0 to %n step %c1 {
    %row = memref.load %rows[%i] : memref<?xi64>
    %r = arith.index_cast %row : i64 to index
    %x = memref.load %table[%r] : memref<?xi32>
    memref.store %x, %out[%i] : memref<?xi32>
  }
  return
}

// Nobody knows that the bound is not beyond all signed numbers.
func.func @u64_unknown(%table: memref<?xi32>, %out: memref<?xi32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for unsigned %i = %c0 to %n step %c1 {
    %x = memref.load %table[%i] : memref<?xi32>
    memref.store %x, %out[%i] : memref<?xi32>
  }
  return
}

// Rows as the casts say: of 8 bits without and with a sign, of 16 without.
func.func @u8_rows(%table: memref<?xf64>, %rows: memref<?xi8>, %out: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %rows, %c0 : memref<?xi8>
  scf.for %i = %c0 to %n step %c1 {
    %row = memref.load %rows[%i] : memref<?xi8>
    %r = arith.index_castui %row : i8 to index
    %x = memref.load %table[%r] : memref<?xf64>
    memref.store %x, %out[%i] : memref<?xf64>
  }
  return
}
func.func @i8_rows(%table: memref<?xf16>, %rows: memref<?xi8>, %out: memref<?xf16>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c128 = arith.constant 128 : index
  %n = memref.dim %rows, %c0 : memref<?xi8>
  scf.for %i = %c0 to %n step %c1 {
    %row = memref.load %rows[%i] : memref<?xi8>
    %r = arith.index_cast %row : i8 to index
    %s = arith.addi %r, %c128 : index
    %x = memref.load %table[%s] : memref<?xf16>
    memref.store %x, %out[%i] : memref<?xf16>
  }
  return
}
func.func @u16_rows(%table: memref<?xi8>, %rows: memref<?xi16>, %out: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %rows, %c0 : memref<?xi16>
  scf.for %i = %c0 to %n step %c1 {
    %row = memref.load %rows[%i] : memref<?xi16>
    %w = arith.extui %row : i16 to i32
    %r = arith.index_cast %w : i32 to index
    %x = memref.load %table[%r] : memref<?xi8>
    %y = arith.extui %x : i8 to i32
    memref.store %y, %out[%i] : memref<?xi32>
  }
  return
}

// RUN: ember-opt %s --pass-pipeline="builtin.module(func.func(ember-recognize-range-loops))" --remarks-filter=range-loop --verify-diagnostics --split-input-file -o /dev/null

func.func @range(%out: memref<?xf32>, %lo: index, %hi: index, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark @+1 {{[Passed] RangeUsed | Category:range-loop | Bounds=2, OverlapChecks=0}}
  scf.for %j = %c0 to %n step %c1 {
    %from = arith.cmpi sle, %lo, %j : index
    %before = arith.cmpi slt, %j, %hi : index
    %inside = arith.andi %from, %before : i1
    scf.if %inside {
      memref.store %x, %out[%j] : memref<?xf32>
    }
  }
  return
}

// -----

func.func @outside(%out: memref<?xf32>, %rows: memref<?xindex>, %hi: index, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark-re @+1 {{[Missed] RangeNotUsed | Category:range-loop | Reason="all iterations of this loop run each time it is reached, though they do something in a range only: 'cf.assert' at {{.*}}recognize-range-loops-remarks.mlir:27:5 does something outside the range, too"}}
  scf.for %j = %c0 to %n step %c1 {
    %row = memref.load %rows[%j] : memref<?xindex>
    %ok = arith.cmpi sge, %row, %c0 : index
    cf.assert %ok, "negative"
    %before = arith.cmpi slt, %j, %hi : index
    scf.if %before {
      memref.store %x, %out[%row] : memref<?xf32>
    }
  }
  return
}

// -----

func.func @written(%out: memref<?xindex>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark-re @+1 {{[Missed] RangeNotUsed | Category:range-loop | Reason="all iterations of this loop run each time it is reached, though they do something in a range only: 'memref.store' at {{.*}}recognize-range-loops-remarks.mlir:46:7 may write what 'memref.load' at {{.*}}recognize-range-loops-remarks.mlir:43:11 reads"}}
  scf.for %j = %c0 to %n step %c1 {
    %hi = memref.load %out[%c0] : memref<?xindex>
    %before = arith.cmpi slt, %j, %hi : index
    scf.if %before {
      memref.store %j, %out[%j] : memref<?xindex>
    }
  }
  return
}

// -----

func.func @overlap(%out: memref<?xindex>, %bounds: memref<?xindex>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark @+1 {{[Passed] RangeUsed | Category:range-loop | Bounds=1, OverlapChecks=1}}
  scf.for %j = %c0 to %n step %c1 {
    %hi = memref.load %bounds[%c0] : memref<?xindex>
    %before = arith.cmpi slt, %j, %hi : index
    scf.if %before {
      memref.store %j, %out[%j] : memref<?xindex>
    }
  }
  return
}

// -----

func.func @not_reached(%out: memref<?xindex>, %bounds: memref<?xindex> {llvm.noalias}, %flag: i1, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark-re @+1 {{[Missed] RangeNotUsed | Category:range-loop | Reason="all iterations of this loop run each time it is reached, though they do something in a range only: 'memref.load' at {{.*}}recognize-range-loops-remarks.mlir:76:13 may not be reached in 'scf.if' at {{.*}}recognize-range-loops-remarks.mlir:75:5"}}
  scf.for %j = %c0 to %n step %c1 {
    scf.if %flag {
      %hi = memref.load %bounds[%c0] : memref<?xindex>
      %before = arith.cmpi slt, %j, %hi : index
      scf.if %before {
        memref.store %j, %out[%j] : memref<?xindex>
      }
    }
  }
  return
}

// -----

func.func @inner_bounds(%out: memref<?xindex>, %bounds: memref<?xindex> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark-re @+1 {{[Missed] RangeNotUsed | Category:range-loop | Reason="all iterations of this loop run each time it is reached, though they do something in a range only: 'memref.load' at {{.*}}recognize-range-loops-remarks.mlir:94:13 may not be reached in 'scf.for' at {{.*}}recognize-range-loops-remarks.mlir:93:5"}}
  scf.for %j = %c0 to %n step %c1 {
    scf.for %e = %c0 to %j step %c1 {
      %hi = memref.load %bounds[%c0] : memref<?xindex>
      %before = arith.cmpi slt, %j, %hi : index
      scf.if %before {
        memref.store %e, %out[%j] : memref<?xindex>
      }
    }
  }
  return
}

// -----

func.func @step(%out: memref<?xindex>, %hi: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  // expected-remark @+1 {{[Missed] RangeNotUsed | Category:range-loop | Reason="all iterations of this loop run each time it is reached, though they do something in a range only: its step is not 1"}}
  scf.for %j = %c0 to %n step %c2 {
    %before = arith.cmpi slt, %j, %hi : index
    scf.if %before {
      memref.store %j, %out[%j] : memref<?xindex>
    }
  }
  return
}

// -----

func.func @integer(%out: memref<?xi128>, %hi: index, %n: i128) {
  %c0 = arith.constant 0 : i128
  %c1 = arith.constant 1 : i128
  // expected-remark @+1 {{[Missed] RangeNotUsed | Category:range-loop | Reason="all iterations of this loop run each time it is reached, though they do something in a range only: its induction variable is no signed index"}}
  scf.for %j = %c0 to %n step %c1 : i128 {
    %i = arith.index_cast %j : i128 to index
    %before = arith.cmpi slt, %i, %hi : index
    scf.if %before {
      memref.store %j, %out[%i] : memref<?xi128>
    }
  }
  return
}

// -----

func.func @negative(%out: memref<?xindex>, %lo: index, %hi: index, %n: index) {
  %c1 = arith.constant 1 : index
  // expected-remark @+1 {{[Missed] RangeNotUsed | Category:range-loop | Reason="all iterations of this loop run each time it is reached, though they do something in a range only: its induction variable is compared unsigned, and may be negative"}}
  scf.for %j = %lo to %n step %c1 {
    %before = arith.cmpi ult, %j, %hi : index
    scf.if %before {
      memref.store %j, %out[%j] : memref<?xindex>
    }
  }
  return
}

// -----

func.func @narrow(%out: memref<?xindex>, %hi: i32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark @+1 {{[Missed] RangeNotUsed | Category:range-loop | Reason="all iterations of this loop run each time it is reached, though they do something in a range only: its induction variable is compared in 32 bits, which may not hold it"}}
  scf.for %j = %c0 to %n step %c1 {
    %i = arith.index_cast %j : index to i32
    %before = arith.cmpi slt, %i, %hi : i32
    scf.if %before {
      memref.store %j, %out[%j] : memref<?xindex>
    }
  }
  return
}

// -----

// Memrefs that no check in front of the nest can look at.

func.func @made_inside(%out: memref<?x?xindex>, %bounds: memref<?xindex>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %b = %c0 to %n step %c1 {
    %row = memref.subview %out[%b, 0] [1, %n] [1, 1] : memref<?x?xindex> to memref<?xindex, strided<[1], offset: ?>>
    // expected-remark-re @+1 {{[Missed] RangeNotUsed | Category:range-loop | Reason="all iterations of this loop run each time it is reached, though they do something in a range only: it may write what 'memref.load' at {{.*}}recognize-range-loops-remarks.mlir:176:13 reads, by way of 'memref.subview' at {{.*}}recognize-range-loops-remarks.mlir:173:12, which is made inside the nest, and a check in front of it looks only at what is made before"}}
    scf.for %j = %c0 to %n step %c1 {
      %hi = memref.load %bounds[%b] : memref<?xindex>
      %before = arith.cmpi slt, %j, %hi : index
      scf.if %before {
        memref.store %j, %row[%j] : memref<?xindex, strided<[1], offset: ?>>
      }
    }
  }
  return
}

// -----

func.func @view_of_bounds(%out: memref<?xindex>, %bounds: memref<?xindex>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark-re @+1 {{[Missed] RangeNotUsed | Category:range-loop | Reason="all iterations of this loop run each time it is reached, though they do something in a range only: the memref of 'memref.load' at {{.*}}recognize-range-loops-remarks.mlir:194:11 is made inside it: 'memref.subview' at {{.*}}recognize-range-loops-remarks.mlir:193:12"}}
  scf.for %j = %c0 to %n step %c1 {
    %two = memref.subview %bounds[0] [2] [1] : memref<?xindex> to memref<2xindex, strided<[1]>>
    %hi = memref.load %two[%c0] : memref<2xindex, strided<[1]>>
    %before = arith.cmpi slt, %j, %hi : index
    scf.if %before {
      memref.store %j, %out[%j] : memref<?xindex>
    }
  }
  return
}

// -----

func.func @no_bytes(%out: memref<?xvector<4xindex>>, %bounds: memref<?xindex>, %n: index, %x: vector<4xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark-re @+1 {{[Missed] RangeNotUsed | Category:range-loop | Reason="all iterations of this loop run each time it is reached, though they do something in a range only: it may write what 'memref.load' at {{.*}}recognize-range-loops-remarks.mlir:210:11 reads, by way of argument 0 of 'func.func' at {{.*}}recognize-range-loops-remarks.mlir:205:1, of whose type, 'memref<?xvector<4xindex>>', no check can tell the bytes"}}
  scf.for %j = %c0 to %n step %c1 {
    %hi = memref.load %bounds[%c0] : memref<?xindex>
    %before = arith.cmpi slt, %j, %hi : index
    scf.if %before {
      memref.store %x, %out[%j] : memref<?xvector<4xindex>>
    }
  }
  return
}

// -----

// One bound is used, the other one not.

func.func @in_part(%out: memref<?xindex>, %lo: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark-re @+2 {{[Missed] RangeNotUsed | Category:range-loop | Reason="more iterations of this loop run each time it is reached, though they do something in a range only: 'memref.store' at {{.*}}recognize-range-loops-remarks.mlir:234:7 may write what 'memref.load' at {{.*}}recognize-range-loops-remarks.mlir:229:11 reads"}}
  // expected-remark @+1 {{[Passed] RangeUsed | Category:range-loop | Bounds=1, OverlapChecks=0}}
  scf.for %j = %c0 to %n step %c1 {
    %hi = memref.load %out[%c0] : memref<?xindex>
    %from = arith.cmpi sge, %j, %lo : index
    %before = arith.cmpi slt, %j, %hi : index
    %inside = arith.andi %from, %before : i1
    scf.if %inside {
      memref.store %j, %out[%j] : memref<?xindex>
    }
  }
  return
}

// -----

// What is no range, as it stands.

func.func @offset(%out: memref<?xindex>, %begin: index, %length: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark-re @+1 {{[Missed] RangeNotUsed | Category:range-loop | Reason="all iterations of this loop run each time it is reached, though they do something in a range only: 'arith.cmpi' at {{.*}}recognize-range-loops-remarks.mlir:250:15 does not compare the induction variable itself"}}
  scf.for %j = %c0 to %n step %c1 {
    %at = arith.subi %j, %begin : index
    %inside = arith.cmpi ult, %at, %length : index
    scf.if %inside {
      memref.store %j, %out[%j] : memref<?xindex>
    }
  }
  return
}

// -----

// Nor is this, but nobody would have hoped so.

func.func @all_but_one(%out: memref<?xindex>, %rows: memref<?xindex>, %k: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %j = %c0 to %n step %c1 {
    %other = arith.cmpi ne, %j, %k : index
    scf.if %other {
      memref.store %j, %out[%j] : memref<?xindex>
    }
  }
  scf.for %j = %c0 to %n step %c1 {
    %row = memref.load %rows[%j] : memref<?xindex>
    %real = arith.cmpi slt, %row, %k : index
    scf.if %real {
      memref.store %j, %out[%j] : memref<?xindex>
    }
  }
  return
}

// RUN: ember-opt %s --pass-pipeline="builtin.module(func.func(ember-recognize-range-loops))" --remarks-filter=range-loop --verify-diagnostics --split-input-file -o /dev/null

func.func @range(%out: memref<?xf32>, %lo: index, %hi: index, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark @below {{[Passed] RangeUsed | Category:range-loop | Bounds=2}}
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
  // expected-remark-re @below {{all iterations of this loop run each time it is reached, though they do something in a range only: 'cf.assert' at {{.*}}remarks.mlir:27:5 does something outside the range, too}}
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
  // expected-remark-re @below {{'memref.store' at {{.*}}remarks.mlir:46:7 may write what 'memref.load' at {{.*}}remarks.mlir:43:11 reads}}
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
  // expected-remark-re @below {{it writes a memref that may overlap the one that 'memref.load' at {{.*}}remarks.mlir:59:11 reads}}
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
  // expected-remark-re @below {{'memref.load' at {{.*}}remarks.mlir:76:13 may not be reached in 'scf.if'}}
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
  // expected-remark-re @below {{'memref.load' at {{.*}}remarks.mlir:94:13 may not be reached in 'scf.for'}}
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
  // expected-remark @below {{its step is not 1}}
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
  // expected-remark @below {{its induction variable is no signed index}}
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
  // expected-remark @below {{its induction variable is compared unsigned, and may be negative}}
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
  // expected-remark @below {{its induction variable is compared in 32 bits, which may not hold it}}
  scf.for %j = %c0 to %n step %c1 {
    %i = arith.index_cast %j : index to i32
    %before = arith.cmpi slt, %i, %hi : i32
    scf.if %before {
      memref.store %j, %out[%j] : memref<?xindex>
    }
  }
  return
}

// Divisions run only where the program runs them: not for lanes behind the end of
// a row, not for lanes whose condition is false, not before a loop without
// iterations.

// RUN: %python %S/Inputs/run_kernels.py %ember_tools/ember-sim %s

// KERNEL: divsi values:1x7xi32:1,2,3,-1,4,0,3 zeros:1x7xi32 0
// KERNEL: divsi uniform:3x9xi32,max=4,seed=1 zeros:3x9xi32 0
func.func @divsi(%a: memref<?x?xi32>, %out: memref<?x?xi32>, %zero: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %hundred = arith.constant 100 : i32
  %one = arith.constant 1 : i32
  %none = arith.constant 0 : i32
  %rows = memref.dim %a, %c0 : memref<?x?xi32>
  %width = memref.dim %a, %c1 : memref<?x?xi32>
  scf.for %i = %c0 to %rows step %c1 {
    scf.for %k = %c0 to %width step %c1 {
      %v = memref.load %a[%i, %k] : memref<?x?xi32>
      // Lanes behind the end of a row have no divisor.
      %divisor = arith.ori %v, %one : i32
      %0 = arith.divsi %hundred, %divisor : i32
      %isZero = arith.cmpi eq, %v, %none : i32
      %1 = scf.if %isZero -> (i32) {
        scf.yield %hundred : i32
      } else {
        %by = arith.divsi %hundred, %v : i32
        scf.yield %by : i32
      }
      // The same divisor in all lanes, which none divides by.
      %isBig = arith.cmpi eq, %v, %hundred : i32
      %2 = scf.if %isBig -> (i32) {
        %by = arith.divsi %v, %zero : i32
        scf.yield %by : i32
      } else {
        scf.yield %v : i32
      }
      %sum = arith.addi %0, %1 : i32
      %all = arith.addi %sum, %2 : i32
      memref.store %all, %out[%i, %k] : memref<?x?xi32>
    }
  }
  return
}

// No row at all: nothing divides, and the bound is not computed.
// KERNEL: divsi_unreached zeros:0xindex zeros:4xf32 zeros:4xf32 0
func.func @divsi_unreached(%rows: memref<?xindex>, %a: memref<?xf32>, %out: memref<?xf32>, %zero: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %rows, %c0 : memref<?xindex>
  scf.for %i = %c0 to %n step %c1 {
    %width = arith.divsi %n, %zero : index
    scf.for %k = %c0 to %width step %c1 {
      %v = memref.load %a[%k] : memref<?xf32>
      memref.store %v, %out[%k] : memref<?xf32>
    }
  }
  return
}

// KERNEL: divui values:1x7xi32:1,2,3,-1,4,0,3 zeros:1x7xi32 0
// KERNEL: divui uniform:3x9xi32,max=4,seed=1 zeros:3x9xi32 0
func.func @divui(%a: memref<?x?xi32>, %out: memref<?x?xi32>, %zero: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %hundred = arith.constant 100 : i32
  %one = arith.constant 1 : i32
  %none = arith.constant 0 : i32
  %rows = memref.dim %a, %c0 : memref<?x?xi32>
  %width = memref.dim %a, %c1 : memref<?x?xi32>
  scf.for %i = %c0 to %rows step %c1 {
    scf.for %k = %c0 to %width step %c1 {
      %v = memref.load %a[%i, %k] : memref<?x?xi32>
      // Lanes behind the end of a row have no divisor.
      %divisor = arith.ori %v, %one : i32
      %0 = arith.divui %hundred, %divisor : i32
      %isZero = arith.cmpi eq, %v, %none : i32
      %1 = scf.if %isZero -> (i32) {
        scf.yield %hundred : i32
      } else {
        %by = arith.divui %hundred, %v : i32
        scf.yield %by : i32
      }
      // The same divisor in all lanes, which none divides by.
      %isBig = arith.cmpi eq, %v, %hundred : i32
      %2 = scf.if %isBig -> (i32) {
        %by = arith.divui %v, %zero : i32
        scf.yield %by : i32
      } else {
        scf.yield %v : i32
      }
      %sum = arith.addi %0, %1 : i32
      %all = arith.addi %sum, %2 : i32
      memref.store %all, %out[%i, %k] : memref<?x?xi32>
    }
  }
  return
}

// No row at all: nothing divides, and the bound is not computed.
// KERNEL: divui_unreached zeros:0xindex zeros:4xf32 zeros:4xf32 0
func.func @divui_unreached(%rows: memref<?xindex>, %a: memref<?xf32>, %out: memref<?xf32>, %zero: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %rows, %c0 : memref<?xindex>
  scf.for %i = %c0 to %n step %c1 {
    %width = arith.divui %n, %zero : index
    scf.for %k = %c0 to %width step %c1 {
      %v = memref.load %a[%k] : memref<?xf32>
      memref.store %v, %out[%k] : memref<?xf32>
    }
  }
  return
}

// KERNEL: remsi values:1x7xi32:1,2,3,-1,4,0,3 zeros:1x7xi32 0
// KERNEL: remsi uniform:3x9xi32,max=4,seed=1 zeros:3x9xi32 0
func.func @remsi(%a: memref<?x?xi32>, %out: memref<?x?xi32>, %zero: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %hundred = arith.constant 100 : i32
  %one = arith.constant 1 : i32
  %none = arith.constant 0 : i32
  %rows = memref.dim %a, %c0 : memref<?x?xi32>
  %width = memref.dim %a, %c1 : memref<?x?xi32>
  scf.for %i = %c0 to %rows step %c1 {
    scf.for %k = %c0 to %width step %c1 {
      %v = memref.load %a[%i, %k] : memref<?x?xi32>
      // Lanes behind the end of a row have no divisor.
      %divisor = arith.ori %v, %one : i32
      %0 = arith.remsi %hundred, %divisor : i32
      %isZero = arith.cmpi eq, %v, %none : i32
      %1 = scf.if %isZero -> (i32) {
        scf.yield %hundred : i32
      } else {
        %by = arith.remsi %hundred, %v : i32
        scf.yield %by : i32
      }
      // The same divisor in all lanes, which none divides by.
      %isBig = arith.cmpi eq, %v, %hundred : i32
      %2 = scf.if %isBig -> (i32) {
        %by = arith.remsi %v, %zero : i32
        scf.yield %by : i32
      } else {
        scf.yield %v : i32
      }
      %sum = arith.addi %0, %1 : i32
      %all = arith.addi %sum, %2 : i32
      memref.store %all, %out[%i, %k] : memref<?x?xi32>
    }
  }
  return
}

// No row at all: nothing divides, and the bound is not computed.
// KERNEL: remsi_unreached zeros:0xindex zeros:4xf32 zeros:4xf32 0
func.func @remsi_unreached(%rows: memref<?xindex>, %a: memref<?xf32>, %out: memref<?xf32>, %zero: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %rows, %c0 : memref<?xindex>
  scf.for %i = %c0 to %n step %c1 {
    %width = arith.remsi %n, %zero : index
    scf.for %k = %c0 to %width step %c1 {
      %v = memref.load %a[%k] : memref<?xf32>
      memref.store %v, %out[%k] : memref<?xf32>
    }
  }
  return
}

// KERNEL: remui values:1x7xi32:1,2,3,-1,4,0,3 zeros:1x7xi32 0
// KERNEL: remui uniform:3x9xi32,max=4,seed=1 zeros:3x9xi32 0
func.func @remui(%a: memref<?x?xi32>, %out: memref<?x?xi32>, %zero: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %hundred = arith.constant 100 : i32
  %one = arith.constant 1 : i32
  %none = arith.constant 0 : i32
  %rows = memref.dim %a, %c0 : memref<?x?xi32>
  %width = memref.dim %a, %c1 : memref<?x?xi32>
  scf.for %i = %c0 to %rows step %c1 {
    scf.for %k = %c0 to %width step %c1 {
      %v = memref.load %a[%i, %k] : memref<?x?xi32>
      // Lanes behind the end of a row have no divisor.
      %divisor = arith.ori %v, %one : i32
      %0 = arith.remui %hundred, %divisor : i32
      %isZero = arith.cmpi eq, %v, %none : i32
      %1 = scf.if %isZero -> (i32) {
        scf.yield %hundred : i32
      } else {
        %by = arith.remui %hundred, %v : i32
        scf.yield %by : i32
      }
      // The same divisor in all lanes, which none divides by.
      %isBig = arith.cmpi eq, %v, %hundred : i32
      %2 = scf.if %isBig -> (i32) {
        %by = arith.remui %v, %zero : i32
        scf.yield %by : i32
      } else {
        scf.yield %v : i32
      }
      %sum = arith.addi %0, %1 : i32
      %all = arith.addi %sum, %2 : i32
      memref.store %all, %out[%i, %k] : memref<?x?xi32>
    }
  }
  return
}

// No row at all: nothing divides, and the bound is not computed.
// KERNEL: remui_unreached zeros:0xindex zeros:4xf32 zeros:4xf32 0
func.func @remui_unreached(%rows: memref<?xindex>, %a: memref<?xf32>, %out: memref<?xf32>, %zero: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %rows, %c0 : memref<?xindex>
  scf.for %i = %c0 to %n step %c1 {
    %width = arith.remui %n, %zero : index
    scf.for %k = %c0 to %width step %c1 {
      %v = memref.load %a[%k] : memref<?xf32>
      memref.store %v, %out[%k] : memref<?xf32>
    }
  }
  return
}

// KERNEL: floordivsi values:1x7xi32:1,2,3,-1,4,0,3 zeros:1x7xi32 0
// KERNEL: floordivsi uniform:3x9xi32,max=4,seed=1 zeros:3x9xi32 0
func.func @floordivsi(%a: memref<?x?xi32>, %out: memref<?x?xi32>, %zero: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %hundred = arith.constant 100 : i32
  %one = arith.constant 1 : i32
  %none = arith.constant 0 : i32
  %rows = memref.dim %a, %c0 : memref<?x?xi32>
  %width = memref.dim %a, %c1 : memref<?x?xi32>
  scf.for %i = %c0 to %rows step %c1 {
    scf.for %k = %c0 to %width step %c1 {
      %v = memref.load %a[%i, %k] : memref<?x?xi32>
      // Lanes behind the end of a row have no divisor.
      %divisor = arith.ori %v, %one : i32
      %0 = arith.floordivsi %hundred, %divisor : i32
      %isZero = arith.cmpi eq, %v, %none : i32
      %1 = scf.if %isZero -> (i32) {
        scf.yield %hundred : i32
      } else {
        %by = arith.floordivsi %hundred, %v : i32
        scf.yield %by : i32
      }
      // The same divisor in all lanes, which none divides by.
      %isBig = arith.cmpi eq, %v, %hundred : i32
      %2 = scf.if %isBig -> (i32) {
        %by = arith.floordivsi %v, %zero : i32
        scf.yield %by : i32
      } else {
        scf.yield %v : i32
      }
      %sum = arith.addi %0, %1 : i32
      %all = arith.addi %sum, %2 : i32
      memref.store %all, %out[%i, %k] : memref<?x?xi32>
    }
  }
  return
}

// No row at all: nothing divides, and the bound is not computed.
// KERNEL: floordivsi_unreached zeros:0xindex zeros:4xf32 zeros:4xf32 0
func.func @floordivsi_unreached(%rows: memref<?xindex>, %a: memref<?xf32>, %out: memref<?xf32>, %zero: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %rows, %c0 : memref<?xindex>
  scf.for %i = %c0 to %n step %c1 {
    %width = arith.floordivsi %n, %zero : index
    scf.for %k = %c0 to %width step %c1 {
      %v = memref.load %a[%k] : memref<?xf32>
      memref.store %v, %out[%k] : memref<?xf32>
    }
  }
  return
}

// KERNEL: ceildivsi values:1x7xi32:1,2,3,-1,4,0,3 zeros:1x7xi32 0
// KERNEL: ceildivsi uniform:3x9xi32,max=4,seed=1 zeros:3x9xi32 0
func.func @ceildivsi(%a: memref<?x?xi32>, %out: memref<?x?xi32>, %zero: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %hundred = arith.constant 100 : i32
  %one = arith.constant 1 : i32
  %none = arith.constant 0 : i32
  %rows = memref.dim %a, %c0 : memref<?x?xi32>
  %width = memref.dim %a, %c1 : memref<?x?xi32>
  scf.for %i = %c0 to %rows step %c1 {
    scf.for %k = %c0 to %width step %c1 {
      %v = memref.load %a[%i, %k] : memref<?x?xi32>
      // Lanes behind the end of a row have no divisor.
      %divisor = arith.ori %v, %one : i32
      %0 = arith.ceildivsi %hundred, %divisor : i32
      %isZero = arith.cmpi eq, %v, %none : i32
      %1 = scf.if %isZero -> (i32) {
        scf.yield %hundred : i32
      } else {
        %by = arith.ceildivsi %hundred, %v : i32
        scf.yield %by : i32
      }
      // The same divisor in all lanes, which none divides by.
      %isBig = arith.cmpi eq, %v, %hundred : i32
      %2 = scf.if %isBig -> (i32) {
        %by = arith.ceildivsi %v, %zero : i32
        scf.yield %by : i32
      } else {
        scf.yield %v : i32
      }
      %sum = arith.addi %0, %1 : i32
      %all = arith.addi %sum, %2 : i32
      memref.store %all, %out[%i, %k] : memref<?x?xi32>
    }
  }
  return
}

// No row at all: nothing divides, and the bound is not computed.
// KERNEL: ceildivsi_unreached zeros:0xindex zeros:4xf32 zeros:4xf32 0
func.func @ceildivsi_unreached(%rows: memref<?xindex>, %a: memref<?xf32>, %out: memref<?xf32>, %zero: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %rows, %c0 : memref<?xindex>
  scf.for %i = %c0 to %n step %c1 {
    %width = arith.ceildivsi %n, %zero : index
    scf.for %k = %c0 to %width step %c1 {
      %v = memref.load %a[%k] : memref<?xf32>
      memref.store %v, %out[%k] : memref<?xf32>
    }
  }
  return
}

// KERNEL: ceildivui values:1x7xi32:1,2,3,-1,4,0,3 zeros:1x7xi32 0
// KERNEL: ceildivui uniform:3x9xi32,max=4,seed=1 zeros:3x9xi32 0
func.func @ceildivui(%a: memref<?x?xi32>, %out: memref<?x?xi32>, %zero: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %hundred = arith.constant 100 : i32
  %one = arith.constant 1 : i32
  %none = arith.constant 0 : i32
  %rows = memref.dim %a, %c0 : memref<?x?xi32>
  %width = memref.dim %a, %c1 : memref<?x?xi32>
  scf.for %i = %c0 to %rows step %c1 {
    scf.for %k = %c0 to %width step %c1 {
      %v = memref.load %a[%i, %k] : memref<?x?xi32>
      // Lanes behind the end of a row have no divisor.
      %divisor = arith.ori %v, %one : i32
      %0 = arith.ceildivui %hundred, %divisor : i32
      %isZero = arith.cmpi eq, %v, %none : i32
      %1 = scf.if %isZero -> (i32) {
        scf.yield %hundred : i32
      } else {
        %by = arith.ceildivui %hundred, %v : i32
        scf.yield %by : i32
      }
      // The same divisor in all lanes, which none divides by.
      %isBig = arith.cmpi eq, %v, %hundred : i32
      %2 = scf.if %isBig -> (i32) {
        %by = arith.ceildivui %v, %zero : i32
        scf.yield %by : i32
      } else {
        scf.yield %v : i32
      }
      %sum = arith.addi %0, %1 : i32
      %all = arith.addi %sum, %2 : i32
      memref.store %all, %out[%i, %k] : memref<?x?xi32>
    }
  }
  return
}

// No row at all: nothing divides, and the bound is not computed.
// KERNEL: ceildivui_unreached zeros:0xindex zeros:4xf32 zeros:4xf32 0
func.func @ceildivui_unreached(%rows: memref<?xindex>, %a: memref<?xf32>, %out: memref<?xf32>, %zero: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %rows, %c0 : memref<?xindex>
  scf.for %i = %c0 to %n step %c1 {
    %width = arith.ceildivui %n, %zero : index
    scf.for %k = %c0 to %width step %c1 {
      %v = memref.load %a[%k] : memref<?xf32>
      memref.store %v, %out[%k] : memref<?xf32>
    }
  }
  return
}

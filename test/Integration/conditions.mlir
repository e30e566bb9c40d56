// Conditions that the access unit computes, executed.

// RUN: %python %S/Inputs/run_kernels.py %ember_tools/ember-sim %s

// An embedding bag with a padding index, whose mean is over what is left.

// KERNEL: padding uniform:9x13xf32,seed=1 uniform:40xi64,max=9,seed=2 offsets:9xi64,length=5,jitter=5,seed=3 uniform:8x13xf32,seed=4
// KERNEL: padding uniform:3x13xf32,seed=1 zeros:40xi64 offsets:9xi64,length=5,jitter=5,seed=3 uniform:8x13xf32,seed=4
func.func @padding(%table: memref<?x?xf32>, %idx: memref<?xi64>, %offsets: memref<?xi64>, %out: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %pad = arith.constant 0 : i64
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %bags = memref.dim %out, %c0 : memref<?x?xf32>
  %width = memref.dim %out, %c1 : memref<?x?xf32>
  scf.for %b = %c0 to %bags step %c1 {
    scf.for %e = %c0 to %width step %c1 {
      memref.store %zero, %out[%b, %e] : memref<?x?xf32>
    }
    %o0 = memref.load %offsets[%b] : memref<?xi64>
    %begin = arith.index_cast %o0 : i64 to index
    %b1 = arith.addi %b, %c1 : index
    %o1 = memref.load %offsets[%b1] : memref<?xi64>
    %end = arith.index_cast %o1 : i64 to index
    %count = scf.for %p = %begin to %end step %c1 iter_args(%n = %zero) -> (f32) {
      %i = memref.load %idx[%p] : memref<?xi64>
      %keep = arith.cmpi ne, %i, %pad : i64
      %more = scf.if %keep -> (f32) {
        %row = arith.index_cast %i : i64 to index
        scf.for %e = %c0 to %width step %c1 {
          %acc = memref.load %out[%b, %e] : memref<?x?xf32>
          %v = memref.load %table[%row, %e] : memref<?x?xf32>
          %sum = arith.addf %acc, %v : f32
          memref.store %sum, %out[%b, %e] : memref<?x?xf32>
        }
        %m = arith.addf %n, %one : f32
        scf.yield %m : f32
      } else {
        scf.yield %n : f32
      }
      scf.yield %more : f32
    }
    %by = arith.maximumf %count, %one : f32
    scf.for %e = %c0 to %width step %c1 {
      %sum = memref.load %out[%b, %e] : memref<?x?xf32>
      %mean = arith.divf %sum, %by : f32
      memref.store %mean, %out[%b, %e] : memref<?x?xf32>
    }
  }
  return
}

// A load that is in bounds only where it is reached, under two conditions, one
// of them loaded where the other holds; what the branches yield is an index.

// KERNEL: guarded uniform:9xf32,seed=1 uniform:20xindex,max=20,seed=2 zeros:20xf32
// EXPECT: loads.execute=0
func.func @guarded(%a: memref<?xf32>, %at: memref<?xindex>, %out: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %half = arith.constant 0.5 : f32
  %size = memref.dim %a, %c0 : memref<?xf32>
  %n = memref.dim %at, %c0 : memref<?xindex>
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %at[%i] : memref<?xindex>
    %isIn = arith.cmpi ult, %x, %size : index
    %v, %z = scf.if %isIn -> (f32, index) {
      %y = memref.load %at[%x] : memref<?xindex>
      %isToo = arith.cmpi ult, %y, %size : index
      %w = scf.if %isToo -> (f32) {
        %l = memref.load %a[%y] : memref<?xf32>
        scf.yield %l : f32
      } else {
        %l = memref.load %a[%x] : memref<?xf32>
        scf.yield %l : f32
      }
      scf.yield %w, %x : f32, index
    } else {
      scf.yield %half, %c0 : f32, index
    }
    %u = memref.load %a[%z] : memref<?xf32>
    %s = arith.addf %u, %v : f32
    memref.store %s, %out[%i] : memref<?xf32>
  }
  return
}

// Divisions that would trap where they are not reached.

// KERNEL: divisions uniform:9xf32,seed=1 uniform:30xi64,max=3,seed=2 zeros:30xf32
func.func @divisions(%a: memref<?xf32>, %at: memref<?xi64>, %out: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %seven = arith.constant 7 : i64
  %lowest = arith.constant -9223372036854775808 : i64
  %n = memref.dim %at, %c0 : memref<?xi64>
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %at[%i] : memref<?xi64>
    %hasQuotient = arith.cmpi ne, %x, %zero : i64
    %row = scf.if %hasQuotient -> (i64) {
      %q = arith.remsi %seven, %x : i64
      scf.yield %q : i64
    } else {
      scf.yield %zero : i64
    }
    // -1, 0 and 1.
    %y = arith.subi %x, %one : i64
    %isPositive = arith.cmpi sgt, %y, %zero : i64
    %other = scf.if %isPositive -> (i64) {
      %p = arith.divsi %lowest, %y : i64
      %q = arith.subi %p, %lowest : i64
      scf.yield %q : i64
    } else {
      scf.yield %row : i64
    }
    %k = arith.index_cast %other : i64 to index
    %v = memref.load %a[%k] : memref<?xf32>
    memref.store %v, %out[%i] : memref<?xf32>
  }
  return
}

// A step that is not positive where the loop is not reached, under a condition
// that is loaded and under one that guards the step.

// KERNEL: steps values:4xindex:0,1,2,3 uniform:8xf32,seed=1 zeros:8xf32 5 0
// KERNEL: steps values:4xindex:0,1,2,3 uniform:8xf32,seed=1 zeros:8xf32 5 -1
// KERNEL: steps values:4xindex:0,1,2,3 uniform:8xf32,seed=1 zeros:8xf32 2 3
// EXPECT: loads.execute=0
// KERNEL: steps values:4xindex:0,1,2,3 uniform:8xf32,seed=1 zeros:8xf32 2 0
// FAULT: step must be positive
func.func @steps(%at: memref<?xindex>, %x: memref<?xf32>, %out: memref<?xf32>, %when: index, %step: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %isPositive = arith.cmpi sgt, %step, %c0 : index
  %n = memref.dim %at, %c0 : memref<?xindex>
  scf.for %i = %c0 to %n step %c1 {
    %j = memref.load %at[%i] : memref<?xindex>
    %p = arith.cmpi eq, %j, %when : index
    scf.if %p {
      scf.for %k = %c0 to %c7 step %step {
        %e = memref.load %x[%k] : memref<?xf32>
        memref.store %e, %out[%k] : memref<?xf32>
      }
    }
    scf.if %isPositive {
      scf.for %k = %j to %c7 step %step {
        %e = memref.load %x[%k] : memref<?xf32>
        memref.store %e, %out[%k] : memref<?xf32>
      }
    }
  }
  return
}

// The order of callbacks, by a number that each of them changes and stores.
// Loops and code in both branches, at every level.

// KERNEL: order uniform:12xindex,max=6,seed=1 zeros:12xindex 0 1
// KERNEL: order uniform:12xindex,max=6,seed=1 zeros:12xindex 5 2
// KERNEL: order uniform:12xindex,max=4,seed=3 zeros:12xindex 7 3
func.func @order(%a: memref<?xindex>, %log: memref<?xindex>, %start: index, %step: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c7 = arith.constant 7 : index
  %n = memref.dim %a, %c0 : memref<?xindex>
  %r = scf.for %i = %c0 to %n step %step iter_args(%x = %start) -> (index) {
    %k = memref.load %a[%i] : memref<?xindex>
    %isSmall = arith.cmpi ult, %k, %c2 : index
    %y = scf.if %isSmall -> (index) {
      %p = arith.muli %x, %c7 : index
      memref.store %p, %log[%k] : memref<?xindex>
      %q = scf.for %j = %c0 to %k step %c1 iter_args(%z = %p) -> (index) {
        %v = memref.load %a[%j] : memref<?xindex>
        %w = arith.addi %z, %v : index
        %isOne = arith.cmpi eq, %v, %c1 : index
        %u = scf.if %isOne -> (index) {
          %t = scf.for %h = %j to %n step %step iter_args(%s = %w) -> (index) {
            %l = memref.load %a[%h] : memref<?xindex>
            %s7 = arith.muli %s, %c7 : index
            %m = arith.addi %s7, %l : index
            scf.yield %m : index
          }
          memref.store %t, %log[%j] : memref<?xindex>
          scf.yield %t : index
        } else {
          %t = arith.subi %w, %c7 : index
          scf.yield %t : index
        }
        scf.yield %u : index
      }
      memref.store %q, %log[%i] : memref<?xindex>
      %o = arith.addi %q, %p : index
      scf.yield %o : index
    } else {
      %q = scf.for %j = %k to %n step %c2 iter_args(%z = %x) -> (index) {
        %v = memref.load %a[%j] : memref<?xindex>
        %z7 = arith.muli %z, %c7 : index
        %w = arith.addi %z7, %v : index
        memref.store %w, %log[%j] : memref<?xindex>
        scf.yield %w : index
      }
      %p = arith.addi %q, %k : index
      memref.store %p, %log[%i] : memref<?xindex>
      scf.yield %p : index
    }
    scf.yield %y : index
  }
  return %r : index
}

// A condition of the host around a loop and a load, and a load that the loop
// behind has as its initial value.

// KERNEL: host uniform:12xf32,seed=1 zeros:12xf32 true
// KERNEL: host uniform:12xf32,seed=1 zeros:12xf32 false
func.func @host(%a: memref<?xf32>, %out: memref<?xf32>, %flag: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %n = memref.dim %a, %c0 : memref<?xf32>
  scf.for %i = %c0 to %n step %c1 {
    %isFirst = arith.cmpi ult, %i, %c5 : index
    scf.if %isFirst {
      %first = memref.load %a[%i] : memref<?xf32>
      scf.if %flag {
        %sum = scf.for %j = %c0 to %i step %c1 iter_args(%x = %first) -> (f32) {
          %v = memref.load %a[%j] : memref<?xf32>
          %y = arith.addf %x, %v : f32
          scf.yield %y : f32
        }
        memref.store %sum, %out[%i] : memref<?xf32>
      } else {
        %v = memref.load %a[%c0] : memref<?xf32>
        memref.store %v, %out[%i] : memref<?xf32>
      }
    }
  }
  return
}

// Faults: in a load that is reached, in the condition, and in an assert before
// the condition, which wins.

// KERNEL: faults uniform:5xf32,seed=1 uniform:20xindex,max=9,seed=2 uniform:20xi1,max=2,seed=3 zeros:20xf32 20
// FAULT: 'memref.load' index 7 is out of bounds for dimension 0 of size 5
// KERNEL: faults uniform:5xf32,seed=1 zeros:20xindex zeros:4xi1 zeros:20xf32 20
// FAULT: 'memref.load' index 4 is out of bounds for dimension 0 of size 4
// KERNEL: faults uniform:5xf32,seed=1 zeros:20xindex zeros:4xi1 zeros:20xf32 4
// FAULT: the row is positive
func.func @faults(%a: memref<?xf32>, %at: memref<?xindex>, %mask: memref<?xi1>, %out: memref<?xf32>, %limit: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %at, %c0 : memref<?xindex>
  scf.for %i = %c0 to %n step %c1 {
    %ok = arith.cmpi ult, %i, %limit : index
    cf.assert %ok, "the row is positive"
    %keep = memref.load %mask[%i] : memref<?xi1>
    scf.if %keep {
      %k = memref.load %at[%i] : memref<?xindex>
      %v = memref.load %a[%k] : memref<?xf32>
      memref.store %v, %out[%i] : memref<?xf32>
    }
  }
  return
}

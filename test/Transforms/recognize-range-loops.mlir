// RUN: ember-opt %s --ember-recognize-range-loops --split-input-file | FileCheck %s

// What torch-mlir's embedding bag becomes: a store of what was read, under
// comparisons in the innermost loop. The offsets are loaded if both loops run.
// CHECK-LABEL: @bag(
// CHECK-SAME:    %[[OFFSETS:.*]]: memref<?xi64>, %[[ROWS:.*]]: memref<?xi64>, %[[TABLE:.*]]: memref<?x?xf32>, %[[N:.*]]: index, %[[WIDTH:.*]]: index
// CHECK-DAG:     %[[OUT:.*]] = memref.alloc
// CHECK:         scf.for %[[B:.*]] = %c0 to
// CHECK-DAG:       %[[RUNS:.*]] = arith.cmpi sgt, %[[N]], %c0
// CHECK-DAG:       %[[INNER:.*]] = arith.cmpi sgt, %[[WIDTH]], %c0
// CHECK:           %[[BOTH:.*]] = arith.andi %[[RUNS]], %[[INNER]]
// CHECK:           %[[RANGE:.*]]:2 = scf.if %[[BOTH]] -> (index, index) {
// CHECK:             %[[BEGIN:.*]] = memref.load %[[OFFSETS]][%[[B]]]
// CHECK:             %[[END:.*]] = scf.if %{{.*}} -> (i64) {
// CHECK:               memref.load %[[OFFSETS]]
// CHECK:             %[[BEGIN_INDEX:.*]] = arith.index_cast %[[BEGIN]]
// CHECK:             %[[LOWER:.*]] = arith.maxsi %[[BEGIN_INDEX]], %c0
// CHECK:             %[[END_INDEX:.*]] = arith.index_cast %[[END]]
// CHECK:             %[[UPPER:.*]] = arith.minsi %[[N]], %[[END_INDEX]]
// CHECK:             scf.yield %[[LOWER]], %[[UPPER]]
// CHECK:           } else {
// CHECK:             scf.yield %[[N]], %[[N]]
// CHECK:           scf.for %[[J:.*]] = %[[RANGE]]#0 to %[[RANGE]]#1 step %c1 {
// CHECK-NEXT:        scf.for %[[E:.*]] = %c0 to %[[WIDTH]] step %c1 {
// CHECK-NEXT:          %[[ROW:.*]] = memref.load %[[ROWS]][%[[J]]]
// CHECK-NEXT:          %[[ACC:.*]] = memref.load %[[OUT]][%[[B]], %[[E]]]
// CHECK-NEXT:          %[[R:.*]] = arith.index_cast %[[ROW]]
// CHECK-NEXT:          %[[V:.*]] = memref.load %[[TABLE]][%[[R]], %[[E]]]
// CHECK-NEXT:          %[[SUM:.*]] = arith.addf %[[V]], %[[ACC]]
// CHECK-NEXT:          memref.store %[[SUM]], %[[OUT]][%[[B]], %[[E]]]
func.func @bag(%offsets: memref<?xi64>, %rows: memref<?xi64>, %table: memref<?x?xf32>, %n: index, %width: index) -> memref<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %bags = memref.dim %offsets, %c0 : memref<?xi64>
  %last = arith.subi %bags, %c1 : index
  %all = arith.index_cast %n : index to i64
  %out = memref.alloc(%bags, %width) : memref<?x?xf32>
  scf.for %b = %c0 to %bags step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      scf.for %e = %c0 to %width step %c1 {
        %begin = memref.load %offsets[%b] : memref<?xi64>
        %row = memref.load %rows[%j] : memref<?xi64>
        %acc = memref.load %out[%b, %e] : memref<?x?xf32>
        %is_last = arith.cmpi eq, %b, %last : index
        %end = scf.if %is_last -> (i64) {
          scf.yield %all : i64
        } else {
          %next = arith.addi %b, %c1 : index
          %x = memref.load %offsets[%next] : memref<?xi64>
          scf.yield %x : i64
        }
        %ji = arith.index_cast %j : index to i64
        %after = arith.cmpi slt, %begin, %ji : i64
        %at = arith.cmpi eq, %begin, %ji : i64
        %from = arith.ori %after, %at : i1
        %before = arith.cmpi slt, %ji, %end : i64
        %inside = arith.andi %from, %before : i1
        %result = scf.if %inside -> (f32) {
          %r = arith.index_cast %row : i64 to index
          %v = memref.load %table[%r, %e] : memref<?x?xf32>
          %sum = arith.addf %v, %acc : f32
          scf.yield %sum : f32
        } else {
          scf.yield %acc : f32
        }
        memref.store %result, %out[%b, %e] : memref<?x?xf32>
      }
    }
  }
  return %out : memref<?x?xf32>
}

// -----

// Branches, one in the other, and a negated condition.
// CHECK-LABEL: @branches(
// CHECK-SAME:    %{{.*}}: memref<?xf32>, %[[LO:.*]]: index, %[[HI:.*]]: index, %[[N:.*]]: index
// CHECK-DAG:     %[[LOWER:.*]] = arith.maxsi %[[LO]], %c3
// CHECK-DAG:     %[[BEYOND:.*]] = arith.cmpi sge, %[[HI]], %[[N]]
// CHECK-DAG:     %[[NEXT:.*]] = arith.addi %[[HI]], %c1
// CHECK-DAG:     %[[UPPER:.*]] = arith.select %[[BEYOND]], %[[N]], %[[NEXT]]
// CHECK:         scf.for %[[J:.*]] = %[[LOWER]] to %[[UPPER]] step %c1 {
// CHECK-NEXT:      memref.store %{{.*}}, %{{.*}}[%[[J]]]
// CHECK-NEXT:    }
func.func @branches(%out: memref<?xf32>, %lo: index, %hi: index, %n: index, %x: f32) {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  scf.for %j = %c3 to %n step %c1 {
    %below = arith.cmpi slt, %j, %lo : index
    scf.if %below {
    } else {
      %until = arith.cmpi sge, %hi, %j : index
      scf.if %until {
        memref.store %x, %out[%j] : memref<?xf32>
      }
    }
  }
  return
}

// -----

// One side of a range, strict; what is carried through an inner loop.
// CHECK-LABEL: @above(
// CHECK-SAME:    %{{.*}}: memref<?x4xf32>, %[[LO:.*]]: index, %[[N:.*]]: index
// CHECK-DAG:     %[[BEYOND:.*]] = arith.cmpi sge, %[[LO]], %[[N]]
// CHECK-DAG:     %[[NEXT:.*]] = arith.addi %[[LO]], %c1
// CHECK-DAG:     %[[AT:.*]] = arith.select %[[BEYOND]], %[[N]], %[[NEXT]]
// CHECK-DAG:     %[[LOWER:.*]] = arith.maxsi %[[AT]], %c0
// CHECK:         scf.for %{{.*}} = %[[LOWER]] to %[[N]] step %c1 iter_args
// CHECK-NOT:       arith.cmpi
// CHECK-NOT:       arith.select
// CHECK:         return
func.func @above(%a: memref<?x4xf32>, %lo: index, %n: index, %zero: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %r = scf.for %j = %c0 to %n step %c1 iter_args(%s = %zero) -> (f32) {
    %row = scf.for %e = %c0 to %c4 step %c1 iter_args(%t = %s) -> (f32) {
      %x = memref.load %a[%j, %e] : memref<?x4xf32>
      %u = arith.addf %t, %x : f32
      %above = arith.cmpi sgt, %j, %lo : index
      %v = arith.select %above, %u, %t : f32
      scf.yield %v : f32
    }
    scf.yield %row : f32
  }
  return %r : f32
}

// -----

// Compared unsigned: a value that looks negative is larger than all.
// CHECK-LABEL: @unsigned(
// CHECK-SAME:    %{{.*}}: memref<?xf32>, %[[LO:.*]]: index, %[[HI:.*]]: index, %[[N:.*]]: index
// CHECK-DAG:     %[[HUGE_LO:.*]] = arith.cmpi slt, %[[LO]], %c0
// CHECK-DAG:     %[[SAFE_LO:.*]] = arith.select %[[HUGE_LO]], %[[N]], %[[LO]]
// CHECK-DAG:     %[[LOWER:.*]] = arith.maxsi %[[SAFE_LO]], %c0
// CHECK-DAG:     %[[HUGE_HI:.*]] = arith.cmpi slt, %[[HI]], %c0
// CHECK-DAG:     %[[SAFE_HI:.*]] = arith.select %[[HUGE_HI]], %[[N]], %[[HI]]
// CHECK-DAG:     %[[UPPER:.*]] = arith.minsi %[[N]], %[[SAFE_HI]]
// CHECK:         scf.for %{{.*}} = %[[LOWER]] to %[[UPPER]]
func.func @unsigned(%out: memref<?xf32>, %lo: index, %hi: index, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %j = %c0 to %n step %c1 {
    %from = arith.cmpi ule, %lo, %j : index
    %before = arith.cmpi ult, %j, %hi : index
    %inside = arith.andi %from, %before : i1
    scf.if %inside {
      memref.store %x, %out[%j] : memref<?xf32>
    }
  }
  return
}

// -----

// Compared in 8 bits, which hold all of the constant range; one iteration.
// CHECK-LABEL: @narrow(
// CHECK-SAME:    %{{.*}}: memref<?xf32>, %[[K:.*]]: i8
// CHECK:         %[[AT:.*]] = arith.index_cast %[[K]] : i8 to index
// CHECK:         scf.for
// CHECK-NEXT:      memref.store
func.func @narrow(%out: memref<?xf32>, %k: i8, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c100 = arith.constant 100 : index
  scf.for %j = %c0 to %c100 step %c1 {
    %i = arith.index_cast %j : index to i8
    %is = arith.cmpi eq, %i, %k : i8
    scf.if %is {
      memref.store %x, %out[%j] : memref<?xf32>
    }
  }
  return
}

// -----

// Other conditions stay where they are.
// CHECK-LABEL: @other_condition(
// CHECK:         arith.minsi
// CHECK:         scf.for
// CHECK-NEXT:      %[[F:.*]] = memref.load
// CHECK-NEXT:      scf.if %[[F]] {
// CHECK-NEXT:        memref.store
func.func @other_condition(%out: memref<?xf32>, %flags: memref<?xi1>, %hi: index, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %j = %c0 to %n step %c1 {
    %flag = memref.load %flags[%j] : memref<?xi1>
    %before = arith.cmpi slt, %j, %hi : index
    %both = arith.andi %before, %flag : i1
    scf.if %both {
      memref.store %x, %out[%j] : memref<?xf32>
    }
  }
  return
}

// -----

// A padded list of rows and its length: the length is loaded once.
// CHECK-LABEL: @lengths(
// CHECK:         scf.for %[[B:.*]] = %c0
// CHECK-NEXT:      %[[LENGTH:.*]] = memref.load %{{.*}}[%[[B]]]
// CHECK-NEXT:      %[[INDEX:.*]] = arith.index_cast %[[LENGTH]]
// CHECK-NEXT:      %[[UPPER:.*]] = arith.minsi %[[INDEX]], %c16
// CHECK-NEXT:      scf.for %{{.*}} = %c0 to %[[UPPER]] step %c1 {
// CHECK-NOT:         memref.load
// CHECK:             memref.store
func.func @lengths(%lengths: memref<?xi32>, %bags: index, %x: f32) -> memref<?x16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %out = memref.alloc(%bags) : memref<?x16xf32>
  scf.for %b = %c0 to %bags step %c1 {
    scf.for %l = %c0 to %c16 step %c1 {
      %length = memref.load %lengths[%b] : memref<?xi32>
      %n = arith.index_cast %length : i32 to index
      %is_in = arith.cmpi slt, %l, %n : index
      scf.if %is_in {
        memref.store %x, %out[%b, %l] : memref<?x16xf32>
      }
    }
  }
  return %out : memref<?x16xf32>
}

// -----

// Not a range, nor refused: something in each case; a bound that changes; a
// value stored that is not what was there; a peeled first iteration.
// CHECK-LABEL: @none(
// CHECK:         scf.for %{{.*}} = %c0 to %[[N:.*]] step %c1
// CHECK:           scf.if %{{.*}} {
// CHECK:           } else {
// CHECK:         scf.for %{{.*}} = %c0 to %[[N]] step %c1
// CHECK:           scf.if
// CHECK:         scf.for %{{.*}} = %c0 to %[[N]] step %c1
// CHECK:           arith.select
// CHECK:         scf.for %{{.*}} = %c0 to %[[N]] step %c1
// CHECK:           scf.if
func.func @none(%out: memref<?xf32>, %rows: memref<?xindex>, %hi: index, %n: index, %x: f32, %y: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %j = %c0 to %n step %c1 {
    %before = arith.cmpi slt, %j, %hi : index
    scf.if %before {
      memref.store %x, %out[%j] : memref<?xf32>
    } else {
      memref.store %y, %out[%j] : memref<?xf32>
    }
  }
  scf.for %j = %c0 to %n step %c1 {
    %row = memref.load %rows[%j] : memref<?xindex>
    %before = arith.cmpi slt, %j, %row : index
    scf.if %before {
      memref.store %x, %out[%j] : memref<?xf32>
    }
  }
  scf.for %j = %c0 to %n step %c1 {
    %old = memref.load %out[%j] : memref<?xf32>
    memref.store %x, %out[%c0] : memref<?xf32>
    %before = arith.cmpi slt, %j, %hi : index
    %new = arith.select %before, %y, %old : f32
    memref.store %new, %out[%j] : memref<?xf32>
  }
  scf.for %j = %c0 to %n step %c1 {
    %first = arith.cmpi eq, %j, %c0 : index
    scf.if %first {
      memref.store %x, %out[%j] : memref<?xf32>
    }
    memref.store %y, %out[%c1] : memref<?xf32>
  }
  return
}

// -----

// Conjunctions that are choices: an `scf.if` or a select that gives false.
// CHECK-LABEL: @short_circuit(
// CHECK-SAME:    %{{.*}}: memref<?xf32>, %[[LO:.*]]: index, %[[HI:.*]]: index, %[[N:.*]]: index
// CHECK-DAG:     %[[LOWER:.*]] = arith.maxsi %[[LO]], %c0
// CHECK-DAG:     %[[UPPER:.*]] = arith.minsi %[[N]], %[[HI]]
// CHECK:         scf.for %{{.*}} = %[[LOWER]] to %[[UPPER]] step %c1 {
// CHECK:         scf.for %{{.*}} = %[[LOWER]] to %[[UPPER]] step %c1 {
func.func @short_circuit(%out: memref<?xf32>, %lo: index, %hi: index, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %false = arith.constant false
  %true = arith.constant true
  scf.for %j = %c0 to %n step %c1 {
    %from = arith.cmpi sle, %lo, %j : index
    %inside = scf.if %from -> (i1) {
      %before = arith.cmpi slt, %j, %hi : index
      scf.yield %before : i1
    } else {
      scf.yield %false : i1
    }
    scf.if %inside {
      memref.store %x, %out[%j] : memref<?xf32>
    }
  }
  // The negation of one that gives true.
  scf.for %j = %c0 to %n step %c1 {
    %below = arith.cmpi sgt, %lo, %j : index
    %behind = arith.cmpi sge, %j, %hi : index
    %outside = arith.select %below, %true, %behind : i1
    scf.if %outside {
    } else {
      memref.store %x, %out[%j] : memref<?xf32>
    }
  }
  return
}

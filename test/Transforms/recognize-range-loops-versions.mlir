// RUN: ember-opt %s --pass-pipeline="builtin.module(func.func(ember-recognize-range-loops))" | FileCheck %s
// RUN: ember-opt %s --pass-pipeline="builtin.module(func.func(ember-recognize-range-loops{alias-checks=assume-none}))" | FileCheck %s --check-prefix=NONE
// RUN: ember-opt %s --pass-pipeline="builtin.module(func.func(ember-recognize-range-loops{alias-checks=refuse}))" --remarks-filter=range-loop -o %t 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s --check-prefix=REFUSE < %t
// RUN: ember-opt %s --pass-pipeline="builtin.module(func.func(ember-recognize-range-loops,ember-recognize-range-loops))" | FileCheck %s
// RUN: ember-opt %s --ember-pipeline=until=slc --remarks-filter=range-loop -o /dev/null 2>&1 | FileCheck %s --check-prefix=PIPELINE
// RUN: ember-opt %s --ember-pipeline="until=slc alias-checks=refuse" --remarks-filter=range-loop -o /dev/null 2>&1 | FileCheck %s --check-prefix=PIPELINE-REFUSE

// Where only a check tells whether the bounds are written, it chooses between the
// nest with ranges and the nest as it was.

// PIPELINE: RangeUsed {{.*}} Bounds=2, OverlapChecks=1
// PIPELINE-REFUSE: RangeNotUsed

// CHECK-LABEL: func @bags
// CHECK-SAME: %[[TABLE:.*]]: memref<?xindex>, %[[OFFSETS:.*]]: memref<?xindex>, %[[OUT:.*]]: memref<?xindex>, %[[N:.*]]: index, %{{.*}}: index) -> index
// CHECK: %[[R:.*]] = scf.if %{{.*}} -> (index) {
// CHECK-NEXT: slc.fallback
// CHECK-NEXT: scf.for
// CHECK-NOT: scf.for
// CHECK: scf.for %{{.*}} = %c0 to %[[N]] step
// CHECK: memref.load %[[OFFSETS]]
// CHECK: arith.cmpi sle
// CHECK: arith.select
// CHECK: } else {
// CHECK: %[[D:.*]]:2 = memref.distinct_objects %[[OFFSETS]], %[[OUT]]
// CHECK: scf.for
// CHECK: scf.if
// CHECK: memref.load %[[D]]#0
// CHECK: scf.for %{{.*}} = %{{.*}}#0 to %{{.*}}#1 step
// CHECK-NOT: memref.load %[[D]]#0
// CHECK-NOT: arith.cmpi
// CHECK: memref.load %[[TABLE]]
// CHECK: memref.store %{{.*}}, %[[D]]#1
// CHECK: return %[[R]]

// NONE-LABEL: func @bags
// NONE-NOT: slc.fallback
// NONE: %[[D:.*]]:2 = memref.distinct_objects
// NONE-NOT: slc.fallback
// NONE: scf.for
// NONE: scf.for %{{.*}} = %{{.*}}#0 to %{{.*}}#1 step
// NONE-NOT: scf.for
// NONE: return

// REFUSE-LABEL: func @bags
// REFUSE-NOT: memref.distinct_objects
// REFUSE: scf.for
// REFUSE: scf.for %{{.*}} = %c0 to %{{.*}} step
// REFUSE: arith.select
// REFUSE: return
func.func @bags(%table: memref<?xindex>, %offsets: memref<?xindex>, %out: memref<?xindex>, %n: index, %bags: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %count = scf.for %b = %c0 to %bags step %c1 iter_args(%k = %c0) -> (index) {
    // REMARK: versions.mlir:[[#@LINE+1]]:5: remark: [Missed] RangeNotUsed {{.*}} it may write what 'memref.load' at {{.*}}versions.mlir:[[#@LINE+2]]:16 reads, by way of argument 2 of 'func.func' at {{.*}}, and a check at run time is not allowed; alias-checks=runtime allows it
    scf.for %j = %c0 to %n step %c1 {
      %begin = memref.load %offsets[%b] : memref<?xindex>
      %next = arith.addi %b, %c1 : index
      %end = memref.load %offsets[%next] : memref<?xindex>
      %from = arith.cmpi sle, %begin, %j : index
      %before = arith.cmpi slt, %j, %end : index
      %inside = arith.andi %from, %before : i1
      %acc = memref.load %out[%b] : memref<?xindex>
      %x = memref.load %table[%j] : memref<?xindex>
      %sum = arith.addi %x, %acc : index
      %result = arith.select %inside, %sum, %acc : index
      memref.store %result, %out[%b] : memref<?xindex>
    }
    %more = arith.addi %k, %c1 : index
    scf.yield %more : index
  }
  return %count : index
}

// A loop of the nest that needs no check has its range in both versions.

// CHECK-LABEL: func @both
// CHECK: slc.fallback
// CHECK: %[[UPPER:.*]] = arith.minsi
// CHECK-NEXT: scf.for %{{.*}} = %c0 to %[[UPPER]]
// CHECK: } else {
// CHECK: %[[UPPER:.*]] = arith.minsi
// CHECK-NEXT: scf.for %{{.*}} = %c0 to %[[UPPER]]
// CHECK: return
func.func @both(%bounds: memref<?xindex>, %out: memref<?xindex>, %hi: index, %n: index, %rows: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %b = %c0 to %rows step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %before = arith.cmpi slt, %j, %hi : index
      scf.if %before {
        memref.store %j, %out[%j] : memref<?xindex>
      }
    }
    // REMARK: versions.mlir:[[#@LINE+1]]:5: remark: [Missed] RangeNotUsed {{.*}} alias-checks=runtime allows it
    scf.for %j = %c0 to %n step %c1 {
      %end = memref.load %bounds[%b] : memref<?xindex>
      %before = arith.cmpi slt, %j, %end : index
      scf.if %before {
        memref.store %b, %out[%j] : memref<?xindex>
      }
    }
  }
  return
}

// RUN: ember-opt %s --convert-scf-to-slc | FileCheck %s --check-prefixes=CHECK,RUNTIME
// RUN: ember-opt %s --convert-scf-to-slc=alias-checks=runtime | FileCheck %s --check-prefixes=CHECK,RUNTIME
// RUN: ember-opt %s --convert-scf-to-slc=alias-checks=assume-none | FileCheck %s --check-prefixes=CHECK,ASSUME
// RUN: ember-opt %s --convert-scf-to-slc=alias-checks=refuse | FileCheck %s --check-prefixes=CHECK,REFUSE
// RUN: ember-opt %s --convert-scf-to-slc --slc-verify-decoupling -o /dev/null
// RUN: ember-opt %s --convert-scf-to-slc=alias-checks=assume-none --slc-verify-decoupling -o /dev/null
// RUN: not ember-opt %s --convert-scf-to-slc=alias-checks=never 2>&1 | FileCheck %s --check-prefix=OPTION

// What is done about memrefs of which nothing is known.

// OPTION: never

// CHECK-LABEL: func.func @copy(
// CHECK-SAME:    %[[A:.*]]: memref<?xf32>, %[[B:.*]]: memref<?x?xf64, strided<[?, ?], offset: ?>>, %[[N:.*]]: index, %[[X:.*]]: f64) -> f64
func.func @copy(%a: memref<?xf32>, %b: memref<?x?xf64, strided<[?, ?], offset: ?>>, %n: index, %x: f64) -> f64 {
  // CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
  // CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index

  // The bytes of the memref that is read,
  // RUNTIME: %{{.*}}, %[[OFFSET:.*]], %[[SIZE:.*]], %[[STRIDE:.*]] = memref.extract_strided_metadata %[[A]]
  // RUNTIME: %[[BASE:.*]] = memref.extract_aligned_pointer_as_index %[[A]]
  // RUNTIME: %[[FALSE:.*]] = arith.constant false
  // RUNTIME: %[[NONE:.*]] = arith.cmpi sle, %[[SIZE]], %{{.*}}
  // RUNTIME: %[[EMPTY:.*]] = arith.ori %[[FALSE]], %[[NONE]]
  // RUNTIME: %[[LAST:.*]] = arith.subi %[[SIZE]], %{{.*}}
  // RUNTIME: %[[SPAN:.*]] = arith.muli %[[LAST]], %[[STRIDE]]
  // RUNTIME: %[[UP:.*]] = arith.maxsi %[[SPAN]], %{{.*}}
  // RUNTIME: %[[DOWN:.*]] = arith.minsi %[[SPAN]], %{{.*}}
  // RUNTIME: %[[HIGH:.*]] = arith.addi %[[OFFSET]], %[[UP]]
  // RUNTIME: %[[LOW:.*]] = arith.addi %[[OFFSET]], %[[DOWN]]
  // RUNTIME: %[[BYTES:.*]] = arith.constant 4 : index
  // RUNTIME: %[[LOWBYTES:.*]] = arith.muli %[[LOW]], %[[BYTES]]
  // RUNTIME: %[[BEHIND:.*]] = arith.addi %[[HIGH]], %{{.*}}
  // RUNTIME: %[[HIGHBYTES:.*]] = arith.muli %[[BEHIND]], %[[BYTES]]
  // RUNTIME: %[[AFIRST:.*]] = arith.addi %[[BASE]], %[[LOWBYTES]]
  // RUNTIME: %[[AEND:.*]] = arith.addi %[[BASE]], %[[HIGHBYTES]]
  // RUNTIME: %[[ALAST:.*]] = arith.select %[[EMPTY]], %[[AFIRST]], %[[AEND]]
  // and those of the one that is written, over both dimensions,
  // RUNTIME: memref.extract_strided_metadata %[[B]]
  // RUNTIME: memref.extract_aligned_pointer_as_index %[[B]]
  // RUNTIME: arith.constant 8 : index
  // RUNTIME-NEXT: arith.muli
  // RUNTIME-NEXT: arith.addi
  // RUNTIME-NEXT: arith.muli
  // RUNTIME-NEXT: %[[BFIRST:.*]] = arith.addi
  // RUNTIME: %[[BLAST:.*]] = arith.select %{{.*}}, %[[BFIRST]], %{{.*}}
  // intersect if neither is empty and each begins below the other's end.
  // RUNTIME: %[[P:.*]] = arith.cmpi ult, %[[AFIRST]], %[[BLAST]]
  // RUNTIME: %[[Q:.*]] = arith.cmpi ult, %[[BFIRST]], %[[ALAST]]
  // RUNTIME: %[[PQ:.*]] = arith.andi %[[P]], %[[Q]]
  // RUNTIME: %[[R:.*]] = arith.cmpi ult, %[[AFIRST]], %[[ALAST]]
  // RUNTIME: %[[PQR:.*]] = arith.andi %[[PQ]], %[[R]]
  // RUNTIME: %[[S:.*]] = arith.cmpi ult, %[[BFIRST]], %[[BLAST]]
  // RUNTIME: %[[OVERLAP:.*]] = arith.andi %[[PQR]], %[[S]]
  // RUNTIME: %[[RESULT:.*]] = scf.if %[[OVERLAP]] -> (f64) {
  // RUNTIME-NEXT: slc.fallback
  // RUNTIME-NEXT: %[[PLAIN:.*]] = scf.for %[[J:.*]] = %[[C0]] to %[[N]] step %[[C1]] iter_args
  // RUNTIME-NEXT:   memref.load %[[A]][%[[J]]]
  // RUNTIME:        memref.store %{{.*}}, %[[B]][%[[J]], %[[C0]]]
  // RUNTIME:      scf.yield %[[PLAIN]] : f64
  // RUNTIME-NEXT: } else {

  // ASSUME-NOT: scf.if
  // REFUSE-NOT: slc

  // Behind the check the two are distinct.
  // RUNTIME-NEXT: %[[D:.*]]:2 = memref.distinct_objects %[[A]], %[[B]]
  // ASSUME: %[[D:.*]]:2 = memref.distinct_objects %[[A]], %[[B]]
  // RUNTIME-NEXT: %[[NEST:.*]] = slc.for %[[I:.*]] = %[[C0]] to %[[N]] step
  // ASSUME-NEXT: %[[RESULT:.*]] = slc.for %[[I:.*]] = %[[C0]] to %[[N]] step
  // RUNTIME-NEXT: slc.mem_str %[[D]]#0[%[[I]]] : memref<?xf32>
  // ASSUME-NEXT: slc.mem_str %[[D]]#0[%[[I]]] : memref<?xf32>
  // RUNTIME: memref.store %{{.*}}, %[[D]]#1[%{{.*}}, %[[C0]]]
  // ASSUME: memref.store %{{.*}}, %[[D]]#1[%{{.*}}, %[[C0]]]
  // RUNTIME: scf.yield %[[NEST]] : f64
  // REFUSE: %[[RESULT:.*]] = scf.for
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %x) -> (f64) {
    %v = memref.load %a[%i] : memref<?xf32>
    %w = arith.extf %v : f32 to f64
    memref.store %w, %b[%i, %c0] : memref<?x?xf64, strided<[?, ?], offset: ?>>
    %sum = arith.addf %acc, %w : f64
    scf.yield %sum : f64
  }
  // CHECK: return %[[RESULT]] : f64
  return %r : f64
}

// Each pair of a memref that is read and one that is written has its own
// distinct_objects: of %a and %b, which are only read, nothing is said.

// CHECK-LABEL: func.func @pairs(
// CHECK-SAME:    %[[A:.*]]: memref<?xf32>, %[[B:.*]]: memref<?xf32>, %[[C:.*]]: memref<?xf32>, %[[D:.*]]: memref<?xf32>, %[[E:.*]]: memref<?xf32> {llvm.noalias}, %{{.*}}: index)
func.func @pairs(%a: memref<?xf32>, %b: memref<?xf32>, %c: memref<?xf32>,
                 %d: memref<?xf32>, %e: memref<?xf32> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // RUNTIME: scf.if
  // RUNTIME: else
  // RUNTIME: %[[AC:.*]]:2 = memref.distinct_objects %[[A]], %[[C]]
  // RUNTIME-NEXT: %[[AD:.*]]:2 = memref.distinct_objects %[[AC]]#0, %[[D]]
  // RUNTIME-NEXT: %[[BC:.*]]:2 = memref.distinct_objects %[[B]], %[[AC]]#1
  // RUNTIME-NEXT: %[[BD:.*]]:2 = memref.distinct_objects %[[BC]]#0, %[[AD]]#1
  // RUNTIME-NEXT: slc.for
  // RUNTIME: slc.mem_str %[[AD]]#0
  // RUNTIME: slc.mem_str %[[BD]]#0
  // RUNTIME: slc.mem_str %[[E]]
  // RUNTIME: memref.store %{{.*}}, %[[BC]]#1
  // RUNTIME: memref.store %{{.*}}, %[[BD]]#1
  // REFUSE: slc.for
  // REFUSE-NEXT: slc.mem_str %[[E]]
  // REFUSE-NEXT: slc.callback
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %a[%i] : memref<?xf32>
    %w = memref.load %b[%i] : memref<?xf32>
    %u = memref.load %e[%i] : memref<?xf32>
    %s = arith.addf %v, %w : f32
    %t = arith.addf %s, %u : f32
    memref.store %s, %c[%i] : memref<?xf32>
    memref.store %t, %d[%i] : memref<?xf32>
  }
  return
}

// noalias needs no check.

// CHECK-LABEL: func.func @noalias(
// CHECK-NOT: scf.if
// CHECK-NOT: distinct_objects
// CHECK: slc.for
func.func @noalias(%a: memref<?xf32>, %b: memref<?xf32> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %a[%i] : memref<?xf32>
    memref.store %v, %b[%i] : memref<?xf32>
  }
  return
}

// A check of an allocation's views does not make its memory known to others.

func.func private @extern(index)

// CHECK-LABEL: func.func @local_views(
func.func @local_views(%idx: memref<?xindex> {llvm.noalias}, %n: index, %from: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: %[[ALLOC:.*]] = memref.alloc
  %alloc = memref.alloc(%n) : memref<?xf32>
  // CHECK: %[[LOW:.*]] = memref.subview %[[ALLOC]][0]
  %low = memref.subview %alloc[0] [%n] [1] : memref<?xf32> to memref<?xf32, strided<[1]>>
  %high = memref.subview %alloc[%from] [%n] [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: ?>>
  // RUNTIME: memref.extract_aligned_pointer_as_index %[[LOW]]
  // RUNTIME: memref.distinct_objects %[[LOW]]
  // RUNTIME: slc.mem_str
  // RUNTIME: slc.callback
  // RUNTIME: call @extern
  scf.for %i = %c0 to %n step %c1 {
    %j = memref.load %idx[%i] : memref<?xindex>
    %v = memref.load %low[%j] : memref<?xf32, strided<[1]>>
    memref.store %v, %high[%i] : memref<?xf32, strided<[1], offset: ?>>
    func.call @extern(%i) : (index) -> ()
  }
  return
}

// RUN: ember-opt %s --ember-lower-asserts --split-input-file --mlir-print-local-scope --verify-diagnostics | FileCheck %s

// A message is interned: the same text at the same place is one constant.
// CHECK-DAG: llvm.mlir.global private constant @__ember_string0("bag.mlir:3:7: expects bags\00")
// CHECK-DAG: llvm.mlir.global private constant @__ember_string1("bag.mlir:4:7: expects bags\00")
// CHECK-DAG: llvm.func @__ember_fault(!llvm.ptr) attributes {passthrough = ["cold", "noreturn"]}

// CHECK-LABEL: func.func @interned(
// CHECK-SAME:    %[[OK:.*]]: i1)
func.func @interned(%ok: i1) {
  // CHECK: %[[TRUE:.*]] = arith.constant true
  // CHECK: %[[VIOLATED:.*]] = arith.xori %[[OK]], %[[TRUE]] : i1
  // CHECK: scf.if %[[VIOLATED]] {
  // CHECK:   %[[MESSAGE:.*]] = llvm.mlir.addressof @__ember_string0
  // CHECK:   llvm.call @__ember_fault(%[[MESSAGE]])
  // CHECK: }
  cf.assert %ok, "expects bags" loc("bag.mlir":3:7)
  // CHECK: llvm.mlir.addressof @__ember_string0
  cf.assert %ok, "expects bags" loc("bag.mlir":3:7)
  // CHECK: llvm.mlir.addressof @__ember_string1
  cf.assert %ok, "expects bags" loc("bag.mlir":4:7)
  // CHECK-NOT: cf.assert
  return
}

// -----

// Positions are found inside of other locations.
// CHECK-DAG: @__ember_string0("inner.py:5:1: named\00")
// CHECK-DAG: @__ember_string1("callee.py:6:2: called\00")
// CHECK-DAG: @__ember_string2("part.py:7:3: fused\00")
// CHECK-DAG: @__ember_string3("loc(unknown): unknown\00")

func.func @locations(%ok: i1) {
  cf.assert %ok, "named" loc("bag"("inner.py":5:1))
  cf.assert %ok, "called" loc(callsite("callee.py":6:2 at "caller.py":1:1))
  cf.assert %ok, "fused" loc(fused["bag", "part.py":7:3, "other.py":1:1])
  cf.assert %ok, "unknown" loc(unknown)
  return
}

// -----

// A block may hold any number of asserts, and what follows runs after them.
// CHECK-LABEL: func.func @in_a_loop
func.func @in_a_loop(%n: index, %ok: i1, %out: memref<?xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: scf.for
  scf.for %i = %c0 to %n step %c1 {
    // CHECK: scf.if
    // CHECK:   llvm.call @__ember_fault
    // CHECK: memref.store
    cf.assert %ok, "expects a bag"
    memref.store %i, %out[%i] : memref<?xindex>
  }
  return
}

// -----

// Without an assert nothing is declared.
// CHECK-LABEL: func.func @nothing
// CHECK-NOT: __ember
func.func @nothing() {
  return
}

// -----

// expected-error @+1 {{symbol '__ember_fault' is reserved for the run-time, expects a declaration of type '!llvm.func<void (ptr)>'}}
func.func private @__ember_fault(i32)
func.func @reserved(%ok: i1) {
  cf.assert %ok, "expects a bag"
  return
}

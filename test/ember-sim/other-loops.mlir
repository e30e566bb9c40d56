// Loops that need not end stay on the core, and say so; parallel ones are as good
// as others.

// RUN: ember-sim %s --check --stats=%t.json uniform:8xindex,max=7 zeros:8xindex 2>&1 \
// RUN:   | FileCheck %s
// RUN: FileCheck %s --check-prefix=JSON < %t.json

// CHECK: other-loops.mlir:[[#@LINE+14]]:{{[0-9]+}}: remark: it is 'scf.while', and the access unit runs only 'scf.for'
// CHECK: other-loops.mlir:[[#@LINE+18]]:{{[0-9]+}}: remark: it is inside 'scf.while' at {{.*}}, which the execute unit runs
// CHECK: other-loops.mlir:[[#@LINE+22]]:{{[0-9]+}}: remark: it reaches no load that the access unit can perform
// CHECK: other-loops.mlir:[[#@LINE+22]]:{{[0-9]+}}: remark: the nest writes its memory: 'memref.store' at
// CHECK-NOT: remark:
// JSON: "found": 3,
// JSON: "decoupled": 1,

func.func @copy(%a: memref<?xindex>, %b: memref<?xindex> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %n = memref.dim %a, %c0 : memref<?xindex>
  // Both halves of the loop's result are unused.
  scf.while (%i = %c0) : (index) -> index {
    %more = arith.cmpi slt, %i, %n : index
    scf.condition(%more) %i : index
  } do {
  ^bb0(%i: index):
    %v = memref.load %a[%i] : memref<?xindex>
    memref.store %v, %b[%i] : memref<?xindex>
    %next = arith.addi %i, %c1 : index
    scf.yield %next : index
  }
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %v = memref.load %b[%i] : memref<?xindex>
    %w = arith.addi %v, %v : index
    memref.store %w, %b[%i] : memref<?xindex>
  }
  scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
    scf.for %j = %c0 to %i step %c1 {
      %v = memref.load %a[%j] : memref<?xindex>
      memref.store %v, %b[%i] : memref<?xindex>
    }
  }
  return
}

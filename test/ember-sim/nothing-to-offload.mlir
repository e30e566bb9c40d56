// A kernel with nothing to offload runs unchanged, and says why.

// RUN: ember-sim %s --check --baseline --stats=%t.json uniform:8xf32 2> %t.err \
// RUN:   | FileCheck %s --check-prefix=TABLE
// RUN: FileCheck %s --check-prefix=REMARK < %t.err
// RUN: FileCheck %s --check-prefix=JSON < %t.json

// TABLE: check: the decoupled program computes what the original computes
// TABLE: {{^nests decoupled +0 of 1$}}
// REMARK: nothing-to-offload.mlir:[[#@LINE+23]]:3: remark: it reaches no load that the access unit can perform
// REMARK-NEXT: nothing-to-offload.mlir:[[#@LINE+23]]:10: remark: the nest writes its memory: 'memref.store' at
// JSON: "found": 1,
// JSON: "decoupled": 0,
// JSON: "access": 0,
// JSON: "execute": 8
// JSON: "remarks": [
// JSON-NEXT: {
// JSON-NEXT: "name": "NestNotDecoupled",
// JSON-NEXT: "location": "{{.*}}nothing-to-offload.mlir:[[#@LINE+14]]:3",
// JSON-NEXT: "reason": "it reaches no load that the access unit can perform"
// JSON-NEXT: }
// JSON-NEXT: {
// JSON-NEXT: "name": "LoadNotOffloaded",
// JSON-NEXT: "location": "{{.*}}nothing-to-offload.mlir:[[#@LINE+10]]:10",
// JSON-NEXT: "reason": "the nest writes its memory: {{.*}}nothing-to-offload.mlir:[[#@LINE+11]]:5"
// JSON-NEXT: }

func.func @scale(%x: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %two = arith.constant 2.0 : f32
  %n = memref.dim %x, %c0 : memref<?xf32>
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %x[%i] : memref<?xf32>
    %w = arith.mulf %v, %two : f32
    memref.store %w, %x[%i] : memref<?xf32>
  }
  return
}

// A view that is made in a nest and written through in an inner loop.

// RUN: ember-sim %s --check --stats=%t.json 3 uniform:6xindex,max=6 zeros:6xindex
// RUN: FileCheck %s < %t.json
// CHECK: "found": 1,
// CHECK: "decoupled": 1,
// CHECK: "access": 6,

func.func @shift(%n: index, %a: memref<?xindex> {llvm.noalias}, %b: memref<?xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %view = memref.subview %b[%i] [%n] [1]
        : memref<?xindex> to memref<?xindex, strided<[1], offset: ?>>
    scf.for %j = %c0 to %i step %c1 {
      %v = memref.load %a[%j] : memref<?xindex>
      memref.store %v, %view[%j] : memref<?xindex, strided<[1], offset: ?>>
    }
    %w = memref.load %a[%i] : memref<?xindex>
    memref.store %w, %b[%c0] : memref<?xindex>
  }
  return
}

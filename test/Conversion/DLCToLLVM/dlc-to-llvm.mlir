// RUN: ember-opt %s --convert-dlc-to-llvm | FileCheck %s
// RUN: ember-opt %s --convert-dlc-to-llvm --ember-lower-to-llvm | mlir-translate --mlir-to-llvmir -o /dev/null

// Each nest has its own program, which is named after its function.

// CHECK-DAG: llvm.mlir.global private constant @[[COPY:.*]]("EMBR{{.*}}copy#0{{.*}}") {{{.*}}alignment = 8 : i64}
// CHECK-DAG: llvm.mlir.global private constant @[[TWO0:.*]]("EMBR{{.*}}two#0
// CHECK-DAG: llvm.mlir.global private constant @[[TWO1:.*]]("EMBR{{.*}}two#1

// The configuration words, in a buffer of the whole function: host values, then
// address, sizes and strides of memrefs, in the order of their first use.
// Constants are in the program.

// CHECK-LABEL: func.func @copy(
// CHECK-SAME:    %[[A:.*]]: memref<?xf32>, %[[B:.*]]: memref<4x?xi1, strided<[?, 1], offset: ?>>, %[[N:.*]]: index, %[[H:.*]]: i8, %[[P:.*]]: i1) -> f32
func.func @copy(%a: memref<?xf32>, %b: memref<4x?xi1, strided<[?, 1], offset: ?>>,
                %n: index, %h: i8, %p: i1) -> f32 {
  // CHECK-NEXT: %[[WORDS:.*]] = llvm.mlir.constant(11 : i64)
  // CHECK-NEXT: %[[CONFIG:.*]] = llvm.alloca %[[WORDS]] x i64
  // CHECK: arith.constant
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : i8
  // CHECK: %[[W0:.*]] = llvm.getelementptr %[[CONFIG]][0] : (!llvm.ptr) -> !llvm.ptr, i64
  // CHECK-NEXT: %[[NWORD:.*]] = arith.index_cast %[[N]] : index to i64
  // CHECK-NEXT: llvm.store %[[NWORD]], %[[W0]]
  // CHECK: %{{.*}}, %[[OFFSET:.*]], %[[SIZE:.*]], %[[STRIDE:.*]] = memref.extract_strided_metadata %[[A]]
  // CHECK-NEXT: %[[BASE:.*]] = memref.extract_aligned_pointer_as_index %[[A]]
  // CHECK: %[[SKIPPED:.*]] = arith.muli %[[OFFSET]], %{{.*}}
  // CHECK-NEXT: %[[FIRST:.*]] = arith.addi %[[BASE]], %[[SKIPPED]]
  // CHECK-NEXT: llvm.getelementptr %[[CONFIG]][1]
  // CHECK-NEXT: arith.index_cast %[[FIRST]]
  // CHECK: llvm.getelementptr %[[CONFIG]][2]
  // CHECK-NEXT: arith.index_cast %[[SIZE]]
  // CHECK: llvm.getelementptr %[[CONFIG]][3]
  // CHECK-NEXT: arith.index_cast %[[STRIDE]]
  // CHECK: llvm.getelementptr %[[CONFIG]][4]
  // CHECK-NEXT: arith.extui %[[P]] : i1 to i64
  // CHECK: memref.extract_strided_metadata %[[B]]
  // CHECK: llvm.getelementptr %[[CONFIG]][9]
  // CHECK: llvm.getelementptr %[[CONFIG]][10]
  // CHECK-NEXT: arith.extui %[[H]] : i8 to i64
  // CHECK: %[[PROGRAM:.*]] = llvm.mlir.addressof @[[COPY]]
  // CHECK-NEXT: %[[BYTES:.*]] = llvm.mlir.constant({{[0-9]+}} : i64)
  // CHECK-NEXT: llvm.call @__ember_start(%[[PROGRAM]], %[[BYTES]], %[[CONFIG]], %{{.*}})
  // CHECK-NEXT: %[[R:.*]] = scf.while
  %r = dlc.decoupled records = [#dlc.record<[index : 0, f32 : 8, i1 : 12], size = 16, align = 8>,
                                #dlc.record<[i8 : 0, f32 : 1, i40 : 5], size = 13, align = 1>] -> f32 access {
    slc.for %i = %c0 to %n step %c1 {
      %s = slc.mem_str %a[%i] if %p : memref<?xf32>
      %t = slc.mem_str %b[%i, %n] : memref<4x?xi1, strided<[?, 1], offset: ?>>
      dlc.push 0(%i, %s, %t) : index, f32, i1
      %e = slc.alu_str extui %t : i1 to i8
      %f = slc.alu_str addi %e, %c3 : i8
      %g = slc.alu_str muli %f, %h : i8
      %w = slc.alu_str extui %t : i1 to i40
      dlc.push 1(%g, %s, %w) : i8, f32, i40
    }
    dlc.yield
  } execute {
    %sum = scf.while : () -> f32 {
      // CHECK-NEXT: %[[ACQUIRED:.*]] = llvm.call @__ember_acquire() : () -> !llvm.struct<(i64, ptr)>
      // CHECK-NEXT: %[[EVENT:.*]] = llvm.extractvalue %[[ACQUIRED]][0]
      // CHECK-NEXT: %[[RECORD:.*]] = llvm.extractvalue %[[ACQUIRED]][1]
      // CHECK-NEXT: %[[TOKEN:.*]] = arith.index_cast %[[EVENT]] : i64 to index
      // CHECK-NEXT: scf.index_switch %[[TOKEN]]
      %token, %rec = dlc.acquire
      %next = scf.index_switch %token -> f32
      // Fields are loads from the record; those that are not aligned say so.
      // CHECK: case 0
      case 0 {
        // CHECK-NEXT: %[[P0:.*]] = llvm.getelementptr %[[RECORD]][0] : (!llvm.ptr) -> !llvm.ptr, i8
        // CHECK-NEXT: %[[I64:.*]] = llvm.load %[[P0]] {alignment = 8 : i64} : !llvm.ptr -> i64
        // CHECK-NEXT: arith.index_cast %[[I64]] : i64 to index
        %e = dlc.pop %rec[0, 0] : index
        // CHECK-NEXT: %[[P2:.*]] = llvm.getelementptr %[[RECORD]][12]
        // CHECK-NEXT: %[[I8:.*]] = llvm.load %[[P2]] {alignment = 1 : i64} : !llvm.ptr -> i8
        // CHECK-NEXT: arith.trunci %[[I8]] : i8 to i1
        %t = dlc.pop %rec[0, 2] : i1
        // CHECK-NEXT: %[[P1:.*]] = llvm.getelementptr %[[RECORD]][8]
        // CHECK-NEXT: llvm.load %[[P1]] {alignment = 4 : i64} : !llvm.ptr -> f32
        %v = dlc.pop %rec[0, 1] : f32
        memref.store %v, %a[%e] : memref<?xf32>
        scf.yield %v : f32
      }
      // CHECK: case 1
      case 1 {
        // CHECK-NEXT: llvm.getelementptr %[[RECORD]][0]
        // CHECK-NEXT: llvm.load %{{.*}} {alignment = 1 : i64} : !llvm.ptr -> i8
        %e = dlc.pop %rec[1, 0] : i8
        // CHECK-NEXT: llvm.getelementptr %[[RECORD]][5]
        // CHECK-NEXT: %[[I40:.*]] = llvm.load %{{.*}} {alignment = 1 : i64} : !llvm.ptr -> i64
        // CHECK-NEXT: arith.trunci %[[I40]] : i64 to i40
        %w = dlc.pop %rec[1, 2] : i40
        // CHECK-NEXT: llvm.getelementptr %[[RECORD]][1]
        // CHECK-NEXT: llvm.load %{{.*}} {alignment = 1 : i64} : !llvm.ptr -> f32
        %v = dlc.pop %rec[1, 1] : f32
        scf.yield %v : f32
      }
      default {
        %z = arith.constant 0.0 : f32
        scf.yield %z : f32
      }
      // CHECK: llvm.call @__ember_release() : () -> ()
      dlc.release %rec
      %end = arith.constant 2 : index
      %more = arith.cmpi ne, %token, %end : index
      scf.condition(%more) %next : f32
    } do {
    ^bb0(%w: f32):
      scf.yield
    }
    dlc.yield %sum : f32
  }
  // CHECK: return %[[R]] : f32
  return %r : f32
}

// Two nests, one in a loop: their buffers are taken once.

// CHECK-LABEL: func.func @two(
func.func @two(%a: memref<?xf32>, %n: index) {
  // CHECK-COUNT-2: llvm.alloca
  // CHECK-NOT: llvm.alloca
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: llvm.mlir.addressof @[[TWO0]]
  // CHECK: llvm.call @__ember_start
  dlc.decoupled records = [] access {
    slc.for %i = %c0 to %n step %c1 {
    }
    dlc.yield
  } execute {
    %token, %rec = dlc.acquire
    dlc.release %rec
    dlc.yield
  }
  // CHECK: scf.for
  scf.for %k = %c0 to %n step %c1 {
    // CHECK: llvm.mlir.addressof @[[TWO1]]
    // CHECK: llvm.call @__ember_start
    dlc.decoupled records = [] access {
      dlc.yield
    } execute {
      // CHECK-NEXT: llvm.call @__ember_acquire
      %token, %rec = dlc.acquire
      // CHECK: llvm.call @__ember_release
      dlc.release %rec
      dlc.yield
    }
  // CHECK-NEXT: }
  }
  return
}

// CHECK-LABEL: func.func @fallbacks(
func.func @fallbacks() {
  // CHECK: %[[ZERO:.*]] = llvm.mlir.constant(0 : i64)
  // CHECK-NEXT: llvm.call @__ember_fallback(%[[ZERO]])
  slc.fallback
  // CHECK: %[[ONE:.*]] = llvm.mlir.constant(1 : i64)
  // CHECK-NEXT: llvm.call @__ember_fallback(%[[ONE]])
  slc.fallback
  return
}

// What has no nest stays as it is.

// CHECK-LABEL: func.func @plain(
// CHECK-NEXT: return
func.func @plain() {
  return
}

// RUN: ember-opt %s --allow-unregistered-dialect | ember-opt --allow-unregistered-dialect | FileCheck %s
// RUN: ember-opt %s --allow-unregistered-dialect --mlir-print-op-generic | ember-opt --allow-unregistered-dialect | FileCheck %s
// RUN: ember-opt %s --allow-unregistered-dialect --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

// CHECK-LABEL: func.func @sum(
// CHECK-SAME:    %[[A:.*]]: memref<?xf32>, %[[N:.*]]: index, %[[X:.*]]: f32)
func.func @sum(%a: memref<?xf32>, %n: index, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  // CHECK: %[[R:.*]] = dlc.decoupled records = [#dlc.record<[index : 0, f32 : 8], size = 16, align = 8>, #dlc.record<[], size = 0, align = 1>] -> f32 access {
  // GENERIC: "dlc.decoupled"() <{records = [#dlc.record<[index : 0, f32 : 8], size = 16, align = 8>, #dlc.record<[], size = 0, align = 1>]}> ({
  %r = dlc.decoupled records = [#dlc.record<[index : 0, f32 : 8], size = 16, align = 8>,
                                #dlc.record<[], size = 0, align = 1>] -> f32 access {
    // CHECK-NEXT: slc.for %[[I:.*]] = %{{.*}} to %[[N]] step %{{.*}} {
    slc.for %i = %c0 to %n step %c1 {
      // CHECK-NEXT: %[[S:.*]] = slc.mem_str %[[A]][%[[I]]] : memref<?xf32>
      %s = slc.mem_str %a[%i] : memref<?xf32>
      // CHECK-NEXT: dlc.push 0(%[[I]], %[[S]]) : index, f32
      // GENERIC: "dlc.push"(%{{.*}}, %{{.*}}) <{event = 0 : i64, operandSegmentSizes = array<i32: 2, 0>}> : (!slc.stream<index>, !slc.stream<f32>) -> ()
      dlc.push 0(%i, %s) : index, f32
      // CHECK-NEXT: dlc.push 1() {name = "end"}
      // GENERIC: "dlc.push"() <{event = 1 : i64, operandSegmentSizes = array<i32: 0, 0>}> {name = "end"} : () -> ()
      dlc.push 1() {name = "end"}
    }
    // CHECK: dlc.yield
    // CHECK-NEXT: } execute {
    // GENERIC: "dlc.yield"() : () -> ()
    dlc.yield
  } execute {
    %sum = scf.while (%acc = %x) : (f32) -> f32 {
      // CHECK: %[[TOKEN:.*]], %[[REC:.*]] = dlc.acquire
      // GENERIC: %{{.*}}:2 = "dlc.acquire"() : () -> (index, !dlc.rec)
      %token, %rec = dlc.acquire
      %next = scf.index_switch %token -> f32
      case 0 {
        // CHECK: dlc.pop %[[REC]][0, 1] : f32
        // GENERIC: "dlc.pop"(%{{.*}}) <{event = 0 : i64, field = 1 : i64}> : (!dlc.rec) -> f32
        %v = dlc.pop %rec[0, 1] : f32
        // CHECK: dlc.pop %[[REC]][0, 0] {name = "i"} : index
        %i = dlc.pop %rec[0, 0] {name = "i"} : index
        %s = arith.addf %acc, %v : f32
        scf.yield %s : f32
      }
      default {
        scf.yield %acc : f32
      }
      // CHECK: dlc.release %[[REC]]
      // GENERIC: "dlc.release"(%{{.*}}) : (!dlc.rec) -> ()
      dlc.release %rec
      %more = arith.cmpi ne, %token, %c2 : index
      scf.condition(%more) %next : f32
    } do {
    ^bb0(%acc: f32):
      scf.yield %acc : f32
    }
    // CHECK: dlc.yield %{{.*}} : f32
    dlc.yield %sum : f32
  // CHECK-NEXT: } {name = "nest"}
  } {name = "nest"}
  return %r : f32
}

// Nothing to run: only the end token is sent.

// CHECK-LABEL: func.func @empty()
func.func @empty() {
  // CHECK-NEXT: dlc.decoupled records = [] access {
  dlc.decoupled records = [] access {
    // CHECK-NEXT: dlc.yield {name = "access"}
    dlc.yield {name = "access"}
  } execute {
    // CHECK: dlc.acquire {name = "end"}
    %token, %rec = dlc.acquire {name = "end"}
    // CHECK-NEXT: dlc.release %{{.*}} {name = "end"}
    dlc.release %rec {name = "end"}
    dlc.yield
  }
  return
}

// Sibling loops of one access region, a store past the core.

// CHECK-LABEL: func.func @siblings(
func.func @siblings(%a: memref<?xi8>, %b: memref<?xi8>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: dlc.decoupled records = [#dlc.record<[i8 : 0], size = 1, align = 1>] access {
  dlc.decoupled records = [#dlc.record<[i8 : 0], size = 1, align = 1>] access {
    // CHECK: slc.for
    slc.for %i = %c0 to %n step %c1 {
      %v = slc.mem_str %a[%i] : memref<?xi8>
      // CHECK: dlc.push 0(%{{.*}}) : i8
      dlc.push 0(%v) : i8
    }
    // CHECK: slc.for
    slc.for %i = %c0 to %n step %c1 {
      %v = slc.mem_str %a[%i] : memref<?xi8>
      // CHECK: slc.store_str
      slc.store_str %v, %b[%i] : memref<?xi8>
    }
    dlc.yield
  } execute {
    dlc.yield
  }
  return
}

// CHECK-LABEL: func @runs(
func.func @runs(%a: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: dlc.decoupled records = [#dlc.record<[index : 0], size = 8, align = 32, run = <[vector<8xf32> : 0, vector<8xi1> : 32], size = 64, align = 32>, chunk = 4>] access {
  dlc.decoupled records = [#dlc.record<[index : 0], size = 8, align = 32,
                           run = <[vector<8xf32> : 0, vector<8xi1> : 32], size = 64, align = 32>, chunk = 4>] access {
    slc.for %b = %c0 to %n step %c1 {
      slcv.for<8> %i, %m = %c0 to %n step %c1 {
        %s = slcv.mem_str<8> %a[%i] lanes [1] mask %m : memref<?xf32>
        // CHECK: dlc.push 0(%{{.*}}) run(%{{.*}}, %{{.*}}) : index, vector<8xf32>, vector<8xi1>
        dlc.push 0(%b) run(%s, %m) : index, vector<8xf32>, vector<8xi1>
      }
    }
    dlc.yield
  } execute {
    // CHECK: %{{.*}}, %[[REC:.*]] = dlc.acquire
    %token, %rec = dlc.acquire
    // CHECK: %[[LENGTH:.*]] = dlc.run_length %[[REC]]
    %length = dlc.run_length %rec
    // CHECK: dlc.pop %[[REC]][0, 0] at %[[LENGTH]] : vector<8xf32>
    %v = dlc.pop %rec[0, 0] at %length : vector<8xf32>
    // CHECK: dlc.release %[[REC]]
    dlc.release %rec
    dlc.yield
  }
  return
}

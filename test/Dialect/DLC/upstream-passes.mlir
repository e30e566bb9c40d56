// What upstream passes may and may not do to split nests.

// RUN: ember-opt %s --canonicalize --allow-unregistered-dialect | FileCheck %s --check-prefixes=CHECK,CANON
// RUN: ember-opt %s --cse --allow-unregistered-dialect | FileCheck %s --check-prefixes=CHECK,CSE
// RUN: ember-opt %s --loop-invariant-code-motion --allow-unregistered-dialect | FileCheck %s --check-prefixes=CHECK,LICM
// RUN: ember-opt %s --sccp --allow-unregistered-dialect | FileCheck %s
// RUN: ember-opt %s --control-flow-sink --allow-unregistered-dialect | FileCheck %s
// DEFINE: %{all} = --canonicalize --cse --loop-invariant-code-motion --sccp --control-flow-sink --symbol-dce --int-range-optimizations --canonicalize
// RUN: ember-opt %s %{all} --allow-unregistered-dialect | FileCheck %s --check-prefixes=CHECK,CANON

// Pops stay between their acquire and their release. What is popped twice is
// read once; a field that nobody reads is not popped, and the others stay where
// they are.

// CHECK-LABEL: func.func @pops(
func.func @pops(%n: index) {
  dlc.decoupled records = [#dlc.record<[index : 0, i1 : 8], size = 16, align = 8>] access {
    slc.for %i = %n to %n step %n {
      %b = slc.alu_str cmpi slt, %i, %n : index
      // CHECK: dlc.push 0(%{{.*}}, %{{.*}}) : index, i1
      dlc.push 0(%i, %b) : index, i1
    }
    dlc.yield
  } execute {
    // CHECK: %{{.*}}, %[[REC:.*]] = dlc.acquire
    %token, %rec = dlc.acquire
    // CHECK-NEXT: %[[X:.*]] = dlc.pop %[[REC]][0, 1] : i1
    %x = dlc.pop %rec[0, 1] : i1
    // CSE-NEXT: "test.first"(%[[X]], %[[X]])
    // CANON-NOT: dlc.pop %{{.*}}[0, 0]
    %unused = dlc.pop %rec[0, 0] : index
    %y = dlc.pop %rec[0, 1] : i1
    // CANON: "test.first"
    "test.first"(%x, %y) : (i1, i1) -> ()
    // CHECK: dlc.release %[[REC]]
    dlc.release %rec
    // CHECK-NEXT: %{{.*}}, %[[REC2:.*]] = dlc.acquire
    %token2, %rec2 = dlc.acquire
    // The same field of another record is another value.
    // CHECK-NEXT: %[[Z:.*]] = dlc.pop %[[REC2]][0, 1]
    %z = dlc.pop %rec2[0, 1] : i1
    // CHECK-NEXT: dlc.release %[[REC2]]
    dlc.release %rec2
    // CHECK-NEXT: "test.second"(%[[Z]], %{{.*}})
    "test.second"(%z, %x) : (i1, i1) -> ()
    dlc.yield
  }
  return
}

// In the token loop nothing that depends on the queue leaves it; slots are no
// constants, even if they start as poison.

// CHECK-LABEL: func.func @token_loop(
// CHECK-SAME:    %[[A:.*]]: memref<?xindex>, %[[OUT:.*]]: memref<?xindex>, %[[N:.*]]: index)
func.func @token_loop(%a: memref<?xindex>, %out: memref<?xindex>, %n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %poison = ub.poison : index
  // CHECK: %[[R:.*]] = dlc.decoupled
  %r = dlc.decoupled records = [#dlc.record<[], size = 0, align = 1>,
                                #dlc.record<[index : 0], size = 8, align = 8>] -> index access {
    // CHECK: slc.for %[[I:.*]] = %{{.*}} to %[[N]]
    slc.for %i = %c0 to %n step %c1 {
      // CHECK-NEXT: dlc.push 0()
      dlc.push 0()
      // LICM-NEXT: slc.alu_str addi
      // CHECK: slc.for
      slc.for %j = %c0 to %i step %c1 {
        %k = slc.alu_str addi %i, %n : index
        // CHECK: slc.mem_str %[[A]]
        %v = slc.mem_str %a[%k] : memref<?xindex>
        // CHECK-NEXT: dlc.push 1(%{{.*}}) : index
        dlc.push 1(%v) : index
      }
    }
    dlc.yield
  } execute {
    // CHECK: scf.while (%[[SUM:.*]] = %{{.*}}, %[[SLOT:.*]] = %{{.*}}) : (index, index)
    %s:2 = scf.while (%sum = %c0, %slot = %poison) : (index, index) -> (index, index) {
      // CHECK: %[[TOKEN:.*]], %[[REC:.*]] = dlc.acquire
      %token, %rec = dlc.acquire
      // CHECK: %[[NEXT:.*]]:2 = scf.index_switch %[[TOKEN]]
      %next:2 = scf.index_switch %token -> index, index
      case 0 {
        // CHECK: scf.yield %[[SUM]], %{{.*}} : index, index
        scf.yield %sum, %c0 : index, index
      }
      case 1 {
        // CHECK: %[[V:.*]] = dlc.pop %[[REC]][1, 0]
        %v = dlc.pop %rec[1, 0] : index
        // CHECK: memref.store %[[SLOT]], %[[OUT]][%[[V]]]
        memref.store %slot, %out[%v] : memref<?xindex>
        // CHECK: %[[T:.*]] = arith.addi %[[SUM]], %[[V]]
        %t = arith.addi %sum, %v : index
        // CHECK: scf.yield %[[T]], %[[V]]
        scf.yield %t, %v : index, index
      }
      default {
        // CHECK: scf.yield %[[SUM]], %[[SLOT]]
        scf.yield %sum, %slot : index, index
      }
      // CHECK: dlc.release %[[REC]]
      dlc.release %rec
      %end = arith.constant 2 : index
      %more = arith.cmpi ne, %token, %end : index
      // CHECK: scf.condition(%{{.*}}) %[[NEXT]]#0
      scf.condition(%more) %next#0, %next#1 : index, index
    } do {
    ^bb0(%sum: index, %slot: index):
      scf.yield %sum, %slot : index, index
    }
    dlc.yield %s#0 : index
  }
  // CHECK: return %[[R]]
  return %r : index
}

// A nest without events and without results is not dead, nor is it moved or
// merged with its like.

// CHECK-LABEL: func.func @nests_stay(
// CHECK: scf.for
// CHECK: dlc.decoupled
// CHECK: dlc.acquire
// CHECK: dlc.decoupled
// CHECK: dlc.acquire
func.func @nests_stay(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    dlc.decoupled records = [] access {
      dlc.yield
    } execute {
      %token, %rec = dlc.acquire
      dlc.release %rec
      dlc.yield
    }
    dlc.decoupled records = [] access {
      dlc.yield
    } execute {
      %token, %rec = dlc.acquire
      dlc.release %rec
      dlc.yield
    }
  }
  return
}

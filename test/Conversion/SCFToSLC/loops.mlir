// RUN: ember-opt %s --convert-scf-to-slc --allow-unregistered-dialect | FileCheck %s
// RUN: ember-opt %s --convert-scf-to-slc --slc-verify-decoupling --allow-unregistered-dialect -o /dev/null

// Which loops become streams and where the callbacks are.

// Three loops, the bounds of one are loads of the one around; all code is in
// the innermost one.

// CHECK-LABEL: func.func @embedding_bag(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?xindex>, %[[ARG1:.*]]: memref<?xindex>, %[[ARG2:.*]]: memref<?x?xf32>, %[[ARG3:.*]]: memref<?x?xf32> {llvm.noalias}, %[[ARG4:.*]]: index, %[[ARG5:.*]]: index
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   slc.for %[[S:.*]] = %[[C0]] to %[[ARG4]] step %[[C1]] {
// CHECK-NEXT:     %[[V0:.*]] = slc.mem_str %[[ARG0]][%[[S]]] : memref<?xindex>
// CHECK-NEXT:     %[[V1:.*]] = slc.alu_str addi %[[S]], %[[C1]] : index
// CHECK-NEXT:     %[[V2:.*]] = slc.mem_str %[[ARG0]][%[[V1]]] : memref<?xindex>
// CHECK-NEXT:     slc.for %[[S_0:.*]] = %[[V0]] to %[[V2]] step %[[C1]] {
// CHECK-NEXT:       %[[V3:.*]] = slc.mem_str %[[ARG1]][%[[S_0]]] : memref<?xindex>
// CHECK-NEXT:       slc.for %[[S_1:.*]] = %[[C0]] to %[[ARG5]] step %[[C1]] {
// CHECK-NEXT:         %[[V4:.*]] = slc.mem_str %[[ARG2]][%[[V3]], %[[S_1]]] : memref<?x?xf32>
// CHECK-NEXT:         slc.callback {
// CHECK-NEXT:           %[[V5:.*]] = slc.to_val %[[S]] : index
// CHECK-NEXT:           %[[V6:.*]] = slc.to_val %[[S_1]] : index
// CHECK-NEXT:           %[[V7:.*]] = memref.load %[[ARG3]][%[[V5]], %[[V6]]] : memref<?x?xf32>
// CHECK-NEXT:           %[[V8:.*]] = slc.to_val %[[V4]] : f32
// CHECK-NEXT:           %[[V9:.*]] = arith.addf %[[V7]], %[[V8]] : f32
// CHECK-NEXT:           memref.store %[[V9]], %[[ARG3]][%[[V5]], %[[V6]]] : memref<?x?xf32>
// CHECK-NEXT:         }
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   return
func.func @embedding_bag(%offsets: memref<?xindex>, %indices: memref<?xindex>,
                         %table: memref<?x?xf32>,
                         %out: memref<?x?xf32> {llvm.noalias}, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %b = %c0 to %n step %c1 {
    %begin = memref.load %offsets[%b] : memref<?xindex>
    %b1 = arith.addi %b, %c1 : index
    %end = memref.load %offsets[%b1] : memref<?xindex>
    scf.for %p = %begin to %end step %c1 {
      %row = memref.load %indices[%p] : memref<?xindex>
      scf.for %e = %c0 to %m step %c1 {
        %acc = memref.load %out[%b, %e] : memref<?x?xf32>
        %v = memref.load %table[%row, %e] : memref<?x?xf32>
        %sum = arith.addf %acc, %v : f32
        memref.store %sum, %out[%b, %e] : memref<?x?xf32>
      }
    }
  }
  return
}

// Code before, between and after two sibling loops.

// CHECK-LABEL: func.func @siblings(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?xf32>, %[[ARG1:.*]]: memref<?xf32> {llvm.noalias}, %[[ARG2:.*]]: index, %[[ARG3:.*]]: f32
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   slc.for %[[S:.*]] = %[[C0]] to %[[ARG2]] step %[[C1]] {
// CHECK-NEXT:     slc.callback {
// CHECK-NEXT:       %[[V1:.*]] = slc.to_val %[[S]] : index
// CHECK-NEXT:       memref.store %[[ARG3]], %[[ARG1]][%[[V1]]] : memref<?xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     slc.for %[[S_0:.*]] = %[[C0]] to %[[S]] step %[[C1]] {
// CHECK-NEXT:       %[[V1:.*]] = slc.mem_str %[[ARG0]][%[[S_0]]] : memref<?xf32>
// CHECK-NEXT:       slc.callback {
// CHECK-NEXT:         %[[V2:.*]] = slc.to_val %[[S_0]] : index
// CHECK-NEXT:         %[[V3:.*]] = slc.to_val %[[V1]] : f32
// CHECK-NEXT:         memref.store %[[V3]], %[[ARG1]][%[[V2]]] : memref<?xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     %[[V0:.*]] = slc.mem_str %[[ARG0]][%[[S]]] : memref<?xf32>
// CHECK-NEXT:     slc.callback {
// CHECK-NEXT:       %[[V1:.*]] = slc.to_val %[[S]] : index
// CHECK-NEXT:       %[[V2:.*]] = slc.to_val %[[V0]] : f32
// CHECK-NEXT:       memref.store %[[V2]], %[[ARG1]][%[[V1]]] : memref<?xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     slc.for %[[S_0:.*]] = %[[S]] to %[[ARG2]] step %[[C1]] {
// CHECK-NEXT:       %[[V1:.*]] = slc.mem_str %[[ARG0]][%[[S_0]]] : memref<?xf32>
// CHECK-NEXT:       slc.callback {
// CHECK-NEXT:         %[[V2:.*]] = slc.to_val %[[S_0]] : index
// CHECK-NEXT:         %[[V3:.*]] = slc.to_val %[[V1]] : f32
// CHECK-NEXT:         memref.store %[[V3]], %[[ARG1]][%[[V2]]] : memref<?xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     slc.callback {
// CHECK-NEXT:       %[[V1:.*]] = slc.to_val %[[V0]] : f32
// CHECK-NEXT:       memref.store %[[V1]], %[[ARG1]][%[[ARG2]]] : memref<?xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   return
func.func @siblings(%a: memref<?xf32>, %out: memref<?xf32> {llvm.noalias}, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    memref.store %x, %out[%i] : memref<?xf32>
    scf.for %j = %c0 to %i step %c1 {
      %v = memref.load %a[%j] : memref<?xf32>
      memref.store %v, %out[%j] : memref<?xf32>
    }
    %w = memref.load %a[%i] : memref<?xf32>
    memref.store %w, %out[%i] : memref<?xf32>
    scf.for %k = %i to %n step %c1 {
      %v = memref.load %a[%k] : memref<?xf32>
      memref.store %v, %out[%k] : memref<?xf32>
    }
    memref.store %w, %out[%n] : memref<?xf32>
  }
  return
}

// A loop without a load of its own stays in its callback, as do ops with
// regions.

// CHECK-LABEL: func.func @plain_inner_loop(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?xindex>, %[[ARG1:.*]]: memref<?xf32> {llvm.noalias}, %[[ARG2:.*]]: index, %[[ARG3:.*]]: f32, %[[ARG4:.*]]: i1
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   slc.for %[[S:.*]] = %[[C0]] to %[[ARG2]] step %[[C1]] {
// CHECK-NEXT:     %[[V0:.*]] = slc.mem_str %[[ARG0]][%[[S]]] : memref<?xindex>
// CHECK-NEXT:     slc.callback {
// CHECK-NEXT:       %[[V1:.*]] = slc.to_val %[[V0]] : index
// CHECK-NEXT:       scf.for %[[ARG5:.*]] = %[[C0]] to %[[V1]] step %[[C1]] {
// CHECK-NEXT:         memref.store %[[ARG3]], %[[ARG1]][%[[ARG5]]] : memref<?xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:       scf.if %[[ARG4]] {
// CHECK-NEXT:         memref.store %[[ARG3]], %[[ARG1]][%[[V1]]] : memref<?xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   return
func.func @plain_inner_loop(%a: memref<?xindex>, %out: memref<?xf32> {llvm.noalias}, %n: index, %x: f32, %p: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %m = memref.load %a[%i] : memref<?xindex>
    scf.for %j = %c0 to %m step %c1 {
      memref.store %x, %out[%j] : memref<?xf32>
    }
    scf.if %p {
      memref.store %x, %out[%m] : memref<?xf32>
    }
  }
  return
}

// Nests wherever a region may be; those in a loop that is not offloaded stand
// alone.

// CHECK-LABEL: func.func @nests_in_regions(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?xf32> {llvm.noalias}, %[[ARG1:.*]]: memref<?xf32>, %[[ARG2:.*]]: memref<f32>, %[[ARG3:.*]]: index, %[[ARG4:.*]]: i1
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   scf.if %[[ARG4]] {
// CHECK-NEXT:     slc.for %[[S:.*]] = %[[C0]] to %[[ARG3]] step %[[C1]] {
// CHECK-NEXT:       %[[V0:.*]] = slc.mem_str %[[ARG0]][%[[S]]] : memref<?xf32>
// CHECK-NEXT:       slc.callback {
// CHECK-NEXT:         %[[V1:.*]] = slc.to_val %[[V0]] : f32
// CHECK-NEXT:         memref.store %[[V1]], %[[ARG2]][] : memref<f32>
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   scf.while : () -> () {
// CHECK-NEXT:     %[[V0:.*]] = "test.more"() : () -> i1
// CHECK-NEXT:     scf.condition(%[[V0]])
// CHECK-NEXT:   } do {
// CHECK-NEXT:     slc.for %[[S:.*]] = %[[C0]] to %[[ARG3]] step %[[C1]] {
// CHECK-NEXT:       %[[V0:.*]] = slc.mem_str %[[ARG0]][%[[S]]] : memref<?xf32>
// CHECK-NEXT:       slc.callback {
// CHECK-NEXT:         %[[V1:.*]] = slc.to_val %[[V0]] : f32
// CHECK-NEXT:         memref.store %[[V1]], %[[ARG2]][] : memref<f32>
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     scf.yield
// CHECK-NEXT:   }
// CHECK-NEXT:   scf.for %[[ARG5:.*]] = %[[C0]] to %[[ARG3]] step %[[C1]] {
// CHECK-NEXT:     "test.write"(%[[ARG0]]) : (memref<?xf32>) -> ()
// CHECK-NEXT:     slc.for %[[S:.*]] = %[[C0]] to %[[ARG3]] step %[[C1]] {
// CHECK-NEXT:       %[[V0:.*]] = slc.mem_str %[[ARG0]][%[[S]]] : memref<?xf32>
// CHECK-NEXT:       slc.callback {
// CHECK-NEXT:         %[[V1:.*]] = slc.to_val %[[V0]] : f32
// CHECK-NEXT:         memref.store %[[V1]], %[[ARG2]][] : memref<f32>
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   return
func.func @nests_in_regions(%a: memref<?xf32> {llvm.noalias}, %b: memref<?xf32>,
                            %out: memref<f32>, %n: index, %p: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.if %p {
    scf.for %i = %c0 to %n step %c1 {
      %v = memref.load %a[%i] : memref<?xf32>
      memref.store %v, %out[] : memref<f32>
    }
  }
  scf.while : () -> () {
    %more = "test.more"() : () -> i1
    scf.condition(%more)
  } do {
    scf.for %i = %c0 to %n step %c1 {
      %v = memref.load %a[%i] : memref<?xf32>
      memref.store %v, %out[] : memref<f32>
    }
    scf.yield
  }
  scf.for %k = %c0 to %n step %c1 {
    "test.write"(%a) : (memref<?xf32>) -> ()
    scf.for %i = %c0 to %n step %c1 {
      %v = memref.load %a[%i] : memref<?xf32>
      memref.store %v, %out[] : memref<f32>
    }
  }
  return
}

// What the loop carries as an attribute stays on it.

// CHECK-LABEL: func.func @attributes(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?xf32>, %[[ARG1:.*]]: memref<f32> {llvm.noalias}, %[[ARG2:.*]]: index
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   slc.for %[[S:.*]] = %[[C0]] to %[[ARG2]] step %[[C1]] {
// CHECK-NEXT:     %[[V0:.*]] = slc.mem_str %[[ARG0]][%[[S]]] : memref<?xf32>
// CHECK-NEXT:     slc.callback {
// CHECK-NEXT:       %[[V1:.*]] = slc.to_val %[[V0]] : f32
// CHECK-NEXT:       memref.store %[[V1]], %[[ARG1]][] : memref<f32>
// CHECK-NEXT:     }
// CHECK-NEXT:   } {name = "loop"}
// CHECK-NEXT:   return
func.func @attributes(%a: memref<?xf32>, %out: memref<f32> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %a[%i] : memref<?xf32>
    memref.store %v, %out[] : memref<f32>
  } {name = "loop"}
  return
}

// Invariant ops that the access unit needs go before the nest, in their order;
// others stay where they are.

// CHECK-LABEL: func.func @invariants(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?xf32> {llvm.noalias}, %[[ARG1:.*]]: memref<f32>, %[[ARG2:.*]]: index, %[[ARG3:.*]]: index
// CHECK-NEXT:   %[[C2:.*]] = arith.constant 2 : index
// CHECK-NEXT:   %[[V0:.*]] = arith.shrsi %[[ARG2]], %[[C2]] : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[V1:.*]] = arith.muli %[[V0]], %[[C2]] : index
// CHECK-NEXT:   slc.for %[[S:.*]] = %[[ARG2]] to %[[ARG3]] step %[[ARG2]] {
// CHECK-NEXT:     %[[V2:.*]] = slc.callback -> (index) {
// CHECK-NEXT:       %[[V3:.*]] = arith.addi %[[ARG2]], %[[ARG3]] : index
// CHECK-NEXT:       slc.yield %[[V3]] : index
// CHECK-NEXT:     }
// CHECK-NEXT:     slc.for %[[S_0:.*]] = %[[V0]] to %[[ARG3]] step %[[C1]] {
// CHECK-NEXT:       %[[V3:.*]] = slc.mem_str %[[ARG0]][%[[V1]]] : memref<?xf32>
// CHECK-NEXT:       slc.callback {
// CHECK-NEXT:         %[[V4:.*]] = slc.to_val %[[V3]] : f32
// CHECK-NEXT:         memref.store %[[V4]], %[[ARG1]][] : memref<f32>
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     slc.callback {
// CHECK-NEXT:       "test.use"(%[[V2]]) : (index) -> ()
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   return
func.func @invariants(%a: memref<?xf32> {llvm.noalias}, %out: memref<f32>, %n: index, %m: index) {
  scf.for %i = %n to %m step %n {
    %c2 = arith.constant 2 : index
    %half = arith.shrsi %n, %c2 : index
    %unneeded = arith.addi %n, %m : index
    %one = arith.constant 1 : index
    scf.for %j = %half to %m step %one {
      %at = arith.muli %half, %c2 : index
      %v = memref.load %a[%at] : memref<?xf32>
      memref.store %v, %out[] : memref<f32>
    }
    "test.use"(%unneeded) : (index) -> ()
  }
  return
}

// A value is read where the original has it: after the assert that precedes the
// load, and again in each callback that uses it.

// CHECK-LABEL: func.func @places(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?xf32>, %[[ARG1:.*]]: memref<?xf32> {llvm.noalias}, %[[ARG2:.*]]: index, %[[ARG3:.*]]: i1
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   slc.for %[[S:.*]] = %[[C0]] to %[[ARG2]] step %[[C1]] {
// CHECK-NEXT:     %[[V0:.*]] = slc.mem_str %[[ARG0]][%[[S]]] : memref<?xf32>
// CHECK-NEXT:     slc.callback {
// CHECK-NEXT:       %[[V1:.*]] = slc.to_val %[[S]] : index
// CHECK-NEXT:       cf.assert %[[ARG3]], "before the load"
// CHECK-NEXT:       %[[V2:.*]] = slc.to_val %[[V0]] : f32
// CHECK-NEXT:       cf.assert %[[ARG3]], "after the load"
// CHECK-NEXT:       memref.store %[[V2]], %[[ARG1]][%[[V1]]] : memref<?xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     slc.for %[[S_0:.*]] = %[[C0]] to %[[ARG2]] step %[[C1]] {
// CHECK-NEXT:       %[[V1:.*]] = slc.mem_str %[[ARG0]][%[[S_0]]] : memref<?xf32>
// CHECK-NEXT:       slc.callback {
// CHECK-NEXT:         %[[V2:.*]] = slc.to_val %[[V0]] : f32
// CHECK-NEXT:         %[[V3:.*]] = slc.to_val %[[S_0]] : index
// CHECK-NEXT:         %[[V4:.*]] = slc.to_val %[[V1]] : f32
// CHECK-NEXT:         %[[V5:.*]] = arith.addf %[[V2]], %[[V4]] : f32
// CHECK-NEXT:         memref.store %[[V5]], %[[ARG1]][%[[V3]]] : memref<?xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     slc.callback {
// CHECK-NEXT:       %[[V1:.*]] = slc.to_val %[[V0]] : f32
// CHECK-NEXT:       memref.store %[[V1]], %[[ARG1]][%[[ARG2]]] : memref<?xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   return
func.func @places(%a: memref<?xf32>, %out: memref<?xf32> {llvm.noalias}, %n: index, %p: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    cf.assert %p, "before the load"
    %v = memref.load %a[%i] : memref<?xf32>
    cf.assert %p, "after the load"
    memref.store %v, %out[%i] : memref<?xf32>
    scf.for %j = %c0 to %n step %c1 {
      %w = memref.load %a[%j] : memref<?xf32>
      %s = arith.addf %v, %w : f32
      memref.store %s, %out[%j] : memref<?xf32>
    }
    memref.store %v, %out[%n] : memref<?xf32>
  }
  return
}

// The original loops beside a fallback, and nests that are decoupled, stay.

// CHECK-LABEL: func.func @done_already(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?xf32>, %[[ARG1:.*]]: memref<f32> {llvm.noalias}, %[[ARG2:.*]]: index, %[[ARG3:.*]]: i1
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   scf.if %[[ARG3]] {
// CHECK-NEXT:     slc.fallback
// CHECK-NEXT:     scf.for %[[ARG4:.*]] = %[[C0]] to %[[ARG2]] step %[[C1]] {
// CHECK-NEXT:       %[[V0:.*]] = memref.load %[[ARG0]][%[[ARG4]]] : memref<?xf32>
// CHECK-NEXT:       memref.store %[[V0]], %[[ARG1]][] : memref<f32>
// CHECK-NEXT:     }
// CHECK-NEXT:   } else {
// CHECK-NEXT:     slc.for %[[S:.*]] = %[[C0]] to %[[ARG2]] step %[[C1]] {
// CHECK-NEXT:       %[[V0:.*]] = slc.mem_str %[[ARG0]][%[[S]]] : memref<?xf32>
// CHECK-NEXT:       slc.callback {
// CHECK-NEXT:         scf.for %[[ARG4:.*]] = %[[C0]] to %[[ARG2]] step %[[C1]] {
// CHECK-NEXT:           %[[V1:.*]] = memref.load %[[ARG0]][%[[ARG4]]] : memref<?xf32>
// CHECK-NEXT:           memref.store %[[V1]], %[[ARG1]][] : memref<f32>
// CHECK-NEXT:         }
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     dlc.decoupled records = [] access {
// CHECK-NEXT:       dlc.yield
// CHECK-NEXT:     } execute {
// CHECK-NEXT:       scf.for %[[ARG4:.*]] = %[[C0]] to %[[ARG2]] step %[[C1]] {
// CHECK-NEXT:         %[[V0:.*]] = memref.load %[[ARG0]][%[[ARG4]]] : memref<?xf32>
// CHECK-NEXT:         memref.store %[[V0]], %[[ARG1]][] : memref<f32>
// CHECK-NEXT:       }
// CHECK-NEXT:       dlc.yield
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   return
func.func @done_already(%a: memref<?xf32>, %out: memref<f32> {llvm.noalias}, %n: index, %p: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.if %p {
    slc.fallback
    scf.for %i = %c0 to %n step %c1 {
      %v = memref.load %a[%i] : memref<?xf32>
      memref.store %v, %out[] : memref<f32>
    }
  } else {
    slc.for %i = %c0 to %n step %c1 {
      %s = slc.mem_str %a[%i] : memref<?xf32>
      slc.callback {
        scf.for %j = %c0 to %n step %c1 {
          %v = memref.load %a[%j] : memref<?xf32>
          memref.store %v, %out[] : memref<f32>
        }
      }
    }
    dlc.decoupled records = [] access {
      dlc.yield
    } execute {
      scf.for %j = %c0 to %n step %c1 {
        %v = memref.load %a[%j] : memref<?xf32>
        memref.store %v, %out[] : memref<f32>
      }
      dlc.yield
    }
  }
  return
}

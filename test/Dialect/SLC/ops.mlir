// RUN: ember-opt %s --allow-unregistered-dialect | ember-opt --allow-unregistered-dialect | FileCheck %s
// RUN: ember-opt %s --allow-unregistered-dialect --mlir-print-op-generic | ember-opt --allow-unregistered-dialect | FileCheck %s
// RUN: ember-opt %s --allow-unregistered-dialect --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

// The program that explains the dialect.

// CHECK-LABEL: func.func @embedding_bag(
// CHECK-SAME:    %[[PTRS:.*]]: memref<?xindex>, %[[IDXS:.*]]: memref<?xindex>, %[[VALS:.*]]: memref<?x?xf32>, %[[OUT:.*]]: memref<?x?xf32>, %[[N:.*]]: index, %[[EMB:.*]]: index)
func.func @embedding_bag(%ptrs: memref<?xindex>, %idxs: memref<?xindex>,
                         %vals: memref<?x?xf32>, %out: memref<?x?xf32>,
                         %n: index, %emb: index) {
  // CHECK: %[[C0:.*]] = arith.constant 0 : index
  // CHECK: %[[C1:.*]] = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: slc.for %[[S_B:.*]] = %[[C0]] to %[[N]] step %[[C1]] {
  slc.for %s_b = %c0 to %n step %c1 {                       // bounds: index or !slc.stream<index>
    // CHECK: %[[BEG:.*]] = slc.mem_str %[[PTRS]][%[[S_B]]] : memref<?xindex>
    %s_beg = slc.mem_str %ptrs[%s_b] : memref<?xindex>      // -> !slc.stream<index>
    // CHECK: %[[B1:.*]] = slc.alu_str addi %[[S_B]], %[[C1]] : index
    %s_b1  = slc.alu_str addi %s_b, %c1 : index
    // CHECK: %[[END:.*]] = slc.mem_str %[[PTRS]][%[[B1]]] : memref<?xindex>
    %s_end = slc.mem_str %ptrs[%s_b1] : memref<?xindex>
    // CHECK: slc.for %[[S_P:.*]] = %[[BEG]] to %[[END]] step %[[C1]] {
    slc.for %s_p = %s_beg to %s_end step %c1 {
      %s_i = slc.mem_str %idxs[%s_p] : memref<?xindex>
      // CHECK: slc.for %[[S_E:.*]] = %[[C0]] to %[[EMB]] step %[[C1]] {
      slc.for %s_e = %c0 to %emb step %c1 {
        // CHECK: %[[S_V:.*]] = slc.mem_str %[[VALS]][%{{.*}}, %[[S_E]]] : memref<?x?xf32>
        %s_v = slc.mem_str %vals[%s_i, %s_e] : memref<?x?xf32>
        // CHECK: slc.callback {
        slc.callback {
          // CHECK: slc.to_val %[[S_B]] : index
          %b = slc.to_val %s_b : index
          %e = slc.to_val %s_e : index
          // CHECK: slc.to_val %[[S_V]] : f32
          %v = slc.to_val %s_v : f32
          %a = memref.load %out[%b, %e] : memref<?x?xf32>
          %r = arith.addf %a, %v : f32
          // CHECK: memref.store %{{.*}}, %[[OUT]]
          // CHECK-NEXT: }
          memref.store %r, %out[%b, %e] : memref<?x?xf32>
        }
      }
    }
  }
  return
}

// Iteration values, results of callbacks, and attributes everywhere.

// CHECK-LABEL: func.func @carried(
// GENERIC-LABEL: sym_name = "carried"
func.func @carried(%a: memref<?xf32>, %n: index, %x: f32, %y: tensor<4xi8>)
    -> (f32, tensor<4xi8>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  // CHECK: %{{.*}}:2 = slc.for %[[I:.*]] = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%[[ACC:.*]] = %{{.*}}, %[[T:.*]] = %{{.*}}) -> (f32, tensor<4xi8>) {
  // GENERIC: "slc.for"(%{{.*}}) ({
  // GENERIC-NEXT: ^bb0(%{{.*}}: !slc.stream<index>, %{{.*}}: f32, %{{.*}}: tensor<4xi8>):
  %r:2 = slc.for %i = %c0 to %n step %c2 iter_args(%acc = %x, %t = %y)
      -> (f32, tensor<4xi8>) {
    %s = slc.mem_str %a[%i] : memref<?xf32>
    // CHECK: %[[NEXT:.*]]:2 = slc.callback -> (f32, i1) {
    // GENERIC: "slc.callback"() ({
    %next:2 = slc.callback -> (f32, i1) {
      // GENERIC: "slc.to_val"(%{{.*}}) {number = 1 : i64} : (!slc.stream<f32>) -> f32
      %v = slc.to_val %s {number = 1 : i64} : f32
      %sum = arith.addf %acc, %v : f32
      %neg = arith.cmpf olt, %sum, %x : f32
      // CHECK: slc.yield %{{.*}}, %{{.*}} : f32, i1
      // GENERIC: "slc.yield"(%{{.*}}, %{{.*}}) : (f32, i1) -> ()
      slc.yield %sum, %neg : f32, i1
    // CHECK: } {name = "sum"}
    } {name = "sum"}
    // CHECK: slc.yield %[[NEXT]]#0, %[[T]] : f32, tensor<4xi8>
    slc.yield %next#0, %t : f32, tensor<4xi8>
  // CHECK: } {name = "loop"}
  } {name = "loop"}
  return %r#0, %r#1 : f32, tensor<4xi8>
}

// A loop and a callback with nothing in them.

// CHECK-LABEL: func.func @empty(
func.func @empty(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: slc.for %{{.*}} {
  // CHECK-NEXT: }
  slc.for %i = %c0 to %n step %c1 {
  }
  // CHECK: slc.for %{{.*}} {
  // CHECK-NEXT: slc.callback {
  // CHECK-NEXT: }
  // CHECK-NEXT: }
  slc.for %i = %c0 to %n step %c1 {
    slc.callback {
    }
  }
  return
}

// Loads: any rank and layout, indices of both kinds, predicates, hints.

// CHECK-LABEL: func.func @loads(
// CHECK-SAME:    %[[A:.*]]: memref<f32>, %[[B:.*]]: memref<?x4xi16, strided<[?, 2], offset: ?>>, %[[C:.*]]: memref<?xbf16, 3>, %[[P:.*]]: i1, %[[N:.*]]: index)
// GENERIC-LABEL: sym_name = "loads"
func.func @loads(%a: memref<f32>, %b: memref<?x4xi16, strided<[?, 2], offset: ?>>,
                 %c: memref<?xbf16, 3>, %p: i1, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: slc.for %[[I:.*]] =
  slc.for %i = %c0 to %n step %c1 {
    // CHECK: slc.mem_str %[[A]][] : memref<f32>
    %0 = slc.mem_str %a[] : memref<f32>
    // CHECK: slc.mem_str %[[B]][%[[N]], %[[I]]] : memref<?x4xi16, strided<[?, 2], offset: ?>>
    %1 = slc.mem_str %b[%n, %i] : memref<?x4xi16, strided<[?, 2], offset: ?>>
    // CHECK: slc.mem_str %[[C]][%[[I]]] if %[[P]] : memref<?xbf16, 3>
    // GENERIC: "slc.mem_str"(%{{.*}}, %{{.*}}, %{{.*}}) <{operandSegmentSizes = array<i32: 1, 1, 1>}> : (memref<?xbf16, 3>, !slc.stream<index>, i1) -> !slc.stream<bf16>
    %2 = slc.mem_str %c[%i] if %p : memref<?xbf16, 3>
    // CHECK: %[[LT:.*]] = slc.alu_str cmpi slt, %[[I]], %[[N]] : index
    %lt = slc.alu_str cmpi slt, %i, %n : index
    // CHECK: slc.mem_str %[[C]][%[[I]]] if %[[LT]] {hint = #slc.hint<level = l2, temporal = false>} : memref<?xbf16, 3>
    %3 = slc.mem_str %c[%i] if %lt {hint = #slc.hint<level = l2, temporal = false>} : memref<?xbf16, 3>
    slc.callback {
      %v0 = slc.to_val %0 : f32
      %v1 = slc.to_val %1 : i16
      %v2 = slc.to_val %2 : bf16
      %v3 = slc.to_val %3 : bf16
      "test.use"(%v0, %v1, %v2, %v3) : (f32, i16, bf16, bf16) -> ()
    }
  }
  return
}

// CHECK-LABEL: func.func @stores(
// CHECK-SAME:    %[[A:.*]]: memref<?xf32>, %[[B:.*]]: memref<?xf32>, %[[N:.*]]: index)
// GENERIC-LABEL: sym_name = "stores"
func.func @stores(%a: memref<?xf32>, %b: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: slc.for %[[I:.*]] =
  slc.for %i = %c0 to %n step %c1 {
    // CHECK: %[[V:.*]] = slc.mem_str
    %v = slc.mem_str %a[%i] : memref<?xf32>
    // CHECK: slc.store_str %[[V]], %[[B]][%[[I]]] : memref<?xf32>
    // GENERIC: "slc.store_str"(%{{.*}}) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (!slc.stream<f32>, memref<?xf32>, !slc.stream<index>) -> ()
    slc.store_str %v, %b[%i] : memref<?xf32>
    // CHECK: %[[LT:.*]] = slc.alu_str
    %lt = slc.alu_str cmpi slt, %i, %n : index
    // CHECK: slc.store_str %[[V]], %[[B]][%[[N]]] if %[[LT]] {hint = #slc.hint<level = l3, temporal = true>} : memref<?xf32>
    slc.store_str %v, %b[%n] if %lt {hint = #slc.hint<level = l3, temporal = true>} : memref<?xf32>
  }
  return
}

// Every kind of arithmetic, with host values on either side.

// CHECK-LABEL: func.func @arithmetic(
// CHECK-SAME:    %[[A:.*]]: memref<?xi32>, %[[H:.*]]: i32, %[[N:.*]]: index)
// GENERIC-LABEL: sym_name = "arithmetic"
func.func @arithmetic(%a: memref<?xi32>, %h: i32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: slc.for %[[I:.*]] =
  slc.for %i = %c0 to %n step %c1 {
    // CHECK: %[[X:.*]] = slc.mem_str
    %x = slc.mem_str %a[%i] : memref<?xi32>
    // CHECK-NEXT: slc.alu_str addi %[[X]], %[[H]] : i32
    // GENERIC: "slc.alu_str"(%{{.*}}, %{{.*}}) <{kind = #slc<alu addi>}> : (!slc.stream<i32>, i32) -> !slc.stream<i32>
    %0 = slc.alu_str addi %x, %h : i32
    // CHECK-NEXT: slc.alu_str subi %[[H]], %[[X]] : i32
    %1 = slc.alu_str subi %h, %x : i32
    // CHECK-NEXT: slc.alu_str muli %[[X]], %[[X]] : i32
    %2 = slc.alu_str muli %x, %x : i32
    // CHECK-NEXT: slc.alu_str divui
    %3 = slc.alu_str divui %x, %h : i32
    // CHECK-NEXT: slc.alu_str divsi
    %4 = slc.alu_str divsi %x, %h : i32
    // CHECK-NEXT: slc.alu_str ceildivui
    %5 = slc.alu_str ceildivui %x, %h : i32
    // CHECK-NEXT: slc.alu_str ceildivsi
    %6 = slc.alu_str ceildivsi %x, %h : i32
    // CHECK-NEXT: slc.alu_str floordivsi
    %7 = slc.alu_str floordivsi %x, %h : i32
    // CHECK-NEXT: slc.alu_str remui
    %8 = slc.alu_str remui %x, %h : i32
    // CHECK-NEXT: slc.alu_str remsi
    %9 = slc.alu_str remsi %x, %h : i32
    // CHECK-NEXT: slc.alu_str andi
    %10 = slc.alu_str andi %x, %h : i32
    // CHECK-NEXT: slc.alu_str ori
    %11 = slc.alu_str ori %x, %h : i32
    // CHECK-NEXT: slc.alu_str xori
    %12 = slc.alu_str xori %x, %h : i32
    // CHECK-NEXT: slc.alu_str shli
    %13 = slc.alu_str shli %x, %h : i32
    // CHECK-NEXT: slc.alu_str shrui
    %14 = slc.alu_str shrui %x, %h : i32
    // CHECK-NEXT: slc.alu_str shrsi
    %15 = slc.alu_str shrsi %x, %h : i32
    // CHECK-NEXT: slc.alu_str minsi
    %16 = slc.alu_str minsi %x, %h : i32
    // CHECK-NEXT: slc.alu_str minui
    %17 = slc.alu_str minui %x, %h : i32
    // CHECK-NEXT: slc.alu_str maxsi
    %18 = slc.alu_str maxsi %x, %h : i32
    // CHECK-NEXT: slc.alu_str maxui
    %19 = slc.alu_str maxui %x, %h : i32
    // CHECK-NEXT: %[[LT:.*]] = slc.alu_str cmpi ult, %[[X]], %[[H]] : i32
    // GENERIC: "slc.alu_str"(%{{.*}}, %{{.*}}) <{kind = #slc<alu cmpi>, predicate = 6 : i64}> : (!slc.stream<i32>, i32) -> !slc.stream<i1>
    %20 = slc.alu_str cmpi ult, %x, %h : i32
    // CHECK-NEXT: slc.alu_str select %[[LT]], %[[H]], %[[X]] : i32
    // GENERIC: "slc.alu_str"(%{{.*}}, %{{.*}}, %{{.*}}) <{kind = #slc<alu select>}> : (!slc.stream<i1>, i32, !slc.stream<i32>) -> !slc.stream<i32>
    %21 = slc.alu_str select %20, %h, %x : i32
    // CHECK-NEXT: slc.alu_str extui %[[X]] : i32 to i64
    %22 = slc.alu_str extui %x : i32 to i64
    // CHECK-NEXT: slc.alu_str extsi %[[X]] : i32 to i33
    %23 = slc.alu_str extsi %x : i32 to i33
    // CHECK-NEXT: slc.alu_str trunci %[[X]] : i32 to i1
    %24 = slc.alu_str trunci %x : i32 to i1
    // CHECK-NEXT: slc.alu_str index_cast %[[X]] : i32 to index
    %25 = slc.alu_str index_cast %x : i32 to index
    // CHECK-NEXT: slc.alu_str index_castui %[[I]] {name = "cast"} : index to i32
    %26 = slc.alu_str index_castui %i {name = "cast"} : index to i32
  }
  return
}

// CHECK-LABEL: func.func @fallback(
// GENERIC-LABEL: sym_name = "fallback"
func.func @fallback() {
  // CHECK: slc.fallback
  // GENERIC: "slc.fallback"() : () -> ()
  slc.fallback
  // CHECK: slc.fallback {nest = 1 : i64}
  slc.fallback {nest = 1 : i64}
  return
}

// A host value may be defined further down in the text: it is not taken for a
// stream.

// CHECK-LABEL: func.func @defined_below(
func.func @defined_below(%a: memref<?xf32>) {
  cf.br ^bb2
^bb1:
  // CHECK: slc.for %[[I:.*]] = %[[N:.*]] to %[[N]] step
  slc.for %i = %n to %n step %c1 {
    // CHECK: slc.mem_str %{{.*}}[%[[N]]] if %[[P:.*]] : memref<?xf32>
    %v = slc.mem_str %a[%n] if %p : memref<?xf32>
    // CHECK: slc.alu_str addi %[[N]], %[[I]] : index
    %s = slc.alu_str addi %n, %i : index
  }
  return
^bb2:
  // CHECK: %[[N]] = "test.value"() : () -> index
  %n = "test.value"() : () -> index
  // CHECK: %[[P]] = "test.value"() : () -> i1
  %p = "test.value"() : () -> i1
  %c1 = arith.constant 1 : index
  cf.br ^bb1
}

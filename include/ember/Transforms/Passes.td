//===- Passes.td - Passes over ordinary MLIR ---------------*- tablegen -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef EMBER_TRANSFORMS_PASSES
#define EMBER_TRANSFORMS_PASSES

include "ember/Conversion/AliasChecks.td"
include "mlir/Pass/PassBase.td"

def EmberLowerAsserts : Pass<"ember-lower-asserts", "mlir::ModuleOp"> {
  let summary = "Turn asserts into calls of the run-time's fault hook";
  let description = [{
    Replaces each `cf.assert` by a call of `__ember_fault` under the negated
    condition. The message is a constant that begins with the location of the
    assert.

    The functions around the asserts may be of any level; the calls themselves
    are ops of the `llvm` dialect.

    Input:

    ```mlir
    func.func @positive(%n: index) {
      %c0 = arith.constant 0 : index
      %ok = arith.cmpi sgt, %n, %c0 : index
      cf.assert %ok, "expects a positive length"
      return
    }
    ```

    Output:

    ```mlir
    llvm.mlir.global private constant @__ember_string0("kernel.mlir:4:3: expects a positive length\00") {addr_space = 0 : i32, alignment = 1 : i64}
    llvm.func @__ember_fault(!llvm.ptr) attributes {passthrough = ["cold", "noreturn"]}
    func.func @positive(%n: index) {
      %c0 = arith.constant 0 : index
      %ok = arith.cmpi sgt, %n, %c0 : index
      %true = arith.constant true
      %failed = arith.xori %ok, %true : i1
      scf.if %failed {
        %message = llvm.mlir.addressof @__ember_string0 : !llvm.ptr
        llvm.call @__ember_fault(%message) : (!llvm.ptr) -> ()
      }
      return
    }
    ```
  }];
  let dependentDialects = [
    "mlir::arith::ArithDialect", "mlir::LLVM::LLVMDialect",
    "mlir::scf::SCFDialect"
  ];
}

def EmberInsertGuards : Pass<"ember-insert-guards", "mlir::ModuleOp"> {
  let summary = "Guard what could leave memory or trap";
  let description = [{
    Puts a check before each op that could touch memory out of bounds, make a
    view that could, or trap; a check that fails ends the run with a message
    that begins with the location of the op. What constants show to be right is
    not checked.

    | op | faults if |
    |---|---|
    | `memref.load`, `store`, `atomic_rmw`, `generic_atomic_rmw` | an index is not in its dimension |
    | `vector.load`, `store`, `maskedload`, `maskedstore`, `gather`, `scatter`, `expandload`, `compressstore`, `transfer_read`, `transfer_write` | an element that is touched, under its mask, is not in its dimension |
    | `vector.extract`, `insert` | a position is not in its dimension |
    | `dlc.pop` | the access unit could not compute the field |
    | `memref.subview` | a size is negative, or an element is not in the source |
    | `memref.reinterpret_cast` | a size is negative, or an element is not in the allocation of the source |
    | `memref.view` | a size or the shift is negative, or a byte is not in the source |
    | `memref.expand_shape` | a size is negative, or a product of sizes is not the size of the source |
    | `memref.collapse_shape` | collapsed dimensions are not contiguous |
    | `memref.cast` | the source has not the static rank, sizes, strides and offset of the result (a stride matters from two elements on) |
    | `memref.copy` | the sizes differ |
    | `memref.alloc`, `alloca`, `realloc` | a size is negative, or the number of bytes does not fit 63 bits |
    | `memref.dim` | there is no such dimension |
    | integer division and remainder | the divisor is zero, or the signed quotient overflows |
    | `scf.for`, `scf.parallel` | a step is not positive, and the loop has an iteration |
    | `scf.for` over `index` or `i64`, compared signed | the induction variable overflows after the last iteration |

    Sizes, strides and pointers of a function's arguments are trusted. The
    access region of a `dlc.decoupled` gets no guards: the access unit has its
    own, and raises a fault when the core pops the field that it poisoned. Ops
    of the `linalg` dialect, `affine` accesses and scalable vectors must be
    lowered before.

    Input:

    ```mlir
    func.func @row(%table: memref<?x4xf32>, %i: index) -> f32 {
      %c0 = arith.constant 0 : index
      %x = memref.load %table[%i, %c0] : memref<?x4xf32>
      return %x : f32
    }
    ```

    Output:

    ```mlir
    llvm.mlir.global private constant @__ember_string0("kernel.mlir:3:8\00") {addr_space = 0 : i32, alignment = 1 : i64}
    llvm.mlir.global private constant @__ember_string1("memref.load\00") {addr_space = 0 : i32, alignment = 1 : i64}
    llvm.func @__ember_fault_index(!llvm.ptr, !llvm.ptr, i64, i64, i64) attributes {passthrough = ["cold", "noreturn"]}
    func.func @row(%table: memref<?x4xf32>, %i: index) -> f32 {
      %c0 = arith.constant 0 : index
      %zero = arith.constant 0 : index
      %rows = memref.dim %table, %zero : memref<?x4xf32>
      %beyond = arith.cmpi uge, %i, %rows : index
      scf.if %beyond {
        %where = llvm.mlir.addressof @__ember_string0 : !llvm.ptr
        %op = llvm.mlir.addressof @__ember_string1 : !llvm.ptr
        %dim = llvm.mlir.constant(0 : i64) : i64
        %index = arith.index_cast %i : index to i64
        %size = arith.index_cast %rows : index to i64
        llvm.call @__ember_fault_index(%where, %op, %dim, %index, %size) : (!llvm.ptr, !llvm.ptr, i64, i64, i64) -> ()
      }
      %x = memref.load %table[%i, %c0] : memref<?x4xf32>
      return %x : f32
    }
    ```
  }];
  let dependentDialects = [
    "mlir::arith::ArithDialect", "mlir::LLVM::LLVMDialect",
    "mlir::memref::MemRefDialect", "mlir::scf::SCFDialect",
    "mlir::vector::VectorDialect"
  ];
}

def EmberExpandFloats : Pass<"ember-expand-floats", "mlir::ModuleOp"> {
  let summary = "Expand what hosts or optimizers do differently with floats";
  let description = [{
    Makes the bits of all results independent of the host, of LLVM's optimizer,
    and of whether code is scalar or vector. After it no type is f16 or bf16:
    values, memory, constants and signatures hold integers of 16 bits.

    - Each op on f16 and bf16 is computed in f32, and its result rounded to the
      type, to nearest with ties to even; so each step of a sum is rounded.
      Denormals are kept, overflow gives infinity, NaN stays NaN. The steps from
      f32 and back are integer arithmetic and exact ops of f32, for scalars and
      vectors alike. Rounding to f32 in between shows in no bit of a sum,
      difference, product, quotient or square root, because 24 bits are at
      least 2 * 11 + 2, and a remainder is exact. Functions of `math` are those
      of f32, rounded.
    - f64, and integers of up to 64 bits, are rounded to f16 and bf16 once:
      what is in between is rounded to odd, which cannot make a tie.
    - `math.fma` and `vector.fma` of f16 and bf16 are computed in f64: the
      product is exact, the sum is rounded to odd. `vector.fma` of wider floats
      becomes `math.fma`, which is always fused, whatever the host has.
    - `arith.minnumf` and `maxnumf` of all floats order -0.0 before +0.0, as
      `minimumf` and `maximumf` do, and give the other operand for a NaN.
    - The same holds for `vector.reduction`, with and without mask. Lanes of f16
      and bf16 are added and multiplied in order. A sum without an accumulator
      is that of the lanes alone: it is -0.0 if all of them are.
    - `vector.contract`, `outerproduct` and `scan` of floats become simpler ops.

    What is left that computes with f16 or bf16 is an error, among it
    `arith.truncf` in other rounding modes, `memref.atomic_rmw`, and ops of the
    `complex` and `llvm` dialects.

    Input:

    ```mlir
    func.func @add(%table: memref<?xbf16>, %i: index, %x: bf16) -> bf16 {
      %y = memref.load %table[%i] : memref<?xbf16>
      %sum = arith.addf %x, %y : bf16
      return %sum : bf16
    }
    ```

    Output:

    ```mlir
    func.func @add(%table: memref<?xi16>, %i: index, %x: i16) -> i16 {
      %0 = memref.load %table[%i] : memref<?xi16>
      %1 = arith.extui %x : i16 to i32
      %c16_i32 = arith.constant 16 : i32
      %2 = arith.shli %1, %c16_i32 : i32
      %3 = arith.bitcast %2 : i32 to f32
      %4 = arith.extui %0 : i16 to i32
      %c16_i32_0 = arith.constant 16 : i32
      %5 = arith.shli %4, %c16_i32_0 : i32
      %6 = arith.bitcast %5 : i32 to f32
      %7 = arith.addf %3, %6 : f32
      %8 = arith.bitcast %7 : f32 to i32
      %c16_i32_1 = arith.constant 16 : i32
      %9 = arith.shrui %8, %c16_i32_1 : i32
      %c1_i32 = arith.constant 1 : i32
      %10 = arith.andi %9, %c1_i32 : i32
      %11 = arith.addi %8, %10 : i32
      %c32767_i32 = arith.constant 32767 : i32
      %12 = arith.addi %11, %c32767_i32 : i32
      %c16_i32_2 = arith.constant 16 : i32
      %13 = arith.shrui %12, %c16_i32_2 : i32
      %c16_i32_3 = arith.constant 16 : i32
      %14 = arith.shrui %8, %c16_i32_3 : i32
      %c64_i32 = arith.constant 64 : i32
      %15 = arith.ori %14, %c64_i32 : i32
      %16 = arith.cmpf uno, %7, %7 : f32
      %17 = arith.select %16, %15, %13 : i32
      %18 = arith.trunci %17 : i32 to i16
      return %18 : i16
    }
    ```
  }];
  let dependentDialects = [
    "mlir::arith::ArithDialect", "mlir::math::MathDialect",
    "mlir::vector::VectorDialect"
  ];
}

def EmberExpandMath : Pass<"ember-expand-math"> {
  let summary = "Expand mathematical functions to arithmetic";
  let description = [{
    Replaces functions of f32, and of f16 by way of f32, by polynomial
    approximations: one set of upstream's patterns, for scalars and vectors
    alike, so that a vector has the bits that its elements would have. What
    this leaves, the functions of f64 among it, becomes LLVM's intrinsics or
    calls of the C library. Integer divisions that round up or down, which LLVM
    has not, are expanded too.

    Input:

    ```mlir
    func.func @cube_root(%x: f32, %y: f64) -> (f32, f64) {
      %0 = math.cbrt %x : f32
      %1 = math.cbrt %y : f64
      return %0, %1 : f32, f64
    }
    ```

    Output:

    ```mlir
    func.func @cube_root(%x: f32, %y: f64) -> (f32, f64) {
      %c2_i32 = arith.constant 2 : i32
      %c4_i32 = arith.constant 4 : i32
      %c8_i32 = arith.constant 8 : i32
      %c709965728_i32 = arith.constant 709965728 : i32
      %cst = arith.constant 0.333333343 : f32
      %cst_0 = arith.constant 2.000000e+00 : f32
      %cst_1 = arith.constant 0.000000e+00 : f32
      %0 = math.absf %x : f32
      %1 = arith.bitcast %0 : f32 to i32
      %2 = arith.shrsi %1, %c2_i32 : i32
      %3 = arith.shrsi %1, %c4_i32 : i32
      %4 = arith.addi %2, %3 : i32
      %5 = arith.shrsi %4, %c4_i32 : i32
      %6 = arith.addi %4, %5 : i32
      %7 = arith.shrsi %6, %c8_i32 : i32
      %8 = arith.addi %6, %7 : i32
      %9 = arith.addi %8, %c709965728_i32 : i32
      %10 = arith.bitcast %9 : i32 to f32
      %11 = arith.mulf %10, %10 : f32
      %12 = arith.mulf %10, %cst_0 : f32
      %13 = arith.divf %0, %11 : f32
      %14 = arith.addf %12, %13 : f32
      %15 = arith.mulf %14, %cst : f32
      %16 = arith.mulf %15, %15 : f32
      %17 = arith.mulf %15, %cst_0 : f32
      %18 = arith.divf %0, %16 : f32
      %19 = arith.addf %17, %18 : f32
      %20 = arith.mulf %19, %cst : f32
      %21 = arith.cmpf oeq, %0, %cst_1 : f32
      %22 = arith.select %21, %cst_1, %20 : f32
      %23 = math.copysign %22, %x : f32
      %24 = math.cbrt %y : f64
      return %23, %24 : f32, f64
    }
    ```
  }];
  let dependentDialects = [
    "mlir::arith::ArithDialect", "mlir::math::MathDialect",
    "mlir::vector::VectorDialect"
  ];
}

def EmberExpandMemRef : Pass<"ember-expand-memref"> {
  let summary = "Expand memref ops that LLVM or the run-time do not have";
  let description = [{
    - `memref.copy` becomes loops, innermost dimension last, because upstream's
      lowering of strided copies calls a function of its own run-time.
    - `memref.distinct_objects` is replaced by its operands: it says that the
      elements of its operands are disjoint, which upstream's lowering takes to
      say that they are different allocations.
    - `memref.subview` that drops dimensions, and `memref.expand_shape`, become
      `memref.reinterpret_cast`: upstream's expansion crashes where several
      dimensions have size 1, or several are dynamic.
    - `memref.generic_atomic_rmw`, and products of `memref.atomic_rmw`, become a
      load and a store, because a core is alone with its memory. Their result is
      the old element, as that of upstream's lowering is.
    - The stack that an iteration of a loop allocates is freed at its end, which
      the loop would say and the jumps that it becomes do not.

    Input:

    ```mlir
    func.func @copy(%from: memref<4xf32>, %to: memref<4xf32>) {
      %a, %b = memref.distinct_objects %from, %to : memref<4xf32>, memref<4xf32>
      memref.copy %a, %b : memref<4xf32> to memref<4xf32>
      return
    }
    ```

    Output:

    ```mlir
    func.func @copy(%from: memref<4xf32>, %to: memref<4xf32>) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      scf.for %i = %c0 to %c4 step %c1 {
        %x = memref.load %from[%i] : memref<4xf32>
        memref.store %x, %to[%i] : memref<4xf32>
      }
      return
    }
    ```
  }];
  let dependentDialects = [
    "mlir::arith::ArithDialect", "mlir::LLVM::LLVMDialect",
    "mlir::memref::MemRefDialect", "mlir::scf::SCFDialect"
  ];
}

def EmberLowerToSCF : Pass<"ember-lower-to-scf", "mlir::ModuleOp"> {
  let summary = "Lower what front ends emit to loops over memrefs";
  let description = [{
    Brings a module to the level that Ember starts from: `scf.for` over `index`,
    loads and stores of memrefs, scalar arithmetic. Runs upstream's passes, and
    Ember's where upstream has none, and of them only those that the module
    needs:

    | there are | run |
    |---|---|
    | sparse tensors | generalisation and fusion of `linalg`, sparsification and bufferization, without a run-time library |
    | `!sparse_tensor.storage_specifier` | their lowering to LLVM structs: the sizes of the levels, then those of the buffers |
    | tensors | `--convert-elementwise-to-linalg`, `--ember-sink-extracts`, `--one-shot-bufferize` over functions, with identity layouts |
    | `bufferization` ops | `--convert-bufferization-to-memref` |
    | `linalg` ops | `--convert-linalg-to-loops` |
    | `memref.realloc` | `--expand-realloc` |
    | `affine` ops | `--lower-affine` |
    | `scf.forall`, `scf.parallel` | `--ember-sequentialize-loops` |
    | `scf.for` over integers, or `unsigned` | `--ember-normalize-loops` |
    | `memref.subview` in a loop | `--ember-fold-views` |

    Calls of the run-time library of sparse tensors (`@newSparseTensor`,
    `@sparseValuesF64`, ...) are errors, and so is what is left of the dialects
    above.

    Input:

    ```mlir
    func.func @gather(%table: tensor<?xf32>, %rows: tensor<?xi64>, %out: tensor<?xf32>) -> tensor<?xf32> {
      %0 = linalg.generic {
        indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
        iterator_types = ["parallel"]
      } ins(%rows : tensor<?xi64>) outs(%out : tensor<?xf32>) {
      ^bb0(%row: i64, %old: f32):
        %i = arith.index_cast %row : i64 to index
        %x = tensor.extract %table[%i] : tensor<?xf32>
        linalg.yield %x : f32
      } -> tensor<?xf32>
      return %0 : tensor<?xf32>
    }
    ```

    Output:

    ```mlir
    func.func @gather(%table: memref<?xf32>, %rows: memref<?xi64>, %out: memref<?xf32>) -> memref<?xf32> {
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %n = memref.dim %rows, %c0 : memref<?xi64>
      scf.for %p = %c0 to %n step %c1 {
        %row = memref.load %rows[%p] : memref<?xi64>
        %i = arith.index_cast %row : i64 to index
        %x = memref.load %table[%i] : memref<?xf32>
        memref.store %x, %out[%p] : memref<?xf32>
      }
      return %out : memref<?xf32>
    }
    ```
  }];
}

def EmberSinkExtracts : Pass<"ember-sink-extracts"> {
  let summary = "Extract elements of tensors only where they are selected";
  let description = [{
    An element that is extracted out of bounds is poison, which does no harm in
    the arm of a select that is not chosen; front ends rely on it. A load out of
    bounds does. So each `arith.select` of one of whose arms nothing else uses
    the extracts becomes an `scf.if` that holds them, if its condition is
    computed from integers. A remark tells of others.

    Input:

    ```mlir
    func.func @next(%offsets: tensor<?xi64>, %b: index, %last: i1, %n: i64) -> i64 {
      %c1 = arith.constant 1 : index
      %b1 = arith.addi %b, %c1 : index
      %next = tensor.extract %offsets[%b1] : tensor<?xi64>
      %end = arith.select %last, %n, %next : i64
      return %end : i64
    }
    ```

    Output:

    ```mlir
    func.func @next(%offsets: tensor<?xi64>, %b: index, %last: i1, %n: i64) -> i64 {
      %c1 = arith.constant 1 : index
      %end = scf.if %last -> (i64) {
        scf.yield %n : i64
      } else {
        %b1 = arith.addi %b, %c1 : index
        %next = tensor.extract %offsets[%b1] : tensor<?xi64>
        scf.yield %next : i64
      }
      return %end : i64
    }
    ```
  }];
  let dependentDialects = ["mlir::scf::SCFDialect"];
}

def EmberSequentializeLoops : Pass<"ember-sequentialize-loops"> {
  let summary = "Turn parallel loops into nests of scf.for";
  let description = [{
    `scf.parallel` and `scf.forall` become `scf.for` nests, first dimension
    outermost; a remark tells of an `scf.forall` that works on tensors and stays.
    Reductions become iteration values: the value of
    an iteration is the right operand, that of the iterations before it the
    left one, as in upstream's lowering to jumps.

    Input:

    ```mlir
    func.func @sum(%a: memref<?xf32>, %n: index, %zero: f32) -> f32 {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %sum = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%zero) -> f32 {
        %x = memref.load %a[%i] : memref<?xf32>
        scf.reduce(%x : f32) {
        ^bb0(%left: f32, %right: f32):
          %0 = arith.addf %left, %right : f32
          scf.reduce.return %0 : f32
        }
      }
      return %sum : f32
    }
    ```

    Output:

    ```mlir
    func.func @sum(%a: memref<?xf32>, %n: index, %zero: f32) -> f32 {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %sum = scf.for %i = %c0 to %n step %c1 iter_args(%left = %zero) -> (f32) {
        %x = memref.load %a[%i] : memref<?xf32>
        %0 = arith.addf %left, %x : f32
        scf.yield %0 : f32
      }
      return %sum : f32
    }
    ```
  }];
  let dependentDialects = ["mlir::arith::ArithDialect", "mlir::scf::SCFDialect"];
}

def EmberNormalizeLoops : Pass<"ember-normalize-loops"> {
  let summary = "Turn loops over integers and unsigned ones into loops over index";
  let description = [{
    The access unit walks ranges of signed 64-bit integers.

    - An `scf.for` over integers of up to 64 bits becomes one over `index`:
      bounds and step are sign-extended, or zero-extended if it is unsigned.
      An `scf.for` is over a range, in which nothing wraps around, so this is
      exact even for a step that the last iteration could not add in the
      narrow type.
    - An unsigned `scf.for` over 64 bits compares signed instead if its bounds
      are proven not to be negative, nor the induction variable after its last
      step. Others stay, and so on the execute unit, with a remark.

    Uses of the induction variable that extend it back take the new one.

    Input:

    ```mlir
    func.func @copy(%a: memref<?xf32>, %b: memref<?xf32>, %n: i32) {
      %c0 = arith.constant 0 : i32
      %c1 = arith.constant 1 : i32
      scf.for unsigned %i = %c0 to %n step %c1 : i32 {
        %p = arith.index_castui %i : i32 to index
        %x = memref.load %a[%p] : memref<?xf32>
        memref.store %x, %b[%p] : memref<?xf32>
      }
      return
    }
    ```

    Output:

    ```mlir
    func.func @copy(%a: memref<?xf32>, %b: memref<?xf32>, %n: i32) {
      %c0 = arith.constant 0 : i32
      %c1 = arith.constant 1 : i32
      %lower = arith.index_castui %c0 : i32 to index
      %upper = arith.index_castui %n : i32 to index
      %step = arith.index_castui %c1 : i32 to index
      scf.for %p = %lower to %upper step %step {
        %x = memref.load %a[%p] : memref<?xf32>
        memref.store %x, %b[%p] : memref<?xf32>
      }
      return
    }
    ```
  }];
  let dependentDialects = ["mlir::arith::ArithDialect", "mlir::scf::SCFDialect"];
}

def EmberFoldViews : Pass<"ember-fold-views"> {
  let summary = "Access memrefs past the views that loops make of them";
  let description = [{
    A view that a nest makes, of a row for each iteration, hides what is
    accessed: no check in front of the nest can look at it. So loads and stores
    through a `memref.subview` that is made in a loop become those of what it is
    a view of, at `offset + index * stride`, where each index is proved to be in
    bounds of the view: by upstream's value bounds, as far as nothing that they
    conclude from overflows, or as one of an unrolled loop. A remark tells of
    others. Views of views are folded one by one, `vector.load` and
    `vector.store` where the elements of the view follow each other. A copy of a
    view to itself, as bufferization leaves it, and views without uses vanish.

    Then it is the load or store that is out of bounds, where it was the view
    before: what is not accessed need not be in bounds.

    Views stay of which a loop that does not make them reads one and writes
    another of the same memref: a check in front of it can tell them apart.

    Input:

    ```mlir
    func.func @sum(%table: memref<?x?xf32>, %i: index, %n: index, %out: memref<?xf32>) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %d = memref.dim %out, %c0 : memref<?xf32>
      scf.for %j = %i to %n step %c1 {
        %row = memref.subview %table[%j, 0] [1, %d] [1, 1] : memref<?x?xf32> to memref<?xf32, strided<[1], offset: ?>>
        scf.for %e = %c0 to %d step %c1 {
          %x = memref.load %row[%e] : memref<?xf32, strided<[1], offset: ?>>
          %y = memref.load %out[%e] : memref<?xf32>
          %z = arith.addf %x, %y : f32
          memref.store %z, %out[%e] : memref<?xf32>
        }
      }
      return
    }
    ```

    Output:

    ```mlir
    func.func @sum(%table: memref<?x?xf32>, %i: index, %n: index, %out: memref<?xf32>) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %d = memref.dim %out, %c0 : memref<?xf32>
      scf.for %j = %i to %n step %c1 {
        scf.for %e = %c0 to %d step %c1 {
          %x = memref.load %table[%j, %e] : memref<?x?xf32>
          %y = memref.load %out[%e] : memref<?xf32>
          %z = arith.addf %x, %y : f32
          memref.store %z, %out[%e] : memref<?xf32>
        }
      }
      return
    }
    ```
  }];
}

def EmberRecognizeRangeLoops : Pass<"ember-recognize-range-loops"> {
  let summary = "Let loops walk only the range in which they do something";
  let description = [{
    torch-mlir's `embedding_bag`, and code like it, walks all indices for each
    bag, and selects those of the bag. A loop of step 1 whose iterations write
    and carry on nothing new unless its induction variable compares so with
    values that do not change in it, gets the range that the comparisons leave
    as its bounds. So it takes time in proportion to what it does.

    A store of what was read from the same place does nothing, and neither does
    a load whose value is not used under the conditions; the faults of those
    outside the range are not seen. What the bounds are computed from is loaded
    before the loop, once, and only if the loop as it was would have reached it.

    Where the loop may write what the bounds are loaded from, and nothing but a
    check of the bytes of memrefs can tell, there are two versions of the nest,
    and such a check in front of it: where memrefs overlap, the loops run as they
    were, behind an `slc.fallback`.

    If a range is there, but cannot be used, a remark says why: something else
    happens outside of it, memory that it comes from may change, the induction
    variable is compared in fewer bits than it has, the step is not 1.

    Input:

    ```mlir
    func.func @bag(%offsets: memref<?xindex>, %rows: memref<?xindex>, %table: memref<?xf32>, %b: index, %zero: f32) -> f32 {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %n = memref.dim %rows, %c0 : memref<?xindex>
      %begin = memref.load %offsets[%b] : memref<?xindex>
      %b1 = arith.addi %b, %c1 : index
      %end = memref.load %offsets[%b1] : memref<?xindex>
      %sum = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %zero) -> (f32) {
        %row = memref.load %rows[%j] : memref<?xindex>
        %x = memref.load %table[%row] : memref<?xf32>
        %next = arith.addf %acc, %x : f32
        %after = arith.cmpi sle, %begin, %j : index
        %before = arith.cmpi slt, %j, %end : index
        %inside = arith.andi %after, %before : i1
        %result = arith.select %inside, %next, %acc : f32
        scf.yield %result : f32
      }
      return %sum : f32
    }
    ```

    Output:

    ```mlir
    func.func @bag(%offsets: memref<?xindex>, %rows: memref<?xindex>, %table: memref<?xf32>, %b: index, %zero: f32) -> f32 {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %n = memref.dim %rows, %c0 : memref<?xindex>
      %begin = memref.load %offsets[%b] : memref<?xindex>
      %b1 = arith.addi %b, %c1 : index
      %end = memref.load %offsets[%b1] : memref<?xindex>
      %lower = arith.maxsi %begin, %c0 : index
      %upper = arith.minsi %n, %end : index
      %sum = scf.for %j = %lower to %upper step %c1 iter_args(%acc = %zero) -> (f32) {
        %row = memref.load %rows[%j] : memref<?xindex>
        %x = memref.load %table[%row] : memref<?xf32>
        %next = arith.addf %acc, %x : f32
        scf.yield %next : f32
      }
      return %sum : f32
    }
    ```
  }];
  let options = [
    AliasChecksOption<"What to do about memrefs that may or may not be disjoint",
                      "check before the nest, fall back to the original loops",
                      "take them to be disjoint", "leave the loops as they are">
  ];
  let dependentDialects = [
    "::ember::slc::SLCDialect", "mlir::arith::ArithDialect",
    "mlir::memref::MemRefDialect", "mlir::scf::SCFDialect"
  ];
}

#endif // EMBER_TRANSFORMS_PASSES

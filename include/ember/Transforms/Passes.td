//===- Passes.td - Passes over ordinary MLIR ---------------*- tablegen -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef EMBER_TRANSFORMS_PASSES
#define EMBER_TRANSFORMS_PASSES

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

#endif // EMBER_TRANSFORMS_PASSES

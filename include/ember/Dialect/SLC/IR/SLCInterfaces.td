//===- SLCInterfaces.td - Interfaces of access-side ops ----*- tablegen -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef EMBER_DIALECT_SLC_IR_SLCINTERFACES
#define EMBER_DIALECT_SLC_IR_SLCINTERFACES

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/LoopLikeInterface.td"

/// Marks the ops that may stand in the body of an access loop.
def AccessSide : NativeOpTrait<"AccessSide"> {
  let cppNamespace = "::ember::slc";
}

def AccessLoop : OpInterface<"AccessLoop", [LoopLikeOpInterface]> {
  let cppNamespace = "::ember::slc";
  let description = [{
    A loop of the access unit: `slc.for`, and `slcv.for`, which runs several
    iterations at once. The body's arguments are the streams that the loop
    defines, the induction variable first, and then the iteration values of the
    execute unit.
  }];
  let methods = [
    InterfaceMethod<"The lower bound, a host value or a stream",
      "::mlir::Value", "getLowerBound">,
    InterfaceMethod<"The upper bound, a host value or a stream",
      "::mlir::Value", "getUpperBound">,
    InterfaceMethod<"The operand that is the upper bound",
      "::mlir::OpOperand &", "getUpperBoundMutable">,
    InterfaceMethod<"The step from iteration to iteration, a host value",
      "::mlir::Value", "getStep">,
    InterfaceMethod<"The first values of the iteration values",
      "::mlir::OperandRange", "getInitArgs">,
    InterfaceMethod<"How many iterations run at once, 1 for a scalar loop",
      "int64_t", "getNumLanes">,
    InterfaceMethod<"How many of the body's arguments are streams",
      "unsigned", "getNumStreamArgs">
  ];
  let extraSharedClassDeclaration = [{
    ::mlir::Block *getLoopBody() {
      return &$_op->getRegion(0).front();
    }
    /// The stream of the first lane's induction variable.
    ::mlir::BlockArgument getInductionStream() {
      return getLoopBody()->getArgument(0);
    }
    /// What the body hands to the next iteration.
    ::mlir::OperandRange getYielded() {
      return getLoopBody()->getTerminator()->getOperands();
    }
  }];
}

#endif // EMBER_DIALECT_SLC_IR_SLCINTERFACES

//===- ProgramCalls.cpp - Functions that random programs call -------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramBuilder.h"
#include "mlir/Transforms/RegionUtils.h"

namespace ember::fuzz {

/// Moves an op without results to a function of its own and calls that in its
/// place, twice if `again`.
void ProgramBuilder::outline(Operation *op, bool again) {
  llvm::SetVector<Value> captured(op->operand_begin(), op->operand_end());
  mlir::getUsedValuesDefinedAbove(op->getRegions(), captured);
  SmallVector<Value> arguments = captured.takeVector();

  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(op);
  const std::string name = "part" + std::to_string(numFunctions++);
  for (int i = 0, e = again ? 2 : 1; i < e; ++i)
    mlir::func::CallOp::create(builder, name, TypeRange(), arguments);

  builder.setInsertionPoint(function);
  auto part = mlir::func::FuncOp::create(
      builder, name,
      builder.getFunctionType(ValueRange(arguments).getTypes(), {}));
  part.setPrivate();
  Block *body = part.addEntryBlock();
  op->moveBefore(body, body->end());
  for (auto [value, argument] :
       llvm::zip_equal(arguments, body->getArguments()))
    value.replaceUsesWithIf(argument, [&](OpOperand &use) {
      return op->isAncestor(use.getOwner());
    });
  builder.setInsertionPointToEnd(body);
  mlir::func::ReturnOp::create(builder);
}

} // namespace ember::fuzz

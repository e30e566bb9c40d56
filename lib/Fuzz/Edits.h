//===- Edits.h - Ways to make a case smaller --------------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef EMBER_LIB_FUZZ_EDITS_H
#define EMBER_LIB_FUZZ_EDITS_H

#include "ember/Fuzz/Case.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace ember::fuzz {

/// Ways to take one op out of a program.
enum class OpEdit {
  Erase,       ///< Its results become operands of it, or zeros.
  EraseToZero, ///< Its results become zeros.
  EraseToOne,  ///< Its results become ones.
  Inline,      ///< A loop becomes one iteration, a condition its first branch.
  InlineElse,  ///< A condition becomes its second branch.
};
constexpr OpEdit allOpEdits[] = {OpEdit::Erase, OpEdit::EraseToZero,
                                 OpEdit::EraseToOne, OpEdit::Inline,
                                 OpEdit::InlineElse};

/// Edits an op in place; false if it cannot be edited so.
bool applyEdit(Operation *op, OpEdit edit);

/// Makes argument `number` a constant of the value that its text says; false if
/// it is no scalar.
bool makeConstant(mlir::func::FuncOp function, unsigned number,
                  std::vector<std::string> &texts);

/// Removes an argument that nothing uses, neither the function nor a view of
/// its text; false if something does.
bool eraseArgument(mlir::func::FuncOp function, unsigned number,
                   std::vector<std::string> &texts);

/// Simpler texts for an argument, the simplest first.
std::vector<std::string> simplifyText(StringRef text, StringRef elementType);

} // namespace ember::fuzz

#endif // EMBER_LIB_FUZZ_EDITS_H

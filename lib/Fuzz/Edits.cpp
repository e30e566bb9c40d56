//===- Edits.cpp - Ways to make a case smaller ----------------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Edits.h"

#include "ember/Driver/ArgumentSpec.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/StringExtras.h"

namespace ember::fuzz {

namespace arith = mlir::arith;
namespace scf = mlir::scf;

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

/// A constant, or null for a type that has none.
static Value makeNumber(OpBuilder &builder, Location loc, Type type,
                        int64_t number) {
  if (isa<FloatType>(type))
    return arith::ConstantOp::create(
        builder, loc, builder.getFloatAttr(type, static_cast<double>(number)));
  if (type.isIntOrIndex())
    return arith::ConstantOp::create(builder, loc,
                                     builder.getIntegerAttr(type, number));
  return {};
}

/// Replaces the results by operands of the same type, if `useOperands`, or by
/// numbers, and erases the op.
static bool eraseOp(Operation *op, bool useOperands, int64_t number) {
  OpBuilder builder(op);
  SmallVector<Value> replacements;
  for (Value result : op->getResults()) {
    Value replacement;
    if (result.use_empty()) {
      replacements.push_back(replacement);
      continue;
    }
    // Numbers are bounded before they become integers: that stays.
    const bool isBound = llvm::any_of(result.getUsers(), [](Operation *user) {
      return isa<arith::FPToSIOp>(user);
    });
    if (useOperands && !isBound)
      for (Value operand : op->getOperands())
        if (operand.getType() == result.getType())
          replacement = operand;
    if (!replacement)
      replacement = makeNumber(builder, op->getLoc(), result.getType(), number);
    if (!replacement)
      return false;
    replacements.push_back(replacement);
  }
  for (auto [result, replacement] :
       llvm::zip_equal(op->getResults(), replacements))
    if (replacement)
      result.replaceAllUsesWith(replacement);
  op->erase();
  return true;
}

/// Moves the ops of a block before `op`, which then is what they yield.
static void inlineBlock(Operation *op, Block &block, ValueRange arguments) {
  for (auto [argument, value] :
       llvm::zip_equal(block.getArguments(), arguments))
    argument.replaceAllUsesWith(value);
  Operation *yield = block.getTerminator();
  op->replaceAllUsesWith(yield->getOperands());
  yield->erase();
  op->getBlock()->getOperations().splice(op->getIterator(),
                                         block.getOperations());
  op->erase();
}

bool applyEdit(Operation *op, OpEdit edit) {
  if (op->hasTrait<mlir::OpTrait::IsTerminator>() ||
      isa<mlir::func::FuncOp, ModuleOp>(op))
    return false;
  // A number for a number is no progress.
  const bool isConstant = op->hasTrait<mlir::OpTrait::ConstantLike>();
  switch (edit) {
  case OpEdit::Erase:
    return (!isConstant || op->use_empty()) &&
           eraseOp(op, /*useOperands=*/true, 0);
  case OpEdit::EraseToZero:
    return !isConstant && eraseOp(op, /*useOperands=*/false, 0);
  case OpEdit::EraseToOne:
    return !isConstant && eraseOp(op, /*useOperands=*/false, 1);
  case OpEdit::Inline:
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      SmallVector<Value> arguments{loop.getLowerBound()};
      llvm::append_range(arguments, loop.getInitArgs());
      inlineBlock(op, *loop.getBody(), arguments);
      return true;
    }
    if (auto condition = dyn_cast<scf::IfOp>(op)) {
      inlineBlock(op, *condition.thenBlock(), {});
      return true;
    }
    return false;
  case OpEdit::InlineElse:
    if (auto condition = dyn_cast<scf::IfOp>(op);
        condition && condition.elseBlock()) {
      inlineBlock(op, *condition.elseBlock(), {});
      return true;
    }
    return false;
  }
  llvm_unreachable("unknown edit");
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

bool makeConstant(mlir::func::FuncOp function, unsigned number,
                  std::vector<std::string> &texts) {
  BlockArgument argument = function.getArgument(number);
  int64_t value;
  if (argument.use_empty() || !argument.getType().isIntOrIndex() ||
      StringRef(texts[number]).getAsInteger(10, value))
    return false;
  OpBuilder builder(function.getBody());
  argument.replaceAllUsesWith(
      makeNumber(builder, function.getLoc(), argument.getType(), value));
  return true;
}

/// The argument that a text is a view of, if it is one.
static std::optional<unsigned> getBase(StringRef text) {
  unsigned base;
  if (text.consume_front("view:") && !text.consumeInteger(10, base))
    return base;
  return std::nullopt;
}

bool eraseArgument(mlir::func::FuncOp function, unsigned number,
                   std::vector<std::string> &texts) {
  if (!function.getArgument(number).use_empty() ||
      llvm::any_of(texts,
                   [&](StringRef text) { return getBase(text) == number; }))
    return false;
  if (failed(function.eraseArgument(number)))
    return false;
  texts.erase(texts.begin() + number);
  for (std::string &text : texts)
    if (std::optional<unsigned> base = getBase(text); base && *base > number)
      text = "view:" + std::to_string(*base - 1) +
             text.substr(text.find_first_of(",", 0));
  return true;
}

static std::string formatSizes(ArrayRef<int64_t> sizes) {
  std::string text;
  for (int64_t size : sizes)
    text += std::to_string(size) + "x";
  return text;
}

static std::string format(const driver::ValuesSpec &spec) {
  std::string text = "values:" + formatSizes(spec.shape) +
                     driver::getName(spec.type).str() + ":";
  for (auto [number, bits] : llvm::enumerate(spec.elements)) {
    text += number == 0 ? "" : ",";
    text += driver::isNaN(spec.type, bits)
                ? "nan"
                : driver::formatElement(spec.type, bits);
  }
  return text;
}

/// The same array with fewer of its elements along a dimension.
static driver::ValuesSpec cut(const driver::ValuesSpec &spec, unsigned dim,
                              int64_t size) {
  driver::ValuesSpec result{spec.type, spec.shape, {}};
  result.shape[dim] = size;
  int64_t inner = 1;
  for (int64_t each : ArrayRef(spec.shape).drop_front(dim + 1))
    inner *= each;
  for (size_t i = 0; i < spec.elements.size(); ++i)
    if (static_cast<int64_t>(i) / inner % spec.shape[dim] < size)
      result.elements.push_back(spec.elements[i]);
  return result;
}

std::vector<std::string> simplifyText(StringRef text, StringRef elementType) {
  std::vector<std::string> texts;
  llvm::Expected<driver::ArgumentSpec> parsed = driver::parseArgumentSpec(text);
  if (!parsed) {
    llvm::consumeError(parsed.takeError());
    return texts;
  }
  if (auto *view = std::get_if<driver::ViewSpec>(&*parsed)) {
    texts.push_back("zeros:" + formatSizes(view->shape) + elementType.str());
    return texts;
  }
  if (auto *uniform = std::get_if<driver::UniformSpec>(&*parsed)) {
    texts.push_back("zeros:" + formatSizes(uniform->shape) + elementType.str());
    return texts;
  }
  auto *values = std::get_if<driver::ValuesSpec>(&*parsed);
  if (!values)
    return texts;
  for (unsigned dim = 0; dim < values->shape.size(); ++dim) {
    const int64_t size = values->shape[dim];
    for (int64_t smaller : {int64_t(0), size / 2, size - 1})
      if (smaller >= 0 && smaller < size)
        texts.push_back(format(cut(*values, dim, smaller)));
  }
  texts.push_back("zeros:" + formatSizes(values->shape) + elementType.str());
  // Halves, quarters, … become zeros.
  const size_t count = values->elements.size();
  for (size_t length = (count + 1) / 2; length > 0 && length * 64 >= count;
       length /= 2)
    for (size_t first = 0; first < count; first += length) {
      driver::ValuesSpec zeroed = *values;
      for (size_t i = first; i < std::min(count, first + length); ++i)
        zeroed.elements[i] = 0;
      if (zeroed.elements != values->elements)
        texts.push_back(format(zeroed));
    }
  return texts;
}

} // namespace ember::fuzz

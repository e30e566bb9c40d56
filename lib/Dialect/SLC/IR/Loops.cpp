//===- Loops.cpp - What all access loops share ----------------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Dialect/SLC/IR/Loops.h"
#include "mlir/IR/Matchers.h"

using namespace ember;
using namespace ember::slc;

ParseResult slc::parseLoop(OpAsmParser &parser, OperationState &result,
                           ArrayRef<Type> streamTypes) {
  Type index = parser.getBuilder().getIndexType();
  SmallVector<OpAsmParser::Argument> arguments;
  for (auto [i, type] : llvm::enumerate(streamTypes)) {
    if (i > 0 && parser.parseComma())
      return failure();
    if (parser.parseArgument(arguments.emplace_back()))
      return failure();
    arguments.back().type = type;
  }
  OpAsmParser::UnresolvedOperand lower, upper, step;
  if (parser.parseEqual() || parser.parseOperand(lower) ||
      parser.parseKeyword("to") || parser.parseOperand(upper) ||
      parser.parseKeyword("step") || parser.parseOperand(step) ||
      resolveStreamOrHost(parser, lower, index, result.operands) ||
      resolveStreamOrHost(parser, upper, index, result.operands) ||
      parser.resolveOperand(step, index, result.operands))
    return failure();

  if (succeeded(parser.parseOptionalKeyword("iter_args"))) {
    SmallVector<OpAsmParser::Argument> carried;
    SmallVector<OpAsmParser::UnresolvedOperand> inits;
    llvm::SMLoc loc = parser.getCurrentLocation();
    if (parser.parseAssignmentList(carried, inits) ||
        parser.parseArrowTypeList(result.types))
      return failure();
    if (carried.size() != result.types.size())
      return parser.emitError(loc,
                              "expects as many types as iter_args, but got ")
             << result.types.size() << " for " << carried.size();
    for (auto [argument, init, type] :
         llvm::zip_equal(carried, inits, result.types)) {
      argument.type = type;
      if (parser.resolveOperand(init, type, result.operands))
        return failure();
    }
    llvm::append_range(arguments, carried);
  }
  return failure(parser.parseRegion(*result.addRegion(), arguments) ||
                 parser.parseOptionalAttrDict(result.attributes));
}

void slc::printLoop(OpAsmPrinter &printer, AccessLoop loop,
                    ArrayRef<StringRef> hidden) {
  printer << " ";
  llvm::interleaveComma(
      loop.getLoopBody()->getArguments().take_front(loop.getNumStreamArgs()),
      printer);
  printer << " = " << loop.getLowerBound() << " to " << loop.getUpperBound()
          << " step " << loop.getStep();
  bool carries = !loop.getInitArgs().empty();
  if (carries) {
    printer << " iter_args(";
    llvm::interleaveComma(
        llvm::zip_equal(loop.getRegionIterArgs(), loop.getInitArgs()), printer,
        [&](auto pair) {
          printer << std::get<0>(pair) << " = " << std::get<1>(pair);
        });
    printer << ") -> (" << loop.getInitArgs().getTypes() << ")";
  }
  printer << " ";
  printer.printRegion(loop->getRegion(0), /*printEntryBlockArgs=*/false,
                      /*printBlockTerminators=*/carries);
  printer.printOptionalAttrDict(loop->getAttrs(), hidden);
}

void slc::buildLoop(OpBuilder &builder, OperationState &state, Value lowerBound,
                    Value upperBound, Value step, ValueRange initArgs,
                    ArrayRef<Type> streamTypes) {
  OpBuilder::InsertionGuard guard(builder);
  state.addOperands({lowerBound, upperBound, step});
  state.addOperands(initArgs);
  state.addTypes(initArgs.getTypes());
  Block *block = builder.createBlock(state.addRegion());
  for (Type type : streamTypes)
    block->addArgument(type, state.location);
  for (Value init : initArgs)
    block->addArgument(init.getType(), init.getLoc());
  if (initArgs.empty())
    YieldOp::create(builder, state.location);
}

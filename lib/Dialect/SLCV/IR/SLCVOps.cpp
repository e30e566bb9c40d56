//===- SLCVOps.cpp - The SLCV dialect and its operations ------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constraints cited as (C1), (C2), ... are those of docs/Dialects/SLCV/Spec.md.
//
//===----------------------------------------------------------------------===//

#include "ember/Dialect/SLC/IR/Loops.h"
#include "ember/Dialect/SLCV/IR/SLCV.h"
#include "mlir/IR/Matchers.h"

using namespace ember;
using namespace ember::slcv;
using slc::StreamType;

#include "ember/Dialect/SLCV/IR/SLCVDialect.cpp.inc"

void SLCVDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "ember/Dialect/SLCV/IR/SLCVOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Shared by the ops
//===----------------------------------------------------------------------===//

/// A stream of vectors of `lanes` elements of this type.
static Type getVectorStream(int64_t lanes, Type element) {
  return StreamType::get(VectorType::get({lanes}, element));
}

bool slcv::isLegalNumLanes(int64_t lanes) {
  return lanes >= 2 && lanes <= StreamType::maxLanes &&
         llvm::isPowerOf2_64(lanes);
}

static LogicalResult verifyNumLanes(Operation *op, int64_t lanes) {
  if (isLegalNumLanes(lanes))
    return success();
  return op->emitOpError("(C1) expects a power of two of 2 to ")
         << StreamType::maxLanes << " lanes, but got " << lanes;
}

/// Parses `<lanes>` into an attribute and checks it, so that types can be made
/// of it.
static ParseResult parseNumLanes(OpAsmParser &parser, OperationState &result,
                                 StringAttr name, int64_t &lanes) {
  llvm::SMLoc loc;
  if (parser.parseLess() || parser.getCurrentLocation(&loc) ||
      parser.parseInteger(lanes) || parser.parseGreater())
    return failure();
  if (!isLegalNumLanes(lanes))
    return parser.emitError(loc, "expects a power of two of 2 to ")
           << StreamType::maxLanes << " lanes, but got " << lanes;
  result.addAttribute(name, parser.getBuilder().getI64IntegerAttr(lanes));
  return success();
}

//===----------------------------------------------------------------------===//
// ForOp
//===----------------------------------------------------------------------===//

static SmallVector<Type> getStreamTypes(MLIRContext *context, int64_t lanes) {
  return {StreamType::get(IndexType::get(context)),
          getVectorStream(lanes, IntegerType::get(context, 1))};
}

void ForOp::build(OpBuilder &builder, OperationState &state, int64_t vlen,
                  Value lowerBound, Value upperBound, Value step,
                  ValueRange initArgs) {
  state.addAttribute(getVlenAttrName(state.name),
                     builder.getI64IntegerAttr(vlen));
  slc::buildLoop(builder, state, lowerBound, upperBound, step, initArgs,
                 getStreamTypes(builder.getContext(), vlen));
}

ParseResult ForOp::parse(OpAsmParser &parser, OperationState &result) {
  int64_t lanes = 0;
  if (parseNumLanes(parser, result, getVlenAttrName(result.name), lanes) ||
      slc::parseLoop(parser, result,
                     getStreamTypes(parser.getContext(), lanes)))
    return failure();
  ForOp::ensureTerminator(*result.regions.front(), parser.getBuilder(),
                          result.location);
  return success();
}

void ForOp::print(OpAsmPrinter &printer) {
  printer << "<" << getVlen() << ">";
  slc::printLoop(printer, cast<slc::AccessLoop>(getOperation()),
                 {getVlenAttrName()});
}

void ForOp::getAsmBlockArgumentNames(Region &region,
                                     mlir::OpAsmSetValueNameFn setName) {
  if (region.empty() || region.front().getNumArguments() < 2)
    return;
  setName(region.front().getArgument(0), "s");
  setName(region.front().getArgument(1), "mask");
}

LogicalResult ForOp::verify() {
  if (failed(verifyNumLanes(*this, getVlen())) ||
      failed(slc::verifyAccessOperands(*this, getOperands().take_front(3))))
    return failure();
  llvm::APInt step;
  if (!mlir::matchPattern(getStep(), mlir::m_ConstantInt(&step)) ||
      !step.isStrictlyPositive())
    return emitOpError("(C2) expects its step to be a positive constant");
  SmallVector<Type> expected = getStreamTypes(getContext(), getVlen());
  llvm::append_range(expected, getResultTypes());
  if (getBody()->getArgumentTypes() != TypeRange(expected))
    return emitOpError("(C3) expects the arguments of its body to be a stream "
                       "of index, the mask of its lanes and its iter_args");
  for (Type type : getResultTypes())
    if (isa<StreamType>(type))
      return emitOpError("(C4) expects iter_args to be values of the execute "
                         "unit, but got ")
             << type;
  if (getInitArgs().getTypes() != getResultTypes())
    return emitOpError("(C4) expects the types of iter_args and results to "
                       "agree");
  return success();
}

LogicalResult ForOp::verifyRegions() {
  if (getYieldedValues().getTypes() != getResultTypes())
    return emitOpError("(C4) expects its body to yield values of the types of "
                       "its results");
  for (Operation &op : *getBody())
    if (!op.hasTrait<AccessSide>() || isa<slc::AccessLoop>(op)) {
      InFlightDiagnostic diag =
          emitOpError("(C5) expects its body to hold only access-side ops and "
                      "callbacks, and no loop");
      diag.attachNote(op.getLoc()) << "see this op";
      return diag;
    }
  return success();
}

SmallVector<Region *> ForOp::getLoopRegions() { return {&getRegion()}; }

MutableArrayRef<OpOperand> ForOp::getInitsMutable() {
  return getInitArgsMutable();
}

Block::BlockArgListType ForOp::getRegionIterArgs() {
  return getBody()->getArguments().drop_front(getNumStreamArgs());
}

std::optional<MutableArrayRef<OpOperand>> ForOp::getYieldedValuesMutable() {
  return getBody()->getTerminator()->getOpOperands();
}

std::optional<mlir::ResultRange> ForOp::getLoopResults() {
  return getResults();
}

int64_t ForOp::getNumLanes() { return getVlen(); }

unsigned ForOp::getNumStreamArgs() { return 2; }

int64_t ForOp::getConstantStep() {
  llvm::APInt step;
  mlir::matchPattern(getStep(), mlir::m_ConstantInt(&step));
  return step.getSExtValue();
}

//===----------------------------------------------------------------------===//
// MemStrOp
//===----------------------------------------------------------------------===//

ParseResult MemStrOp::parse(OpAsmParser &parser, OperationState &result) {
  Builder &builder = parser.getBuilder();
  int64_t lanes = 0;
  OpAsmParser::UnresolvedOperand memref, mask;
  SmallVector<OpAsmParser::UnresolvedOperand> indices;
  SmallVector<int64_t> laneStrides;
  MemRefType type;
  llvm::SMLoc loc;
  auto parseStride = [&] {
    return parser.parseInteger(laneStrides.emplace_back());
  };
  if (parseNumLanes(parser, result, getVlenAttrName(result.name), lanes) ||
      parser.parseOperand(memref) ||
      parser.parseOperandList(indices, OpAsmParser::Delimiter::Square) ||
      parser.parseKeyword("lanes") ||
      parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Square,
                                     parseStride) ||
      parser.parseKeyword("mask") || parser.parseOperand(mask) ||
      parser.parseOptionalAttrDict(result.attributes) ||
      parser.getCurrentLocation(&loc) || parser.parseColonType(type) ||
      parser.resolveOperand(memref, type, result.operands))
    return failure();
  if (!StreamType::isValidScalarType(type.getElementType()))
    return parser.emitError(loc, "expects elements that a stream can carry, "
                                 "but got ")
           << type.getElementType();
  Type vector = VectorType::get({lanes}, builder.getIndexType());
  for (const OpAsmParser::UnresolvedOperand &index : indices)
    if (slc::resolveStreamOrHost(parser, index, vector, result.operands))
      return failure();
  if (parser.resolveOperand(mask, getVectorStream(lanes, builder.getI1Type()),
                            result.operands))
    return failure();
  result.addAttribute(getLaneStridesAttrName(result.name),
                      builder.getDenseI64ArrayAttr(laneStrides));
  result.addTypes(getVectorStream(lanes, type.getElementType()));
  return success();
}

void MemStrOp::print(OpAsmPrinter &printer) {
  printer << "<" << getVlen() << "> " << getMemref() << "[" << getIndices()
          << "] lanes [";
  llvm::interleaveComma(getLaneStrides(), printer);
  printer << "] mask " << getMask();
  printer.printOptionalAttrDict((*this)->getAttrs(),
                                {getVlenAttrName(), getLaneStridesAttrName()});
  printer << " : " << getMemref().getType();
}

LogicalResult MemStrOp::verify() {
  if (failed(verifyNumLanes(*this, getVlen())))
    return failure();
  auto type = dyn_cast<MemRefType>(getMemref().getType());
  if (!type || !type.isStrided() ||
      !StreamType::isValidScalarType(type.getElementType()))
    return emitOpError("(C6) expects a memref with a strided layout of "
                       "elements that a stream can carry");
  if (static_cast<int64_t>(getIndices().size()) != type.getRank() ||
      static_cast<int64_t>(getLaneStrides().size()) != type.getRank())
    return emitOpError("(C7) expects ")
           << type.getRank() << " indices and lane strides, but got "
           << getIndices().size() << " and " << getLaneStrides().size();
  Type index = IndexType::get(getContext());
  for (auto [i, stride] : llvm::zip_equal(getIndices(), getLaneStrides())) {
    bool isVector = i.getType() == getVectorStream(getVlen(), index);
    if (!isVector && slc::getElementTypeOrSelf(i.getType()) != index)
      return emitOpError("(C8) expects its indices to be index, a stream of "
                         "it, or a stream of vectors of its lanes, but got ")
             << i.getType();
    if (isVector && stride != 0)
      return emitOpError("(C8) expects no lane stride for an index that gives "
                         "each lane its own");
  }
  if (getMask().getType() !=
          getVectorStream(getVlen(), IntegerType::get(getContext(), 1)) ||
      getType() != getVectorStream(getVlen(), type.getElementType()))
    return emitOpError("(C9) expects its mask and its result to have its "
                       "lanes, and the memref's elements");
  return slc::verifyAccessOperands(*this, getOperands());
}

//===----------------------------------------------------------------------===//
// LaneStrOp
//===----------------------------------------------------------------------===//

static ParseResult parseLanesOfIndex(OpAsmParser &parser, IntegerAttr lanes,
                                     Type &base, Type &result) {
  Type index;
  llvm::SMLoc loc = parser.getCurrentLocation();
  if (parser.parseType(index))
    return failure();
  if (!index.isIndex() || !isLegalNumLanes(lanes.getInt()))
    return parser.emitError(loc, "expects index and a power of two of 2 to ")
           << StreamType::maxLanes << " lanes";
  base = StreamType::get(index);
  result = getVectorStream(lanes.getInt(), index);
  return success();
}

static void printLanesOfIndex(OpAsmPrinter &printer, Operation *, IntegerAttr,
                              Type base, Type) {
  printer << slc::getElementTypeOrSelf(base);
}

LogicalResult LaneStrOp::verify() {
  if (failed(verifyNumLanes(*this, getVlen())))
    return failure();
  if (getType() != getVectorStream(getVlen(), IndexType::get(getContext())))
    return emitOpError("(C9) expects a result of its lanes");
  return slc::verifyAccessOperands(*this, getBase());
}

//===----------------------------------------------------------------------===//
// CallbackOp, BufStrOp
//===----------------------------------------------------------------------===//

void CallbackOp::build(OpBuilder &builder, OperationState &state, int64_t chunk,
                       TypeRange results) {
  OpBuilder::InsertionGuard guard(builder);
  state.addAttribute(getChunkAttrName(state.name),
                     builder.getI64IntegerAttr(chunk));
  state.addTypes(results);
  Region *body = state.addRegion();
  builder.createBlock(body);
  body->addArgument(builder.getIndexType(), state.location);
  if (results.empty())
    CallbackOp::ensureTerminator(*body, builder, state.location);
}

ParseResult CallbackOp::parse(OpAsmParser &parser, OperationState &result) {
  int64_t chunk = 0;
  OpAsmParser::Argument length;
  length.type = parser.getBuilder().getIndexType();
  Region *body = result.addRegion();
  if (parser.parseLess() || parser.parseInteger(chunk) ||
      parser.parseGreater() || parser.parseLParen() ||
      parser.parseArgument(length) || parser.parseRParen() ||
      parser.parseOptionalArrowTypeList(result.types) ||
      parser.parseRegion(*body, length) ||
      parser.parseOptionalAttrDict(result.attributes))
    return failure();
  result.addAttribute(getChunkAttrName(result.name),
                      parser.getBuilder().getI64IntegerAttr(chunk));
  CallbackOp::ensureTerminator(*body, parser.getBuilder(), result.location);
  return success();
}

void CallbackOp::print(OpAsmPrinter &printer) {
  printer << "<" << getChunk() << "> (" << getRunLength() << ")";
  if (getNumResults() != 0)
    printer << " -> (" << getResultTypes() << ")";
  printer << " ";
  printer.printRegion(getRegion(), /*printEntryBlockArgs=*/false,
                      /*printBlockTerminators=*/getNumResults() != 0);
  printer.printOptionalAttrDict((*this)->getAttrs(), {getChunkAttrName()});
}

CallbackOp slcv::getRun(slc::AccessLoop loop) {
  auto runs = loop.getLoopBody()->getOps<CallbackOp>();
  return runs.empty() ? CallbackOp() : *runs.begin();
}

LogicalResult CallbackOp::verify() {
  auto loop = dyn_cast_or_null<slc::AccessLoop>((*this)->getParentOp());
  if (!loop || llvm::any_of(*loop.getLoopBody(), [](Operation &op) {
        return isa<slc::AccessLoop>(op);
      }))
    return emitOpError("(C10) expects to stand in the body of an innermost "
                       "loop of the access unit");
  for (Operation &op : *loop.getLoopBody())
    if (&op != getOperation() && isa<slc::CallbackOp, CallbackOp>(op))
      return emitOpError("(C10) expects to be the only callback of its loop");
  for (Value result : getResults())
    for (Operation *user : result.getUsers())
      if (user != loop.getLoopBody()->getTerminator())
        return emitOpError("(C11) expects its results to be used by the yield "
                           "of its loop only");
  return success();
}

LogicalResult CallbackOp::verifyRegions() {
  if (getBody()->getNumArguments() != 1 ||
      !getBody()->getArgument(0).getType().isIndex())
    return emitOpError("(C12) expects a body with one argument of type index");
  if (getBody()->getTerminator()->getOperandTypes() != getResultTypes())
    return emitOpError("(C12) expects its body to yield values of the types of "
                       "its results");
  Block *loopBody = (*this)->getBlock();
  WalkResult walk = getRegion().walk([&](Operation *op) {
    for (Value operand : op->getOperands()) {
      if (!isa<StreamType>(operand.getType()))
        continue;
      bool isOfBody = operand.getParentBlock() == loopBody;
      if (isOfBody ? isa<BufStrOp>(op) : isa<slc::ToValOp>(op))
        continue;
      InFlightDiagnostic diag =
          emitOpError("(C13) expects streams of its loop's body to be read by "
                      "slcv.buf_str, and those of outer loops by slc.to_val");
      diag.attachNote(op->getLoc()) << "see this op";
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return failure(walk.wasInterrupted());
}

LogicalResult BufStrOp::verify() {
  if (!(*this)->getParentOfType<CallbackOp>())
    return emitOpError("(C14) expects to stand in an slcv.callback");
  return slc::verifyAccessOperands(*this, getStream());
}

#define GET_OP_CLASSES
#include "ember/Dialect/SLCV/IR/SLCVOps.cpp.inc"

//===- SLCOps.cpp - Operations of the SLC dialect -------------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constraints cited as (C1), (C2), ... are those of docs/Dialects/SLC/Spec.md.
//
//===----------------------------------------------------------------------===//

#include "ember/Dialect/SLC/IR/Loops.h"
#include "ember/Dialect/SLC/IR/SLC.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/TypeUtilities.h"

using namespace ember;
using namespace ember::slc;

//===----------------------------------------------------------------------===//
// Shared by the ops
//===----------------------------------------------------------------------===//

AccessLoop slc::getNest(Operation *op) {
  AccessLoop outermost;
  for (; op; op = op->getParentOp())
    if (auto loop = dyn_cast<AccessLoop>(op))
      outermost = loop;
  return outermost;
}

Type slc::getScalarType(Type type) {
  return mlir::getElementTypeOrSelf(slc::getElementTypeOrSelf(type));
}

int64_t slc::getNumLanes(Type type) {
  auto vector = dyn_cast<VectorType>(slc::getElementTypeOrSelf(type));
  return vector ? vector.getNumElements() : 1;
}

/// The op in whose region a value is defined; null for one that the parser has
/// not found yet, which is its error.
static Operation *getScope(Value value) {
  Region *region = value.getParentRegion();
  return region ? region->getParentOp() : nullptr;
}

bool slc::isStreamOfNest(Operation *op, Value stream) {
  AccessLoop nest = getNest(op);
  auto loop = dyn_cast_or_null<AccessLoop>(getScope(stream));
  return nest && loop && nest->isAncestor(loop);
}

LogicalResult slc::verifyAccessOperands(Operation *op, ValueRange operands) {
  AccessLoop nest = getNest(op);
  for (Value operand : operands) {
    if (isa<StreamType>(operand.getType())) {
      if (!isStreamOfNest(op, operand))
        return op->emitOpError("(C2) expects its streams to be defined in the "
                               "same nest");
    } else if (Operation *scope = getScope(operand);
               nest && scope && nest->isAncestor(scope)) {
      return op->emitOpError("(C3) expects the values it uses to be streams or "
                             "to be defined before the nest, but got one of "
                             "the execute unit");
    }
  }
  return success();
}

std::string slc::getArithName(AluKind kind) {
  return ("arith." + stringifyAluKind(kind)).str();
}

std::optional<AluKind> slc::getAluKind(Operation *arithOp) {
  StringRef name = arithOp->getName().getStringRef();
  if (!name.consume_front("arith."))
    return std::nullopt;
  return symbolizeAluKind(name);
}

bool slc::canTrap(AluKind kind) {
  switch (kind) {
  case AluKind::divui:
  case AluKind::divsi:
  case AluKind::ceildivui:
  case AluKind::ceildivsi:
  case AluKind::floordivsi:
  case AluKind::remui:
  case AluKind::remsi:
    return true;
  default:
    return false;
  }
}

bool slc::isCast(AluKind kind) {
  switch (kind) {
  case AluKind::extui:
  case AluKind::extsi:
  case AluKind::trunci:
  case AluKind::index_cast:
  case AluKind::index_castui:
    return true;
  default:
    return false;
  }
}

ParseResult
slc::resolveStreamOrHost(OpAsmParser &parser,
                         const OpAsmParser::UnresolvedOperand &operand,
                         Type elementType, SmallVectorImpl<Value> &into) {
  SmallVector<Type, 3> streams;
  if (StreamType::isValidElementType(elementType))
    streams.push_back(StreamType::get(elementType));
  Type scalar = slc::getScalarType(elementType);
  if (scalar != elementType && StreamType::isValidElementType(scalar))
    streams.push_back(StreamType::get(scalar));
  {
    // The parser has no way to ask for the type of a value, only to resolve one
    // with a type and complain: swallow that complaint and try the next type.
    // Complaints of other threads are not ours.
    uint64_t thread = llvm::get_threadid();
    mlir::ScopedDiagnosticHandler quiet(
        parser.getContext(), [thread](mlir::Diagnostic &) {
          return success(llvm::get_threadid() == thread);
        });
    if (succeeded(parser.resolveOperand(operand, scalar, into)))
      return success();
    for (Type stream : streams)
      if (succeeded(parser.resolveOperand(operand, stream, into)))
        return success();
  }
  return parser.resolveOperand(operand, scalar, into);
}

//===----------------------------------------------------------------------===//
// ForOp
//===----------------------------------------------------------------------===//

void ForOp::build(OpBuilder &builder, OperationState &state, Value lowerBound,
                  Value upperBound, Value step, ValueRange initArgs) {
  buildLoop(builder, state, lowerBound, upperBound, step, initArgs,
            StreamType::get(builder.getIndexType()));
}

ParseResult ForOp::parse(OpAsmParser &parser, OperationState &result) {
  if (parseLoop(parser, result,
                StreamType::get(parser.getBuilder().getIndexType())))
    return failure();
  ForOp::ensureTerminator(*result.regions.front(), parser.getBuilder(),
                          result.location);
  return success();
}

void ForOp::print(OpAsmPrinter &printer) {
  printLoop(printer, cast<AccessLoop>(getOperation()));
}

void ForOp::getAsmBlockArgumentNames(Region &region,
                                     mlir::OpAsmSetValueNameFn setName) {
  if (!region.empty() && region.front().getNumArguments() > 0)
    setName(region.front().getArgument(0), "s");
}

LogicalResult ForOp::verify() {
  if (failed(verifyAccessOperands(*this, getOperands().take_front(3))))
    return failure();
  // The interfaces of loops rely on the body's arguments.
  Block *body = getBody();
  if (body->getNumArguments() == 0 ||
      body->getArgument(0).getType() !=
          StreamType::get(IndexType::get(getContext())))
    return emitOpError("(C4) expects the first argument of its body to be a "
                       "stream of index");
  if (getInitArgs().getTypes() != getResultTypes())
    return emitOpError("(C5) expects the types of iter_args and results to "
                       "agree");
  if (TypeRange(ValueRange(getRegionIterArgs())) != getResultTypes())
    return emitOpError("(C5) expects the types of its body's arguments and "
                       "results to agree");
  for (Type type : getResultTypes())
    if (isa<StreamType>(type))
      return emitOpError("(C6) expects iter_args to be values of the execute "
                         "unit, but got ")
             << type;
  llvm::APInt step;
  if (mlir::matchPattern(getStep(), mlir::m_ConstantInt(&step)) &&
      !step.isStrictlyPositive())
    return emitOpError("(C7) expects a positive step, but got ")
           << step.getSExtValue();
  return success();
}

LogicalResult ForOp::verifyRegions() {
  if (getYieldedValues().getTypes() != getResultTypes())
    return emitOpError("(C5) expects its body to yield values of the types of "
                       "its results");
  for (Operation &op : *getBody())
    if (!op.hasTrait<AccessSide>()) {
      InFlightDiagnostic diag =
          emitOpError("(C8) expects its body to hold only access-side ops and "
                      "callbacks");
      diag.attachNote(op.getLoc()) << "this op belongs in an slc.callback";
      return diag;
    }
  return success();
}

SmallVector<Region *> ForOp::getLoopRegions() { return {&getRegion()}; }

MutableArrayRef<OpOperand> ForOp::getInitsMutable() {
  return getInitArgsMutable();
}
Block::BlockArgListType ForOp::getRegionIterArgs() {
  return getBody()->getArguments().drop_front();
}
std::optional<MutableArrayRef<OpOperand>> ForOp::getYieldedValuesMutable() {
  return getBody()->getTerminator()->getOpOperands();
}
std::optional<mlir::ResultRange> ForOp::getLoopResults() {
  return getResults();
}

namespace {
/// A loop whose constant bounds admit no iteration gives its initial values. A
/// loop that is split already stays: its ops have counterparts elsewhere.
struct RemoveEmptyLoop : mlir::OpRewritePattern<ForOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ForOp op,
                                PatternRewriter &rewriter) const override {
    llvm::APInt lower, upper;
    if (!mlir::matchPattern(op.getLowerBound(), mlir::m_ConstantInt(&lower)) ||
        !mlir::matchPattern(op.getUpperBound(), mlir::m_ConstantInt(&upper)) ||
        lower.slt(upper))
      return rewriter.notifyMatchFailure(op, "may iterate");
    WalkResult walk = op->walk([&](Operation *nested) {
      return isPush(nested) ? WalkResult::interrupt() : WalkResult::advance();
    });
    if (walk.wasInterrupted())
      return rewriter.notifyMatchFailure(op, "is in an access region");
    rewriter.replaceOp(op, op.getInitArgs());
    return success();
  }

private:
  /// Whether an op of the access side writes a queue.
  static bool isPush(Operation *op) {
    auto interface = dyn_cast<mlir::MemoryEffectOpInterface>(op);
    if (!interface || !op->hasTrait<AccessSide>())
      return false;
    SmallVector<mlir::MemoryEffects::EffectInstance> effects;
    interface.getEffects(effects);
    return llvm::any_of(effects, [](const auto &effect) {
      return isa<mlir::MemoryEffects::Write>(effect.getEffect()) &&
             effect.getResource() != mlir::SideEffects::DefaultResource::get();
    });
  }
};

/// An iter_arg that every iteration hands on unchanged is its initial value.
struct ForwardInvariantIterArg : mlir::OpRewritePattern<ForOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ForOp op,
                                PatternRewriter &rewriter) const override {
    bool changed = false;
    Operation *yield = op.getBody()->getTerminator();
    auto isOtherUse = [&](OpOperand &use) { return use.getOwner() != yield; };
    for (auto [init, argument, yielded, result] :
         llvm::zip_equal(op.getInitArgs(), op.getRegionIterArgs(),
                         op.getYieldedValues(), op.getResults())) {
      if (yielded != argument && yielded != init)
        continue;
      if (result.use_empty() && llvm::none_of(argument.getUses(), isOtherUse))
        continue;
      rewriter.replaceUsesWithIf(argument, init, isOtherUse);
      rewriter.replaceAllUsesWith(result, init);
      changed = true;
    }
    return success(changed);
  }
};

/// An iter_arg that nothing reads is not carried.
struct DropUnusedIterArgs : mlir::OpRewritePattern<ForOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ForOp op,
                                PatternRewriter &rewriter) const override {
    Operation *yield = op.getBody()->getTerminator();
    BitVector unused(op.getNumResults());
    SmallVector<Value> keptInits, keptResults;
    for (unsigned i = 0; i < unused.size(); ++i) {
      unused[i] = op.getResult(i).use_empty() &&
                  llvm::all_of(op.getRegionIterArgs()[i].getUses(),
                               [&](OpOperand &use) {
                                 return use.getOwner() == yield &&
                                        use.getOperandNumber() == i;
                               });
      if (unused[i])
        continue;
      keptInits.push_back(op.getInitArgs()[i]);
      keptResults.push_back(op.getResult(i));
    }
    if (unused.none())
      return rewriter.notifyMatchFailure(op, "every iter_arg is read");
    auto narrow = ForOp::create(rewriter, op.getLoc(), op.getLowerBound(),
                                op.getUpperBound(), op.getStep(), keptInits);
    narrow->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    rewriter.modifyOpInPlace(yield, [&] { yield->eraseOperands(unused); });
    rewriter.eraseBlock(narrow.getBody());
    rewriter.inlineRegionBefore(op.getRegion(), narrow.getRegion(),
                                narrow.getRegion().end());
    BitVector unusedArguments(1); // The induction stream stays.
    for (unsigned i = 0; i < unused.size(); ++i)
      unusedArguments.push_back(unused[i]);
    narrow.getBody()->eraseArguments(unusedArguments);
    for (auto [from, to] : llvm::zip_equal(keptResults, narrow.getResults()))
      rewriter.replaceAllUsesWith(from, to);
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void ForOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                        MLIRContext *context) {
  patterns.add<RemoveEmptyLoop, ForwardInvariantIterArg, DropUnusedIterArgs>(
      context);
}

//===----------------------------------------------------------------------===//
// CallbackOp
//===----------------------------------------------------------------------===//

void CallbackOp::build(OpBuilder &builder, OperationState &state,
                       TypeRange results) {
  OpBuilder::InsertionGuard guard(builder);
  state.addTypes(results);
  Region *body = state.addRegion();
  builder.createBlock(body);
  if (results.empty())
    CallbackOp::ensureTerminator(*body, builder, state.location);
}

ParseResult CallbackOp::parse(OpAsmParser &parser, OperationState &result) {
  if (parser.parseOptionalArrowTypeList(result.types))
    return failure();
  Region *body = result.addRegion();
  if (parser.parseRegion(*body, /*arguments=*/{}) ||
      parser.parseOptionalAttrDict(result.attributes))
    return failure();
  CallbackOp::ensureTerminator(*body, parser.getBuilder(), result.location);
  return success();
}

void CallbackOp::print(OpAsmPrinter &printer) {
  if (getNumResults() != 0)
    printer << " -> (" << getResultTypes() << ")";
  printer << " ";
  printer.printRegion(getRegion(), /*printEntryBlockArgs=*/false,
                      /*printBlockTerminators=*/getNumResults() != 0);
  printer.printOptionalAttrDict((*this)->getAttrs());
}

LogicalResult CallbackOp::verify() {
  if (!isa_and_nonnull<AccessLoop>((*this)->getParentOp()))
    return emitOpError("(C9) expects to stand in the body of a loop of the "
                       "access unit");
  for (Type type : getResultTypes())
    if (isa<StreamType>(type))
      return emitOpError("(C10) expects results of the execute unit, but got ")
             << type;
  return success();
}

LogicalResult CallbackOp::verifyRegions() {
  if (getBody()->getNumArguments() != 0)
    return emitOpError("(C11) expects a body without arguments");
  if (getBody()->getTerminator()->getOperandTypes() != getResultTypes())
    return emitOpError("(C12) expects its body to yield values of the types of "
                       "its results");
  WalkResult walk = getRegion().walk([&](Operation *op) {
    if (isa<ToValOp>(op))
      return WalkResult::advance();
    bool isAccess = op->hasTrait<AccessSide>() && !isa<YieldOp>(op);
    bool usesStream = llvm::any_of(op->getOperandTypes(),
                                   [](Type t) { return isa<StreamType>(t); });
    if (!isAccess && !usesStream)
      return WalkResult::advance();
    InFlightDiagnostic diag = emitOpError(
        "(C13) expects its streams to be read by slc.to_val only, and no op of "
        "the access unit in its body");
    diag.attachNote(op->getLoc()) << "see this op";
    return WalkResult::interrupt();
  });
  return failure(walk.wasInterrupted());
}

namespace {
/// A result that nobody uses is not yielded.
struct DropUnusedResults : mlir::OpRewritePattern<CallbackOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(CallbackOp op,
                                PatternRewriter &rewriter) const override {
    SmallVector<Value> kept, yielded;
    for (auto [result, value] : llvm::zip_equal(
             op.getResults(), op.getBody()->getTerminator()->getOperands()))
      if (!result.use_empty()) {
        kept.push_back(result);
        yielded.push_back(value);
      }
    if (kept.size() == op.getNumResults())
      return rewriter.notifyMatchFailure(op, "every result is used");
    auto narrow =
        CallbackOp::create(rewriter, op.getLoc(), ValueRange(kept).getTypes());
    narrow->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    rewriter.modifyOpInPlace(op.getBody()->getTerminator(), [&] {
      op.getBody()->getTerminator()->setOperands(yielded);
    });
    rewriter.eraseBlock(narrow.getBody());
    rewriter.inlineRegionBefore(op.getRegion(), narrow.getRegion(),
                                narrow.getRegion().end());
    for (auto [from, to] : llvm::zip_equal(kept, narrow.getResults()))
      rewriter.replaceAllUsesWith(from, to);
    rewriter.eraseOp(op);
    return success();
  }
};

/// A callback that follows another with nothing in between is part of it.
struct MergeAdjacent : mlir::OpRewritePattern<CallbackOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(CallbackOp op,
                                PatternRewriter &rewriter) const override {
    auto next = dyn_cast_or_null<CallbackOp>(op->getNextNode());
    if (!next)
      return rewriter.notifyMatchFailure(op, "no callback follows");
    if (op->getDiscardableAttrDictionary() !=
        next->getDiscardableAttrDictionary())
      return rewriter.notifyMatchFailure(op, "their attributes differ");
    SmallVector<Type> types(op.getResultTypes());
    llvm::append_range(types, next.getResultTypes());
    auto merged = CallbackOp::create(
        rewriter, rewriter.getFusedLoc({op.getLoc(), next.getLoc()}), types);
    merged->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    rewriter.eraseBlock(merged.getBody());
    rewriter.inlineRegionBefore(op.getRegion(), merged.getRegion(),
                                merged.getRegion().end());
    Operation *firstYield = merged.getBody()->getTerminator();
    SmallVector<Value> yielded(firstYield->getOperands());
    for (auto [result, value] : llvm::zip_equal(op.getResults(), yielded))
      rewriter.replaceUsesWithIf(result, value, [&](OpOperand &use) {
        return next->isProperAncestor(use.getOwner());
      });
    rewriter.eraseOp(firstYield);
    Operation *secondYield = next.getBody()->getTerminator();
    llvm::append_range(yielded, secondYield->getOperands());
    rewriter.modifyOpInPlace(secondYield,
                             [&] { secondYield->setOperands(yielded); });
    rewriter.mergeBlocks(next.getBody(), merged.getBody());
    unsigned split = op.getNumResults();
    rewriter.replaceOp(op, merged.getResults().take_front(split));
    rewriter.replaceOp(next, merged.getResults().drop_front(split));
    return success();
  }
};
} // namespace

void CallbackOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                             MLIRContext *context) {
  patterns.add<DropUnusedResults, MergeAdjacent>(context);
}

//===----------------------------------------------------------------------===//
// ToValOp
//===----------------------------------------------------------------------===//

ParseResult slc::parseElementOfStream(OpAsmParser &parser, Type &stream,
                                      Type &element) {
  llvm::SMLoc loc = parser.getCurrentLocation();
  if (parser.parseType(element))
    return failure();
  if (!StreamType::isValidElementType(element))
    return parser.emitError(loc,
                            "expects the element type of a stream, but got ")
           << element;
  stream = StreamType::get(element);
  return success();
}

void slc::printElementOfStream(OpAsmPrinter &printer, Operation *, Type stream,
                               Type) {
  printer << slc::getElementTypeOrSelf(stream);
}

/// Whether an op is code of the execute unit in a nest.
static bool isCallback(Operation *op) {
  return op && op->hasTrait<AccessSide>() && op->getNumRegions() == 1 &&
         !isa<AccessLoop>(op);
}

LogicalResult ToValOp::verify() {
  Operation *parent = (*this)->getParentOp();
  while (parent && !isCallback(parent))
    parent = parent->getParentOp();
  if (!parent)
    return emitOpError("(C14) expects to stand in a callback");
  return verifyAccessOperands(*this, getStream());
}

LogicalResult YieldOp::verify() {
  if (isa<AccessLoop>((*this)->getParentOp()) ||
      isCallback((*this)->getParentOp()))
    return success();
  return emitOpError("(C15) expects to end a loop of the access unit or a "
                     "callback");
}

//===----------------------------------------------------------------------===//
// MemStrOp, StoreStrOp
//===----------------------------------------------------------------------===//

/// Parses `%memref[indices] (if %predicate)? attr-dict : memref-type` and adds
/// its operands.
static ParseResult parseAccess(OpAsmParser &parser, OperationState &result,
                               MemRefType &type, bool &hasPredicate,
                               size_t &numIndices) {
  Builder &builder = parser.getBuilder();
  OpAsmParser::UnresolvedOperand memref, predicate;
  SmallVector<OpAsmParser::UnresolvedOperand> indices;
  if (parser.parseOperand(memref) ||
      parser.parseOperandList(indices, OpAsmParser::Delimiter::Square))
    return failure();
  hasPredicate = succeeded(parser.parseOptionalKeyword("if"));
  numIndices = indices.size();
  if ((hasPredicate && parser.parseOperand(predicate)) ||
      parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseColonType(type) ||
      parser.resolveOperand(memref, type, result.operands))
    return failure();
  for (const OpAsmParser::UnresolvedOperand &index : indices)
    if (resolveStreamOrHost(parser, index, builder.getIndexType(),
                            result.operands))
      return failure();
  if (hasPredicate && resolveStreamOrHost(parser, predicate,
                                          builder.getI1Type(), result.operands))
    return failure();
  return success();
}

template <typename OpTy>
static void printAccess(OpAsmPrinter &printer, OpTy op) {
  printer << op.getMemref() << "[" << op.getIndices() << "]";
  if (Value predicate = op.getPredicate())
    printer << " if " << predicate;
  printer.printOptionalAttrDict(op->getAttrs(),
                                {op.getOperandSegmentSizesAttrName()});
  printer << " : " << op.getMemref().getType();
}

template <typename OpTy> static LogicalResult verifyAccess(OpTy op) {
  if (!slc::getNest(op))
    return op.emitOpError(
        "(C16) expects to stand in a loop of the access unit");
  MemRefType type = op.getMemref().getType();
  if (!StreamType::isValidScalarType(type.getElementType()))
    return op.emitOpError("(C17) expects elements that a stream can carry, but "
                          "got ")
           << type.getElementType();
  if (!type.isStrided())
    return op.emitOpError("(C18) expects a memref with a strided layout");
  if (static_cast<int64_t>(op.getIndices().size()) != type.getRank())
    return op.emitOpError("(C19) expects ")
           << type.getRank() << " indices, but got " << op.getIndices().size();
  return verifyAccessOperands(op, op->getOperands());
}

ParseResult MemStrOp::parse(OpAsmParser &parser, OperationState &result) {
  MemRefType type;
  bool hasPredicate = false;
  size_t numIndices = 0;
  llvm::SMLoc loc = parser.getCurrentLocation();
  if (parseAccess(parser, result, type, hasPredicate, numIndices))
    return failure();
  if (!StreamType::isValidScalarType(type.getElementType()))
    return parser.emitError(loc, "expects elements that a stream can carry, "
                                 "but got ")
           << type.getElementType();
  result.addAttribute(
      getOperandSegmentSizesAttrName(result.name),
      parser.getBuilder().getDenseI32ArrayAttr(
          {1, static_cast<int32_t>(numIndices), hasPredicate ? 1 : 0}));
  result.addTypes(StreamType::get(type.getElementType()));
  return success();
}

void MemStrOp::print(OpAsmPrinter &printer) {
  printer << " ";
  printAccess(printer, *this);
}

LogicalResult MemStrOp::verify() { return verifyAccess(*this); }

LogicalResult
MemStrOp::inferReturnTypes(MLIRContext *, std::optional<Location> location,
                           ValueRange operands, mlir::DictionaryAttr,
                           mlir::OpaqueProperties, mlir::RegionRange,
                           SmallVectorImpl<Type> &results) {
  auto type = operands.empty() ? MemRefType()
                               : dyn_cast<MemRefType>(operands[0].getType());
  if (!type || !StreamType::isValidScalarType(type.getElementType()))
    return mlir::emitOptionalError(
        location, "(C17) expects a memref of elements that a stream can carry");
  results.push_back(StreamType::get(type.getElementType()));
  return success();
}

OpFoldResult MemStrOp::fold(FoldAdaptor) {
  if (succeeded(mlir::memref::foldMemRefCast(*this)))
    return getResult();
  return {};
}

ParseResult StoreStrOp::parse(OpAsmParser &parser, OperationState &result) {
  OpAsmParser::UnresolvedOperand value;
  MemRefType type;
  bool hasPredicate = false;
  size_t numIndices = 0;
  OperationState access(result.location, result.name);
  llvm::SMLoc loc = parser.getCurrentLocation();
  if (parser.parseOperand(value) || parser.parseComma() ||
      parseAccess(parser, access, type, hasPredicate, numIndices))
    return failure();
  if (!StreamType::isValidScalarType(type.getElementType()))
    return parser.emitError(loc, "expects elements that a stream can carry, "
                                 "but got ")
           << type.getElementType();
  if (parser.resolveOperand(value, StreamType::get(type.getElementType()),
                            result.operands))
    return failure();
  result.addOperands(access.operands);
  result.attributes = access.attributes;
  result.addAttribute(
      getOperandSegmentSizesAttrName(result.name),
      parser.getBuilder().getDenseI32ArrayAttr(
          {1, 1, static_cast<int32_t>(numIndices), hasPredicate ? 1 : 0}));
  return success();
}

void StoreStrOp::print(OpAsmPrinter &printer) {
  printer << " " << getValue() << ", ";
  printAccess(printer, *this);
}

LogicalResult StoreStrOp::verify() {
  if (failed(verifyAccess(*this)))
    return failure();
  Type element = getMemref().getType().getElementType();
  if (getValue().getType().getElementType() != element)
    return emitOpError("(C20) expects to store a stream of ")
           << element << ", but got " << getValue().getType();
  return success();
}

//===----------------------------------------------------------------------===//
// AluStrOp
//===----------------------------------------------------------------------===//

ParseResult AluStrOp::parse(OpAsmParser &parser, OperationState &result) {
  Builder &builder = parser.getBuilder();
  StringRef keyword;
  llvm::SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword(&keyword))
    return failure();
  std::optional<AluKind> kind = symbolizeAluKind(keyword);
  if (!kind)
    return parser.emitError(loc, "expects an integer operation of the access "
                                 "unit, but got '")
           << keyword << "'";
  result.addAttribute(getKindAttrName(result.name),
                      AluKindAttr::get(builder.getContext(), *kind));
  if (*kind == AluKind::cmpi) {
    StringRef name;
    llvm::SMLoc nameLoc = parser.getCurrentLocation();
    if (parser.parseKeyword(&name))
      return failure();
    auto predicate = mlir::arith::symbolizeCmpIPredicate(name);
    if (!predicate)
      return parser.emitError(nameLoc, "expects a predicate of arith.cmpi, but "
                                       "got '")
             << name << "'";
    result.addAttribute(
        getPredicateAttrName(result.name),
        mlir::arith::CmpIPredicateAttr::get(builder.getContext(), *predicate));
    if (parser.parseComma())
      return failure();
  }
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  Type type;
  llvm::SMLoc typeLoc;
  if (parser.parseOperandList(operands) ||
      parser.parseOptionalAttrDict(result.attributes) || parser.parseColon() ||
      parser.getCurrentLocation(&typeLoc) || parser.parseType(type))
    return failure();
  Type resultType = type;
  if (isCast(*kind) &&
      (parser.parseKeyword("to") || parser.parseType(resultType)))
    return failure();
  Type boolean = builder.getI1Type();
  if (auto vector = dyn_cast<VectorType>(type))
    boolean = vector.clone(boolean);
  if (*kind == AluKind::cmpi)
    resultType = boolean;
  if (!StreamType::isValidElementType(resultType))
    return parser.emitError(typeLoc, "expects a type that a stream can carry, "
                                     "but got ")
           << resultType;
  for (auto [i, operand] : llvm::enumerate(operands)) {
    bool isCondition = *kind == AluKind::select && i == 0;
    if (resolveStreamOrHost(parser, operand, isCondition ? boolean : type,
                            result.operands))
      return failure();
  }
  result.addTypes(StreamType::get(resultType));
  return success();
}

/// The scalar type of an op's operands, but for the condition of a select.
static Type getOperandScalar(AluStrOp op) {
  return slc::getScalarType(op.getInputs().back().getType());
}

/// `scalar` with the lanes of `like`.
static Type withLanesOf(Type scalar, Type like) {
  if (auto vector = dyn_cast<VectorType>(like))
    return vector.clone(scalar);
  return scalar;
}

void AluStrOp::print(OpAsmPrinter &printer) {
  printer << " " << stringifyAluKind(getKind()) << " ";
  if (auto predicate = getPredicate())
    printer << mlir::arith::stringifyCmpIPredicate(*predicate) << ", ";
  printer << getInputs();
  printer.printOptionalAttrDict((*this)->getAttrs(),
                                {getKindAttrName(), getPredicateAttrName()});
  Type result = getResult().getType().getElementType();
  printer << " : " << withLanesOf(getOperandScalar(*this), result);
  if (isCast(getKind()))
    printer << " to " << result;
}

/// Whether a cast of this kind leads from one type to the other.
static bool isLegalCast(AluKind kind, Type from, Type to) {
  auto fromInt = dyn_cast<IntegerType>(from), toInt = dyn_cast<IntegerType>(to);
  switch (kind) {
  case AluKind::extui:
  case AluKind::extsi:
    return fromInt && toInt && fromInt.getWidth() < toInt.getWidth();
  case AluKind::trunci:
    return fromInt && toInt && fromInt.getWidth() > toInt.getWidth();
  default:
    return (fromInt && isa<IndexType>(to)) || (isa<IndexType>(from) && toInt);
  }
}

LogicalResult AluStrOp::verify() {
  if (!slc::getNest(*this))
    return emitOpError("(C16) expects to stand in a loop of the access unit");
  AluKind kind = getKind();
  size_t arity = isCast(kind) ? 1 : kind == AluKind::select ? 3 : 2;
  if (getInputs().size() != arity)
    return emitOpError("(C21) expects ")
           << arity << " operands for " << stringifyAluKind(kind)
           << ", but got " << getInputs().size();
  if ((kind == AluKind::cmpi) != getPredicate().has_value())
    return emitOpError("(C22) expects a comparison predicate for cmpi, and "
                       "for nothing else");
  if (llvm::none_of(getInputs().getTypes(),
                    [](Type type) { return isa<StreamType>(type); }))
    return emitOpError("(C23) expects at least one operand to be a stream");

  Type result = slc::getScalarType(getType());
  Type operand = getOperandScalar(*this);
  if (!operand.isSignlessIntOrIndex() || !result.isSignlessIntOrIndex())
    return emitOpError("(C24) expects integers or index");
  bool agree = isCast(kind)            ? isLegalCast(kind, operand, result)
               : kind == AluKind::cmpi ? result.isInteger(1)
                                       : result == operand;
  int64_t lanes = 1;
  for (auto [i, input] : llvm::enumerate(getInputs())) {
    Type type = slc::getElementTypeOrSelf(input.getType());
    Type scalar = slc::getScalarType(type);
    bool isCondition = kind == AluKind::select && i == 0;
    agree &= isCondition ? scalar.isInteger(1) : scalar == operand;
    // A vector is a stream; scalars stand for all lanes.
    agree &=
        type == scalar || (isa<StreamType>(input.getType()) &&
                           (lanes == 1 || lanes == slc::getNumLanes(type)));
    lanes = std::max(lanes, slc::getNumLanes(type));
  }
  if (!agree || lanes != slc::getNumLanes(getType()))
    return emitOpError("(C24) expects the types that ")
           << getArithName(kind) << " takes";
  return verifyAccessOperands(*this, getOperands());
}

mlir::Speculation::Speculatability AluStrOp::getSpeculatability() {
  return canTrap(getKind()) ? mlir::Speculation::NotSpeculatable
                            : mlir::Speculation::Speculatable;
}

OpFoldResult AluStrOp::fold(FoldAdaptor adaptor) {
  auto constant = [&](unsigned i) -> std::optional<llvm::APInt> {
    if (auto attr = dyn_cast_or_null<IntegerAttr>(adaptor.getInputs()[i]))
      return attr.getValue();
    return std::nullopt;
  };
  // Only an operand that is a stream itself can stand for the result.
  auto stream = [&](unsigned i) -> OpFoldResult {
    Value input = getInputs()[i];
    if (input.getType() == getType())
      return input;
    return {};
  };
  switch (getKind()) {
  case AluKind::addi:
  case AluKind::ori:
  case AluKind::xori:
    if (auto lhs = constant(0); lhs && lhs->isZero())
      return stream(1);
    [[fallthrough]];
  case AluKind::subi:
  case AluKind::shli:
  case AluKind::shrui:
  case AluKind::shrsi:
    if (auto rhs = constant(1); rhs && rhs->isZero())
      return stream(0);
    return {};
  case AluKind::muli:
    if (auto lhs = constant(0); lhs && lhs->isOne())
      return stream(1);
    [[fallthrough]];
  case AluKind::divui:
  case AluKind::divsi:
  case AluKind::ceildivui:
  case AluKind::ceildivsi:
  case AluKind::floordivsi:
    // An i1 one is -1 to a signed division, which can overflow.
    if (auto rhs = constant(1); rhs && rhs->isOne() && rhs->getBitWidth() > 1)
      return stream(0);
    return {};
  case AluKind::select:
    if (auto condition = constant(0))
      return stream(condition->isZero() ? 2 : 1);
    if (getInputs()[1] == getInputs()[2])
      return stream(1);
    return {};
  default:
    return {};
  }
}

//===----------------------------------------------------------------------===//
// FallbackOp
//===----------------------------------------------------------------------===//

void slc::walkMainVersion(Region &region,
                          function_ref<bool(Operation *)> visit) {
  for (Block &block : region)
    for (Operation &op : block) {
      if (isa<FallbackOp>(op))
        break;
      if (visit(&op))
        for (Region &inner : op.getRegions())
          walkMainVersion(inner, visit);
    }
}

#define GET_OP_CLASSES
#include "ember/Dialect/SLC/IR/SLCOps.cpp.inc"

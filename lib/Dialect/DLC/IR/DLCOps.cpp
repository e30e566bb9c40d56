//===- DLCOps.cpp - Operations of the DLC dialect -------------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constraints cited as (C1), (C2), ... are those of docs/Dialects/DLC/Spec.md.
//
//===----------------------------------------------------------------------===//

#include "ember/Dialect/DLC/IR/DLC.h"
#include "mlir/IR/OpImplementation.h"

using namespace ember;
using namespace ember::dlc;

SmallVector<slc::AccessLoop> ember::dlc::getNests(Operation *root) {
  SmallVector<slc::AccessLoop> nests;
  root->walk<mlir::WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<DecoupledOp>(op))
      return WalkResult::skip();
    auto nest = dyn_cast<slc::AccessLoop>(op);
    if (!nest)
      return WalkResult::advance();
    nests.push_back(nest);
    return WalkResult::skip();
  });
  return nests;
}

//===----------------------------------------------------------------------===//
// DecoupledOp
//===----------------------------------------------------------------------===//

/// Whether an access region holds what an access unit can run.
static LogicalResult verifyAccessRegion(DecoupledOp nest) {
  for (Operation &op : nest.getAccess().front().without_terminator())
    if (!isa<slc::AccessLoop>(op)) {
      InFlightDiagnostic diag = nest.emitOpError(
          "(C12) expects its access region to hold loops of the access unit");
      diag.attachNote(op.getLoc()) << "see this op";
      return diag;
    }
  SmallVector<Operation *> pushes(nest.getRecords().size());
  WalkResult walk = nest.getAccess().walk([&](Operation *op) {
    if (isa<slc::AccessLoop>(op) && op->getNumResults() != 0) {
      op->emitOpError("(C13) expects no iter_args in an access region");
      return WalkResult::interrupt();
    }
    if (op->getNumRegions() != 0 && op->hasTrait<slc::AccessSide>() &&
        !isa<slc::AccessLoop>(op)) {
      op->emitOpError("(C13) expects no callback in an access region");
      return WalkResult::interrupt();
    }
    auto push = dyn_cast<PushOp>(op);
    if (!push || push.getEvent() >= pushes.size())
      return WalkResult::advance();
    Operation *&first = pushes[push.getEvent()];
    if (first) {
      InFlightDiagnostic diag = push.emitOpError("(C14) expects one push for "
                                                 "each event");
      diag.attachNote(first->getLoc()) << "event pushed here as well";
      return WalkResult::interrupt();
    }
    first = op;
    return WalkResult::advance();
  });
  if (walk.wasInterrupted())
    return failure();
  for (auto [event, push] : llvm::enumerate(pushes))
    if (!push)
      return nest.emitOpError("(C14) expects a push for each event, but event ")
             << event << " has none";
  return success();
}

LogicalResult DecoupledOp::verify() {
  if ((*this)->getParentOfType<DecoupledOp>())
    return emitOpError("(C7) expects not to stand in another decoupled nest");
  return success();
}

LogicalResult DecoupledOp::verifyRegions() {
  for (Region *region : {&getAccess(), &getExecute()}) {
    if (region->getNumArguments() != 0)
      return emitOpError("(C8) expects regions without arguments");
    if (!isa<YieldOp>(region->front().getTerminator()))
      return emitOpError("(C9) expects its regions to end in dlc.yield");
  }
  if (getAccess().front().getTerminator()->getNumOperands() != 0)
    return emitOpError("(C10) expects its access region to yield nothing");
  if (getExecute().front().getTerminator()->getOperandTypes() !=
      getResultTypes())
    return emitOpError("(C11) expects its execute region to yield values of "
                       "the types of its results");
  return verifyAccessRegion(*this);
}

//===----------------------------------------------------------------------===//
// PushOp
//===----------------------------------------------------------------------===//

ParseResult PushOp::parse(OpAsmParser &parser, OperationState &result) {
  Builder &builder = parser.getBuilder();
  int64_t event = 0;
  SmallVector<OpAsmParser::UnresolvedOperand> fields, runFields;
  SmallVector<Type> types;
  if (parser.parseInteger(event) ||
      parser.parseOperandList(fields, OpAsmParser::Delimiter::Paren) ||
      (succeeded(parser.parseOptionalKeyword("run")) &&
       parser.parseOperandList(runFields, OpAsmParser::Delimiter::Paren)) ||
      parser.parseOptionalAttrDict(result.attributes))
    return failure();
  result.addAttribute(getEventAttrName(result.name),
                      builder.getI64IntegerAttr(event));
  result.addAttribute(
      getOperandSegmentSizesAttrName(result.name),
      builder.getDenseI32ArrayAttr({static_cast<int32_t>(fields.size()),
                                    static_cast<int32_t>(runFields.size())}));
  llvm::append_range(fields, runFields);
  llvm::SMLoc loc = parser.getCurrentLocation();
  if (!fields.empty() && parser.parseColonTypeList(types))
    return failure();
  if (types.size() != fields.size())
    return parser.emitError(loc, "expects ")
           << fields.size() << " types, but got " << types.size();
  for (auto [field, type] : llvm::zip_equal(fields, types)) {
    if (!slc::StreamType::isValidElementType(type))
      return parser.emitError(loc, "expects a type that a stream can carry, "
                                   "but got ")
             << type;
    if (parser.resolveOperand(field, slc::StreamType::get(type),
                              result.operands))
      return failure();
  }
  return success();
}

void PushOp::print(OpAsmPrinter &printer) {
  printer << " " << getEvent() << "(" << getFields() << ")";
  if (!getRunFields().empty())
    printer << " run(" << getRunFields() << ")";
  printer.printOptionalAttrDict(
      (*this)->getAttrs(),
      {getEventAttrName(), getOperandSegmentSizesAttrName()});
  if (getNumOperands() == 0)
    return;
  printer << " : ";
  llvm::interleaveComma(getOperandTypes(), printer, [&](Type type) {
    printer << slc::getElementTypeOrSelf(type);
  });
}

/// Whether `event` is one of the nest's; emits an error on `op` otherwise.
static LogicalResult verifyEvent(Operation *op, DecoupledOp nest,
                                 uint64_t event) {
  if (event < nest.getRecords().size())
    return success();
  return op->emitOpError("(C16) expects an event below ")
         << nest.getRecords().size() << ", but got " << event;
}

LogicalResult PushOp::verify() {
  auto decoupled = (*this)->getParentOfType<DecoupledOp>();
  if (!decoupled ||
      !decoupled.getAccess().isAncestor((*this)->getParentRegion()))
    return emitOpError("(C15) expects to stand in an access region");
  if (failed(verifyEvent(*this, decoupled, getEvent())))
    return failure();
  RecordAttr record = decoupled.getRecord(getEvent());
  SmallVector<Type> expected(record.getTypes());
  size_t runFields = 0;
  if (RecordAttr element = record.getElement()) {
    runFields = element.getTypes().size();
    llvm::append_range(expected, element.getTypes());
  }
  if (expected.size() != getNumOperands() || runFields != getRunFields().size())
    return emitOpError("(C17) expects ")
           << expected.size() - runFields << " fields and " << runFields
           << " of a run, but got " << getFields().size() << " and "
           << getRunFields().size();
  for (auto [i, field, type] : llvm::enumerate(getOperands(), expected)) {
    if (field.getType() != slc::StreamType::get(type))
      return emitOpError("(C17) expects field ")
             << i << " to be a stream of " << type << ", but got "
             << field.getType();
    if (!slc::isStreamOfNest(*this, field))
      return emitOpError("(C18) expects its streams to be defined in the same "
                         "nest");
  }
  return success();
}

//===----------------------------------------------------------------------===//
// AcquireOp, PopOp, ReleaseOp
//===----------------------------------------------------------------------===//

/// The decoupled nest whose execute region holds `op`; emits an error on `op`
/// if there is none.
static FailureOr<DecoupledOp> getExecutedNest(Operation *op) {
  auto decoupled = op->getParentOfType<DecoupledOp>();
  if (decoupled && decoupled.getExecute().isAncestor(op->getParentRegion()))
    return decoupled;
  return op->emitOpError("(C19) expects to stand in an execute region");
}

LogicalResult AcquireOp::verify() { return getExecutedNest(*this); }

LogicalResult RunLengthOp::verify() { return getExecutedNest(*this); }

LogicalResult PopOp::verify() {
  FailureOr<DecoupledOp> decoupled = getExecutedNest(*this);
  if (failed(decoupled) || failed(verifyEvent(*this, *decoupled, getEvent())))
    return failure();
  RecordAttr layout = getLayout();
  if (!layout)
    return emitOpError(
        "(C25) expects an event with runs to read an element of");
  ArrayRef<Type> types = layout.getTypes();
  if (getField() >= types.size())
    return emitOpError("(C20) expects a field below ")
           << types.size() << ", but got " << getField();
  if (types[getField()] != getType())
    return emitOpError("(C21) expects the field's type ")
           << types[getField()] << ", but got " << getType();
  return success();
}

RecordAttr PopOp::getLayout() {
  RecordAttr record =
      (*this)->getParentOfType<DecoupledOp>().getRecord(getEvent());
  return getPosition() ? record.getElement() : record;
}

LogicalResult ReleaseOp::verify() { return getExecutedNest(*this); }

#define GET_OP_CLASSES
#include "ember/Dialect/DLC/IR/DLCOps.cpp.inc"

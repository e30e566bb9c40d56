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

//===----------------------------------------------------------------------===//
// DecoupledOp
//===----------------------------------------------------------------------===//

LogicalResult DecoupledOp::verify() {
  for (Region *region : {&getAccess(), &getExecute()})
    if (!isa<YieldOp>(region->front().getTerminator()))
      return emitOpError("(C1) expects its regions to end in dlc.yield");
  if (getAccess().front().getTerminator()->getNumOperands() != 0)
    return emitOpError("(C1) expects its access region to yield nothing");
  if (getExecute().front().getTerminator()->getOperandTypes() !=
      getResultTypes())
    return emitOpError("(C2) expects its execute region to yield values of the "
                       "types of its results");
  if (getAccess().front().getNumArguments() != 0 ||
      getExecute().front().getNumArguments() != 0)
    return emitOpError("(C1) expects regions without arguments");
  return success();
}

LogicalResult DecoupledOp::verifyRegions() {
  for (Operation &op : getAccess().front().without_terminator())
    if (!isa<slc::ForOp>(op)) {
      InFlightDiagnostic diag = emitOpError(
          "(C3) expects its access region to hold loops of the access unit");
      diag.attachNote(op.getLoc()) << "see this op";
      return diag;
    }
  SmallVector<Operation *> pushes(getRecords().size());
  WalkResult walk = getAccess().walk([&](Operation *op) {
    if (auto loop = dyn_cast<slc::ForOp>(op); loop && loop.getNumResults()) {
      op->emitOpError("(C3) expects no iter_args in an access region");
      return WalkResult::interrupt();
    }
    if (isa<slc::CallbackOp>(op)) {
      op->emitOpError("(C3) expects no callback in an access region");
      return WalkResult::interrupt();
    }
    auto push = dyn_cast<PushOp>(op);
    if (!push || push.getEvent() >= pushes.size())
      return WalkResult::advance();
    Operation *&first = pushes[push.getEvent()];
    if (first) {
      InFlightDiagnostic diag = push.emitOpError("(C4) expects one push for "
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
      return emitOpError("(C4) expects a push for each event, but event ")
             << event << " has none";
  return success();
}

//===----------------------------------------------------------------------===//
// PushOp
//===----------------------------------------------------------------------===//

ParseResult PushOp::parse(OpAsmParser &parser, OperationState &result) {
  Builder &builder = parser.getBuilder();
  int64_t event = 0;
  SmallVector<OpAsmParser::UnresolvedOperand> fields;
  SmallVector<Type> types;
  if (parser.parseInteger(event) ||
      parser.parseOperandList(fields, OpAsmParser::Delimiter::Paren) ||
      parser.parseOptionalAttrDict(result.attributes))
    return failure();
  llvm::SMLoc loc = parser.getCurrentLocation();
  if (!fields.empty() && parser.parseColonTypeList(types))
    return failure();
  if (types.size() != fields.size())
    return parser.emitError(loc, "expects ")
           << fields.size() << " types, but got " << types.size();
  result.addAttribute(getEventAttrName(result.name),
                      builder.getI64IntegerAttr(event));
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
  printer.printOptionalAttrDict((*this)->getAttrs(), {getEventAttrName()});
  if (getFields().empty())
    return;
  printer << " : ";
  llvm::interleaveComma(getFields().getTypes(), printer, [&](Type type) {
    printer << slc::getElementTypeOrSelf(type);
  });
}

LogicalResult PushOp::verify() {
  auto decoupled = (*this)->getParentOfType<DecoupledOp>();
  if (!decoupled ||
      !decoupled.getAccess().isAncestor((*this)->getParentRegion()))
    return emitOpError("(C5) expects to stand in an access region");
  if (getEvent() >= decoupled.getRecords().size())
    return emitOpError("(C6) expects an event below ")
           << decoupled.getRecords().size() << ", but got " << getEvent();
  for (Type type : getFields().getTypes())
    if (!isa<slc::StreamType>(type))
      return emitOpError("(C7) expects its fields to be streams, but got ")
             << type;
  ArrayRef<Type> expected = decoupled.getRecord(getEvent()).getTypes();
  if (expected.size() != getFields().size())
    return emitOpError("(C7) expects ")
           << expected.size() << " fields, but got " << getFields().size();
  for (auto [i, type] : llvm::enumerate(expected))
    if (slc::getElementTypeOrSelf(getFields()[i].getType()) != type)
      return emitOpError("(C7) expects field ")
             << i << " to be " << type << ", but got "
             << slc::getElementTypeOrSelf(getFields()[i].getType());
  return slc::verifyAccessOperands(*this, getFields());
}

//===----------------------------------------------------------------------===//
// PopOp, ReleaseOp
//===----------------------------------------------------------------------===//

/// Whether an op stands in the execute region of a decoupled nest.
static DecoupledOp getExecutedNest(Operation *op) {
  auto decoupled = op->getParentOfType<DecoupledOp>();
  if (decoupled && decoupled.getExecute().isAncestor(op->getParentRegion()))
    return decoupled;
  return {};
}

LogicalResult PopOp::verify() {
  DecoupledOp decoupled = getExecutedNest(*this);
  if (!decoupled)
    return emitOpError("(C8) expects to stand in an execute region");
  if (getEvent() >= decoupled.getRecords().size())
    return emitOpError("(C6) expects an event below ")
           << decoupled.getRecords().size() << ", but got " << getEvent();
  ArrayRef<Type> types = decoupled.getRecord(getEvent()).getTypes();
  if (getField() >= types.size())
    return emitOpError("(C9) expects a field below ")
           << types.size() << ", but got " << getField();
  if (types[getField()] != getType())
    return emitOpError("(C9) expects the field's type ")
           << types[getField()] << ", but got " << getType();
  return success();
}

int64_t PopOp::getByteOffset() {
  return getExecutedNest(*this).getRecord(getEvent()).getOffsets()[getField()];
}

LogicalResult ReleaseOp::verify() {
  if (!getExecutedNest(*this))
    return emitOpError("(C8) expects to stand in an execute region");
  return success();
}

#define GET_OP_CLASSES
#include "ember/Dialect/DLC/IR/DLCOps.cpp.inc"

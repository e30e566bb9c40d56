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

/// Whether an access region holds what an access unit can run.
static LogicalResult verifyAccessRegion(DecoupledOp nest) {
  for (Operation &op : nest.getAccess().front().without_terminator())
    if (!isa<slc::ForOp>(op)) {
      InFlightDiagnostic diag = nest.emitOpError(
          "(C12) expects its access region to hold loops of the access unit");
      diag.attachNote(op.getLoc()) << "see this op";
      return diag;
    }
  SmallVector<Operation *> pushes(nest.getRecords().size());
  WalkResult walk = nest.getAccess().walk([&](Operation *op) {
    if (auto loop = dyn_cast<slc::ForOp>(op); loop && loop.getNumResults()) {
      op->emitOpError("(C13) expects no iter_args in an access region");
      return WalkResult::interrupt();
    }
    if (isa<slc::CallbackOp>(op)) {
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
  ArrayRef<Type> expected = decoupled.getRecord(getEvent()).getTypes();
  if (expected.size() != getFields().size())
    return emitOpError("(C17) expects ")
           << expected.size() << " fields, but got " << getFields().size();
  for (auto [i, field, type] : llvm::enumerate(getFields(), expected)) {
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

LogicalResult PopOp::verify() {
  FailureOr<DecoupledOp> decoupled = getExecutedNest(*this);
  if (failed(decoupled) || failed(verifyEvent(*this, *decoupled, getEvent())))
    return failure();
  ArrayRef<Type> types = decoupled->getRecord(getEvent()).getTypes();
  if (getField() >= types.size())
    return emitOpError("(C20) expects a field below ")
           << types.size() << ", but got " << getField();
  if (types[getField()] != getType())
    return emitOpError("(C21) expects the field's type ")
           << types[getField()] << ", but got " << getType();
  return success();
}

RecordAttr PopOp::getLayout() {
  return (*this)->getParentOfType<DecoupledOp>().getRecord(getEvent());
}

LogicalResult ReleaseOp::verify() { return getExecutedNest(*this); }

#define GET_OP_CLASSES
#include "ember/Dialect/DLC/IR/DLCOps.cpp.inc"

//===- SLC.h - The SLC dialect ----------------------------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef EMBER_DIALECT_SLC_IR_SLC_H
#define EMBER_DIALECT_SLC_IR_SLC_H

#include "ember/Support/LLVM.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "ember/Dialect/SLC/IR/SLCDialect.h.inc"
#include "ember/Dialect/SLC/IR/SLCEnums.h.inc"

namespace ember::slc {

/// Marks the ops that may stand in the body of an `slc.for`.
template <typename ConcreteOp>
class AccessSide : public mlir::OpTrait::TraitBase<ConcreteOp, AccessSide> {};

/// The streams, as the execute unit sees them.
struct StreamResource
    : public mlir::SideEffects::Resource::Base<StreamResource> {
  StringRef getName() final { return "<Stream>"; }
};

/// The counters of a machine.
struct CounterResource
    : public mlir::SideEffects::Resource::Base<CounterResource> {
  StringRef getName() final { return "<Counter>"; }
};

} // namespace ember::slc

#include "ember/Dialect/SLC/IR/SLCInterfaces.h.inc"

#define GET_ATTRDEF_CLASSES
#include "ember/Dialect/SLC/IR/SLCAttrs.h.inc"

#define GET_TYPEDEF_CLASSES
#include "ember/Dialect/SLC/IR/SLCTypes.h.inc"

#define GET_OP_CLASSES
#include "ember/Dialect/SLC/IR/SLCOps.h.inc"

namespace ember::slc {

/// The element type of a stream, or the type itself of a host value.
Type getElementTypeOrSelf(Type type);

/// The outermost access loop around an op (the op itself included), or null.
AccessLoop getNest(Operation *op);

/// Visits the ops of a region, outer ones first, and of each that `visit` says
/// so what is inside. What stands behind an `slc.fallback` is another version
/// of code that is visited anyway, and left out.
void walkMainVersion(Region &region, function_ref<bool(Operation *)> visit);

/// The scalar or vector of scalars that a type without its stream has, and its
/// lanes: 1 for a scalar.
Type getScalarType(Type type);
int64_t getNumLanes(Type type);

/// Whether `stream` is defined in the nest that `op` belongs to.
bool isStreamOfNest(Operation *op, Value stream);

/// Whether these operands of an access-side op are streams of its own nest or
/// values from before the nest; emits an error on `op` otherwise.
LogicalResult verifyAccessOperands(Operation *op, ValueRange operands);

/// Resolves an operand that is a stream of `elementType`, or, where that is a
/// vector, of one lane of it, or a host value of one lane. The syntax is the
/// operand alone: which of them it is follows from its definition. One that is
/// not defined yet is a host value, as the definition of a stream always
/// precedes its uses.
ParseResult resolveStreamOrHost(OpAsmParser &parser,
                                const OpAsmParser::UnresolvedOperand &operand,
                                Type elementType, SmallVectorImpl<Value> &into);

/// Parses and prints the element type of a stream operand for a result that has
/// that type: the directive `custom<ElementOfStream>`.
ParseResult parseElementOfStream(OpAsmParser &parser, Type &stream,
                                 Type &element);
void printElementOfStream(OpAsmPrinter &printer, Operation *op, Type stream,
                          Type element);

/// The `arith` operation that `kind` names: "arith.addi".
std::string getArithName(AluKind kind);

/// The kind of an `arith` op, if an access unit has it.
std::optional<AluKind> getAluKind(Operation *arithOp);

/// Whether the kind is a division or a remainder, which can trap.
bool canTrap(AluKind kind);

/// Whether the kind converts one integer type to another.
bool isCast(AluKind kind);

} // namespace ember::slc

#endif // EMBER_DIALECT_SLC_IR_SLC_H

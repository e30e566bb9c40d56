//===- LLVM.h - Common names of LLVM and MLIR in namespace ember -*- C++
//-*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Brings the common names of LLVM and MLIR into namespace `ember`, so that no
/// file needs a file-scope `using namespace mlir`.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_SUPPORT_LLVM_H
#define EMBER_SUPPORT_LLVM_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/TypeSwitch.h"

namespace ember {

using llvm::APInt;
using llvm::ArrayRef;
using llvm::BitVector;
using llvm::cast;
using llvm::cast_or_null;
using llvm::DenseMap;
using llvm::DenseSet;
using llvm::dyn_cast;
using llvm::dyn_cast_or_null;
using llvm::function_ref;
using llvm::isa;
using llvm::isa_and_nonnull;
using llvm::LogicalResult;
using llvm::MutableArrayRef;
using llvm::raw_ostream;
using llvm::SetVector;
using llvm::SmallPtrSet;
using llvm::SmallVector;
using llvm::SmallVectorImpl;
using llvm::StringRef;
using llvm::Twine;
using llvm::TypeSwitch;

using mlir::Attribute;
using mlir::Block;
using mlir::BlockArgument;
using mlir::BoolAttr;
using mlir::Builder;
using mlir::DenseI64ArrayAttr;
using mlir::DialectRegistry;
using mlir::emitError;
using mlir::emitRemark;
using mlir::emitWarning;
using mlir::failed;
using mlir::failure;
using mlir::FailureOr;
using mlir::FlatSymbolRefAttr;
using mlir::FloatType;
using mlir::ImplicitLocOpBuilder;
using mlir::IndexType;
using mlir::InFlightDiagnostic;
using mlir::IntegerAttr;
using mlir::IntegerType;
using mlir::IRMapping;
using mlir::IRRewriter;
using mlir::Location;
using mlir::MemRefType;
using mlir::MLIRContext;
using mlir::ModuleOp;
using mlir::NamedAttribute;
using mlir::OpAsmParser;
using mlir::OpAsmPrinter;
using mlir::OpBuilder;
using mlir::Operation;
using mlir::OperationName;
using mlir::OperationState;
using mlir::OpFoldResult;
using mlir::OpOperand;
using mlir::OpResult;
using mlir::ParseResult;
using mlir::PatternRewriter;
using mlir::Region;
using mlir::RewritePatternSet;
using mlir::RewriterBase;
using mlir::ShapedType;
using mlir::StridedLayoutAttr;
using mlir::StringAttr;
using mlir::succeeded;
using mlir::success;
using mlir::SymbolTable;
using mlir::Type;
using mlir::TypeAttr;
using mlir::TypedAttr;
using mlir::TypeRange;
using mlir::UnitAttr;
using mlir::UnknownLoc;
using mlir::Value;
using mlir::ValueRange;
using mlir::VectorType;
using mlir::WalkResult;

} // namespace ember

#endif // EMBER_SUPPORT_LLVM_H

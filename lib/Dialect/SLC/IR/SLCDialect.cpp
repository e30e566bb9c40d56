//===- SLCDialect.cpp - The SLC dialect, its types and attributes ---------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Dialect/SLC/IR/SLC.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace ember;
using namespace ember::slc;

#include "ember/Dialect/SLC/IR/SLCDialect.cpp.inc"
#include "ember/Dialect/SLC/IR/SLCEnums.cpp.inc"
#include "ember/Dialect/SLC/IR/SLCInterfaces.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "ember/Dialect/SLC/IR/SLCAttrs.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "ember/Dialect/SLC/IR/SLCTypes.cpp.inc"

void SLCDialect::initialize() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "ember/Dialect/SLC/IR/SLCTypes.cpp.inc"
      >();
  addAttributes<
#define GET_ATTRDEF_LIST
#include "ember/Dialect/SLC/IR/SLCAttrs.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "ember/Dialect/SLC/IR/SLCOps.cpp.inc"
      >();
}

bool StreamType::isValidElementType(Type type) {
  if (auto vector = dyn_cast<VectorType>(type))
    return vector.getRank() == 1 && !vector.isScalable() &&
           vector.getNumElements() >= 2 &&
           vector.getNumElements() <= maxLanes &&
           llvm::isPowerOf2_64(vector.getNumElements()) &&
           isValidScalarType(vector.getElementType());
  return isValidScalarType(type);
}

bool StreamType::isValidScalarType(Type type) {
  if (auto integer = dyn_cast<IntegerType>(type))
    return integer.isSignless() && integer.getWidth() >= 1 &&
           integer.getWidth() <= 64;
  if (auto real = dyn_cast<FloatType>(type))
    return real.getWidth() <= 64;
  return isa<IndexType>(type);
}

LogicalResult
StreamType::verify(llvm::function_ref<InFlightDiagnostic()> emitError,
                   Type elementType) {
  if (isValidElementType(elementType))
    return success();
  return emitError()
         << "(C1) expects the element of a stream to be index, a "
            "signless integer of 1 to 64 bits, a float of at most "
            "64 bits, or a vector of 2, 4, ... 64 lanes of one, but "
            "got "
         << elementType;
}

Type slc::getElementTypeOrSelf(Type type) {
  if (auto stream = dyn_cast<StreamType>(type))
    return stream.getElementType();
  return type;
}

//===- DLCDialect.cpp - The DLC dialect, its types and attributes ---------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Dialect/DLC/IR/DLC.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace ember;
using namespace ember::dlc;

#include "ember/Dialect/DLC/IR/DLCDialect.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "ember/Dialect/DLC/IR/DLCAttrs.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "ember/Dialect/DLC/IR/DLCTypes.cpp.inc"

void DLCDialect::initialize() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "ember/Dialect/DLC/IR/DLCTypes.cpp.inc"
      >();
  addAttributes<
#define GET_ATTRDEF_LIST
#include "ember/Dialect/DLC/IR/DLCAttrs.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "ember/Dialect/DLC/IR/DLCOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// RecordAttr
//===----------------------------------------------------------------------===//

int64_t RecordAttr::getByteSize(Type type) {
  if (!slc::StreamType::isValidElementType(type))
    return 0;
  if (isa<IndexType>(type))
    return 8;
  if (auto vector = dyn_cast<VectorType>(type)) {
    // A mask is a bit for each lane, as LLVM stores a vector of i1.
    if (vector.getElementType().isInteger(1))
      return llvm::divideCeil(vector.getNumElements(), 8);
    return vector.getNumElements() * getByteSize(vector.getElementType());
  }
  return llvm::PowerOf2Ceil(llvm::divideCeil(type.getIntOrFloatBitWidth(), 8));
}

RecordAttr RecordAttr::getNatural(MLIRContext *context, ArrayRef<Type> types) {
  // A vector is packed among scalars like a word of the core.
  constexpr int64_t maxAlign = 8;
  SmallVector<int64_t> offsets;
  int64_t size = 0, align = 1;
  for (Type type : types) {
    int64_t bytes = getByteSize(type);
    int64_t natural = std::min<int64_t>(llvm::PowerOf2Ceil(bytes), maxAlign);
    size = llvm::alignTo(size, natural);
    offsets.push_back(size);
    size += bytes;
    align = std::max(align, natural);
  }
  return get(context, types, offsets, llvm::alignTo(size, align), align);
}

int64_t RecordAttr::getFieldAlign(unsigned i) const {
  int64_t natural = getByteSize(getTypes()[i]);
  return llvm::MinAlign(std::min(natural, getAlign()), getOffsets()[i]);
}

LogicalResult
RecordAttr::verify(llvm::function_ref<InFlightDiagnostic()> emitError,
                   ArrayRef<Type> types, ArrayRef<int64_t> offsets,
                   int64_t size, int64_t align) {
  if (align < 1 || !llvm::isPowerOf2_64(align))
    return emitError() << "(C1) expects the alignment of a record to be a "
                          "power of two, but got "
                       << align;
  if (size < 0 || size > maxSize)
    return emitError() << "(C2) expects a record of 0 to " << maxSize
                       << " bytes, but got " << size;
  if (types.size() != offsets.size())
    return emitError() << "(C3) expects one offset for each field of a record, "
                          "but got "
                       << offsets.size() << " for " << types.size();
  SmallVector<std::pair<int64_t, int64_t>> ranges;
  for (auto [type, offset] : llvm::zip_equal(types, offsets)) {
    int64_t bytes = getByteSize(type);
    if (bytes == 0)
      return emitError() << "(C4) expects a type that a stream can carry as "
                            "the field of a record, but got "
                         << type;
    if (offset < 0 || offset > size || bytes > size - offset)
      return emitError() << "(C5) expects the field at offset " << offset
                         << " to lie in a record of " << size << " bytes";
    ranges.push_back({offset, offset + bytes});
  }
  llvm::sort(ranges);
  for (size_t i = 1; i < ranges.size(); ++i)
    if (ranges[i].first < ranges[i - 1].second)
      return emitError()
             << "(C6) expects the fields of a record not to overlap, but "
                "those at offsets "
             << ranges[i - 1].first << " and " << ranges[i].first << " do";
  return success();
}

mlir::Attribute RecordAttr::parse(mlir::AsmParser &parser, Type) {
  SmallVector<Type> types;
  SmallVector<int64_t> offsets;
  int64_t size = 0, align = 1;
  auto parseField = [&]() -> ParseResult {
    return failure(parser.parseType(types.emplace_back()) ||
                   parser.parseColon() ||
                   parser.parseInteger(offsets.emplace_back()));
  };
  if (parser.parseLess() ||
      parser.parseCommaSeparatedList(mlir::AsmParser::Delimiter::Square,
                                     parseField) ||
      parser.parseComma() || parser.parseKeyword("size") ||
      parser.parseEqual() || parser.parseInteger(size) || parser.parseComma() ||
      parser.parseKeyword("align") || parser.parseEqual() ||
      parser.parseInteger(align) || parser.parseGreater())
    return {};
  return parser.getChecked<RecordAttr>(parser.getContext(), types, offsets,
                                       size, align);
}

void RecordAttr::print(mlir::AsmPrinter &printer) const {
  printer << "<[";
  llvm::interleaveComma(
      llvm::zip_equal(getTypes(), getOffsets()), printer, [&](auto field) {
        printer << std::get<0>(field) << " : " << std::get<1>(field);
      });
  printer << "], size = " << getSize() << ", align = " << getAlign() << ">";
}

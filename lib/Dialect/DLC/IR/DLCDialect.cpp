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

RecordAttr RecordAttr::getLayout(MLIRContext *context, ArrayRef<Type> types,
                                 bool aligned) {
  // Packed, a vector stands among scalars like a word of the core.
  constexpr int64_t wordBytes = 8, lineBytes = 64;
  auto getAlign = [&](unsigned field) -> int64_t {
    int64_t natural = llvm::PowerOf2Ceil(getByteSize(types[field]));
    return std::min(natural, aligned ? lineBytes : wordBytes);
  };
  SmallVector<unsigned> order =
      llvm::to_vector(llvm::seq<unsigned>(0, types.size()));
  if (aligned)
    llvm::sort(order, [&](unsigned lhs, unsigned rhs) {
      return std::pair(-getAlign(lhs), lhs) < std::pair(-getAlign(rhs), rhs);
    });
  SmallVector<int64_t> offsets(types.size());
  int64_t size = 0, align = 1;
  for (unsigned field : order) {
    offsets[field] = llvm::alignTo(size, getAlign(field));
    size = offsets[field] + getByteSize(types[field]);
    align = std::max(align, getAlign(field));
  }
  return get(context, types, offsets, llvm::alignTo(size, align), align,
             mlir::Attribute(), 0);
}

RecordAttr RecordAttr::getRunLayout(MLIRContext *context, ArrayRef<Type> header,
                                    ArrayRef<Type> element, int64_t chunk,
                                    bool aligned) {
  RecordAttr head = getLayout(context, header, aligned);
  RecordAttr run = getLayout(context, element, aligned);
  return get(context, header, head.getOffsets(), head.getSize(),
             std::max(head.getAlign(), run.getAlign()), run, chunk);
}

int64_t RecordAttr::getRunOffset() const {
  return llvm::alignTo(getSize(), getElement().getAlign());
}

int64_t RecordAttr::getFieldAlign(unsigned i) const {
  int64_t natural = llvm::PowerOf2Ceil(getByteSize(getTypes()[i]));
  return llvm::MinAlign(std::min(natural, getAlign()), getOffsets()[i]);
}

LogicalResult
RecordAttr::verify(llvm::function_ref<InFlightDiagnostic()> emitError,
                   ArrayRef<Type> types, ArrayRef<int64_t> offsets,
                   int64_t size, int64_t align, mlir::Attribute run,
                   int64_t chunk) {
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
  if (!run && chunk != 0)
    return emitError() << "(C22) expects no chunk for a record without runs";
  if (!run)
    return success();
  auto element = dyn_cast<RecordAttr>(run);
  if (!element || element.getRun() || element.getTypes().empty())
    return emitError() << "(C22) expects the elements of a run to be records "
                          "with fields and without runs";
  if (element.getAlign() > align)
    return emitError() << "(C23) expects the alignment of a record to be at "
                          "least that of its run's elements, but got "
                       << align << " and " << element.getAlign();
  if (chunk < 1 || chunk > (maxSize - size) / element.getSize() - 1)
    return emitError() << "(C24) expects a run of at least one element and at "
                          "most "
                       << maxSize << " bytes, but got " << chunk
                       << " elements of " << element.getSize() << " bytes";
  return success();
}

mlir::Attribute RecordAttr::parse(mlir::AsmParser &parser, Type) {
  SmallVector<Type> types;
  SmallVector<int64_t> offsets;
  int64_t size = 0, align = 1, chunk = 0;
  mlir::Attribute run;
  auto parseField = [&]() -> ParseResult {
    return failure(parser.parseType(types.emplace_back()) ||
                   parser.parseColon() ||
                   parser.parseInteger(offsets.emplace_back()));
  };
  auto parseNumber = [&](StringRef name, int64_t &value) -> ParseResult {
    return failure(parser.parseKeyword(name) || parser.parseEqual() ||
                   parser.parseInteger(value));
  };
  if (parser.parseLess() ||
      parser.parseCommaSeparatedList(mlir::AsmParser::Delimiter::Square,
                                     parseField) ||
      parser.parseComma() || parseNumber("size", size) || parser.parseComma() ||
      parseNumber("align", align))
    return {};
  if (succeeded(parser.parseOptionalComma())) {
    if (parser.parseKeyword("run") || parser.parseEqual() ||
        !(run = parse(parser, Type())) || parser.parseComma() ||
        parseNumber("chunk", chunk))
      return {};
  }
  if (parser.parseGreater())
    return {};
  return parser.getChecked<RecordAttr>(parser.getContext(), types, offsets,
                                       size, align, run, chunk);
}

void RecordAttr::print(mlir::AsmPrinter &printer) const {
  printer << "<[";
  llvm::interleaveComma(
      llvm::zip_equal(getTypes(), getOffsets()), printer, [&](auto field) {
        printer << std::get<0>(field) << " : " << std::get<1>(field);
      });
  printer << "], size = " << getSize() << ", align = " << getAlign();
  if (RecordAttr element = getElement()) {
    printer << ", run = ";
    element.print(printer);
    printer << ", chunk = " << getChunk();
  }
  printer << ">";
}

//===- Signature.cpp - What a kernel takes and gives ----------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Driver/Signature.h"

#include "mlir/Dialect/LLVMIR/LLVMTypes.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/ScopedPrinter.h"

namespace ember::driver {

namespace {

std::optional<ElementType> getElementType(Type type) {
  if (auto integer = dyn_cast<IntegerType>(type))
    if (!integer.isSignless())
      return std::nullopt;
  return parseElementType(llvm::to_string(type));
}

/// The flat fields of an LLVM type, one after the other.
class StructLayout {
public:
  /// Nobody writes more integers on a command line.
  static constexpr size_t maxFields = 4096;

  /// Appends the fields of `type`, aligned unless they are `packed`. Fails for
  /// a field that is no integer, and for too many fields.
  LogicalResult append(Type type, bool packed) {
    if (auto structType = dyn_cast<mlir::LLVM::LLVMStructType>(type))
      return appendStruct(structType, packed);
    if (auto array = dyn_cast<mlir::LLVM::LLVMArrayType>(type)) {
      for (uint64_t i = 0, e = array.getNumElements(); i < e; ++i)
        if (i > maxFields || failed(append(array.getElementType(), packed)))
          return failure();
      return success();
    }
    std::optional<ElementType> element = getElementType(type);
    if (!element || isFloat(*element) || fields.size() == maxFields)
      return failure();
    const unsigned elementBytes = getBytes(*element);
    alignTo(packed ? 1 : elementBytes);
    fields.push_back({*element, bytes});
    bytes += elementBytes;
    return success();
  }

  StructType takeType() { return {std::move(fields)}; }
  uint64_t size() const { return bytes; }
  uint64_t getAlignment() const { return alignment; }

private:
  LogicalResult appendStruct(mlir::LLVM::LLVMStructType type, bool packed) {
    if (type.isOpaque())
      return failure();
    // Its own layout does not depend on what it lies in.
    StructLayout inner;
    for (Type field : type.getBody())
      if (failed(inner.append(field, type.isPacked())))
        return failure();
    inner.alignTo(inner.alignment);
    alignTo(packed ? 1 : inner.alignment);
    if (fields.size() + inner.fields.size() > maxFields)
      return failure();
    for (StructType::Field field : inner.fields)
      fields.push_back({field.type, bytes + field.offset});
    bytes += inner.bytes;
    return success();
  }

  void alignTo(uint64_t boundary) {
    alignment = std::max(alignment, boundary);
    bytes = llvm::alignTo(bytes, boundary);
  }

  llvm::SmallVector<StructType::Field, 4> fields;
  uint64_t bytes = 0;
  uint64_t alignment = 1;
};

llvm::Error unsupported(Type type) {
  return llvm::createStringError(
      "a value of type '" + llvm::to_string(type) +
      "' cannot be given or taken: expects an index, "
      "an integer of 1, 8, 16, 32 or 64 bits, an "
      "f16, bf16, f32 or f64, a ranked memref of "
      "those without a memory space, or an LLVM "
      "struct of integers");
}

llvm::Expected<ValueType> getArray(MemRefType type) {
  std::optional<ElementType> element = getElementType(type.getElementType());
  ArrayType array;
  SmallVector<int64_t> strides;
  if (!element || type.getMemorySpace() ||
      failed(type.getStridesAndOffset(strides, array.offset)))
    return unsupported(type);
  array.element = *element;
  array.shape.assign(type.getShape().begin(), type.getShape().end());
  array.strides.assign(strides.begin(), strides.end());
  // Two pointers, the offset, sizes and strides.
  const uint64_t words = 3 + 2 * type.getRank();
  return ValueType{std::move(array), words * 8, 8, llvm::to_string(type)};
}

} // namespace

llvm::Expected<ValueType> ValueType::get(Type type) {
  std::string name = llvm::to_string(type);
  if (std::optional<ElementType> element = getElementType(type))
    return ValueType{*element, getBytes(*element), getBytes(*element), name};
  if (auto memref = dyn_cast<MemRefType>(type))
    return getArray(memref);
  if (auto structType = dyn_cast<mlir::LLVM::LLVMStructType>(type)) {
    StructLayout layout;
    if (failed(layout.append(structType, /*packed=*/false)))
      return unsupported(type);
    return ValueType{layout.takeType(), layout.size(), layout.getAlignment(),
                     name};
  }
  return unsupported(type);
}

llvm::Expected<Signature> Signature::get(StringRef name,
                                         mlir::FunctionType function) {
  Signature signature;
  signature.name = name.str();
  auto append = [&](TypeRange types, StringRef what,
                    std::vector<ValueType> &result) -> llvm::Error {
    for (auto [number, type] : llvm::enumerate(types)) {
      llvm::Expected<ValueType> value = ValueType::get(type);
      if (!value)
        return llvm::createStringError(
            what + " " + Twine(number) + " of '" + name +
            "': " + llvm::toString(value.takeError()));
      result.push_back(std::move(*value));
    }
    return llvm::Error::success();
  };
  if (llvm::Error error =
          append(function.getInputs(), "argument", signature.arguments))
    return std::move(error);
  if (llvm::Error error =
          append(function.getResults(), "result", signature.results))
    return std::move(error);
  return signature;
}

llvm::SmallVector<uint64_t, 4> Signature::resultOffsets() const {
  llvm::SmallVector<uint64_t, 4> offsets;
  uint64_t end = 0;
  for (const ValueType &result : results) {
    offsets.push_back(llvm::alignTo(end, result.alignment));
    end = offsets.back() + result.bytes;
  }
  return offsets;
}

} // namespace ember::driver

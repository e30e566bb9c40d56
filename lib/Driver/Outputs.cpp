//===- Outputs.cpp - What a run leaves behind -----------------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Driver/Outputs.h"

#include "ember/Driver/Compare.h"
#include "ember/Simulator/WrittenPages.h"
#include <cstring>

namespace ember::driver {

namespace {

std::string argumentName(size_t number) {
  return "argument " + std::to_string(number);
}

std::string resultName(size_t number) {
  return "result " + std::to_string(number);
}

/// Reads the array that a returned descriptor stands for.
llvm::Expected<ArrayView> readDescriptor(const ArrayType &type,
                                         const uint8_t *descriptor,
                                         const sim::Run &run) {
  auto word = [&](size_t number) {
    return loadBits(ElementType::I64, descriptor + number * 8);
  };
  const size_t rank = type.shape.size();
  const int64_t bytes = getBytes(type.element);
  ArrayView array;
  array.type = type.element;
  const uint8_t *base;
  std::memcpy(static_cast<void *>(&base), descriptor + 8, sizeof(base));
  const int64_t offset = word(2);
  for (size_t i = 0; i < rank; ++i) {
    array.shape.push_back(word(3 + i));
    array.strides.push_back(word(3 + rank + i));
  }
  // What the program says of its memory is not to be trusted.
  if (!countElements(array.shape, bytes))
    return llvm::createStringError("has the shape " + formatShape(array.shape));
  if (llvm::is_contained(array.shape, 0))
    return array;
  auto extent = elementExtent(array.shape, array.strides);
  int64_t low, high, start;
  if (!extent || llvm::AddOverflow(extent->first, offset, low) ||
      llvm::AddOverflow(extent->second, offset, high) ||
      llvm::AddOverflow<int64_t>(high, 1, high) ||
      llvm::MulOverflow(low, bytes, low) ||
      llvm::MulOverflow(high, bytes, high) ||
      llvm::MulOverflow(offset, bytes, start) ||
      !run.isReadable(base, low, high))
    return llvm::createStringError("is not in memory that the run leaves: "
                                   "expects an argument, a global, or "
                                   "an allocation that is not freed");
  array.data = base + start;
  return array;
}

llvm::Expected<Output> readResult(const ValueType &type, const uint8_t *value,
                                  const sim::Run &run) {
  Output output;
  if (auto *element = std::get_if<ElementType>(&type.kind)) {
    output.parts.push_back({*element, value, {}, {}});
  } else if (auto *array = std::get_if<ArrayType>(&type.kind)) {
    llvm::Expected<ArrayView> view = readDescriptor(*array, value, run);
    if (!view)
      return view.takeError();
    output.parts.push_back(std::move(*view));
  } else {
    for (StructType::Field field : std::get<StructType>(type.kind).fields)
      output.parts.push_back({field.type, value + field.offset, {}, {}});
  }
  return output;
}

/// The value of signature.arguments or results that an output stands for.
const ValueType *findType(const Signature &signature, StringRef output) {
  for (size_t i = 0; i < signature.arguments.size(); ++i)
    if (output == argumentName(i))
      return &signature.arguments[i];
  for (size_t i = 0; i < signature.results.size(); ++i)
    if (output == resultName(i))
      return &signature.results[i];
  return nullptr;
}

/// Images of one argument that are smaller are compared as they are.
constexpr size_t largeImageBytes = 1 << 20;

std::optional<Mismatch> findMismatch(const Output &expected,
                                     const Output &actual, size_t part) {
  const ArrayView &first = expected.parts[part];
  const ArrayView &second = actual.parts[part];
  if (expected.image.size() < largeImageBytes)
    return findMismatch(first, second);
  // Most of a table is only read, or not even that: it need not be brought into
  // memory to be compared with itself.
  const sim::WrittenPages expectedPages(expected.image.data(),
                                        expected.image.size());
  const sim::WrittenPages actualPages(actual.image.data(), actual.image.size());
  return findMismatch(first, second,
                      [&](const uint8_t *expectedBlock,
                          const uint8_t *actualBlock, int64_t bytes) {
                        return expectedPages.mayContain(expectedBlock, bytes) ||
                               actualPages.mayContain(actualBlock, bytes);
                      });
}

std::optional<std::string> compareParts(const Output &expected,
                                        const Output &actual, size_t part) {
  const ArrayView &first = expected.parts[part];
  const ArrayView &second = actual.parts[part];
  const std::string where =
      expected.name +
      (expected.parts.size() > 1 ? ", field " + std::to_string(part) : "");
  if (first.shape != second.shape)
    return where + ": expects the shape " + formatShape(first.shape) +
           ", but got " + formatShape(second.shape);
  std::optional<Mismatch> mismatch = findMismatch(expected, actual, part);
  if (!mismatch)
    return std::nullopt;
  const std::string index =
      first.shape.empty() ? "" : " at " + formatShape(mismatch->index);
  return where + index + ": expects " +
         formatElement(first.type, mismatch->expected) + ", but got " +
         formatElement(first.type, mismatch->actual);
}

} // namespace

llvm::Expected<std::vector<Output>>
collectOutputs(const Signature &signature, const BoundArguments &arguments,
               const sim::Run &run) {
  std::vector<Output> outputs;
  for (auto [number, array] : llvm::enumerate(arguments.arrays))
    if (array)
      outputs.push_back({argumentName(number),
                         {array->view(run.buffer(array->buffer))},
                         run.buffer(array->buffer)});
  llvm::SmallVector<uint64_t, 4> offsets = signature.resultOffsets();
  for (auto [number, type] : llvm::enumerate(signature.results)) {
    assert(offsets[number] + type.bytes <= run.result().size() &&
           "the lowering lays results out in another way");
    llvm::Expected<Output> output =
        readResult(type, run.result().data() + offsets[number], run);
    if (!output)
      return llvm::createStringError(resultName(number) + " " +
                                     llvm::toString(output.takeError()));
    output->name = resultName(number);
    outputs.push_back(std::move(*output));
  }
  return outputs;
}

std::optional<std::string> compareOutputs(llvm::ArrayRef<Output> expected,
                                          llvm::ArrayRef<Output> actual) {
  for (auto [first, second] : llvm::zip_equal(expected, actual))
    for (size_t part = 0; part < first.parts.size(); ++part)
      if (std::optional<std::string> text = compareParts(first, second, part))
        return text;
  return std::nullopt;
}

llvm::Expected<SaveRequest> SaveRequest::parse(StringRef text) {
  auto [name, path] = text.split(':');
  StringRef number = name;
  const bool isResult = number.consume_front("ret");
  unsigned value;
  if (number.getAsInteger(10, value) || path.empty())
    return llvm::createStringError(
        "expects I:FILE.npy or retI:FILE.npy, but got '" + text + "'");
  return SaveRequest{isResult ? resultName(value) : argumentName(value),
                     path.str()};
}

llvm::Error SaveRequest::check(const Signature &signature) const {
  const ValueType *type = findType(signature, output);
  if (!type)
    return llvm::createStringError("cannot save " + output + ": '" +
                                   signature.name + "' has none");
  const bool isResult = StringRef(output).starts_with("result");
  if (std::holds_alternative<ArrayType>(type->kind) ||
      (isResult && std::holds_alternative<ElementType>(type->kind)))
    return llvm::Error::success();
  return llvm::createStringError("cannot save " + output + ": it is of type " +
                                 type->name);
}

const ArrayView &SaveRequest::find(llvm::ArrayRef<Output> outputs) const {
  const Output *found = llvm::find_if(
      outputs, [&](const Output &each) { return each.name == output; });
  assert(found != outputs.end() && found->parts.size() == 1 &&
         "the request was not checked");
  return found->parts.front();
}

} // namespace ember::driver

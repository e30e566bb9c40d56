//===- Arguments.cpp - Arguments of a run ---------------------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Driver/Arguments.h"

#include "ember/Driver/ArgumentSpec.h"
#include "ember/Driver/Generator.h"
#include "ember/Driver/Npy.h"
#include "ember/Simulator/Heap.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MathExtras.h"
#include <cstring>

namespace fs = llvm::sys::fs;

namespace ember::driver {

namespace {

using BufferOrError = llvm::Expected<std::shared_ptr<const sim::SharedBuffer>>;

llvm::Error inArgument(size_t number, llvm::Error error) {
  return llvm::createStringError("argument " + Twine(number) + ": " +
                                 llvm::toString(std::move(error)));
}

/// What a spec is, for messages.
struct SpecKind {
  StringRef operator()(const ViewSpec &) { return "a view"; }
  StringRef operator()(const StructSpec &) { return "a struct"; }
  StringRef operator()(const ScalarSpec &) { return "a number"; }
  template <typename ArraySpec> StringRef operator()(const ArraySpec &) {
    return "an array";
  }
};

llvm::Error wrongKind(const ValueType &type, const ArgumentSpec &spec) {
  return llvm::createStringError("expects a value of type " + type.name +
                                 ", but got " + std::visit(SpecKind(), spec));
}

//===----------------------------------------------------------------------===//
// Shapes and layouts
//===----------------------------------------------------------------------===//

llvm::Error checkElement(const ValueType &type, ElementType element) {
  ElementType expected = std::get<ArrayType>(type.kind).element;
  if (element == expected)
    return llvm::Error::success();
  return llvm::createStringError("expects elements of type " +
                                 getName(expected) + " for " + type.name +
                                 ", but got " + getName(element));
}

llvm::Error checkShape(const ValueType &type, ArrayRef<int64_t> shape) {
  ArrayRef<int64_t> expected = std::get<ArrayType>(type.kind).shape;
  bool fits = shape.size() == expected.size();
  for (size_t i = 0; fits && i < shape.size(); ++i)
    fits = ShapedType::isDynamic(expected[i]) || expected[i] == shape[i];
  if (fits)
    return llvm::Error::success();
  return llvm::createStringError("shape " + formatShape(shape) +
                                 " does not fit " + type.name);
}

/// Checks the strides against the type. Those that no access depends on are
/// set to what the type says.
llvm::Error fitStrides(const ValueType &type, BoundArray &array) {
  ArrayRef<int64_t> expected = std::get<ArrayType>(type.kind).strides;
  bool empty = llvm::is_contained(array.shape, 0);
  for (size_t i = 0; i < expected.size(); ++i) {
    if (ShapedType::isDynamic(expected[i]) || array.strides[i] == expected[i])
      continue;
    if (!empty && array.shape[i] > 1)
      return llvm::createStringError(
          "strides " + formatShape(array.strides) + " do not fit " + type.name +
          ", which has a stride of " + Twine(expected[i]) + " in dimension " +
          Twine(i));
    array.strides[i] = expected[i];
  }
  return llvm::Error::success();
}

/// The parameters of a memref: two pointers, offset, sizes, strides.
llvm::Error appendDescriptor(const ValueType &type, const BoundArray &array,
                             std::vector<sim::ParameterValue> &parameters) {
  // A type without an offset gets the address of its first element.
  int64_t offset = std::get<ArrayType>(type.kind).offset;
  int64_t base = 0;
  if (ShapedType::isDynamic(offset))
    offset = array.offset;
  else
    base = array.offset - offset;
  if (base < 0)
    return llvm::createStringError("offset " + Twine(array.offset) +
                                   " does not fit " + type.name);
  parameters.push_back(sim::ParameterValue::address(array.buffer));
  parameters.push_back(
      sim::ParameterValue::address(array.buffer, base * getBytes(array.type)));
  parameters.push_back(sim::ParameterValue::integer(offset));
  for (int64_t size : array.shape)
    parameters.push_back(sim::ParameterValue::integer(size));
  for (int64_t stride : array.strides)
    parameters.push_back(sim::ParameterValue::integer(stride));
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

/// Reads the elements of a file whose data is not aligned to its elements.
BufferOrError readElements(StringRef path, const NpyHeader &header) {
  llvm::Expected<fs::file_t> file = fs::openNativeFileForRead(path);
  if (!file)
    return file.takeError();
  // Closing a file that was only read loses nothing.
  llvm::scope_exit close([&] {
    llvm::consumeError(llvm::errorCodeToError(fs::closeFile(*file)));
  });
  return sim::SharedBuffer::create(
      header.dataBytes, [&](MutableArrayRef<uint8_t> memory) -> llvm::Error {
        MutableArrayRef<char> rest(reinterpret_cast<char *>(memory.data()),
                                   memory.size());
        uint64_t position = header.dataOffset;
        while (!rest.empty()) {
          llvm::Expected<size_t> count =
              fs::readNativeFileSlice(*file, rest, position);
          if (!count)
            return count.takeError();
          if (*count == 0)
            return llvm::createStringError("'" + path + "' has become shorter");
          rest = rest.drop_front(*count);
          position += *count;
        }
        return llvm::Error::success();
      });
}

BufferOrError mapElements(StringRef path, const NpyHeader &header) {
  if (header.dataOffset % header.type.bytes != 0)
    return readElements(path, header);
  return sim::SharedBuffer::mapFile(path, header.dataOffset, header.dataBytes);
}

/// A NumPy bool is 0 or 1; what a program makes of others is not defined.
llvm::Error checkBools(StringRef path, const sim::SharedBuffer &buffer) {
  llvm::Expected<sim::BufferImage> image = buffer.image();
  if (!image)
    return image.takeError();
  ArrayRef<uint8_t> bytes(image->data(), image->size());
  const uint8_t *bad =
      llvm::find_if(bytes, [](uint8_t value) { return value > 1; });
  if (bad == bytes.end())
    return llvm::Error::success();
  return llvm::createStringError(
      "'" + path + "': element " + Twine(bad - bytes.begin()) +
      " is a bool of value " + Twine(unsigned(*bad)));
}

/// Whether the elements are generated; others stay zero, which takes no memory.
template <typename Spec>
constexpr bool isGenerated = !std::is_same_v<Spec, ZerosSpec>;

template <typename Spec>
BufferOrError createElements(const Spec &spec, uint64_t bytes) {
  return sim::SharedBuffer::create(
      bytes, [&](MutableArrayRef<uint8_t> memory) -> llvm::Error {
        if constexpr (isGenerated<Spec>)
          generate(spec, memory);
        return llvm::Error::success();
      });
}

//===----------------------------------------------------------------------===//
// Binder
//===----------------------------------------------------------------------===//

class Binder {
public:
  Binder(const Signature &signature, BoundArguments &bound)
      : types(signature.arguments), bound(bound) {
    bound.arrays.resize(types.size());
  }

  llvm::Error bind(ArrayRef<std::string> texts);

private:
  llvm::Error bindArray(size_t number);
  llvm::Error bindElements(const ValueType &type, const FileSpec &spec,
                           BoundArray &array);
  template <typename Spec>
  llvm::Error bindElements(const ValueType &type, const Spec &spec,
                           BoundArray &array);
  /// Accounts for memory of the host.
  llvm::Error reserveMemory(uint64_t bytes);
  llvm::Error bindView(size_t number, const ViewSpec &spec);
  llvm::Error appendParameters(size_t number);

  void addBuffer(std::shared_ptr<const sim::SharedBuffer> buffer,
                 BoundArray &array) {
    array.buffer = bound.input.buffers.size();
    bound.input.buffers.push_back(std::move(buffer));
  }

  ArrayRef<ValueType> types;
  BoundArguments &bound;
  std::vector<ArgumentSpec> specs;
  uint64_t memory = 0; ///< Bytes of all generated arrays.
};

llvm::Error Binder::bind(ArrayRef<std::string> texts) {
  for (auto [number, text] : llvm::enumerate(texts)) {
    llvm::Expected<ArgumentSpec> spec = parseArgumentSpec(text);
    if (!spec)
      return inArgument(number, spec.takeError());
    specs.push_back(std::move(*spec));
  }
  // Views come after what they are views of, which may be a later argument.
  auto forEach =
      [&](llvm::function_ref<llvm::Error(size_t)> step) -> llvm::Error {
    for (size_t number = 0; number < specs.size(); ++number)
      if (llvm::Error error = step(number))
        return inArgument(number, std::move(error));
    return llvm::Error::success();
  };
  if (llvm::Error error =
          forEach([&](size_t number) { return bindArray(number); }))
    return error;
  if (llvm::Error error = forEach([&](size_t number) {
        auto *view = std::get_if<ViewSpec>(&specs[number]);
        return view ? bindView(number, *view) : llvm::Error::success();
      }))
    return error;
  return forEach([&](size_t number) { return appendParameters(number); });
}

llvm::Error Binder::bindArray(size_t number) {
  const ValueType &type = types[number];
  const ArgumentSpec &spec = specs[number];
  const bool isArray = std::holds_alternative<ArrayType>(type.kind);
  return std::visit(
      [&](const auto &spec) -> llvm::Error {
        using Spec = std::decay_t<decltype(spec)>;
        if constexpr (std::is_same_v<Spec, ScalarSpec> ||
                      std::is_same_v<Spec, StructSpec> ||
                      std::is_same_v<Spec, ViewSpec>) {
          return llvm::Error::success();
        } else {
          if (!isArray)
            return wrongKind(type, spec);
          BoundArray array;
          if (llvm::Error error = bindElements(type, spec, array))
            return error;
          bound.arrays[number] = std::move(array);
          return llvm::Error::success();
        }
      },
      spec);
}

llvm::Error Binder::bindElements(const ValueType &type, const FileSpec &spec,
                                 BoundArray &array) {
  llvm::Expected<NpyHeader> header = readNpyHeader(spec.path);
  if (!header)
    return header.takeError();
  auto fail = [&](llvm::Error error) {
    return llvm::createStringError("'" + spec.path +
                                   "': " + llvm::toString(std::move(error)));
  };
  array.type = std::get<ArrayType>(type.kind).element;
  if (!header->type.fits(array.type))
    return fail(llvm::createStringError(
        "expects elements of dtype " + getNpyType(array.type).getName() +
        " for " + type.name + ", but got " + header->type.getName()));
  if (llvm::Error error = checkShape(type, header->shape))
    return fail(std::move(error));
  array.shape = header->shape;
  array.strides = denseStrides(header->shape, header->fortranOrder);
  if (llvm::Error error = fitStrides(type, array)) {
    if (!header->fortranOrder)
      return fail(std::move(error));
    return fail(llvm::createStringError("is in Fortran order: " +
                                        llvm::toString(std::move(error))));
  }
  BufferOrError buffer = mapElements(spec.path, *header);
  if (!buffer)
    return buffer.takeError();
  if (array.type == ElementType::I1)
    if (llvm::Error error = checkBools(spec.path, **buffer))
      return error;
  addBuffer(std::move(*buffer), array);
  return llvm::Error::success();
}

template <typename Spec>
llvm::Error Binder::bindElements(const ValueType &type, const Spec &spec,
                                 BoundArray &array) {
  if (llvm::Error error = checkElement(type, spec.type))
    return error;
  if (llvm::Error error = checkShape(type, spec.shape))
    return error;
  array.type = spec.type;
  array.shape = spec.shape;
  array.strides = denseStrides(spec.shape);
  if (llvm::Error error = fitStrides(type, array))
    return error;
  const uint64_t elementBytes = getBytes(spec.type);
  const uint64_t bytes =
      *countElements(spec.shape, elementBytes) * elementBytes;
  if (isGenerated<Spec>)
    if (llvm::Error error = reserveMemory(bytes))
      return error;
  BufferOrError buffer = createElements(spec, bytes);
  if (!buffer)
    return buffer.takeError();
  addBuffer(std::move(*buffer), array);
  return llvm::Error::success();
}

llvm::Error Binder::reserveMemory(uint64_t bytes) {
  // As much as the program may allocate.
  const uint64_t limit = sim::Heap::hostLimit();
  memory = llvm::SaturatingAdd(memory, bytes);
  if (memory <= limit)
    return llvm::Error::success();
  return llvm::createStringError(
      "generated arrays of " + Twine(memory) + " bytes exceed the " +
      Twine(limit) +
      " bytes that they may take, half of this host's memory: "
      "give fewer elements, or a file, which is only mapped");
}

llvm::Error Binder::bindView(size_t number, const ViewSpec &spec) {
  const ValueType &type = types[number];
  if (!std::holds_alternative<ArrayType>(type.kind))
    return wrongKind(type, spec);
  if (spec.base >= types.size())
    return llvm::createStringError("view of argument " + Twine(spec.base) +
                                   ", but there are only " +
                                   Twine(types.size()));
  const std::optional<BoundArray> &base = bound.arrays[spec.base];
  if (!base)
    return llvm::createStringError(
        "view of argument " + Twine(spec.base) + ", which is " +
        (std::holds_alternative<ViewSpec>(specs[spec.base])
             ? "a view that is not made before"
             : "no array"));
  if (llvm::Error error = checkElement(type, base->type))
    return error;
  if (llvm::Error error = checkShape(type, spec.shape))
    return error;
  BoundArray array = *base;
  array.shape = spec.shape;
  array.strides = spec.strides;
  // Where the elements of both lie, relative to element 0…0 of the base.
  const bool baseIsEmpty = llvm::is_contained(base->shape, 0);
  std::pair<int64_t, int64_t> outer =
      baseIsEmpty ? std::pair<int64_t, int64_t>(0, -1)
                  : *elementExtent(base->shape, base->strides);
  std::pair<int64_t, int64_t> inner(0, -1);
  if (!llvm::is_contained(spec.shape, 0)) {
    auto extent = elementExtent(spec.shape, spec.strides);
    inner = extent.value_or(std::pair(INT64_MIN, INT64_MAX));
  }
  int64_t low, high;
  if (llvm::AddOverflow(inner.first, spec.offset, low) ||
      llvm::AddOverflow(inner.second, spec.offset, high) || low < outer.first ||
      high > outer.second)
    return llvm::createStringError(
        "view of argument " + Twine(spec.base) + " with offset " +
        Twine(spec.offset) + ", shape " + formatShape(spec.shape) +
        " and strides " + formatShape(spec.strides) + " is not inside it");
  array.offset += spec.offset;
  if (llvm::Error error = fitStrides(type, array))
    return error;
  bound.arrays[number] = std::move(array);
  return llvm::Error::success();
}

llvm::Error Binder::appendParameters(size_t number) {
  const ValueType &type = types[number];
  std::vector<sim::ParameterValue> &parameters = bound.input.parameters;
  if (const std::optional<BoundArray> &array = bound.arrays[number])
    return appendDescriptor(type, *array, parameters);

  llvm::SmallVector<uint8_t, 16> bytes(type.bytes, 0);
  auto store = [&](ElementType element, uint64_t offset,
                   StringRef text) -> llvm::Error {
    llvm::Expected<uint64_t> bits = parseElement(element, text);
    if (!bits)
      return bits.takeError();
    std::memcpy(&bytes[offset], &*bits, getBytes(element));
    return llvm::Error::success();
  };
  const ArgumentSpec &spec = specs[number];
  auto *scalar = std::get_if<ScalarSpec>(&spec);
  auto *list = std::get_if<StructSpec>(&spec);
  if (auto *element = std::get_if<ElementType>(&type.kind); element && scalar) {
    if (llvm::Error error = store(*element, 0, scalar->text))
      return error;
  } else if (auto *fields = std::get_if<StructType>(&type.kind);
             fields && list) {
    if (list->fields.size() != fields->fields.size())
      return llvm::createStringError("expects " + Twine(fields->fields.size()) +
                                     " integers for " + type.name +
                                     ", but got " + Twine(list->fields.size()));
    for (auto [field, text] : llvm::zip_equal(fields->fields, list->fields))
      if (llvm::Error error = store(field.type, field.offset, text))
        return error;
  } else {
    return wrongKind(type, spec);
  }
  parameters.push_back(sim::ParameterValue::bytes(bytes));
  return llvm::Error::success();
}

} // namespace

llvm::Expected<BoundArguments>
BoundArguments::bind(const Signature &signature,
                     llvm::ArrayRef<std::string> texts) {
  if (texts.size() != signature.arguments.size()) {
    std::string types;
    llvm::raw_string_ostream os(types);
    llvm::interleaveComma(signature.arguments, os,
                          [&](const ValueType &type) { os << type.name; });
    return llvm::createStringError("'" + signature.name + "' expects " +
                                   Twine(signature.arguments.size()) +
                                   " arguments (" + types + "), but got " +
                                   Twine(texts.size()));
  }
  BoundArguments bound;
  if (llvm::Error error = Binder(signature, bound).bind(texts))
    return std::move(error);
  return bound;
}

} // namespace ember::driver

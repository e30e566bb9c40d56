//===- ArgumentSpec.cpp - Arguments as a user writes them -----------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Driver/ArgumentSpec.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

using llvm::StringRef;
using llvm::Twine;

namespace ember::driver {

namespace {

/// The `key=value` parts of a spec, each to be taken once.
class Keys {
public:
  static llvm::Expected<Keys> parse(llvm::ArrayRef<StringRef> parts) {
    Keys keys;
    for (StringRef part : parts) {
      auto [key, value] = part.split('=');
      if (key.empty() || value.empty())
        return llvm::createStringError("expects key=value, but got '" + part +
                                       "'");
      if (llvm::any_of(keys.entries,
                       [key = key](const auto &e) { return e.first == key; }))
        return llvm::createStringError("'" + key + "' is given twice");
      keys.entries.emplace_back(key, value);
    }
    return keys;
  }

  std::optional<StringRef> take(StringRef key) {
    auto *it = llvm::find_if(
        entries, [&](const auto &entry) { return entry.first == key; });
    if (it == entries.end())
      return std::nullopt;
    StringRef value = it->second;
    entries.erase(it);
    return value;
  }

  /// An error when a part was not taken.
  llvm::Error finish(StringRef form) {
    if (entries.empty())
      return llvm::Error::success();
    return llvm::createStringError("'" + form + "' takes no '" +
                                   entries.front().first + "'");
  }

private:
  llvm::SmallVector<std::pair<StringRef, StringRef>, 4> entries;
};

/// Takes an optional integer key into `result`.
template <typename Int>
llvm::Error takeInteger(Keys &keys, StringRef key, Int &result) {
  std::optional<StringRef> text = keys.take(key);
  if (text && text->getAsInteger(0, result))
    return llvm::createStringError(
        "expects " + key + " to be " +
        (std::is_signed_v<Int> ? "an" : "a non-negative") +
        " integer, but got '" + *text + "'");
  return llvm::Error::success();
}

/// Takes an integer key that must be there.
template <typename Int>
llvm::Error takeRequired(Keys &keys, StringRef form, StringRef key,
                         Int &result) {
  Keys copy = keys;
  if (!copy.take(key))
    return llvm::createStringError("'" + form + "' needs '" + key + "='");
  return takeInteger(keys, key, result);
}

/// Parses sizes or strides, `4096x32`; the empty text has none.
llvm::Expected<Shape> parseSizes(StringRef text, StringRef what) {
  Shape sizes;
  llvm::SmallVector<StringRef, 4> parts;
  if (!text.empty())
    text.split(parts, 'x');
  for (StringRef part : parts) {
    int64_t size;
    if (part.getAsInteger(10, size))
      return llvm::createStringError(
          "expects " + what + " as in 4096x32, but " + "got '" + text + "'");
    sizes.push_back(size);
  }
  return sizes;
}

llvm::Expected<Shape> parseShape(StringRef text) {
  llvm::Expected<Shape> shape = parseSizes(text, "sizes");
  if (shape && llvm::any_of(*shape, [](int64_t size) { return size < 0; }))
    return llvm::createStringError("expects no negative size, but got '" +
                                   text + "'");
  return shape;
}

/// Parses `4096x32xf32` into the shape and the element type of `spec`.
template <typename Spec>
llvm::Error parseArrayType(StringRef text, Spec &spec) {
  // The name of one type has an x of its own.
  StringRef name =
      text.ends_with("index") ? text.take_back(5) : text.rsplit('x').second;
  if (!text.contains('x'))
    name = text;
  StringRef sizes = text.drop_back(name.size());
  if (!sizes.empty() && (!sizes.consume_back("x") || sizes.empty()))
    name = text;
  std::optional<ElementType> type = parseElementType(name);
  if (!type)
    return llvm::createStringError(
        "expects sizes and an element type as in 4096x32xf32, but got '" +
        text + "'");
  llvm::Expected<Shape> shape = parseShape(sizes);
  if (!shape)
    return shape.takeError();
  if (!countElements(*shape, getBytes(*type)))
    return llvm::createStringError("an array of '" + text + "' is too large");
  spec.type = *type;
  spec.shape = std::move(*shape);
  return llvm::Error::success();
}

/// The number of values that an integer of `type` tells apart, counted from 0.
/// Those of 64 bits stay non-negative.
uint64_t countValues(ElementType type) {
  return uint64_t(1) << std::min(getBits(type), 63u);
}

llvm::Error checkInteger(StringRef form, ElementType type) {
  if (!isFloat(type) && type != ElementType::I1)
    return llvm::Error::success();
  return llvm::createStringError("'" + form +
                                 "' expects an integer type of more than one "
                                 "bit, but got " +
                                 getName(type));
}

llvm::Error checkMax(ElementType type, uint64_t max) {
  if (max >= 1 && max <= countValues(type))
    return llvm::Error::success();
  return llvm::createStringError("expects max from 1 to " +
                                 Twine(countValues(type)) + " for " +
                                 getName(type) + ", but got " + Twine(max));
}

llvm::Expected<ArgumentSpec> parseZeros(StringRef array, Keys &) {
  ZerosSpec spec;
  if (llvm::Error error = parseArrayType(array, spec))
    return std::move(error);
  return spec;
}

llvm::Expected<ArgumentSpec> parseUniform(StringRef array, Keys &keys) {
  UniformSpec spec;
  if (llvm::Error error = parseArrayType(array, spec))
    return std::move(error);
  if (!isFloat(spec.type)) {
    if (llvm::Error error = takeRequired(keys, "uniform", "max", spec.max))
      return std::move(error);
    if (llvm::Error error = checkMax(spec.type, spec.max))
      return std::move(error);
  }
  if (llvm::Error error = takeInteger(keys, "seed", spec.seed))
    return std::move(error);
  return spec;
}

llvm::Expected<ArgumentSpec> parseZipf(StringRef array, Keys &keys) {
  ZipfSpec spec;
  if (llvm::Error error = parseArrayType(array, spec))
    return std::move(error);
  if (llvm::Error error = checkInteger("zipf", spec.type))
    return std::move(error);
  if (llvm::Error error = takeRequired(keys, "zipf", "max", spec.max))
    return std::move(error);
  if (llvm::Error error = checkMax(spec.type, spec.max))
    return std::move(error);
  // Ranks are sampled as doubles.
  if (spec.max > uint64_t(1) << 53)
    return llvm::createStringError(
        "expects max up to 2^53 for 'zipf', but got " + Twine(spec.max));
  if (std::optional<StringRef> alpha = keys.take("alpha"))
    if (alpha->getAsDouble(spec.alpha) || !std::isfinite(spec.alpha) ||
        spec.alpha < 0 || spec.alpha > 100)
      return llvm::createStringError("expects alpha from 0 to 100, but got '" +
                                     *alpha + "'");
  if (llvm::Error error = takeInteger(keys, "seed", spec.seed))
    return std::move(error);
  return spec;
}

llvm::Expected<ArgumentSpec> parseOffsets(StringRef array, Keys &keys) {
  OffsetsSpec spec;
  if (llvm::Error error = parseArrayType(array, spec))
    return std::move(error);
  if (llvm::Error error = checkInteger("offsets", spec.type))
    return std::move(error);
  if (spec.shape.size() != 1 || spec.shape[0] < 1)
    return llvm::createStringError(
        "'offsets' expects one size of at least 1, but got '" + array + "'");
  if (llvm::Error error = takeRequired(keys, "offsets", "length", spec.length))
    return std::move(error);
  if (llvm::Error error = takeInteger(keys, "jitter", spec.jitter))
    return std::move(error);
  if (spec.jitter > spec.length)
    return llvm::createStringError("expects a jitter of at most the length " +
                                   Twine(spec.length) + ", but got " +
                                   Twine(spec.jitter));
  const uint64_t segments = spec.shape[0] - 1;
  const uint64_t largest = llvm::SaturatingMultiply(segments, spec.length);
  if (largest >= countValues(spec.type))
    return llvm::createStringError(
        Twine(segments) + " segments of length " + Twine(spec.length) +
        " exceed the offsets of type " + getName(spec.type));
  if (llvm::Error error = takeInteger(keys, "seed", spec.seed))
    return std::move(error);
  return spec;
}

llvm::Expected<ArgumentSpec> parseView(StringRef base, Keys &keys) {
  ViewSpec spec;
  if (base.getAsInteger(10, spec.base))
    return llvm::createStringError(
        "expects the number of an argument after 'view:', but got '" + base +
        "'");
  if (llvm::Error error = takeInteger(keys, "offset", spec.offset))
    return std::move(error);
  std::optional<StringRef> shapeText = keys.take("shape");
  if (!shapeText)
    return llvm::createStringError("'view' needs 'shape='");
  llvm::Expected<Shape> shape = parseShape(*shapeText);
  if (!shape)
    return shape.takeError();
  if (!countElements(*shape, 1))
    return llvm::createStringError("a view of '" + *shapeText +
                                   "' is too large");
  spec.shape = std::move(*shape);
  spec.strides = denseStrides(spec.shape);
  if (std::optional<StringRef> text = keys.take("strides")) {
    llvm::Expected<Shape> strides = parseSizes(*text, "strides");
    if (!strides)
      return strides.takeError();
    if (strides->size() != spec.shape.size())
      return llvm::createStringError("expects as many strides as sizes (" +
                                     Twine(spec.shape.size()) + "), but got '" +
                                     *text + "'");
    spec.strides = std::move(*strides);
  }
  return spec;
}

/// Whether `text` may be a number, of whichever type.
bool looksLikeNumber(StringRef text) {
  if (text == "true" || text == "false")
    return true;
  if (!text.consume_front("-"))
    text.consume_front("+");
  return text.equals_insensitive("inf") || text.equals_insensitive("nan") ||
         (!text.empty() && llvm::isDigit(text.front())) ||
         (text.size() > 1 && text.front() == '.' && llvm::isDigit(text[1]));
}

llvm::Expected<ArgumentSpec> parseStruct(StringRef list) {
  StructSpec spec;
  llvm::SmallVector<StringRef, 4> parts;
  if (!list.empty())
    list.split(parts, ',');
  for (StringRef part : parts) {
    if (!looksLikeNumber(part))
      return llvm::createStringError(
          "expects integers after 'struct:', but got '" + part + "'");
    spec.fields.push_back(part.str());
  }
  return spec;
}

llvm::Expected<ArgumentSpec> parseValues(StringRef text) {
  auto [array, list] = text.split(':');
  ValuesSpec spec;
  if (llvm::Error error = parseArrayType(array, spec))
    return std::move(error);
  llvm::SmallVector<StringRef> parts;
  if (!list.empty())
    list.split(parts, ',');
  const uint64_t expected = *countElements(spec.shape, getBytes(spec.type));
  if (parts.size() != expected)
    return llvm::createStringError("expects " + Twine(expected) +
                                   " elements after 'values:" + array +
                                   ":', but got " + Twine(parts.size()));
  for (StringRef part : parts) {
    llvm::Expected<uint64_t> bits = parseElement(spec.type, part);
    if (!bits)
      return bits.takeError();
    spec.elements.push_back(*bits);
  }
  return spec;
}

using FormParser = llvm::Expected<ArgumentSpec> (*)(StringRef, Keys &);

struct Form {
  StringRef name;
  FormParser parse;
};

constexpr Form forms[] = {{"zeros", parseZeros},
                          {"uniform", parseUniform},
                          {"zipf", parseZipf},
                          {"offsets", parseOffsets},
                          {"view", parseView}};

llvm::Expected<ArgumentSpec> parseForm(const Form &form, StringRef rest) {
  llvm::SmallVector<StringRef, 4> parts;
  rest.split(parts, ',');
  llvm::Expected<Keys> keys = Keys::parse(llvm::ArrayRef(parts).drop_front());
  if (!keys)
    return keys.takeError();
  llvm::Expected<ArgumentSpec> spec = form.parse(parts.front(), *keys);
  if (!spec)
    return spec;
  if (llvm::Error error = keys->finish(form.name))
    return std::move(error);
  return spec;
}

} // namespace

llvm::Expected<ArgumentSpec> parseArgumentSpec(StringRef text) {
  auto [name, rest] = text.split(':');
  if (text.contains(':')) {
    if (name == "struct")
      return parseStruct(rest);
    if (name == "values")
      return parseValues(rest);
    for (const Form &form : forms)
      if (name == form.name)
        return parseForm(form, rest);
  }
  if (text.ends_with(".npy"))
    return FileSpec{text.str()};
  if (looksLikeNumber(text))
    return ScalarSpec{text.str()};
  return llvm::createStringError(
      "expects FILE.npy, a number, or one of zeros:, values:, uniform:, zipf:, "
      "offsets:, view: and struct:, but got '" +
      text + "'");
}

} // namespace ember::driver

//===- ElementType.cpp - Types of array elements --------------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Driver/ElementType.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/APSInt.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include <cstring>

using llvm::APFloat;
using llvm::APInt;
using llvm::StringRef;

namespace ember::driver {

namespace {

struct TypeInfo {
  ElementType type;
  const char *name;
  unsigned bits;
  unsigned bytes;
};

constexpr TypeInfo typeInfos[] = {
    {ElementType::I1, "i1", 1, 1},      {ElementType::I8, "i8", 8, 1},
    {ElementType::I16, "i16", 16, 2},   {ElementType::I32, "i32", 32, 4},
    {ElementType::I64, "i64", 64, 8},   {ElementType::Index, "index", 64, 8},
    {ElementType::BF16, "bf16", 16, 2}, {ElementType::F16, "f16", 16, 2},
    {ElementType::F32, "f32", 32, 4},   {ElementType::F64, "f64", 64, 8},
};

const TypeInfo &info(ElementType type) {
  return typeInfos[static_cast<unsigned>(type)];
}

const llvm::fltSemantics &semantics(ElementType type) {
  switch (type) {
  case ElementType::BF16:
    return APFloat::BFloat();
  case ElementType::F16:
    return APFloat::IEEEhalf();
  case ElementType::F32:
    return APFloat::IEEEsingle();
  case ElementType::F64:
    return APFloat::IEEEdouble();
  default:
    llvm_unreachable("not a float type");
  }
}

llvm::Error misfit(ElementType type, StringRef text) {
  return llvm::createStringError("'" + text + "' does not fit " +
                                 getName(type));
}

/// Parses a decimal or hexadecimal integer with an optional sign to a value
/// wide enough for it, or nothing.
std::optional<APInt> parseInteger(StringRef text) {
  bool negative = text.consume_front("-");
  if (!negative)
    text.consume_front("+");
  unsigned radix = 10;
  if (text.consume_front_insensitive("0x"))
    radix = 16;
  if (text.empty() || !llvm::all_of(text, [&](char c) {
        return radix == 16 ? llvm::isHexDigit(c) : llvm::isDigit(c);
      }))
    return std::nullopt;
  // Four bits hold a digit of either radix, one more holds the sign.
  APInt value(text.size() * 4 + 1, text, radix);
  return negative ? -value : value;
}

} // namespace

StringRef getName(ElementType type) { return info(type).name; }

std::optional<ElementType> parseElementType(StringRef name) {
  for (const TypeInfo &entry : typeInfos)
    if (name == entry.name)
      return entry.type;
  return std::nullopt;
}

unsigned getBits(ElementType type) { return info(type).bits; }

unsigned getBytes(ElementType type) { return info(type).bytes; }

bool isFloat(ElementType type) { return type >= ElementType::BF16; }

bool isNaN(ElementType type, uint64_t bits) {
  switch (type) {
  case ElementType::BF16:
    return (bits & 0x7fff) > 0x7f80;
  case ElementType::F16:
    return (bits & 0x7fff) > 0x7c00;
  case ElementType::F32:
    return (bits & 0x7fffffff) > 0x7f800000;
  case ElementType::F64:
    return (bits & 0x7fffffffffffffff) > 0x7ff0000000000000;
  default:
    return false;
  }
}

uint64_t loadBits(ElementType type, const void *address) {
  // Ember's hosts are little-endian, as its targets are.
  uint64_t bits = 0;
  std::memcpy(&bits, address, getBytes(type));
  return bits;
}

llvm::Expected<uint64_t> parseElement(ElementType type, StringRef text) {
  unsigned bits = getBits(type);
  if (isFloat(type)) {
    APFloat value(semantics(type));
    if (std::optional<APInt> integer = parseInteger(text)) {
      APFloat::opStatus status = value.convertFromAPInt(
          *integer, /*IsSigned=*/true, APFloat::rmNearestTiesToEven);
      if (status & APFloat::opOverflow)
        return misfit(type, text);
      // An integer zero has no sign, a written -0 has.
      if (value.isZero() && text.starts_with("-"))
        value.changeSign();
      return value.bitcastToAPInt().getZExtValue();
    }
    llvm::Expected<APFloat::opStatus> status =
        value.convertFromString(text, APFloat::rmNearestTiesToEven);
    if (!status) {
      llvm::consumeError(status.takeError());
      return llvm::createStringError("expects a number of type " +
                                     getName(type) + ", but got '" + text +
                                     "'");
    }
    if (*status & APFloat::opOverflow)
      return misfit(type, text);
    return value.bitcastToAPInt().getZExtValue();
  }

  if (type == ElementType::I1 && (text == "true" || text == "false"))
    return text == "true";
  std::optional<APInt> value = parseInteger(text);
  if (!value)
    return llvm::createStringError("expects an integer of type " +
                                   getName(type) + ", but got '" + text + "'");
  bool fits = value->isSignedIntN(bits) ||
              (type != ElementType::Index && !value->isNegative() &&
               value->isIntN(bits));
  if (!fits)
    return misfit(type, text);
  return value->sextOrTrunc(bits).getZExtValue();
}

std::string formatElement(ElementType type, uint64_t bits) {
  if (!isFloat(type)) {
    if (type == ElementType::I1)
      return bits & 1 ? "true" : "false";
    return llvm::toString(APInt(getBits(type), bits), 10, /*Signed=*/true);
  }
  if (isNaN(type, bits))
    return "nan (0x" + llvm::utohexstr(bits, /*LowerCase=*/true) + ")";
  llvm::SmallString<32> text;
  APFloat(semantics(type), APInt(getBits(type), bits)).toString(text);
  return std::string(text);
}

} // namespace ember::driver

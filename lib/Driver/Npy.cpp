//===- Npy.cpp - NumPy array files ----------------------------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Driver/Npy.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MathExtras.h"

namespace fs = llvm::sys::fs;
using llvm::StringRef;

namespace ember::driver {

namespace {

constexpr StringRef magic("\x93NUMPY", 6);

/// Magic, two bytes of version, and a header length of two or four bytes.
constexpr size_t longestPreamble = 12;

/// No header of a plain dtype comes near this; NumPy stops at 10,000 bytes.
constexpr uint64_t longestHeader = uint64_t(1) << 20;

/// Files written here start their data at a multiple of this, as NumPy's do.
constexpr uint64_t dataAlignment = 64;

/// Where the header's dictionary is, and how long.
struct Preamble {
  uint64_t headerOffset;
  uint64_t headerBytes;
};

llvm::Expected<Preamble> parsePreamble(StringRef start) {
  if (!start.starts_with(magic))
    return llvm::createStringError("is not a .npy file: the magic is missing");
  if (start.size() < magic.size() + 2)
    return llvm::createStringError("is truncated in its header");
  unsigned major = static_cast<uint8_t>(start[magic.size()]);
  unsigned minor = static_cast<uint8_t>(start[magic.size() + 1]);
  if (major < 1 || major > 3 || minor != 0)
    return llvm::createStringError("has format version " + llvm::Twine(major) +
                                   "." + llvm::Twine(minor) +
                                   ", but only 1.0, 2.0 and 3.0 are known");
  uint64_t lengthBytes = major == 1 ? 2 : 4;
  Preamble preamble{magic.size() + 2 + lengthBytes, 0};
  if (start.size() < preamble.headerOffset)
    return llvm::createStringError("is truncated in its header");
  const char *length = start.data() + magic.size() + 2;
  preamble.headerBytes = major == 1 ? llvm::support::endian::read16le(length)
                                    : llvm::support::endian::read32le(length);
  if (preamble.headerBytes > longestHeader)
    return llvm::createStringError("has a header of " +
                                   llvm::Twine(preamble.headerBytes) +
                                   " bytes, which is too long");
  return preamble;
}

/// Parses the header: a Python dictionary of literals.
class HeaderParser {
public:
  explicit HeaderParser(StringRef text) : rest(text) {}

  llvm::Expected<NpyHeader> parse() {
    if (!consume('{'))
      return malformed("a dictionary");
    while (!consume('}')) {
      std::optional<StringRef> key = parseString();
      if (!key || !consume(':'))
        return malformed("a key");
      if (llvm::Error error = parseEntry(*key))
        return std::move(error);
      if (!consume(',') && !peek('}'))
        return malformed("',' or '}'");
    }
    skipSpace();
    if (!rest.empty())
      return malformed("nothing more");
    for (auto [seen, key] :
         {std::pair(seenType, "descr"), std::pair(seenOrder, "fortran_order"),
          std::pair(seenShape, "shape")})
      if (!seen)
        return llvm::createStringError("has a malformed header: the key '" +
                                       llvm::Twine(key) + "' is missing");
    return header;
  }

private:
  llvm::Error malformed(const llvm::Twine &expected) {
    skipSpace();
    return llvm::createStringError("has a malformed header: expects " +
                                   expected + ", but got '" +
                                   printable(rest.take_front(16)) + "'");
  }

  void skipSpace() { rest = rest.ltrim(" \t\r\n"); }

  bool peek(char c) {
    skipSpace();
    return rest.starts_with(StringRef(&c, 1));
  }

  bool consume(char c) {
    if (!peek(c))
      return false;
    rest = rest.drop_front();
    return true;
  }

  /// A string in single or double quotes. Keys and dtypes hold no escapes.
  std::optional<StringRef> parseString() {
    skipSpace();
    if (!rest.starts_with("'") && !rest.starts_with("\""))
      return std::nullopt;
    size_t end = rest.find(rest.front(), 1);
    if (end == StringRef::npos)
      return std::nullopt;
    StringRef text = rest.slice(1, end);
    rest = rest.drop_front(end + 1);
    return text;
  }

  llvm::Error parseEntry(StringRef key) {
    if (key == "descr")
      return parseOnce(seenType, key, [&] { return parseType(); });
    if (key == "fortran_order")
      return parseOnce(seenOrder, key, [&] { return parseOrder(); });
    if (key == "shape")
      return parseOnce(seenShape, key, [&] { return parseShape(); });
    return llvm::createStringError("has a malformed header: unknown key '" +
                                   printable(key) + "'");
  }

  llvm::Error parseOnce(bool &seen, StringRef key,
                        llvm::function_ref<llvm::Error()> parseValue) {
    if (seen)
      return llvm::createStringError("has a malformed header: the key '" + key +
                                     "' comes twice");
    seen = true;
    return parseValue();
  }

  llvm::Error parseType() {
    if (peek('['))
      return llvm::createStringError(
          "has a structured dtype, which no argument takes");
    std::optional<StringRef> descr = parseString();
    if (!descr)
      return malformed("a dtype");
    StringRef name = *descr;
    char order = name.empty() ? '\0' : name.front();
    if (order == '>')
      return llvm::createStringError("has the big-endian dtype '" +
                                     printable(name) +
                                     "', but only little-endian ones are read");
    StringRef type = StringRef("<=|").contains(order) && order != '\0'
                         ? name.drop_front()
                         : name;
    unsigned bytes = 0;
    bool known = type.size() == 2 &&
                 !type.drop_front().getAsInteger(10, bytes) &&
                 isKnown(type.front(), bytes);
    // Only types of one byte have no byte order.
    if (!known || (order != '<' && order != '=' && bytes != 1))
      return llvm::createStringError("has the dtype '" + printable(name) +
                                     "', which no argument takes");
    header.type = {type.front(), bytes};
    return llvm::Error::success();
  }

  static bool isKnown(char kind, unsigned bytes) {
    switch (kind) {
    case 'b':
      return bytes == 1;
    case 'i':
    case 'u':
      return bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8;
    case 'f':
      return bytes == 2 || bytes == 4 || bytes == 8;
    default:
      return false;
    }
  }

  llvm::Error parseOrder() {
    skipSpace();
    header.fortranOrder = rest.consume_front("True");
    if (!header.fortranOrder && !rest.consume_front("False"))
      return malformed("True or False");
    return llvm::Error::success();
  }

  llvm::Error parseShape() {
    if (!consume('('))
      return malformed("a tuple");
    while (!consume(')')) {
      skipSpace();
      bool negative = rest.consume_front("-");
      StringRef digits = rest.take_while(llvm::isDigit);
      if (digits.empty())
        return malformed("a size");
      int64_t size;
      if (negative || digits.getAsInteger(10, size))
        return llvm::createStringError("has a size of " +
                                       llvm::Twine(negative ? "-" : "") +
                                       digits + ", which is out of range");
      rest = rest.drop_front(digits.size());
      rest.consume_front("L"); // As Python 2 wrote long integers.
      header.shape.push_back(size);
      if (!consume(',') && !peek(')'))
        return malformed("',' or ')'");
    }
    return llvm::Error::success();
  }

  static std::string printable(StringRef text) {
    std::string result;
    llvm::raw_string_ostream os(result);
    llvm::printEscapedString(text.take_front(64), os);
    return result;
  }

  StringRef rest;
  NpyHeader header;
  bool seenType = false, seenOrder = false, seenShape = false;
};

/// Reads up to `bytes` bytes from the start of an open file.
llvm::Expected<std::string> readStart(fs::file_t file, uint64_t bytes) {
  std::string text(bytes, '\0');
  size_t filled = 0;
  while (filled < bytes) {
    llvm::Expected<size_t> count = fs::readNativeFileSlice(
        file, {text.data() + filled, text.size() - filled}, filled);
    if (!count)
      return count.takeError();
    if (*count == 0)
      break;
    filled += *count;
  }
  text.resize(filled);
  return text;
}

llvm::Expected<NpyHeader> readHeader(StringRef path) {
  // Asked before it is opened: opening a pipe would wait.
  fs::file_status status;
  if (std::error_code error = fs::status(path, status))
    return llvm::errorCodeToError(error);
  if (!fs::is_regular_file(status))
    return llvm::createStringError("is not a regular file");
  llvm::Expected<fs::file_t> file = fs::openNativeFileForRead(path);
  if (!file)
    return file.takeError();
  // Closing a file that was only read loses nothing.
  llvm::scope_exit close([&] {
    llvm::consumeError(llvm::errorCodeToError(fs::closeFile(*file)));
  });
  llvm::Expected<std::string> start = readStart(*file, longestPreamble);
  if (!start)
    return start.takeError();
  llvm::Expected<Preamble> preamble = parsePreamble(*start);
  if (!preamble)
    return preamble.takeError();
  start = readStart(*file, preamble->headerOffset + preamble->headerBytes);
  if (!start)
    return start.takeError();
  return parseNpyHeader(*start, status.getSize());
}

} // namespace

std::string NpyType::getName() const {
  switch (kind) {
  case 'b':
    return "bool";
  case 'i':
    return "int" + std::to_string(bytes * 8);
  case 'u':
    return "uint" + std::to_string(bytes * 8);
  default:
    return "float" + std::to_string(bytes * 8);
  }
}

bool NpyType::fits(ElementType type) const {
  if (bytes != getBytes(type))
    return false;
  switch (type) {
  case ElementType::I1:
    return kind == 'b';
  case ElementType::Index:
    return kind == 'i';
  case ElementType::BF16:
    return kind == 'u';
  case ElementType::F16:
  case ElementType::F32:
  case ElementType::F64:
    return kind == 'f';
  default:
    return kind == 'i' || kind == 'u';
  }
}

NpyType getNpyType(ElementType type) {
  char kind = 'i';
  if (type == ElementType::I1)
    kind = 'b';
  else if (type == ElementType::BF16)
    kind = 'u';
  else if (isFloat(type))
    kind = 'f';
  return {kind, getBytes(type)};
}

llvm::Expected<NpyHeader> parseNpyHeader(StringRef start, uint64_t fileBytes) {
  llvm::Expected<Preamble> preamble = parsePreamble(start);
  if (!preamble)
    return preamble.takeError();
  StringRef text = start.drop_front(preamble->headerOffset);
  if (text.size() < preamble->headerBytes)
    return llvm::createStringError("is truncated in its header");
  llvm::Expected<NpyHeader> header =
      HeaderParser(text.take_front(preamble->headerBytes)).parse();
  if (!header)
    return header.takeError();
  std::optional<int64_t> count =
      countElements(header->shape, header->type.bytes);
  if (!count)
    return llvm::createStringError(
        "has the shape " + formatShape(header->shape) + ", which is too large");
  header->dataOffset = preamble->headerOffset + preamble->headerBytes;
  header->dataBytes = *count * header->type.bytes;
  if (fileBytes < header->dataOffset ||
      fileBytes - header->dataOffset < header->dataBytes)
    return llvm::createStringError(
        "is truncated: shape " + formatShape(header->shape) + " of " +
        header->type.getName() + " takes " + llvm::Twine(header->dataBytes) +
        " bytes, but only " +
        llvm::Twine(fileBytes - std::min(fileBytes, header->dataOffset)) +
        " follow the header");
  return header;
}

llvm::Expected<NpyHeader> readNpyHeader(StringRef path) {
  llvm::Expected<NpyHeader> header = readHeader(path);
  if (header)
    return header;
  return llvm::createStringError("'" + path +
                                 "': " + llvm::toString(header.takeError()));
}

void writeNpy(const ArrayView &array, llvm::raw_ostream &os) {
  NpyType type = getNpyType(array.type);
  std::string header = "{'descr': '";
  header += type.bytes == 1 ? '|' : '<';
  header += type.kind;
  header += std::to_string(type.bytes);
  header +=
      "', 'fortran_order': False, 'shape': " + formatShape(array.shape) + ", }";
  const size_t preamble = magic.size() + 4;
  const uint64_t end = preamble + header.size() + 1;
  header.append(llvm::alignTo(end, dataAlignment) - end, ' ');
  header += '\n';
  char length[2];
  llvm::support::endian::write16le(length, header.size());
  os << magic << '\1' << '\0' << StringRef(length, 2) << header;
  forEachRun(array, [&](const uint8_t *address, int64_t count) {
    os.write(reinterpret_cast<const char *>(address), count * type.bytes);
    return true;
  });
}

} // namespace ember::driver

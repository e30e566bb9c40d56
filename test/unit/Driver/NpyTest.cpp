//===- NpyTest.cpp - Tests of NumPy array files ---===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Driver/Npy.h"

#include "TestSupport.h"
#include "llvm/Support/MemoryBuffer.h"
#include <vector>

namespace ember::driver {
namespace {

/// The start of a file: magic, version, length and dictionary.
std::string fileStart(llvm::StringRef dictionary, int version = 1) {
  std::string text = "\x93NUMPY";
  text += char(version);
  text += '\0';
  for (int i = 0; i < (version == 1 ? 2 : 4); ++i)
    text += char(dictionary.size() >> (8 * i));
  return text + dictionary.str();
}

std::string dictionary(llvm::StringRef descr, llvm::StringRef shape,
                       llvm::StringRef order = "False") {
  return ("{'descr': " + descr + ", 'fortran_order': " + order +
          ", 'shape': " + shape + ", }\n")
      .str();
}

constexpr uint64_t large = uint64_t(1) << 40;

std::string errorOf(llvm::StringRef descr, llvm::StringRef shape,
                    llvm::StringRef order = "False", uint64_t bytes = large) {
  return messageOf(
      parseNpyHeader(fileStart(dictionary(descr, shape, order)), bytes));
}

TEST(NpyHeader, IsParsed) {
  for (int version : {1, 2, 3}) {
    std::string start = fileStart(dictionary("'<f4'", "(3, 4)"), version);
    NpyHeader header = valueOf(parseNpyHeader(start, start.size() + 48));
    EXPECT_EQ(header.type.getName(), "float32");
    EXPECT_EQ(header.shape, (Shape{3, 4}));
    EXPECT_FALSE(header.fortranOrder);
    EXPECT_EQ(header.dataOffset, start.size());
    EXPECT_EQ(header.dataBytes, 48u);
  }
}

TEST(NpyHeader, TakesOtherSpellings) {
  NpyHeader header = valueOf(parseNpyHeader(
      fileStart("{\"shape\":(0,5L),\"descr\":\"|u1\",\"fortran_order\":True}"),
      large));
  EXPECT_EQ(header.type.getName(), "uint8");
  EXPECT_EQ(header.shape, (Shape{0, 5}));
  EXPECT_TRUE(header.fortranOrder);
  EXPECT_EQ(header.dataBytes, 0u);
  EXPECT_TRUE(
      valueOf(parseNpyHeader(fileStart(dictionary("'=i8'", "()")), large))
          .shape.empty());
}

TEST(NpyHeader, RefusesOtherTypes) {
  EXPECT_EQ(errorOf("'>f4'", "(3,)"),
            "has the big-endian dtype '>f4', but only "
            "little-endian ones are read");
  EXPECT_EQ(errorOf("[('x', '<f4')]", "(3,)"),
            "has a structured dtype, which no argument takes");
  for (const char *descr :
       {"'<c8'", "'|O'", "'<U5'", "'<f3'", "''", "'f'", "'<f16'", "'|f4'",
        "'<b4'", "'f4'", "'<f'", "'<f44'", "'|V2'", "'<M8[ns]'", "'\\x00'"})
    EXPECT_NE(errorOf(descr, "(3,)").find("which no argument takes"),
              std::string::npos)
        << descr;
}

TEST(NpyHeader, RefusesBadShapes) {
  EXPECT_EQ(errorOf("'<f4'", "(-3,)"),
            "has a size of -3, which is out of range");
  EXPECT_EQ(errorOf("'<f4'", "(99999999999999999999,)"),
            "has a size of 99999999999999999999, which is out of range");
  EXPECT_EQ(errorOf("'<f4'", "(4611686018427387904, 4)"),
            "has the shape (4611686018427387904, 4), which is too large");
  EXPECT_EQ(errorOf("'<f4'", "(0, 4611686018427387904, 4)"),
            "has the shape (0, 4611686018427387904, 4), which is too large");
  EXPECT_EQ(errorOf("'<f4'", "3"),
            "has a malformed header: expects a tuple, but got '3, }\\0A'");
}

TEST(NpyHeader, RefusesShortFiles) {
  std::string start = fileStart(dictionary("'<f4'", "(3, 4)"));
  EXPECT_EQ(messageOf(parseNpyHeader(start, start.size() + 47)),
            "is truncated: shape (3, 4) of float32 takes 48 bytes, but only 47 "
            "follow the header");
}

TEST(NpyHeader, RefusesMalformedHeaders) {
  auto errorOfText = [](llvm::StringRef text) {
    return messageOf(parseNpyHeader(fileStart(text), large));
  };
  const std::string good = "{'descr': '<f4', 'fortran_order': False, ";
  EXPECT_EQ(errorOfText(good + "}"),
            "has a malformed header: the key 'shape' is missing");
  EXPECT_EQ(errorOfText(good + "'shape': (), 'shape': ()}"),
            "has a malformed header: the key 'shape' comes twice");
  EXPECT_EQ(errorOfText(good + "'shape': (), 'extra': 1}"),
            "has a malformed header: unknown key 'extra'");
  EXPECT_EQ(errorOfText(good + "'shape': ()} x"),
            "has a malformed header: expects nothing more, but got 'x'");
  EXPECT_EQ(errorOfText("{'descr': '<f4', 'fortran_order': 1, 'shape': ()}"),
            "has a malformed header: expects True or False, but got "
            "'1, 'shape': ()}'");
  EXPECT_EQ(errorOfText(""),
            "has a malformed header: expects a dictionary, but got ''");
}

TEST(NpyHeader, RefusesOtherFiles) {
  EXPECT_EQ(messageOf(parseNpyHeader("", 0)),
            "is not a .npy file: the magic is missing");
  EXPECT_EQ(messageOf(parseNpyHeader("PK\3\4 a zip archive", 18)),
            "is not a .npy file: the magic is missing");
  EXPECT_EQ(messageOf(parseNpyHeader(fileStart("{}", 4), large)),
            "has format version 4.0, but only 1.0, 2.0 and 3.0 are known");
  std::string start = fileStart("", 2);
  start[11] = '\x7f';
  EXPECT_EQ(messageOf(parseNpyHeader(start, large)),
            "has a header of 2130706432 bytes, which is too long");
}

// A file that is cut anywhere, and one with any single byte changed, is parsed
// or refused, never a crash; no cut one is parsed.
TEST(NpyHeader, SurvivesDamage) {
  const std::string start = fileStart(dictionary("'<f4'", "(3, 4)"));
  for (size_t length = 0; length < start.size(); ++length)
    EXPECT_NE(messageOf(parseNpyHeader(
                  llvm::StringRef(start).take_front(length), length)),
              "success");
  for (size_t position = 0; position < start.size(); ++position)
    for (char c : {'\0', '\xff', '9', '(', '\'', '}', '-'}) {
      std::string damaged = start;
      damaged[position] = c;
      llvm::Expected<NpyHeader> header =
          parseNpyHeader(damaged, start.size() + 48);
      if (header)
        EXPECT_LE(header->dataOffset + header->dataBytes, start.size() + 48);
      else
        EXPECT_FALSE(llvm::toString(header.takeError()).empty());
    }
}

TEST(NpyType, FitsElementTypes) {
  EXPECT_TRUE((NpyType{'i', 8}.fits(ElementType::Index)));
  EXPECT_FALSE((NpyType{'u', 8}.fits(ElementType::Index)));
  EXPECT_TRUE((NpyType{'u', 8}.fits(ElementType::I64)));
  EXPECT_TRUE((NpyType{'i', 4}.fits(ElementType::I32)));
  EXPECT_FALSE((NpyType{'i', 8}.fits(ElementType::I32)));
  EXPECT_TRUE((NpyType{'u', 2}.fits(ElementType::BF16)));
  EXPECT_FALSE((NpyType{'f', 2}.fits(ElementType::BF16)));
  EXPECT_TRUE((NpyType{'f', 2}.fits(ElementType::F16)));
  EXPECT_TRUE((NpyType{'b', 1}.fits(ElementType::I1)));
  EXPECT_FALSE((NpyType{'u', 1}.fits(ElementType::I1)));
  EXPECT_FALSE((NpyType{'f', 4}.fits(ElementType::I32)));
}

void writeFile(llvm::StringRef path, const ArrayView &array) {
  std::error_code error;
  llvm::raw_fd_ostream os(path, error);
  ASSERT_FALSE(error);
  writeNpy(array, os);
}

TEST(NpyFile, IsReadBack) {
  TemporaryFolder folder;
  const std::string path = folder.file("a.npy");
  const std::vector<int16_t> elements = {0, 1, 2, 3, 4, 5};
  ArrayView array{ElementType::I16,
                  reinterpret_cast<const uint8_t *>(elements.data()),
                  {3, 2},
                  {1, 3}};
  writeFile(path, array);
  NpyHeader header = valueOf(readNpyHeader(path));
  EXPECT_EQ(header.type.getName(), "int16");
  EXPECT_EQ(header.shape, (Shape{3, 2}));
  EXPECT_FALSE(header.fortranOrder);
  EXPECT_EQ(header.dataOffset % 64, 0u);
  auto file = llvm::MemoryBuffer::getFile(path);
  ASSERT_TRUE(bool(file));
  llvm::StringRef data = (*file)->getBuffer().drop_front(header.dataOffset);
  const int16_t expected[] = {0, 3, 1, 4, 2, 5};
  EXPECT_EQ(data, llvm::StringRef(reinterpret_cast<const char *>(expected),
                                  sizeof(expected)));
}

TEST(NpyFile, EveryTypeIsReadBack) {
  TemporaryFolder folder;
  const uint8_t memory[8] = {};
  for (ElementType type :
       {ElementType::I1, ElementType::I8, ElementType::I16, ElementType::I32,
        ElementType::I64, ElementType::Index, ElementType::BF16,
        ElementType::F16, ElementType::F32, ElementType::F64}) {
    const std::string path = folder.file("a.npy");
    writeFile(path, {type, memory, {}, {}});
    NpyHeader header = valueOf(readNpyHeader(path));
    EXPECT_TRUE(header.type.fits(type));
    EXPECT_EQ(header.dataBytes, getBytes(type));
  }
}

TEST(NpyFile, ErrorsNameTheFile) {
  TemporaryFolder folder;
  const std::string missing = folder.file("missing.npy");
  EXPECT_EQ(messageOf(readNpyHeader(missing)),
            "'" + missing + "': No such file or directory");
  const std::string directory = folder.file("");
  EXPECT_EQ(messageOf(readNpyHeader(directory)),
            "'" + directory + "': is not a regular file");
}

} // namespace
} // namespace ember::driver

//===- ElementTypeTest.cpp - Tests of element types ---===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Driver/ElementType.h"

#include "TestSupport.h"

namespace ember::driver {
namespace {

constexpr ElementType allTypes[] = {
    ElementType::I1,  ElementType::I8,    ElementType::I16,  ElementType::I32,
    ElementType::I64, ElementType::Index, ElementType::BF16, ElementType::F16,
    ElementType::F32, ElementType::F64};

TEST(ElementType, NamesAreParsedBack) {
  for (ElementType type : allTypes)
    EXPECT_EQ(parseElementType(getName(type)), type);
  EXPECT_FALSE(parseElementType("f8"));
  EXPECT_FALSE(parseElementType(""));
}

TEST(ElementType, IntegersAreSignedOrUnsigned) {
  EXPECT_EQ(valueOf(parseElement(ElementType::I8, "-128")), 0x80u);
  EXPECT_EQ(valueOf(parseElement(ElementType::I8, "255")), 0xffu);
  EXPECT_EQ(valueOf(parseElement(ElementType::I32, "0xffffffff")), 0xffffffffu);
  EXPECT_EQ(valueOf(parseElement(ElementType::I64, "18446744073709551615")),
            ~uint64_t(0));
  EXPECT_EQ(valueOf(parseElement(ElementType::Index, "-1")), ~uint64_t(0));
  EXPECT_EQ(valueOf(parseElement(ElementType::I1, "true")), 1u);
  EXPECT_EQ(valueOf(parseElement(ElementType::I1, "0")), 0u);
  EXPECT_EQ(messageOf(parseElement(ElementType::I8, "256")),
            "'256' does not fit i8");
  EXPECT_EQ(messageOf(parseElement(ElementType::I8, "-129")),
            "'-129' does not fit i8");
  EXPECT_EQ(messageOf(parseElement(ElementType::Index, "9223372036854775808")),
            "'9223372036854775808' does not fit index");
  EXPECT_EQ(messageOf(parseElement(ElementType::I32, "2.5")),
            "expects an integer of type i32, but got '2.5'");
  EXPECT_EQ(messageOf(parseElement(ElementType::I32, "true")),
            "expects an integer of type i32, but got 'true'");
  EXPECT_EQ(messageOf(parseElement(ElementType::I32, "-")),
            "expects an integer of type i32, but got '-'");
}

TEST(ElementType, FloatsAreRounded) {
  EXPECT_EQ(valueOf(parseElement(ElementType::F32, "1.5")), 0x3fc00000u);
  EXPECT_EQ(valueOf(parseElement(ElementType::F32, "0x10")), 0x41800000u);
  EXPECT_EQ(valueOf(parseElement(ElementType::F32, "-0")), 0x80000000u);
  EXPECT_EQ(valueOf(parseElement(ElementType::F32, "-inf")), 0xff800000u);
  EXPECT_EQ(valueOf(parseElement(ElementType::BF16, "1")), 0x3f80u);
  EXPECT_EQ(valueOf(parseElement(ElementType::F16, "1")), 0x3c00u);
  EXPECT_EQ(valueOf(parseElement(ElementType::F64, "1e-3")),
            0x3f50624dd2f1a9fcu);
  EXPECT_TRUE(
      isNaN(ElementType::F64, valueOf(parseElement(ElementType::F64, "nan"))));
  EXPECT_EQ(messageOf(parseElement(ElementType::F16, "70000")),
            "'70000' does not fit f16");
  EXPECT_EQ(messageOf(parseElement(ElementType::F32, "1e39")),
            "'1e39' does not fit f32");
  EXPECT_EQ(messageOf(parseElement(ElementType::F32, "true")),
            "expects a number of type f32, but got 'true'");
}

TEST(ElementType, NaNsAreRecognised) {
  EXPECT_TRUE(isNaN(ElementType::BF16, 0xffc0));
  EXPECT_FALSE(isNaN(ElementType::BF16, 0xff80)); // -inf
  EXPECT_TRUE(isNaN(ElementType::F16, 0x7c01));
  EXPECT_FALSE(isNaN(ElementType::F16, 0x7c00));
  EXPECT_TRUE(isNaN(ElementType::F32, 0x7f800001));
  EXPECT_FALSE(isNaN(ElementType::I32, 0x7f800001));
}

TEST(ElementType, ValuesAreFormatted) {
  EXPECT_EQ(formatElement(ElementType::I8, 0x80), "-128");
  EXPECT_EQ(formatElement(ElementType::I1, 1), "true");
  EXPECT_EQ(formatElement(ElementType::F32, 0x3fc00000), "1.5");
  EXPECT_EQ(formatElement(ElementType::F32, 0x80000000), "-0");
  EXPECT_EQ(formatElement(ElementType::F32, 0x7fc00000), "nan (0x7fc00000)");
}

} // namespace
} // namespace ember::driver

//===- SignatureTest.cpp - Tests of signatures ----------------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Driver/Signature.h"

#include "TestSupport.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace ember::driver {
namespace {

class SignatureTest : public ::testing::Test {
protected:
  SignatureTest() { context.loadDialect<mlir::LLVM::LLVMDialect>(); }

  llvm::Expected<ValueType> get(StringRef text) {
    return ValueType::get(mlir::parseType(text, &context));
  }

  /// Types and byte offsets of a struct's fields: `i8@0 i64@8 size 16`.
  std::string layoutOf(StringRef text) {
    ValueType type = valueOf(get(text));
    auto *fields = std::get_if<StructType>(&type.kind);
    if (!fields)
      return "no struct";
    std::string result;
    for (StructType::Field field : fields->fields)
      result += (getName(field.type) + "@" + Twine(field.offset) + " ").str();
    return result + "size " + std::to_string(type.bytes) + " align " +
           std::to_string(type.alignment);
  }

  MLIRContext context;
};

TEST_F(SignatureTest, Scalars) {
  for (StringRef name : {"i1", "i8", "i16", "i32", "i64", "index", "bf16",
                         "f16", "f32", "f64"}) {
    ValueType type = valueOf(get(name));
    auto *element = std::get_if<ElementType>(&type.kind);
    ASSERT_TRUE(element);
    EXPECT_EQ(getName(*element), name);
    EXPECT_EQ(type.bytes, getBytes(*element));
    EXPECT_EQ(type.alignment, type.bytes);
  }
}

TEST_F(SignatureTest, MemRefs) {
  ValueType type = valueOf(get("memref<?x4xf32, strided<[?, 1], offset: 7>>"));
  auto &array = std::get<ArrayType>(type.kind);
  EXPECT_EQ(array.element, ElementType::F32);
  EXPECT_EQ(array.shape, (Shape{ShapedType::kDynamic, 4}));
  EXPECT_EQ(array.strides, (Shape{ShapedType::kDynamic, 1}));
  EXPECT_EQ(array.offset, 7);
  EXPECT_EQ(type.bytes, 7 * 8u);
  EXPECT_EQ(valueOf(get("memref<f32>")).bytes, 3 * 8u);
}

TEST_F(SignatureTest, Structs) {
  EXPECT_EQ(layoutOf("!llvm.struct<(array<2 x i64>, array<1 x i64>)>"),
            "i64@0 i64@8 i64@16 size 24 align 8");
  EXPECT_EQ(layoutOf("!llvm.struct<(i8, i64, i16)>"),
            "i8@0 i64@8 i16@16 size 24 align 8");
  EXPECT_EQ(layoutOf("!llvm.struct<packed (i8, i64, i16)>"),
            "i8@0 i64@1 i16@9 size 11 align 1");
  EXPECT_EQ(layoutOf("!llvm.struct<(i8, struct<packed (i8, i32)>, i16)>"),
            "i8@0 i8@1 i32@2 i16@6 size 8 align 2");
  // A packed struct moves an inner one, but does not pack it.
  EXPECT_EQ(layoutOf("!llvm.struct<packed (i8, struct<(i8, i32)>)>"),
            "i8@0 i8@1 i32@5 size 9 align 1");
  EXPECT_EQ(layoutOf("!llvm.struct<(array<2 x struct<(i32, i8)>>)>"),
            "i32@0 i8@4 i32@8 i8@12 size 16 align 4");
  EXPECT_EQ(layoutOf("!llvm.struct<()>"), "size 0 align 1");
}

TEST_F(SignatureTest, OtherTypesAreRefused) {
  for (StringRef text :
       {"tensor<3xf32>", "vector<4xf32>", "memref<*xf32>", "memref<3xi4>",
        "memref<3xui8>", "memref<3xf32, 1>", "memref<3xcomplex<f32>>",
        "complex<f32>", "i128", "si32", "!llvm.ptr", "!llvm.struct<(f32)>",
        "!llvm.struct<\"name\", opaque>", "!llvm.struct<(ptr)>",
        "!llvm.struct<(array<1000000000000 x i64>)>",
        "!llvm.struct<(array<100 x array<100 x i8>>)>",
        "memref<4xf32, affine_map<(d0) -> (d0 floordiv 2)>>"})
    EXPECT_NE(messageOf(get(text)).find("cannot be given or taken"),
              std::string::npos)
        << text.str();
}

TEST_F(SignatureTest, ErrorsNameTheValue) {
  auto function = [&](StringRef text) {
    return Signature::get(
        "f", cast<mlir::FunctionType>(mlir::parseType(text, &context)));
  };
  const std::string expected =
      ": a value of type 'none' cannot be given or taken: expects an index, an "
      "integer of 1, 8, 16, 32 or 64 bits, an f16, bf16, f32 or f64, a ranked "
      "memref of those without a memory space, or an LLVM struct of integers";
  EXPECT_EQ(messageOf(function("(i32, none) -> ()")),
            "argument 1 of 'f'" + expected);
  EXPECT_EQ(messageOf(function("() -> (none)")), "result 0 of 'f'" + expected);
  Signature signature = valueOf(
      function("(i32) -> (i1, memref<?xf32>, i8, f16, !llvm.struct<(i32)>)"));
  EXPECT_EQ(signature.arguments.size(), 1u);
  EXPECT_EQ(signature.resultOffsets(),
            (llvm::SmallVector<uint64_t, 4>{0, 8, 48, 50, 52}));
}

} // namespace
} // namespace ember::driver

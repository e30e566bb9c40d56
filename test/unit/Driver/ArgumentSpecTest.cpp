//===- ArgumentSpecTest.cpp - Tests of argument specs ---===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Driver/ArgumentSpec.h"

#include "TestSupport.h"

namespace ember::driver {
namespace {

template <typename Spec> Spec parseAs(llvm::StringRef text) {
  ArgumentSpec spec = valueOf(parseArgumentSpec(text));
  if (auto *result = std::get_if<Spec>(&spec))
    return *result;
  ADD_FAILURE() << text.str() << " is another kind of spec";
  return Spec();
}

std::string errorOf(llvm::StringRef text) {
  return messageOf(parseArgumentSpec(text));
}

TEST(ArgumentSpec, Files) {
  EXPECT_EQ(parseAs<FileSpec>("dir/a:b.npy").path, "dir/a:b.npy");
  EXPECT_EQ(errorOf("table.bin"),
            "expects FILE.npy, a number, or one of zeros:, values:, uniform:, "
            "zipf:, offsets:, view: and struct:, but got 'table.bin'");
  EXPECT_NE(errorOf("ones:3xf32"), "success");
  EXPECT_NE(errorOf(""), "success");
}

TEST(ArgumentSpec, Arrays) {
  ZerosSpec zeros = parseAs<ZerosSpec>("zeros:4096x32xf32");
  EXPECT_EQ(zeros.type, ElementType::F32);
  EXPECT_EQ(zeros.shape, (Shape{4096, 32}));
  EXPECT_EQ(parseAs<ZerosSpec>("zeros:2x3xindex").shape, (Shape{2, 3}));
  EXPECT_TRUE(parseAs<ZerosSpec>("zeros:f64").shape.empty());
  EXPECT_TRUE(parseAs<ZerosSpec>("zeros:index").shape.empty());
  EXPECT_EQ(parseAs<ZerosSpec>("zeros:0xi1").shape, (Shape{0}));
  for (const char *text :
       {"", "3", "3x", "xf32", "3xf99", "3x?xf32", "3xxf32", "3index", "x"})
    EXPECT_EQ(errorOf(std::string("zeros:") + text).substr(0, 8), "expects ")
        << text;
  EXPECT_EQ(errorOf("zeros:-3xf32"), "expects no negative size, but got '-3'");
  EXPECT_EQ(errorOf("zeros:9223372036854775807xf32"),
            "an array of '9223372036854775807xf32' is too large");
  EXPECT_EQ(errorOf("zeros:3xf32,seed=1"), "'zeros' takes no 'seed'");
}

TEST(ArgumentSpec, Values) {
  ValuesSpec spec = parseAs<ValuesSpec>("values:2x2xf32:1,-0.0,+Inf,nan");
  EXPECT_EQ(spec.type, ElementType::F32);
  EXPECT_EQ(spec.shape, (Shape{2, 2}));
  EXPECT_EQ(spec.elements, (std::vector<uint64_t>{0x3f800000, 0x80000000,
                                                  0x7f800000, 0x7fc00000}));
  EXPECT_EQ(parseAs<ValuesSpec>("values:i8:-1").elements,
            (std::vector<uint64_t>{0xff}));
  EXPECT_TRUE(parseAs<ValuesSpec>("values:0x3xf32:").elements.empty());
  EXPECT_EQ(errorOf("values:3xi32:1,2"),
            "expects 3 elements after 'values:3xi32:', but got 2");
  EXPECT_EQ(errorOf("values:1xi8:256"), "'256' does not fit i8");
}

TEST(ArgumentSpec, Uniform) {
  UniformSpec spec = parseAs<UniformSpec>("uniform:3xi32,max=7,seed=9");
  EXPECT_EQ(spec.max, 7u);
  EXPECT_EQ(spec.seed, 9u);
  EXPECT_EQ(errorOf("uniform:3xi32"), "'uniform' needs 'max='");
  EXPECT_EQ(errorOf("uniform:3xf32,max=3"), "'uniform' takes no 'max'");
  EXPECT_EQ(errorOf("uniform:3xi8,max=257"),
            "expects max from 1 to 256 for i8, but got 257");
  EXPECT_EQ(errorOf("uniform:3xi8,max=0"),
            "expects max from 1 to 256 for i8, but got 0");
  EXPECT_EQ(errorOf("uniform:3xf32,seed=x"),
            "expects seed to be a non-negative integer, but got 'x'");
  EXPECT_EQ(errorOf("uniform:3xf32,seed=1,seed=2"), "'seed' is given twice");
  EXPECT_EQ(errorOf("uniform:3xf32,seed"), "expects key=value, but got 'seed'");
  EXPECT_EQ(errorOf("uniform:3xf32,"), "expects key=value, but got ''");
}

TEST(ArgumentSpec, Zipf) {
  ZipfSpec spec =
      parseAs<ZipfSpec>("zipf:40960xindex,max=1000000,alpha=0.8,seed=1");
  EXPECT_EQ(spec.max, 1000000u);
  EXPECT_EQ(spec.alpha, 0.8);
  EXPECT_EQ(parseAs<ZipfSpec>("zipf:1xi32,max=5").alpha, 1.0);
  EXPECT_EQ(errorOf("zipf:3xf32,max=3"),
            "'zipf' expects an integer type of more than one bit, but got f32");
  EXPECT_EQ(errorOf("zipf:3xi32"), "'zipf' needs 'max='");
  for (const char *alpha : {"-1", "x", "inf", "nan", "101"})
    EXPECT_EQ(errorOf(std::string("zipf:3xi32,max=3,alpha=") + alpha),
              std::string("expects alpha from 0 to 100, but got '") + alpha +
                  "'");
}

TEST(ArgumentSpec, Offsets) {
  OffsetsSpec spec = parseAs<OffsetsSpec>("offsets:513xindex,length=80");
  EXPECT_EQ(spec.length, 80u);
  EXPECT_EQ(spec.jitter, 0u);
  EXPECT_EQ(errorOf("offsets:513xindex"), "'offsets' needs 'length='");
  EXPECT_EQ(errorOf("offsets:5x5xindex,length=1"),
            "'offsets' expects one size of at least 1, but got '5x5xindex'");
  EXPECT_EQ(errorOf("offsets:0xindex,length=1"),
            "'offsets' expects one size of at least 1, but got '0xindex'");
  EXPECT_EQ(errorOf("offsets:5xindex,length=3,jitter=4"),
            "expects a jitter of at most the length 3, but got 4");
  EXPECT_EQ(errorOf("offsets:5xi8,length=64"),
            "4 segments of length 64 exceed the offsets of type i8");
  EXPECT_EQ(errorOf("offsets:5xindex,length=18446744073709551615"),
            "4 segments of length 18446744073709551615 exceed the offsets of "
            "type index");
}

TEST(ArgumentSpec, Views) {
  ViewSpec spec = parseAs<ViewSpec>("view:2,offset=5,shape=3x4,strides=8x-1");
  EXPECT_EQ(spec.base, 2u);
  EXPECT_EQ(spec.offset, 5);
  EXPECT_EQ(spec.shape, (Shape{3, 4}));
  EXPECT_EQ(spec.strides, (Shape{8, -1}));
  EXPECT_EQ(parseAs<ViewSpec>("view:0,shape=3x4").strides, (Shape{4, 1}));
  EXPECT_EQ(errorOf("view:x,shape=3"),
            "expects the number of an argument after 'view:', but got 'x'");
  EXPECT_EQ(errorOf("view:1"), "'view' needs 'shape='");
  EXPECT_EQ(errorOf("view:1,shape=3x"),
            "expects sizes as in 4096x32, but got '3x'");
  EXPECT_EQ(errorOf("view:1,shape=3x4,strides=1"),
            "expects as many strides as sizes (2), but got '1'");
  EXPECT_EQ(errorOf("view:1,shape=3,strides=a"),
            "expects strides as in 4096x32, but got 'a'");
  EXPECT_EQ(errorOf("view:1,shape=9223372036854775807x2"),
            "a view of '9223372036854775807x2' is too large");
}

TEST(ArgumentSpec, Structs) {
  EXPECT_EQ(parseAs<StructSpec>("struct:2,-3,0x4").fields.size(), 3u);
  EXPECT_TRUE(parseAs<StructSpec>("struct:").fields.empty());
  EXPECT_EQ(errorOf("struct:2,,3"),
            "expects integers after 'struct:', but got ''");
}

TEST(ArgumentSpec, Scalars) {
  for (const char *text : {"1", "-1", "+2", "0x10", "1.5e3", "-.5", "true",
                           "false", "inf", "-INF", "nan"})
    EXPECT_EQ(parseAs<ScalarSpec>(text).text, text);
  EXPECT_NE(errorOf("-"), "success");
  EXPECT_NE(errorOf("."), "success");
}

// A spec that is cut anywhere is parsed or refused, never a crash.
TEST(ArgumentSpec, TakesEveryPrefix) {
  for (llvm::StringRef text :
       {"uniform:10x32xf32,seed=1", "zipf:40960xindex,max=10,alpha=0.8,seed=1",
        "offsets:513xindex,length=80,jitter=4,seed=3",
        "view:2,offset=5,shape=3x4,strides=8x-1", "struct:1,2,3"})
    for (size_t length = 0; length <= text.size(); ++length)
      EXPECT_FALSE(errorOf(text.take_front(length)).empty());
}

} // namespace
} // namespace ember::driver

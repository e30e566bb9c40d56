//===- WorkloadTest.cpp - Tests of workloads and levels -------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Bench/Ladder.h"
#include "ember/Driver/ArgumentSpec.h"
#include "ember/Pipelines/Pipelines.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

namespace ember::bench {
namespace {

template <typename T> std::string messageOf(llvm::Expected<T> value) {
  return value ? "success" : llvm::toString(value.takeError());
}

std::string messageOf(llvm::Error error) {
  return error ? llvm::toString(std::move(error)) : "success";
}

std::string namesOf(const std::vector<Workload> &workloads) {
  std::vector<std::string> names;
  names.reserve(workloads.size());
  for (const Workload &workload : workloads)
    names.push_back(workload.getName());
  return llvm::join(names, " ");
}

bool contains(const std::string &text, llvm::StringRef part) {
  return llvm::StringRef(text).contains(part);
}

TEST(Workload, AllCombinationsOfModelAndLocality) {
  EXPECT_EQ(namesOf(getWorkloads()), "RM1_L0 RM1_L1 RM1_L2 RM2_L0 RM2_L1 "
                                     "RM2_L2 RM3_L0 RM3_L1 RM3_L2");
}

TEST(Workload, ParsesNamesInTheirOrder) {
  auto workloads = parseWorkloads("RM3_L1,RM1_L0");
  ASSERT_TRUE(bool(workloads));
  EXPECT_EQ(namesOf(*workloads), "RM3_L1 RM1_L0");
  EXPECT_EQ(workloads->front().width, 128);
}

TEST(Workload, RefusesWrongNames) {
  const std::string expects = "expects workloads of RM1_L0 to RM3_L2, but got ";
  EXPECT_EQ(messageOf(parseWorkloads("RM1_L0,rm1_l0")), expects + "'rm1_l0'");
  EXPECT_EQ(messageOf(parseWorkloads("")), expects + "''");
  EXPECT_EQ(messageOf(parseWorkloads("RM1_L0,")), expects + "''");
  EXPECT_EQ(messageOf(parseWorkloads("RM1_L0,RM2_L0,RM1_L0")),
            "expects each workload once, but got 'RM1_L0' twice");
}

TEST(Workload, ArgumentsAreThoseOfTheKernel) {
  const Workload workload = parseWorkloads("RM2_L2")->front();
  const Sizes sizes = {/*lookups=*/800, /*rows=*/5000};
  EXPECT_EQ(llvm::join(workload.getArguments(sizes), " "),
            "offsets:11xindex,length=80 "
            "zipf:800xindex,max=5000,seed=1,alpha=1.05 "
            "uniform:5000x64xf32,seed=1 zeros:10x64xf32");
}

TEST(Workload, ArgumentsOfEachOneAreValid) {
  for (const Workload &workload : getWorkloads())
    for (const std::string &text : workload.getArguments(Sizes()))
      EXPECT_EQ(messageOf(driver::parseArgumentSpec(text)), "success") << text;
}

TEST(Sizes, AreChecked) {
  EXPECT_EQ(messageOf(Sizes().check()), "success");
  EXPECT_EQ(messageOf(Sizes{80, 1}.check()), "success");
  EXPECT_TRUE(contains(messageOf(Sizes{0, 1}.check()), "but got 0"));
  EXPECT_TRUE(contains(messageOf(Sizes{-80, 1}.check()), "but got -80"));
  EXPECT_TRUE(contains(messageOf(Sizes{81, 1}.check()), "but got 81"));
  EXPECT_TRUE(contains(messageOf(Sizes{80, 0}.check()), "but got 0"));
}

TEST(Levels, AreAscendingAndDistinct) {
  auto levels = parseLevels(std::to_string(maxOptLevel) + ",0,0");
  ASSERT_TRUE(bool(levels));
  std::vector<unsigned> expected = {0};
  if (maxOptLevel > 0)
    expected.push_back(maxOptLevel);
  EXPECT_EQ(*levels, expected);
}

TEST(Levels, RefusesWhatIsNoLevel) {
  for (std::string text : {"", "0,", "-1", "x", "0 1", "99"})
    EXPECT_TRUE(
        contains(messageOf(parseLevels(text)), "expects levels from 0 to "))
        << text;
  EXPECT_TRUE(contains(messageOf(parseLevels("0,99")), "but got '99'"));
}

TEST(Levels, EachHasAName) {
  for (unsigned level = 0; level <= maxOptLevel; ++level)
    EXPECT_FALSE(getStageName(level).empty());
}

} // namespace
} // namespace ember::bench

//===- LadderReportTest.cpp - Tests of tables and JSON --------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Bench/LadderReport.h"
#include "gtest/gtest.h"

namespace ember::bench {
namespace {

template <typename Write> std::string textOf(Write write) {
  std::string text;
  llvm::raw_string_ostream os(text);
  write(os);
  return text;
}

Rung makeRung(unsigned level, uint64_t cycles, uint64_t stall, double speedup) {
  Rung rung;
  rung.level = level;
  rung.speedup = speedup;
  rung.report.cycles = cycles;
  rung.report.coreQueueStallCycles = stall;
  rung.report.accessBusyCycles = cycles / 4;
  rung.report.tokens = 160 / (level + 1);
  rung.report.controlBytes = 640;
  rung.report.dataBytes = 1000;
  return rung;
}

/// Two levels of 80 lookups; level 1 takes half of the time of level 0.
Ladder makeLadder(llvm::StringRef name) {
  return {llvm::cantFail(parseWorkloads(name)).front(),
          Sizes{/*lookups=*/80, /*rows=*/1000},
          /*checked=*/true,
          {makeRung(0, 16000, 0, 1), makeRung(1, 8000, 2000, 2)}};
}

TEST(LadderReport, TableHasARowPerLevel) {
  EXPECT_EQ(textOf([](llvm::raw_ostream &os) {
              writeTable(makeLadder("RM1_L0"), os);
            }),
            R"(
RM1_L0: rows of 32 f32, indices uniform
                                             cycles   tokens    bytes  core  access  # core works
     level         cycles  speed-up   step  /lookup  /lookup  /lookup  busy    busy  . core waits
  0  decoupled     16,000     1.00x           200.0      2.0     20.5  100%     25%  ########################
  1  + vectorised   8,000     2.00x  2.00x    100.0      1.0     20.5   75%     25%  #########...
  check: every level computes what the original loops compute
)");
}

TEST(LadderReport, TableHasARowForTheOriginal) {
  Ladder ladder = makeLadder("RM1_L0");
  ladder.checked = false;
  ladder.rungs.pop_back();
  ladder.rungs.front().report.baselineCycles = 64000;
  EXPECT_EQ(textOf([&](llvm::raw_ostream &os) { writeTable(ladder, os); }),
            R"(
RM1_L0: rows of 32 f32, indices uniform
                                              cycles   tokens    bytes  core  access  # core works
     level           cycles  speed-up  step  /lookup  /lookup  /lookup  busy    busy  . core waits
  0  decoupled       16,000     1.00x          200.0      2.0     20.5  100%     25%  ######
     original loops  64,000     0.25x          800.0                                  ########################
)");
}

TEST(LadderReport, SummaryHasTheGeometricMean) {
  Ladder other = makeLadder("RM3_L2");
  other.rungs.back().speedup = 8;
  EXPECT_EQ(textOf([&](llvm::raw_ostream &os) {
              writeSummary({makeLadder("RM1_L0"), other}, os);
            }),
            R"(
Speed-up over level 0
     level         RM1_L0  RM3_L2  geomean
  0  decoupled      1.00x   1.00x    1.00x
  1  + vectorised   2.00x   8.00x    4.00x
)");
}

TEST(LadderReport, JSONIsAListOfLevels) {
  const std::string text = textOf(
      [](llvm::raw_ostream &os) { writeJSON({makeLadder("RM2_L1")}, os); });
  llvm::json::Value json = llvm::cantFail(llvm::json::parse(text));
  const llvm::json::Array &list = *json.getAsArray();
  ASSERT_EQ(list.size(), 2u);
  const llvm::json::Object &last = *list.back().getAsObject();
  EXPECT_EQ(last.getString("workload"), "RM2_L1");
  EXPECT_EQ(last.getInteger("level"), 1);
  EXPECT_EQ(last.getInteger("cycles"), 8000);
  EXPECT_EQ(last.getNumber("speedup"), 2.0);
  EXPECT_EQ(last.getBoolean("checked"), true);
  EXPECT_EQ(last.getInteger("lookups"), 80);
  EXPECT_EQ(last.getInteger("rows"), 1000);
  EXPECT_EQ(last.getInteger("width"), 64);
  EXPECT_EQ(last.getNumber("tokens_per_lookup"), 1.0);
  EXPECT_EQ(last.getNumber("queue_bytes_per_lookup"), 20.5);
  const llvm::json::Object *statistics = last.getObject("statistics");
  ASSERT_NE(statistics, nullptr);
  EXPECT_EQ(statistics->getInteger("cycles"), 8000);
}

TEST(LadderReport, HeadingSaysThatSizesAreAssumed) {
  const std::string text =
      textOf([](llvm::raw_ostream &os) { writeHeading(LadderOptions(), os); });
  EXPECT_NE(text.find("40,960 lookups in bags of 80"), std::string::npos);
  EXPECT_NE(text.find("1,000,000 rows"), std::string::npos);
  EXPECT_NE(text.find("own\nassumption"), std::string::npos);
}

} // namespace
} // namespace ember::bench

//===- ReportTest.cpp - Tests of reports ----------------------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Driver/Report.h"

#include "TestSupport.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <set>

namespace ember::driver {
namespace {

using Write = void (*)(const Report &, llvm::raw_ostream &);

std::string write(const Report &report, Write writer) {
  std::string text;
  llvm::raw_string_ostream os(text);
  writer(report, os);
  return text;
}

llvm::json::Value parse(const std::string &text) {
  llvm::Expected<llvm::json::Value> value = llvm::json::parse(text);
  if (value)
    return *value;
  ADD_FAILURE() << llvm::toString(value.takeError());
  return nullptr;
}

TEST(Report, EveryNumberIsDeclaredOnce) {
  std::set<std::string> names;
  std::set<llvm::StringRef> groups;
  llvm::StringRef group;
  for (const Statistic &statistic : getStatistics()) {
    EXPECT_FALSE(statistic.unit.empty());
    EXPECT_FALSE(statistic.description.empty());
    EXPECT_TRUE(
        names.insert((statistic.group + "." + statistic.name).str()).second);
    // A group that comes twice would be a key that comes twice.
    if (statistic.group != group)
      EXPECT_TRUE(groups.insert(statistic.group).second);
    group = statistic.group;
  }
  // As many as the struct holds: each field has the size of the first.
  EXPECT_EQ(names.size(), sizeof(Report) / sizeof(Report::Count));
}

TEST(Report, EveryNumberIsWritten) {
  Report report;
  uint64_t number = 100;
  for (const Statistic &statistic : getStatistics())
    report.*statistic.value = number++;
  llvm::json::Value json = parse(write(report, writeJSON));
  number = 100;
  for (const Statistic &statistic : getStatistics()) {
    const llvm::json::Object *object = json.getAsObject();
    ASSERT_TRUE(object);
    if (!statistic.group.empty())
      object = object->getObject(statistic.group);
    ASSERT_TRUE(object);
    EXPECT_EQ(object->getInteger(statistic.name), number++);
  }
}

TEST(Report, WhatWasNotMeasuredIsNull) {
  llvm::json::Value json = parse(write(Report(), writeJSON));
  EXPECT_TRUE(json.getAsObject()->getNull("baseline_cycles"));
  EXPECT_TRUE(json.getAsObject()->getObject("queues")->getNull("tokens"));
}

TEST(Report, LargeNumbersAreExact) {
  Report report;
  report.cycles = (uint64_t(1) << 63) + 1;
  EXPECT_NE(write(report, writeJSON).find("\"cycles\": 9223372036854775809"),
            std::string::npos);
}

TEST(Report, TheTableIsAligned) {
  Report report;
  report.cycles = 1234567;
  report.baselineCycles = 2469134;
  report.coreQueueStallCycles = 123456;
  report.accessBusyCycles = 1111111;
  report.nestsFound = 2;
  report.nestsDecoupled = 1;
  report.tokens = 999;
  report.controlBytes = 1000;
  report.dataBytes = 12345678;
  EXPECT_EQ(write(report, writeTable), "cycles             1,234,567 cycles\n"
                                       "baseline           2,469,134 cycles\n"
                                       "speed-up                2.00 x\n"
                                       "core busy               90.0 %\n"
                                       "access unit busy        90.0 %\n"
                                       "nests decoupled            1 of 2\n"
                                       "tokens                   999 tokens\n"
                                       "control queue          1,000 bytes\n"
                                       "data queue        12,345,678 bytes\n");
}

TEST(Report, ATableOfNothingIsEmpty) {
  EXPECT_EQ(write(Report(), writeTable), "");
}

} // namespace
} // namespace ember::driver

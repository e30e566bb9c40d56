//===- IsolationTest.cpp - Tests of work in other processes ---------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Fuzz/Isolation.h"

#include <csignal>
#include <cstdio>
#include <gtest/gtest.h>
#include <unistd.h>

namespace ember::fuzz {
namespace {

using Kind = WorkResult::Kind;

std::vector<WorkResult> run(uint64_t count, const IsolationOptions &options,
                            llvm::function_ref<std::string(uint64_t)> work) {
  std::vector<WorkResult> results;
  llvm::Error error = forEachIsolated(
      count, options, work, [&](uint64_t number, const WorkResult &result) {
        EXPECT_EQ(number, results.size());
        results.push_back(result);
        return true;
      });
  EXPECT_FALSE(bool(error)) << llvm::toString(std::move(error));
  return results;
}

TEST(Isolation, ResultsComeInOrder) {
  IsolationOptions options;
  options.batch = 3;
  std::vector<WorkResult> results =
      run(8, options, [](uint64_t number) { return std::string(number, 'x'); });
  ASSERT_EQ(results.size(), 8u);
  for (size_t i = 0; i < results.size(); ++i) {
    EXPECT_EQ(results[i].kind, Kind::Done);
    EXPECT_EQ(results[i].text, std::string(i, 'x'));
  }
}

TEST(Isolation, ResultsOfSeveralProcessesComeInOrder) {
  IsolationOptions options;
  options.batch = 4;
  options.jobs = 3;
  // The first process is the last one to have a result.
  std::vector<WorkResult> results = run(30, options, [](uint64_t number) {
    if (number == 0)
      usleep(200'000);
    if (number % 7 == 2)
      _exit(0);
    return std::to_string(number);
  });
  ASSERT_EQ(results.size(), 30u);
  for (size_t i = 0; i < results.size(); ++i) {
    EXPECT_EQ(results[i].kind, i % 7 == 2 ? Kind::Crashed : Kind::Done);
    if (i % 7 != 2)
      EXPECT_EQ(results[i].text, std::to_string(i));
  }
}

// One that hangs holds up the results of the others, not their work.
TEST(Isolation, AHangAmongOthers) {
  IsolationOptions options;
  options.seconds = 1;
  options.batch = 3;
  options.jobs = 2;
  std::vector<WorkResult> results = run(9, options, [](uint64_t number) {
    volatile bool isHanging = number == 1;
    while (isHanging) {
    }
    return std::string("done");
  });
  ASSERT_EQ(results.size(), 9u);
  for (size_t i = 0; i < results.size(); ++i)
    EXPECT_EQ(results[i].kind, i == 1 ? Kind::TimedOut : Kind::Done) << i;
}

TEST(Isolation, LongResults) {
  const std::string text(1 << 20, 'y');
  EXPECT_EQ(run(1, {}, [&](uint64_t) { return text; })[0].text, text);
}

TEST(Isolation, ADeathIsAResult) {
  std::vector<WorkResult> results = run(4, {}, [](uint64_t number) {
    if (number == 1) {
      std::fputs("the end is near\n", stderr);
      raise(SIGKILL);
    }
    if (number == 2)
      _exit(3);
    return std::string("alive");
  });
  ASSERT_EQ(results.size(), 4u);
  EXPECT_EQ(results[0].kind, Kind::Done);
  EXPECT_EQ(results[1].kind, Kind::Crashed);
  EXPECT_EQ(results[1].text, "signal 9 (Killed)\nthe end is near\n");
  EXPECT_EQ(results[2].kind, Kind::Crashed);
  EXPECT_EQ(results[2].text, "exit status 3\n");
  EXPECT_EQ(results[3].kind, Kind::Done);
}

TEST(Isolation, AHangIsAResult) {
  IsolationOptions options;
  options.seconds = 1;
  std::vector<WorkResult> results = run(2, options, [](uint64_t number) {
    volatile bool isHanging = number == 0;
    while (isHanging) {
    }
    return std::string("done");
  });
  ASSERT_EQ(results.size(), 2u);
  EXPECT_EQ(results[0].kind, Kind::TimedOut);
  EXPECT_EQ(results[1].kind, Kind::Done);
}

TEST(Isolation, TheConsumerCanStop) {
  unsigned calls = 0;
  llvm::Error error = forEachIsolated(
      100, {}, [](uint64_t) { return std::string(); },
      [&](uint64_t, const WorkResult &) { return ++calls < 5; });
  EXPECT_FALSE(bool(error));
  EXPECT_EQ(calls, 5u);
}

} // namespace
} // namespace ember::fuzz

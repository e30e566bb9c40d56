//===- CampaignRunnerTest.cpp - Tests of what campaigns share -------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CampaignRunner.h"

#include "llvm/Support/FileSystem.h"
#include <gtest/gtest.h>

namespace ember::fuzz {
namespace {

/// What a campaign over this work finds; seed 1 is the first of 8.
std::vector<Finding> findFaults(llvm::function_ref<Outcome(uint64_t)> work) {
  CampaignOptions options;
  options.count = 8;
  options.isolation.jobs = 3;
  options.isolation.batch = 2;
  std::vector<Finding> findings;
  llvm::Expected<CampaignStatistics> statistics = runCampaign(
      options, work,
      [](uint64_t seed, const Outcome &outcome) {
        return Finding{seed, outcome, "investigated"};
      },
      [&](const Finding &finding) { findings.push_back(finding); });
  EXPECT_TRUE(bool(statistics)) << llvm::toString(statistics.takeError());
  EXPECT_EQ(statistics->cases, 8u);
  EXPECT_EQ(statistics->findings, findings.size());
  return findings;
}

Outcome makeMismatch(const char *message) {
  Outcome outcome;
  outcome.kind = Outcome::Kind::Mismatch;
  outcome.message = message;
  return outcome;
}

TEST(CampaignRunner, FindingsAreInvestigated) {
  std::vector<Finding> findings = findFaults([](uint64_t seed) {
    return seed % 3 == 0 ? makeMismatch("it differs") : Outcome();
  });
  ASSERT_EQ(findings.size(), 2u);
  EXPECT_EQ(findings[0].seed, 3u);
  EXPECT_EQ(findings[1].seed, 6u);
  for (const Finding &finding : findings) {
    EXPECT_EQ(finding.outcome.kind, Outcome::Kind::Mismatch);
    EXPECT_EQ(finding.test, "investigated");
  }
}

// A mismatch that goes away is not called agreement.
TEST(CampaignRunner, WhatDoesNotHappenAgain) {
  llvm::SmallString<64> mark;
  ASSERT_FALSE(llvm::sys::fs::createTemporaryFile("ember", "mark", mark));
  std::vector<Finding> findings = findFaults([&](uint64_t seed) {
    if (seed == 5 && !llvm::sys::fs::remove(mark, /*IgnoreNonExisting=*/false))
      return makeMismatch("two\nlines");
    return Outcome();
  });
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].seed, 5u);
  EXPECT_EQ(findings[0].outcome.kind, Outcome::Kind::Mismatch);
  EXPECT_EQ(findings[0].test,
            "// two\n// lines\n// It did not happen again.\n");
}

} // namespace
} // namespace ember::fuzz

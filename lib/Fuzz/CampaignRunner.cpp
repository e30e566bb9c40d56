//===- CampaignRunner.cpp - What campaigns share --------------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CampaignRunner.h"

#include "ember/Fuzz/LitTest.h"
#include "llvm/ADT/StringExtras.h"
#include <chrono>

namespace ember::fuzz {

/// What a piece of work came to.
static Outcome toOutcome(const WorkResult &result) {
  Outcome outcome;
  switch (result.kind) {
  case WorkResult::Kind::Done:
    if (std::optional<Outcome> read = deserialize(result.text))
      return *read;
    outcome.kind = Outcome::Kind::Crash;
    break;
  case WorkResult::Kind::Crashed:
    outcome.kind = Outcome::Kind::Crash;
    break;
  case WorkResult::Kind::TimedOut:
    outcome.kind = Outcome::Kind::Hang;
    break;
  }
  outcome.message = result.text;
  return outcome;
}

llvm::Expected<Outcome> runIsolated(const CampaignOptions &options,
                                    llvm::function_ref<Outcome()> work) {
  Outcome outcome;
  llvm::Error error = forEachIsolated(
      1, options.isolation, [&](uint64_t) { return serialize(work()); },
      [&](uint64_t, const WorkResult &result) {
        outcome = toOutcome(result);
        return true;
      });
  if (error)
    return std::move(error);
  return outcome;
}

llvm::Expected<std::optional<std::string>>
makeIsolated(const CampaignOptions &options,
             llvm::function_ref<std::string()> work) {
  std::optional<std::string> text;
  llvm::Error error = forEachIsolated(
      1, options.isolation, [&](uint64_t) { return work(); },
      [&](uint64_t, const WorkResult &result) {
        if (result.kind == WorkResult::Kind::Done)
          text = result.text;
        return true;
      });
  if (error)
    return std::move(error);
  return text;
}

/// What a message says without its numbers: all until the first comma or digit.
static StringRef getCategory(const Outcome &outcome) {
  if (outcome.kind == Outcome::Kind::Crash)
    return {};
  return StringRef(outcome.message).take_until([](char c) {
    return c == ',' || llvm::isDigit(c);
  });
}

bool isAlike(const Outcome &a, const Outcome &b) {
  return a.kind == b.kind && getCategory(a) == getCategory(b);
}

static void count(const Outcome &outcome, CampaignStatistics &statistics) {
  ++statistics.cases;
  statistics.decoupled += outcome.numDecoupled > 0;
  statistics.vectorised += outcome.numVectorised > 0;
  statistics.fallbacks += outcome.numFallbacks > 0;
  statistics.faults += outcome.kind == Outcome::Kind::Fault;
  statistics.rejected += outcome.kind == Outcome::Kind::Rejected;
  statistics.findings += outcome.isFinding();
}

llvm::Expected<CampaignStatistics> runCampaign(
    const CampaignOptions &options, llvm::function_ref<Outcome(uint64_t)> work,
    llvm::function_ref<llvm::Expected<Finding>(uint64_t, const Outcome &)>
        investigate,
    FindingHandler report) {
  CampaignStatistics statistics;
  llvm::Error failure = llvm::Error::success();
  const auto start = std::chrono::steady_clock::now();
  auto isOver = [&] {
    return options.seconds && std::chrono::steady_clock::now() - start >=
                                  std::chrono::seconds(*options.seconds);
  };
  // What does not happen again is a finding too, but nothing can be made of it.
  auto confirm = [&](uint64_t seed,
                     const Outcome &outcome) -> llvm::Expected<Finding> {
    llvm::Expected<Outcome> again =
        runIsolated(options, [&] { return work(seed); });
    if (!again)
      return again.takeError();
    if (isAlike(*again, outcome))
      return investigate(seed, outcome);
    return Finding{seed, outcome,
                   makeComment(outcome.message) +
                       "// It did not happen again.\n"};
  };
  llvm::Error error = forEachIsolated(
      options.count, options.isolation,
      [&](uint64_t number) { return serialize(work(options.seed + number)); },
      [&](uint64_t number, const WorkResult &result) {
        const Outcome outcome = toOutcome(result);
        count(outcome, statistics);
        if (!outcome.isFinding())
          return !isOver();
        llvm::Expected<Finding> finding =
            confirm(options.seed + number, outcome);
        if (finding)
          report(*finding);
        else
          failure = llvm::joinErrors(std::move(failure), finding.takeError());
        return !failure && !isOver();
      });
  if (error || failure)
    return llvm::joinErrors(std::move(error), std::move(failure));
  return statistics;
}

} // namespace ember::fuzz

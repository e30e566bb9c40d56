//===- Campaign.cpp - Many cases, one after the other ---------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Fuzz/Campaign.h"

#include "ember/Fuzz/Generator.h"
#include "ember/Fuzz/Shrinker.h"
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

/// Runs one case in a process of its own.
static llvm::Expected<Outcome>
compareIsolated(MLIRContext &context, const Case &test,
                ArrayRef<Configuration> configurations,
                const CampaignOptions &options) {
  Outcome outcome;
  llvm::Error error = forEachIsolated(
      1, options.isolation,
      [&](uint64_t) {
        return serialize(
            compareRuns(context, test, configurations, options.machine));
      },
      [&](uint64_t, const WorkResult &result) {
        outcome = toOutcome(result);
        return true;
      });
  if (error)
    return std::move(error);
  return outcome;
}

/// What a mismatch says, without its numbers: the same until the first comma or
/// digit.
static StringRef getCategory(const Outcome &outcome) {
  StringRef message = outcome.message;
  return outcome.kind == Outcome::Kind::Crash
             ? StringRef()
             : message.take_until(
                   [](char c) { return c == ',' || llvm::isDigit(c); });
}

static llvm::Error shrinkFinding(MLIRContext &context, Finding &finding,
                                 const CampaignOptions &options) {
  llvm::Error failure = llvm::Error::success();
  finding.test = shrink(context, finding.test, [&](const Case &candidate) {
    llvm::Expected<Outcome> outcome =
        compareIsolated(context, candidate, finding.configurations, options);
    if (!outcome) {
      failure = llvm::joinErrors(std::move(failure), outcome.takeError());
      return false;
    }
    return outcome->kind == finding.outcome.kind &&
           getCategory(*outcome) == getCategory(finding.outcome);
  });
  if (failure)
    return failure;
  llvm::Expected<Outcome> outcome =
      compareIsolated(context, finding.test, finding.configurations, options);
  if (!outcome)
    return outcome.takeError();
  finding.outcome = *outcome;
  return llvm::Error::success();
}

/// Finds the configuration in which a process died.
static llvm::Error findCulprit(MLIRContext &context, Finding &finding,
                               const CampaignOptions &options) {
  for (size_t i = 0; i < finding.configurations.size(); ++i) {
    llvm::Expected<Outcome> outcome = compareIsolated(
        context, finding.test, finding.configurations[i], options);
    if (!outcome)
      return outcome.takeError();
    if (outcome->kind != finding.outcome.kind)
      continue;
    finding.configurations = {finding.configurations[i]};
    break;
  }
  return llvm::Error::success();
}

/// The finding of a case that failed, made small if that is wanted.
static llvm::Expected<Finding> makeFinding(MLIRContext &context, uint64_t seed,
                                           const Outcome &outcome,
                                           const CampaignOptions &options) {
  Finding finding{seed, generateCase(context, seed), outcome,
                  chooseConfigurations(seed)};
  if (outcome.culprit)
    finding.configurations = {finding.configurations[*outcome.culprit]};
  else if (llvm::Error error = findCulprit(context, finding, options))
    return std::move(error);
  if (options.shrink)
    if (llvm::Error error = shrinkFinding(context, finding, options))
      return std::move(error);
  return finding;
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

llvm::Expected<CampaignStatistics>
compareMany(MLIRContext &context, const CampaignOptions &options,
            llvm::function_ref<void(const Finding &)> report) {
  CampaignStatistics statistics;
  llvm::Error failure = llvm::Error::success();
  const auto start = std::chrono::steady_clock::now();
  auto isOver = [&] {
    return options.seconds && std::chrono::steady_clock::now() - start >=
                                  std::chrono::seconds(*options.seconds);
  };
  llvm::Error error = forEachIsolated(
      options.count, options.isolation,
      [&](uint64_t number) {
        const uint64_t seed = options.seed + number;
        return serialize(compareRuns(context, generateCase(context, seed),
                                     chooseConfigurations(seed),
                                     options.machine));
      },
      [&](uint64_t number, const WorkResult &result) {
        const uint64_t seed = options.seed + number;
        Outcome outcome = toOutcome(result);
        count(outcome, statistics);
        if (!outcome.isFinding())
          return !isOver();
        llvm::Expected<Finding> finding =
            makeFinding(context, seed, outcome, options);
        if (finding)
          report(*finding);
        else
          failure = finding.takeError();
        return finding && !isOver();
      });
  if (error || failure)
    return llvm::joinErrors(std::move(error), std::move(failure));
  return statistics;
}

} // namespace ember::fuzz

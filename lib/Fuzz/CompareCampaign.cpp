//===- CompareCampaign.cpp - Compares generated cases ---------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CampaignRunner.h"
#include "ember/Fuzz/Generator.h"
#include "ember/Fuzz/LitTest.h"
#include "ember/Fuzz/Shrinker.h"

namespace ember::fuzz {

namespace {

/// A case that failed, on its way to a test.
struct Suspect {
  Case test;
  Outcome outcome;
  std::vector<Configuration> configurations;
};

} // namespace

static llvm::Expected<Outcome>
compareIsolated(MLIRContext &context, const Case &test,
                ArrayRef<Configuration> configurations,
                const CampaignOptions &options) {
  return runIsolated(options, [&] {
    return compareRuns(context, test, configurations, options.machine);
  });
}

static llvm::Error shrinkSuspect(MLIRContext &context, Suspect &suspect,
                                 const CampaignOptions &options) {
  llvm::Error failure = llvm::Error::success();
  suspect.test = shrink(context, suspect.test, [&](const Case &candidate) {
    llvm::Expected<Outcome> outcome =
        compareIsolated(context, candidate, suspect.configurations, options);
    if (outcome)
      return isAlike(*outcome, suspect.outcome);
    failure = llvm::joinErrors(std::move(failure), outcome.takeError());
    return false;
  });
  if (failure)
    return failure;
  llvm::Expected<Outcome> outcome =
      compareIsolated(context, suspect.test, suspect.configurations, options);
  if (!outcome)
    return outcome.takeError();
  suspect.outcome = *outcome;
  return llvm::Error::success();
}

/// Leaves only the configuration in which a process died.
static llvm::Error findCulprit(MLIRContext &context, Suspect &suspect,
                               const CampaignOptions &options) {
  for (const Configuration &configuration : suspect.configurations) {
    llvm::Expected<Outcome> outcome =
        compareIsolated(context, suspect.test, configuration, options);
    if (!outcome)
      return outcome.takeError();
    if (outcome->kind != suspect.outcome.kind)
      continue;
    suspect.configurations = {configuration};
    break;
  }
  return llvm::Error::success();
}

static llvm::Expected<Finding> investigate(MLIRContext &context, uint64_t seed,
                                           const Outcome &outcome,
                                           const CampaignOptions &options) {
  Suspect suspect{generateCase(context, seed), outcome,
                  chooseConfigurations(seed)};
  if (outcome.culprit)
    suspect.configurations = {suspect.configurations[*outcome.culprit]};
  else if (llvm::Error error = findCulprit(context, suspect, options))
    return std::move(error);
  if (options.shrink)
    if (llvm::Error error = shrinkSuspect(context, suspect, options))
      return std::move(error);
  Finding finding{seed, suspect.outcome, ""};
  llvm::raw_string_ostream os(finding.test);
  printLitTest(suspect.outcome.message, suspect.test, suspect.configurations,
               options.machine, os);
  return finding;
}

llvm::Expected<CampaignStatistics> compareMany(MLIRContext &context,
                                               const CampaignOptions &options,
                                               FindingHandler report) {
  return runCampaign(
      options,
      [&](uint64_t seed) {
        return compareRuns(context, generateCase(context, seed),
                           chooseConfigurations(seed), options.machine);
      },
      [&](uint64_t seed, const Outcome &outcome) {
        return investigate(context, seed, outcome, options);
      },
      report);
}

} // namespace ember::fuzz

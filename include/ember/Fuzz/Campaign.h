//===- Campaign.h - Many cases, one after the other -------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What `ember-fuzz` does: tries cases of one seed after the other, each in a
/// process of its own, and counts what comes of them.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_FUZZ_CAMPAIGN_H
#define EMBER_FUZZ_CAMPAIGN_H

#include "ember/Fuzz/Comparer.h"
#include "ember/Fuzz/Isolation.h"

namespace ember::fuzz {

struct CampaignOptions {
  uint64_t seed = 1; ///< Of the first case; each next one is one more.
  uint64_t count = 100;
  std::optional<unsigned> seconds; ///< Starts no case after this time.
  IsolationOptions isolation;
  sim::MachineDescription machine;
  bool shrink = true; ///< Makes findings small.
};

/// A case that showed a fault of Ember.
struct Finding {
  uint64_t seed = 0;
  Case test;
  Outcome outcome;
  /// The one that fails; all of them after a crash or a hang.
  std::vector<Configuration> configurations;
};

/// Counts of cases.
struct CampaignStatistics {
  uint64_t cases = 0;
  uint64_t decoupled = 0;  ///< With a nest that the access unit runs.
  uint64_t vectorised = 0; ///< With a nest in vectors.
  uint64_t fallbacks = 0;  ///< With a nest whose arguments overlapped.
  uint64_t faults = 0;     ///< All runs faulted.
  uint64_t rejected = 0;   ///< The original does not compile.
  uint64_t findings = 0;
};

/// Runs comparisons of generated cases. `report` is called for each finding.
llvm::Expected<CampaignStatistics>
compareMany(MLIRContext &context, const CampaignOptions &options,
            llvm::function_ref<void(const Finding &)> report);

} // namespace ember::fuzz

#endif // EMBER_FUZZ_CAMPAIGN_H

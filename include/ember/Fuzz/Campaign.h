//===- Campaign.h - Many cases, one after the other -------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What `ember-fuzz` does: tries the case of one seed after the other, each in
/// a process that may die, and counts what comes of them.
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

/// A case that showed a fault of Ember, as a lit test that fails as long as the
/// fault is there.
struct Finding {
  uint64_t seed = 0;
  Outcome outcome;
  std::string test;
};

/// Counts of cases.
struct CampaignStatistics {
  uint64_t cases = 0;
  uint64_t decoupled = 0;  ///< With a nest that the access unit runs.
  uint64_t vectorised = 0; ///< With a nest in vectors.
  uint64_t fallbacks = 0;  ///< With a nest whose arguments overlapped.
  uint64_t faults = 0;     ///< All runs faulted.
  uint64_t rejected = 0;   ///< Refused with an error.
  uint64_t findings = 0;
};

using FindingHandler = llvm::function_ref<void(const Finding &)>;

/// Compares the runs of generated cases.
llvm::Expected<CampaignStatistics> compareMany(MLIRContext &context,
                                               const CampaignOptions &options,
                                               FindingHandler report);

/// Makes the decoupling of generated cases illegal. One that is not refused is
/// a finding. A case without a nest that could be made so is not counted as
/// decoupled.
llvm::Expected<CampaignStatistics> refuseMany(MLIRContext &context,
                                              const CampaignOptions &options,
                                              FindingHandler report);

/// Damages the text of generated cases and of `files`, at all levels, and
/// compiles it. It may be refused with an error.
llvm::Expected<CampaignStatistics> mutateMany(MLIRContext &context,
                                              const CampaignOptions &options,
                                              ArrayRef<std::string> files,
                                              FindingHandler report);

} // namespace ember::fuzz

#endif // EMBER_FUZZ_CAMPAIGN_H

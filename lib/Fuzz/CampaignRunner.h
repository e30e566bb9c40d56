//===- CampaignRunner.h - What campaigns share ------------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef EMBER_LIB_FUZZ_CAMPAIGNRUNNER_H
#define EMBER_LIB_FUZZ_CAMPAIGNRUNNER_H

#include "ember/Fuzz/Campaign.h"

namespace ember::fuzz {

/// Runs `work` in a process of its own.
llvm::Expected<Outcome> runIsolated(const CampaignOptions &options,
                                    llvm::function_ref<Outcome()> work);

/// The same for work that gives a text; nothing if it does not come to its end.
llvm::Expected<std::optional<std::string>>
makeIsolated(const CampaignOptions &options,
             llvm::function_ref<std::string()> work);

/// Whether two cases fail in the same way.
bool isAlike(const Outcome &a, const Outcome &b);

/// Runs `work` for each seed, in processes that may die. `investigate` makes a
/// test of one whose outcome is a finding.
llvm::Expected<CampaignStatistics> runCampaign(
    const CampaignOptions &options, llvm::function_ref<Outcome(uint64_t)> work,
    llvm::function_ref<llvm::Expected<Finding>(uint64_t, const Outcome &)>
        investigate,
    FindingHandler report);

} // namespace ember::fuzz

#endif // EMBER_LIB_FUZZ_CAMPAIGNRUNNER_H

//===- RefuseCampaign.cpp - Illegal decouplings must be refused -----------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CampaignRunner.h"
#include "Levels.h"
#include "ember/Dialect/SLC/Transforms/Passes.h"
#include "ember/Fuzz/Generator.h"
#include "ember/Fuzz/Illegal.h"
#include "ember/Fuzz/LitTest.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/ScopedPrinter.h"

namespace ember::fuzz {

/// The decoupled program of a seed, made illegal; null if it has no nest.
static mlir::OwningOpRef<ModuleOp> makeModule(MLIRContext &context,
                                              uint64_t seed) {
  Dice dice(seed ^ 0x1e6a1);
  const StringRef level = dice.pick<StringRef>({"slc", "slc", "slcv"});
  mlir::OwningOpRef<ModuleOp> module =
      lowerTo(context, generateCase(context, seed).kernel, level, dice);
  if (!module || !makeIllegal(*module, seed))
    return {};
  return module;
}

static Outcome checkRefusal(MLIRContext &context, uint64_t seed) {
  Outcome outcome;
  mlir::OwningOpRef<ModuleOp> module = makeModule(context, seed);
  if (!module)
    return outcome;
  outcome.numDecoupled = 1;
  mlir::ScopedDiagnosticHandler silence(
      &context, [](mlir::Diagnostic &) { return success(); });
  if (failed(mlir::verify(*module))) {
    outcome.kind = Outcome::Kind::Failure;
    outcome.message = "the illegal program is not valid";
    return outcome;
  }
  mlir::PassManager pm(&context, ModuleOp::getOperationName());
  pm.addNestedPass<mlir::func::FuncOp>(slc::createVerifyDecoupling());
  if (failed(pm.run(*module))) {
    outcome.kind = Outcome::Kind::Rejected;
    return outcome;
  }
  outcome.kind = Outcome::Kind::Mismatch;
  outcome.message = "an illegal decoupling is not refused";
  return outcome;
}

llvm::Expected<CampaignStatistics> refuseMany(MLIRContext &context,
                                              const CampaignOptions &options,
                                              FindingHandler report) {
  return runCampaign(
      options, [&](uint64_t seed) { return checkRefusal(context, seed); },
      [&](uint64_t seed, const Outcome &outcome) -> llvm::Expected<Finding> {
        auto text = makeIsolated(options, [&] {
          mlir::OwningOpRef<ModuleOp> module = makeModule(context, seed);
          return module ? llvm::to_string(*module) : std::string();
        });
        if (!text)
          return text.takeError();
        return Finding{seed, outcome,
                       makeComment(outcome.message) +
                           "\n// RUN: not ember-opt %s "
                           "--slc-verify-decoupling\n\n" +
                           text->value_or("")};
      },
      report);
}

} // namespace ember::fuzz

//===- MutateCampaign.cpp - Compiles damaged programs ---------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CampaignRunner.h"
#include "Levels.h"
#include "ember/Driver/Compiler.h"
#include "ember/Fuzz/Generator.h"
#include "ember/Fuzz/LitTest.h"
#include "ember/Fuzz/Mutator.h"
#include "ember/Fuzz/Shrinker.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ScopedPrinter.h"

namespace ember::fuzz {

namespace {

/// A damaged program and how it is compiled.
struct Mutant {
  std::string text;
  std::string pipeline; ///< Options of `--ember-pipeline`.
  std::string entry;    ///< The function to compile.
};

class MutateCampaign {
public:
  MutateCampaign(MLIRContext &context, const CampaignOptions &options,
                 ArrayRef<std::string> files)
      : context(context), options(options), files(files) {}

  Outcome run(uint64_t seed) { return compile(make(seed)); }
  llvm::Expected<Finding> investigate(uint64_t seed, const Outcome &outcome);

private:
  Mutant make(uint64_t seed);
  Outcome compile(const Mutant &mutant);

  MLIRContext &context;
  const CampaignOptions &options;
  ArrayRef<std::string> files;
};

} // namespace

/// One part of a file that `// -----` splits.
static std::string pickPart(StringRef file, Dice &dice) {
  SmallVector<StringRef> parts;
  file.split(parts, "// -----");
  return dice.pick(ArrayRef(parts)).str();
}

/// The name of some function that the text defines; empty for none.
static std::string pickFunction(StringRef text, Dice &dice) {
  SmallVector<StringRef> names;
  static constexpr StringRef keyword = "func.func @";
  for (size_t at = text.find(keyword); at != StringRef::npos;
       at = text.find(keyword, at + 1))
    names.push_back(text.substr(at + keyword.size()).take_while([](char c) {
      return llvm::isAlnum(c) || c == '_';
    }));
  return names.empty() ? std::string() : dice.pick(ArrayRef(names)).str();
}

Mutant MutateCampaign::make(uint64_t seed) {
  mlir::ScopedDiagnosticHandler silence(
      &context, [](mlir::Diagnostic &) { return success(); });
  Dice dice(seed ^ 0x5eed);
  std::string text = !files.empty() && dice.chance(50)
                         ? pickPart(dice.pick(files), dice)
                         : generateCase(context, seed).kernel;
  const StringRef level = dice.pick<StringRef>({"scf", "slc", "slcv", "dlc"});
  if (level != "scf")
    if (mlir::OwningOpRef<ModuleOp> module =
            lowerTo(context, text, level, dice))
      text = llvm::to_string(*module);
  Mutant mutant;
  mutant.entry = pickFunction(text, dice);
  mutant.text = mutate(text, seed);
  mutant.pipeline =
      "opt-level=" + std::to_string(dice.between(0, 3)) +
      " vlen=" + std::to_string(dice.pick<int64_t>({2, 4, 8, 16}));
  return mutant;
}

/// What `ember-sim` does before it runs a program.
Outcome MutateCampaign::compile(const Mutant &mutant) {
  Outcome outcome;
  bool hasDiagnostic = false;
  mlir::ScopedDiagnosticHandler handler(
      &context, [&](mlir::Diagnostic &diagnostic) {
        hasDiagnostic |=
            diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error;
        return success();
      });
  auto reject = [&](llvm::Error error, bool needsDiagnostic) {
    outcome.message = llvm::toString(std::move(error));
    outcome.kind = needsDiagnostic && !hasDiagnostic ? Outcome::Kind::Failure
                                                     : Outcome::Kind::Rejected;
    return outcome;
  };
  auto kernel = driver::Kernel::parse(
      context,
      llvm::MemoryBuffer::getMemBuffer(mutant.text, "kernel.mlir",
                                       /*RequiresNullTerminator=*/false),
      mutant.entry);
  if (!kernel)
    return reject(kernel.takeError(), /*needsDiagnostic=*/false);
  driver::CompilerOptions compilerOptions;
  compilerOptions.pipeline = mutant.pipeline;
  compilerOptions.optimize = false;
  driver::Compiler compiler(*kernel, compilerOptions);
  if (llvm::Error error = compiler.decouple(options.machine))
    return reject(std::move(error), /*needsDiagnostic=*/true);
  outcome.numDecoupled = compiler.getNumDecoupledNests();
  outcome.numVectorised = compiler.getNumVectorisedNests();
  auto program = compiler.compile(driver::Program::Decoupled,
                                  driver::Build::Checked, options.machine);
  if (!program)
    return reject(program.takeError(), /*needsDiagnostic=*/false);
  return outcome;
}

llvm::Expected<Finding> MutateCampaign::investigate(uint64_t seed,
                                                    const Outcome &outcome) {
  Mutant mutant;
  auto made = makeIsolated(options, [&] {
    Mutant result = make(seed);
    return result.pipeline + "\n" + result.entry + "\n" + result.text;
  });
  if (!made)
    return made.takeError();
  // If that dies, the undamaged program does.
  if (!*made)
    return Finding{seed, outcome, makeComment(outcome.message)};
  auto [pipeline, rest] = StringRef(**made).split('\n');
  auto [entry, text] = rest.split('\n');
  mutant = {text.str(), pipeline.str(), entry.str()};
  llvm::Error failure = llvm::Error::success();
  if (options.shrink)
    mutant.text = shrinkText(mutant.text, [&](StringRef candidate) {
      llvm::Expected<Outcome> got = runIsolated(options, [&] {
        return compile({candidate.str(), mutant.pipeline, mutant.entry});
      });
      if (got)
        return isAlike(*got, outcome);
      failure = llvm::joinErrors(std::move(failure), got.takeError());
      return false;
    });
  if (failure)
    return std::move(failure);
  return Finding{seed, outcome,
                 makeComment(outcome.message) +
                     "\n// RUN: not ember-sim %s --entry=" + mutant.entry +
                     " --pipeline-options=\"" + mutant.pipeline + "\"\n\n" +
                     mutant.text};
}

llvm::Expected<CampaignStatistics> mutateMany(MLIRContext &context,
                                              const CampaignOptions &options,
                                              ArrayRef<std::string> files,
                                              FindingHandler report) {
  MutateCampaign campaign(context, options, files);
  return runCampaign(
      options, [&](uint64_t seed) { return campaign.run(seed); },
      [&](uint64_t seed, const Outcome &outcome) {
        return campaign.investigate(seed, outcome);
      },
      report);
}

} // namespace ember::fuzz

//===- Pipelines.h - The passes in order ------------------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `--ember-pipeline`: from loops to the programs of the two units, or to a
/// level in between.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_PIPELINES_PIPELINES_H
#define EMBER_PIPELINES_PIPELINES_H

#include "ember/Conversion/Passes.h"
#include "mlir/Pass/PassOptions.h"

namespace ember {

/// The level at which the pipeline stops.
enum class Level {
  SLC,    ///< Decoupled, structured.
  SLCV,   ///< Optimised as far as the opt level says.
  DLC,    ///< Split into the two units' programs.
  Target, ///< The LLVM dialect, with access programs as constants.
};

/// Options of `--ember-pipeline`.
struct PipelineOptions : mlir::PassPipelineOptions<PipelineOptions> {
  Option<unsigned> optLevel{
      *this, "opt-level",
      llvm::cl::desc("How much to optimise: 0 decouples, 1 vectorises too, 2 "
                     "gives the core runs, 3 aligns the queue"),
      llvm::cl::init(0)};
  Option<int64_t> vlen{
      *this, "vlen",
      llvm::cl::desc("Lanes of a vector: a power of two of 2 to 64"),
      llvm::cl::init(8)};
  Option<int64_t> vectorBits{
      *this, "vector-bits",
      llvm::cl::desc(
          "Bits of a vector register of the core; a vector has eight "
          "of them at most"),
      llvm::cl::init(256)};
  Option<bool> reassociateFP{
      *this, "reassociate-fp",
      llvm::cl::desc("Let sums and products of floats be done in any order"),
      llvm::cl::init(false)};
  Option<int64_t> chunk{
      *this, "chunk",
      llvm::cl::desc("Largest number of iterations in a run; 0: what fits in a "
                     "quarter of the data queue, 64 at most"),
      llvm::cl::init(0)};
  Option<int64_t> queueBytes{*this, "queue-bytes",
                             llvm::cl::desc("Bytes of the data queue"),
                             llvm::cl::init(16384)};
  Option<Level> until{
      *this, "until", llvm::cl::desc("The level to stop at"),
      llvm::cl::init(Level::Target),
      llvm::cl::values(
          clEnumValN(Level::SLC, "slc", "decoupled, structured"),
          clEnumValN(Level::SLCV, "slcv", "vectorised, with runs"),
          clEnumValN(Level::DLC, "dlc", "split into two programs"),
          clEnumValN(Level::Target, "target", "LLVM and access programs"))};
  Option<AliasChecks> aliasChecks{
      *this, "alias-checks",
      llvm::cl::desc("What to do about memrefs that may not be disjoint"),
      llvm::cl::init(AliasChecks::Runtime),
      llvm::cl::values(
          clEnumValN(AliasChecks::Runtime, "runtime", "check at run time"),
          clEnumValN(AliasChecks::AssumeNone, "assume-none",
                     "take them to be disjoint"),
          clEnumValN(AliasChecks::Refuse, "refuse",
                     "leave their loads on the execute unit"))};
  Option<bool> verifyDecoupling{
      *this, "verify-decoupling",
      llvm::cl::desc("Prove that the decoupled nests are legal"),
      llvm::cl::init(true)};

  /// Reads options as they are written on a command line. Fails if one is
  /// unknown or has no value of its type; `error` is told why, and nothing is
  /// printed.
  LogicalResult parse(StringRef text,
                      llvm::function_ref<LogicalResult(const Twine &)> error);
};

/// The largest opt level.
constexpr unsigned maxOptLevel = 3;

/// Adds the passes to a pass manager of modules. Fails if an option has a value
/// that it cannot have; `error` is told why.
LogicalResult
buildEmberPipeline(mlir::OpPassManager &manager, const PipelineOptions &options,
                   llvm::function_ref<LogicalResult(const Twine &)> error);

/// Registers `--ember-pipeline`.
void registerEmberPipeline();

} // namespace ember

#endif // EMBER_PIPELINES_PIPELINES_H

//===- Comparer.h - Runs a case in every way and compares -------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs a case as it was written, erased and decoupled, at every opt level and
/// at run-ahead min and max, and compares what each run leaves behind, exactly.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_FUZZ_COMPARER_H
#define EMBER_FUZZ_COMPARER_H

#include "ember/Fuzz/Case.h"
#include "ember/Simulator/MachineDescription.h"
#include <optional>

namespace ember::fuzz {

/// One way to compile and run a case.
struct Configuration {
  enum class Kind {
    Erased,    ///< Decoupled, vectorised, then erased; no access unit.
    Decoupled, ///< At run-ahead min and max.
    Timed,     ///< Also without guards, both optimised.
  };
  Kind kind = Kind::Decoupled;
  unsigned level = 0;
  std::string pipeline; ///< Further options of `--ember-pipeline`.
  /// Instead of those of the machine. Small queues wrap and fill often; a
  /// program that does not fit in them is not run.
  std::optional<sim::QueueConfig> queues;

  /// The options of `--ember-pipeline`.
  std::string getPipelineOptions() const;

  /// The machine, with the queues of this configuration.
  sim::MachineDescription adapt(const sim::MachineDescription &machine) const;
};

/// All configurations that a case is run in; the seed chooses the numbers in
/// them, such as that of lanes.
std::vector<Configuration> chooseConfigurations(uint64_t seed);

/// What came of a case.
struct Outcome {
  enum class Kind {
    Agree,    ///< All runs leave the same.
    Fault,    ///< All runs fault.
    Rejected, ///< The case as it was written does not compile.
    Mismatch, ///< A run leaves something else, or only one faults.
    Failure,  ///< Another error, of the compiler or of the access unit.
    Crash,    ///< The process died.
    Hang,     ///< It took too long.
  };
  Kind kind = Kind::Agree;
  std::string message;           ///< What differs, or what the error was.
  std::optional<size_t> culprit; ///< The configuration that fails.
  unsigned numDecoupled = 0;     ///< Nests that the access unit runs.
  unsigned numVectorised = 0;    ///< The same, with vectors, at the last level.
  unsigned numFallbacks = 0;     ///< Entries of nests that overlap.

  bool isFinding() const { return kind >= Kind::Mismatch; }
};

/// The name of a kind, lower case.
StringRef getName(Outcome::Kind kind);

/// Compares the runs of a case. It dies if the compiler or the simulator does:
/// `runIsolated` keeps that away.
Outcome compareRuns(MLIRContext &context, const Case &test,
                    ArrayRef<Configuration> configurations,
                    const sim::MachineDescription &machine);

/// An outcome as text for another process, and back.
/// @{
std::string serialize(const Outcome &outcome);
std::optional<Outcome> deserialize(StringRef text);
/// @}

} // namespace ember::fuzz

#endif // EMBER_FUZZ_COMPARER_H

//===- Report.h - The numbers of a simulation -------------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a simulation measured. Every number is declared once, in
/// `getStatistics`; the printers know none of them by name but those that the
/// table for people picks out.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_DRIVER_REPORT_H
#define EMBER_DRIVER_REPORT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdint>
#include <optional>

namespace ember::driver {

/// The numbers. What each means is said in `getStatistics`. One that was not
/// measured is empty.
struct Report {
  using Count = std::optional<uint64_t>;

  Count nestsFound;
  Count nestsDecoupled;
  Count nestsVectorised;
  Count nestsFallback;
  Count loadsAccess;
  Count loadsExecute;
  Count storesAccess;
  Count storesExecute;
  Count tokens;
  Count controlBytes;
  Count dataBytes;
  Count skippedBytes;
  Count scalarOperands;
  Count misalignedVectorPops;
  Count lanesActive;
  Count lanesMasked;
  Count coreInstructions;
  Count coreMicroOps;
  Count coreQueueStallCycles;
  Count accessIterations;
  Count accessBusyCycles;
  Count coreRequests;
  Count coreMisses;
  Count accessRequests;
  Count accessMisses;
  Count dramReadBytes;
  Count dramWriteBytes;
  Count cycles;
  Count baselineCycles;
};

/// The declaration of one number.
struct Statistic {
  llvm::StringLiteral group; ///< Name of its group; empty at the top.
  llvm::StringLiteral name;
  llvm::StringLiteral unit;
  llvm::StringLiteral description;
  Report::Count Report::*value;
};

/// All numbers, those of a group together, in the order in which they are
/// written.
llvm::ArrayRef<Statistic> getStatistics();

/// Writes a JSON object: a key per number, groups as objects, `null` for what
/// was not measured. Equal reports give equal bytes.
void writeJSON(const Report &report, llvm::raw_ostream &os);

/// Writes the same object as a value of a larger document.
void writeJSON(const Report &report, llvm::json::OStream &json);

/// Writes the keys of that object into one that has been begun.
void writeMembers(const Report &report, llvm::json::OStream &json);

/// Writes a short table for people.
void writeTable(const Report &report, llvm::raw_ostream &os);

} // namespace ember::driver

#endif // EMBER_DRIVER_REPORT_H

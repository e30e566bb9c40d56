//===- MachineDescription.h - The simulated machine -------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Everything that can be configured about the simulated machine, and its YAML
/// form. The initialisers below are the preset `default`; units, ranges and
/// sources of the values are in docs/Simulator/Machine.md.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_SIMULATOR_MACHINEDESCRIPTION_H
#define EMBER_SIMULATOR_MACHINEDESCRIPTION_H

#include "ember/Simulator/Queue.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace ember::sim {

/// The execute unit: an out-of-order core.
struct CoreConfig {
  std::string cpu = "x86-64-v3"; ///< LLVM's name of the CPU that prices code.
  uint32_t vectorBits = 256;     ///< Bits of a vector register.
  uint32_t dispatchWidth = 4;    ///< Micro-ops per cycle.
  uint32_t window = 192;         ///< Micro-ops in flight, retired in order.
  uint32_t loadPorts = 2;        ///< Loads that issue per cycle.
  uint32_t storePorts = 1;       ///< Stores that issue per cycle.
  uint32_t storeBuffer = 42;     ///< Stores not yet in the cache.
  uint32_t forwardLatency = 5;   ///< Cycles from a store to a load of its data.
  uint32_t outstandingMisses = 10; ///< Lines the core waits for at once.
};

/// The access unit.
struct AccessUnitConfig {
  uint32_t slots = 64; ///< Iterations in flight per traversal unit.
  uint32_t outstandingRequests = 128;    ///< Memory requests in flight.
  uint32_t requestsPerCycle = 1;         ///< Memory requests sent per cycle.
  uint32_t aluLatency = 1;               ///< Cycles of an integer operation.
  uint32_t queueWriteBytesPerCycle = 64; ///< Into both rings together.
  uint32_t queueLatency = 12; ///< Cycles from a push to its visibility.
};

/// The cache that both units share.
struct CacheConfig {
  uint32_t lineBytes = 64;
  uint32_t sizeBytes = 1 << 20;
  uint32_t ways = 16;
  uint32_t hitLatency = 5; ///< Cycles from a request to its data on a hit.
  uint32_t mshrs = 128;    ///< Lines in flight from memory at once.

  uint32_t sets() const { return sizeBytes / lineBytes / ways; }
};

struct DramConfig {
  uint32_t latency = 180; ///< Cycles from a miss to its transfer.
  /// Thousandths of a byte per cycle, read and written as bytes per cycle with
  /// up to three decimals.
  uint32_t milliBytesPerCycle = 12800;
};

struct MachineDescription {
  CoreConfig core;
  AccessUnitConfig accessUnit;
  QueueConfig queues;
  CacheConfig cache;
  DramConfig dram;
  uint64_t addressSeed = 1; ///< Picks the permutation of physical pages.
};

/// Gives the preset of this name, or reads the YAML file at this path. In a
/// file every key is mandatory. Fails for a file that cannot be read or parsed,
/// an unknown, duplicate or missing key, and a value that is mistyped or out of
/// range; the message has the form `file:line:column: what`.
llvm::Expected<MachineDescription> loadMachine(llvm::StringRef nameOrFile);

/// Reads a machine description from the text of a YAML file; `fileName` is for
/// messages.
llvm::Expected<MachineDescription> parseMachine(llvm::StringRef text,
                                                llvm::StringRef fileName);

/// Writes the effective configuration as YAML that `loadMachine` accepts and
/// turns into an equal description.
void writeMachine(const MachineDescription &machine, llvm::raw_ostream &os);

} // namespace ember::sim

#endif // EMBER_SIMULATOR_MACHINEDESCRIPTION_H

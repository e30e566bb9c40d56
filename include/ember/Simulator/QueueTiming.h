//===- QueueTiming.h - Times that the units tell each other -----*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the timing model of the core needs to know of the access unit's, and
/// tells it.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_SIMULATOR_QUEUETIMING_H
#define EMBER_SIMULATOR_QUEUETIMING_H

#include "ember/Simulator/MemoryPort.h"

namespace ember::sim {

/// The access unit's side of the queues, as the core sees it. Entries (a token
/// and its record) are numbered from 0 in the order in which they are pushed,
/// over the whole run: a second nest goes on counting.
class QueueTiming {
public:
  virtual ~QueueTiming() = default;

  /// The cycle from which on the core sees this entry. Only asked for entries
  /// that the access unit has pushed already.
  virtual Cycle visible(uint64_t entry) = 0;

  /// The core has given back this entry in this cycle. Called once for every
  /// entry, in order.
  virtual void released(uint64_t entry, Cycle cycle) = 0;

  /// The core has stored the last configuration word of the next nest in this
  /// cycle.
  virtual void started(Cycle cycle) = 0;
};

} // namespace ember::sim

#endif // EMBER_SIMULATOR_QUEUETIMING_H

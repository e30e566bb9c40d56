//===- AccessUnit.h - Runs access programs -*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The functional access unit: a resumable interpreter of access programs. It
/// reads the program's memory directly, at the moment its run-ahead allows,
/// and reports every step to a timing observer.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_SIMULATOR_ACCESSUNIT_H
#define EMBER_SIMULATOR_ACCESSUNIT_H

#include "ember/Simulator/MemoryPort.h"
#include "ember/Simulator/Queue.h"
#include "ember/Target/AccessProgram.h"

namespace ember::sim {

/// Is told what the access unit does, in program order. The timing model of
/// the access unit is one; without an observer the run is only functional.
class AccessObserver {
public:
  virtual ~AccessObserver() = default;
  virtual void loopBegin(const target::Instruction &inst) {}
  virtual void iteration(const target::Instruction &inst) {}
  virtual void loopEnd(const target::Instruction &inst) {}
  virtual void load(const target::Instruction &inst, const void *address) {}
  virtual void store(const target::Instruction &inst, const void *address) {}
  virtual void alu(const target::Instruction &inst) {}
  virtual void push(const target::Instruction &inst, const QueueEntry &entry) {}
};

} // namespace ember::sim

#endif // EMBER_SIMULATOR_ACCESSUNIT_H

//===- AccessRunner.h - Runs access programs in tests -----------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef EMBER_TEST_UNIT_SIMULATOR_ACCESSRUNNER_H
#define EMBER_TEST_UNIT_SIMULATOR_ACCESSRUNNER_H

#include "../Support/ProgramBuilder.h"
#include "ember/Simulator/AccessUnit.h"
#include "llvm/Support/Error.h"
#include "gtest/gtest.h"
#include <cstring>
#include <string>
#include <vector>

namespace ember::test {

using sim::AccessObserver;
using sim::AccessUnit;
using sim::QueueConfig;
using sim::QueueEntry;
using sim::QueueRings;
using sim::RunAhead;
using target::AccessProgram;

/// Runs a program the way a core does, and keeps what it sees.
class Runner {
public:
  explicit Runner(AccessProgram newProgram,
                  std::vector<uint64_t> configWords = {},
                  RunAhead runAhead = {}, QueueConfig queues = {},
                  AccessObserver *observer = nullptr)
      : program(std::move(newProgram)) {
    EXPECT_FALSE(static_cast<bool>(program.verify()));
    rings = llvm::cantFail(QueueRings::create(queues));
    unit = llvm::cantFail(
        AccessUnit::create(program, configWords, *rings, runAhead, observer));
  }

  /// The next entry, which the caller has to release.
  const QueueEntry &acquire() {
    unit->advance();
    EXPECT_FALSE(rings->empty()) << unit->describe();
    return *rings->front();
  }

  /// Acquires and releases the next entry, and returns its only field.
  int64_t next() {
    const QueueEntry &entry = acquire();
    int64_t value = 0;
    std::memcpy(&value, entry.record, entry.bytes);
    rings->release();
    return value;
  }

  /// The numbers of all tokens up to the end.
  std::vector<uint32_t> tokens() {
    std::vector<uint32_t> result;
    do {
      result.push_back(acquire().event);
      rings->release();
    } while (result.back() != program.events.size());
    return result;
  }

  /// The only field of all records up to the end.
  std::vector<int64_t> records() {
    std::vector<int64_t> result;
    while (acquire().event != program.events.size())
      result.push_back(next());
    rings->release();
    return result;
  }

  /// The fault of the next entry's only poisoned field, which is returned in
  /// `field`.
  std::string fault(uint32_t &field) {
    const QueueEntry &entry = acquire();
    if (entry.poison.size() != 1)
      return "poisoned fields: " + std::to_string(entry.poison.size());
    field = entry.poison[0].field;
    return entry.poison[0].fault->message;
  }

  AccessProgram program;
  std::unique_ptr<QueueRings> rings;
  std::unique_ptr<AccessUnit> unit;
};

template <typename T> inline uint64_t address(T *data) {
  return reinterpret_cast<uintptr_t>(data);
}

/// The configuration words of a contiguous vector.
template <typename T>
inline std::vector<uint64_t> vectorWords(std::vector<T> &data) {
  return {address(data.data()), data.size(), 1};
}

/// Writes down what it is told, as letters and numbers of instructions.
class Recorder : public AccessObserver {
public:
  void loopBegin(const target::Instruction &inst) override {
    text += "(" + std::to_string(inst.loop);
  }
  void iteration(const target::Instruction &inst) override {
    text += "i" + std::to_string(inst.loop);
  }
  void loopEnd(const target::Instruction &inst) override {
    text += ")" + std::to_string(inst.loop);
  }
  void load(const target::Instruction &, llvm::ArrayRef<const void *> addresses,
            uint32_t) override {
    text += addresses.empty() ? "l" : std::string(addresses.size(), 'L');
  }
  void store(const target::Instruction &, const void *address) override {
    text += address ? "S" : "s";
  }
  void alu(const target::Instruction &) override { text += "a"; }
  void append(const target::Instruction &) override { text += "e"; }
  void push(const target::Instruction &, const QueueEntry &entry) override {
    text += "p" + std::to_string(entry.event);
  }

  std::string text;
};

} // namespace ember::test

#endif // EMBER_TEST_UNIT_SIMULATOR_ACCESSRUNNER_H

//===- AccessUnit.h - Runs access programs ----------------------*- C++ -*-===//
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

#include "ember/Simulator/Queue.h"
#include "ember/Target/AccessProgram.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/Twine.h"
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ember::sim {

/// Is told what the access unit does, in program order. The timing model of
/// the access unit is one; without an observer the run is only functional.
class AccessObserver {
public:
  virtual ~AccessObserver() = default;

  /// A loop is reached; `iteration` follows for each of its iterations, then
  /// `loopEnd`, both with the loop's own instructions.
  virtual void loopBegin(const target::Instruction &inst) {}
  virtual void iteration(const target::Instruction &inst) {}
  virtual void loopEnd(const target::Instruction &inst) {}

  /// A load or a store. `address` is null when no access was made: the
  /// predicate is false, or the element is poisoned.
  virtual void load(const target::Instruction &inst, const void *address) {}
  virtual void store(const target::Instruction &inst, const void *address) {}

  virtual void alu(const target::Instruction &inst) {}

  /// A token was pushed, that of the end included.
  virtual void push(const target::Instruction &inst, const QueueEntry &entry) {}
};

struct AccessStatistics {
  uint64_t loads = 0;      ///< Elements loaded.
  uint64_t stores = 0;     ///< Elements stored.
  uint64_t iterations = 0; ///< Iterations of all loops.
  uint64_t fields = 0;     ///< Fields of the records pushed.
};

/// Runs one access program from its start to the token of its end.
///
/// Faults never stop the program where they happen. They poison the value,
/// which poisons what is computed from it; the core finds them with the fields
/// of the entry that carry such values (`QueueEntry::poison`). A poisoned
/// bound, step or predicate, a step that is not positive, and a store of or at
/// a poisoned value cannot be carried so: the unit pushes a token of the end
/// whose poison is `QueueEntry::wholeToken`, and is done.
class AccessUnit {
public:
  enum class State {
    Ready,   ///< More to do; the run-ahead alone holds it back.
    Blocked, ///< The next token does not fit the rings until the core
             ///< releases some.
    Done,    ///< The last token was pushed.
  };

  /// Loads a verified `program`, which has to outlive the unit, as `rings` and
  /// `observer` have to. Fails when the number of configuration words is not
  /// the program's, or when a token or a record cannot fit `rings` at all.
  static llvm::Expected<std::unique_ptr<AccessUnit>>
  create(const target::AccessProgram &program,
         llvm::ArrayRef<uint64_t> configWords, QueueRings &rings,
         RunAhead runAhead, AccessObserver *observer = nullptr);
  ~AccessUnit();

  /// Pushes as many tokens as the run-ahead and the rings allow now. A core
  /// that finds the rings empty calls it before it acquires; with
  /// `RunAhead::Kind::Min` it then pushes exactly one token, and none
  /// otherwise.
  State advance();

  State getState() const { return state; }
  const AccessStatistics &getStatistics() const { return statistics; }

  /// One line for people: where the unit is and what it waits for.
  std::string describe() const;

private:
  struct Step;
  using Fault = std::shared_ptr<const PendingFault>;

  AccessUnit(const target::AccessProgram &program,
             llvm::ArrayRef<uint64_t> configWords, QueueRings &rings,
             RunAhead runAhead, AccessObserver *observer);

  void compile(llvm::ArrayRef<uint64_t> configWords);
  uint32_t slotOf(const target::Operand &operand);

  bool mayProduce() const;
  void runToPush();
  bool findSpace(uint32_t bytes, uint32_t align);
  void push(const Step &step);
  void pushFault();

  void enterLoop(const Step &step);
  void beginIteration(const Step &end);
  void leaveLoop(const Step &end);
  void load(const Step &step);
  void store(const Step &step);
  void compute(const Step &step);

  void define(uint32_t slot, uint64_t value);
  void definePoison(uint32_t slot, Fault fault);
  bool checkToken(uint32_t slot);
  Fault makeFault(const Step &step, const llvm::Twine &what) const;
  uint8_t *addressOf(const Step &step, Fault &fault) const;
  Fault inheritedFault(const Step &step) const;

  const target::AccessProgram &program;
  QueueRings &rings;
  RunAhead runAhead;
  AccessObserver *observer;

  std::vector<Step> steps;
  /// Registers, then configuration words, then immediates.
  std::vector<uint64_t> values;
  /// Of each value; only looked at when `anyPoison`.
  std::vector<Fault> poison;
  bool anyPoison = false;
  Fault tokenFault; ///< To be pushed with the next token, which is the last.

  uint32_t pc = 0;
  State state = State::Ready;
  AccessStatistics statistics;
};

} // namespace ember::sim

#endif // EMBER_SIMULATOR_ACCESSUNIT_H

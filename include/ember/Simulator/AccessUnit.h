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

#include "ember/Simulator/Alu.h"
#include "ember/Simulator/Queue.h"
#include "ember/Target/AccessProgram.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
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

  /// A load: one request of `bytes` bytes at each address. A vector whose
  /// lanes follow each other in memory is one request, others are one for each
  /// lane. There is none for elements that are not accessed, because the
  /// predicate or their lane of the mask is false or they are poisoned.
  virtual void load(const target::Instruction &inst,
                    llvm::ArrayRef<const void *> addresses, uint32_t bytes) {}

  /// A store. `address` is null when no access was made, because the predicate
  /// is false.
  virtual void store(const target::Instruction &inst, const void *address) {}

  /// An integer operation, on one lane or many.
  virtual void alu(const target::Instruction &inst) {}

  /// An element was appended to the run of this `Push`.
  virtual void append(const target::Instruction &inst) {}

  /// A token was pushed, that of the end included. Of a run, which may be left
  /// over from a loop that has had its last iteration, `inst` is the `Push`.
  virtual void push(const target::Instruction &inst, const QueueEntry &entry) {}
};

struct AccessStatistics {
  uint64_t loads = 0;          ///< Elements loaded.
  uint64_t stores = 0;         ///< Elements stored.
  uint64_t iterations = 0;     ///< Iterations of all loops; one of a loop with
                               ///< lanes counts once.
  uint64_t activeLanes = 0;    ///< True lanes of vector loads.
  uint64_t maskedLanes = 0;    ///< False lanes of vector loads.
  uint64_t scalarOperands = 0; ///< Scalar fields of the records pushed.
  /// Vectors in the records pushed, masks aside, whose place in the data ring
  /// is no multiple of their size, or of a cache line if they are larger.
  uint64_t misalignedVectors = 0;

  AccessStatistics &operator+=(const AccessStatistics &other);
};

/// Runs one access program from its start to the token of its end.
///
/// Faults never stop the program where they happen. They poison the value,
/// which poisons what is computed from it; the core finds them with the fields
/// of the entry that carry such values (`QueueEntry::poison`). A poisoned
/// bound or step, a step that is not positive, an induction variable that would
/// overflow, and a store of, at or under a poisoned value cannot be carried so:
/// the unit pushes a token of the end whose poison is `QueueEntry::wholeToken`,
/// and is done.
///
/// Lanes are poisoned one by one; a field of a vector carries the fault of its
/// first poisoned lane. The token of the end carries the first fault of all,
/// which the core may have had no use for: a program that faults never ends
/// well.
///
/// A run is collected in the unit, and goes to the data ring when it is
/// published.
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
  /// the program's, or when a token or a record cannot fit `rings` at all. One
  /// more than `maxIterations` iterations is a fault of the next token.
  static llvm::Expected<std::unique_ptr<AccessUnit>>
  create(const target::AccessProgram &program,
         llvm::ArrayRef<uint64_t> configWords, QueueRings &rings,
         RunAhead runAhead, AccessObserver *observer = nullptr,
         uint64_t maxIterations = UINT64_MAX);
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
  enum class Action : uint8_t;
  struct Field;
  struct FieldList;
  struct Step;
  struct VectorStep;
  struct VectorValue;
  struct Run;
  using Fault = std::shared_ptr<const PendingFault>;

  AccessUnit(const target::AccessProgram &program,
             llvm::ArrayRef<uint64_t> configWords, QueueRings &rings,
             RunAhead runAhead, AccessObserver *observer,
             uint64_t maxIterations);

  // Set-up.
  void compile(llvm::ArrayRef<uint64_t> configWords);
  void placeRegisters();
  void compileAccess(Step &step, llvm::ArrayRef<uint64_t> configWords);
  void compileVectorLoad(Step &step);
  void compilePush(Step &step);
  uint32_t slotOf(const target::Operand &operand);
  VectorValue vectorOf(const target::Operand &operand);

  // Running.
  bool mayProduce() const;
  void runToPush();

  // Loops.
  void enterLoop(const Step &step);
  void beginIteration(const Step &end);
  void leaveLoop(const Step &end);

  // Scalars.
  void load(const Step &step);
  void store(const Step &step);
  void compute(const Step &step);
  void define(uint32_t slot, uint64_t value);
  void definePoison(uint32_t slot, Fault fault);
  uint8_t *addressOf(const Step &step, Fault &fault) const;
  Fault inheritedFault(const Step &step) const;

  // Vectors.
  using LaneValues = std::array<uint64_t, target::maxLanes>;
  using LaneFaults = llvm::SmallVector<std::pair<unsigned, Fault>, 1>;
  void loadVector(const Step &step);
  bool loadLinear(const Step &step, const VectorStep &vector, uint64_t active);
  void loadLanes(const Step &step, const VectorStep &vector, uint64_t active);
  void computeVector(const Step &step);
  void numberLanes(const Step &step);
  void defineLanes(const VectorValue &result, const LaneValues &lanes,
                   const LaneFaults &faults);
  void defineMask(uint32_t slot, uint32_t lanes, uint64_t mask);
  uint64_t laneOf(const VectorValue &value, unsigned lane) const;
  uint8_t *bytesOf(const VectorValue &value);
  const uint8_t *addressOfLane(const Step &step, const VectorStep &vector,
                               unsigned lane, Fault &fault) const;
  Fault inheritedFault(const Step &step, const VectorStep &vector,
                       unsigned lane) const;

  // Faults.
  bool checkToken(uint32_t slot);
  void note(const Fault &fault);
  Fault makeFault(const Step &step, const llvm::Twine &what) const;
  Fault makeFault(const Step &step, AluFault fault) const;
  Fault makeBoundsFault(const Step &step, uint64_t index, uint64_t dimension,
                        uint64_t size) const;

  // Queues.
  bool findSpace(uint32_t bytes, uint32_t align);
  void push(const Step &step);
  void pushEnd(const Step &step);
  void append(const Step &step);
  bool publish(Run &run);
  void pushFault();
  void writeFields(const FieldList &list, uint8_t *record) const;
  void collectPoison(const FieldList &list, uint32_t position,
                     std::vector<QueueEntry::Poison> &to) const;
  void countFields(const FieldList &list, uint64_t place, uint32_t stride,
                   uint32_t count);

  const target::AccessProgram &program;
  QueueRings &rings;
  RunAhead runAhead;
  AccessObserver *observer;
  uint64_t maxIterations;

  std::vector<Step> steps;
  std::vector<VectorStep> vectorSteps;
  std::vector<Run> runs;

  std::vector<VectorValue> registers; ///< Where each of them is.
  uint32_t configSlot = 0;            ///< Of configuration word 0.
  /// Registers, then configuration words, then immediates.
  std::vector<uint64_t> values;
  /// Of each value; only looked at when `anyPoison`.
  std::vector<Fault> poison;
  bool anyPoison = false;
  Fault tokenFault; ///< To be pushed with the next token, which is the last.
  Fault firstFault; ///< The first of all, whether it was pushed or not.

  uint32_t pc = 0;
  State state = State::Ready;
  AccessStatistics statistics;
};

} // namespace ember::sim

#endif // EMBER_SIMULATOR_ACCESSUNIT_H

//===- Fiber.h - A core's native code on its own stack ----------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs native code on its own stack, so that it can be suspended anywhere,
/// resumed, and left for good. What would end the process by a signal
/// (overflow of the stack, a wild access, a division trap) stops the fiber
/// only, and is reported.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_SIMULATOR_FIBER_H
#define EMBER_SIMULATOR_FIBER_H

#include "llvm/Support/Error.h"
#include <cstdint>
#include <memory>

namespace ember::sim {

class Fiber {
public:
  using Entry = void (*)(void *argument);

  /// Bytes of stack for a program, without its guard.
  static constexpr uint64_t stackBytes = 8 << 20;
  /// Bytes below the stack that no access is allowed to. Code whose frames may
  /// be larger has to touch its stack page by page, or it would step over.
  static constexpr uint64_t guardBytes = 1 << 20;

  /// Why `resume` returned.
  enum class State {
    Suspended,     ///< The fiber called `suspend`.
    Finished,      ///< Its entry returned.
    Abandoned,     ///< It called `abandon`.
    StackOverflow, ///< It touched the guard below its stack.
    BadAccess,     ///< It touched memory that it may not.
    BadArithmetic, ///< The processor trapped an arithmetic instruction.
    BadInstruction ///< It ran into an instruction that is not one.
  };

  /// Makes a fiber that will call `entry(argument)`. The stack pointer that
  /// `entry` begins with is at a fixed distance from the stack's end. Whatever
  /// the thread does, floats are rounded to nearest and denormals are kept,
  /// until the fiber itself changes that for itself.
  static llvm::Expected<std::unique_ptr<Fiber>> create(Entry entry,
                                                       void *argument);
  ~Fiber();
  Fiber(const Fiber &) = delete;
  Fiber &operator=(const Fiber &) = delete;

  /// Runs the fiber until it stops. Called from outside the fiber; not after a
  /// state other than `Suspended`.
  State resume();

  /// On the fiber: returns from `resume`, and goes on at the next one.
  void suspend();

  /// On the fiber: returns from `resume` for good. Frames on the fiber's stack
  /// are dropped, their destructors are not run.
  [[noreturn]] void abandon();

  /// The lowest byte of the stack, which is `stackBytes` long.
  const uint8_t *stack() const;

  /// Opaque; named here because signal handlers need it.
  struct Implementation;

private:
  explicit Fiber(std::unique_ptr<Implementation> impl);
  std::unique_ptr<Implementation> impl;
};

} // namespace ember::sim

#endif // EMBER_SIMULATOR_FIBER_H

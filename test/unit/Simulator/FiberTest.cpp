//===- FiberTest.cpp ------------------------------------------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Simulator/Fiber.h"
#include "gtest/gtest.h"
#include <cfenv>
#include <csignal>
#include <limits>
#include <vector>
#if defined(__SSE__)
#include <xmmintrin.h>
#endif

using namespace ember::sim;

namespace {

/// What the test fibers share with the test.
struct Shared {
  Fiber *fiber = nullptr;
  std::vector<int> log;
  uintptr_t local = 0;
};

std::unique_ptr<Fiber> make(Fiber::Entry entry, Shared &shared) {
  llvm::Expected<std::unique_ptr<Fiber>> fiber = Fiber::create(entry, &shared);
  if (!fiber) {
    ADD_FAILURE() << llvm::toString(fiber.takeError());
    return nullptr;
  }
  shared.fiber = fiber->get();
  return std::move(*fiber);
}

TEST(FiberTest, SuspendsAndGoesOn) {
  Shared shared;
  auto fiber = make(
      [](void *argument) {
        auto &shared = *static_cast<Shared *>(argument);
        for (int i = 0; i < 3; ++i) {
          shared.log.push_back(i);
          shared.fiber->suspend();
        }
      },
      shared);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(fiber->resume(), Fiber::State::Suspended);
    shared.log.push_back(10 + i);
  }
  EXPECT_EQ(fiber->resume(), Fiber::State::Finished);
  EXPECT_EQ(shared.log, (std::vector<int>{0, 10, 1, 11, 2, 12}));
}

TEST(FiberTest, RoundsAsAlways) {
  Shared shared;
  auto fiber = make(
      [](void *argument) {
        auto &shared = *static_cast<Shared *>(argument);
        shared.log.push_back(std::fegetround());
        shared.fiber->suspend();
        shared.log.push_back(std::fegetround());
        std::fesetround(FE_DOWNWARD);
      },
      shared);
  ASSERT_EQ(std::fesetround(FE_UPWARD), 0);
  EXPECT_EQ(fiber->resume(), Fiber::State::Suspended);
  EXPECT_EQ(std::fegetround(), FE_UPWARD);
  std::fesetround(FE_TOWARDZERO);
  EXPECT_EQ(fiber->resume(), Fiber::State::Finished);
  EXPECT_EQ(std::fegetround(), FE_TOWARDZERO);
  std::fesetround(FE_TONEAREST);
  EXPECT_EQ(shared.log, (std::vector<int>{FE_TONEAREST, FE_TONEAREST}));
}

#if defined(__SSE__)
TEST(FiberTest, KeepsDenormals) {
  Shared shared;
  auto fiber = make(
      [](void *argument) {
        auto &shared = *static_cast<Shared *>(argument);
        volatile float smallest = std::numeric_limits<float>::min();
        volatile float half = smallest / 2;
        shared.log.push_back(half * 2 == smallest);
      },
      shared);
  unsigned before = _mm_getcsr();
  // Denormals are zero, as an operand and as a result.
  _mm_setcsr(before | 0x8040);
  EXPECT_EQ(fiber->resume(), Fiber::State::Finished);
  _mm_setcsr(before);
  EXPECT_EQ(shared.log, (std::vector<int>{1}));
}
#endif

TEST(FiberTest, TwoFibersKeepTheirOwnLocals) {
  auto entry = [](void *argument) {
    auto &shared = *static_cast<Shared *>(argument);
    volatile double local = shared.log.front();
    while (local < 100) {
      shared.fiber->suspend();
      local = local + 1;
      shared.log.push_back(static_cast<int>(local));
    }
  };
  Shared first, second;
  first.log = {10};
  second.log = {20};
  auto firstFiber = make(entry, first);
  auto secondFiber = make(entry, second);
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(firstFiber->resume(), Fiber::State::Suspended);
    EXPECT_EQ(secondFiber->resume(), Fiber::State::Suspended);
  }
  EXPECT_EQ(first.log, (std::vector<int>{10, 11, 12, 13}));
  EXPECT_EQ(second.log, (std::vector<int>{20, 21, 22, 23}));
}

TEST(FiberTest, AbandonReturnsForGood) {
  Shared shared;
  auto fiber = make(
      [](void *argument) { static_cast<Shared *>(argument)->fiber->abandon(); },
      shared);
  EXPECT_EQ(fiber->resume(), Fiber::State::Abandoned);
}

/// Calls itself until the stack is full, whatever the optimiser thinks.
__attribute__((noinline)) int recurse(volatile int *depth) {
  volatile char frame[512];
  frame[0] = static_cast<char>(*depth);
  *depth = *depth + 1;
  if (*depth < 0)
    return 0;
  return recurse(depth) + frame[0];
}

TEST(FiberTest, StackOverflowIsReportedMoreThanOnce) {
  for (int i = 0; i < 3; ++i) {
    Shared shared;
    auto fiber = make(
        [](void *) {
          volatile int depth = 0;
          recurse(&depth);
        },
        shared);
    EXPECT_EQ(fiber->resume(), Fiber::State::StackOverflow);
  }
}

TEST(FiberTest, WildAccessIsReported) {
  Shared shared;
  auto fiber = make(
      [](void *) {
        volatile uintptr_t address = 64;
        asm volatile("" : : "r"(*reinterpret_cast<volatile int *>(address)));
      },
      shared);
  EXPECT_EQ(fiber->resume(), Fiber::State::BadAccess);
}

TEST(FiberTest, TrapIsReported) {
  Shared shared;
  auto fiber = make([](void *) { __builtin_trap(); }, shared);
  EXPECT_EQ(fiber->resume(), Fiber::State::BadInstruction);
}

TEST(FiberTest, HandlersOfTheProcessAreRestored) {
  struct sigaction before, during, after;
  ::sigaction(SIGSEGV, nullptr, &before);
  {
    Shared shared;
    auto fiber = make([](void *) {}, shared);
    EXPECT_EQ(fiber->resume(), Fiber::State::Finished);
    ::sigaction(SIGSEGV, nullptr, &during);
  }
  ::sigaction(SIGSEGV, nullptr, &after);
  EXPECT_NE(before.sa_sigaction, during.sa_sigaction);
  EXPECT_EQ(before.sa_sigaction, after.sa_sigaction);
}

TEST(FiberTest, StackPointerIsAtAFixedDistance) {
  uintptr_t distance[2];
  for (uintptr_t &result : distance) {
    Shared shared;
    auto fiber = make(
        [](void *argument) {
          static_cast<Shared *>(argument)->local =
              reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
        },
        shared);
    ASSERT_EQ(fiber->resume(), Fiber::State::Finished);
    result = shared.local - reinterpret_cast<uintptr_t>(fiber->stack());
    EXPECT_LT(result, Fiber::stackBytes);
  }
  EXPECT_EQ(distance[0], distance[1]);
}

} // namespace

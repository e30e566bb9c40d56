//===- CalendarTest.cpp - Bookings against a brute-force model -----------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Simulator/Calendar.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <map>
#include <random>

using namespace ember::sim;

namespace {

/// What a calendar has to do, cycle by cycle.
class ReferenceCalendar {
public:
  explicit ReferenceCalendar(uint32_t capacity) : capacity(capacity) {}

  Cycle book(Cycle time, uint32_t units) {
    for (Cycle cycle = time;; ++cycle) {
      uint32_t share = std::min(units, capacity - used[cycle]);
      used[cycle] += share;
      units -= share;
      if (units == 0)
        return cycle;
    }
  }
  uint32_t usedIn(Cycle cycle) { return used[cycle]; }

private:
  uint32_t capacity;
  std::map<Cycle, uint32_t> used;
};

} // namespace

TEST(CalendarTest, GivesTheFirstFreeCycle) {
  Calendar calendar(2);
  EXPECT_EQ(calendar.book(10), 10u);
  EXPECT_EQ(calendar.book(10), 10u);
  EXPECT_EQ(calendar.book(10), 11u);
  // An earlier request is not held up by later ones.
  EXPECT_EQ(calendar.book(3), 3u);
}

TEST(CalendarTest, AgreesWithReferenceOutOfOrder) {
  std::mt19937_64 random(1);
  for (uint32_t capacity : {1u, 2u, 3u, 7u}) {
    Calendar calendar(capacity, /*logWindow=*/10);
    ReferenceCalendar reference(capacity);
    Cycle base = 0;
    for (int i = 0; i < 4000; ++i) {
      // The load is close to the capacity, so that long full runs form.
      base += random() % (capacity + 1) == 0;
      Cycle time = base + random() % 200;
      Cycle expected = reference.book(time, 1);
      ASSERT_EQ(calendar.peek(time), expected) << "request " << i;
      ASSERT_EQ(calendar.book(time), expected) << "request " << i;
      base = std::max(base, expected > 500 ? expected - 500 : 0);
    }
  }
}

TEST(CalendarTest, AgreesWithReferenceOnSeveralUnits) {
  std::mt19937_64 random(2);
  Calendar calendar(10, /*logWindow=*/12);
  ReferenceCalendar reference(10);
  Cycle base = 0;
  for (int i = 0; i < 4000; ++i) {
    base += random() % 5;
    Cycle time = base + random() % 300;
    uint32_t units = 1 + random() % 45;
    Cycle expected = reference.book(time, units);
    ASSERT_EQ(calendar.peek(time, units), expected) << "request " << i;
    ASSERT_EQ(calendar.book(time, units), expected) << "request " << i;
    base = std::max(base, expected > 2000 ? expected - 2000 : 0);
  }
  for (Cycle cycle = 0; cycle < base; ++cycle)
    ASSERT_LE(reference.usedIn(cycle), 10u);
}

TEST(CalendarTest, FractionalRateIsExactOnAverage) {
  // 12.8 bytes per cycle, 64-byte lines: 1000 of them take 5000 cycles.
  Calendar bus(12800);
  Cycle last = 0;
  for (int i = 0; i < 1000; ++i)
    last = bus.book(0, 64000);
  EXPECT_EQ(last, 4999u);

  // 0.3 bytes per cycle: 64 bytes take 213 1/3 cycles.
  Calendar slow(300);
  EXPECT_EQ(slow.book(0, 64000), 213u);
  EXPECT_EQ(slow.book(0, 64000), 426u);
  EXPECT_EQ(slow.book(0, 64000), 639u);
  EXPECT_EQ(slow.book(0, 300), 640u);
}

TEST(CalendarTest, OldRequestsTakeTheStartOfTheWindow) {
  Calendar calendar(1, /*logWindow=*/4);
  EXPECT_EQ(calendar.book(100), 100u);
  // The window is [85, 101).
  EXPECT_EQ(calendar.book(3), 85u);
  EXPECT_EQ(calendar.book(3), 86u);
}

TEST(CalendarTest, SurvivesLongIdleTimes) {
  Calendar calendar(1, /*logWindow=*/4);
  EXPECT_EQ(calendar.book(7), 7u);
  EXPECT_EQ(calendar.book(7 + 16), 7u + 16);
  Cycle late = Cycle(1) << 40;
  EXPECT_EQ(calendar.book(late), late);
  EXPECT_EQ(calendar.book(late), late + 1);
}

TEST(OccupancyCalendarTest, AgreesWithReference) {
  constexpr uint32_t capacity = 4;
  OccupancyCalendar calendar(capacity, /*logWindow=*/12);
  std::map<Cycle, uint32_t> used;
  std::mt19937_64 random(3);
  Cycle base = 0;
  for (int i = 0; i < 5000; ++i) {
    base += random() % 8;
    Cycle time = base + random() % 300;
    Cycle duration = 1 + random() % 40;

    Cycle expected = time;
    auto fits = [&](Cycle begin) {
      for (Cycle cycle = begin; cycle < begin + duration; ++cycle)
        if (used[cycle] == capacity)
          return false;
      return true;
    };
    while (!fits(expected))
      ++expected;
    for (Cycle cycle = expected; cycle < expected + duration; ++cycle)
      ++used[cycle];

    Cycle begin = calendar.firstFree(time), retry;
    while (!calendar.isFree(begin, begin + duration, retry))
      begin = retry;
    calendar.book(begin, begin + duration);
    ASSERT_EQ(begin, expected) << "request " << i;
    base = std::max(base, expected > 1000 ? expected - 1000 : 0);
  }
}

TEST(OccupancyCalendarTest, PlaceIsFreeAtItsEnd) {
  OccupancyCalendar calendar(1);
  calendar.book(10, 20);
  Cycle retry = 0;
  EXPECT_TRUE(calendar.isFree(0, 10, retry));
  EXPECT_FALSE(calendar.isFree(0, 11, retry));
  EXPECT_EQ(retry, 11u);
  EXPECT_FALSE(calendar.isFree(19, 30, retry));
  EXPECT_EQ(retry, 20u);
  EXPECT_TRUE(calendar.isFree(20, 30, retry));
  EXPECT_EQ(calendar.firstFree(12), 20u);
}

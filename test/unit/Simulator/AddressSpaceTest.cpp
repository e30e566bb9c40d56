//===- AddressSpaceTest.cpp -----------------------------------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Simulator/AddressSpace.h"
#include "gtest/gtest.h"

using namespace ember::sim;

namespace {

const void *host(uintptr_t address) {
  return reinterpret_cast<const void *>(address);
}

TEST(AddressSpaceTest, AddressesDoNotDependOnTheHost) {
  AddressSpace first, second;
  uint64_t a = first.add(RangeKind::Argument, host(0x10040), 5000);
  uint64_t b = first.add(RangeKind::Argument, host(0x90000), 8);
  EXPECT_EQ(second.add(RangeKind::Argument, host(0x7f0000), 5000), a);
  EXPECT_EQ(second.add(RangeKind::Argument, host(0x200000), 8), b);
  EXPECT_EQ(a % AddressSpace::pageBytes, 0u);
  EXPECT_EQ(b, a + 2 * AddressSpace::pageBytes);
  EXPECT_EQ(first.simulated(host(0x10040 + 4999)), a + 4999);
  EXPECT_EQ(second.simulated(host(0x200007)), b + 7);
}

TEST(AddressSpaceTest, LocatesEachByteInItsRange) {
  AddressSpace space;
  uint64_t argument = space.add(RangeKind::Argument, host(0x1000), 16);
  uint64_t stack = space.add(RangeKind::Stack, host(0x1010), 16);
  EXPECT_EQ(space.locate(host(0x100f))->address, argument + 15);
  EXPECT_EQ(space.locate(host(0x100f))->kind, RangeKind::Argument);
  EXPECT_EQ(space.locate(host(0x1010))->address, stack);
  EXPECT_EQ(space.locate(host(0x1010))->kind, RangeKind::Stack);
  EXPECT_FALSE(space.locate(host(0xfff)));
  EXPECT_FALSE(space.locate(host(0x1020)));
  EXPECT_EQ(space.simulated(host(0x1020)), 0u);
}

TEST(AddressSpaceTest, ContainsIsAboutOneRange) {
  AddressSpace space;
  space.add(RangeKind::Argument, host(0x1000), 16);
  space.add(RangeKind::Argument, host(0x1010), 16);
  space.add(RangeKind::Queue, host(0x2000), 16);
  EXPECT_TRUE(space.contains(host(0x1000), 0, 16));
  EXPECT_TRUE(space.contains(host(0x1008), -8, 8));
  EXPECT_FALSE(space.contains(host(0x1000), 0, 17));
  EXPECT_FALSE(space.contains(host(0x1000), -1, 4));
  EXPECT_FALSE(space.contains(host(0x1000), 16, 20)) << "the next range";
  EXPECT_TRUE(space.contains(host(0x1010), 0, 4));
  EXPECT_TRUE(space.contains(host(0x1010), -4, 0)) << "base is the end";
  EXPECT_TRUE(space.contains(host(0x9000), 4, 4)) << "nothing to check";
  EXPECT_FALSE(space.contains(host(0x2000), 0, 4)) << "not memory";
  EXPECT_FALSE(space.contains(host(0x1000), INT64_MIN, INT64_MAX));
  EXPECT_FALSE(space.contains(host(0x1000), 0, INT64_MAX));
}

TEST(AddressSpaceTest, FreedAllocationsAreReusedInAFixedOrder) {
  AddressSpace space;
  uint64_t a = space.add(RangeKind::Allocation, host(0x1000), 100);
  uint64_t b = space.add(RangeKind::Allocation, host(0x2000), 100);
  EXPECT_EQ(b, a + 128) << "small ones take whole lines";
  EXPECT_EQ(space.registeredBytes(RangeKind::Allocation), 200u);
  EXPECT_FALSE(space.remove(RangeKind::Argument, host(0x1000)));
  EXPECT_TRUE(space.remove(RangeKind::Allocation, host(0x1000)));
  EXPECT_FALSE(space.remove(RangeKind::Allocation, host(0x1000)));
  EXPECT_FALSE(space.locate(host(0x1000)));
  EXPECT_TRUE(space.remove(RangeKind::Allocation, host(0x2000)));
  EXPECT_EQ(space.add(RangeKind::Allocation, host(0x5000), 101), b);
  EXPECT_EQ(space.add(RangeKind::Allocation, host(0x6000), 100), a);
  EXPECT_EQ(space.registeredBytes(RangeKind::Allocation), 201u);
}

} // namespace

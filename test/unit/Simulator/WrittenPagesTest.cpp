//===- WrittenPagesTest.cpp - Tests of pages that were written ------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Simulator/WrittenPages.h"
#include "ember/Simulator/SharedBuffer.h"
#include "gtest/gtest.h"
#include <unistd.h>

using namespace ember::sim;

namespace {

constexpr uint64_t numPages = 20000;

class WrittenPagesTest : public testing::Test {
protected:
  void SetUp() override {
    auto buffer = SharedBuffer::create(
        numPages * pageBytes,
        [](llvm::MutableArrayRef<uint8_t>) { return llvm::Error::success(); });
    ASSERT_TRUE(static_cast<bool>(buffer));
    auto made = (*buffer)->image();
    ASSERT_TRUE(static_cast<bool>(made));
    image = std::move(*made);
  }

  const uint64_t pageBytes = static_cast<uint64_t>(::sysconf(_SC_PAGESIZE));
  BufferImage image;
};

TEST_F(WrittenPagesTest, TellsWhatWasWritten) {
  uint8_t *data = image.data();
  data[0] = 1;
  data[12345 * pageBytes + 7] = 1;
  data[(numPages - 1) * pageBytes] = 1;
  WrittenPages pages(data, image.size());
  EXPECT_TRUE(pages.mayContain(data, 1));
  EXPECT_TRUE(pages.mayContain(data + 12345 * pageBytes, 1));
  EXPECT_TRUE(pages.mayContain(data + 12000 * pageBytes, 400 * pageBytes));
  EXPECT_TRUE(pages.mayContain(data + image.size() - 1, 1));
  EXPECT_TRUE(pages.mayContain(data, image.size()));
}

TEST_F(WrittenPagesTest, TellsWhatWasReadOnly) {
  if (::access("/proc/self/pagemap", R_OK) != 0)
    GTEST_SKIP() << "the operating system does not tell";
  uint8_t *data = image.data();
  data[12345 * pageBytes] = 1;
  EXPECT_EQ(data[3 * pageBytes], 0);
  WrittenPages pages(data, image.size());
  EXPECT_FALSE(pages.mayContain(data, 12345 * pageBytes));
  EXPECT_TRUE(pages.mayContain(data, 12345 * pageBytes + 1));
  EXPECT_FALSE(pages.mayContain(data + 12346 * pageBytes, 7000 * pageBytes));
}

TEST_F(WrittenPagesTest, TakesAnImageFromWithinAPage) {
  uint8_t *data = image.data() + 100;
  data[pageBytes - 101] = 1;
  WrittenPages pages(data, 2 * pageBytes);
  EXPECT_TRUE(pages.mayContain(data, 1));
  EXPECT_TRUE(pages.mayContain(data + pageBytes - 101, 200));
}

TEST_F(WrittenPagesTest, TakesNothing) { WrittenPages pages(image.data(), 0); }

} // namespace

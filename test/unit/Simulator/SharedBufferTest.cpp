//===- SharedBufferTest.cpp -----------------------------------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Simulator/SharedBuffer.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <cstring>

using namespace ember::sim;

namespace {

using Buffer = std::shared_ptr<const SharedBuffer>;

TEST(SharedBufferTest, ImagesArePrivate) {
  llvm::Expected<Buffer> buffer =
      SharedBuffer::create(10000, [](llvm::MutableArrayRef<uint8_t> bytes) {
        std::memset(bytes.data(), 7, bytes.size());
        return llvm::Error::success();
      });
  ASSERT_TRUE(static_cast<bool>(buffer));
  BufferImage first = llvm::cantFail((*buffer)->image());
  BufferImage second = llvm::cantFail((*buffer)->image());
  EXPECT_EQ(first.size(), 10000u);
  first.data()[9999] = 1;
  EXPECT_EQ(first.data()[9999], 1);
  EXPECT_EQ(second.data()[9999], 7);
  BufferImage third = llvm::cantFail((*buffer)->image());
  EXPECT_EQ(third.data()[9999], 7);
}

TEST(SharedBufferTest, ErrorsOfTheGeneratorArePassedOn) {
  auto buffer = SharedBuffer::create(16, [](llvm::MutableArrayRef<uint8_t>) {
    return llvm::createStringError("no data");
  });
  EXPECT_EQ(llvm::toString(buffer.takeError()), "no data");
}

TEST(SharedBufferTest, AnEmptyBufferHasAnAddress) {
  Buffer buffer = llvm::cantFail(
      SharedBuffer::create(0, [](llvm::MutableArrayRef<uint8_t>) {
        return llvm::Error::success();
      }));
  BufferImage image = llvm::cantFail(buffer->image());
  EXPECT_EQ(image.size(), 0u);
  EXPECT_NE(image.data(), nullptr);
}

TEST(SharedBufferTest, AnAbsurdSizeIsAnError) {
  auto buffer = SharedBuffer::create(
      ~uint64_t(0) / 2,
      [](llvm::MutableArrayRef<uint8_t>) { return llvm::Error::success(); });
  ASSERT_FALSE(static_cast<bool>(buffer));
  EXPECT_NE(llvm::toString(buffer.takeError())
                .find("cannot allocate an argument of 9223372036854775807 "),
            std::string::npos);
}

class SharedBufferFileTest : public testing::Test {
protected:
  void SetUp() override {
    int descriptor;
    ASSERT_FALSE(
        llvm::sys::fs::createTemporaryFile("ember", "bin", descriptor, path));
    remover.setFile(path);
    llvm::raw_fd_ostream os(descriptor, /*shouldClose=*/true);
    for (int i = 0; i < 5000; ++i)
      os << static_cast<char>(i % 251);
  }

  llvm::SmallString<64> path;
  llvm::FileRemover remover;
};

TEST_F(SharedBufferFileTest, MapsAFileFromAnOffset) {
  for (uint64_t offset : {0, 128, 4096 + 64, 80, 1, 5000}) {
    Buffer buffer =
        llvm::cantFail(SharedBuffer::mapFile(path, offset, 5000 - offset));
    BufferImage image = llvm::cantFail(buffer->image());
    ASSERT_EQ(image.size(), 5000 - offset);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(image.data()) % 64, 0u);
    for (uint64_t i = 0; i < image.size(); ++i)
      ASSERT_EQ(image.data()[i], (i + offset) % 251);
  }
}

TEST_F(SharedBufferFileTest, WritesDoNotReachTheFile) {
  Buffer buffer = llvm::cantFail(SharedBuffer::mapFile(path, 0, 5000));
  {
    BufferImage image = llvm::cantFail(buffer->image());
    image.data()[3] = 99;
  }
  BufferImage image = llvm::cantFail(buffer->image());
  EXPECT_EQ(image.data()[3], 3);
}

TEST_F(SharedBufferFileTest, TruncatedOrMissingFilesAreErrors) {
  auto truncated = SharedBuffer::mapFile(path, 64, 5000);
  EXPECT_EQ(llvm::toString(truncated.takeError()),
            "'" + path.str().str() +
                "' is truncated: expects 5000 bytes from byte 64 on, but the "
                "file has 5000 bytes");
  auto overflow = SharedBuffer::mapFile(path, 64, ~uint64_t(0));
  EXPECT_FALSE(static_cast<bool>(overflow));
  llvm::consumeError(overflow.takeError());
  auto missing = SharedBuffer::mapFile("/nonexistent/file", 0, 1);
  EXPECT_EQ(llvm::toString(missing.takeError()),
            "cannot open '/nonexistent/file': No such file or directory");
}

} // namespace

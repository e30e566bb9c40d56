//===- OutputFilesTest.cpp - Tests of files that are whole or not there ---===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Driver/OutputFiles.h"

#include "TestSupport.h"
#include "llvm/Support/MemoryBuffer.h"

namespace ember::driver {
namespace {

namespace fs = llvm::sys::fs;

OutputFiles::Writer text(llvm::StringRef text) {
  return [text](llvm::raw_ostream &os) { os << text; };
}

std::string contentsOf(const std::string &path) {
  auto file = llvm::MemoryBuffer::getFile(path);
  return file ? (*file)->getBuffer().str() : file.getError().message();
}

bool isLink(const std::string &path) {
  fs::file_status status;
  return !fs::status(path, status, /*follow=*/false) &&
         fs::is_symlink_file(status);
}

TEST(OutputFiles, AreThereAfterTheCommit) {
  TemporaryFolder folder;
  const std::string a = folder.file("a"), b = folder.file("b");
  {
    OutputFiles files;
    ASSERT_EQ(messageOf(files.add(a, text("first"))), "success");
    ASSERT_EQ(messageOf(files.add(b, text("second"))), "success");
    EXPECT_FALSE(fs::exists(a));
    ASSERT_EQ(messageOf(files.commit()), "success");
  }
  EXPECT_EQ(contentsOf(a), "first");
  EXPECT_EQ(contentsOf(b), "second");
  EXPECT_EQ(folder.count(), 2);
}

TEST(OutputFiles, LeaveNothingWithoutACommit) {
  TemporaryFolder folder;
  const std::string old = folder.file("old");
  {
    OutputFiles files;
    ASSERT_EQ(messageOf(files.add(old, text("old"))), "success");
    ASSERT_EQ(messageOf(files.commit()), "success");
  }
  {
    OutputFiles files;
    ASSERT_EQ(messageOf(files.add(old, text("new"))), "success");
    ASSERT_EQ(messageOf(files.add(folder.file("new"), text("new"))), "success");
  }
  EXPECT_EQ(contentsOf(old), "old");
  EXPECT_EQ(folder.count(), 1);
}

TEST(OutputFiles, AreAllThereOrNone) {
  if (!fs::exists("/dev/full"))
    GTEST_SKIP() << "needs /dev/full";
  TemporaryFolder folder;
  {
    OutputFiles files;
    ASSERT_EQ(messageOf(files.add(folder.file("a"), text("a"))), "success");
    ASSERT_EQ(messageOf(files.add("/dev/full", text("b"))), "success");
    EXPECT_EQ(messageOf(files.commit()),
              "cannot write '/dev/full': No space left on device");
  }
  EXPECT_EQ(folder.count(), 0);
}

TEST(OutputFiles, CannotBeWritten) {
  TemporaryFolder folder;
  OutputFiles files;
  const std::string nowhere = folder.file("no/such/folder");
  EXPECT_EQ(messageOf(files.add(nowhere, text(""))),
            "cannot write '" + nowhere + "': No such file or directory");
  const std::string directory = folder.file("");
  EXPECT_EQ(messageOf(files.add(directory, text(""))),
            "cannot write '" + directory + "': Is a directory");
  EXPECT_EQ(folder.count(), 0);
}

TEST(OutputFiles, AreWrittenThroughLinks) {
  TemporaryFolder folder;
  const std::string link = folder.file("link"), target = folder.file("target");
  ASSERT_FALSE(fs::create_link(target, link));
  {
    OutputFiles files;
    ASSERT_EQ(messageOf(files.add(target, text("old"))), "success");
    ASSERT_EQ(messageOf(files.commit()), "success");
  }
  {
    OutputFiles files;
    ASSERT_EQ(messageOf(files.add(link, text("new"))), "success");
    EXPECT_NE(messageOf(files.add(target, text(""))), "success");
    ASSERT_EQ(messageOf(files.commit()), "success");
  }
  EXPECT_EQ(contentsOf(target), "new");
  EXPECT_TRUE(isLink(link));
}

TEST(OutputFiles, HaveDifferentPaths) {
  TemporaryFolder folder;
  OutputFiles files;
  ASSERT_EQ(messageOf(files.add(folder.file("a"), text(""))), "success");
  const std::string same = folder.file("./a");
  EXPECT_EQ(messageOf(files.add(same, text(""))),
            "cannot write '" + same +
                "' twice: give each output a file of its own");
  EXPECT_EQ(messageOf(files.add("/dev/null", text(""))), "success");
  EXPECT_EQ(messageOf(files.add("/dev/null", text(""))), "success");
}

} // namespace
} // namespace ember::driver

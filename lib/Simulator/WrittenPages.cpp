//===- WrittenPages.cpp - What was written in an image --------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Linux has a word for each page of a process in /proc/self/pagemap. A page of
// a private mapping that is in memory is the file's as long as it was read
// only, and a copy of the process's own once it was written.
//
//===----------------------------------------------------------------------===//

#include "ember/Simulator/WrittenPages.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>
#include <fcntl.h>
#include <unistd.h>

using namespace ember::sim;

namespace {

constexpr uint64_t isPresent = uint64_t(1) << 63;
constexpr uint64_t isSwapped = uint64_t(1) << 62;
constexpr uint64_t isOfFile = uint64_t(1) << 61;

/// Whether a page is a copy of the process's own.
bool isOwn(uint64_t word) {
  return (word & isSwapped) || ((word & isPresent) && !(word & isOfFile));
}

/// Reads the words of `words.size()` pages from page `first` on.
bool readWords(int file, uint64_t first,
               llvm::MutableArrayRef<uint64_t> words) {
  const size_t bytes = words.size() * sizeof(uint64_t);
  return ::pread(file, words.data(), bytes,
                 static_cast<off_t>(first * sizeof(uint64_t))) ==
         static_cast<ssize_t>(bytes);
}

} // namespace

uint64_t WrittenPages::getPage(const uint8_t *address) const {
  return reinterpret_cast<uintptr_t>(address) / pageBytes;
}

WrittenPages::WrittenPages(const uint8_t *first, uint64_t bytes)
    : pageBytes(static_cast<uint64_t>(::sysconf(_SC_PAGESIZE))),
      firstPage(getPage(first)) {
  if (bytes == 0)
    return;
  const uint64_t numPages = getPage(first + bytes - 1) - firstPage + 1;
  written.resize(numPages, true);
  const int file = ::open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return;
  llvm::scope_exit close([&] { ::close(file); });

  // A page of the stack is known to be the process's own: what else says the
  // file of it is not to be trusted.
  const uint8_t local = 0;
  uint64_t word;
  if (!readWords(file, getPage(&local), word) || !isOwn(word))
    return;

  llvm::SmallVector<uint64_t, 0> words;
  for (uint64_t page = 0; page < numPages; page += words.size()) {
    words.resize(std::min<uint64_t>(numPages - page, 8192));
    if (!readWords(file, firstPage + page, words))
      return;
    for (size_t i = 0; i < words.size(); ++i)
      if (!isOwn(words[i]))
        written.reset(page + i);
  }
}

bool WrittenPages::mayContain(const uint8_t *address, uint64_t bytes) const {
  const uint64_t begin = getPage(address) - firstPage;
  const uint64_t end = getPage(address + bytes - 1) - firstPage + 1;
  return written.find_first_in(begin, end) != -1;
}

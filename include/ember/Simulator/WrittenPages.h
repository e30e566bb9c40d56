//===- WrittenPages.h - What was written in an image ------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tells which pages of a copy-on-write image may differ from what it is an
/// image of, without touching them.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_SIMULATOR_WRITTENPAGES_H
#define EMBER_SIMULATOR_WRITTENPAGES_H

#include "llvm/ADT/BitVector.h"
#include <cstdint>

namespace ember::sim {

/// The pages of a private mapping of a file that were written, as the
/// operating system knows them. Where it does not tell, all of them.
class WrittenPages {
public:
  /// Asks for the pages of the `bytes` bytes from `first` on, now.
  WrittenPages(const uint8_t *first, uint64_t bytes);

  /// Whether one of the `bytes` bytes, at least one, from `address` on may have
  /// been written. They must be among those that were asked for.
  bool mayContain(const uint8_t *address, uint64_t bytes) const;

private:
  uint64_t getPage(const uint8_t *address) const;

  uint64_t pageBytes;
  uint64_t firstPage; ///< The number of `written`'s first page.
  llvm::BitVector written;
};

} // namespace ember::sim

#endif // EMBER_SIMULATOR_WRITTENPAGES_H

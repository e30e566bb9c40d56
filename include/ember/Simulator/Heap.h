//===- Heap.h - Allocations of a simulated program --------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The memory that a simulated program allocates. Every block is a range of
/// the address space; what the program did not free is freed with the heap.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_SIMULATOR_HEAP_H
#define EMBER_SIMULATOR_HEAP_H

#include "ember/Simulator/AddressSpace.h"
#include "llvm/ADT/DenseMap.h"
#include <cstdint>
#include <deque>

namespace ember::sim {

class Heap {
public:
  /// Every byte of a new block. A program that reads what it never wrote gets
  /// the same value in every run, and one that is easily recognised: -2.87e-16
  /// as f32, -1.19e-127 as f64, an index far out of bounds as i64.
  static constexpr uint8_t fill = 0xa5;
  /// Every block is aligned to at least this.
  static constexpr uint64_t minAlignment = 64;

  /// Bytes of freed blocks that are kept.
  static constexpr uint64_t maxFreedBytes = uint64_t(64) << 20;

  /// `limit` bounds the bytes of the blocks that live at the same time.
  Heap(AddressSpace &addresses, uint64_t limit)
      : addresses(addresses), limit(limit) {}
  ~Heap();
  Heap(const Heap &) = delete;
  Heap &operator=(const Heap &) = delete;

  /// Half of the host's memory, in bytes: what a program's allocations may
  /// reasonably take beside its arguments.
  static uint64_t hostLimit();

  /// Makes a block of `bytes` bytes at a multiple of `alignment`, a power of
  /// two. Null if that would exceed the limit or the host has no memory.
  void *allocate(uint64_t bytes, uint64_t alignment = minAlignment);

  /// Frees a block; false if there is none at this address. Its bytes are set
  /// back to the pattern of new blocks, and are not used again for long: what a
  /// program reads of memory that it has freed is the same in every run.
  bool free(void *block);

  /// Blocks that were ever made.
  uint64_t numAllocations() const { return allocations; }

private:
  AddressSpace &addresses;
  uint64_t limit;
  uint64_t allocations = 0;
  llvm::DenseMap<void *, uint64_t> blocks; ///< Their bytes.
  /// Freed blocks that are kept, the oldest first, and all their bytes.
  std::deque<std::pair<void *, uint64_t>> freed;
  uint64_t freedBytes = 0;
};

} // namespace ember::sim

#endif // EMBER_SIMULATOR_HEAP_H

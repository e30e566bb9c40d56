//===- Heap.cpp - Allocations of a simulated program ----------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Simulator/Heap.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

using namespace ember::sim;

Heap::~Heap() {
  for (void *block : blocks)
    std::free(block);
}

uint64_t Heap::hostLimit() {
  return static_cast<uint64_t>(::sysconf(_SC_PHYS_PAGES)) *
         static_cast<uint64_t>(::sysconf(_SC_PAGESIZE)) / 2;
}

void *Heap::allocate(uint64_t bytes, uint64_t alignment) {
  uint64_t live = addresses.registeredBytes(RangeKind::Allocation);
  alignment = std::max(alignment, minAlignment);
  if (bytes > limit - std::min(live, limit) || alignment > limit)
    return nullptr;
  // Bytes in use are bytes of the host's memory: the limit stands for both.
  void *block = std::aligned_alloc(
      alignment, llvm::alignTo(std::max<uint64_t>(bytes, 1), alignment));
  if (!block)
    return nullptr;
  std::memset(block, fill, bytes);
  addresses.add(RangeKind::Allocation, block, bytes, alignment);
  blocks.insert(block);
  ++allocations;
  return block;
}

bool Heap::free(void *block) {
  if (!blocks.erase(block))
    return false;
  addresses.remove(RangeKind::Allocation, block);
  std::free(block);
  return true;
}

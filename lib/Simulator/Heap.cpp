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
  for (auto [block, bytes] : blocks)
    std::free(block);
  for (auto [block, bytes] : freed)
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
  blocks.try_emplace(block, bytes);
  ++allocations;
  return block;
}

bool Heap::free(void *block) {
  auto found = blocks.find(block);
  if (found == blocks.end())
    return false;
  const uint64_t bytes = found->second;
  blocks.erase(found);
  addresses.remove(RangeKind::Allocation, block);
  if (bytes > maxFreedBytes) {
    std::free(block);
    return true;
  }
  std::memset(block, fill, bytes);
  freed.emplace_back(block, bytes);
  freedBytes += bytes;
  while (freedBytes > maxFreedBytes) {
    freedBytes -= freed.front().second;
    std::free(freed.front().first);
    freed.pop_front();
  }
  return true;
}

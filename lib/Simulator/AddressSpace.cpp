//===- AddressSpace.cpp - From host to simulated addresses ----------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Simulator/AddressSpace.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cassert>

using namespace ember::sim;

/// Simulated addresses of kind k begin at (k + 1) << kindShift: 16 TiB each.
static constexpr unsigned kindShift = 44;

AddressSpace::AddressSpace() {
  for (unsigned kind = 0; kind < numKinds; ++kind)
    next[kind] = static_cast<uint64_t>(kind + 1) << kindShift;
}

uint64_t AddressSpace::add(RangeKind kind, const void *host, uint64_t bytes,
                           uint64_t alignment) {
  assert(llvm::isPowerOf2_64(alignment) && "alignment is a power of two");
  unsigned index = static_cast<unsigned>(kind);
  bool small = kind == RangeKind::Allocation && bytes < pageBytes;
  uint64_t granule = small ? lineBytes : pageBytes;
  alignment = std::max(alignment, granule);

  Range range;
  range.bytes = bytes;
  range.reserved = llvm::alignTo(std::max<uint64_t>(bytes, 1), granule);
  range.alignment = alignment;
  range.kind = kind;

  auto reusable = released.find({index, range.reserved, alignment});
  if (reusable != released.end() && !reusable->second.empty()) {
    range.simulated = reusable->second.back();
    reusable->second.pop_back();
  } else {
    range.simulated = llvm::alignTo(next[index], alignment);
    next[index] = range.simulated + range.reserved;
  }

  totals[index] += bytes;
  bool inserted =
      ranges.emplace(reinterpret_cast<uintptr_t>(host), range).second;
  assert(inserted && "ranges do not overlap");
  (void)inserted;
  return range.simulated;
}

bool AddressSpace::remove(RangeKind kind, const void *host) {
  auto it = ranges.find(reinterpret_cast<uintptr_t>(host));
  if (it == ranges.end() || it->second.kind != kind)
    return false;
  const Range &range = it->second;
  unsigned index = static_cast<unsigned>(kind);
  totals[index] -= range.bytes;
  released[{index, range.reserved, range.alignment}].push_back(range.simulated);
  last = nullptr;
  ranges.erase(it);
  return true;
}

const AddressSpace::Ranges::value_type *
AddressSpace::find(uintptr_t host) const {
  if (last && host - last->first < last->second.bytes)
    return last;
  auto it = ranges.upper_bound(host);
  if (it == ranges.begin())
    return nullptr;
  --it;
  if (host - it->first >= it->second.bytes)
    return nullptr;
  return last = &*it;
}

std::optional<AddressSpace::Location>
AddressSpace::locate(const void *host) const {
  uintptr_t address = reinterpret_cast<uintptr_t>(host);
  const auto *range = find(address);
  if (!range)
    return std::nullopt;
  return Location{range->second.kind,
                  range->second.simulated + (address - range->first)};
}

uint64_t AddressSpace::simulated(const void *host) const {
  std::optional<Location> location = locate(host);
  return location ? location->address : 0;
}

bool AddressSpace::contains(const void *base, int64_t low, int64_t high) const {
  if (low >= high)
    return true;
  uintptr_t origin = reinterpret_cast<uintptr_t>(base);
  uintptr_t start = origin + static_cast<uintptr_t>(low);
  const auto *range = find(start);
  if (!range || range->second.kind == RangeKind::Queue)
    return false;
  uint64_t bytes = range->second.bytes;
  uint64_t span = static_cast<uint64_t>(high) - static_cast<uint64_t>(low);
  return span <= bytes - (start - range->first) &&
         origin - range->first <= bytes;
}

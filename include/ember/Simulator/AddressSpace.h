//===- AddressSpace.h - From host to simulated addresses --------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Gives every range of the host's memory that a simulated program uses a
/// simulated address. The timing model sees simulated addresses only. They
/// depend on the kinds, sizes and order of the ranges, never on where the host
/// put them: address randomisation changes nothing.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_SIMULATOR_ADDRESSSPACE_H
#define EMBER_SIMULATOR_ADDRESSSPACE_H

#include "ember/Simulator/AddressTranslator.h"
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace ember::sim {

/// What a range of memory is.
enum class RangeKind : uint8_t { Argument, Allocation, Global, Queue, Stack };

class AddressSpace final : public AddressTranslator {
public:
  /// Ranges of this size and above start at a multiple of it, smaller
  /// allocations at a multiple of `lineBytes`.
  static constexpr uint64_t pageBytes = 4096;
  static constexpr uint64_t lineBytes = 64;

  AddressSpace();

  /// Registers `bytes` bytes at `host` and returns the simulated address of
  /// the first. The range must not overlap another one; a range of zero bytes
  /// contains nothing, but has its address; its host address must be its own
  /// nevertheless. `alignment` is a power of two.
  uint64_t add(RangeKind kind, const void *host, uint64_t bytes,
               uint64_t alignment = 1);

  /// Forgets the range that begins at `host`; false if there is none of this
  /// kind. A later range of the same kind and size takes its simulated
  /// address again, as an allocator would, the last one removed first.
  bool remove(RangeKind kind, const void *host);

  /// Where a byte of the host's memory is for the simulated program.
  struct Location {
    RangeKind kind;
    uint64_t address; ///< Simulated.
  };

  /// The location of the byte at `host`; none if no range contains it.
  std::optional<Location> locate(const void *host) const;

  /// The simulated address of the byte at `host`, 0 if no range contains it.
  uint64_t simulated(const void *host) const override;

  /// Whether bytes `[low, high)` from `base` lie in one range that the
  /// program may use as memory: an argument, a global, an allocation, its
  /// stack. `base` must belong to the range too; it may be its end. An empty
  /// span always lies in one.
  bool contains(const void *base, int64_t low, int64_t high) const;

  /// Bytes of all ranges of a kind that are registered now.
  uint64_t registeredBytes(RangeKind kind) const {
    return totals[static_cast<unsigned>(kind)];
  }

private:
  static constexpr unsigned numKinds = 5;

  struct Range {
    uint64_t bytes = 0;
    uint64_t simulated = 0;
    uint64_t reserved = 0; ///< Simulated bytes, rounding included.
    uint64_t alignment = 1;
    RangeKind kind = RangeKind::Argument;
  };
  using Ranges = std::map<uintptr_t, Range>;

  /// The range that contains the byte at `host`, or null.
  const Ranges::value_type *find(uintptr_t host) const;

  Ranges ranges;
  mutable const Ranges::value_type *last = nullptr; ///< Found last.
  std::array<uint64_t, numKinds> next{};
  std::array<uint64_t, numKinds> totals{};
  /// Simulated addresses to be used again, per kind, reserved bytes and
  /// alignment.
  std::map<std::array<uint64_t, 3>, std::vector<uint64_t>> released;
};

} // namespace ember::sim

#endif // EMBER_SIMULATOR_ADDRESSSPACE_H

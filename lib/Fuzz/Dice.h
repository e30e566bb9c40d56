//===- Dice.h - Random decisions --------------------------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef EMBER_LIB_FUZZ_DICE_H
#define EMBER_LIB_FUZZ_DICE_H

#include "ember/Driver/Random.h"
#include "ember/Support/LLVM.h"
#include <initializer_list>

namespace ember::fuzz {

/// Random decisions, the same on every host.
class Dice {
public:
  explicit Dice(uint64_t seed) : random(seed) {}

  /// True in `percent` of 100 cases.
  bool chance(unsigned percent) { return random.below(100) < percent; }

  /// A uniform number of `[low, high]`.
  int64_t between(int64_t low, int64_t high) {
    return low + static_cast<int64_t>(random.below(high - low + 1));
  }

  uint64_t bits() { return random.next(); }

  /// A number of `[-1, 1)`.
  double symmetric() { return 2 * random.unit() - 1; }

  template <typename T> T pick(ArrayRef<T> options) {
    return options[random.below(options.size())];
  }
  template <typename T> T pick(std::initializer_list<T> options) {
    return pick(ArrayRef<T>(options.begin(), options.size()));
  }

  /// A position of `weights`, as likely as its weight; some weight is positive.
  size_t weighted(ArrayRef<unsigned> weights) {
    uint64_t sum = 0;
    for (unsigned weight : weights)
      sum += weight;
    uint64_t point = random.below(sum);
    size_t position = 0;
    while (point >= weights[position])
      point -= weights[position++];
    return position;
  }

private:
  driver::Random random;
};

} // namespace ember::fuzz

#endif // EMBER_LIB_FUZZ_DICE_H

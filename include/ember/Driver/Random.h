//===- Random.h - Random numbers, equal on every host -----------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Random numbers for generated arguments. They are part of what a spec means:
/// the same seed gives the same numbers on every host, so nothing here depends
/// on the standard library's distributions or on `libm`. Changing a sequence
/// changes users' data.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_DRIVER_RANDOM_H
#define EMBER_DRIVER_RANDOM_H

#include <cstdint>

namespace ember::driver {

/// SplitMix64 (Steele, Lea, Flood, 2014), started at a scrambled seed.
class Random {
public:
  explicit Random(uint64_t seed);

  /// 64 random bits.
  uint64_t next();

  /// A uniform integer in `[0, bound)`; `bound` is positive. Unbiased.
  uint64_t below(uint64_t bound);

  /// A uniform multiple of 2^-53 in `[0, 1)`.
  double unit();

private:
  uint64_t state;
};

/// A bijection of `[0, size)` chosen by a seed, in constant memory: a Feistel
/// network over the next even power of two, walked along its cycle until it is
/// inside again.
class Permutation {
public:
  /// `size` is positive and at most 2^63.
  Permutation(uint64_t size, uint64_t seed);

  /// The image of `value`, which is below the size.
  uint64_t operator()(uint64_t value) const;

private:
  static constexpr unsigned numRounds = 4;
  uint64_t size;
  unsigned halfBits = 1;
  uint64_t keys[numRounds];
};

/// Zipf-distributed ranks: rank k of `[0, size)` has a probability proportional
/// to (k+1)^-alpha. Samples by rejection-inversion (Hörmann, Derflinger, 1996),
/// in constant memory and time; the acceptance test makes the distribution
/// exact but for the rounding of doubles. Uses only operations that IEEE 754
/// defines to the bit.
class ZipfSampler {
public:
  /// `size` is positive and at most 2^53, `alpha` finite and not negative.
  ZipfSampler(uint64_t size, double alpha);

  uint64_t sample(Random &random) const;

private:
  double integral(double x) const;
  double integralInverse(double y) const;
  double density(double x) const;

  double size;
  double alpha;
  double first; ///< Integral's lower end, rank 0 taken as a whole.
  double last;  ///< Integral's upper end.
  double sure;  ///< Distance below which a sample needs no test.
};

} // namespace ember::driver

#endif // EMBER_DRIVER_RANDOM_H

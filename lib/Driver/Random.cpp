//===- Random.cpp - Random numbers, equal on every host -------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file is compiled without contraction of floating-point operations.
//
//===----------------------------------------------------------------------===//

#include "ember/Driver/Random.h"

#include <algorithm>
#include <cmath>

namespace ember::driver {

namespace {

constexpr uint64_t goldenGamma = 0x9e3779b97f4a7c15;

/// The finaliser of SplitMix64: a bijection of 64 bits.
uint64_t mix(uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

//===----------------------------------------------------------------------===//
// Elementary functions out of additions, multiplications and divisions, which
// round alike everywhere. `frexp`, `ldexp` and `floor` are exact. Their errors
// are a few units in the last place.
//===----------------------------------------------------------------------===//

constexpr double ln2High = 6.93147180369123816490e-01; // 32 leading bits.
constexpr double ln2Low = 1.90821492927058770002e-10;

/// log((1 + s) / (1 - s)), for |s| up to 0.18.
double logOfRatio(double s) {
  const double square = s * s;
  double sum = 0;
  for (int n = 25; n >= 1; n -= 2)
    sum = sum * square + 1.0 / n;
  return 2 * s * sum;
}

/// log(x) for positive x.
double logarithm(double x) {
  int exponent;
  double mantissa = std::frexp(x, &exponent); // In [0.5, 1).
  if (mantissa < 0.70710678118654752) {
    mantissa *= 2;
    --exponent;
  }
  return exponent * ln2High +
         (logOfRatio((mantissa - 1) / (mantissa + 1)) + exponent * ln2Low);
}

/// exp(x) - 1, for |x| up to 0.35.
double smallExponentialMinus1(double x) {
  double sum = 0;
  for (int n = 16; n >= 1; --n)
    sum = (sum + 1) * x / n;
  return sum;
}

/// exp(x); 0 or infinity out of range.
double exponential(double x) {
  if (x < -745)
    return 0;
  if (x > 710)
    return HUGE_VAL;
  const double multiple = std::floor(x / (ln2High + ln2Low) + 0.5);
  const double rest = (x - multiple * ln2High) - multiple * ln2Low;
  return std::ldexp(1 + smallExponentialMinus1(rest),
                    static_cast<int>(multiple));
}

/// (exp(x) - 1) / x, continued at 0.
double exponentialQuotient(double x) {
  if (x == 0)
    return 1;
  return (std::fabs(x) < 0.34 ? smallExponentialMinus1(x)
                              : exponential(x) - 1) /
         x;
}

/// log(1 + x) / x, continued at 0.
double logarithmQuotient(double x) {
  if (x == 0)
    return 1;
  return (std::fabs(x) < 0.29 ? logOfRatio(x / (2 + x)) : logarithm(1 + x)) / x;
}

} // namespace

//===----------------------------------------------------------------------===//
// Random
//===----------------------------------------------------------------------===//

Random::Random(uint64_t seed) : state(mix(seed + goldenGamma)) {}

uint64_t Random::next() {
  state += goldenGamma;
  return mix(state);
}

uint64_t Random::below(uint64_t bound) {
  // Lemire's method: the high half of a product is uniform once the few low
  // halves that would favour some results are rejected.
  __extension__ using Wide = unsigned __int128;
  const uint64_t threshold = (0 - bound) % bound;
  Wide product;
  do {
    product = Wide(next()) * bound;
  } while (static_cast<uint64_t>(product) < threshold);
  return static_cast<uint64_t>(product >> 64);
}

double Random::unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }

//===----------------------------------------------------------------------===//
// Permutation
//===----------------------------------------------------------------------===//

Permutation::Permutation(uint64_t size, uint64_t seed) : size(size) {
  while (halfBits < 32 && (uint64_t(1) << (2 * halfBits)) < size)
    ++halfBits;
  Random random(seed);
  for (uint64_t &key : keys)
    key = random.next();
}

uint64_t Permutation::operator()(uint64_t value) const {
  const uint64_t mask = (uint64_t(1) << halfBits) - 1;
  do {
    uint64_t left = value >> halfBits, right = value & mask;
    for (uint64_t key : keys) {
      uint64_t next = left ^ (mix(right ^ key) & mask);
      left = right;
      right = next;
    }
    value = left << halfBits | right;
  } while (value >= size);
  return value;
}

//===----------------------------------------------------------------------===//
// ZipfSampler
//===----------------------------------------------------------------------===//

ZipfSampler::ZipfSampler(uint64_t size, double alpha)
    : size(static_cast<double>(size)), alpha(alpha) {
  first = integral(1.5) - 1;
  last = integral(this->size + 0.5);
  sure = 2 - integralInverse(integral(2.5) - density(2));
}

/// The integral of the density from 1 to `x`.
double ZipfSampler::integral(double x) const {
  const double log = logarithm(x);
  return exponentialQuotient((1 - alpha) * log) * log;
}

double ZipfSampler::integralInverse(double y) const {
  // Rounding may take the product slightly beyond the limit of -1.
  const double t = std::max((1 - alpha) * y, -1.0);
  if (t == -1)
    return HUGE_VAL;
  return exponential(logarithmQuotient(t) * y);
}

double ZipfSampler::density(double x) const {
  return exponential(-alpha * logarithm(x));
}

uint64_t ZipfSampler::sample(Random &random) const {
  while (true) {
    const double y = last + random.unit() * (first - last);
    const double x = integralInverse(y);
    // Ranks count from 1 here.
    const double rank = std::min(std::max(std::floor(x + 0.5), 1.0), size);
    if (rank - x <= sure || y >= integral(rank + 0.5) - density(rank))
      return static_cast<uint64_t>(rank) - 1;
  }
}

} // namespace ember::driver

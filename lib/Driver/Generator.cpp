//===- Generator.cpp - Contents of generated arguments --------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Driver/Generator.h"

#include "ember/Driver/Random.h"
#include "llvm/ADT/APFloat.h"
#include <cmath>
#include <cstring>
#include <vector>

namespace ember::driver {

namespace {

/// Stores the low bytes of what `next` returns into each element in turn.
template <typename Bits, typename Next>
void fillAs(llvm::MutableArrayRef<uint8_t> memory, Next next) {
  for (uint8_t *address = memory.begin(); address != memory.end();
       address += sizeof(Bits)) {
    const Bits bits = static_cast<Bits>(next());
    std::memcpy(address, &bits, sizeof(Bits));
  }
}

template <typename Next>
void fill(ElementType type, llvm::MutableArrayRef<uint8_t> memory, Next next) {
  switch (getBytes(type)) {
  case 1:
    return fillAs<uint8_t>(memory, next);
  case 2:
    return fillAs<uint16_t>(memory, next);
  case 4:
    return fillAs<uint32_t>(memory, next);
  default:
    return fillAs<uint64_t>(memory, next);
  }
}

/// A float whose significand has p bits is a multiple of 2^(1-p) in [-1, 1), so
/// that it is exact.
template <typename Float, typename Bits>
void fillFloats(unsigned precision, Random &random,
                llvm::MutableArrayRef<uint8_t> memory) {
  const Float unit = Float(1) / Float(uint64_t(1) << (precision - 1));
  fillAs<Bits>(memory, [&] {
    const Float value =
        static_cast<Float>(random.next() >> (64 - precision)) * unit - 1;
    Bits bits;
    std::memcpy(&bits, &value, sizeof(bits));
    return bits;
  });
}

/// The same for the formats that C++ has no type for; they have few values.
void fillSmallFloats(const llvm::fltSemantics &semantics, Random &random,
                     llvm::MutableArrayRef<uint8_t> memory) {
  const unsigned precision = llvm::APFloat::semanticsPrecision(semantics);
  std::vector<uint16_t> values(size_t(1) << precision);
  for (size_t i = 0; i < values.size(); ++i) {
    llvm::APFloat value(std::ldexp(static_cast<double>(i), 1 - int(precision)) -
                        1);
    bool exact;
    value.convert(semantics, llvm::APFloat::rmNearestTiesToEven, &exact);
    values[i] = value.bitcastToAPInt().getZExtValue();
  }
  fillAs<uint16_t>(memory,
                   [&] { return values[random.next() >> (64 - precision)]; });
}

} // namespace

void generate(const ValuesSpec &spec, llvm::MutableArrayRef<uint8_t> memory) {
  const uint64_t *element = spec.elements.data();
  fill(spec.type, memory, [&] { return *element++; });
}

void generate(const UniformSpec &spec, llvm::MutableArrayRef<uint8_t> memory) {
  Random random(spec.seed);
  switch (spec.type) {
  case ElementType::BF16:
    return fillSmallFloats(llvm::APFloat::BFloat(), random, memory);
  case ElementType::F16:
    return fillSmallFloats(llvm::APFloat::IEEEhalf(), random, memory);
  case ElementType::F32:
    return fillFloats<float, uint32_t>(24, random, memory);
  case ElementType::F64:
    return fillFloats<double, uint64_t>(53, random, memory);
  default:
    return fill(spec.type, memory, [&] { return random.below(spec.max); });
  }
}

void generate(const ZipfSpec &spec, llvm::MutableArrayRef<uint8_t> memory) {
  Random random(spec.seed);
  ZipfSampler sampler(spec.max, spec.alpha);
  // Popular ranks are spread over the whole range, as popular rows are over a
  // real table.
  Permutation spread(spec.max, spec.seed);
  fill(spec.type, memory, [&] { return spread(sampler.sample(random)); });
}

void generate(const OffsetsSpec &spec, llvm::MutableArrayRef<uint8_t> memory) {
  Random random(spec.seed);
  const uint64_t segments = spec.shape[0] - 1;
  uint64_t number = 0;
  fill(spec.type, memory, [&]() -> uint64_t {
    uint64_t offset = number * spec.length;
    // Two neighbouring segments trade up to `jitter` elements; a last one
    // without a neighbour keeps its length.
    if (number % 2 == 1 && number < segments)
      offset += random.below(2 * spec.jitter + 1) - spec.jitter;
    ++number;
    return offset;
  });
}

} // namespace ember::driver

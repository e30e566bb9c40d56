//===- Generator.h - Contents of generated arguments ------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Fills arrays as a spec says. The same spec gives the same bytes on every
/// host, in every build, whatever the other arguments are.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_DRIVER_GENERATOR_H
#define EMBER_DRIVER_GENERATOR_H

#include "ember/Driver/ArgumentSpec.h"

namespace ember::driver {

/// Fill `memory`, which holds all elements of the spec's array, in row-major
/// order, and zeros at first.
/// @{
void generate(const ValuesSpec &spec, llvm::MutableArrayRef<uint8_t> memory);
void generate(const UniformSpec &spec, llvm::MutableArrayRef<uint8_t> memory);
void generate(const ZipfSpec &spec, llvm::MutableArrayRef<uint8_t> memory);
void generate(const OffsetsSpec &spec, llvm::MutableArrayRef<uint8_t> memory);
/// @}

} // namespace ember::driver

#endif // EMBER_DRIVER_GENERATOR_H

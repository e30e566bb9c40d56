//===- Arguments.h - Arguments of a run -------------------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Turns the arguments that a user wrote into the buffers and the parameters
/// of a run, as the lowering of the entry function to LLVM passes them.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_DRIVER_ARGUMENTS_H
#define EMBER_DRIVER_ARGUMENTS_H

#include "ember/Driver/Signature.h"
#include "ember/Simulator/Engine.h"

namespace ember::driver {

/// Where the elements of an argument are: in a buffer of the run, from element
/// `offset` on.
struct BoundArray {
  unsigned buffer = 0;
  ElementType type = ElementType::I8;
  int64_t offset = 0; ///< Of element 0…0, in elements of the buffer.
  Shape shape;
  Shape strides; ///< In elements.

  /// The argument's elements, given the contents of its buffer.
  ArrayView view(llvm::ArrayRef<uint8_t> contents) const {
    return {type, contents.data() + offset * getBytes(type), shape, strides};
  }
};

struct BoundArguments {
  sim::RunInput input;
  /// One per argument; nothing for scalars and structs.
  std::vector<std::optional<BoundArray>> arrays;

  /// Binds one text per argument. Files are mapped, not read; generated arrays
  /// are filled. Errors name the argument by its number, from 0.
  static llvm::Expected<BoundArguments> bind(const Signature &signature,
                                             llvm::ArrayRef<std::string> texts);
};

} // namespace ember::driver

#endif // EMBER_DRIVER_ARGUMENTS_H

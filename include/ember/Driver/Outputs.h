//===- Outputs.h - What a run leaves behind ---------------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The arrays and results of a finished run: what is compared and saved.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_DRIVER_OUTPUTS_H
#define EMBER_DRIVER_OUTPUTS_H

#include "ember/Driver/Arguments.h"

namespace ember::driver {

/// An array argument or a result, in the memory of its run.
struct Output {
  std::string name; ///< `argument 3`, `result 0`.
  /// An array is one view, a scalar one view of rank 0, a struct one view of
  /// rank 0 for each field.
  llvm::SmallVector<ArrayView, 1> parts;
  /// The run's image of the argument that it is, empty for a result.
  ArrayRef<uint8_t> image;
};

/// The outputs of a run: its array arguments, then its results. They are valid
/// as long as the run is. An error when a result is not an array in the memory
/// of the run, such as one that was freed.
llvm::Expected<std::vector<Output>>
collectOutputs(const Signature &signature, const BoundArguments &arguments,
               const sim::Run &run);

/// The first difference between the outputs of two runs of one signature, for
/// people: `argument 3 at (5, 7): expects 1.5, but got 2`; nothing when they
/// are exactly equal.
std::optional<std::string> compareOutputs(llvm::ArrayRef<Output> expected,
                                          llvm::ArrayRef<Output> actual);

/// A file to save an output to, `I:FILE.npy` or `retI:FILE.npy`.
struct SaveRequest {
  std::string output; ///< The name of the output.
  std::string path;

  static llvm::Expected<SaveRequest> parse(StringRef text);

  /// Whether a kernel of this signature has such an output, and one that a
  /// file can hold.
  llvm::Error check(const Signature &signature) const;

  /// What to save of the outputs of such a kernel.
  const ArrayView &find(llvm::ArrayRef<Output> outputs) const;
};

} // namespace ember::driver

#endif // EMBER_DRIVER_OUTPUTS_H

//===- Fault.h - A mistake of the simulated program -------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The error that ends a run because of what the user's program did, as
/// opposed to one of the tool or its input.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_SIMULATOR_FAULT_H
#define EMBER_SIMULATOR_FAULT_H

#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include <string>

namespace ember::sim {

class FaultError : public llvm::ErrorInfo<FaultError> {
public:
  static char ID;

  /// `message` is complete, with its location where that is known.
  explicit FaultError(const llvm::Twine &message) : text(message.str()) {}

  std::string message() const override { return text; }
  void log(llvm::raw_ostream &os) const override;
  std::error_code convertToErrorCode() const override;

private:
  std::string text;
};

} // namespace ember::sim

#endif // EMBER_SIMULATOR_FAULT_H

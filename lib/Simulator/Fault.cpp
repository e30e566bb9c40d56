//===- Fault.cpp - A mistake of the simulated program ---------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Simulator/Fault.h"
#include "llvm/Support/raw_ostream.h"

using namespace ember::sim;

char FaultError::ID = 0;

void FaultError::log(llvm::raw_ostream &os) const { os << text; }

std::error_code FaultError::convertToErrorCode() const {
  return llvm::inconvertibleErrorCode();
}

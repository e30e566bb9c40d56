//===- Remarks.h - What passes say of what they leave -----------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Every place where a pass leaves code as it is, though a user may have hoped
/// for more, says so here.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_SUPPORT_REMARKS_H
#define EMBER_SUPPORT_REMARKS_H

#include "ember/Support/LLVM.h"

namespace ember {

/// Emits a missed optimization at an op. The category is that of the pass:
/// `decouple`; the name is the kind of refusal: `LoadNotOffloaded`; the reason
/// names what is in the way, its place, and the way out if there is one.
void remarkMissed(Operation *op, StringRef category, StringRef name,
                  const std::string &reason);

} // namespace ember

#endif // EMBER_SUPPORT_REMARKS_H

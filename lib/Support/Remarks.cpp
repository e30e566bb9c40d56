//===- Remarks.cpp - What passes say of what they leave -------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Support/Remarks.h"
#include "mlir/IR/Remarks.h"

using namespace ember;

void ember::remarkMissed(Operation *op, StringRef category, StringRef name,
                         const std::string &reason) {
  mlir::remark::missed(op->getLoc(),
                       mlir::remark::RemarkOpts::name(name).category(category))
      << mlir::remark::reason("{0}", reason);
}

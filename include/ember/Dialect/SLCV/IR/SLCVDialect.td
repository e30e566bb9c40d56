//===- SLCVDialect.td - The vector dialect of decoupled nests -*- tablegen -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef EMBER_DIALECT_SLCV_IR_SLCVDIALECT
#define EMBER_DIALECT_SLCV_IR_SLCVDIALECT

include "mlir/IR/OpBase.td"

def SLCV_Dialect : Dialect {
  let name = "slcv";
  let cppNamespace = "::ember::slcv";
  let summary = "Vectors, masks and runs in decoupled nests";
  let description = [{
    The `slcv` dialect adds to `slc` what an access unit does several iterations
    at a time: a vector loop with its mask, loads with an access pattern over
    lanes, and callbacks that see a *run* of iterations at once. Its streams are
    streams of the `slc` dialect whose elements are vectors.
  }];
  let dependentDialects = ["::ember::slc::SLCDialect"];
}

#endif // EMBER_DIALECT_SLCV_IR_SLCVDIALECT

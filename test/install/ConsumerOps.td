//===- ConsumerOps.td - An op that uses Ember's types ------*- tablegen -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "ember/Dialect/SLC/IR/SLCOps.td"

def Consumer_Dialect : Dialect {
  let name = "consumer";
  let cppNamespace = "::consumer";
}

def Consumer_UseOp : Op<Consumer_Dialect, "use"> {
  let arguments = (ins SLC_StreamType:$stream);
}

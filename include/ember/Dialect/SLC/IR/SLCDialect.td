//===- SLCDialect.td - The structured lookup-compute dialect -*- tablegen -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef EMBER_DIALECT_SLC_IR_SLCDIALECT
#define EMBER_DIALECT_SLC_IR_SLCDIALECT

include "mlir/IR/OpBase.td"

def SLC_Dialect : Dialect {
  let name = "slc";
  let cppNamespace = "::ember::slc";
  let summary = "Decoupled access-execute programs in structured form";
  let description = [{
    The structured lookup-compute dialect says which loops and loads of a nest
    an *access unit* runs (as *streams*) and which code an *execute unit* runs
    (as *callbacks*), while the nest keeps the structure of the original loops:
    erasing the streams and inlining the callbacks gives the original program
    back.

    A value of type `!slc.stream<T>` exists once per iteration of the `slc.for`
    whose body defines it; read in a deeper loop it is held. Streams never leave
    their nest, the outermost `slc.for` and all that is in it.
  }];
  let useDefaultTypePrinterParser = 1;
  let useDefaultAttributePrinterParser = 1;
}

#endif // EMBER_DIALECT_SLC_IR_SLCDIALECT

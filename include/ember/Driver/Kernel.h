//===- Kernel.h - The MLIR that is to be run --------------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A kernel as the user wrote it: a module, and the function of it that is run.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_DRIVER_KERNEL_H
#define EMBER_DRIVER_KERNEL_H

#include "ember/Driver/Signature.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/MemoryBuffer.h"

namespace ember::driver {

/// Adds everything that a kernel may be made of, and what compiling it needs:
/// all dialects, their interfaces, the translations to LLVM IR.
void registerKernelDialects(DialectRegistry &registry);

struct Kernel {
  /// The entry function, public, and what it needs.
  mlir::OwningOpRef<ModuleOp> module;
  Signature signature;  ///< Of the entry function.
  bool isSLC = false;   ///< Has ops of the `slc` dialect: is decoupled already.
  bool isSplit = false; ///< Has a `dlc.decoupled`: nothing tells what it was.
  unsigned numNests = 0; ///< Loops of the module that are in no other.

  /// Parses `text`, whose name is that of its file. `entry` names the function
  /// to run; when empty, the module's only public function is.
  ///
  /// Errors: it is not valid MLIR (the context's diagnostics say why); there is
  /// no such function, or more than one.
  static llvm::Expected<Kernel> parse(MLIRContext &context,
                                      std::unique_ptr<llvm::MemoryBuffer> text,
                                      StringRef entry);

  /// Parses the file at `path`. Errors: it cannot be read, and those of
  /// `parse`.
  static llvm::Expected<Kernel> load(MLIRContext &context, StringRef path,
                                     StringRef entry);
};

} // namespace ember::driver

#endif // EMBER_DRIVER_KERNEL_H

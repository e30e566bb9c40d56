//===- Compiler.h - From kernels to programs of the core --------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Compiles a kernel into the builds that a simulation runs.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_DRIVER_COMPILER_H
#define EMBER_DRIVER_COMPILER_H

#include "ember/Driver/Kernel.h"
#include "ember/Simulator/CoreProgram.h"
#include "ember/Simulator/MachineDescription.h"

namespace ember::driver {

struct CompilerOptions {
  /// Options of `--ember-pipeline`, as on a command line.
  std::string pipeline;
  /// Proves that a kernel that is SLC already is legal.
  bool verifyDecoupling = true;
  /// Optimises the core's programs. Values do not depend on it.
  bool optimize = true;
  /// Lets runs of checked builds bound the core's steps.
  bool countSteps = false;
  /// Verifies the IR after each pass of the lowering to LLVM, too.
  bool verifyLowering = true;
};

/// Why a pass left something as it was.
struct Remark {
  std::string name;     ///< Of the kind of remark: `NotVectorised`.
  std::string location; ///< `file:line:column`
  std::string reason;

  /// The remark as a line of text, without its end.
  std::string describe() const { return location + ": remark: " + reason; }
};

enum class Program {
  Original,  ///< As the kernel was written; the erasure of SLC.
  Erased,    ///< Decoupled as far as before the split, then erased.
  Decoupled, ///< As Ember's pipeline makes it.
};

enum class Build {
  Checked, ///< With guards, for values.
  Timed,   ///< Without guards, instrumented, for cycles.
};

class Compiler {
public:
  Compiler(const Kernel &kernel, const CompilerOptions &options)
      : kernel(kernel), options(options) {}

  /// Runs Ember's pipeline for a machine, once for both builds. Errors: wrong
  /// options, or a pass that fails; the context's diagnostics say why.
  llvm::Error decouple(const sim::MachineDescription &machine);

  /// Compiles one build of one program, the decoupled one after `decouple`.
  llvm::Expected<std::unique_ptr<sim::CoreProgram>>
  compile(Program program, Build build,
          const sim::MachineDescription &machine) const;

  /// The decoupled program, split but not lowered yet; after `decouple`.
  ModuleOp getDecoupled() const { return decoupled.get(); }

  /// Nests of the decoupled program that the access unit runs.
  unsigned getNumDecoupledNests() const { return numDecoupledNests; }

  /// Decoupled nests with a loop that runs in vectors.
  unsigned getNumVectorisedNests() const { return numVectorisedNests; }

  /// What the pipeline missed, in order.
  const std::vector<Remark> &getRemarks() const { return remarks; }

private:
  llvm::Expected<mlir::OwningOpRef<ModuleOp>> makeOriginal() const;
  llvm::Expected<mlir::OwningOpRef<ModuleOp>>
  makeErased(const sim::MachineDescription &machine) const;

  const Kernel &kernel;
  CompilerOptions options;
  mlir::OwningOpRef<ModuleOp> decoupled;
  unsigned numDecoupledNests = 0;
  unsigned numVectorisedNests = 0;
  std::vector<Remark> remarks;
};

} // namespace ember::driver

#endif // EMBER_DRIVER_COMPILER_H

//===- CoreProgram.h - The core's program as native code --------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The program of a simulated core: LLVM IR, optimised once for the machine
/// that is simulated, then compiled for the host to get its values and, when
/// it is to be timed, priced by the simulated machine's own code generator.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_SIMULATOR_COREPROGRAM_H
#define EMBER_SIMULATOR_COREPROGRAM_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace ember::sim {

struct MachineDescription;

struct CoreProgramOptions {
  std::string entry; ///< The function to run.
  /// Instruments the program, so that its runs are timed.
  bool timed = false;
};

/// A global variable of the program, in the host's memory.
struct GlobalVariableInfo {
  std::string name;
  uint8_t *address = nullptr;
  uint64_t bytes = 0;
  bool constant = false;
};

class CoreProgram {
public:
  /// Optimises and compiles `module`, whose data layout and triple are set to
  /// the host's. Floating-point results are those of the IR, to the bit: no
  /// contraction, no vector math library.
  ///
  /// Errors: there is no function `options.entry`, the machine's CPU is not
  /// known, or the program calls a function that is neither part of it, nor of
  /// the run-time ABI, nor among the allowed functions of libc and libm (see
  /// `runtimeSymbols`): "the kernel calls 'foo', which is not defined".
  static llvm::Expected<std::unique_ptr<CoreProgram>>
  compile(std::unique_ptr<llvm::LLVMContext> context,
          std::unique_ptr<llvm::Module> module,
          const MachineDescription &machine, const CoreProgramOptions &options);

  ~CoreProgram();
  CoreProgram(const CoreProgram &) = delete;
  CoreProgram &operator=(const CoreProgram &) = delete;

  /// Whether runs of this program are timed.
  bool isTimed() const { return timed; }

  /// Bytes that a value of each parameter takes in memory, in the natural
  /// layout of its type (a pointer takes 8).
  llvm::ArrayRef<uint64_t> parameterBytes() const { return parameters; }

  /// Bytes of the result, 0 for none.
  uint64_t resultBytes() const { return result; }

  /// The program's global variables, in the order of the module.
  llvm::ArrayRef<GlobalVariableInfo> globals() const { return globalList; }

private:
  friend class Run;
  struct Implementation;

  CoreProgram();

  /// Gives the variables their initial values again.
  void resetGlobals();

  std::unique_ptr<Implementation> impl;
  bool timed = false;
  std::vector<uint64_t> parameters;
  uint64_t result = 0;
  std::vector<GlobalVariableInfo> globalList;
  /// Held during a run: the variables are those of one run at a time.
  std::mutex running;
};

} // namespace ember::sim

#endif // EMBER_SIMULATOR_COREPROGRAM_H

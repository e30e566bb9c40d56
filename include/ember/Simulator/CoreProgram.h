//===- CoreProgram.h - The core's program as native code --------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The program of a simulated core: LLVM IR, optimised once for the machine
/// that is simulated, then compiled for the host to get its values and, when
/// it is to be timed, priced by the simulated machine's own cost model.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_SIMULATOR_COREPROGRAM_H
#define EMBER_SIMULATOR_COREPROGRAM_H

#include "ember/Simulator/BlockTemplate.h"
#include "ember/Simulator/MachineDescription.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace llvm::orc {
class LLJIT;
} // namespace llvm::orc

namespace ember::sim {

struct CoreProgramOptions {
  std::string entry; ///< The function to run.
  /// Instruments the program, so that its runs are timed.
  bool timed = false;
  /// Lets a run bound the steps of the program (`RunOptions::maxSteps`).
  bool countSteps = false;
  /// Optimises the program. Values do not depend on it, times do.
  bool optimize = true;
};

class CoreProgram {
public:
  /// A global variable of the program, in the host's memory.
  struct Global {
    uint8_t *address = nullptr;
    uint64_t bytes = 0;
    /// What a variable that the program may write holds at first; none for
    /// zeros and for constants.
    std::vector<uint8_t> initial;
    bool constant = false;
  };

  /// Optimises and compiles `module`, whose data layout and triple are set to
  /// the host's. Everything but the entry becomes internal. Floating-point
  /// results are those of the IR, to the bit: no contraction, no vector math
  /// library, no knowledge of what library functions compute.
  ///
  /// Errors: there is no function `options.entry`, the machine's CPU is not
  /// known, or the program calls a function that is neither part of it nor one
  /// of `runtimeSymbols`: "the kernel calls 'foo', which is not defined".
  static llvm::Expected<std::unique_ptr<CoreProgram>>
  compile(std::unique_ptr<llvm::LLVMContext> context,
          std::unique_ptr<llvm::Module> module,
          const MachineDescription &machine, const CoreProgramOptions &options);

  ~CoreProgram();
  CoreProgram(const CoreProgram &) = delete;
  CoreProgram &operator=(const CoreProgram &) = delete;

  /// Whether runs of this program are timed.
  bool isTimed() const { return templates.has_value(); }

  /// What the blocks of a timed program cost.
  const ProgramTemplates &getTemplates() const { return *templates; }

  /// Bytes that a value of each parameter takes in memory, in the natural
  /// layout of its type (a pointer takes 8).
  llvm::ArrayRef<uint64_t> parameterBytes() const { return parameters; }

  /// Bytes of the result, 0 for none.
  uint64_t resultBytes() const { return result; }

  /// The program's global variables, in the order of the module.
  llvm::ArrayRef<Global> getGlobals() const { return globals; }

  /// Calls the program. `values` points to the address of each parameter's
  /// value and then, if it has one, of its result.
  using EntryFunction = void (*)(void *values);
  EntryFunction getEntry() const { return entry; }

  /// Held by a run from start to end: the variables are those of one run.
  std::mutex &getMutex() { return mutex; }

  /// Gives the variables their initial values again.
  void resetGlobals();

private:
  CoreProgram() = default;

  /// Lists the variables of `module`, tells which of them are not zero at
  /// first, and adds a table of their addresses, whose name is returned.
  std::string buildGlobalTable(llvm::Module &module,
                               std::vector<bool> &nonZero);

  /// Compiles `module` and finds the function and the table of the addresses
  /// of `globals` that have these names.
  llvm::Error link(std::unique_ptr<llvm::LLVMContext> context,
                   std::unique_ptr<llvm::Module> module,
                   llvm::StringRef entryName, llvm::StringRef tableName,
                   bool optimize);

  std::unique_ptr<llvm::orc::LLJIT> jit;
  EntryFunction entry = nullptr;
  std::vector<uint64_t> parameters;
  uint64_t result = 0;
  std::vector<Global> globals;
  std::optional<ProgramTemplates> templates;
  std::mutex mutex;
};

} // namespace ember::sim

#endif // EMBER_SIMULATOR_COREPROGRAM_H

//===- RuntimeCalls.h - Calls of the run-time ABI ---------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Builds the calls by which a core's program talks to its run-time, as
/// docs/Architecture.md lists them. All passes that need the run-time build
/// its calls here, so names, signatures and constants stand in one place.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_TARGET_RUNTIMECALLS_H
#define EMBER_TARGET_RUNTIMECALLS_H

#include "ember/Support/LLVM.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/StringMap.h"

namespace ember::target {

/// Declares the functions of the run-time ABI in a module when they are first
/// called, and keeps one copy of each constant.
///
/// The ops that are built are of the `llvm` dialect and `arith.index_cast`;
/// they may stand among ops of any dialect. An `i64` operand may be given as a
/// value of type `index`; a pointer must be a `!llvm.ptr`.
///
/// The module must not change its top-level symbols by other means while an
/// object of this class is in use.
class RuntimeCalls {
public:
  /// What `__ember_acquire` returns.
  struct Token {
    Value event;  ///< `i64`; the number of events is the end of the nest.
    Value record; ///< `!llvm.ptr` to the record of the event.
  };

  /// Prepares `module`; constants that an earlier object made are found again.
  /// Fails with a diagnostic if the module uses a name of the ABI for
  /// something else.
  static FailureOr<RuntimeCalls> create(ModuleOp module);

  /// The address of a constant that holds `text` and a NUL.
  Value string(OpBuilder &builder, Location loc, StringRef text);

  /// The address of a new constant `name` (made unique) that holds `bytes`,
  /// aligned to `alignment` bytes.
  Value constant(OpBuilder &builder, Location loc, StringRef name,
                 StringRef bytes, unsigned alignment);

  /// `__ember_start`. `config` points to `words` configuration words.
  void start(OpBuilder &builder, Location loc, Value program, Value bytes,
             Value config, Value words);
  Token acquire(OpBuilder &builder, Location loc);
  void release(OpBuilder &builder, Location loc);
  void checkField(OpBuilder &builder, Location loc, int64_t field);
  /// `__ember_check_run_field`. `position` is an element of the run.
  void checkRunField(OpBuilder &builder, Location loc, int64_t field,
                     Value position);
  void fallback(OpBuilder &builder, Location loc, int64_t nest);

  /// `__ember_fault` with the message `LOC: text`.
  void fault(OpBuilder &builder, Location loc, StringRef text);

  /// `__ember_fault_index` for `op` at its location.
  void faultIndex(OpBuilder &builder, Operation *op, int64_t dim, Value index,
                  Value size);

  /// `__ember_check_range` for `op` at its location.
  void checkRange(OpBuilder &builder, Operation *op, Value base, Value low,
                  Value high);

private:
  explicit RuntimeCalls(ModuleOp module);

  /// Where the next symbol is put: after the ones made before, at the top of
  /// the module.
  OpBuilder atTop();
  mlir::LLVM::GlobalOp createConstant(StringRef name, StringRef bytes,
                                      unsigned alignment);
  mlir::LLVM::CallOp call(OpBuilder &builder, Location loc, StringRef name,
                          ValueRange operands);
  Value toI64(OpBuilder &builder, Location loc, Value value);
  Value constantI64(OpBuilder &builder, Location loc, int64_t value);

  ModuleOp module;
  SymbolTable symbols;
  Operation *lastSymbol = nullptr;
  llvm::StringMap<StringAttr> strings;
};

} // namespace ember::target

#endif // EMBER_TARGET_RUNTIMECALLS_H

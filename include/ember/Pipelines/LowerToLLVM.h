//===- LowerToLLVM.h - From ordinary MLIR to LLVM ---------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The last part of every build: what is left of ordinary MLIR becomes the
/// `llvm` dialect. The decoupled program and the reference go through the same
/// pipeline, so that the same expression has the same bits in both.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_PIPELINES_LOWERTOLLVM_H
#define EMBER_PIPELINES_LOWERTOLLVM_H

#include "mlir/Pass/PassManager.h"

namespace ember {

/// Appends the passes that lower a module of `func`, `scf`, `cf`, `affine`,
/// `memref`, `vector`, `arith`, `math`, `complex`, `index` and `ub` ops, among
/// ops of the `llvm` dialect, to the `llvm` dialect.
///
/// An `index` has 64 bits, a memref argument becomes the elements of its
/// descriptor (allocated pointer, aligned pointer, offset, sizes, strides),
/// allocations call `malloc` and `free`. No floating-point operation is
/// reassociated or contracted.
void buildLowerToLLVMPipeline(mlir::OpPassManager &pm);

/// Registers the pipeline as `--ember-lower-to-llvm`.
void registerLowerToLLVMPipeline();

} // namespace ember

#endif // EMBER_PIPELINES_LOWERTOLLVM_H

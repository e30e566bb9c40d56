//===- Levels.cpp - Programs as of a level --------------------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Levels.h"

#include "ember/Pipelines/Pipelines.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"

namespace ember::fuzz {

mlir::OwningOpRef<ModuleOp> lowerTo(MLIRContext &context, StringRef text,
                                    StringRef level, Dice &dice) {
  auto module =
      mlir::parseSourceString<ModuleOp>(text, mlir::ParserConfig(&context));
  if (!module)
    return module;
  PipelineOptions options;
  options.optLevel = static_cast<unsigned>(dice.between(0, maxOptLevel));
  options.vlen = dice.pick<int64_t>({2, 4, 8, 16});
  options.until = level == "slc"    ? Level::SLC
                  : level == "slcv" ? Level::SLCV
                                    : Level::DLC;
  mlir::PassManager pm(&context, ModuleOp::getOperationName());
  auto refuse = [](const Twine &) { return failure(); };
  if (failed(buildEmberPipeline(pm, options, refuse)) ||
      failed(pm.run(*module)))
    return {};
  return module;
}

} // namespace ember::fuzz

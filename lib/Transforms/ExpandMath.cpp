//===- ExpandMath.cpp - Mathematical functions to arithmetic ----*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace ember {
#define GEN_PASS_DEF_EMBEREXPANDMATH
#include "ember/Transforms/Passes.h.inc"
} // namespace ember

using namespace ember;
namespace arith = mlir::arith;

namespace {

class ExpandMath : public impl::EmberExpandMathBase<ExpandMath> {
public:
  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet set(context);
    mlir::populateMathPolynomialApproximationPatterns(set);
    arith::populateCeilFloorDivExpandOpsPatterns(set);
    patterns = std::move(set);
    return success();
  }

  void runOnOperation() override {
    // Most functions have nothing to expand; they need not be visited by the
    // driver.
    SmallVector<Operation *> ops;
    getOperation()->walk([&](Operation *op) {
      if (isa_and_nonnull<mlir::math::MathDialect>(op->getDialect()) ||
          isa<arith::CeilDivSIOp, arith::CeilDivUIOp, arith::FloorDivSIOp>(op))
        ops.push_back(op);
    });
    if (ops.empty())
      return markAllAnalysesPreserved();
    mlir::GreedyRewriteConfig config;
    config.setStrictness(mlir::GreedyRewriteStrictness::ExistingAndNewOps)
        .enableFolding(false);
    if (failed(mlir::applyOpPatternsGreedily(ops, patterns, config)))
      signalPassFailure();
  }

private:
  mlir::FrozenRewritePatternSet patterns;
};

} // namespace

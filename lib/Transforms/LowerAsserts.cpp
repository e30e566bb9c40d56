//===- LowerAsserts.cpp - Asserts to calls of the run-time ------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Target/RuntimeCalls.h"
#include "ember/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace ember {
#define GEN_PASS_DEF_EMBERLOWERASSERTS
#include "ember/Transforms/Passes.h.inc"
} // namespace ember

using namespace ember;
namespace arith = mlir::arith;
namespace cf = mlir::cf;
namespace scf = mlir::scf;

namespace {

class LowerAsserts : public impl::EmberLowerAssertsBase<LowerAsserts> {
public:
  void runOnOperation() override {
    SmallVector<cf::AssertOp> asserts;
    getOperation().walk([&](cf::AssertOp op) { asserts.push_back(op); });
    if (asserts.empty())
      return markAllAnalysesPreserved();

    FailureOr<target::RuntimeCalls> calls =
        target::RuntimeCalls::create(getOperation());
    if (failed(calls))
      return signalPassFailure();
    for (cf::AssertOp op : asserts)
      lower(op, *calls);
  }

private:
  static void lower(cf::AssertOp op, target::RuntimeCalls &calls) {
    Location loc = op.getLoc();
    OpBuilder builder(op);
    Value always = arith::ConstantIntOp::create(builder, loc, 1, 1);
    Value violated = arith::XOrIOp::create(builder, loc, op.getArg(), always);
    auto guard = scf::IfOp::create(builder, loc, violated,
                                   /*withElseRegion=*/false);
    OpBuilder inside = guard.getThenBodyBuilder();
    calls.fault(inside, loc, op.getMsg());
    op.erase();
  }
};

} // namespace

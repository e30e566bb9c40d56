//===- SLCToSCF.cpp - Erases streams --------------------------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Conversion/Passes.h"
#include "ember/Dialect/DLC/IR/DLC.h"
#include "ember/Dialect/SLC/IR/SLC.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace ember {
#define GEN_PASS_DEF_CONVERTSLCTOSCF
#include "ember/Conversion/Passes.h.inc"
} // namespace ember

using namespace ember;
namespace arith = mlir::arith;
namespace memref = mlir::memref;
namespace scf = mlir::scf;

namespace {

/// Rebuilds a nest with plain loops.
class NestEraser {
public:
  explicit NestEraser(OpBuilder &builder) : builder(builder) {}

  scf::ForOp buildLoop(slc::ForOp loop) {
    auto plain =
        scf::ForOp::create(builder, loop.getLoc(), lookup(loop.getLowerBound()),
                           lookup(loop.getUpperBound()), loop.getStep(),
                           lookup(loop.getInitArgs()));
    plain->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
    OpBuilder::InsertionGuard guard(builder);
    if (!loop.getInitArgs().empty())
      builder.setInsertionPointToEnd(plain.getBody());
    else
      builder.setInsertionPoint(plain.getBody()->getTerminator());
    streams.map(loop.getInductionVar(), plain.getInductionVar());
    values.map(loop.getRegionIterArgs(), plain.getRegionIterArgs());
    for (Operation &op : loop.getBody()->without_terminator())
      buildOp(&op);
    if (!loop.getInitArgs().empty())
      scf::YieldOp::create(builder, loop.getBody()->getTerminator()->getLoc(),
                           lookup(loop.getYieldedValues()));
    return plain;
  }

private:
  /// What an operand is in the plain loops: a stream is a value there.
  Value lookup(Value value) {
    if (Value element = streams.lookupOrNull(value))
      return element;
    return values.lookupOrDefault(value);
  }
  SmallVector<Value> lookup(ValueRange range) {
    return llvm::map_to_vector(range, [&](Value v) { return lookup(v); });
  }

  void buildOp(Operation *op) {
    llvm::TypeSwitch<Operation *>(op)
        .Case([&](slc::ForOp loop) {
          values.map(loop.getResults(), buildLoop(loop).getResults());
        })
        .Case([&](slc::CallbackOp callback) { inlineBody(callback); })
        .Case([&](slc::MemStrOp load) { buildLoad(load); })
        .Case([&](slc::StoreStrOp store) { buildStore(store); })
        .Case([&](slc::AluStrOp alu) { buildArith(alu); });
  }

  void inlineBody(slc::CallbackOp callback) {
    for (Operation &op : callback.getBody()->without_terminator())
      cloneInCallback(&op);
    values.map(callback.getResults(),
               lookup(callback.getBody()->getTerminator()->getOperands()));
  }

  /// Clones an op of a callback; `slc.to_val`, at any depth, is its stream.
  void cloneInCallback(Operation *op) {
    if (auto toVal = dyn_cast<slc::ToValOp>(op)) {
      values.map(toVal.getResult(), lookup(toVal.getStream()));
      return;
    }
    Operation *clone = builder.clone(*op, values);
    clone->walk([&](slc::ToValOp toVal) {
      toVal.replaceAllUsesWith(lookup(toVal.getStream()));
      toVal.erase();
    });
  }

  void buildLoad(slc::MemStrOp load) {
    Location loc = load.getLoc();
    auto build = [&](OpBuilder &b, Location l) {
      return memref::LoadOp::create(b, l, load.getMemref(),
                                    lookup(load.getIndices()))
          .getResult();
    };
    if (!load.getPredicate()) {
      streams.map(load.getResult(), build(builder, loc));
      return;
    }
    auto guarded = scf::IfOp::create(
        builder, loc, lookup(load.getPredicate()),
        [&](OpBuilder &b, Location l) {
          scf::YieldOp::create(b, l, build(b, l));
        },
        [&](OpBuilder &b, Location l) {
          Type type = load.getType().getElementType();
          Value zero = arith::ConstantOp::create(b, l, b.getZeroAttr(type));
          scf::YieldOp::create(b, l, zero);
        });
    streams.map(load.getResult(), guarded.getResult(0));
  }

  void buildStore(slc::StoreStrOp store) {
    auto build = [&](OpBuilder &b, Location l) {
      memref::StoreOp::create(b, l, lookup(store.getValue()), store.getMemref(),
                              lookup(store.getIndices()));
    };
    if (!store.getPredicate()) {
      build(builder, store.getLoc());
      return;
    }
    scf::IfOp::create(builder, store.getLoc(), lookup(store.getPredicate()),
                      [&](OpBuilder &b, Location l) {
                        build(b, l);
                        scf::YieldOp::create(b, l);
                      });
  }

  void buildArith(slc::AluStrOp alu) {
    OperationState state(alu.getLoc(), slc::getArithName(alu.getKind()));
    state.addOperands(lookup(alu.getInputs()));
    state.addTypes(alu.getResult().getType().getElementType());
    if (auto predicate = alu.getPredicateAttr())
      state.addAttribute("predicate", predicate);
    streams.map(alu.getResult(), builder.create(state)->getResult(0));
  }

  OpBuilder &builder;
  IRMapping streams; ///< Stream -> its element.
  IRMapping values; ///< Value of the execute unit -> itself in the plain loops.
};

struct ConvertSLCToSCFPass : impl::ConvertSLCToSCFBase<ConvertSLCToSCFPass> {
  void runOnOperation() override {
    SmallVector<slc::ForOp> nests;
    getOperation()->walk<mlir::WalkOrder::PreOrder>([&](Operation *op) {
      // What is in a decoupled nest is split already.
      if (isa<dlc::DecoupledOp>(op))
        return WalkResult::skip();
      auto nest = dyn_cast<slc::ForOp>(op);
      if (!nest)
        return WalkResult::advance();
      nests.push_back(nest);
      return WalkResult::skip();
    });
    for (slc::ForOp nest : nests) {
      OpBuilder builder(nest);
      scf::ForOp plain = NestEraser(builder).buildLoop(nest);
      nest->replaceAllUsesWith(plain.getResults());
      nest->erase();
    }
    getOperation()->walk([](slc::FallbackOp op) { op->erase(); });
  }
};

} // namespace

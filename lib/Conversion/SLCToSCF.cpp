//===- SLCToSCF.cpp - Erases streams --------------------------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Conversion/Passes.h"
#include "ember/Dialect/DLC/IR/DLC.h"
#include "ember/Dialect/SLC/IR/SLC.h"
#include "ember/Dialect/SLCV/IR/SLCV.h"
#include "ember/Dialect/SLCV/Utils/Lanes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

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

  scf::ForOp buildLoop(slc::AccessLoop loop) {
    Location loc = loop.getLoc();
    auto wide = dyn_cast<slcv::ForOp>(loop.getOperation());
    Value step = loop.getStep();
    if (wide)
      step = arith::ConstantIndexOp::create(
          builder, loc, wide.getConstantStep() * wide.getNumLanes());
    auto plain = scf::ForOp::create(builder, loc, lookup(loop.getLowerBound()),
                                    lookup(loop.getUpperBound()), step,
                                    lookup(loop.getInitArgs()));
    plain->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
    OpBuilder::InsertionGuard guard(builder);
    bool carries = !loop.getInitArgs().empty();
    if (carries)
      builder.setInsertionPointToEnd(plain.getBody());
    else
      builder.setInsertionPoint(plain.getBody()->getTerminator());
    streams.map(loop.getInductionStream(), plain.getInductionVar());
    values.map(loop.getRegionIterArgs(), plain.getRegionIterArgs());
    if (wide)
      buildMask(wide, plain);
    for (Operation &op : loop.getLoopBody()->without_terminator())
      buildOp(&op);
    if (carries)
      scf::YieldOp::create(builder,
                           loop.getLoopBody()->getTerminator()->getLoc(),
                           lookup(loop.getYielded()));
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
        .Case([&](slc::AccessLoop loop) {
          values.map(loop->getResults(), buildLoop(loop).getResults());
        })
        .Case([&](slc::CallbackOp callback) { inlineBody(callback); })
        .Case([&](slcv::CallbackOp callback) {
          // A run of one iteration.
          values.map(callback.getRunLength(),
                     arith::ConstantIndexOp::create(builder, op->getLoc(), 1)
                         .getResult());
          inlineBody(callback);
        })
        .Case([&](slc::MemStrOp load) { buildLoad(load); })
        .Case([&](slcv::MemStrOp load) {
          streams.map(load.getResult(),
                      slcv::buildMaskedLoad(
                          builder, op->getLoc(), load.getMemref(),
                          lookup(load.getIndices()), load.getLaneStrides(),
                          lookup(load.getMask())));
        })
        .Case([&](slcv::LaneStrOp lanes) {
          streams.map(lanes.getResult(),
                      slcv::buildLanes(builder, op->getLoc(),
                                       lookup(lanes.getBase()),
                                       lanes.getLaneStride(), lanes.getVlen()));
        })
        .Case([&](slc::StoreStrOp store) { buildStore(store); })
        .Case([&](slc::AluStrOp alu) { buildArith(alu); });
  }

  /// The lanes of a vector loop that are iterations.
  void buildMask(slcv::ForOp wide, scf::ForOp plain) {
    Location loc = wide.getLoc();
    Value left = arith::SubIOp::create(builder, loc, plain.getUpperBound(),
                                       plain.getInductionVar());
    if (int64_t step = wide.getConstantStep(); step != 1) {
      Value by = arith::ConstantIndexOp::create(builder, loc, step);
      left = arith::CeilDivSIOp::create(builder, loc, left, by);
    }
    auto type =
        cast<VectorType>(slc::getElementTypeOrSelf(wide.getMask().getType()));
    streams.map(wide.getMask(),
                mlir::vector::CreateMaskOp::create(builder, loc, type, left)
                    .getResult());
  }

  void inlineBody(Operation *callback) {
    Block &body = callback->getRegion(0).front();
    for (Operation &op : body.without_terminator())
      cloneInCallback(&op);
    values.map(callback->getResults(),
               lookup(body.getTerminator()->getOperands()));
  }

  /// Clones an op of a callback; a read of a stream, at any depth, is what the
  /// stream has now.
  void cloneInCallback(Operation *op) {
    if (isa<slc::ToValOp, slcv::BufStrOp>(op)) {
      values.map(op->getResult(0), lookup(op->getOperand(0)));
      return;
    }
    Operation *clone = builder.clone(*op, values);
    clone->walk([&](Operation *read) {
      if (!isa<slc::ToValOp, slcv::BufStrOp>(read))
        return;
      read->getResult(0).replaceAllUsesWith(lookup(read->getOperand(0)));
      read->erase();
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
    int64_t lanes = slc::getNumLanes(alu.getType());
    for (Value input : lookup(alu.getInputs()))
      state.addOperands(lanes == 1 || isa<VectorType>(input.getType())
                            ? input
                            : slcv::buildLanes(builder, alu.getLoc(), input,
                                               /*laneStride=*/0, lanes));
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
    for (slc::AccessLoop nest : dlc::getNests(getOperation())) {
      OpBuilder builder(nest);
      scf::ForOp plain = NestEraser(builder).buildLoop(nest);
      nest->replaceAllUsesWith(plain.getResults());
      nest->erase();
    }
    getOperation()->walk([](slc::FallbackOp op) { op->erase(); });
  }
};

} // namespace

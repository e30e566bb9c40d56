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

/// Rebuilds a nest with plain loops. A loop whose callback takes runs stays a
/// loop over its iterations; the first one of each run does the work of all of
/// it.
class NestEraser {
public:
  explicit NestEraser(OpBuilder &builder) : builder(builder) {}

  /// Builds a loop, and gives what its results are.
  ValueRange buildLoop(slc::AccessLoop loop) {
    Location loc = loop.getLoc();
    Value lower = lookup(loop.getLowerBound());
    Value upper = lookup(loop.getUpperBound());
    SmallVector<Value> inits = lookup(loop.getInitArgs());
    slcv::CallbackOp run = slcv::getRun(loop);
    if (run) // The position in the run.
      inits.push_back(constant(loc, 0));
    Iteration iteration{loop, upper, loop.getStep(), /*first=*/Value()};
    scf::ForOp plain;
    if (auto wide = dyn_cast<slcv::ForOp>(loop.getOperation())) {
      // Over the numbers of the vectors: the last one may end behind the
      // largest index.
      iteration.step =
          constant(loc, llvm::SaturatingMultiply<uint64_t>(
                            wide.getConstantStep(), wide.getNumLanes()));
      plain = scf::ForOp::create(builder, loc, constant(loc, 0),
                                 buildNumVectors(loc, lower, iteration),
                                 constant(loc, 1), inits);
    } else {
      plain =
          scf::ForOp::create(builder, loc, lower, upper, iteration.step, inits);
    }
    plain->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
    OpBuilder::InsertionGuard guard(builder);
    if (inits.empty())
      builder.setInsertionPoint(plain.getBody()->getTerminator());
    else
      builder.setInsertionPointToEnd(plain.getBody());
    iteration.first = plain.getInductionVar();
    if (isa<slcv::ForOp>(loop))
      iteration.first =
          buildSum(builder, loc, lower, iteration.first, iteration.step);
    values.map(loop.getRegionIterArgs(),
               plain.getRegionIterArgs().take_front(loop.getInitArgs().size()));
    SmallVector<Value> yielded;
    if (run) {
      yielded = buildRun(iteration, run, plain.getRegionIterArgs());
    } else {
      enterIteration(iteration);
      for (Operation &op : loop.getLoopBody()->without_terminator())
        buildOp(&op);
      yielded = lookup(loop.getYielded());
    }
    if (!yielded.empty())
      scf::YieldOp::create(
          builder, loop.getLoopBody()->getTerminator()->getLoc(), yielded);
    return plain.getResults().take_front(loop->getNumResults());
  }

private:
  /// An iteration of a loop, or a vector of them.
  struct Iteration {
    slc::AccessLoop loop;
    Value upper, step; ///< In the plain loops; from one vector to the next.
    Value first;       ///< The induction variable, of the first lane.
  };

  Value constant(Location loc, int64_t value) {
    return arith::ConstantIndexOp::create(builder, loc, value);
  }

  /// `first + number * step`
  static Value buildSum(OpBuilder &b, Location loc, Value first, Value number,
                        Value step) {
    Value offset = arith::MulIOp::create(b, loc, number, step);
    return arith::AddIOp::create(b, loc, first, offset);
  }

  /// How many vectors the iterations from `lower` on are.
  Value buildNumVectors(Location loc, Value lower, const Iteration &iteration) {
    Value isEmpty = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::sge, lower, iteration.upper);
    // Exact as unsigned numbers.
    Value left = arith::SubIOp::create(builder, loc, iteration.upper, lower);
    Value count =
        arith::CeilDivUIOp::create(builder, loc, left, iteration.step);
    return arith::SelectOp::create(builder, loc, isEmpty, constant(loc, 0),
                                   count);
  }

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
          values.map(loop->getResults(), buildLoop(loop));
        })
        .Case([&](slc::CallbackOp callback) { inlineBody(callback); })
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

  //===--------------------------------------------------------------------===//
  // Iterations and runs
  //===--------------------------------------------------------------------===//

  /// Gives the streams that a loop defines the elements of one iteration.
  void enterIteration(const Iteration &iteration) {
    slc::AccessLoop loop = iteration.loop;
    streams.map(loop.getInductionStream(), iteration.first);
    auto wide = dyn_cast<slcv::ForOp>(loop.getOperation());
    if (!wide)
      return;
    Location loc = wide.getLoc();
    Value left =
        arith::SubIOp::create(builder, loc, iteration.upper, iteration.first);
    auto type =
        cast<VectorType>(slc::getElementTypeOrSelf(wide.getMask().getType()));
    streams.map(wide.getMask(), slcv::buildMask(builder, loc, type, left,
                                                wide.getConstantStep()));
  }

  /// Builds the body of a loop with runs, and gives what it yields.
  SmallVector<Value> buildRun(const Iteration &iteration, slcv::CallbackOp run,
                              ValueRange carried) {
    slc::AccessLoop loop = iteration.loop;
    Location loc = run.getLoc();
    for (auto store : loop.getLoopBody()->getOps<slc::StoreStrOp>()) {
      NestEraser element(*this);
      element.enterIteration(iteration);
      for (Value operand : store->getOperands())
        element.buildElement(operand);
      element.buildStore(store);
    }

    Value position = carried.back();
    Value zero = constant(loc, 0), one = constant(loc, 1),
          chunk = constant(loc, run.getChunk());
    Value isFirst = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::eq, position, zero);
    TypeRange types = loop->getResultTypes();
    auto choice = scf::IfOp::create(builder, loc, types, isFirst,
                                    /*withElseRegion=*/!types.empty());
    Value next = arith::AddIOp::create(builder, loc, position, one);
    Value isLast = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                         next, chunk);
    Value wrapped = arith::SelectOp::create(builder, loc, isLast, zero, next);

    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(choice.thenBlock());
    // Exact as unsigned numbers: there is an iteration.
    Value left =
        arith::SubIOp::create(builder, loc, iteration.upper, iteration.first);
    Value others = arith::DivUIOp::create(
        builder, loc, arith::SubIOp::create(builder, loc, left, one),
        iteration.step);
    Value length = arith::AddIOp::create(builder, loc, others, one);
    values.map(run.getRunLength(),
               arith::MinUIOp::create(builder, loc, length, chunk).getResult());
    beginning = iteration;
    inlineBody(run);
    if (!types.empty()) {
      scf::YieldOp::create(builder, loc, lookup(loop.getYielded()));
      builder.setInsertionPointToEnd(choice.elseBlock());
      scf::YieldOp::create(builder, loc, carried.drop_back());
    }
    SmallVector<Value> yielded(choice.getResults());
    yielded.push_back(wrapped);
    return yielded;
  }

  /// Builds a stream of the body of a loop for the iteration that was entered.
  void buildElement(Value stream) {
    Operation *op = stream.getDefiningOp();
    if (!isa<slc::StreamType>(stream.getType()) || streams.contains(stream))
      return;
    for (Value operand : op->getOperands())
      buildElement(operand);
    buildOp(op);
  }

  /// The element of a run at a position.
  Value buildElementAt(OpBuilder &inside, slcv::BufStrOp read) {
    Iteration iteration = beginning;
    iteration.first = buildSum(inside, read.getLoc(), beginning.first,
                               read.getPosition(), beginning.step);
    NestEraser element(inside);
    element.streams = streams;
    element.values = values;
    element.enterIteration(iteration);
    element.buildElement(read.getStream());
    return element.lookup(read.getStream());
  }

  //===--------------------------------------------------------------------===//
  // Callbacks
  //===--------------------------------------------------------------------===//

  void inlineBody(Operation *callback) {
    Block &body = callback->getRegion(0).front();
    for (Operation &op : body.without_terminator())
      cloneInCallback(&op);
    values.map(callback->getResults(),
               lookup(body.getTerminator()->getOperands()));
  }

  /// Clones an op of a callback; a read of a stream, at any depth, is what the
  /// stream has now, or what it has at that position of the run.
  void cloneInCallback(Operation *op) {
    Operation *clone = builder.clone(*op, values);
    clone->walk([&](Operation *read) {
      Value element;
      OpBuilder inside(read);
      if (auto toVal = dyn_cast<slc::ToValOp>(read))
        element = lookup(toVal.getStream());
      else if (auto bufStr = dyn_cast<slcv::BufStrOp>(read))
        element = buildElementAt(inside, bufStr);
      else
        return;
      if (read == clone)
        values.map(op->getResult(0), element);
      read->getResult(0).replaceAllUsesWith(element);
      read->erase();
    });
  }

  //===--------------------------------------------------------------------===//
  // Streams
  //===--------------------------------------------------------------------===//

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
  Iteration beginning; ///< The first one of the run that is being built.
};

struct ConvertSLCToSCFPass : impl::ConvertSLCToSCFBase<ConvertSLCToSCFPass> {
  void runOnOperation() override {
    for (slc::AccessLoop nest : dlc::getNests(getOperation())) {
      OpBuilder builder(nest);
      nest->replaceAllUsesWith(NestEraser(builder).buildLoop(nest));
      nest->erase();
    }
    getOperation()->walk([](slc::FallbackOp op) { op->erase(); });
  }
};

} // namespace

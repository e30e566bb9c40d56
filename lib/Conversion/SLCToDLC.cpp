//===- SLCToDLC.cpp - Splits decoupled nests ------------------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks a nest once and builds both regions side by side: the access region
// gets a push where the nest has an event, the execute region a case.
//
// Values of the execute unit that live from one event to another are *slots* of
// the token loop: the iteration values of loops, and the results of callbacks
// that a later event reads. A case reads the slots as the loop's arguments and
// yields their new values.
//
//===----------------------------------------------------------------------===//

#include "StackScopes.h"
#include "ember/Conversion/Passes.h"
#include "ember/Dialect/DLC/IR/DLC.h"
#include "ember/Dialect/SLC/IR/SLC.h"
#include "ember/Dialect/SLCV/IR/SLCV.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

namespace ember {
#define GEN_PASS_DEF_CONVERTSLCTODLC
#include "ember/Conversion/Passes.h.inc"
} // namespace ember

using namespace ember;
namespace arith = mlir::arith;
namespace scf = mlir::scf;

namespace {

/// What the execute unit does on one token.
struct Event {
  Location loc;
  /// The callback that runs, if there is one.
  Operation *callback;
  /// The fields of the record: streams of the original nest.
  SetVector<Value> fields;
  /// The fields of an element of a run, likewise.
  SetVector<Value> runFields;
  /// Slots that get the value of an original value when the callback has run.
  SmallVector<std::pair<unsigned, Value>> updates;
};

bool isCallback(Operation *op) {
  return isa<slc::CallbackOp, slcv::CallbackOp>(op);
}

/// Splits one nest.
class NestSplitter {
public:
  NestSplitter(slc::AccessLoop nest, bool aligned)
      : nest(nest), aligned(aligned), builder(nest) {}

  void split() {
    assignSlots();
    auto decoupled =
        dlc::DecoupledOp::create(builder, nest.getLoc(), nest->getResultTypes(),
                                 builder.getArrayAttr({}));
    builder.createBlock(&decoupled.getAccess());
    buildAccessLoop(nest);
    dlc::YieldOp::create(builder, nest.getLoc(), ValueRange());
    decoupled.setRecordsAttr(builder.getArrayAttr(records));
    buildExecuteRegion(decoupled.getExecute());
    nest->replaceAllUsesWith(decoupled.getResults());
    nest->erase();
  }

private:
  //===--------------------------------------------------------------------===//
  // Slots
  //===--------------------------------------------------------------------===//

  unsigned addSlot(Value original) {
    slots.push_back(original.getType());
    slotOf[original] = slots.size() - 1;
    return slots.size() - 1;
  }

  void assignSlots() {
    nest->walk<mlir::WalkOrder::PreOrder>([&](Operation *op) {
      if (auto loop = dyn_cast<slc::AccessLoop>(op)) {
        // An iteration value and the loop's result are one slot.
        for (auto [argument, init, result] :
             llvm::zip_equal(loop.getRegionIterArgs(), loop.getInitArgs(),
                             loop->getResults())) {
          unsigned slot =
              isTakenOver(init, loop) ? slotOf.lookup(init) : addSlot(argument);
          slotOf[argument] = slotOf[result] = slot;
        }
      } else if (isCallback(op)) {
        for (OpResult result : op->getResults())
          if (isReadLater(result))
            addSlot(result);
      }
    });
  }

  /// Whether nobody but a loop looks at the first of its iteration values,
  /// which is new each time the loop is reached: it can stay in its slot then,
  /// and no event is needed to copy it.
  bool isTakenOver(Value init, slc::AccessLoop loop) const {
    return slotOf.contains(init) && init.hasOneUse() &&
           init.getParentBlock() == loop->getBlock();
  }

  /// Whether an event after that of its callback reads a result.
  static bool isReadLater(OpResult result) {
    // Only streams are between a callback and what its event also updates: the
    // iteration values of the next loop, or those of the loop around.
    Operation *next = result.getOwner()->getNextNode();
    while (!isCallback(next) && !isa<slc::AccessLoop, slc::YieldOp>(next))
      next = next->getNextNode();
    return llvm::any_of(result.getUsers(),
                        [&](Operation *user) { return user != next; });
  }

  //===--------------------------------------------------------------------===//
  // Access region
  //===--------------------------------------------------------------------===//

  Value lookup(Value value) { return streams.lookupOrDefault(value); }
  SmallVector<Value> lookup(ValueRange range) {
    return llvm::map_to_vector(range, [&](Value v) { return lookup(v); });
  }

  /// Adds an event, whose record is pushed here.
  Event &addEvent(Location loc, Operation *callback) {
    Event &event = events.emplace_back(Event{loc, callback, {}, {}, {}});
    if (callback)
      callback->walk([&](Operation *op) {
        if (auto toVal = dyn_cast<slc::ToValOp>(op))
          event.fields.insert(toVal.getStream());
        else if (auto element = dyn_cast<slcv::BufStrOp>(op))
          event.runFields.insert(element.getStream());
      });
    auto getTypes = [](const SetVector<Value> &fields) {
      return llvm::map_to_vector(fields, [](Value stream) {
        return slc::getElementTypeOrSelf(stream.getType());
      });
    };
    MLIRContext *context = builder.getContext();
    auto run = dyn_cast_or_null<slcv::CallbackOp>(callback);
    // A run needs elements: where the callback reads none it counts iterations.
    if (run && event.runFields.empty())
      event.runFields.insert(
          cast<slc::AccessLoop>(run->getParentOp()).getInductionStream());
    records.push_back(
        run ? dlc::RecordAttr::getRunLayout(context, getTypes(event.fields),
                                            getTypes(event.runFields),
                                            run.getChunk(), aligned)
            : dlc::RecordAttr::getLayout(context, getTypes(event.fields),
                                         aligned));
    dlc::PushOp::create(builder, loc, events.size() - 1,
                        lookup(event.fields.getArrayRef()),
                        lookup(event.runFields.getArrayRef()));
    return event;
  }

  /// The loop with the same header in the access region, without a body.
  slc::AccessLoop buildHeader(slc::AccessLoop loop) {
    Value lower = lookup(loop.getLowerBound());
    Value upper = lookup(loop.getUpperBound());
    Operation *access;
    if (auto wide = dyn_cast<slcv::ForOp>(loop.getOperation()))
      access = slcv::ForOp::create(builder, loop.getLoc(), wide.getVlen(),
                                   lower, upper, loop.getStep());
    else
      access = slc::ForOp::create(builder, loop.getLoc(), lower, upper,
                                  loop.getStep());
    access->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
    return cast<slc::AccessLoop>(access);
  }

  void buildAccessLoop(slc::AccessLoop loop) {
    slc::AccessLoop access = buildHeader(loop);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(access.getLoopBody()->getTerminator());
    streams.map(
        loop.getLoopBody()->getArguments().take_front(loop.getNumStreamArgs()),
        access.getLoopBody()->getArguments());

    // The event of the callback before this point, if nothing but streams is in
    // between: slots can be updated at its end instead of at a new event.
    std::optional<size_t> open;
    for (Operation &op : loop.getLoopBody()->without_terminator()) {
      if (isCallback(&op)) {
        Event &event = addEvent(op.getLoc(), &op);
        for (Value result : op.getResults())
          if (slotOf.contains(result))
            event.updates.push_back({slotOf.lookup(result), result});
        open = events.size() - 1;
      } else if (auto child = dyn_cast<slc::AccessLoop>(op)) {
        update(open, child.getLoc(), child.getRegionIterArgs(),
               child.getInitArgs());
        buildAccessLoop(child);
        open.reset();
      } else {
        builder.clone(op, streams);
      }
    }
    update(open, loop.getLoc(), loop.getRegionIterArgs(), loop.getYielded());
  }

  /// Gives the slots of `targets` the values, at the open event or at a new
  /// one.
  void update(std::optional<size_t> open, Location loc,
              Block::BlockArgListType targets, ValueRange values) {
    SmallVector<std::pair<unsigned, Value>> updates;
    for (auto [target, value] : llvm::zip_equal(targets, values))
      if (!slotOf.contains(value) ||
          slotOf.lookup(value) != slotOf.lookup(target))
        updates.push_back({slotOf.lookup(target), value});
    if (updates.empty())
      return;
    Event &event = open ? events[*open] : addEvent(loc, nullptr);
    llvm::append_range(event.updates, updates);
  }

  //===--------------------------------------------------------------------===//
  // Execute region
  //===--------------------------------------------------------------------===//

  void buildExecuteRegion(Region &region) {
    Location loc = nest.getLoc();
    builder.createBlock(&region);
    SmallVector<Value> inits;
    for (Type type : ArrayRef(slots).drop_front(nest->getNumResults()))
      inits.push_back(mlir::ub::PoisonOp::create(builder, loc, type));
    inits.insert(inits.begin(), nest.getInitArgs().begin(),
                 nest.getInitArgs().end());

    auto loop = scf::WhileOp::create(builder, loc, TypeRange(slots), inits,
                                     /*beforeBuilder=*/nullptr,
                                     /*afterBuilder=*/nullptr);
    SmallVector<Location> locs(slots.size(), loc);
    Block *before = loop.getBeforeBody();
    builder.setInsertionPointToEnd(before);
    auto acquire =
        dlc::AcquireOp::create(builder, loc, builder.getIndexType(),
                               dlc::RecType::get(builder.getContext()));
    SmallVector<int64_t> numbers =
        llvm::to_vector(llvm::seq<int64_t>(0, events.size()));
    auto choice =
        scf::IndexSwitchOp::create(builder, loc, TypeRange(slots),
                                   acquire.getToken(), numbers, events.size());
    for (auto [number, event] : llvm::enumerate(events)) {
      builder.createBlock(&choice.getCaseRegions()[number]);
      buildCase(number, event, acquire.getRecord(), before->getArguments());
    }
    builder.createBlock(&choice.getDefaultRegion());
    scf::YieldOp::create(builder, loc, before->getArguments());
    builder.setInsertionPointToEnd(before);
    dlc::ReleaseOp::create(builder, loc, acquire.getRecord());
    Value end = arith::ConstantIndexOp::create(builder, loc, events.size());
    Value more = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne,
                                       acquire.getToken(), end);
    scf::ConditionOp::create(builder, loc, more, choice.getResults());
    builder.setInsertionPointToEnd(loop.getAfterBody());
    scf::YieldOp::create(builder, loc, loop.getAfterArguments());
    builder.setInsertionPointToEnd(&region.front());
    dlc::YieldOp::create(builder, loc,
                         loop.getResults().take_front(nest->getNumResults()));
  }

  /// Builds the case of one event; `current` are the slots before it.
  void buildCase(unsigned number, const Event &event, Value record,
                 ValueRange current) {
    IRMapping mapping;
    for (const auto &[value, slot] : slotOf)
      mapping.map(value, current[slot]);
    if (Operation *callback = event.callback) {
      Block &body = callback->getRegion(0).front();
      if (auto run = dyn_cast<slcv::CallbackOp>(callback))
        mapping.map(run.getRunLength(),
                    dlc::RunLengthOp::create(builder, run.getLoc(),
                                             builder.getIndexType(), record)
                        .getResult());
      for (Operation &op : body.without_terminator())
        cloneInCase(&op, number, event, record, mapping);
      for (auto [result, yielded] : llvm::zip_equal(
               callback->getResults(), body.getTerminator()->getOperands()))
        mapping.map(result, mapping.lookupOrDefault(yielded));
    }
    SmallVector<Value> next(current);
    for (auto [slot, value] : event.updates)
      next[slot] = mapping.lookupOrDefault(value);
    scf::YieldOp::create(builder, event.loc, next);
  }

  void cloneInCase(Operation *op, unsigned number, const Event &event,
                   Value record, IRMapping &mapping) {
    Operation *clone = builder.clone(*op, mapping);
    clone->walk([&](Operation *read) {
      if (!isa<slc::ToValOp, slcv::BufStrOp>(read))
        return;
      auto element = dyn_cast<slcv::BufStrOp>(read);
      const SetVector<Value> &fields = element ? event.runFields : event.fields;
      OpBuilder inside(read);
      Value pop = dlc::PopOp::create(
          inside, read->getLoc(), read->getResult(0).getType(), record, number,
          llvm::find(fields, read->getOperand(0)) - fields.begin(),
          element ? element.getPosition() : Value());
      read->getResult(0).replaceAllUsesWith(pop);
      // The clone of the op itself is what the mapping gives.
      if (read == clone)
        mapping.map(op->getResult(0), pop);
      read->erase();
    });
  }

  slc::AccessLoop nest;
  bool aligned;
  OpBuilder builder;
  IRMapping streams; ///< Streams of the nest -> streams of the access region.
  SmallVector<Type> slots;
  /// Original values that live in a slot, in the order of their definition.
  llvm::MapVector<Value, unsigned> slotOf;
  std::vector<Event> events;
  SmallVector<mlir::Attribute> records;
};

struct ConvertSLCToDLCPass : impl::ConvertSLCToDLCBase<ConvertSLCToDLCPass> {
  using ConvertSLCToDLCBase::ConvertSLCToDLCBase;

  void runOnOperation() override {
    for (slc::AccessLoop nest : dlc::getNests(getOperation())) {
      freeStackInCallbacks(nest);
      NestSplitter(nest, aligned).split();
    }
  }
};

} // namespace

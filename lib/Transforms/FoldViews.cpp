//===- FoldViews.cpp - Accesses past the views of loops ---------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ViewBounds.h"
#include "ember/Support/Location.h"
#include "ember/Support/Remarks.h"
#include "ember/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

namespace ember {
#define GEN_PASS_DEF_EMBERFOLDVIEWS
#include "ember/Transforms/Passes.h.inc"
} // namespace ember

using namespace ember;
namespace arith = mlir::arith;
namespace memref = mlir::memref;
namespace vector = mlir::vector;

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

/// `memref` without the casts that only forget something of its type.
static Value skipCasts(Value memref) {
  auto cast = memref.getDefiningOp<memref::CastOp>();
  while (cast && memref::CastOp::canFoldIntoConsumerOp(cast)) {
    memref = cast.getSource();
    cast = memref.getDefiningOp<memref::CastOp>();
  }
  return memref;
}

/// The subview that `memref` is, if a loop makes it, or null. Other views stay:
/// a check in front of the loops can look at them.
static memref::SubViewOp getViewOfLoop(Value memref) {
  auto view = skipCasts(memref).getDefiningOp<memref::SubViewOp>();
  return view && view->getParentOfType<mlir::LoopLikeOpInterface>()
             ? view
             : memref::SubViewOp();
}

/// Whether two views are of the same elements.
static bool areEqual(memref::SubViewOp a, memref::SubViewOp b) {
  return a == b || (skipCasts(a.getSource()) == skipCasts(b.getSource()) &&
                    a.getDroppedDims() == b.getDroppedDims() &&
                    mlir::isEqualConstantIntOrValueArray(a.getMixedOffsets(),
                                                         b.getMixedOffsets()) &&
                    mlir::isEqualConstantIntOrValueArray(a.getMixedSizes(),
                                                         b.getMixedSizes()) &&
                    mlir::isEqualConstantIntOrValueArray(a.getMixedStrides(),
                                                         b.getMixedStrides()));
}

/// Whether a copy is of a view of a loop to itself. Bufferization leaves such
/// copies where a slice was computed in place.
static bool isSelfCopy(memref::CopyOp copy) {
  memref::SubViewOp source = getViewOfLoop(copy.getSource());
  memref::SubViewOp target = getViewOfLoop(copy.getTarget());
  return source && target && areEqual(source, target);
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

namespace {

/// An access of elements that follow each other in the last dimension.
struct Access {
  Operation *op;
  mlir::OpOperand *memref;
  mlir::MutableOperandRange indices;
  int64_t length = 1;
  bool isStore = false;
};

} // namespace

static std::optional<Access> getAccess(Operation *op) {
  auto getLength = [](VectorType type, MemRefType memref) -> int64_t {
    // Of vectors of more dimensions, or as elements, nothing is known here.
    return type.getRank() == 1 && !type.isScalable() &&
                   !isa<VectorType>(memref.getElementType())
               ? type.getNumElements()
               : 0;
  };
  std::optional<Access> access;
  if (auto load = dyn_cast<memref::LoadOp>(op))
    access = {op, &load.getMemrefMutable(), load.getIndicesMutable()};
  else if (auto store = dyn_cast<memref::StoreOp>(op))
    access = {op, &store.getMemrefMutable(), store.getIndicesMutable(), 1,
              /*isStore=*/true};
  else if (auto load = dyn_cast<vector::LoadOp>(op))
    access = {op, &load.getBaseMutable(), load.getIndicesMutable(),
              getLength(load.getVectorType(), load.getMemRefType())};
  else if (auto store = dyn_cast<vector::StoreOp>(op))
    access = {op, &store.getBaseMutable(), store.getIndicesMutable(),
              getLength(store.getVectorType(), store.getMemRefType()),
              /*isStore=*/true};
  return access;
}

/// Why `access`, through `view`, has to stay there, or nothing.
static std::string getReason(const Access &access, memref::SubViewOp view) {
  auto through = [&] { return "it goes through " + describeOp(view); };
  const unsigned lastDim = view.getSourceType().getRank() - 1;
  llvm::SmallBitVector dropped = view.getDroppedDims();
  if (isa<vector::LoadOp, vector::StoreOp>(access.op) &&
      (access.length == 0 || dropped.all() || dropped[lastDim] ||
       !mlir::isConstantIntValue(view.getMixedStrides()[lastDim], 1)))
    return through() + ", whose elements need not follow each other like those "
                       "of the vector";
  auto *index = access.indices.begin();
  unsigned position = 0;
  for (auto [dim, size] : llvm::enumerate(view.getMixedSizes())) {
    if (dropped[dim])
      continue;
    Value value = (index++)->get();
    if (!isInBounds(value, dim == lastDim ? access.length : 1, size))
      return through() + ", and its index " + std::to_string(position) + ", " +
             describeValue(value) +
             ", is not known to be in bounds there, which only the core checks";
    ++position;
  }
  return "";
}

/// Lets `access`, through `view`, go to what the view is of; invalidates
/// `access`.
static void fold(Access &access, memref::SubViewOp view) {
  OpBuilder builder(access.op);
  Location loc = access.op->getLoc();
  auto toValue = [&](OpFoldResult value) {
    return mlir::getValueOrCreateConstantIndexOp(builder, loc, value);
  };
  SmallVector<Value> indices;
  auto *index = access.indices.begin();
  llvm::SmallBitVector dropped = view.getDroppedDims();
  for (auto [dim, offset, stride] :
       llvm::enumerate(view.getMixedOffsets(), view.getMixedStrides())) {
    if (dropped[dim]) {
      indices.push_back(toValue(offset));
      continue;
    }
    Value value = (index++)->get();
    if (!mlir::isConstantIntValue(stride, 1))
      value = builder.createOrFold<arith::MulIOp>(loc, value, toValue(stride));
    if (mlir::isConstantIntValue(value, 0))
      value = toValue(offset);
    else if (!mlir::isConstantIntValue(offset, 0))
      value = builder.createOrFold<arith::AddIOp>(loc, value, toValue(offset));
    indices.push_back(value);
  }
  access.memref->set(view.getSource());
  access.indices.assign(indices);
}

/// Erases those of the views and casts that are not used, and what they are of.
static void eraseUnused(SetVector<Operation *> views) {
  while (!views.empty()) {
    Operation *view = views.pop_back_val();
    if (!isa_and_nonnull<memref::SubViewOp, memref::CastOp>(view) ||
        !view->use_empty())
      continue;
    views.insert(view->getOperand(0).getDefiningOp());
    view->erase();
  }
}

//===----------------------------------------------------------------------===//
// Views that can be told apart
//===----------------------------------------------------------------------===//

namespace {

/// Knows the views of one memref of which a loop that does not make them only
/// reads one and writes another. A check in front of that loop can tell them
/// apart, which nothing can once their accesses are to the same memref.
class ViewsToTellApart {
public:
  explicit ViewsToTellApart(ArrayRef<Access> accesses) {
    for (const Access &access : accesses)
      add(access);
    for (auto &[place, views] : places)
      decide(views);
  }

  bool contains(memref::SubViewOp view) const { return kept.contains(view); }

private:
  /// A view, and those equal to it, as a loop uses them.
  struct View {
    memref::SubViewOp op;
    bool isStored = false;
    SmallVector<memref::SubViewOp, 1> equal;
  };
  using Views = SmallVector<View, 2>;

  void add(const Access &access) {
    for (memref::SubViewOp view = getViewOfLoop(access.memref->get()); view;
         view = getViewOfLoop(view.getSource()))
      add(access, view);
  }

  void add(const Access &access, memref::SubViewOp view) {
    Value source = skipCasts(view.getSource());
    Operation *maker = view->getParentOfType<mlir::LoopLikeOpInterface>();
    for (auto loop = access.op->getParentOfType<mlir::LoopLikeOpInterface>();
         loop && loop != maker;
         loop = loop->getParentOfType<mlir::LoopLikeOpInterface>()) {
      Views &views = places[{loop, source}];
      auto *known = llvm::find_if(
          views, [&](View &other) { return areEqual(other.op, view); });
      if (known == views.end())
        known = views.insert(views.end(), View{view, false, {}});
      known->isStored |= access.isStore;
      if (!llvm::is_contained(known->equal, view))
        known->equal.push_back(view);
    }
  }

  void decide(const Views &views) {
    auto isOnlyLoaded = [](const View &view) { return !view.isStored; };
    if (llvm::all_of(views, isOnlyLoaded) || llvm::none_of(views, isOnlyLoaded))
      return;
    for (const View &view : views)
      kept.insert_range(view.equal);
  }

  /// By a loop and a memref.
  llvm::MapVector<std::pair<Operation *, Value>, Views> places;
  llvm::SmallPtrSet<Operation *, 4> kept;
};

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

class FoldViews : public impl::EmberFoldViewsBase<FoldViews> {
public:
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<arith::ArithDialect, memref::MemRefDialect>();
    registerViewBounds(registry);
  }

  void runOnOperation() override {
    SmallVector<Access> accesses;
    SmallVector<memref::CopyOp> selfCopies;
    getOperation()->walk([&](Operation *op) {
      if (std::optional<Access> access = getAccess(op)) {
        if (getViewOfLoop(access->memref->get()))
          accesses.push_back(*access);
      } else if (auto copy = dyn_cast<memref::CopyOp>(op)) {
        if (isSelfCopy(copy))
          selfCopies.push_back(copy);
      }
    });
    if (accesses.empty() && selfCopies.empty())
      return markAllAnalysesPreserved();
    SetVector<Operation *> old;
    for (memref::CopyOp copy : selfCopies) {
      old.insert(copy.getSource().getDefiningOp());
      old.insert(copy.getTarget().getDefiningOp());
      copy->erase();
    }
    ViewsToTellApart toTellApart(accesses);
    for (const Access &access : accesses) {
      old.insert(access.memref->get().getDefiningOp());
      foldAll(access, toTellApart);
    }
    eraseUnused(std::move(old));
  }

private:
  /// Folds the views between `access` and its base, from the last one made.
  static void foldAll(Access access, const ViewsToTellApart &toTellApart) {
    memref::SubViewOp view = getViewOfLoop(access.memref->get());
    while (view && !toTellApart.contains(view)) {
      std::string reason = getReason(access, view);
      if (!reason.empty())
        return remarkMissed(access.op, "fold-views", "ViewNotFolded", reason);
      fold(access, view);
      // Its operands are others.
      access = *getAccess(access.op);
      view = getViewOfLoop(access.memref->get());
    }
  }
};

} // namespace

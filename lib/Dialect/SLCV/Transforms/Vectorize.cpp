//===- Vectorize.cpp - Runs innermost loops by lanes ----------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// First a look without changes: what shape over the lanes each value has, and
// whether every op has a vector form. Then the rewrite, which cannot fail.
//
//===----------------------------------------------------------------------===//

#include "ember/Analysis/MemRefAliasing.h"
#include "ember/Dialect/SLCV/IR/SLCV.h"
#include "ember/Dialect/SLCV/Transforms/Passes.h"
#include "ember/Dialect/SLCV/Utils/Lanes.h"
#include "ember/Support/Location.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Remarks.h"

namespace ember::slcv {
#define GEN_PASS_DEF_VECTORIZE
#include "ember/Dialect/SLCV/Transforms/Passes.h.inc"
} // namespace ember::slcv

using namespace ember;
using namespace ember::slcv;
namespace arith = mlir::arith;
namespace memref = mlir::memref;
namespace remark = mlir::remark;
namespace scf = mlir::scf;
namespace vector = mlir::vector;

namespace {

//===----------------------------------------------------------------------===//
// Shapes over the lanes
//===----------------------------------------------------------------------===//

/// How a value depends on the lane.
struct Shape {
  enum Kind {
    Uniform, ///< It does not.
    Affine,  ///< An index: that of the first lane plus `stride` for each lane.
    Lanes,   ///< Each lane has its own.
  };
  Kind kind = Uniform;
  int64_t stride = 0;

  bool operator==(const Shape &other) const {
    return kind == other.kind && stride == other.stride;
  }
};

/// How an iteration value is combined with the elements of the lanes.
struct Reduction {
  Operation *combiner; ///< The op of the callback.
  Value element;       ///< Its other operand.
  vector::CombiningKind kind;
};

/// The combining kind of an op, if it is one.
std::optional<vector::CombiningKind> getCombiningKind(Operation *op) {
  using Kind = vector::CombiningKind;
  return llvm::TypeSwitch<Operation *, std::optional<Kind>>(op)
      .Case<arith::AddIOp, arith::AddFOp>([](auto) { return Kind::ADD; })
      .Case<arith::MulIOp, arith::MulFOp>([](auto) { return Kind::MUL; })
      .Case([](arith::AndIOp) { return Kind::AND; })
      .Case([](arith::OrIOp) { return Kind::OR; })
      .Case([](arith::XOrIOp) { return Kind::XOR; })
      .Case([](arith::MinSIOp) { return Kind::MINSI; })
      .Case([](arith::MinUIOp) { return Kind::MINUI; })
      .Case([](arith::MaxSIOp) { return Kind::MAXSI; })
      .Case([](arith::MaxUIOp) { return Kind::MAXUI; })
      .Case([](arith::MinimumFOp) { return Kind::MINIMUMF; })
      .Case([](arith::MaximumFOp) { return Kind::MAXIMUMF; })
      .Default([](Operation *) { return std::nullopt; });
}

/// Whether an op is an integer division or remainder, which can trap.
bool canTrap(Operation *op) {
  std::optional<slc::AluKind> kind = slc::getAluKind(op);
  return kind && slc::canTrap(*kind);
}

/// Looks at one loop.
class LoopAnalysis {
public:
  explicit LoopAnalysis(slc::ForOp loop) : loop(loop) {}

  /// Why the loop stays scalar; empty if it can be vectorised.
  std::string run();

  Shape getShape(Value value) const { return shapes.lookup(value); }
  int64_t getStep() const { return step; }
  slc::CallbackOp getCallback() const { return callback; }
  /// The reduction of each iteration value; none for one that is unchanged.
  ArrayRef<std::optional<Reduction>> getReductions() const {
    return reductions;
  }

private:
  std::string visitStream(Operation *op);
  std::string visitCode(Operation *op);
  std::string visitReductions();
  std::string checkDependences();
  bool areUniform(ValueRange values) const {
    return llvm::all_of(
        values, [&](Value v) { return getShape(v).kind == Shape::Uniform; });
  }
  std::string refuse(Operation *op, const Twine &why) const {
    return ("'" + op->getName().getStringRef() + "' at " +
            describeLocation(op->getLoc()) + " " + why)
        .str();
  }

  slc::ForOp loop;
  int64_t step = 0;
  slc::CallbackOp callback;
  llvm::DenseMap<Value, Shape> shapes;
  SmallVector<std::optional<Reduction>> reductions;
};

std::string LoopAnalysis::run() {
  llvm::APInt constant;
  if (!mlir::matchPattern(loop.getStep(), mlir::m_ConstantInt(&constant)))
    return "its step is not constant";
  step = constant.getSExtValue();
  shapes[loop.getInductionVar()] = {Shape::Affine, step};
  for (Operation &op : loop.getBody()->without_terminator()) {
    if (auto code = dyn_cast<slc::CallbackOp>(op)) {
      if (callback)
        return "it has more than one callback";
      callback = code;
      continue;
    }
    if (std::string reason = visitStream(&op); !reason.empty())
      return reason;
  }
  if (!callback)
    return "it has no callback";
  if (std::string reason = visitReductions(); !reason.empty())
    return reason;
  for (Operation &op : callback.getBody()->without_terminator())
    if (std::string reason = visitCode(&op); !reason.empty())
      return reason;
  return checkDependences();
}

std::string LoopAnalysis::visitStream(Operation *op) {
  Value result = op->getNumResults() ? op->getResult(0) : Value();
  if (auto load = dyn_cast<slc::MemStrOp>(op)) {
    if (load.getPredicate())
      return refuse(op, "has a predicate");
    if (!areUniform(load.getIndices()))
      shapes[result] = {Shape::Lanes, 0};
    return "";
  }
  auto alu = dyn_cast<slc::AluStrOp>(op);
  if (!alu)
    return refuse(op, "has no vector form");
  if (areUniform(alu.getInputs()))
    return "";
  shapes[result] = {Shape::Lanes, 0};
  if (slc::canTrap(alu.getKind()))
    return refuse(op, "may trap in a lane that is no iteration");
  if (!slc::getElementTypeOrSelf(result.getType()).isIndex() ||
      slc::isCast(alu.getKind()))
    return "";
  // What stays affine in the lane stays a scalar of the access unit.
  Shape lhs = getShape(alu.getInputs()[0]);
  Shape rhs = getShape(alu.getInputs().back());
  llvm::APInt factor;
  if (lhs.kind == Shape::Lanes || rhs.kind == Shape::Lanes)
    return "";
  if (alu.getKind() == slc::AluKind::addi)
    shapes[result] = {Shape::Affine, lhs.stride + rhs.stride};
  else if (alu.getKind() == slc::AluKind::subi)
    shapes[result] = {Shape::Affine, lhs.stride - rhs.stride};
  else if (alu.getKind() == slc::AluKind::muli && rhs.kind == Shape::Uniform &&
           mlir::matchPattern(alu.getInputs()[1],
                              mlir::m_ConstantInt(&factor)) &&
           factor.abs().ult(uint64_t(1) << 31) &&
           std::abs(lhs.stride) < (int64_t(1) << 31))
    shapes[result] = {Shape::Affine, lhs.stride * factor.getSExtValue()};
  return "";
}

std::string LoopAnalysis::visitReductions() {
  for (auto [argument, yielded] :
       llvm::zip_equal(loop.getRegionIterArgs(), loop.getYieldedValues())) {
    reductions.emplace_back();
    if (yielded == argument)
      continue;
    std::string reason =
        "it carries a value from iteration to iteration that is no reduction";
    auto result = dyn_cast<OpResult>(yielded);
    if (!result || result.getOwner() != callback || !result.hasOneUse())
      return reason;
    Value computed = callback.getBody()->getTerminator()->getOperand(
        result.getResultNumber());
    Operation *combiner = computed.getDefiningOp();
    if (!combiner || combiner->getBlock() != callback.getBody())
      return reason;
    std::optional<vector::CombiningKind> kind = getCombiningKind(combiner);
    if (!kind || !argument.hasOneUse() || !computed.hasOneUse() ||
        !llvm::is_contained(combiner->getOperands(), argument))
      return reason;
    bool isFirst = combiner->getOperand(0) == argument;
    Value element = combiner->getOperand(isFirst ? 1 : 0);
    if (element == argument)
      return reason;
    reductions.back() = Reduction{combiner, element, *kind};
  }
  // Each of the others would be a vector that nothing takes.
  if (llvm::any_of(callback.getResults(),
                   [](Value result) { return result.use_empty(); }))
    return "its callback has a result that nothing reads";
  return "";
}

std::string LoopAnalysis::visitCode(Operation *op) {
  if (auto toVal = dyn_cast<slc::ToValOp>(op)) {
    shapes[toVal.getResult()] = getShape(toVal.getStream());
    return "";
  }
  for (const std::optional<Reduction> &reduction : reductions)
    if (reduction && reduction->combiner == op)
      return "";
  if (auto load = dyn_cast<memref::LoadOp>(op)) {
    if (!areUniform(load.getIndices()))
      shapes[load.getResult()] = {Shape::Lanes, 0};
    if (!areUniform(load.getIndices()) &&
        !VectorType::isValidElementType(load.getType()))
      return refuse(op, "loads what a vector cannot hold");
    return "";
  }
  if (auto store = dyn_cast<memref::StoreOp>(op)) {
    if (areUniform(store.getIndices()))
      return refuse(op, "stores to the same element in every lane");
    return "";
  }
  if (op->getNumRegions() == 0 && areUniform(op->getOperands()) &&
      mlir::isMemoryEffectFree(op))
    return "";
  if (!mlir::OpTrait::hasElementwiseMappableTraits(op) ||
      !mlir::isMemoryEffectFree(op) || op->getNumResults() != 1 ||
      !VectorType::isValidElementType(op->getResult(0).getType()) ||
      !llvm::all_of(op->getOperandTypes(), [](Type type) {
        return VectorType::isValidElementType(type);
      }))
    return refuse(op, "has no vector form");
  shapes[op->getResult(0)] = {Shape::Lanes, 0};
  return "";
}

std::string LoopAnalysis::checkDependences() {
  struct Access {
    Operation *op;
    Value memref;
    ValueRange indices;
    bool isWrite;
  };
  SmallVector<Access> accesses;
  for (Operation &op : callback.getBody()->without_terminator()) {
    if (auto load = dyn_cast<memref::LoadOp>(op))
      accesses.push_back({&op, load.getMemRef(), load.getIndices(), false});
    else if (auto store = dyn_cast<memref::StoreOp>(op))
      accesses.push_back({&op, store.getMemRef(), store.getIndices(), true});
  }
  for (const Access &write : accesses) {
    if (!write.isWrite)
      continue;
    bool isInjective =
        llvm::all_of(write.indices,
                     [&](Value index) {
                       return getShape(index).kind != Shape::Lanes;
                     }) &&
        llvm::any_of(write.indices, [&](Value index) {
          Shape shape = getShape(index);
          return shape.kind == Shape::Affine && shape.stride != 0;
        });
    for (const Access &other : accesses) {
      if (getAliasing(write.memref, other.memref) == Aliasing::No)
        continue;
      if (write.op == other.op && !isInjective)
        return refuse(write.op, "may store to one element in several lanes");
      if (write.memref == other.memref && isInjective &&
          llvm::equal(write.indices, other.indices))
        continue;
      if (write.op != other.op)
        return refuse(write.op, "writes what '" +
                                    other.op->getName().getStringRef().str() +
                                    "' at " +
                                    describeLocation(other.op->getLoc()) +
                                    " may access in another lane");
    }
  }
  return "";
}

//===----------------------------------------------------------------------===//
// The rewrite
//===----------------------------------------------------------------------===//

class LoopVectorizer {
public:
  LoopVectorizer(slc::ForOp loop, const LoopAnalysis &analysis, int64_t vlen,
                 bool reassociateFP)
      : loop(loop), analysis(analysis), vlen(vlen),
        reassociateFP(reassociateFP), builder(loop) {}

  void rewrite();

private:
  VectorType getVector(Type element) {
    return VectorType::get({vlen}, element);
  }

  void rewriteStream(Operation *op);
  void rewriteCode(Operation *op);
  Value rewriteReduction(const Reduction &reduction, Value accumulator);
  Value buildNeutral(const Reduction &reduction, Type element);

  /// The indices of an access, and what they grow by from lane to lane.
  std::pair<SmallVector<Value>, SmallVector<int64_t>>
  getAccess(ValueRange indices);
  /// The value over the lanes: a vector of the execute unit.
  Value getLanes(Value original);
  /// The stream over the lanes.
  Value getStreamLanes(Value original);

  slc::ForOp loop;
  const LoopAnalysis &analysis;
  int64_t vlen;
  bool reassociateFP;
  OpBuilder builder;
  slcv::ForOp wide;
  Value mask;        ///< Of the lanes, in the callback.
  IRMapping mapping; ///< Original -> new: scalars for uniform and affine
                     ///< values (the first lane's), vectors for others.
  llvm::DenseMap<Value, Value> lanes; ///< Vectors of uniform and affine values.
};

void LoopVectorizer::rewrite() {
  wide = slcv::ForOp::create(builder, loop.getLoc(), vlen, loop.getLowerBound(),
                             loop.getUpperBound(), loop.getStep(),
                             loop.getInitArgs());
  wide->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  mapping.map(loop.getInductionVar(), wide.getInductionVar());
  mapping.map(loop.getRegionIterArgs(), wide.getRegionIterArgs());
  if (loop.getNumResults())
    builder.setInsertionPointToEnd(wide.getBody());
  else
    builder.setInsertionPoint(wide.getBody()->getTerminator());
  for (Operation &op : loop.getBody()->without_terminator())
    if (!isa<slc::CallbackOp>(op))
      rewriteStream(&op);

  slc::CallbackOp callback = analysis.getCallback();
  auto code = slc::CallbackOp::create(builder, callback.getLoc(),
                                      callback.getResultTypes());
  mapping.map(callback.getResults(), code.getResults());
  if (loop.getNumResults())
    slc::YieldOp::create(
        builder, loop.getLoc(),
        llvm::map_to_vector(loop.getYieldedValues(), [&](Value v) {
          return mapping.lookupOrDefault(v);
        }));
  builder.setInsertionPointToStart(code.getBody());
  mask = slc::ToValOp::create(builder, callback.getLoc(),
                              getVector(builder.getI1Type()), wide.getMask());
  for (Operation &op : callback.getBody()->without_terminator())
    rewriteCode(&op);
  if (callback.getNumResults())
    slc::YieldOp::create(
        builder, callback.getLoc(),
        llvm::map_to_vector(
            callback.getBody()->getTerminator()->getOperands(),
            [&](Value v) { return mapping.lookupOrDefault(v); }));
  loop->replaceAllUsesWith(wide.getResults());
  loop->erase();
}

Value LoopVectorizer::getStreamLanes(Value original) {
  Value stream = mapping.lookupOrDefault(original);
  Shape shape = analysis.getShape(original);
  if (shape.kind != Shape::Affine)
    return stream;
  Value &wideStream = lanes[original];
  if (!wideStream)
    wideStream = slcv::LaneStrOp::create(
        builder, original.getLoc(),
        slc::StreamType::get(getVector(builder.getIndexType())), vlen, stream,
        shape.stride);
  return wideStream;
}

void LoopVectorizer::rewriteStream(Operation *op) {
  Value result = op->getResult(0);
  Shape shape = analysis.getShape(result);
  if (shape.kind != Shape::Lanes) {
    builder.clone(*op, mapping);
    return;
  }
  Type element = slc::getElementTypeOrSelf(result.getType());
  Type type = slc::StreamType::get(getVector(element));
  if (auto load = dyn_cast<slc::MemStrOp>(op)) {
    auto [indices, strides] = getAccess(load.getIndices());
    auto wideLoad = slcv::MemStrOp::create(
        builder, op->getLoc(), cast<slc::StreamType>(type), vlen,
        load.getMemref(), indices, strides, wide.getMask(), load.getHintAttr());
    mapping.map(result, wideLoad.getResult());
    return;
  }
  auto alu = cast<slc::AluStrOp>(op);
  auto wideAlu =
      slc::AluStrOp::create(builder, op->getLoc(), cast<slc::StreamType>(type),
                            alu.getKindAttr(), alu.getPredicateAttr(),
                            llvm::map_to_vector(alu.getInputs(), [&](Value v) {
                              return getStreamLanes(v);
                            }));
  mapping.map(result, wideAlu.getResult());
}

Value LoopVectorizer::getLanes(Value original) {
  Value value = mapping.lookupOrDefault(original);
  if (analysis.getShape(original).kind == Shape::Lanes)
    return value;
  Value &vector = lanes[original];
  if (vector)
    return vector;
  vector = buildLanes(builder, original.getLoc(), value,
                      analysis.getShape(original).stride, vlen);
  return vector;
}

std::pair<SmallVector<Value>, SmallVector<int64_t>>
LoopVectorizer::getAccess(ValueRange indices) {
  std::pair<SmallVector<Value>, SmallVector<int64_t>> access;
  for (Value index : indices) {
    access.first.push_back(mapping.lookupOrDefault(index));
    access.second.push_back(analysis.getShape(index).stride);
  }
  return access;
}

void LoopVectorizer::rewriteCode(Operation *op) {
  Location loc = op->getLoc();
  if (auto toVal = dyn_cast<slc::ToValOp>(op)) {
    Value stream = mapping.lookupOrDefault(toVal.getStream());
    auto read = slc::ToValOp::create(
        builder, loc, slc::getElementTypeOrSelf(stream.getType()), stream);
    mapping.map(toVal.getResult(), read.getResult());
    return;
  }
  for (auto [argument, reduction] :
       llvm::zip_equal(loop.getRegionIterArgs(), analysis.getReductions()))
    if (reduction && reduction->combiner == op) {
      mapping.map(op->getResult(0),
                  rewriteReduction(*reduction, mapping.lookup(argument)));
      return;
    }
  if (auto load = dyn_cast<memref::LoadOp>(op);
      load && analysis.getShape(load.getResult()).kind == Shape::Lanes) {
    auto [indices, strides] = getAccess(load.getIndices());
    mapping.map(load.getResult(),
                buildMaskedLoad(builder, loc,
                                mapping.lookupOrDefault(load.getMemRef()),
                                indices, strides, mask));
    return;
  }
  if (auto store = dyn_cast<memref::StoreOp>(op)) {
    auto [indices, strides] = getAccess(store.getIndices());
    buildMaskedStore(builder, loc, getLanes(store.getValueToStore()),
                     mapping.lookupOrDefault(store.getMemRef()), indices,
                     strides, mask);
    return;
  }
  if (op->getNumResults() != 1 ||
      analysis.getShape(op->getResult(0)).kind != Shape::Lanes) {
    builder.clone(*op, mapping);
    return;
  }
  // An element-wise op: the same op on vectors.
  IRMapping wideOperands;
  for (Value operand : op->getOperands())
    wideOperands.map(operand, getLanes(operand));
  Operation *clone = builder.clone(*op, wideOperands);
  clone->getResult(0).setType(getVector(op->getResult(0).getType()));
  mapping.map(op->getResult(0), clone->getResult(0));
  if (canTrap(op)) {
    // A lane that is no iteration divides by one.
    OpBuilder before(clone);
    Value divisor = clone->getOperand(1);
    Value one = arith::ConstantOp::create(before, loc,
                                          before.getOneAttr(divisor.getType()));
    clone->setOperand(1,
                      arith::SelectOp::create(before, loc, mask, divisor, one));
  }
}

Value LoopVectorizer::buildNeutral(const Reduction &reduction, Type element) {
  using Kind = vector::CombiningKind;
  Location loc = reduction.combiner->getLoc();
  VectorType type = getVector(element);
  mlir::Attribute value;
  if (auto real = dyn_cast<FloatType>(element)) {
    const llvm::fltSemantics &semantics = real.getFloatSemantics();
    switch (reduction.kind) {
    case Kind::ADD:
      // The sum with +0.0 would turn -0.0 into +0.0.
      value = builder.getFloatAttr(
          real, llvm::APFloat::getZero(semantics, /*Negative=*/true));
      break;
    case Kind::MUL:
      value = builder.getFloatAttr(real, llvm::APFloat::getOne(semantics));
      break;
    default:
      value = builder.getFloatAttr(
          real,
          llvm::APFloat::getInf(semantics, reduction.kind == Kind::MAXIMUMF));
      break;
    }
  } else {
    unsigned width = element.isIndex() ? 64 : element.getIntOrFloatBitWidth();
    llvm::APInt bits(width, 0);
    switch (reduction.kind) {
    case Kind::MUL:
      bits = llvm::APInt(width, 1);
      break;
    case Kind::AND:
    case Kind::MINUI:
      bits = llvm::APInt::getAllOnes(width);
      break;
    case Kind::MINSI:
      bits = llvm::APInt::getSignedMaxValue(width);
      break;
    case Kind::MAXSI:
      bits = llvm::APInt::getSignedMinValue(width);
      break;
    default:
      break;
    }
    value = builder.getIntegerAttr(element, bits);
  }
  return arith::ConstantOp::create(builder, loc,
                                   mlir::DenseElementsAttr::get(type, value));
}

Value LoopVectorizer::rewriteReduction(const Reduction &reduction,
                                       Value accumulator) {
  Operation *combiner = reduction.combiner;
  Location loc = combiner->getLoc();
  Value element = getLanes(reduction.element);
  Value neutral = buildNeutral(reduction, accumulator.getType());
  Value active = arith::SelectOp::create(builder, loc, mask, element, neutral);
  auto flags = arith::FastMathFlags::none;
  if (auto fast = dyn_cast<arith::ArithFastMathInterface>(combiner))
    flags = fast.getFastMathFlagsAttr().getValue();
  if (reassociateFP)
    flags = flags | arith::FastMathFlags::reassoc;
  // Without the permission to reassociate, a sum or product of floats is done
  // in the order of the lanes, beginning with the accumulator.
  return vector::ReductionOp::create(builder, loc, reduction.kind, active,
                                     accumulator, flags);
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

struct VectorizePass : slcv::impl::VectorizeBase<VectorizePass> {
  using VectorizeBase::VectorizeBase;

  void runOnOperation() override {
    if (vlen < 2 || vlen > slc::StreamType::maxLanes ||
        !llvm::isPowerOf2_64(vlen)) {
      getOperation()->emitError("slc-vectorize expects vlen to be a power of "
                                "two of 2 to ")
          << slc::StreamType::maxLanes << ", but got " << vlen.getValue();
      return signalPassFailure();
    }
    SmallVector<slc::ForOp> innermost;
    getOperation()->walk([&](slc::ForOp loop) {
      if (llvm::none_of(*loop.getBody(),
                        [](Operation &op) { return isa<slc::AccessLoop>(op); }))
        innermost.push_back(loop);
    });
    for (slc::ForOp loop : innermost) {
      LoopAnalysis analysis(loop);
      std::string reason = analysis.run();
      if (!reason.empty()) {
        remark::missed(
            loop.getLoc(),
            remark::RemarkOpts::name("NotVectorised").category("vectorise"))
            << remark::reason("{0}", reason);
        continue;
      }
      remark::passed(
          loop.getLoc(),
          remark::RemarkOpts::name("Vectorised").category("vectorise"))
          << remark::metric("Lanes", vlen.getValue());
      LoopVectorizer(loop, analysis, vlen, reassociateFP).rewrite();
    }
  }
};

} // namespace

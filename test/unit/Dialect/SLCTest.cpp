//===- SLCTest.cpp - The interfaces of the SLC dialect --------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Dialect/SLC/IR/SLC.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace ember;
using namespace ember::slc;

namespace MemoryEffects = mlir::MemoryEffects;

namespace {

/// A nest of two loops with one op of each kind.
constexpr char kernel[] = R"mlir(
func.func @kernel(%a: memref<?xindex>, %b: memref<?xf32>, %o: memref<?xf32>,
                  %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = slc.for %i = %c0 to %n step %c1 iter_args(%p = %x, %q = %n)
      -> (f32, index) {
    %end = slc.mem_str %a[%i] : memref<?xindex>
    %half = slc.alu_str divsi %end, %n : index
    slc.for %j = %i to %half step %c1 {
      %k = slc.alu_str addi %j, %end : index
      %v = slc.mem_str %b[%k] : memref<?xf32>
      slc.store_str %v, %o[%j] : memref<?xf32>
    }
    %next = slc.callback -> (f32) {
      %e = slc.to_val %i : index
      %old = memref.load %o[%e] : memref<?xf32>
      slc.yield %old : f32
    }
    slc.yield %next, %q : f32, index
  }
  slc.fallback
  return
}
)mlir";

class SLCTest : public testing::Test {
protected:
  SLCTest() {
    context.loadDialect<SLCDialect, mlir::func::FuncDialect,
                        mlir::memref::MemRefDialect>();
    module = mlir::parseSourceString<ModuleOp>(kernel, &context);
    module->walk<mlir::WalkOrder::PreOrder>(
        [&](ForOp loop) { (outer ? inner : outer) = loop; });
  }

  /// The first op of a kind.
  template <typename OpTy> OpTy get() {
    OpTy found;
    module->walk([&](OpTy op) {
      found = op;
      return WalkResult::interrupt();
    });
    return found;
  }

  /// The only arithmetic of this kind.
  AluStrOp getAlu(AluKind kind) {
    AluStrOp found;
    module->walk([&](AluStrOp op) {
      if (op.getKind() == kind)
        found = op;
    });
    return found;
  }

  /// The effects of an op, its nested ops left out.
  static SmallVector<MemoryEffects::EffectInstance> getEffects(Operation *op) {
    SmallVector<MemoryEffects::EffectInstance> effects;
    cast<mlir::MemoryEffectOpInterface>(op).getEffects(effects);
    return effects;
  }

  MLIRContext context;
  mlir::OwningOpRef<ModuleOp> module;
  ForOp outer, inner;
};

TEST_F(SLCTest, LoopsShowTheirIterationValues) {
  auto loop = cast<mlir::LoopLikeOpInterface>(outer.getOperation());
  ASSERT_EQ(loop.getLoopRegions().size(), 1u);
  EXPECT_EQ(loop.getLoopRegions()[0], &outer.getRegion());
  EXPECT_EQ(loop.getInits(), outer.getOperands().drop_front(3));
  ASSERT_EQ(loop.getRegionIterArgs().size(), 2u);
  EXPECT_EQ(loop.getRegionIterArgs()[0], outer.getBody()->getArgument(1));
  ASSERT_EQ(loop.getYieldedValues().size(), 2u);
  EXPECT_EQ(loop.getYieldedValues()[1], outer.getBody()->getArgument(2));
  ASSERT_TRUE(loop.getLoopResults());
  EXPECT_EQ(loop.getLoopResults()->size(), 2u);
  EXPECT_EQ(loop.getTiedLoopInit(outer.getBody()->getArgument(2)),
            &outer->getOpOperand(4));
  EXPECT_EQ(loop.getTiedLoopResult(outer.getBody()->getArgument(1)),
            outer.getResult(0));
}

TEST_F(SLCTest, LoopsHideTheirInductionStream) {
  // Upstream analyses of integers take what is shown here for an index.
  auto loop = cast<mlir::LoopLikeOpInterface>(outer.getOperation());
  EXPECT_FALSE(loop.getLoopInductionVars());
  EXPECT_FALSE(loop.getSingleInductionVar());
  EXPECT_EQ(outer.getInductionVar(), outer.getBody()->getArgument(0));
}

TEST_F(SLCTest, LoopsKnowWhatIsOutside) {
  auto loop = cast<mlir::LoopLikeOpInterface>(inner.getOperation());
  EXPECT_TRUE(loop.isDefinedOutsideOfLoop(outer.getInductionVar()));
  EXPECT_FALSE(loop.isDefinedOutsideOfLoop(inner.getInductionVar()));
}

TEST_F(SLCTest, LoopsAndCallbacksHaveTheEffectsOfTheirBodies) {
  for (Operation *op :
       {outer.getOperation(), get<CallbackOp>().getOperation()}) {
    EXPECT_TRUE(op->hasTrait<mlir::OpTrait::HasRecursiveMemoryEffects>());
    EXPECT_FALSE(isa<mlir::MemoryEffectOpInterface>(op));
    EXPECT_FALSE(mlir::isSpeculatable(op));
  }
  EXPECT_FALSE(mlir::isMemoryEffectFree(outer));
}

TEST_F(SLCTest, LoadsReadTheirMemRef) {
  auto load = get<MemStrOp>();
  auto effects = getEffects(load);
  ASSERT_EQ(effects.size(), 1u);
  EXPECT_TRUE(isa<MemoryEffects::Read>(effects[0].getEffect()));
  EXPECT_EQ(effects[0].getValue(), load.getMemref());
  EXPECT_EQ(effects[0].getResource(),
            mlir::SideEffects::DefaultResource::get());
  EXPECT_FALSE(mlir::isSpeculatable(load));
}

TEST_F(SLCTest, StoresWriteTheirMemRef) {
  auto store = get<StoreStrOp>();
  auto effects = getEffects(store);
  ASSERT_EQ(effects.size(), 1u);
  EXPECT_TRUE(isa<MemoryEffects::Write>(effects[0].getEffect()));
  EXPECT_EQ(effects[0].getValue(), store.getMemref());
  EXPECT_FALSE(mlir::isSpeculatable(store));
}

TEST_F(SLCTest, ReadingAStreamReadsNoMemory) {
  auto effects = getEffects(get<ToValOp>());
  ASSERT_EQ(effects.size(), 1u);
  EXPECT_TRUE(isa<MemoryEffects::Read>(effects[0].getEffect()));
  EXPECT_EQ(effects[0].getResource(), StreamResource::get());
  EXPECT_FALSE(mlir::isSpeculatable(get<ToValOp>()));
}

TEST_F(SLCTest, FallbacksWriteNoMemory) {
  auto effects = getEffects(get<FallbackOp>());
  ASSERT_EQ(effects.size(), 1u);
  EXPECT_TRUE(isa<MemoryEffects::Write>(effects[0].getEffect()));
  EXPECT_EQ(effects[0].getResource(), CounterResource::get());
  EXPECT_FALSE(mlir::isOpTriviallyDead(get<FallbackOp>()));
}

TEST_F(SLCTest, ArithmeticIsPureUnlessItCanTrap) {
  AluStrOp add = getAlu(AluKind::addi), div = getAlu(AluKind::divsi);
  EXPECT_TRUE(mlir::isPure(add));
  EXPECT_TRUE(mlir::isMemoryEffectFree(div));
  EXPECT_FALSE(mlir::isSpeculatable(div));
}

TEST_F(SLCTest, OnlyDivisionsCanTrap) {
  // By name, so that a new kind has to be put on one side.
  const StringRef trapping[] = {"divui",      "divsi", "ceildivui", "ceildivsi",
                                "floordivsi", "remui", "remsi"};
  for (unsigned i = 0; i <= getMaxEnumValForAluKind(); ++i) {
    AluKind kind = *symbolizeAluKind(i);
    EXPECT_EQ(canTrap(kind),
              llvm::is_contained(trapping, stringifyAluKind(kind)))
        << stringifyAluKind(kind).str();
  }
}

TEST_F(SLCTest, EachKindIsAnArithOp) {
  for (unsigned i = 0; i <= getMaxEnumValForAluKind(); ++i) {
    std::string name = getArithName(*symbolizeAluKind(i));
    EXPECT_TRUE(mlir::RegisteredOperationName::lookup(name, &context)) << name;
  }
}

TEST_F(SLCTest, KindsOfArithOps) {
  Operation *constant = outer.getStep().getDefiningOp();
  EXPECT_EQ(getAluKind(constant), std::nullopt);
  EXPECT_EQ(getAluKind(outer), std::nullopt);
  OpBuilder builder(constant);
  builder.setInsertionPointAfter(constant);
  Value one = constant->getResult(0);
  auto add =
      mlir::arith::AddIOp::create(builder, builder.getUnknownLoc(), one, one);
  EXPECT_EQ(getAluKind(add), AluKind::addi);
  auto cast = mlir::arith::IndexCastUIOp::create(
      builder, builder.getUnknownLoc(), builder.getI32Type(), one);
  EXPECT_EQ(getAluKind(cast), AluKind::index_castui);
}

TEST_F(SLCTest, NestsAreOutermostLoops) {
  EXPECT_EQ(getNest(get<ToValOp>()), outer);
  EXPECT_EQ(getNest(inner), outer);
  EXPECT_EQ(getNest(outer), outer);
  EXPECT_FALSE(getNest(get<FallbackOp>()));
}

TEST_F(SLCTest, StreamsBelongToTheirNest) {
  EXPECT_TRUE(isStreamOfNest(inner, outer.getInductionVar()));
  EXPECT_TRUE(isStreamOfNest(get<ToValOp>(), get<MemStrOp>().getResult()));
  EXPECT_FALSE(isStreamOfNest(get<FallbackOp>(), outer.getInductionVar()));
}

} // namespace

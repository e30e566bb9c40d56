//===- DecouplingTest.cpp - Tests of the decoupling analysis --------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is offloaded and why not is tested through `--convert-scf-to-slc` in
// test/Analysis. Here: what only users of the library see.
//
//===----------------------------------------------------------------------===//

#include "ember/Analysis/Decoupling.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace ember;
namespace scf = mlir::scf;

namespace {

class DecouplingTest : public testing::Test {
protected:
  DecouplingTest() {
    context.loadDialect<mlir::arith::ArithDialect, mlir::func::FuncDialect,
                        mlir::memref::MemRefDialect, mlir::scf::SCFDialect>();
    context.allowUnregisteredDialects();
  }

  void parse(StringRef text) {
    module = mlir::parseSourceString<ModuleOp>(text, &context);
    ASSERT_TRUE(module);
  }

  /// The n-th loop of the module.
  scf::ForOp getLoop(unsigned n) {
    SmallVector<scf::ForOp> loops;
    module->walk<mlir::WalkOrder::PreOrder>(
        [&](scf::ForOp loop) { loops.push_back(loop); });
    return loops[n];
  }

  MLIRContext context;
  mlir::OwningOpRef<ModuleOp> module;
};

/// A nest that reads two arguments and writes a third.
constexpr char gather[] = R"mlir(
func.func @gather(%idx: memref<?xindex>, %a: memref<?xf32>, %out: memref<?xf32>,
                  %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %off = arith.constant 3 : index
    %unused = arith.constant 4 : index
    %at = arith.addi %i, %off : index
    %j = memref.load %idx[%at] : memref<?xindex>
    %v = memref.load %a[%j] : memref<?xf32>
    %twice = arith.addi %i, %i : index
    memref.store %v, %out[%twice] : memref<?xf32>
  }
  return
}
)mlir";

TEST_F(DecouplingTest, Plan) {
  parse(gather);
  DecouplingAnalysis analysis(*module);
  ASSERT_EQ(analysis.getPlans().size(), 1u);
  EXPECT_TRUE(analysis.getRefusals().empty());
  const NestPlan &plan = analysis.getPlans()[0];
  EXPECT_EQ(plan.root, getLoop(0));
  EXPECT_EQ(plan.loops.size(), 1u);
  EXPECT_EQ(plan.loads.size(), 2u);
  // Only what indices need: neither `%twice` nor `%unused`.
  ASSERT_EQ(plan.arithmetic.size(), 1u);
  ASSERT_EQ(plan.invariants.size(), 1u);
  EXPECT_TRUE(plan.isStream(plan.arithmetic[0]));
  EXPECT_TRUE(plan.isStream(plan.loads[1]));
  EXPECT_FALSE(plan.isStream(plan.invariants[0]));
  EXPECT_TRUE(plan.refusals.empty());
}

// Of the conditions and results, those that loads, bounds and indices need.
TEST_F(DecouplingTest, Conditions) {
  parse(R"mlir(
    func.func @f(%a: memref<?xf32> {llvm.noalias},
                 %at: memref<?xindex> {llvm.noalias}, %n: index) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      scf.for %i = %c0 to %n step %c1 {
        %x = memref.load %at[%i] : memref<?xindex>
        %c = arith.cmpi ne, %x, %c0 : index
        %row, %unused = scf.if %c -> (index, index) {
          %y = arith.addi %x, %c1 : index
          scf.yield %y, %x : index, index
        } else {
          scf.yield %x, %i : index, index
        }
        %v = memref.load %a[%row] : memref<?xf32>
        %d = arith.cmpi ne, %x, %n : index
        scf.if %d {
          "test.use"(%unused) : (index) -> ()
        }
      }
      return
    }
  )mlir");
  NestPlan plan = planNest(getLoop(0));
  EXPECT_EQ(plan.loads.size(), 2u);
  EXPECT_EQ(plan.arithmetic.size(), 2u);
  ASSERT_EQ(plan.ifs.size(), 1u);
  ASSERT_EQ(plan.selects.size(), 1u);
  EXPECT_EQ(plan.selects[0], plan.ifs[0]->getResult(0));
}

TEST_F(DecouplingTest, OverlapChecks) {
  parse(gather);
  auto function = *module->getOps<mlir::func::FuncOp>().begin();
  NestPlan plan = planNest(getLoop(0));
  ASSERT_EQ(plan.overlapChecks.size(), 2u);
  EXPECT_EQ(plan.overlapChecks[0], std::pair(Value(function.getArgument(0)),
                                             Value(function.getArgument(2))));
  EXPECT_EQ(plan.overlapChecks[1], std::pair(Value(function.getArgument(1)),
                                             Value(function.getArgument(2))));

  NestPlan without = planNest(getLoop(0), /*allowOverlapChecks=*/false);
  EXPECT_TRUE(without.loads.empty());
  EXPECT_TRUE(without.loops.empty());
  EXPECT_TRUE(without.overlapChecks.empty());
  // Both loads and the loop, which then has none.
  EXPECT_EQ(without.refusals.size(), 3u);
}

TEST_F(DecouplingTest, NothingIsRewritten) {
  parse(gather);
  std::string before, after;
  llvm::raw_string_ostream(before) << *module;
  DecouplingAnalysis analysis(*module);
  llvm::raw_string_ostream(after) << *module;
  EXPECT_EQ(before, after);
}

// The inner loop alone has more loads than the nest: what the outer body writes
// is read-only inside.
TEST_F(DecouplingTest, InnerLoopsCanBeWorthMore) {
  parse(R"mlir(
    func.func @f(%a: memref<?xf32> {llvm.noalias}, %b: memref<?xf32>, %n: index) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      scf.for %i = %c0 to %n step %c1 {
        %x = memref.load %b[%i] : memref<?xf32>
        memref.store %x, %a[%i] : memref<?xf32>
        scf.for %j = %c0 to %n step %c1 {
          %v = memref.load %a[%j] : memref<?xf32>
          %w = memref.load %a[%i] : memref<?xf32>
          %s = arith.addf %v, %w : f32
          memref.store %s, %b[%j] : memref<?xf32>
        }
      }
      return
    })mlir");
  DecouplingAnalysis analysis(*module);
  ASSERT_EQ(analysis.getPlans().size(), 1u);
  EXPECT_EQ(analysis.getPlans()[0].root, getLoop(1));
  EXPECT_EQ(analysis.getPlans()[0].loads.size(), 2u);
  ASSERT_EQ(analysis.getRefusals().size(), 2u);
  EXPECT_EQ(analysis.getRefusals()[0].op, getLoop(0));
  EXPECT_EQ(analysis.getRefusals()[0].kind, Refusal::Kind::Loop);
  EXPECT_EQ(analysis.getRefusals()[1].kind, Refusal::Kind::Load);
}

TEST_F(DecouplingTest, PlansInProgramOrderAndRefusalsOfTheRest) {
  parse(R"mlir(
    func.func @f(%a: memref<?xf32>, %n: index) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      scf.for %i = %c0 to %n step %c1 {
        %v = memref.load %a[%i] : memref<?xf32>
      }
      scf.for %i = %c0 to %n step %c1 {
        "test.unknown"() : () -> ()
      }
      scf.while : () -> () {
        %more = "test.more"() : () -> i1
        scf.condition(%more)
      } do {
        scf.for %i = %c0 to %n step %c1 {
          %v = memref.load %a[%i] : memref<?xf32>
        }
        scf.yield
      }
      return
    })mlir");
  DecouplingAnalysis analysis(*module);
  ASSERT_EQ(analysis.getPlans().size(), 2u);
  EXPECT_EQ(analysis.getPlans()[0].root, getLoop(0));
  EXPECT_EQ(analysis.getPlans()[1].root, getLoop(2));
  ASSERT_EQ(analysis.getRefusals().size(), 2u);
  EXPECT_EQ(analysis.getRefusals()[0].op, getLoop(1));
  EXPECT_EQ(analysis.getRefusals()[0].kind, Refusal::Kind::Nest);
  EXPECT_EQ(analysis.getRefusals()[0].reason, "it loads nothing");
  // The loop around a nest is none.
  EXPECT_TRUE(isa<scf::WhileOp>(analysis.getRefusals()[1].op));
  EXPECT_EQ(analysis.getRefusals()[1].kind, Refusal::Kind::Loop);
}

// Every loop, and every load in one, is in a plan or among the refusals, once.
TEST_F(DecouplingTest, NothingIsPassedOver) {
  parse(R"mlir(
    func.func @f(%a: memref<?xindex>, %out: memref<?xindex> {llvm.noalias}, %n: index, %p: i1) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %outside = memref.load %a[%c0] : memref<?xindex>
      scf.for %i = %c0 to %n step %c1 {
        %x = memref.load %a[%i] : memref<?xindex>
        %end = memref.load %out[%i] : memref<?xindex>
        scf.for %j = %c0 to %end step %c1 {
          %y = memref.load %a[%j] : memref<?xindex>
          scf.for %k = %c0 to %j step %c1 {
            %z = memref.load %a[%k] : memref<?xindex>
            memref.store %z, %out[%k] : memref<?xindex>
          }
        }
        scf.execute_region {
          scf.if %p {
            %z = memref.load %a[%i] : memref<?xindex>
            scf.while : () -> () {
              %w = memref.load %a[%i] : memref<?xindex>
              scf.condition(%p)
            } do {
              scf.for %k = %c0 to %i step %c1 {
                %v = memref.load %a[%k] : memref<?xindex>
              }
              scf.yield
            }
          }
          scf.yield
        }
      }
      scf.while : () -> () {
        scf.condition(%p)
      } do {
        scf.for %k = %c0 to %n step %c1 {
          %v = memref.load %a[%k] : memref<?xindex>
        }
        %w = memref.load %a[%c1] : memref<?xindex>
        scf.yield
      }
      return
    })mlir");
  DecouplingAnalysis analysis(*module);
  llvm::DenseSet<Operation *> told;
  auto tell = [&](Operation *op) { EXPECT_TRUE(told.insert(op).second); };
  for (const NestPlan &plan : analysis.getPlans()) {
    llvm::for_each(plan.loops, tell);
    llvm::for_each(plan.loads, tell);
  }
  for (const Refusal &refusal : analysis.getRefusals()) {
    EXPECT_FALSE(refusal.reason.empty());
    tell(refusal.op);
  }
  module->walk([&](Operation *op) {
    bool isLoop = isa<mlir::LoopLikeOpInterface>(op);
    bool isLoad = isa<mlir::memref::LoadOp>(op) &&
                  op->getParentOfType<mlir::LoopLikeOpInterface>();
    EXPECT_EQ(told.contains(op), isLoop || isLoad);
  });
}

} // namespace

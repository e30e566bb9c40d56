//===- DLCTest.cpp - Records and effects of the DLC dialect ---------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Dialect/DLC/IR/DLC.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace ember;
using namespace ember::dlc;

namespace MemoryEffects = mlir::MemoryEffects;

namespace {

constexpr char kernel[] = R"mlir(
func.func @kernel(%n: index) {
  dlc.decoupled records = [#dlc.record<[i8 : 0, index : 12], size = 20, align = 4>] access {
    slc.for %i = %n to %n step %n {
      %b = slc.alu_str cmpi slt, %i, %n : index
      %c = slc.alu_str extui %b : i1 to i8
      dlc.push 0(%c, %i) : i8, index
    }
    dlc.yield
  } execute {
    %token, %rec = dlc.acquire
    %v = dlc.pop %rec[0, 1] : index
    dlc.release %rec
    dlc.yield
  }
  return
}
)mlir";

class DLCTest : public testing::Test {
protected:
  DLCTest() {
    context.loadDialect<DLCDialect, mlir::func::FuncDialect>();
    module = mlir::parseSourceString<ModuleOp>(kernel, &context);
  }

  template <typename OpTy> OpTy get() {
    OpTy found;
    module->walk([&](OpTy op) { found = op; });
    return found;
  }

  /// Which effects an op has on the queue; fails if it has others.
  std::pair<bool, bool> getReadsAndWrites(Operation *op) {
    SmallVector<MemoryEffects::EffectInstance> effects;
    cast<mlir::MemoryEffectOpInterface>(op).getEffects(effects);
    bool reads = false, writes = false;
    for (const MemoryEffects::EffectInstance &effect : effects) {
      EXPECT_EQ(effect.getResource(), QueueResource::get());
      reads |= isa<MemoryEffects::Read>(effect.getEffect());
      writes |= isa<MemoryEffects::Write>(effect.getEffect());
    }
    return {reads, writes};
  }

  /// A record without runs.
  RecordAttr getRecord(ArrayRef<Type> types, ArrayRef<int64_t> offsets,
                       int64_t size, int64_t align) {
    return RecordAttr::get(&context, types, offsets, size, align,
                           /*run=*/mlir::Attribute(), /*chunk=*/0);
  }

  MLIRContext context;
  mlir::OwningOpRef<ModuleOp> module;
};

TEST_F(DLCTest, EffectsOnTheQueue) {
  EXPECT_EQ(getReadsAndWrites(get<AcquireOp>()), std::pair(true, true));
  EXPECT_EQ(getReadsAndWrites(get<PopOp>()), std::pair(true, false));
  EXPECT_EQ(getReadsAndWrites(get<ReleaseOp>()), std::pair(false, true));
  EXPECT_TRUE(mlir::isOpTriviallyDead(get<PopOp>()));
  EXPECT_FALSE(mlir::isOpTriviallyDead(get<AcquireOp>()));
  EXPECT_FALSE(mlir::isOpTriviallyDead(get<ReleaseOp>()));
  EXPECT_FALSE(mlir::isSpeculatable(get<PopOp>()));
}

TEST_F(DLCTest, NestsAreNeitherDeadNorPure) {
  EXPECT_FALSE(mlir::isOpTriviallyDead(get<PushOp>()));
  EXPECT_FALSE(mlir::isMemoryEffectFree(get<PushOp>()));
  EXPECT_FALSE(mlir::isOpTriviallyDead(get<DecoupledOp>()));
  EXPECT_FALSE(mlir::isMemoryEffectFree(get<DecoupledOp>()));
}

TEST_F(DLCTest, TokensAndLayouts) {
  EXPECT_EQ(get<DecoupledOp>().getEndToken(), 1);
  RecordAttr layout = get<PopOp>().getLayout();
  EXPECT_EQ(layout, get<DecoupledOp>().getRecord(0));
  EXPECT_EQ(layout.getOffsets()[1], 12);
}

TEST_F(DLCTest, BytesOfFields) {
  Builder b(&context);
  EXPECT_EQ(RecordAttr::getByteSize(b.getIndexType()), 8);
  EXPECT_EQ(RecordAttr::getByteSize(b.getI1Type()), 1);
  EXPECT_EQ(RecordAttr::getByteSize(b.getIntegerType(8)), 1);
  EXPECT_EQ(RecordAttr::getByteSize(b.getIntegerType(9)), 2);
  EXPECT_EQ(RecordAttr::getByteSize(b.getIntegerType(17)), 4);
  EXPECT_EQ(RecordAttr::getByteSize(b.getIntegerType(33)), 8);
  EXPECT_EQ(RecordAttr::getByteSize(b.getBF16Type()), 2);
  EXPECT_EQ(RecordAttr::getByteSize(b.getF64Type()), 8);
  EXPECT_EQ(RecordAttr::getByteSize(b.getIntegerType(65)), 0);
  EXPECT_EQ(RecordAttr::getByteSize(VectorType::get({4}, b.getF32Type())), 16);
  EXPECT_EQ(RecordAttr::getByteSize(VectorType::get({4}, b.getI1Type())), 1);
  EXPECT_EQ(RecordAttr::getByteSize(VectorType::get({16}, b.getI1Type())), 2);
  EXPECT_EQ(RecordAttr::getByteSize(VectorType::get({3}, b.getF32Type())), 0);
}

TEST_F(DLCTest, NaturalLayout) {
  Builder b(&context);
  EXPECT_EQ(RecordAttr::getLayout(&context, {}), getRecord({}, {}, 0, 1));
  Type types[] = {b.getI1Type(), b.getIndexType(), b.getBF16Type(),
                  b.getF32Type()};
  EXPECT_EQ(RecordAttr::getLayout(&context, types),
            getRecord(types, {0, 8, 16, 20}, 24, 8));
}

TEST_F(DLCTest, AlignmentOfFields) {
  Builder b(&context);
  Type types[] = {b.getF64Type(), b.getF32Type(), b.getI1Type()};
  RecordAttr natural = RecordAttr::getLayout(&context, types);
  EXPECT_EQ(natural.getFieldAlign(0), 8);
  EXPECT_EQ(natural.getFieldAlign(1), 4);
  EXPECT_EQ(natural.getFieldAlign(2), 1);
  // By the offset, and by the start of the record.
  auto packed = getRecord(types, {6, 2, 1}, 14, 16);
  EXPECT_EQ(packed.getFieldAlign(0), 2);
  EXPECT_EQ(packed.getFieldAlign(1), 2);
  auto loose = getRecord(types, {0, 8, 12}, 13, 2);
  EXPECT_EQ(loose.getFieldAlign(0), 2);
  EXPECT_EQ(loose.getFieldAlign(1), 2);
}

TEST_F(DLCTest, AlignedLayoutPutsWideFieldsFirst) {
  Builder b(&context);
  Type vector = VectorType::get({8}, b.getF32Type());
  Type wide = VectorType::get({32}, b.getF64Type());
  Type types[] = {b.getI1Type(), vector, b.getIndexType()};
  EXPECT_EQ(RecordAttr::getLayout(&context, types),
            getRecord(types, {0, 8, 40}, 48, 8));
  EXPECT_EQ(RecordAttr::getLayout(&context, types, /*aligned=*/true),
            getRecord(types, {40, 0, 32}, 64, 32));
  // No more than a cache line.
  EXPECT_EQ(RecordAttr::getLayout(&context, wide, /*aligned=*/true),
            getRecord(wide, {0}, 256, 64));
}

TEST_F(DLCTest, RunsFollowTheirHeader) {
  Builder b(&context);
  Type vector = VectorType::get({8}, b.getF32Type());
  RecordAttr run = RecordAttr::getRunLayout(&context, {b.getIndexType()},
                                            {vector}, 4, /*aligned=*/true);
  EXPECT_EQ(run.getSize(), 8);
  EXPECT_EQ(run.getAlign(), 32);
  EXPECT_EQ(run.getRunOffset(), 32);
  EXPECT_EQ(run.getElement(), getRecord({vector}, {0}, 32, 32));
}

// The parser cannot write this down.
TEST_F(DLCTest, C3_OffsetsAreAsManyAsFields) {
  std::string message;
  mlir::ScopedDiagnosticHandler handler(&context, [&](mlir::Diagnostic &diag) {
    message = diag.str();
    return success();
  });
  Builder b(&context);
  auto emitError = [&] { return mlir::emitError(b.getUnknownLoc()); };
  EXPECT_FALSE(RecordAttr::getChecked(emitError, &context, {b.getF32Type()},
                                      ArrayRef<int64_t>(), 4, 4,
                                      mlir::Attribute(), 0));
  EXPECT_EQ(message, "(C3) expects one offset for each field of a record, but "
                     "got 0 for 1");
}

} // namespace

//===- DLCToLLVM.cpp - Makes access programs and core programs ------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Conversion/Passes.h"
#include "ember/Dialect/DLC/IR/DLC.h"
#include "ember/Target/ExportAccessProgram.h"
#include "ember/Target/RuntimeCalls.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace ember {
#define GEN_PASS_DEF_CONVERTDLCTOLLVM
#include "ember/Conversion/Passes.h.inc"
} // namespace ember

using namespace ember;
namespace arith = mlir::arith;
namespace LLVM = mlir::LLVM;
namespace memref = mlir::memref;

namespace {

/// Lowers one nest.
class NestLowering {
public:
  NestLowering(dlc::DecoupledOp nest, target::RuntimeCalls &calls)
      : nest(nest), calls(calls), builder(nest) {}

  LogicalResult lower(StringRef name) {
    FailureOr<target::ExportedProgram> exported =
        target::exportAccessProgram(nest, name);
    if (failed(exported))
      return failure();
    start(*exported);
    if (failed(lowerExecuteRegion()))
      return failure();
    Block &body = nest.getExecute().front();
    Operation *yield = body.getTerminator();
    nest->replaceAllUsesWith(yield->getOperands());
    yield->erase();
    nest->getBlock()->getOperations().splice(nest->getIterator(),
                                             body.getOperations());
    nest->erase();
    return success();
  }

private:
  Location getLoc() { return nest.getLoc(); }

  /// Writes the configuration words and starts the access unit.
  void start(const target::ExportedProgram &exported) {
    Type i64 = builder.getI64Type();
    auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
    int64_t numWords = exported.program.numConfigWords;
    Value words = LLVM::ConstantOp::create(builder, getLoc(), i64, numWords);
    Value config;
    {
      // In the entry block, so that a nest in a loop takes stack only once.
      OpBuilder::InsertionGuard guard(builder);
      auto function = nest->getParentOfType<mlir::FunctionOpInterface>();
      builder.setInsertionPointToStart(&function.getFunctionBody().front());
      Value size = LLVM::ConstantOp::create(builder, getLoc(), i64,
                                            std::max<int64_t>(numWords, 1));
      config = LLVM::AllocaOp::create(builder, getLoc(), pointer, i64, size);
    }
    int64_t word = 0;
    auto store = [&](Value value) {
      Value address =
          LLVM::GEPOp::create(builder, getLoc(), pointer, i64, config,
                              ArrayRef<LLVM::GEPArg>{int32_t(word++)});
      LLVM::StoreOp::create(builder, getLoc(), toWord(value), address);
    };
    for (Value value : exported.config) {
      if (!isa<MemRefType>(value.getType())) {
        store(value);
        continue;
      }
      auto metadata =
          memref::ExtractStridedMetadataOp::create(builder, getLoc(), value);
      store(getFirstElementAddress(value, metadata.getOffset()));
      for (Value size : metadata.getSizes())
        store(size);
      for (Value stride : metadata.getStrides())
        store(stride);
    }
    std::string bytes = target::serialize(exported.program);
    Value program = calls.constant(builder, getLoc(), "__ember_access_program",
                                   bytes, /*alignment=*/8);
    Value size = LLVM::ConstantOp::create(builder, getLoc(), i64,
                                          static_cast<int64_t>(bytes.size()));
    calls.start(builder, getLoc(), program, size, config, words);
  }

  Value getFirstElementAddress(Value memref, Value offset) {
    Type element = cast<MemRefType>(memref.getType()).getElementType();
    Value base = memref::ExtractAlignedPointerAsIndexOp::create(
        builder, getLoc(), memref);
    Value elementBytes = arith::ConstantIndexOp::create(
        builder, getLoc(), dlc::RecordAttr::getByteSize(element));
    Value bytes =
        arith::MulIOp::create(builder, getLoc(), offset, elementBytes);
    return arith::AddIOp::create(builder, getLoc(), base, bytes);
  }

  /// The 64 bits of an integer or index, zero-extended.
  Value toWord(Value value) {
    Type i64 = builder.getI64Type();
    if (isa<IndexType>(value.getType()))
      return arith::IndexCastOp::create(builder, getLoc(), i64, value);
    if (value.getType() != i64)
      return arith::ExtUIOp::create(builder, getLoc(), i64, value);
    return value;
  }

  /// What an acquire gives.
  struct Acquired {
    Value token;  ///< i64: the event, and the run's length in the upper half.
    Value record; ///< Pointer to the record.
  };

  bool hasRuns() {
    return llvm::any_of(nest.getRecords(), [](mlir::Attribute record) {
      return static_cast<bool>(cast<dlc::RecordAttr>(record).getRun());
    });
  }

  LogicalResult lowerExecuteRegion() {
    DenseMap<Value, Acquired> acquired;
    SmallVector<Operation *> lowered;
    nest.getExecute().walk([&](dlc::AcquireOp acquire) {
      builder.setInsertionPoint(acquire);
      Location loc = acquire.getLoc();
      target::RuntimeCalls::Token token = calls.acquire(builder, loc);
      acquired[acquire.getRecord()] = {token.event, token.record};
      Value event = token.event;
      if (hasRuns()) {
        Value lowHalf = arith::ConstantIntOp::create(
            builder, loc, builder.getI64Type(), 0xffffffff);
        event = arith::AndIOp::create(builder, loc, event, lowHalf);
      }
      acquire.getToken().replaceAllUsesWith(arith::IndexCastOp::create(
          builder, loc, builder.getIndexType(), event));
      lowered.push_back(acquire);
    });
    WalkResult walk = nest.getExecute().walk([&](Operation *op) {
      if (!isa<dlc::PopOp, dlc::ReleaseOp, dlc::RunLengthOp>(op))
        return WalkResult::advance();
      auto from = acquired.find(op->getOperand(0));
      if (from == acquired.end()) {
        op->emitOpError("expects the record of a dlc.acquire");
        return WalkResult::interrupt();
      }
      builder.setInsertionPoint(op);
      if (auto pop = dyn_cast<dlc::PopOp>(op))
        lowerPop(pop, from->second.record);
      else if (auto length = dyn_cast<dlc::RunLengthOp>(op))
        lowerRunLength(length, from->second.token);
      else
        calls.release(builder, op->getLoc());
      lowered.push_back(op);
      return WalkResult::advance();
    });
    if (walk.wasInterrupted())
      return failure();
    for (Operation *op : llvm::reverse(lowered))
      op->erase();
    builder.setInsertionPoint(nest);
    return success();
  }

  void lowerRunLength(dlc::RunLengthOp length, Value token) {
    Location loc = length.getLoc();
    Value half =
        arith::ConstantIntOp::create(builder, loc, builder.getI64Type(), 32);
    Value upper = arith::ShRUIOp::create(builder, loc, token, half);
    length.getResult().replaceAllUsesWith(arith::IndexCastOp::create(
        builder, loc, builder.getIndexType(), upper));
  }

  /// A pop is a load at a constant offset from the record, or from an element
  /// of its run.
  void lowerPop(dlc::PopOp pop, Value record) {
    Location loc = pop.getLoc();
    auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
    Type i8 = builder.getI8Type(), i64 = builder.getI64Type();
    dlc::RecordAttr layout = pop.getLayout();
    int64_t offset = layout.getOffsets()[pop.getField()];
    int64_t alignment = layout.getFieldAlign(pop.getField());
    Value address = record;
    if (Value position = pop.getPosition()) {
      dlc::RecordAttr run = nest.getRecord(pop.getEvent());
      offset += run.getRunOffset();
      alignment = llvm::MinAlign(alignment, layout.getSize());
      Value stride =
          LLVM::ConstantOp::create(builder, loc, i64, layout.getSize());
      Value element = arith::IndexCastOp::create(builder, loc, i64, position);
      Value bytes = LLVM::MulOp::create(builder, loc, element, stride);
      address = LLVM::GEPOp::create(builder, loc, pointer, i8, address,
                                    ArrayRef<LLVM::GEPArg>{bytes});
    }
    address = LLVM::GEPOp::create(
        builder, loc, pointer, i8, address,
        ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(offset)});

    // In memory an index is an i64 and a small integer whole bytes; a vector of
    // index is one of i64.
    Type type = pop.getType();
    Type scalar = slc::getScalarType(type), stored = scalar;
    bool isMask = isa<VectorType>(type) && scalar.isInteger(1);
    if (scalar.isIntOrIndex() && !isMask)
      stored = builder.getIntegerType(8 * dlc::RecordAttr::getByteSize(scalar));
    Type loaded = stored;
    if (auto vector = dyn_cast<VectorType>(type))
      loaded = vector.clone(stored);
    Value value =
        LLVM::LoadOp::create(builder, loc, loaded, address, alignment);
    if (isa<IndexType>(scalar))
      value = arith::IndexCastOp::create(builder, loc, type, value);
    else if (stored != scalar)
      value = arith::TruncIOp::create(builder, loc, type, value);
    pop.getResult().replaceAllUsesWith(value);
  }

  dlc::DecoupledOp nest;
  target::RuntimeCalls &calls;
  OpBuilder builder;
};

struct ConvertDLCToLLVMPass : impl::ConvertDLCToLLVMBase<ConvertDLCToLLVMPass> {
  void runOnOperation() override {
    SmallVector<dlc::DecoupledOp> nests;
    SmallVector<slc::FallbackOp> fallbacks;
    getOperation()->walk([&](Operation *op) {
      if (auto nest = dyn_cast<dlc::DecoupledOp>(op))
        nests.push_back(nest);
      else if (auto fallback = dyn_cast<slc::FallbackOp>(op))
        fallbacks.push_back(fallback);
    });
    if (nests.empty() && fallbacks.empty())
      return;
    FailureOr<target::RuntimeCalls> calls =
        target::RuntimeCalls::create(getOperation());
    if (failed(calls))
      return signalPassFailure();
    DenseMap<Operation *, unsigned> numbers;
    for (dlc::DecoupledOp nest : nests) {
      auto function = nest->getParentOfType<mlir::FunctionOpInterface>();
      if (!function) {
        nest.emitOpError("expects to stand in a function");
        return signalPassFailure();
      }
      std::string name =
          (mlir::SymbolTable::getSymbolName(function).getValue() + "#" +
           Twine(numbers[function]++))
              .str();
      if (failed(NestLowering(nest, *calls).lower(name)))
        return signalPassFailure();
    }
    for (auto [number, fallback] : llvm::enumerate(fallbacks)) {
      OpBuilder builder(fallback);
      calls->fallback(builder, fallback.getLoc(), number);
      fallback->erase();
    }
  }
};

} // namespace

//===- Kernels.cpp - What the benchmarks compile and run --------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"
#include "ember/InitAllDialects.h"
#include "ember/Pipelines/LowerToLLVM.h"
#include "ember/Pipelines/Pipelines.h"
#include "ember/Target/LLVMIR.h"
#include "ember/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include <cstring>

using namespace ember;
using namespace ember::bench;

static llvm::ExitOnError exitOnError("ember-benchmarks: ");

static constexpr llvm::StringLiteral bagBody = R"(
    %offsets: memref<?xindex>, %indices: memref<?xindex>,
    %table: memref<?x?xf32>, %out: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %bags = memref.dim %out, %c0 : memref<?x?xf32>
  %width = memref.dim %out, %c1 : memref<?x?xf32>
  scf.for %b = %c0 to %bags step %c1 {
    %begin = memref.load %offsets[%b] : memref<?xindex>
    %b1 = arith.addi %b, %c1 : index
    %end = memref.load %offsets[%b1] : memref<?xindex>
    scf.for %p = %begin to %end step %c1 {
      %row = memref.load %indices[%p] : memref<?xindex>
      scf.for %e = %c0 to %width step %c1 {
        %acc = memref.load %out[%b, %e] : memref<?x?xf32>
        %v = memref.load %table[%row, %e] : memref<?x?xf32>
        %sum = arith.addf %acc, %v : f32
        memref.store %sum, %out[%b, %e] : memref<?x?xf32>
      }
    }
  }
  return
}
)";

mlir::MLIRContext &bench::getContext() {
  static mlir::MLIRContext *context = [] {
    mlir::DialectRegistry registry;
    registry.insert<mlir::arith::ArithDialect, mlir::func::FuncDialect,
                    mlir::memref::MemRefDialect, mlir::scf::SCFDialect>();
    registerAllDialects(registry);
    return new mlir::MLIRContext(registry,
                                 mlir::MLIRContext::Threading::DISABLED);
  }();
  return *context;
}

std::string bench::getEmbeddingBags(int64_t count) {
  std::string text;
  for (int64_t i = 0; i < count; ++i)
    text += ("func.func @bag" + Twine(i) + "(" + bagBody).str();
  return text;
}

mlir::OwningOpRef<ModuleOp> bench::parse(const std::string &text) {
  auto module = mlir::parseSourceString<ModuleOp>(text, &getContext());
  if (!module)
    exitOnError(llvm::createStringError("the kernel cannot be parsed"));
  return module;
}

void bench::lower(ModuleOp module, Build build) {
  mlir::PassManager pm(&getContext());
  auto report = [&](const Twine &message) { return module.emitError(message); };
  PipelineOptions options;
  if (build == Build::Checked)
    options.until = Level::DLC;
  LogicalResult built = success();
  if (build != Build::Original)
    built = buildEmberPipeline(pm, options, report);
  if (build == Build::Checked) {
    pm.addPass(createEmberInsertGuards());
    pm.addPass(createConvertDLCToLLVM());
  }
  if (build != Build::Decoupled)
    buildLowerToLLVMPipeline(pm);
  if (failed(built) || failed(pm.run(module)))
    exitOnError(llvm::createStringError("the kernel cannot be lowered"));
}

std::unique_ptr<sim::CoreProgram>
bench::compile(Build build, const sim::MachineDescription &machine) {
  mlir::OwningOpRef<ModuleOp> module = parse(getEmbeddingBags(1));
  lower(*module, build);
  auto context = std::make_unique<llvm::LLVMContext>();
  std::unique_ptr<llvm::Module> translated =
      exitOnError(target::translateToLLVMIR(*module, *context));
  sim::CoreProgramOptions options;
  options.entry = "bag0";
  options.timed = build != Build::Checked;
  return exitOnError(sim::CoreProgram::compile(
      std::move(context), std::move(translated), machine, options));
}

template <typename T>
static std::shared_ptr<const sim::SharedBuffer>
makeBuffer(int64_t count, function_ref<T(int64_t)> element) {
  return exitOnError(sim::SharedBuffer::create(
      count * sizeof(T), [&](MutableArrayRef<uint8_t> bytes) {
        for (int64_t i = 0; i < count; ++i) {
          T value = element(i);
          std::memcpy(bytes.data() + i * sizeof(T), &value, sizeof(T));
        }
        return llvm::Error::success();
      }));
}

sim::RunInput bench::makeInput(int64_t bags) {
  constexpr int64_t lookups = 32, width = 32, rows = 65536;
  sim::RunInput input;
  input.buffers = {
      makeBuffer<int64_t>(bags + 1, [](int64_t i) { return i * lookups; }),
      makeBuffer<int64_t>(
          bags * lookups,
          [](int64_t i) { return (i * 2654435761 >> 8) % rows; }),
      makeBuffer<float>(rows * width, [](int64_t i) { return float(i % 97); }),
      makeBuffer<float>(bags * width, [](int64_t) { return 0.0f; }),
  };
  // The elements of a memref's descriptor.
  auto addMemRef = [&](unsigned buffer, ArrayRef<int64_t> sizes) {
    input.parameters.push_back(sim::ParameterValue::address(buffer));
    input.parameters.push_back(sim::ParameterValue::address(buffer));
    input.parameters.push_back(sim::ParameterValue::integer(0));
    for (int64_t size : sizes)
      input.parameters.push_back(sim::ParameterValue::integer(size));
    for (size_t dim = 1; dim <= sizes.size(); ++dim)
      input.parameters.push_back(
          sim::ParameterValue::integer(dim < sizes.size() ? sizes[dim] : 1));
  };
  addMemRef(0, {bags + 1});
  addMemRef(1, {bags * lookups});
  addMemRef(2, {rows, width});
  addMemRef(3, {bags, width});
  return input;
}

//===- CoreProgram.cpp - The core's program as native code ----------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Simulator/CoreProgram.h"
#include "ember/Simulator/Instrumentation.h"
#include "ember/Simulator/Runtime.h"
#include "ember/Simulator/StepCounting.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/ExecutionEngine/Orc/AbsoluteSymbols.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/ExecutionEngine/Orc/ThreadSafeModule.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/Transforms/IPO/Internalize.h"
#include <algorithm>
#include <cstring>

using namespace ember::sim;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Optimisation
//===----------------------------------------------------------------------===//

/// What LLVM does not know of the run-time's functions, because it is told that
/// there is no libc: otherwise it would fold calls of libm and remove
/// allocations, in one build of a kernel and not in another.
static void annotateRuntime(llvm::Module &module) {
  for (StringRef name : {"malloc", "aligned_alloc"})
    if (llvm::Function *function = module.getFunction(name))
      if (function->getReturnType()->isPointerTy())
        function->addRetAttr(llvm::Attribute::NoAlias);
  for (StringRef name :
       {"__ember_fault", "__ember_fault_index", "abort", "exit"})
    if (llvm::Function *function = module.getFunction(name))
      function->setDoesNotReturn();
}

static void optimize(llvm::Module &module, llvm::TargetMachine &machine) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;

  llvm::TargetLibraryInfoImpl library(machine.getTargetTriple());
  library.disableAllFunctions();
  for (llvm::LibFunc function :
       {llvm::LibFunc_memcpy, llvm::LibFunc_memmove, llvm::LibFunc_memset})
    library.setAvailable(function);
  functions.registerPass([&] { return llvm::TargetLibraryAnalysis(library); });

  llvm::PassBuilder builder(&machine);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O2)
      .run(module, modules);
}

//===----------------------------------------------------------------------===//
// The entry and the global variables
//===----------------------------------------------------------------------===//

/// Builds `void __ember_entry(ptr values)`, which loads the parameters of
/// `callee`, calls it, and stores its result.
static llvm::Function *buildEntry(llvm::Function &callee) {
  llvm::Module &module = *callee.getParent();
  llvm::IRBuilder<> builder(module.getContext());
  llvm::Type *pointer = builder.getPtrTy();
  auto *entry = llvm::Function::Create(
      llvm::FunctionType::get(builder.getVoidTy(), {pointer}, false),
      llvm::Function::ExternalLinkage, "__ember_entry", module);
  builder.SetInsertPoint(
      llvm::BasicBlock::Create(module.getContext(), "", entry));

  llvm::Value *values = entry->getArg(0);
  auto addressOf = [&](unsigned index) {
    return builder.CreateLoad(
        pointer, builder.CreateConstInBoundsGEP1_64(pointer, values, index));
  };
  llvm::SmallVector<llvm::Value *> arguments;
  for (llvm::Argument &argument : callee.args())
    arguments.push_back(
        builder.CreateLoad(argument.getType(), addressOf(argument.getArgNo())));
  llvm::CallInst *call = builder.CreateCall(&callee, arguments);
  call->setCallingConv(callee.getCallingConv());
  call->setAttributes(callee.getAttributes());
  if (!callee.getReturnType()->isVoidTy())
    builder.CreateStore(call, addressOf(callee.arg_size()));
  builder.CreateRetVoid();
  return entry;
}

std::string CoreProgram::buildGlobalTable(llvm::Module &module,
                                          std::vector<bool> &nonZero) {
  const llvm::DataLayout &layout = module.getDataLayout();
  llvm::SmallVector<llvm::Constant *> variables;
  for (llvm::GlobalVariable &variable : module.globals()) {
    uint64_t bytes = layout.getTypeAllocSize(variable.getValueType());
    if (variable.isDeclaration() || variable.isThreadLocal() ||
        variable.getName().starts_with("llvm.") || bytes == 0)
      continue;
    variables.push_back(&variable);
    nonZero.push_back(!variable.getInitializer()->isNullValue());
    Global global;
    global.bytes = bytes;
    global.constant = variable.isConstant();
    globals.push_back(std::move(global));
  }
  auto *type = llvm::ArrayType::get(
      llvm::PointerType::getUnqual(module.getContext()), variables.size());
  auto *table = new llvm::GlobalVariable(
      module, type, /*isConstant=*/true, llvm::GlobalValue::ExternalLinkage,
      llvm::ConstantArray::get(type, variables), "__ember_globals");
  return table->getName().str();
}

//===----------------------------------------------------------------------===//
// Linking
//===----------------------------------------------------------------------===//

namespace {

/// Is asked for the symbols that nothing defines, and remembers them.
class UndefinedSymbols : public llvm::orc::DefinitionGenerator {
public:
  explicit UndefinedSymbols(std::vector<std::string> &names) : names(names) {}

  Error tryToGenerate(llvm::orc::LookupState &, llvm::orc::LookupKind,
                      llvm::orc::JITDylib &, llvm::orc::JITDylibLookupFlags,
                      const llvm::orc::SymbolLookupSet &symbols) override {
    for (const auto &[name, flags] : symbols)
      if (flags == llvm::orc::SymbolLookupFlags::RequiredSymbol)
        names.push_back((*name).str());
    return Error::success();
  }

private:
  std::vector<std::string> &names;
};

} // namespace

/// The just-in-time compiler: for the plainest CPU of the host's architecture,
/// so that every host of it gets the same values.
static Expected<std::unique_ptr<llvm::orc::LLJIT>> createJIT(bool optimize) {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  llvm::Triple triple(llvm::sys::getProcessTriple());
  llvm::orc::JITTargetMachineBuilder machine(triple);
  machine.setCPU(triple.isX86() ? "x86-64" : "generic");
  machine.setCodeGenOptLevel(optimize ? llvm::CodeGenOptLevel::Default
                                      : llvm::CodeGenOptLevel::None);
  machine.getOptions().AllowFPOpFusion = llvm::FPOpFusion::Strict;

  auto jit = llvm::orc::LLJITBuilder()
                 .setJITTargetMachineBuilder(std::move(machine))
                 .setLinkProcessSymbolsByDefault(false)
                 .setPlatformSetUp(llvm::orc::setUpInactivePlatform)
                 .create();
  if (!jit)
    return jit.takeError();
  llvm::orc::ExecutionSession &session = (*jit)->getExecutionSession();
  // Errors are those of lookups, which return them too.
  session.setErrorReporter([](Error error) { consumeError(std::move(error)); });

  llvm::orc::SymbolMap symbols;
  for (const RuntimeSymbol &symbol : runtimeSymbols())
    symbols[(*jit)->mangleAndIntern(symbol.name)] = {
        llvm::orc::ExecutorAddr::fromPtr(symbol.address),
        llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable};
  if (Error error = (*jit)->getMainJITDylib().define(
          llvm::orc::absoluteSymbols(std::move(symbols))))
    return error;
  return jit;
}

Error CoreProgram::link(std::unique_ptr<llvm::LLVMContext> context,
                        std::unique_ptr<llvm::Module> module,
                        StringRef entryName, StringRef tableName,
                        bool optimize) {
  Expected<std::unique_ptr<llvm::orc::LLJIT>> created = createJIT(optimize);
  if (!created)
    return created.takeError();
  jit = std::move(*created);

  std::vector<std::string> undefined;
  auto &generator = jit->getMainJITDylib().addGenerator(
      std::make_unique<UndefinedSymbols>(undefined));
  std::string names[] = {entryName.str(), tableName.str()};
  Error error = jit->addIRModule(
      llvm::orc::ThreadSafeModule(std::move(module), std::move(context)));
  llvm::orc::ExecutorAddr addresses[2];
  for (unsigned i = 0; i < 2 && !error; ++i) {
    auto address = jit->lookup(names[i]);
    if (address)
      addresses[i] = *address;
    else
      error = address.takeError();
  }
  jit->getMainJITDylib().removeGenerator(generator);
  if (error && !undefined.empty()) {
    consumeError(std::move(error));
    return llvm::createStringError(
        "the kernel calls '" +
        *std::min_element(undefined.begin(), undefined.end()) +
        "', which is not defined");
  }
  if (error)
    return error;

  entry = addresses[0].toPtr<EntryFunction>();
  auto *table = addresses[1].toPtr<uint8_t *const *>();
  for (Global &global : globals)
    global.address = *table++;
  return Error::success();
}

//===----------------------------------------------------------------------===//
// CoreProgram
//===----------------------------------------------------------------------===//

CoreProgram::~CoreProgram() = default;

Expected<std::unique_ptr<CoreProgram>>
CoreProgram::compile(std::unique_ptr<llvm::LLVMContext> context,
                     std::unique_ptr<llvm::Module> module,
                     const MachineDescription &machine,
                     const CoreProgramOptions &options) {
  auto costMachine = createCostMachine(machine.core.cpu);
  if (!costMachine)
    return costMachine.takeError();
  module->setTargetTriple((*costMachine)->getTargetTriple());
  module->setDataLayout((*costMachine)->createDataLayout());

  llvm::Function *function = module->getFunction(options.entry);
  if (!function || function->isDeclaration())
    return llvm::createStringError("there is no function '" + options.entry +
                                   "'");
  std::string broken;
  llvm::raw_string_ostream os(broken);
  if (llvm::verifyModule(*module, &os))
    return llvm::createStringError("malformed core program: " + broken);

  function->setLinkage(llvm::GlobalValue::ExternalLinkage);
  llvm::internalizeModule(*module, [&](const llvm::GlobalValue &value) {
    return &value == function;
  });
  annotateRuntime(*module);
  if (options.countSteps)
    countSteps(*module);
  if (options.optimize)
    optimize(*module, **costMachine);
  for (const llvm::GlobalVariable &variable : module->globals())
    if (variable.isDeclaration() && !variable.use_empty())
      return llvm::createStringError("the kernel uses the variable '" +
                                     variable.getName() +
                                     "', which is not defined");

  std::unique_ptr<CoreProgram> program(new CoreProgram());
  if (options.timed)
    program->templates = instrument(*module, **costMachine);

  const llvm::DataLayout &layout = module->getDataLayout();
  for (llvm::Type *type : function->getFunctionType()->params())
    program->parameters.push_back(layout.getTypeAllocSize(type));
  if (llvm::Type *type = function->getReturnType(); !type->isVoidTy())
    program->result = layout.getTypeAllocSize(type);

  // Frames of any size must meet the guard of the fiber's stack.
  for (llvm::Function &each : *module)
    if (!each.isDeclaration())
      each.addFnAttr("probe-stack", "inline-asm");
  std::vector<bool> nonZero;
  std::string tableName = program->buildGlobalTable(*module, nonZero);
  std::string entryName = buildEntry(*function)->getName().str();
  function->setLinkage(llvm::GlobalValue::InternalLinkage);
  if (Error error = program->link(std::move(context), std::move(module),
                                  entryName, tableName, options.optimize))
    return error;

  for (size_t i = 0; i < nonZero.size(); ++i) {
    Global &global = program->globals[i];
    if (nonZero[i] && !global.constant)
      global.initial.assign(global.address, global.address + global.bytes);
  }
  return program;
}

void CoreProgram::resetGlobals() {
  for (const Global &global : globals) {
    if (global.constant)
      continue;
    if (global.initial.empty())
      std::memset(global.address, 0, global.bytes);
    else
      std::memcpy(global.address, global.initial.data(), global.bytes);
  }
}

//===- Instrumentation.cpp - Makes a program trace itself -----------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Simulator/Instrumentation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Target/TargetOptions.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/Transforms/Utils/Local.h"
#include <algorithm>

using namespace ember::sim;
using namespace llvm;

//===----------------------------------------------------------------------===//
// The machine that gives the costs
//===----------------------------------------------------------------------===//

Expected<std::unique_ptr<TargetMachine>>
ember::sim::createCostMachine(StringRef cpu) {
  InitializeNativeTarget();
  Triple triple(sys::getProcessTriple());
  std::string message;
  const Target *target = TargetRegistry::lookupTarget(triple, message);
  if (!target)
    return createStringError(inconvertibleErrorCode(), message);

  // A subtarget of an unknown CPU would complain on the standard error stream.
  std::unique_ptr<MCSubtargetInfo> subtarget(
      target->createMCSubtargetInfo(triple, "", ""));
  if (!subtarget || !subtarget->isCPUStringValid(cpu))
    return createStringError(inconvertibleErrorCode(),
                             "expects the name of a CPU that LLVM knows, but "
                             "got '" +
                                 cpu + "'");
  // The target machine of a CPU of 32 bits would end the process.
  subtarget.reset(target->createMCSubtargetInfo(triple, cpu, ""));
  if (triple.isX86_64() && !subtarget->checkFeatures("+64bit"))
    return createStringError(inconvertibleErrorCode(),
                             "expects a CPU of 64 bits, but got '" + cpu + "'");
  std::unique_ptr<TargetMachine> machine(
      target->createTargetMachine(triple, cpu, /*Features=*/"", TargetOptions(),
                                  /*RM=*/std::nullopt));
  if (!machine)
    return createStringError(inconvertibleErrorCode(),
                             "LLVM cannot generate code for " + triple.str());
  return machine;
}

//===----------------------------------------------------------------------===//
// Costs
//===----------------------------------------------------------------------===//

namespace {

struct Cost {
  uint16_t microOps = 1;
  uint16_t latency = 1;
};

/// One access to memory of an instruction.
struct Access {
  bool isStore = false;
  Value *address = nullptr;
  uint32_t bytes = 0;
  uint16_t lanes = 1;
  /// Where the access happens at all, or null for always.
  Value *condition = nullptr;
  /// Of a range of bytes its length, of a masked access the number of lanes
  /// that happen.
  Value *length = nullptr;
  bool isRange = false;
};

} // namespace

/// What a library function costs that the program calls but does not define. No
/// cost table knows; docs/Simulator/Timing.md has this one.
static Cost libraryCost(StringRef name) {
  return StringSwitch<Cost>(name)
      .Cases({"malloc", "aligned_alloc", "free"}, {60, 60})
      .Cases({"sqrt", "sqrtf", "floor", "floorf", "ceil", "ceilf"}, {5, 20})
      .Cases({"fmaf", "fma"}, {2, 8})
      .Default({40, 60});
}

static uint16_t clampCost(const InstructionCost &cost) {
  // What has no cost cannot be generated as it is; it is expanded to about
  // this many instructions.
  constexpr int64_t unknown = 10;
  int64_t value = cost.isValid() ? cost.getValue() : unknown;
  return static_cast<uint16_t>(std::clamp<int64_t>(value, 0, UINT16_MAX));
}

/// Whether all that is done with an address is to access memory with it, so
/// that its computation can be part of the access.
static bool isOnlyAccessed(const GetElementPtrInst &address) {
  return all_of(address.uses(), [](const Use &use) {
    const User *user = use.getUser();
    if (isa<LoadInst>(user))
      return true;
    if (isa<StoreInst>(user))
      return use.getOperandNo() == StoreInst::getPointerOperandIndex();
    return isa<IntrinsicInst>(user);
  });
}

/// Whether a comparison becomes one micro-op with the branch behind it.
static bool isFusedWithBranch(const Instruction &instruction) {
  return isa<ICmpInst>(instruction) && instruction.hasOneUse() &&
         isa<BranchInst>(instruction.user_back()) &&
         instruction.user_back()->getParent() == instruction.getParent();
}

static Cost instructionCost(const Instruction &instruction,
                            const TargetTransformInfo &costs) {
  if (isa<FreezeInst>(instruction) || isFusedWithBranch(instruction))
    return {0, 0};
  if (auto *alloca = dyn_cast<AllocaInst>(&instruction))
    return alloca->isStaticAlloca() ? Cost{0, 0} : Cost{2, 2};
  if (auto *branch = dyn_cast<BranchInst>(&instruction))
    return branch->isConditional() ? Cost{1, 1} : Cost{0, 0};
  if (isa<FenceInst>(instruction) || instruction.isTerminator())
    return {1, 1};

  Cost cost;
  cost.microOps = clampCost(costs.getInstructionCost(
      &instruction, TargetTransformInfo::TCK_SizeAndLatency));
  if (auto *address = dyn_cast<GetElementPtrInst>(&instruction)) {
    // An address that is more than accessed has to be in a register.
    if (cost.microOps == 0 && !address->hasAllZeroIndices() &&
        !isOnlyAccessed(*address))
      cost.microOps = 1;
    return cost;
  }
  cost.latency = std::max<uint16_t>(
      1, clampCost(costs.getInstructionCost(&instruction,
                                            TargetTransformInfo::TCK_Latency)));
  return cost;
}

//===----------------------------------------------------------------------===//
// Accesses to memory
//===----------------------------------------------------------------------===//

static uint16_t numLanes(Type *type) {
  auto *vector = dyn_cast<VectorType>(type);
  return vector ? vector->getElementCount().getKnownMinValue() : 1;
}

/// A range is copied or filled with vectors of this size.
static constexpr uint32_t rangeBytes = 32;

/// The accesses of an instruction, in their order. `builder` inserts before the
/// instruction what finds the addresses and conditions of lanes.
static SmallVector<Access> findAccesses(Instruction &instruction,
                                        IRBuilder<> &builder) {
  const DataLayout &layout = instruction.getModule()->getDataLayout();
  SmallVector<Access> accesses;
  auto add = [&](bool isStore, Value *address, Type *type, Value *mask) {
    uint32_t bytes = layout.getTypeStoreSize(type).getKnownMinValue();
    auto isAllTrue = [](Value *mask) {
      auto *constant = dyn_cast_or_null<Constant>(mask);
      return !mask || (constant && constant->isAllOnesValue());
    };
    if (!isa<VectorType>(address->getType())) {
      Access access{isStore, address, bytes, numLanes(type)};
      if (!isAllTrue(mask)) {
        access.condition = builder.CreateOrReduce(mask);
        Value *bits =
            builder.CreateBitCast(mask, builder.getIntNTy(access.lanes));
        access.length = builder.CreateUnaryIntrinsic(Intrinsic::ctpop, bits);
      }
      accesses.push_back(access);
      return;
    }
    for (unsigned lane = 0, end = numLanes(type); lane < end; ++lane) {
      Value *condition =
          isAllTrue(mask) ? nullptr : builder.CreateExtractElement(mask, lane);
      accesses.push_back({isStore, builder.CreateExtractElement(address, lane),
                          bytes / end, 1, condition});
    }
  };

  if (auto *load = dyn_cast<LoadInst>(&instruction)) {
    add(false, load->getPointerOperand(), load->getType(), nullptr);
  } else if (auto *store = dyn_cast<StoreInst>(&instruction)) {
    add(true, store->getPointerOperand(), store->getValueOperand()->getType(),
        nullptr);
  } else if (auto *update = dyn_cast<AtomicRMWInst>(&instruction)) {
    add(false, update->getPointerOperand(), update->getType(), nullptr);
    add(true, update->getPointerOperand(), update->getType(), nullptr);
  } else if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction)) {
    Type *type = exchange->getNewValOperand()->getType();
    add(false, exchange->getPointerOperand(), type, nullptr);
    add(true, exchange->getPointerOperand(), type, nullptr);
  } else if (auto *range = dyn_cast<AnyMemIntrinsic>(&instruction)) {
    if (auto *copy = dyn_cast<AnyMemTransferInst>(range))
      accesses.push_back({false, copy->getRawSource(), rangeBytes, 1, nullptr,
                          copy->getLength(), /*isRange=*/true});
    accesses.push_back({true, range->getRawDest(), rangeBytes, 1, nullptr,
                        range->getLength(), /*isRange=*/true});
  } else if (auto *call = dyn_cast<IntrinsicInst>(&instruction)) {
    switch (call->getIntrinsicID()) {
    case Intrinsic::masked_load:
    case Intrinsic::masked_gather:
    case Intrinsic::masked_expandload:
      add(false, call->getArgOperand(0), call->getType(),
          call->getArgOperand(1));
      break;
    case Intrinsic::masked_store:
    case Intrinsic::masked_scatter:
    case Intrinsic::masked_compressstore:
      add(true, call->getArgOperand(1), call->getArgOperand(0)->getType(),
          call->getArgOperand(2));
      break;
    default:
      break;
    }
  }
  return accesses;
}

//===----------------------------------------------------------------------===//
// Instrumentation
//===----------------------------------------------------------------------===//

namespace {

/// Describes and instruments the functions of one module.
class Instrumenter {
public:
  Instrumenter(Module &module, TargetMachine &costMachine)
      : module(module), costMachine(costMachine) {
    LLVMContext &context = module.getContext();
    Type *none = Type::getVoidTy(context);
    Type *pointer = PointerType::getUnqual(context);
    traceBlock =
        declare("__ember_trace_block", none, {Type::getInt32Ty(context)});
    traceAccess = declare("__ember_trace_access", none, {pointer});
    traceRange = declare("__ember_trace_range", none,
                         {pointer, Type::getInt64Ty(context)});
  }

  ProgramTemplates run();

private:
  FunctionCallee declare(StringRef name, Type *result, ArrayRef<Type *> types) {
    FunctionCallee callee = module.getOrInsertFunction(
        name, FunctionType::get(result, types, /*isVarArg=*/false));
    cast<Function>(callee.getCallee())->setDoesNotThrow();
    return callee;
  }

  void runOnFunction(Function &function);
  void numberValues(Function &function, const TargetTransformInfo &tti);
  void describeEdges(BasicBlock &block);
  void describe(Instruction &instruction, IRBuilder<> &builder);
  void describeCall(CallBase &call);
  void describeAccesses(Instruction &instruction, ArrayRef<Access> accesses);
  void trace(const Access &access, IRBuilder<> &builder);

  ValueId valueOf(const Value *value) const;
  SmallVector<ValueId> operandsOf(const User &user) const;
  Operation &add(OperationKind kind, Cost cost, ValueId result,
                 ArrayRef<ValueId> operands);

  Module &module;
  TargetMachine &costMachine;
  FunctionCallee traceBlock, traceAccess, traceRange;
  ProgramTemplates templates;
  DenseMap<const BasicBlock *, uint32_t> blockNumbers;

  // Of the current function.
  DenseMap<const Value *, ValueId> values;
  DenseMap<const Instruction *, Cost> costs;
  /// Instructions whose value is another one's.
  SmallPtrSet<const Instruction *, 32> aliases;
  ValueId nextValue = 0;
};

} // namespace

ProgramTemplates Instrumenter::run() {
  for (Function &function : module) {
    if (function.isDeclaration())
      continue;
    removeUnreachableBlocks(function);
    for (BasicBlock &block : function)
      blockNumbers.try_emplace(&block, blockNumbers.size());
  }
  for (Function &function : module)
    if (!function.isDeclaration())
      runOnFunction(function);
  return std::move(templates);
}

void Instrumenter::runOnFunction(Function &function) {
  values.clear();
  costs.clear();
  aliases.clear();
  nextValue = 0;
  numberValues(function, costMachine.getTargetTransformInfo(function));

  uint32_t number = templates.functions.size();
  for (BasicBlock &block : function) {
    BlockTemplate description;
    description.function = number;
    description.entry = block.isEntryBlock();
    description.firstEdge = templates.edges.size();
    describeEdges(block);
    description.numEdges = templates.edges.size() - description.firstEdge;

    description.firstOperation = templates.operations.size();
    for (Instruction &instruction : make_early_inc_range(block)) {
      IRBuilder<> builder(&instruction);
      describe(instruction, builder);
    }
    description.numOperations =
        templates.operations.size() - description.firstOperation;
    templates.blocks.push_back(description);

    // Static allocas stay the first instructions of the entry.
    IRBuilder<> builder(&block, block.getFirstNonPHIOrDbgOrAlloca());
    builder.CreateCall(traceBlock,
                       builder.getInt32(blockNumbers.lookup(&block)));
  }

  FunctionTemplate description;
  description.name = function.getName().str();
  description.numArguments = function.arg_size();
  description.numValues = nextValue;
  templates.functions.push_back(description);
}

/// Numbers arguments and results and finds the costs of the instructions.
void Instrumenter::numberValues(Function &function,
                                const TargetTransformInfo &tti) {
  for (Argument &argument : function.args())
    values[&argument] = nextValue++;
  for (BasicBlock &block : function)
    for (PHINode &phi : block.phis())
      values[&phi] = nextValue++;

  // Definitions come before their uses in this order, PHIs aside.
  ReversePostOrderTraversal<Function *> order(&function);
  for (BasicBlock *block : order) {
    for (Instruction &instruction : *block) {
      if (isa<PHINode>(instruction))
        continue;
      Cost cost = instructionCost(instruction, tti);
      costs[&instruction] = cost;
      if (instruction.getType()->isVoidTy())
        continue;
      SmallVector<ValueId> operands = operandsOf(instruction);
      if (cost.microOps == 0 && operands.size() <= 1 &&
          !isa<CallBase>(instruction) && !instruction.mayReadOrWriteMemory()) {
        values[&instruction] = operands.empty() ? noValue : operands.front();
        aliases.insert(&instruction);
      } else {
        values[&instruction] = nextValue++;
      }
    }
  }
}

/// The number of a value, `noValue` for what is no result of an instruction.
ValueId Instrumenter::valueOf(const Value *value) const {
  auto it = values.find(value);
  return it == values.end() ? noValue : it->second;
}

/// The values that an instruction waits for, each once.
SmallVector<ValueId> Instrumenter::operandsOf(const User &user) const {
  SmallVector<ValueId> operands;
  for (const Value *operand : user.operand_values()) {
    ValueId value = valueOf(operand);
    if (value != noValue && !is_contained(operands, value))
      operands.push_back(value);
  }
  return operands;
}

Operation &Instrumenter::add(OperationKind kind, Cost cost, ValueId result,
                             ArrayRef<ValueId> operands) {
  Operation operation;
  operation.kind = kind;
  operation.microOps = cost.microOps;
  operation.latency = cost.latency;
  operation.result = result;
  operation.firstOperand = templates.operands.size();
  operation.numOperands = operands.size();
  templates.operands.insert(templates.operands.end(), operands.begin(),
                            operands.end());
  templates.operations.push_back(operation);
  return templates.operations.back();
}

void Instrumenter::describeEdges(BasicBlock &block) {
  if (block.phis().empty())
    return;
  SmallPtrSet<BasicBlock *, 4> seen;
  for (BasicBlock *predecessor : predecessors(&block)) {
    if (!seen.insert(predecessor).second)
      continue;
    BlockEdge edge;
    edge.predecessor = blockNumbers.lookup(predecessor);
    edge.firstMove = templates.moves.size();
    for (PHINode &phi : block.phis())
      templates.moves.push_back(
          {valueOf(&phi), valueOf(phi.getIncomingValueForBlock(predecessor))});
    edge.numMoves = templates.moves.size() - edge.firstMove;
    templates.edges.push_back(edge);
  }
}

void Instrumenter::describe(Instruction &instruction, IRBuilder<> &builder) {
  if (isa<PHINode, UnreachableInst>(instruction) ||
      aliases.contains(&instruction))
    return;
  if (auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction))
    if (intrinsic->isAssumeLikeIntrinsic())
      return;

  SmallVector<Access> accesses = findAccesses(instruction, builder);
  if (!accesses.empty()) {
    for (const Access &access : accesses)
      trace(access, builder);
    describeAccesses(instruction, accesses);
    return;
  }
  if (auto *call = dyn_cast<CallBase>(&instruction)) {
    describeCall(*call);
    return;
  }
  OperationKind kind = isa<ReturnInst>(instruction) ? OperationKind::Return
                       : instruction.isTerminator() ? OperationKind::Branch
                                                    : OperationKind::Alu;
  Cost cost = costs.lookup(&instruction);
  ValueId result = valueOf(&instruction);
  if (kind != OperationKind::Return && cost.microOps == 0 && result == noValue)
    return;
  add(kind, cost, result, operandsOf(instruction));
}

void Instrumenter::describeCall(CallBase &call) {
  ValueId result = valueOf(&call);
  Function *callee = call.getCalledFunction();
  SmallVector<ValueId> arguments;
  for (const Value *argument : call.args())
    arguments.push_back(valueOf(argument));

  if (call.isInlineAsm() || (callee && callee->isIntrinsic())) {
    add(OperationKind::Alu, costs.lookup(&call), result, arguments);
    return;
  }
  // The jump, and the return address that it stores.
  constexpr Cost callCost = {2, 2};
  if (!callee) {
    add(OperationKind::IndirectCall, callCost, result, arguments);
    return;
  }
  if (!callee->isDeclaration()) {
    add(OperationKind::Call, callCost, result, arguments);
    return;
  }
  OperationKind kind = StringSwitch<OperationKind>(callee->getName())
                           .Case("__ember_acquire", OperationKind::Acquire)
                           .Case("__ember_release", OperationKind::Release)
                           .Case("__ember_start", OperationKind::Start)
                           .Default(OperationKind::Alu);
  Cost cost =
      kind == OperationKind::Alu ? libraryCost(callee->getName()) : Cost{1, 1};
  add(kind, cost, result, arguments);
}

/// Describes an instruction that accesses memory: an operation per access and,
/// when there are several, one that combines what they load.
void Instrumenter::describeAccesses(Instruction &instruction,
                                    ArrayRef<Access> accesses) {
  Cost cost = costs.lookup(&instruction);
  ValueId result = valueOf(&instruction);
  SmallVector<ValueId> operands = operandsOf(instruction);
  SmallVector<ValueId> loaded;
  for (const Access &access : accesses) {
    OperationKind kind =
        access.isStore
            ? (access.isRange ? OperationKind::StoreRange
                              : OperationKind::Store)
            : (access.isRange ? OperationKind::LoadRange : OperationKind::Load);
    ValueId accessResult = noValue;
    if (!access.isStore)
      accessResult = accesses.size() == 1 ? result : nextValue++;

    Cost accessCost = {1, 0};
    if (accesses.size() == 1)
      accessCost.microOps = std::max<uint16_t>(1, cost.microOps);
    // What an instruction stores may depend on what it loads.
    SmallVector<ValueId> accessOperands = operands;
    if (access.isStore)
      append_range(accessOperands, loaded);
    Operation &operation = add(kind, accessCost, accessResult, accessOperands);
    operation.instruction = &access == accesses.begin();
    operation.bytes = access.bytes;
    operation.lanes = access.lanes;
    operation.masked = access.length && !access.isRange;
    if (accessResult != noValue)
      loaded.push_back(accessResult);
  }
  if (accesses.size() == 1 || result == noValue)
    return;
  uint16_t rest =
      cost.microOps > accesses.size() ? cost.microOps - accesses.size() : 0;
  add(OperationKind::Alu, {rest, 1}, result, loaded).instruction = false;
}

/// Inserts the calls that trace an access.
void Instrumenter::trace(const Access &access, IRBuilder<> &builder) {
  Value *address = builder.CreatePointerBitCastOrAddrSpaceCast(
      access.address, PointerType::getUnqual(module.getContext()));
  if (access.condition)
    address = builder.CreateSelect(access.condition, address,
                                   Constant::getNullValue(address->getType()));
  if (!access.length) {
    builder.CreateCall(traceAccess, address);
    return;
  }
  Value *length =
      builder.CreateZExtOrTrunc(access.length, builder.getInt64Ty());
  builder.CreateCall(traceRange, {address, length});
}

ProgramTemplates ember::sim::instrument(Module &module,
                                        TargetMachine &costMachine) {
  return Instrumenter(module, costMachine).run();
}

//===- CoreModel.cpp - Time of the execute unit ---------------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Simulator/CoreModel.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cassert>

using namespace ember::sim;

/// Values whose times are kept; the outermost activations of a deeper recursion
/// share theirs with the innermost.
static constexpr uint32_t maxValues = 1 << 20;

/// Stores are found again by the 8-byte granules they wrote. The table is large
/// against any store buffer.
static constexpr unsigned logGranuleBytes = 3;
static constexpr uint64_t storeTableSize = 4096;

/// Bytes of a range that count as one element.
static constexpr uint64_t rangeElementBytes = 8;

CoreModel::CoreModel(const CoreConfig &config, uint32_t tokenBytes,
                     const ProgramTemplates &program, MemoryPort &memory,
                     QueueTiming &queue)
    : config(config), tokenBytes(tokenBytes), program(program), memory(memory),
      queue(queue), retired(config.window), drained(config.storeBuffer),
      loadPorts(config.loadPorts), storePorts(config.storePorts),
      recentStores(storeTableSize) {}

void CoreModel::consume(llvm::ArrayRef<TraceEntry> trace) {
  const TraceEntry *next = trace.begin();
  while (true) {
    if (!activations.empty())
      next = run(next, trace.end());
    if (next == trace.end())
      return;
    assert(next->kind() == TraceKind::Block && "expects a block");
    const BlockTemplate &block = program.blocks[next->payload()];
    ++next;
    if (block.entry)
      enterFunction(block, /*call=*/nullptr);
    else
      followEdge(block);
  }
}

//===----------------------------------------------------------------------===//
// Control flow and values
//===----------------------------------------------------------------------===//

/// Makes `block` the first of a new activation, which the current operation of
/// the current one calls, or the program's caller without one.
void CoreModel::enterFunction(const BlockTemplate &block,
                              const Operation *call) {
  const FunctionTemplate &function = program.functions[block.function];
  Activation callee;
  callee.block = &block;
  if (!activations.empty()) {
    const Activation &caller = activations.back();
    callee.values =
        caller.values + program.functions[caller.block->function].numValues;
    if (callee.values + function.numValues > maxValues)
      callee.values = 0;
  }
  if (ready.size() < size_t(callee.values) + function.numValues)
    ready.resize(size_t(callee.values) + function.numValues);

  Cycle *arguments = ready.data() + callee.values;
  std::fill(arguments, arguments + function.numArguments, 0);
  if (call) {
    const Cycle *values = ready.data() + activations.back().values;
    llvm::ArrayRef<ValueId> operands =
        program.operandsOf(*call).take_front(function.numArguments);
    for (auto [index, operand] : llvm::enumerate(operands))
      arguments[index] = operand == noValue ? 0 : values[operand];
  }
  activations.push_back(callee);
}

/// Goes on with `block` in the current activation.
void CoreModel::followEdge(const BlockTemplate &block) {
  Activation &activation = activations.back();
  uint32_t predecessor = activation.block - program.blocks.data();
  activation.block = &block;
  activation.nextOperation = 0;
  for (const BlockEdge &edge : program.edgesOf(block)) {
    if (edge.predecessor != predecessor)
      continue;
    Cycle *values = ready.data() + activation.values;
    llvm::ArrayRef<PhiMove> moves = program.movesOf(edge);
    moved.clear();
    for (const PhiMove &move : moves)
      moved.push_back(move.source == noValue ? 0 : values[move.source]);
    for (auto [move, time] : llvm::zip_equal(moves, moved))
      values[move.result] = time;
    return;
  }
}

/// Returns from the current activation; `operation` is its return.
void CoreModel::leaveFunction(const Operation &operation) {
  Cycle result = operandsReady(operation);
  activations.pop_back();
  if (activations.empty())
    return;
  Activation &caller = activations.back();
  if (caller.callResult != noValue)
    ready[caller.values + caller.callResult] = result;
}

/// When all operands are there.
Cycle CoreModel::operandsReady(const Operation &operation) const {
  const Cycle *values = ready.data() + activations.back().values;
  Cycle time = 0;
  for (ValueId operand : program.operandsOf(operation))
    if (operand != noValue)
      time = std::max(time, values[operand]);
  return time;
}

//===----------------------------------------------------------------------===//
// The pipeline
//===----------------------------------------------------------------------===//

/// Dispatches one micro-op, in order, at `earliest` or later, when there is a
/// place in the window. Its `retire` has to follow before the next one.
Cycle CoreModel::dispatch(Cycle earliest) {
  Cycle space = std::max(earliest, retired.oldest());
  if (space > dispatchCycle) {
    dispatchCycle = space;
    dispatched = 0;
  } else if (dispatched == config.dispatchWidth) {
    ++dispatchCycle;
    dispatched = 0;
  }
  if (dispatched++ == 0)
    ++stats.busyCycles;
  ++stats.microOps;
  return dispatchCycle;
}

/// Retires the micro-op that was dispatched last, in order, once it is
/// complete. Returns when.
Cycle CoreModel::retire(Cycle complete) {
  stats.cycles = std::max(stats.cycles, complete);
  retired.push(stats.cycles);
  return stats.cycles;
}

/// Executes micro-ops that compute, and take `latency` together. Returns when
/// their result is there.
Cycle CoreModel::compute(unsigned microOps, Cycle operands, Cycle latency) {
  Cycle result = operands;
  for (; microOps > 1; --microOps)
    retire(std::max(dispatch(), operands) + 1);
  if (microOps == 1) {
    result = std::max(dispatch(), operands) + latency;
    retire(result);
  }
  return result;
}

/// When the data of a load that issues at `earliest` or later is there.
Cycle CoreModel::load(Cycle earliest, Region region, uint64_t address,
                      uint32_t bytes) {
  Cycle issue = loadPorts.book(earliest);
  if (region == Region::None || bytes == 0)
    return issue + 1;

  uint64_t first = address >> logGranuleBytes;
  uint64_t last = (address + bytes - 1) >> logGranuleBytes;
  Cycle data = 0;
  bool complete = true;
  for (uint64_t granule = first; granule <= last; ++granule) {
    const StoreRecord &record = recentStores[granule % storeTableSize];
    if (record.granule == granule && record.drain > issue)
      data = std::max(data, std::max(issue, record.data));
    else
      complete = false;
  }
  if (data != 0)
    data += config.forwardLatency;
  if (complete) {
    ++stats.forwarded;
    return data;
  }
  MemoryRequest request;
  request.time = issue;
  request.address = address;
  request.bytes = bytes;
  return std::max(data, memory.access(request));
}

/// Executes and retires a store, dispatched last when the store buffer had a
/// place for it.
void CoreModel::store(Cycle earliest, Region region, uint64_t address,
                      uint32_t bytes) {
  Cycle data = storePorts.book(earliest) + 1;
  Cycle retireTime = retire(data);
  if (region == Region::None || bytes == 0)
    return;

  // Stores leave for the cache in order, one per cycle.
  MemoryRequest request;
  request.time = std::max(retireTime, lastDrain + 1);
  request.address = address;
  request.bytes = bytes;
  request.write = true;
  lastDrain = memory.access(request);
  drained.push(lastDrain);

  uint64_t first = address >> logGranuleBytes;
  uint64_t last = (address + bytes - 1) >> logGranuleBytes;
  for (uint64_t granule = first; granule <= last; ++granule)
    recentStores[granule % storeTableSize] = {granule, data, lastDrain};
}

/// Reads or writes `length` bytes, `operation.bytes` per micro-op. Returns when
/// the last of them are there.
Cycle CoreModel::range(const Operation &operation, TraceEntry access,
                       uint64_t length) {
  bool isLoad = operation.kind == OperationKind::LoadRange;
  Cycle operands = operandsReady(operation);
  Cycle done = operands;
  for (uint64_t offset = 0; offset < length; offset += operation.bytes) {
    uint64_t address = access.payload() + offset;
    uint32_t bytes = std::min<uint64_t>(operation.bytes, length - offset);
    if (isLoad) {
      Cycle data =
          load(std::max(dispatch(), operands), access.region(), address, bytes);
      done = std::max(done, data);
      retire(data);
    } else {
      Cycle issue = std::max(dispatch(drained.oldest()), operands);
      store(issue, access.region(), address, bytes);
    }
  }
  if (access.region() == Region::Program)
    (isLoad ? stats.loads : stats.stores) +=
        llvm::divideCeil(length, rangeElementBytes);
  return done;
}

//===----------------------------------------------------------------------===//
// The queue
//===----------------------------------------------------------------------===//

/// Reads the next token as soon as it is visible; returns when it is there.
Cycle CoreModel::acquire(uint64_t tokenAddress) {
  Cycle visible = queue.visible(acquired++);
  Cycle dispatchTime = dispatch();
  Cycle oldest = std::max(dispatchTime, stats.cycles);
  if (visible > oldest)
    stats.queueStall += visible - oldest;
  Cycle token = load(std::max(dispatchTime, visible), Region::Queue,
                     tokenAddress, tokenBytes);
  retire(token);
  return token;
}

/// Gives back the entry that was acquired last: a store to the access unit.
void CoreModel::release() {
  assert(acquired > 0 && "releases nothing");
  Cycle issue = storePorts.book(dispatch());
  queue.released(acquired - 1, retire(issue + 1));
}

/// Stores the configuration words to the access unit, after all earlier stores
/// have reached memory.
void CoreModel::start(uint64_t words) {
  Cycle done = 0;
  for (uint64_t word = 0; word < std::max<uint64_t>(words, 1); ++word) {
    Cycle issue = storePorts.book(dispatch());
    done = retire(std::max(issue + 1, lastDrain));
  }
  queue.started(done);
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// Whether an operation has two trace entries: an access and a length.
static bool hasLength(const Operation &operation) {
  return operation.masked || operation.kind == OperationKind::LoadRange ||
         operation.kind == OperationKind::StoreRange;
}

static bool isCall(const Operation &operation) {
  return operation.kind == OperationKind::Call ||
         operation.kind == OperationKind::IndirectCall;
}

/// Whether timing an operation takes the next entry of the trace. A call has to
/// see whether that enters a function.
static bool needsEntry(const Operation &operation) {
  return operation.kind != OperationKind::Alu &&
         operation.kind != OperationKind::Branch &&
         operation.kind != OperationKind::Return;
}

/// Times the operations of the current block, and of the blocks that it returns
/// to, until a block ends without returning or the trace is used up. Returns
/// the first entry that was not used.
const TraceEntry *CoreModel::run(const TraceEntry *next,
                                 const TraceEntry *end) {
  while (!activations.empty()) {
    Activation &activation = activations.back();
    const BlockTemplate &block = *activation.block;
    if (activation.nextOperation == block.numOperations)
      return next;
    const Operation &operation =
        program.operations[block.firstOperation + activation.nextOperation];
    if (needsEntry(operation) && next == end)
      return next;

    if (isCall(operation)) {
      count(operation);
      ++activation.nextOperation;
      activation.callResult = operation.result;
      Cycle result = compute(operation.microOps, 0, operation.latency);
      if (operation.result != noValue)
        ready[activation.values + operation.result] = result;
      if (next->kind() == TraceKind::Block) {
        const BlockTemplate &callee = program.blocks[next->payload()];
        if (callee.entry) {
          ++next;
          enterFunction(callee, &operation);
        }
      }
      continue;
    }
    if (operation.kind == OperationKind::Return) {
      count(operation);
      compute(operation.microOps, 0, operation.latency);
      leaveFunction(operation);
      continue;
    }
    if (hasLength(operation) && !hasFirstEntry) {
      firstEntry = *next++;
      hasFirstEntry = true;
      continue;
    }

    count(operation);
    ++activation.nextOperation;
    Cycle result =
        time(operation, needsEntry(operation) ? *next : TraceEntry());
    if (needsEntry(operation))
      ++next;
    if (operation.result != noValue)
      ready[activation.values + operation.result] = result;
  }
  return next;
}

/// Times an operation that stays in its block, with the last trace entry it
/// needs. Returns when its result is there.
Cycle CoreModel::time(const Operation &operation, TraceEntry entry) {
  uint64_t lanes = operation.lanes;
  if (hasLength(operation)) {
    assert(entry.kind() == TraceKind::Length && "expects a length");
    hasFirstEntry = false;
  }
  if (operation.masked) {
    lanes = entry.payload();
    entry = firstEntry;
  }
  switch (operation.kind) {
  case OperationKind::Alu:
  case OperationKind::Branch:
    return compute(operation.microOps, operandsReady(operation),
                   operation.latency);
  case OperationKind::Load: {
    assert(entry.kind() == TraceKind::Access && "expects an access");
    Cycle operands = operandsReady(operation);
    compute(operation.microOps - 1, operands, 1);
    Cycle data = load(std::max(dispatch(), operands), entry.region(),
                      entry.payload(), operation.bytes) +
                 operation.latency;
    retire(data);
    if (entry.region() == Region::Program)
      stats.loads += lanes;
    return data;
  }
  case OperationKind::Store: {
    assert(entry.kind() == TraceKind::Access && "expects an access");
    Cycle operands = operandsReady(operation);
    compute(operation.microOps - 1, operands, 1);
    Cycle issue = std::max(dispatch(drained.oldest()), operands);
    store(issue, entry.region(), entry.payload(), operation.bytes);
    if (entry.region() == Region::Program)
      stats.stores += lanes;
    return issue;
  }
  case OperationKind::LoadRange:
  case OperationKind::StoreRange:
    return range(operation, firstEntry, entry.payload());
  case OperationKind::Acquire:
    assert(entry.kind() == TraceKind::Acquire && "expects an acquire");
    return acquire(entry.payload());
  case OperationKind::Release:
    assert(entry.kind() == TraceKind::Release && "expects a release");
    release();
    return 0;
  case OperationKind::Start:
    assert(entry.kind() == TraceKind::Start && "expects a start");
    start(entry.payload());
    return 0;
  case OperationKind::Call:
  case OperationKind::IndirectCall:
  case OperationKind::Return:
    break;
  }
  llvm_unreachable("changes the block");
}

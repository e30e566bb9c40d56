//===- Engine.cpp - Runs core and access unit together --------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Simulator/Engine.h"
#include "ember/Simulator/Runtime.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cstring>

using namespace ember::sim;
using ember::target::AccessProgram;
using llvm::Error;
using llvm::Expected;

/// Entries of the trace between two visits of the core model.
static constexpr size_t traceCapacity = 1 << 16;

//===----------------------------------------------------------------------===//
// ParameterValue
//===----------------------------------------------------------------------===//

ParameterValue ParameterValue::address(unsigned buffer, uint64_t offset) {
  ParameterValue result;
  result.buffer = buffer;
  result.offset = offset;
  return result;
}

ParameterValue ParameterValue::bytes(llvm::ArrayRef<uint8_t> value) {
  ParameterValue result;
  result.value.assign(value.begin(), value.end());
  return result;
}

ParameterValue ParameterValue::integer(int64_t value) {
  uint8_t bytes[sizeof(value)];
  std::memcpy(bytes, &value, sizeof(value));
  return ParameterValue::bytes(bytes);
}

//===----------------------------------------------------------------------===//
// Frame
//===----------------------------------------------------------------------===//

namespace {

/// The values that the entry function is called with, and its result.
class Frame {
public:
  /// Makes room for a value and returns where it is.
  uint8_t *add(uint64_t bytes) {
    slots.emplace_back(new Slot[llvm::divideCeil(std::max<uint64_t>(bytes, 1),
                                                 sizeof(Slot))]());
    pointers.push_back(slots.back()[0].bytes);
    return pointers.back();
  }

  /// The addresses of the values, as the program's entry wants them.
  void *getPointers() { return pointers.data(); }

private:
  /// Aligned for every type that is passed by value.
  struct alignas(64) Slot {
    uint8_t bytes[64];
  };
  std::vector<std::unique_ptr<Slot[]>> slots;
  std::vector<uint8_t *> pointers;
};

/// Times a run.
struct Timing {
  Timing(const MachineDescription &machine, const CoreProgram &program,
         const AddressSpace &addresses)
      : memory(machine),
        accessUnit(machine.accessUnit, machine.queues, memory, addresses),
        core(machine.core, machine.queues.tokenBytes, program.getTemplates(),
             memory, accessUnit),
        trace(traceCapacity) {}

  /// Goes on until where the core is.
  void drain() {
    core.consume(trace.contents());
    trace.clear();
  }

  MemorySystem memory;
  AccessTiming accessUnit;
  CoreModel core;
  TraceBuffer trace;
};

} // namespace

//===----------------------------------------------------------------------===//
// Run::Implementation
//===----------------------------------------------------------------------===//

struct Run::Implementation {
  Implementation(CoreProgram &program, const MachineDescription &machine,
                 const RunOptions &options)
      : program(program), machine(machine), options(options),
        heap(addresses, options.allocationLimit) {}

  Error prepare(const RunInput &input);
  Error run();
  Error serve(Runtime &runtime);
  Error startNest(Runtime &runtime);
  Error advanceAccessUnit();
  Error finishNest(const llvm::Twine &core);
  Error deadlock(const llvm::Twine &core) const;
  Expected<const AccessProgram *> load(llvm::StringRef serialized);
  void collectStatistics(const Runtime &runtime);

  CoreProgram &program;
  const MachineDescription &machine;
  RunOptions options;

  AddressSpace addresses;
  Heap heap;
  std::vector<BufferImage> images;
  Frame frame;
  uint8_t *resultValue = nullptr;

  std::unique_ptr<QueueRings> rings;
  std::unique_ptr<Timing> timing; ///< Null for a run for values.

  /// By their serialised form. A nest in a loop is started often, and the
  /// timing model holds on to the last program.
  llvm::StringMap<std::unique_ptr<AccessProgram>> programs;
  std::unique_ptr<AccessUnit> accessUnit; ///< Null before the first nest.

  RunStatistics statistics;
};

/// Makes the run's images of its buffers and the values of its parameters.
Error Run::Implementation::prepare(const RunInput &input) {
  for (const std::shared_ptr<const SharedBuffer> &buffer : input.buffers) {
    Expected<BufferImage> image = buffer->image();
    if (!image)
      return image.takeError();
    addresses.add(RangeKind::Argument, image->data(), image->size());
    images.push_back(std::move(*image));
  }

  llvm::ArrayRef<uint64_t> sizes = program.parameterBytes();
  if (input.parameters.size() != sizes.size())
    return llvm::createStringError("expects " + llvm::Twine(sizes.size()) +
                                   " parameters, but got " +
                                   llvm::Twine(input.parameters.size()));
  for (const auto &[index, value] : llvm::enumerate(input.parameters)) {
    uint8_t *place = frame.add(sizes[index]);
    uint64_t bytes =
        value.isAddress() ? sizeof(uint8_t *) : value.getBytes().size();
    if (bytes != sizes[index])
      return llvm::createStringError("parameter " + llvm::Twine(index) +
                                     " expects " + llvm::Twine(sizes[index]) +
                                     " bytes, but got " + llvm::Twine(bytes));
    if (!value.isAddress()) {
      llvm::copy(value.getBytes(), place);
      continue;
    }
    if (value.getBuffer() >= images.size() ||
        value.getOffset() > images[value.getBuffer()].size())
      return llvm::createStringError("parameter " + llvm::Twine(index) +
                                     " is not in a buffer");
    uint8_t *address = images[value.getBuffer()].data() + value.getOffset();
    std::memcpy(place, &address, sizeof(address));
  }
  if (program.resultBytes() > 0)
    resultValue = frame.add(program.resultBytes());
  return Error::success();
}

/// The error of a core that ended in `state`.
static Error makeFault(Fiber::State state) {
  switch (state) {
  case Fiber::State::StackOverflow:
    return llvm::make_error<FaultError>(
        "stack overflow: the kernel needs more than " +
        llvm::Twine(Fiber::stackBytes >> 20) + " MiB of stack");
  case Fiber::State::BadAccess:
    return llvm::make_error<FaultError>(
        "the kernel accesses memory that is not its own");
  case Fiber::State::BadArithmetic:
    return llvm::make_error<FaultError>(
        "the kernel divides by zero, or overflows in a division");
  case Fiber::State::BadInstruction:
    return llvm::make_error<FaultError>(
        "the kernel reaches code that is marked as unreachable");
  case Fiber::State::Suspended:
  case Fiber::State::Finished:
  case Fiber::State::Abandoned:
    break;
  }
  llvm_unreachable("not a fault");
}

Error Run::Implementation::run() {
  Expected<std::unique_ptr<QueueRings>> createdRings =
      QueueRings::create(machine.queues);
  if (!createdRings)
    return createdRings.takeError();
  rings = std::move(*createdRings);
  Expected<std::unique_ptr<Fiber>> core =
      Fiber::create(program.getEntry(), frame.getPointers());
  if (!core)
    return core.takeError();

  program.resetGlobals();
  for (const CoreProgram::Global &global : program.getGlobals())
    addresses.add(RangeKind::Global, global.address, global.bytes);
  addresses.add(RangeKind::Queue, rings->controlBase(),
                machine.queues.controlBytes);
  addresses.add(RangeKind::Queue, rings->dataBase(), machine.queues.dataBytes);
  addresses.add(RangeKind::Stack, (*core)->stack(), Fiber::stackBytes);
  llvm::scope_exit forget([&] {
    addresses.remove(RangeKind::Queue, rings->controlBase());
    addresses.remove(RangeKind::Queue, rings->dataBase());
    addresses.remove(RangeKind::Stack, (*core)->stack());
  });

  if (program.isTimed())
    timing = std::make_unique<Timing>(machine, program, addresses);
  Runtime runtime(addresses, *rings, heap, timing ? &timing->trace : nullptr,
                  options.maxSteps);
  while (true) {
    Fiber::State state = runtime.resume(**core);
    switch (state) {
    case Fiber::State::Suspended:
      if (Error error = serve(runtime))
        return error;
      break;
    case Fiber::State::Finished:
      if (Error error = finishNest("has returned"))
        return error;
      collectStatistics(runtime);
      return Error::success();
    case Fiber::State::Abandoned:
      return runtime.takeError();
    default:
      return makeFault(state);
    }
  }
}

/// Does what the core was suspended for.
Error Run::Implementation::serve(Runtime &runtime) {
  // What the access unit does next happens after what the core did so far, and
  // needs the cycles of the core's releases.
  if (timing)
    timing->drain();
  switch (runtime.getRequest()) {
  case CoreRequest::Start:
    return startNest(runtime);
  case CoreRequest::Token:
    if (accessUnit)
      if (Error error = advanceAccessUnit())
        return error;
    if (rings->empty())
      return deadlock("waits for token " +
                      llvm::Twine(rings->getStatistics().tokens));
    return Error::success();
  case CoreRequest::Drain:
  case CoreRequest::None:
    return Error::success();
  }
  llvm_unreachable("a request that is none");
}

Error Run::Implementation::startNest(Runtime &runtime) {
  if (Error error = finishNest("starts another nest"))
    return error;
  const StartRequest &request = runtime.getStartRequest();
  Expected<const AccessProgram *> nest = load(request.program);
  if (!nest)
    return nest.takeError();
  RunAhead runAhead = timing ? RunAhead() : options.runAhead;
  Expected<std::unique_ptr<AccessUnit>> created =
      AccessUnit::create(**nest, request.configWords, *rings, runAhead,
                         timing ? &timing->accessUnit : nullptr,
                         options.maxSteps - statistics.accessUnit.iterations);
  if (!created)
    return created.takeError();
  accessUnit = std::move(*created);
  if (timing)
    timing->accessUnit.begin(**nest);
  ++statistics.nestsStarted;
  // Its loads see memory as it is now.
  if (runAhead.kind == RunAhead::Kind::Max)
    return advanceAccessUnit();
  return Error::success();
}

Error Run::Implementation::advanceAccessUnit() {
  accessUnit->advance();
  const uint64_t steps =
      statistics.accessUnit.iterations + accessUnit->getStatistics().iterations;
  if (steps <= options.maxSteps)
    return Error::success();
  return llvm::createStringError("the access unit takes more than " +
                                 llvm::Twine(options.maxSteps) +
                                 " steps: a loop may not end");
}

Expected<const AccessProgram *>
Run::Implementation::load(llvm::StringRef serialized) {
  std::unique_ptr<AccessProgram> &loaded = programs[serialized];
  if (loaded)
    return loaded.get();
  Expected<AccessProgram> program = target::deserialize(serialized);
  if (!program)
    return program.takeError();
  loaded = std::make_unique<AccessProgram>(std::move(*program));
  return loaded.get();
}

/// Checks that the core has read all of the nest it started last, if any, and
/// adds up what its access unit did.
Error Run::Implementation::finishNest(const llvm::Twine &core) {
  if (!accessUnit)
    return Error::success();
  if (accessUnit->getState() != AccessUnit::State::Done || !rings->empty())
    return deadlock(core);
  statistics.accessUnit += accessUnit->getStatistics();
  accessUnit.reset();
  return Error::success();
}

Error Run::Implementation::deadlock(const llvm::Twine &core) const {
  return llvm::createStringError(
      "deadlock: core: " + core + "; access unit: " +
      (accessUnit ? accessUnit->describe() : std::string("not started")));
}

void Run::Implementation::collectStatistics(const Runtime &runtime) {
  statistics.fallbacks = runtime.numFallbacks();
  statistics.allocations = heap.numAllocations();
  statistics.queues = rings->getStatistics();
  if (!timing)
    return;
  timing->drain();
  TimedStatistics timed;
  timed.core = timing->core.statistics();
  timed.cycles = timed.core.cycles;
  timed.accessUnit = timing->accessUnit.getStatistics();
  timed.memory = timing->memory.statistics();
  statistics.timed = timed;
}

//===----------------------------------------------------------------------===//
// Run
//===----------------------------------------------------------------------===//

Run::Run(std::unique_ptr<Implementation> impl) : impl(std::move(impl)) {}
Run::~Run() = default;

Expected<std::unique_ptr<Run>> Run::execute(CoreProgram &program,
                                            const MachineDescription &machine,
                                            const RunInput &input,
                                            const RunOptions &options) {
  auto impl = std::make_unique<Implementation>(program, machine, options);
  std::lock_guard<std::mutex> lock(program.getMutex());
  if (Error error = impl->prepare(input))
    return error;
  if (Error error = impl->run())
    return error;
  return std::unique_ptr<Run>(new Run(std::move(impl)));
}

llvm::ArrayRef<uint8_t> Run::buffer(unsigned index) const {
  const BufferImage &image = impl->images[index];
  return {image.data(), image.size()};
}

llvm::ArrayRef<uint8_t> Run::result() const {
  return {impl->resultValue, impl->program.resultBytes()};
}

bool Run::isReadable(const void *address, int64_t low, int64_t high) const {
  return impl->addresses.contains(address, low, high);
}

const RunStatistics &Run::statistics() const { return impl->statistics; }

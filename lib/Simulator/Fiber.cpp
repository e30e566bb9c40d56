//===- Fiber.cpp - A core's native code on its own stack ------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Simulator/Fiber.h"
#include "llvm/Support/Compiler.h"
#include <cassert>
#include <cerrno>
#include <cfenv>
#include <csignal>
#include <cstdlib>
#include <mutex>
#include <sys/mman.h>
#include <system_error>

#if !defined(__x86_64__)
#include <ucontext.h>
#endif
#if LLVM_ADDRESS_SANITIZER_BUILD
#include <sanitizer/common_interface_defs.h>
#endif

using namespace ember::sim;

//===----------------------------------------------------------------------===//
// Switching between stacks
//===----------------------------------------------------------------------===//

namespace {

/// What a context calls when it is entered the first time.
struct StartInfo {
  void (*entered)(void *fiber);
  Fiber::Entry entry;
  void *argument;
  void (*returned)(void *fiber);
  void *fiber;
};

#if defined(__x86_64__)

/// Where a stack that is not running goes on: its stack pointer, with the
/// registers that a call preserves on top of it, and how floats are rounded and
/// denormals treated. ucontext would do, but costs two system calls per switch.
struct Context {
  void *stackPointer = nullptr;

  void prepare(uint8_t *stack, uint64_t bytes, const StartInfo &start);
};

__attribute__((naked, noinline)) void switchStack(void **save, void *to) {
  asm volatile("pushq %rbp\n\t"
               "pushq %rbx\n\t"
               "pushq %r12\n\t"
               "pushq %r13\n\t"
               "pushq %r14\n\t"
               "pushq %r15\n\t"
               "subq $8, %rsp\n\t"
               "stmxcsr (%rsp)\n\t"
               "fnstcw 4(%rsp)\n\t"
               "movq %rsp, (%rdi)\n\t"
               "movq %rsi, %rsp\n\t"
               "ldmxcsr (%rsp)\n\t"
               "fldcw 4(%rsp)\n\t"
               "addq $8, %rsp\n\t"
               "popq %r15\n\t"
               "popq %r14\n\t"
               "popq %r13\n\t"
               "popq %r12\n\t"
               "popq %rbx\n\t"
               "popq %rbp\n\t"
               "retq");
}

/// The first frame of a stack, called with `StartInfo` in the registers that
/// `prepare` fills.
__attribute__((naked, noinline)) void startStack() {
  asm volatile("movq %r14, %rdi\n\t"
               "callq *%r15\n\t"
               "movq %r13, %rdi\n\t"
               "callq *%r12\n\t"
               "movq %r14, %rdi\n\t"
               "callq *%rbx\n\t"
               "ud2");
}

void Context::prepare(uint8_t *stack, uint64_t bytes, const StartInfo &start) {
  // startStack calls with a stack pointer that is a multiple of a page, so
  // that the addresses of the program's locals do not depend on the host.
  auto *slots = reinterpret_cast<void **>(stack + bytes - 4096);
  *--slots = reinterpret_cast<void *>(startStack);
  *--slots = nullptr; // rbp: the end of the chain of frames.
  *--slots = reinterpret_cast<void *>(start.returned); // rbx
  *--slots = reinterpret_cast<void *>(start.entry);    // r12
  *--slots = start.argument;                           // r13
  *--slots = start.fiber;                              // r14
  *--slots = reinterpret_cast<void *>(start.entered);  // r15
  // MXCSR and the control word as a process begins with them: rounding to
  // nearest, no traps, denormals kept.
  *--slots =
      reinterpret_cast<void *>(uintptr_t{0x1f80} | uintptr_t{0x37f} << 32);
  stackPointer = slots;
}

void switchContext(Context &from, Context &to) {
  switchStack(&from.stackPointer, to.stackPointer);
}

#else

struct Context {
  ucontext_t state;
  StartInfo start;

  void prepare(uint8_t *stack, uint64_t bytes, const StartInfo &info);
};

void startStack(unsigned low, unsigned high) {
  auto *start = reinterpret_cast<const StartInfo *>(
      static_cast<uintptr_t>(low) | (static_cast<uintptr_t>(high) << 32));
  start->entered(start->fiber);
  std::fesetenv(FE_DFL_ENV);
  start->entry(start->argument);
  start->returned(start->fiber);
}

void Context::prepare(uint8_t *stack, uint64_t bytes, const StartInfo &info) {
  start = info;
  ::getcontext(&state);
  state.uc_stack.ss_sp = stack;
  state.uc_stack.ss_size = bytes;
  state.uc_link = nullptr;
  auto address = reinterpret_cast<uintptr_t>(&start);
  ::makecontext(&state, reinterpret_cast<void (*)()>(startStack), 2,
                static_cast<unsigned>(address),
                static_cast<unsigned>(address >> 32));
}

void switchContext(Context &from, Context &to) {
  ::swapcontext(&from.state, &to.state);
}

#endif

} // namespace

//===----------------------------------------------------------------------===//
// Fiber::Implementation
//===----------------------------------------------------------------------===//

struct Fiber::Implementation {
  void *mapping = nullptr;
  uint8_t *stack = nullptr;
  Context host, fiber;
  State state = State::Suspended;
#if LLVM_ADDRESS_SANITIZER_BUILD
  void *hostFakeStack = nullptr;
  void *fiberFakeStack = nullptr;
  const void *hostStack = nullptr;
  size_t hostStackBytes = 0;
#endif

  void enter();
  void leave(State newState);
  void arrived();

  bool inGuard(const void *address) const {
    auto *byte = static_cast<const uint8_t *>(address);
    return byte >= mapping && byte < stack;
  }
};

/// The fiber that runs on this thread.
static thread_local Fiber::Implementation *current = nullptr;

/// Switches from the host's stack to the fiber's.
void Fiber::Implementation::enter() {
  current = this;
#if LLVM_ADDRESS_SANITIZER_BUILD
  __sanitizer_start_switch_fiber(&hostFakeStack, stack, stackBytes);
#endif
  switchContext(host, fiber);
#if LLVM_ADDRESS_SANITIZER_BUILD
  __sanitizer_finish_switch_fiber(hostFakeStack, nullptr, nullptr);
#endif
  current = nullptr;
}

/// Switches from the fiber's stack to the host's.
void Fiber::Implementation::leave(State newState) {
  state = newState;
#if LLVM_ADDRESS_SANITIZER_BUILD
  bool forGood = newState != State::Suspended;
  __sanitizer_start_switch_fiber(forGood ? nullptr : &fiberFakeStack, hostStack,
                                 hostStackBytes);
#endif
  switchContext(fiber, host);
  arrived();
}

/// Called first on the fiber's stack after every switch to it.
void Fiber::Implementation::arrived() {
#if LLVM_ADDRESS_SANITIZER_BUILD
  __sanitizer_finish_switch_fiber(fiberFakeStack, &hostStack, &hostStackBytes);
#endif
}

//===----------------------------------------------------------------------===//
// Signals
//===----------------------------------------------------------------------===//

namespace {

constexpr int handledSignals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};

/// The handlers of the process, ours while any fiber lives.
struct SignalHandlers {
  std::mutex mutex;
  unsigned users = 0;
  struct sigaction previous[std::size(handledSignals)];

  void acquire();
  void release();
};

/// A stack for this thread's signal handlers: a stack that has overflowed
/// cannot run them. One that the thread has already is kept.
class AlternateStack {
public:
  AlternateStack() {
    stack_t present;
    if (::sigaltstack(nullptr, &present) == 0 &&
        !(present.ss_flags & SS_DISABLE))
      return;
    memory = std::malloc(bytes);
    stack_t mine = {};
    mine.ss_sp = memory;
    mine.ss_size = bytes;
    ::sigaltstack(&mine, nullptr);
  }

  ~AlternateStack() {
    if (!memory)
      return;
    stack_t present;
    if (::sigaltstack(nullptr, &present) == 0 && present.ss_sp == memory) {
      stack_t none = {};
      none.ss_flags = SS_DISABLE;
      ::sigaltstack(&none, nullptr);
    }
    std::free(memory);
  }

private:
  static constexpr size_t bytes = 64 << 10;
  void *memory = nullptr;
};

} // namespace

static SignalHandlers &signalHandlers() {
  static SignalHandlers handlers;
  return handlers;
}

static Fiber::State stateOf(int signal, bool inGuard) {
  switch (signal) {
  case SIGFPE:
    return Fiber::State::BadArithmetic;
  case SIGILL:
    return Fiber::State::BadInstruction;
  default:
    return inGuard ? Fiber::State::StackOverflow : Fiber::State::BadAccess;
  }
}

static void passOn(int signal, siginfo_t *info, void *context) {
  SignalHandlers &handlers = signalHandlers();
  for (unsigned i = 0; i < std::size(handledSignals); ++i) {
    if (handledSignals[i] != signal)
      continue;
    const struct sigaction &previous = handlers.previous[i];
    if (previous.sa_flags & SA_SIGINFO) {
      previous.sa_sigaction(signal, info, context);
    } else if (previous.sa_handler != SIG_DFL &&
               previous.sa_handler != SIG_IGN) {
      previous.sa_handler(signal);
    } else {
      ::sigaction(signal, &previous, nullptr);
      ::raise(signal);
    }
  }
}

static void handleSignal(int signal, siginfo_t *info, void *context) {
  // Only what the processor raised is the program's doing. Left from within
  // the handler: no signal is blocked here (SA_NODEFER), and the kernel goes
  // by the stack pointer to see that the alternate stack is free again.
  if (current && info->si_code > 0)
    current->leave(stateOf(signal, current->inGuard(info->si_addr)));
  passOn(signal, info, context);
}

void SignalHandlers::acquire() {
  std::lock_guard<std::mutex> lock(mutex);
  if (users++ > 0)
    return;
  struct sigaction action = {};
  action.sa_sigaction = handleSignal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  sigemptyset(&action.sa_mask);
  for (unsigned i = 0; i < std::size(handledSignals); ++i)
    ::sigaction(handledSignals[i], &action, &previous[i]);
}

void SignalHandlers::release() {
  std::lock_guard<std::mutex> lock(mutex);
  if (--users > 0)
    return;
  for (unsigned i = 0; i < std::size(handledSignals); ++i)
    ::sigaction(handledSignals[i], &previous[i], nullptr);
}

//===----------------------------------------------------------------------===//
// Fiber
//===----------------------------------------------------------------------===//

llvm::Expected<std::unique_ptr<Fiber>> Fiber::create(Entry entry,
                                                     void *argument) {
  void *mapping =
      ::mmap(nullptr, guardBytes + stackBytes, PROT_NONE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (mapping == MAP_FAILED)
    return llvm::createStringError(
        std::error_code(errno, std::generic_category()),
        "cannot allocate a stack");
  auto impl = std::make_unique<Implementation>();
  impl->mapping = mapping;
  impl->stack = static_cast<uint8_t *>(mapping) + guardBytes;
  auto *raw = impl.get();
  std::unique_ptr<Fiber> fiber(new Fiber(std::move(impl)));
  if (::mprotect(raw->stack, stackBytes, PROT_READ | PROT_WRITE) != 0)
    return llvm::createStringError(
        std::error_code(errno, std::generic_category()),
        "cannot allocate a stack");

  StartInfo start;
  start.entered = [](void *self) {
    static_cast<Implementation *>(self)->arrived();
  };
  start.entry = entry;
  start.argument = argument;
  start.returned = [](void *self) {
    static_cast<Implementation *>(self)->leave(State::Finished);
  };
  start.fiber = raw;
  raw->fiber.prepare(raw->stack, stackBytes, start);
  return fiber;
}

Fiber::Fiber(std::unique_ptr<Implementation> impl) : impl(std::move(impl)) {
  signalHandlers().acquire();
}

Fiber::~Fiber() {
  assert(current != impl.get() && "a fiber cannot destroy itself");
  signalHandlers().release();
  ::munmap(impl->mapping, guardBytes + stackBytes);
}

Fiber::State Fiber::resume() {
  assert(!current && "a fiber does not resume another one");
  assert(impl->state == State::Suspended && "the fiber has ended");
  static thread_local AlternateStack alternateStack;
  (void)alternateStack;
  impl->enter();
  return impl->state;
}

void Fiber::suspend() {
  assert(current == impl.get() && "called on the fiber");
  impl->leave(State::Suspended);
}

void Fiber::abandon() {
  assert(current == impl.get() && "called on the fiber");
  impl->leave(State::Abandoned);
  llvm_unreachable("an abandoned fiber was resumed");
}

const uint8_t *Fiber::stack() const { return impl->stack; }

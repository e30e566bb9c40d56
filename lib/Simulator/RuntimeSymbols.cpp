//===- RuntimeSymbols.cpp - What a core's program may call ----------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The functions with C calling conventions that the just-in-time linker binds
/// a core's program to: those of the run-time ABI, which find their run-time
/// through the thread, and the allowed ones of libc and libm.
///
//===----------------------------------------------------------------------===//

#include "ember/Simulator/Runtime.h"
#include <cmath>
#include <cstring>

using namespace ember::sim;

namespace {

/// `{ i64, ptr }` of the ABI.
struct AcquiredToken {
  int64_t event; ///< And the length of its run in the upper half.
  uint8_t *record;
};

} // namespace

//===----------------------------------------------------------------------===//
// The run-time ABI
//===----------------------------------------------------------------------===//

static void startProgram(const char *program, int64_t bytes,
                         const uint64_t *config, int64_t words) {
  Runtime::current().startProgram({program, static_cast<size_t>(bytes)},
                                  {config, static_cast<size_t>(words)});
}

static AcquiredToken acquireToken() {
  const QueueEntry &entry = Runtime::current().acquire();
  return {entry.event | static_cast<int64_t>(entry.length) << 32, entry.record};
}

static void releaseToken() { Runtime::current().release(); }

static void countStep() { Runtime::current().countStep(); }

static void checkField(int64_t field) { Runtime::current().checkField(field); }

static void checkRunField(int64_t field, int64_t position) {
  Runtime::current().checkRunField(field, position);
}

/// The nest's number is for the readers of the program.
static void countFallback(int64_t /*nest*/) {
  Runtime::current().countFallback();
}

static void fault(const char *message) { Runtime::current().fault(message); }

static void faultIndex(const char *where, const char *op, int64_t dim,
                       int64_t index, int64_t size) {
  Runtime::current().fault(llvm::Twine(where) + ": '" + op + "' index " +
                           llvm::Twine(index) +
                           " is out of bounds for dimension " +
                           llvm::Twine(dim) + " of size " + llvm::Twine(size));
}

static void checkRange(const char *where, const char *op, const void *base,
                       int64_t low, int64_t high) {
  Runtime::current().checkRange(where, op, base, low, high);
}

static void *allocate(uint64_t bytes) {
  return Runtime::current().allocate(bytes, Heap::minAlignment);
}

static void *allocateAligned(uint64_t alignment, uint64_t bytes) {
  return Runtime::current().allocate(bytes, alignment);
}

static void freeBlock(void *block) { Runtime::current().free(block); }

static void abortProgram() {
  Runtime::current().fault("the kernel calls 'abort'");
}

static void exitProgram(int) {
  Runtime::current().fault("the kernel calls 'exit'");
}

static void traceBlock(uint32_t block) { Runtime::current().traceBlock(block); }

static void traceAccess(const void *address) {
  Runtime::current().traceAccess(address);
}

static void traceRange(const void *address, uint64_t length) {
  Runtime::current().traceRange(address, length);
}

//===----------------------------------------------------------------------===//
// The compiler's own library: what `llvm.powi` becomes
//===----------------------------------------------------------------------===//

extern "C" double __powidf2(double base, int exponent);
extern "C" float __powisf2(float base, int exponent);

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

/// The address of a function; `Signature` picks one of its overloads.
template <typename Signature> static void *address(Signature *function) {
  return reinterpret_cast<void *>(function);
}

llvm::ArrayRef<RuntimeSymbol> ember::sim::runtimeSymbols() {
  static const RuntimeSymbol symbols[] = {
      {"__ember_acquire", address(acquireToken)},
      {"__ember_check_field", address(checkField)},
      {"__ember_check_range", address(checkRange)},
      {"__ember_check_run_field", address(checkRunField)},
      {"__ember_fallback", address(countFallback)},
      {"__ember_fault", address(fault)},
      {"__ember_fault_index", address(faultIndex)},
      {"__ember_release", address(releaseToken)},
      {"__ember_start", address(startProgram)},
      {"__ember_step", address(countStep)},
      {"__ember_trace_access", address(traceAccess)},
      {"__ember_trace_block", address(traceBlock)},
      {"__ember_trace_range", address(traceRange)},
      {"__powidf2", address(__powidf2)},
      {"__powisf2", address(__powisf2)},
      {"abort", address(abortProgram)},
      {"acos", address<double(double)>(::acos)},
      {"acosf", address<float(float)>(::acosf)},
      {"acosh", address<double(double)>(::acosh)},
      {"acoshf", address<float(float)>(::acoshf)},
      {"aligned_alloc", address(allocateAligned)},
      {"asin", address<double(double)>(::asin)},
      {"asinf", address<float(float)>(::asinf)},
      {"asinh", address<double(double)>(::asinh)},
      {"asinhf", address<float(float)>(::asinhf)},
      {"atan", address<double(double)>(::atan)},
      {"atan2", address<double(double, double)>(::atan2)},
      {"atan2f", address<float(float, float)>(::atan2f)},
      {"atanf", address<float(float)>(::atanf)},
      {"atanh", address<double(double)>(::atanh)},
      {"atanhf", address<float(float)>(::atanhf)},
      {"cbrt", address<double(double)>(::cbrt)},
      {"cbrtf", address<float(float)>(::cbrtf)},
      {"ceil", address<double(double)>(::ceil)},
      {"ceilf", address<float(float)>(::ceilf)},
      {"copysign", address<double(double, double)>(::copysign)},
      {"copysignf", address<float(float, float)>(::copysignf)},
      {"cos", address<double(double)>(::cos)},
      {"cosf", address<float(float)>(::cosf)},
      {"cosh", address<double(double)>(::cosh)},
      {"coshf", address<float(float)>(::coshf)},
      {"erf", address<double(double)>(::erf)},
      {"erfc", address<double(double)>(::erfc)},
      {"erfcf", address<float(float)>(::erfcf)},
      {"erff", address<float(float)>(::erff)},
      {"exit", address(exitProgram)},
      {"exp", address<double(double)>(::exp)},
      {"exp10", address<double(double)>(::exp10)},
      {"exp10f", address<float(float)>(::exp10f)},
      {"exp2", address<double(double)>(::exp2)},
      {"exp2f", address<float(float)>(::exp2f)},
      {"expf", address<float(float)>(::expf)},
      {"expm1", address<double(double)>(::expm1)},
      {"expm1f", address<float(float)>(::expm1f)},
      {"fabs", address<double(double)>(::fabs)},
      {"fabsf", address<float(float)>(::fabsf)},
      {"floor", address<double(double)>(::floor)},
      {"floorf", address<float(float)>(::floorf)},
      {"fma", address<double(double, double, double)>(::fma)},
      {"fmaf", address<float(float, float, float)>(::fmaf)},
      {"fmax", address<double(double, double)>(::fmax)},
      {"fmaxf", address<float(float, float)>(::fmaxf)},
      {"fmin", address<double(double, double)>(::fmin)},
      {"fminf", address<float(float, float)>(::fminf)},
      {"fmod", address<double(double, double)>(::fmod)},
      {"fmodf", address<float(float, float)>(::fmodf)},
      {"free", address(freeBlock)},
      {"ldexp", address<double(double, int)>(::ldexp)},
      {"ldexpf", address<float(float, int)>(::ldexpf)},
      {"log", address<double(double)>(::log)},
      {"log10", address<double(double)>(::log10)},
      {"log10f", address<float(float)>(::log10f)},
      {"log1p", address<double(double)>(::log1p)},
      {"log1pf", address<float(float)>(::log1pf)},
      {"log2", address<double(double)>(::log2)},
      {"log2f", address<float(float)>(::log2f)},
      {"logf", address<float(float)>(::logf)},
      {"malloc", address(allocate)},
      {"memcpy", address(::memcpy)},
      {"memmove", address(::memmove)},
      {"memset", address(::memset)},
      {"nearbyint", address<double(double)>(::nearbyint)},
      {"nearbyintf", address<float(float)>(::nearbyintf)},
      {"pow", address<double(double, double)>(::pow)},
      {"powf", address<float(float, float)>(::powf)},
      {"rint", address<double(double)>(::rint)},
      {"rintf", address<float(float)>(::rintf)},
      {"round", address<double(double)>(::round)},
      {"roundeven", address<double(double)>(::roundeven)},
      {"roundevenf", address<float(float)>(::roundevenf)},
      {"roundf", address<float(float)>(::roundf)},
      {"sin", address<double(double)>(::sin)},
      {"sincos", address<void(double, double *, double *)>(::sincos)},
      {"sincosf", address<void(float, float *, float *)>(::sincosf)},
      {"sinf", address<float(float)>(::sinf)},
      {"sinh", address<double(double)>(::sinh)},
      {"sinhf", address<float(float)>(::sinhf)},
      {"sqrt", address<double(double)>(::sqrt)},
      {"sqrtf", address<float(float)>(::sqrtf)},
      {"tan", address<double(double)>(::tan)},
      {"tanf", address<float(float)>(::tanf)},
      {"tanh", address<double(double)>(::tanh)},
      {"tanhf", address<float(float)>(::tanhf)},
      {"trunc", address<double(double)>(::trunc)},
      {"truncf", address<float(float)>(::truncf)},
  };
  return symbols;
}

//===- CompileBenchmark.cpp - Compile time ----------------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"
#include "benchmark/benchmark.h"

using namespace ember::bench;

/// From text to the `llvm` dialect, for modules of that many kernels.
static void lowerKernels(benchmark::State &state, Build build) {
  std::string text = getEmbeddingBags(state.range(0));
  for (auto _ : state)
    lower(*parse(text), build);
  state.counters["kernels"] = benchmark::Counter(
      state.iterations() * state.range(0), benchmark::Counter::kIsRate);
}

BENCHMARK_CAPTURE(lowerKernels, decoupled, Build::Decoupled)
    ->RangeMultiplier(10)
    ->Range(1, 1000)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(lowerKernels, checked, Build::Checked)
    ->RangeMultiplier(10)
    ->Range(1, 1000)
    ->Unit(benchmark::kMillisecond);

/// From text to native code, for that many kernels one after the other.
static void compileKernel(benchmark::State &state, Build build) {
  ember::sim::MachineDescription machine;
  for (auto _ : state)
    for (int64_t i = 0; i < state.range(0); ++i)
      benchmark::DoNotOptimize(compile(build, machine));
}

BENCHMARK_CAPTURE(compileKernel, decoupled, Build::Decoupled)
    ->Arg(1)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(compileKernel, checked, Build::Checked)
    ->Arg(1)
    ->Unit(benchmark::kMillisecond);

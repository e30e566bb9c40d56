//===- SimulateBenchmark.cpp - Simulation speed -----------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"
#include "benchmark/benchmark.h"

using namespace ember;
using namespace ember::bench;

static llvm::ExitOnError exitOnError("ember-benchmarks: ");

/// Runs that many bags. Counts elements of the table, and, of timed runs, the
/// core's simulated instructions and cycles.
static void simulate(benchmark::State &state, Build build) {
  sim::MachineDescription machine;
  std::unique_ptr<sim::CoreProgram> program = compile(build, machine);
  sim::RunInput input = makeInput(state.range(0));
  uint64_t instructions = 0, cycles = 0;
  for (auto _ : state) {
    std::unique_ptr<sim::Run> run =
        exitOnError(sim::Run::execute(*program, machine, input));
    if (const auto &timed = run->statistics().timed) {
      instructions += timed->core.instructions;
      cycles += timed->cycles;
    }
  }
  using benchmark::Counter;
  state.counters["elements"] =
      Counter(state.iterations() * state.range(0) * 32 * 32, Counter::kIsRate);
  if (program->isTimed()) {
    state.counters["instructions"] = Counter(instructions, Counter::kIsRate);
    state.counters["cycles"] = Counter(cycles, Counter::kIsRate);
  }
}

BENCHMARK_CAPTURE(simulate, decoupled, Build::Decoupled)
    ->Arg(1)
    ->Arg(256)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(simulate, checked, Build::Checked)
    ->Arg(1)
    ->Arg(256)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(simulate, original, Build::Original)
    ->Arg(1)
    ->Arg(256)
    ->Unit(benchmark::kMillisecond);

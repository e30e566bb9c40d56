//===- Options.td - The command line of ember-sim ----------*- tablegen -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "CommandLine.td"

defm entry : Eq<"entry", "NAME",
  "Function to run; default: the only public one">;
defm opt_level : Eq<"opt-level", "N", "Optimization level of the pipeline: 0 decouples, 1 vectorises, 2 gives the core runs, 3 aligns the queue">;
defm vlen : Eq<"vlen", "N", "Lanes of a vector, from level 1 on: a power of two of 2 to 64; default: 8">;
defm pipeline_options : Eq<"pipeline-options", "OPTIONS",
  "Further options of --ember-pipeline", [MayBeEmpty]>;
defm machine : Eq<"machine", "FILE|PRESET",
  "Machine to simulate: a YAML file, or a preset; default: default">;
defm write_machine : Eq<"write-machine", "FILE.yaml",
  "Write the description of the machine to a file">;
defm run_ahead : Eq<"run-ahead", "min|N|max",
  "How far the access unit runs ahead of the core in the checked run, in "
  "records; default: what the queues hold">;
defm max_steps : Eq<"max-steps", "N",
  "End with an error when a unit runs more iterations of loops; default: never">;
def check : F<"check",
  "Also run the original, and compare every argument and result">;
def baseline : F<"baseline", "Also time the original on the same machine">;
defm stats : Eq<"stats", "FILE.json", "Write all statistics to a file">;
defm save : Eq<"save", "I:FILE.npy",
  "Write argument I after the run to a file; retI: a result">;
def no_verify_decoupling : F<"no-verify-decoupling",
  "Run a kernel that is SLC already without proving it legal">;

//===- Options.td - The command line of ember-bench --------*- tablegen -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "CommandLine.td"

defm workload : Eq<"workload", "NAME,...",
  "Workloads to run, of RM1_L0 to RM3_L2; default: all">;
defm level : Eq<"level", "N,...", "Opt levels to run; default: all">;
defm lookups : Eq<"lookups", "N", "Lookups of all bags; default: 40960">;
defm rows : Eq<"rows", "N", "Rows of the table; default: 1000000">;
defm machine : Eq<"machine", "FILE|PRESET",
  "Machine to simulate: a YAML file, or a preset; default: default">;
defm pipeline_options : Eq<"pipeline-options", "OPTIONS",
  "Further options of --ember-pipeline", [MayBeEmpty]>;
defm json : Eq<"json", "FILE", "Write all numbers to a file">;
def baseline : F<"baseline", "Also time the original loops">;
def no_check : F<"no-check",
  "Do not compare what each level computes with the original loops">;

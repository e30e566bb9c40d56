//===- Options.td - The command line of ember-fuzz ---------*- tablegen -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "CommandLine.td"

defm seed : Eq<"seed", "N", "Number of the first program; default: 1">;
defm count : Eq<"count", "N", "How many programs; default: 100">;
defm time : Eq<"time", "SECONDS", "Stop after this time; default: never">;
defm limit : Eq<"limit", "SECONDS",
  "A program that takes longer hangs; default: 60">;
defm jobs : Eq<"jobs", "N",
  "Programs at a time; default: as many as there are processors">;
def illegal : F<"illegal",
  "Make decouplings illegal; those that are not refused are findings">;
def mutate : F<"mutate",
  "Damage the text of programs, and of the files, and compile it">;
def print : F<"print", "Print the programs instead of running them">;
def no_shrink : F<"no-shrink", "Print findings as they are">;

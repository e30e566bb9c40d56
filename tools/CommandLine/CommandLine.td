//===- CommandLine.td - What the tools share ---------------*- tablegen -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "llvm/Option/OptParser.td"

/// An option without a value.
class F<string name, string help>
    : Flag<["--"], name>, HelpText<help>;

/// An option with a value, --name=VALUE or --name VALUE.
multiclass Eq<string name, string value, string help,
              list<OptionFlag> flags = []> {
  def NAME : Separate<["--"], name>, Flags<flags>;
  def NAME#_EQ : Joined<["--"], name#"=">, Alias<!cast<Separate>(NAME)>,
                 MetaVarName<value>, HelpText<help>;
}

/// The empty text is a value of the option.
def MayBeEmpty : OptionFlag;

def help : F<"help", "Print this text">;
def help_short : Flag<["-"], "h">, Alias<help>;

//===- AliasChecks.td - The option about overlaps ----------*- tablegen -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef EMBER_CONVERSION_ALIASCHECKS
#define EMBER_CONVERSION_ALIASCHECKS

include "mlir/Pass/PassBase.td"

/// The option `alias-checks` of a pass, with what its values mean there.
class AliasChecksOption<string description, string runtime, string none,
                        string refuse>
    : Option<"aliasChecks", "alias-checks", "::ember::AliasChecks",
             "::ember::AliasChecks::Runtime", description,
             "::llvm::cl::values("
             "clEnumValN(::ember::AliasChecks::Runtime, \"runtime\", \"" #
             runtime #
             "\"), clEnumValN(::ember::AliasChecks::AssumeNone, "
             "\"assume-none\", \"" #
             none #
             "\"), clEnumValN(::ember::AliasChecks::Refuse, \"refuse\", \"" #
             refuse # "\"))">;

#endif // EMBER_CONVERSION_ALIASCHECKS

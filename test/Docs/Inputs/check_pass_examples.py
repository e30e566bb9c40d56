# Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the examples in the descriptions of passes.

    check_pass_examples.py EMBER_OPT PASSES_TD...

A pass's description has at least one example: a code block after `Input:` and
one after `Output:`, or one after `Unchanged:`, which is both. The input of a run
with options is introduced by ``Input, with `option=value`:``. The pass, run on
the input as `kernel.mlir`, must give the output. Names of values and blank space
do not count; a string `"..."` in the output stands for any.
"""

import os
import re
import subprocess
import sys
import tempfile
import textwrap

PASS = re.compile(
    r'def \w+ : (Interface)?Pass<"([\w-]+)".*?description = \[\{(.*?)\}\];', re.S
)
EXAMPLE = re.compile(
    r"^Input(?:, with `([^`]*)`)?:\n\n```mlir\n(.*?)```\n"
    r"(?:(?!^Input).)*?^Output:\n\n```mlir\n(.*?)```",
    re.S | re.M,
)
UNCHANGED = re.compile(r"^Unchanged:\n\n```mlir\n(.*?)```", re.S | re.M)


def normalised(ember_opt, text, arguments=()):
    """The module as `ember_opt` prints it after running `arguments`."""
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "kernel.mlir"), "w") as file:
            file.write(text)
        return subprocess.run(
            [ember_opt, "kernel.mlir", *arguments],
            cwd=folder,
            check=True,
            capture_output=True,
            text=True,
        ).stdout


def check(ember_opt, path):
    """Checks the examples of one file and returns the number of failures."""
    with open(path) as file:
        passes = PASS.findall(file.read())
    if not passes:
        print(f"{path}: defines no pass with a description")
        return 1
    failures = 0
    for interface, name, description in passes:
        description = textwrap.dedent(description.strip("\n"))
        examples = EXAMPLE.findall(description)
        examples += [("", text, text) for text in UNCHANGED.findall(description)]
        if not examples:
            print(f"{path}: '{name}' has no example")
            failures += 1
        for number, (options, given, wanted) in enumerate(examples, 1):
            if interface:
                step = f"{name}{{{options}}}" if options else name
                argument = f"--pass-pipeline=builtin.module(func.func({step}))"
            else:
                argument = f"--{name}={options}" if options else f"--{name}"
            try:
                got = normalised(ember_opt, given, [argument])
                wanted = normalised(ember_opt, wanted)
            except subprocess.CalledProcessError as error:
                print(f"{path}: example {number} of '{name}': {error.stderr}")
                failures += 1
                continue
            pattern = re.escape(wanted).replace(re.escape('"..."'), '"[^"]*"')
            if not re.fullmatch(pattern, got):
                print(f"{path}: example {number} of '{name}' gives\n{got}")
                print(f"but the description says\n{wanted}")
                failures += 1
    return failures


if __name__ == "__main__":
    sys.exit(1 if sum(check(sys.argv[1], path) for path in sys.argv[2:]) else 0)

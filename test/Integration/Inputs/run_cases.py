# Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the cases that a kernel's comments list.

    run_cases.py EMBER_SIM KERNEL.mlir

A case is a line `// CASE: FUNCTION ARGUMENT...[: MESSAGE]`. The function is
called with an array of ten floats and the arguments, under --check. The run must
succeed, or, where there is a message, end with status 1 and an error that
contains it.
"""

import re
import subprocess
import sys

CASE = re.compile(r"^// CASE: (\w+)((?: -?\d+)*)(?:: (.*))?$", re.M)


def run(ember_sim, kernel, function, arguments, message):
    """Runs one case; returns what is wrong with it, or None."""
    command = [ember_sim, kernel, f"--entry={function}", "--check", "--"]
    command += ["uniform:10xf32,seed=1", *arguments.split()]
    result = subprocess.run(command, capture_output=True, text=True)
    expected = 1 if message else 0
    if result.returncode == expected and (message or "") in result.stderr:
        return None
    return (
        f"{' '.join(command)}\n  expects status {expected}: {message or 'no error'}\n"
        f"  got status {result.returncode}: {result.stderr}"
    )


def main(ember_sim, kernel):
    with open(kernel) as file:
        cases = CASE.findall(file.read())
    problems = [
        problem
        for case in cases
        if (problem := run(ember_sim, kernel, *case))
    ]
    print("\n".join(problems))
    return 1 if problems or not cases else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

# Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the kernels of a file under --check at every opt level.

    run_kernels.py EMBER_SIM KERNELS.mlir

A run is a comment, one for each set of arguments:

    // KERNEL: FUNCTION ARGUMENT...
    // EXPECT: STATISTIC=NUMBER...
    // FAULT: MESSAGE

The function must be decoupled, and compute what the original does; EXPECT says
which statistics it must have at all levels, those of vectors from level 1 on;
`STATISTIC@LEVEL` from that level on.
With FAULT it must end with status 1 and an error that contains the message.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

KERNEL = re.compile(
    r"^// KERNEL: (\w+) ?(.*)$(?:\n// EXPECT: (.*)$)?(?:\n// FAULT: (.*)$)?", re.M)
CONFIGURATIONS = [(0, 8), (1, 4), (2, 8), (3, 4)]


def check_statistics(stats, level, wanted):
    """What is wrong with the statistics of a run, as lines."""
    wanted = dict(item.split("=") for item in wanted.split())
    if level == 0:
        wanted.pop("nests.vectorised", None)
    if not stats["nests"]["decoupled"]:
        yield "no nest is decoupled"
    for name, value in wanted.items():
        name, _, first = name.partition("@")
        if level < int(first or 0):
            continue
        got = stats
        for key in name.split("."):
            got = got[key]
        if got != int(value):
            yield f"{name} is {got}, expects {value}"


def run(ember_sim, file, kernel, level, vlen, stats):
    """What is wrong with one run, or an empty text."""
    function, arguments, wanted, message = kernel
    command = [ember_sim, file, f"--entry={function}", "--check", f"--opt-level={level}",
               f"--vlen={vlen}", f"--stats={stats}", "--", *arguments.split()]
    done = subprocess.run(command, capture_output=True, text=True)
    problems = []
    if message:
        if done.returncode != 1 or message not in done.stderr:
            problems = [f"expects status 1: {message}",
                        f"got status {done.returncode}: {done.stderr}"]
    elif done.returncode:
        problems = [f"status {done.returncode}: {done.stderr}"]
    else:
        with open(stats) as opened:
            problems = list(check_statistics(json.load(opened), level, wanted))
    return "\n  ".join([" ".join(command), *problems]) if problems else ""


def main(ember_sim, file):
    with open(file) as opened:
        kernels = KERNEL.findall(opened.read())
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:
        runs = [pool.submit(run, ember_sim, file, kernel, level, vlen,
                            os.path.join(folder, f"{number}-{level}.json"))
                for number, kernel in enumerate(kernels) for level, vlen in CONFIGURATIONS]
        problems = [problem for done in runs if (problem := done.result())]
    print("\n".join(problems))
    return 1 if problems or not kernels else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

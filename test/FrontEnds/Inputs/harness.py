# Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs kernels of front ends and compares them with what NumPy computes."""

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np


class Case:
    """A call of `entry` and what it must give.

    An argument is an array, or the text of an argument of ember-sim. `results`
    maps names of what ember-sim saves ("0" is an argument, "ret0" a result) to
    arrays, which must be equal to the bit. `decoupled` is the number of nests that
    must be, of `found`, in all; either may be None. `stats` is called with the
    statistics of each run, and returns what is wrong with them, or None.
    """

    def __init__(self, entry, arguments, results, decoupled=1, found=None, stats=None):
        self.entry = entry
        self.arguments = arguments
        self.results = results
        self.decoupled = decoupled
        self.found = found
        self.stats = stats


def run(sim, prefix, kernel, case, level):
    """Runs a case at an opt level, and returns what is wrong, or None. Its files
    have names that begin with `prefix`."""
    path = lambda suffix: f"{prefix}.{suffix}"
    arguments = []
    for number, argument in enumerate(case.arguments):
        if isinstance(argument, np.ndarray):
            np.save(path(f"in{number}.npy"), argument)
            argument = path(f"in{number}.npy")
        arguments.append(argument)
    saves = [f"--save={what}:{path(what + '.npy')}" for what in case.results]
    options = [f"--entry={case.entry}", f"--opt-level={level}", "--check"]
    options.append(f"--stats={path('json')}")
    done = subprocess.run(
        [sim, kernel, *options, *saves, "--", *arguments],
        capture_output=True,
        text=True,
    )
    if done.returncode != 0:
        return done.stderr
    for what, wanted in case.results.items():
        got = np.load(path(what + ".npy"))
        if got.shape != wanted.shape or got.tobytes() != wanted.tobytes():
            return f"{what} is\n{got}\nbut should be\n{wanted}"
    with open(path("json")) as file:
        stats = json.load(file)
    for key in ("decoupled", "found"):
        wanted = getattr(case, key)
        if wanted is not None and stats["nests"][key] != wanted:
            return f"{stats['nests'][key]} nests {key}, not {wanted}\n{done.stderr}"
    return case.stats(stats) if case.stats else None


def main(cases):
    """Runs `cases` of the kernel on the command line; exits with a failure if
    one of them goes wrong.

    COMMAND EMBER_SIM FOLDER KERNEL.mlir LEVELS
    """
    sim, folder, kernel, levels = sys.argv[1:]
    os.makedirs(folder, exist_ok=True)
    jobs = [(case, level) for case in cases for level in levels.split(",")]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        faults = pool.map(
            lambda job: run(sim, os.path.join(folder, str(job[0])), kernel, *job[1]),
            enumerate(jobs),
        )
        failures = 0
        for (case, level), fault in zip(jobs, faults):
            if fault is not None:
                failures += 1
                print(f"{case.entry} at opt level {level}: {fault}")
    sys.exit(1 if failures or not jobs else 0)

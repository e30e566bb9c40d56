# Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs upstream passes after each step of the conversion.

    check_passes.py EMBER_OPT EMBER_SIM FOLDER KERNEL.mlir RESULTS ARGUMENT...

Converts the kernel step by step, and after each step runs upstream passes in
several orders. What comes out is executed; the RESULTS, as --save takes them,
separated by commas, must be those of the kernel as it is. FOLDER is for files.
"""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

# Each step goes on from the one before; the last starts over from SLC.
STEPS = {
    "slc": ["--canonicalize", "--convert-scf-to-slc"],
    "verified": ["--slc-verify-decoupling"],
    "dlc": ["--convert-slc-to-dlc"],
    "erased": ["--convert-slc-to-scf"],
    "vectors": ["--slc-vectorize=vlen=4 lanes-in-order"],
    "runs": ["--slcv-bufferize=chunk=3"],
    "aligned": ["--slc-align-queue"],
    "split": ["--convert-slc-to-dlc=aligned"],
    "erased vectors": ["--convert-slc-to-scf"],
}
AFTER = {
    "slc": None,
    "verified": "slc",
    "dlc": "slc",
    "erased": "slc",
    "vectors": "slc",
    "runs": "vectors",
    "aligned": "runs",
    "split": "aligned",
    "erased vectors": "aligned",
}
PASSES = [
    "--canonicalize",
    "--cse",
    "--loop-invariant-code-motion",
    "--sccp",
]
ORDERS = [
    [],
    *([one] for one in PASSES),
    PASSES,
    PASSES[::-1],
]


def main(opt, sim, folder, kernel, results, *arguments):
    os.makedirs(folder, exist_ok=True)
    results = results.split(",")

    def call(*command):
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(f"{' '.join(command)}\n{done.stderr}")

    def execute(path, *options):
        """The bytes of the results."""
        files = [f"{path}.{result}.npy" for result in results]
        saves = [f"--save={r}:{f}" for r, f in zip(results, files)]
        call(sim, path, *options, *saves, "--", *arguments)
        contents = []
        for name in files:
            with open(name, "rb") as file:
                contents.append(file.read())
        return contents

    with open(kernel) as file:
        text = file.read()
    original = os.path.join(folder, "original.mlir")
    with open(original, "w") as file:
        file.write(text)
    expected = execute(original, "--check")
    for step, passes in STEPS.items():
        source = os.path.join(folder, f"{AFTER[step]}.0.mlir")
        source = source if AFTER[step] else original
        call(opt, source, *passes, "-o", os.path.join(folder, f"{step}.0.mlir"))

    def check(step, number):
        path = os.path.join(folder, f"{step}.{number}.mlir")
        passes = ORDERS[number]
        try:
            if passes:
                source = os.path.join(folder, f"{step}.0.mlir")
                call(opt, source, *passes, "-o", path)
            # What is split cannot be proved legal any more.
            options = ["--no-verify-decoupling"] if step in ("dlc", "split") else []
            if execute(path, *options) != expected:
                return f"after {step} and {passes}: wrong results in {path}"
        except RuntimeError as error:
            return f"after {step} and {passes}: {error}"
        return None

    # The verifier changes nothing: what follows it is what follows SLC. What
    # splitting and erasing do is seen without vectors.
    few = ("verified", "split", "erased vectors")
    cases = [(s, n) for s in STEPS for n in range(len(ORDERS))]
    cases = [(s, n) for s, n in cases if s not in few or ORDERS[n] in ([], PASSES)]
    with ThreadPoolExecutor(2) as pool:
        problems = list(
            filter(
                None,
                pool.map(
                    lambda case: check(*case),
                    cases,
                ),
            )
        )
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
